//! The placeholder search behind `go`: what a user of this skeleton replaces.
//! It plays legal chess within every limit of UCI and knows nothing but
//! material. To put an engine of your own in its place, keep [`search`] and
//! its types, and rewrite `alpha_beta.rs`.

mod alpha_beta;
mod limits;

pub use limits::Limits;

use crate::board::Position;
use crate::movegen::Move;
use crate::signal::Token;
use alpha_beta::Searcher;
use std::time::Duration;

/// What may be said to a search while it runs.
#[derive(Clone, Debug)]
pub struct Control {
    /// Answer now.
    pub stop: Token,
    /// The expected move was played: from now on, time counts.
    pub ponder_hit: Token,
    /// Nobody is left to say stop.
    pub input_ended: Token,
}

/// The value of a position for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Moves (not plies) to mate; negative, or 0, if the side to move is mated.
    Mate(i32),
}

/// What is known after an iteration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Progress {
    /// The iteration, in plies; 0 if there is no legal move.
    pub depth: u32,
    /// The value of the root.
    pub score: Score,
    /// Moves made since the search began.
    pub nodes: u64,
    /// Time since the search began.
    pub elapsed: Duration,
    /// The line that the value rests on.
    pub line: Vec<Move>,
}

/// Searches `position`, which is not changed, and returns the best line: empty
/// if there is no legal move. `report` is called at least once.
///
/// ```
/// use ox88::board::{CastlingNotation, fen};
/// use ox88::search::{Control, Limits, Score, search};
/// use ox88::signal::Token;
///
/// let parsed = fen::parse("6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1", CastlingNotation::Standard)?;
/// let limits = Limits { depth: Some(3), ..Limits::default() };
/// let control = Control {
///     stop: Token::never(),
///     ponder_hit: Token::never(),
///     input_ended: Token::never(),
/// };
/// let mut score = None;
/// let line = search(&parsed.position, &limits, &control, |progress| score = Some(progress.score));
/// assert_eq!(score, Some(Score::Mate(1)));
/// assert_eq!(line[0].to().to_string(), "e8");
/// # Ok::<(), ox88::board::fen::FenError>(())
/// ```
pub fn search(
    position: &Position,
    limits: &Limits,
    control: &Control,
    report: impl FnMut(Progress),
) -> Vec<Move> {
    Searcher::new(position, limits, control).run(report)
}
