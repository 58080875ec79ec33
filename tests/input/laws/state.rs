//! The state of a session by the plainest means: the position that the commands
//! so far have set up, and what the reference method makes of it. It is what
//! the engine's answers are held against.

use ox88::board::{CastlingNotation, Position, fen};
use ox88::control::Token;
use ox88::movegen::Move;
use ox88::perft::Method;

/// What a session has come to.
#[derive(Clone, Debug)]
pub struct State {
    /// None after a `position` that was refused.
    pub position: Option<Position>,
    /// What the option says of castling.
    pub castling: CastlingNotation,
    /// Whether the position was called by its number in Chess960.
    pub is_numbered: bool,
}

/// What is to be printed for a `position`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    Silent,
    Warning,
    Error,
}

impl State {
    pub fn new() -> State {
        State {
            position: Some(Position::start()),
            castling: CastlingNotation::Standard,
            is_numbered: false,
        }
    }

    pub fn new_game(&mut self) {
        self.position = Some(Position::start());
        self.is_numbered = false;
    }

    /// How castling is written and read.
    pub fn notation(&self) -> CastlingNotation {
        match self.is_numbered {
            true => CastlingNotation::Chess960,
            false => self.castling,
        }
    }

    /// A `position`; no FEN stands for the start position.
    pub fn set_position(&mut self, fen: Option<&str>, moves: &[String]) -> Verdict {
        self.position = None;
        self.is_numbered = false;
        self.set(fen, moves)
    }

    /// A `position frc N` with this FEN.
    pub fn set_numbered(&mut self, fen: Option<&str>, moves: &[String]) -> Verdict {
        self.position = None;
        self.is_numbered = true;
        self.set(fen, moves)
    }

    fn set(&mut self, fen: Option<&str>, moves: &[String]) -> Verdict {
        let notation = self.notation();
        let (mut position, repaired) = match fen.map(|fen| fen::parse(fen, notation)) {
            None => (Position::start(), false),
            Some(Ok(parsed)) => (parsed.position, !parsed.repairs.is_empty()),
            Some(Err(_)) => return Verdict::Error,
        };
        for text in moves {
            match position.read_move(text, notation) {
                Ok(mv) => drop(position.make(mv)),
                Err(_) => return Verdict::Error,
            }
        }
        self.position = Some(position);
        match repaired {
            false => Verdict::Silent,
            true => Verdict::Warning,
        }
    }

    pub fn flip(&mut self) {
        if let Some(position) = &mut self.position {
            *position = position.flipped();
        }
    }

    /// The legal moves: those after which the king cannot be captured.
    pub fn moves(&self) -> Option<Vec<Move>> {
        let mut position = self.position.clone()?;
        let moves = position.pseudo_legal_moves();
        let mut is_legal = |mv: Move| {
            let undo = position.make(mv);
            let is_legal = !position.is_opponent_in_check();
            position.unmake(mv, &undo);
            is_legal
        };
        Some(moves.iter().copied().filter(|&mv| is_legal(mv)).collect())
    }

    /// The divide, as it is printed; none without a position.
    pub fn divide(&self, depth: u32) -> Option<Vec<(String, u128)>> {
        let mut position = self.position.clone()?;
        if depth == 0 {
            return Some(Vec::new());
        }
        let mut count = |mv: Move| {
            let undo = position.make(mv);
            let count =
                Method::Reference
                    .build(None)
                    .count(&mut position, depth - 1, &Token::never());
            position.unmake(mv, &undo);
            let count = count.expect("nobody stops it");
            (mv.uci(self.notation()).to_string(), count)
        };
        Some(self.moves()?.into_iter().map(&mut count).collect())
    }
}
