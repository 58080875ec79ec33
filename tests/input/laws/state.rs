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
    pub castling: CastlingNotation,
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
        }
    }

    pub fn new_game(&mut self) {
        self.position = Some(Position::start());
    }

    /// A `position`; no FEN stands for the start position.
    pub fn set_position(
        &mut self,
        fen: Option<&str>,
        moves: impl IntoIterator<Item = impl AsRef<str>>,
    ) -> Verdict {
        self.position = None;
        let (mut position, repaired) = match fen.map(|fen| fen::parse(fen, self.castling)) {
            None => (Position::start(), false),
            Some(Ok(parsed)) => (parsed.position, !parsed.repairs.is_empty()),
            Some(Err(_)) => return Verdict::Error,
        };
        for text in moves {
            match position.parse_move(text.as_ref(), self.castling) {
                Some(mv) => drop(position.make(mv)),
                None => return Verdict::Error,
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
            (mv.uci(self.castling).to_string(), count)
        };
        Some(self.moves()?.into_iter().map(&mut count).collect())
    }
}
