//! Choosing a move: the trait [`Search`], which your own engine implements, with
//! its limits, clock and options. [`AlphaBeta`] is the placeholder that ox88
//! plays with. Nothing here depends on the protocol.

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

/// An engine, which chooses moves.
///
/// One value lives as long as the program and chooses one move after another, so
/// it can keep results between moves. `examples/my_engine.rs` is a complete
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
    /// The options that are declared to the GUI, in addition to those of ox88. If
    /// one has a name of those, such as `Hash` or `Threads`, the GUI sees that of
    /// ox88, and its value is set here, too.
    fn options(&self) -> &[OptionInfo] {
        &[]
    }

    /// Sets one of [`Search::options`]. `name` is spelled as it is declared, and
    /// `value` has passed [`OptionKind::value`].
    ///
    /// # Errors
    ///
    /// If the value cannot be used. The option then keeps its old value.
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let _ = (name, value);
        Err(OptionError::Unknown)
    }

    /// Begins a new game: forget what belongs to the last one.
    fn new_game(&mut self) {}

    /// Chooses a move in the current position of `game`.
    ///
    /// End the search when a limit is reached or `control` demands an answer;
    /// [`Clock`] tests both. Choose one of [`Limits::root_moves`]. If there is
    /// none, report [`Info::without_moves`] and return no best move. Call
    /// `report` at least once, and again with each better result.
    ///
    /// With `infinite` or `ponder`, you may return before the GUI sends `stop`
    /// or `ponderhit`: the session holds the answer back until then.
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

/// The result of a search so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Info {
    /// The iteration, in plies; 0 if there is no legal move.
    pub depth: u32,
    /// The rank of this line among the best ones, from 1, or `None` if only one
    /// line is searched (`MultiPV` is 1).
    pub multi_pv: Option<u32>,
    /// The value of the root.
    pub score: Score,
    /// The number of moves made since the search began.
    pub nodes: u64,
    /// The time since the search began.
    pub elapsed: Duration,
    /// The principal variation.
    pub line: Vec<Move>,
}

impl Info {
    /// The report for a position without legal moves: mate or stalemate.
    ///
    /// ```
    /// use ox88::search::{Info, Score};
    ///
    /// let mated = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3".parse()?;
    /// assert_eq!(Info::without_moves(&mated).score, Score::Mate(0));
    /// # Ok::<(), ox88::board::fen::FenError>(())
    /// ```
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
    /// The move to play, or `None` if there is no legal move.
    pub best: Option<Move>,
    /// The expected reply, to ponder on.
    pub ponder: Option<Move>,
}

impl BestMove {
    /// The best move and expected reply of a principal variation: its first two
    /// moves.
    ///
    /// ```
    /// use ox88::search::BestMove;
    ///
    /// let mv = ox88::Position::start().legal_moves()[0];
    /// assert_eq!(BestMove::of_line(&[mv]), BestMove { best: Some(mv), ponder: None });
    /// ```
    #[must_use]
    pub fn of_line(line: &[Move]) -> BestMove {
        BestMove {
            best: line.first().copied(),
            ponder: line.get(1).copied(),
        }
    }
}
