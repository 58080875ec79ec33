//! Choosing a move: the trait [`Search`], which an engine of your own
//! implements, and what it needs beside the board. [`AlphaBeta`] is the
//! placeholder that ox88 plays with. The protocol is not known here.

mod alpha_beta;
mod clock;
mod limits;
mod options;

pub use alpha_beta::AlphaBeta;
pub use clock::Clock;
pub use limits::{Limits, MAX_DEPTH};
pub use options::{OptionError, OptionInfo, OptionKind};

use crate::board::Position;
use crate::control::Control;
use crate::game::Game;
use crate::movegen::Move;
use std::time::Duration;

/// An engine: something that chooses a move.
///
/// One value lives as long as the program and is asked for one move after the
/// other, so it may keep what it has learnt. `examples/my_engine.rs` is a whole
/// engine.
///
/// ```
/// use ox88::control::Control;
/// use ox88::game::Game;
/// use ox88::search::{AlphaBeta, Limits, Score, Search};
///
/// let mut search = AlphaBeta::default();
/// let limits = Limits { depth: Some(3), ..Limits::default() };
/// let mut score = None;
/// let best_move = search.search(&Game::default(), &limits, &Control::never(), &mut |info| {
///     score = Some(info.score);
/// });
/// assert!(best_move.best.is_some());
/// assert!(matches!(score, Some(Score::Centipawns(_))));
/// ```
pub trait Search: Send {
    /// The options that are declared to the GUI, beside those of ox88 itself.
    fn options(&self) -> &[OptionInfo] {
        &[]
    }

    /// Sets one of [`Search::options`], named as it is declared. The value is
    /// one of its kind: see [`OptionKind::value`].
    ///
    /// # Errors
    ///
    /// If the value cannot be used. The old one stays.
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let _ = (name, value);
        Err(OptionError::Unknown)
    }

    /// A new game begins: forget what belongs to the last one.
    fn new_game(&mut self) {}

    /// Chooses a move in the present position of `game`.
    ///
    /// The search ends when a limit is reached or `control` says so; [`Clock`]
    /// knows both. It chooses one of [`Limits::root_moves`]. If there is none,
    /// it reports [`Info::without_moves`], and has no best move. It calls
    /// `report` at least once, and again whenever it knows more.
    ///
    /// A search may answer before the GUI sends the `stop` or `ponderhit` that
    /// it waits for: the session holds the answer back.
    fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        control: &Control,
        report: &mut dyn FnMut(&Info),
    ) -> BestMove;
}

/// The value of a position for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Moves (not plies) to mate; negative, or 0, if the side to move is mated.
    Mate(i32),
}

/// What a search knows so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Info {
    /// The iteration, in plies; 0 if there is no legal move.
    pub depth: u32,
    /// The rank of this line among the best ones, from 1, if more than one is
    /// searched (`MultiPV`).
    pub multi_pv: Option<u32>,
    /// The value of the root.
    pub score: Score,
    /// Moves made since the search began.
    pub nodes: u64,
    /// Time since the search began.
    pub elapsed: Duration,
    /// The line that the value rests on (the principal variation).
    pub line: Vec<Move>,
}

impl Info {
    /// What a search reports that finds no legal move: mate, or a stalemate.
    #[must_use]
    pub fn without_moves(position: &Position) -> Info {
        let score = if position.is_in_check() {
            Score::Mate(0)
        } else {
            Score::Centipawns(0)
        };
        Info {
            depth: 0,
            multi_pv: None,
            score,
            nodes: 0,
            elapsed: Duration::ZERO,
            line: Vec::new(),
        }
    }
}

/// The answer of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BestMove {
    /// The move to play; none if there is no legal move.
    pub best: Option<Move>,
    /// The reply that is expected, to ponder on.
    pub ponder: Option<Move>,
}

impl BestMove {
    /// The first two moves of a line.
    #[must_use]
    pub fn of_line(line: &[Move]) -> BestMove {
        BestMove {
            best: line.first().copied(),
            ponder: line.get(1).copied(),
        }
    }
}
