//! Perft of one position at each depth up to a limit, compared with the published
//! counts.

use crate::board::Position;
use crate::control::Token;
use crate::perft::{Divide, Settings, published};
use std::time::Duration;
use web_time::Instant;

/// The count of one depth.
///
/// ```
/// use ox88::tools::ladder::Rung;
/// use std::time::Duration;
///
/// let rung = Rung { depth: 3, leaves: 8_901, elapsed: Duration::ZERO, published: Some(8_902) };
/// assert!(rung.is_wrong());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rung {
    /// The depth, in plies.
    pub depth: u32,
    /// The number of leaves.
    pub leaves: u128,
    /// The time it took.
    pub elapsed: Duration,
    /// The published number of leaves, if one is known.
    pub published: Option<u128>,
}

impl Rung {
    /// Returns whether the published count differs.
    #[must_use]
    pub fn is_wrong(&self) -> bool {
        self.published.is_some_and(|value| value != self.leaves)
    }
}

/// Counts the depths from 1 to `depths` (at most
/// [`MAX_DEPTH`](crate::perft::MAX_DEPTH)) and passes each count to `report`.
/// Returns the number of depths counted: all of them, unless `stop` was set.
///
/// ```
/// use ox88::board::Position;
/// use ox88::perft::Settings;
/// use ox88::control::Token;
/// use ox88::tools::ladder::ladder;
///
/// let mut leaves = Vec::new();
/// let mut settings = Settings::default();
/// ladder(&Position::start(), 3, &mut settings, &Token::never(), |rung| {
///     leaves.push(rung.leaves);
/// });
/// assert_eq!(leaves, [20, 400, 8902]);
/// ```
pub fn ladder(
    position: &Position,
    depths: u32,
    settings: &mut Settings,
    stop: &Token,
    mut report: impl FnMut(Rung),
) -> u32 {
    for depth in 1..=depths {
        let started = Instant::now();
        let outcome = settings.divide(position, depth, stop, &mut |_, _| {});
        let Divide::Complete(leaves) = outcome else {
            return depth - 1;
        };
        report(Rung {
            depth,
            leaves,
            elapsed: started.elapsed(),
            published: published(position, depth),
        });
    }
    depths
}
