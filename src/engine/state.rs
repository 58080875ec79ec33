//! The state that lasts from job to job: the current game and the options.

use crate::board::{CastlingNotation, Position};
use crate::game::Game;
use crate::perft;
use crate::search::Search;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// The state of the engine.
pub struct Engine {
    /// The current game, if there is one. After a refused `position` there
    /// is none, so that no wrong position is counted.
    pub game: Result<Game, NoGame>,
    /// How the current game came about.
    pub origin: Origin,
    /// The notation of castling moves that the options ask for. A game may ask for
    /// another: see [`Engine::notation`].
    pub castling: CastlingNotation,
    /// Whether `bestmove` names the reply to ponder on.
    pub ponder: bool,
    /// The settings of counts.
    pub counting: perft::Settings,
    /// The search that chooses moves.
    pub search: Box<dyn Search>,
}

/// How the current game came about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Origin {
    /// Whether it starts from a numbered position of Chess960.
    pub is_chess960: bool,
    /// Whether moves were made or taken back since it was set up.
    pub is_walked: bool,
}

/// There is no current game, since the last `position` was refused. Its error has told
/// why.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoGame;

/// The current position of an engine, for others to read while it works. Copies share
/// it. It lags behind while a job runs.
#[derive(Clone, Debug)]
pub struct SharedPosition(Arc<Mutex<Position>>);

impl Default for SharedPosition {
    /// The start position.
    fn default() -> SharedPosition {
        SharedPosition(Arc::new(Mutex::new(Position::start())))
    }
}

impl SharedPosition {
    /// The position after the last job.
    #[must_use]
    pub fn get(&self) -> Position {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    pub(super) fn set(&self, position: &Position) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = position.clone();
    }
}

impl Engine {
    pub(super) fn new(search: Box<dyn Search>) -> Engine {
        Engine {
            game: Ok(Game::default()),
            origin: Origin::default(),
            castling: CastlingNotation::default(),
            ponder: false,
            counting: perft::Settings::default(),
            search,
        }
    }

    /// Goes back to the start position, empties the table, and starts a new game
    /// of the search.
    pub fn new_game(&mut self) {
        self.game = Ok(Game::default());
        self.origin = Origin::default();
        self.counting.clear_hash();
        self.search.new_game();
    }

    /// The notation of castling moves in the current game: Chess960's if the options
    /// ask for it, or if the game starts from a numbered position of Chess960.
    #[must_use]
    pub fn notation(&self) -> CastlingNotation {
        match self.origin.is_chess960 {
            true => CastlingNotation::Chess960,
            false => self.castling,
        }
    }

    /// The current game, if it has moves, and some were made or taken back since it was
    /// set up.
    #[must_use]
    pub fn walked_game(&self) -> Option<&Game> {
        let game = self.game.as_ref().ok();
        game.filter(|game| self.origin.is_walked && !game.moves().is_empty())
    }

    /// The current position.
    ///
    /// # Errors
    ///
    /// If there is none, with the reason.
    pub fn position(&self) -> Result<&Position, &NoGame> {
        self.game.as_ref().map(Game::position)
    }
}

impl fmt::Debug for Engine {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        // A `Search` need not implement `Debug`.
        formatter
            .debug_struct("Engine")
            .field("game", &self.game)
            .field("origin", &self.origin)
            .field("castling", &self.castling)
            .field("ponder", &self.ponder)
            .field("counting", &self.counting)
            .finish_non_exhaustive()
    }
}
