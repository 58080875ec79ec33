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
    /// The positions before the current one.
    pub before: Vec<Position>,
    /// Whether `move`, `undo` or `root` came since the last `position`.
    pub is_walked: bool,
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
            before: Vec::new(),
            is_walked: false,
        }
    }

    pub fn new_game(&mut self) {
        *self = State {
            castling: self.castling,
            ..State::new()
        };
    }

    /// How castling is written and read.
    pub fn notation(&self) -> CastlingNotation {
        match self.is_numbered {
            true => CastlingNotation::Chess960,
            false => self.castling,
        }
    }

    /// A `position`; no FEN stands for the start position.
    pub fn set_position(
        &mut self,
        fen: Option<&str>,
        moves: impl IntoIterator<Item = impl AsRef<str>>,
    ) -> Verdict {
        self.position = None;
        self.is_numbered = false;
        self.set(fen, moves)
    }

    /// A `position frc N` with this FEN.
    pub fn set_numbered(
        &mut self,
        fen: Option<&str>,
        moves: impl IntoIterator<Item = impl AsRef<str>>,
    ) -> Verdict {
        self.position = None;
        self.is_numbered = true;
        self.set(fen, moves)
    }

    fn set(
        &mut self,
        fen: Option<&str>,
        moves: impl IntoIterator<Item = impl AsRef<str>>,
    ) -> Verdict {
        let notation = self.notation();
        self.is_walked = false;
        self.before.clear();
        let (mut position, repaired) = match fen.map(|fen| fen::parse(fen, notation)) {
            None => (Position::start(), false),
            Some(Ok(parsed)) => (parsed.position, !parsed.repairs.is_empty()),
            Some(Err(_)) => return Verdict::Error,
        };
        for text in moves {
            self.before.push(position.clone());
            match position.read_move(text.as_ref(), notation) {
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

    /// A `move` with these words. Returns whether all of them are played.
    pub fn play(&mut self, words: &[String]) -> bool {
        let Some(mut position) = self.position.clone() else {
            return false;
        };
        let mut before = self.before.clone();
        for word in words {
            before.push(position.clone());
            let number = word.parse::<usize>().ok();
            let number = number.filter(|_| !word.starts_with('+'));
            let mv = match number {
                Some(number) => {
                    let moves = position.legal_moves();
                    number.checked_sub(1).and_then(|it| moves.get(it).copied())
                }
                None => position.read_move(word, self.notation()).ok(),
            };
            let Some(mv) = mv else {
                return false;
            };
            let _ = position.make(mv);
        }
        self.position = Some(position);
        self.before = before;
        self.is_walked = true;
        true
    }

    /// An `undo` of this many moves. Returns whether there are so many.
    pub fn undo(&mut self, count: usize) -> bool {
        let Some(left) = self.before.len().checked_sub(count) else {
            return false;
        };
        if self.position.is_none() {
            return false;
        }
        self.is_walked = true;
        if let Some(position) = self.before.drain(left..).next() {
            self.position = Some(position);
        }
        true
    }

    pub fn flip(&mut self) {
        self.before.clear();
        self.is_walked = false;
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
