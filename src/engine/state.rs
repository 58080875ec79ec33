//! The state that lasts from job to job: the game in force and the options.

use crate::board::{CastlingNotation, Position};
use crate::game::{Game, SetUpError};
use crate::perft;
use crate::search::Search;
use std::fmt;

/// The state of the engine.
pub struct Engine {
    /// The game in force, or why there is none: a request for a position that
    /// is refused leaves nothing behind that could be counted by mistake.
    pub game: Result<Game, NoGame>,
    /// How castling is read and written.
    pub castling: CastlingNotation,
    /// Whether a best move names the reply to ponder on.
    pub ponder: bool,
    /// How counts are done.
    pub counting: perft::Settings,
    /// What chooses a move.
    pub search: Box<dyn Search>,
}

/// Why there is no game in force.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoGame {
    /// The last request for one could not be read, for this reason.
    Unreadable(String),
    /// The last request for one was refused.
    Refused(SetUpError),
}

impl Engine {
    pub(super) fn new(search: Box<dyn Search>) -> Engine {
        Engine {
            game: Ok(Game::default()),
            castling: CastlingNotation::default(),
            ponder: false,
            counting: perft::Settings::default(),
            search,
        }
    }

    /// Goes back to the start position, with an empty table.
    pub fn new_game(&mut self) {
        self.game = Ok(Game::default());
        self.counting.clear_hash();
        self.search.new_game();
    }

    /// The position in force.
    ///
    /// # Errors
    ///
    /// If there is none: why.
    pub fn position(&self) -> Result<&Position, &NoGame> {
        self.game.as_ref().map(Game::position)
    }
}

impl fmt::Debug for Engine {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        // A search need not be printable.
        formatter
            .debug_struct("Engine")
            .field("game", &self.game)
            .field("castling", &self.castling)
            .field("ponder", &self.ponder)
            .field("counting", &self.counting)
            .finish_non_exhaustive()
    }
}
