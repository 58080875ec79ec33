//! Perft of one position, depth by depth, beside the published values.

use crate::board::Position;
use crate::control::Token;
use crate::perft::{self, Divide, Settings};
use std::time::{Duration, Instant};

/// The count of one depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rung {
    /// The depth, in plies.
    pub depth: u32,
    /// The leaves.
    pub leaves: u128,
    /// The time it took.
    pub elapsed: Duration,
    /// The published number of leaves, where there is one.
    pub published: Option<u128>,
}

impl Rung {
    /// Whether the published value is another.
    #[must_use]
    pub fn is_wrong(&self) -> bool {
        self.published.is_some_and(|value| value != self.leaves)
    }
}

/// Counts depth 1 to `depths`; each is given to `report` when it is done.
/// Returns how many were counted: all of them, unless `stop` was given.
///
/// The table stays between depths: they have different counts of the same
/// positions, which do not get into each other's way.
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
        if let Err(error) = settings.prepare(position, depth) {
            log::warn!("{error}");
        }
        let outcome = perft::divide(position, depth, settings, stop, |_, _| {});
        let Divide::Complete(leaves) = outcome else {
            return depth - 1;
        };
        report(Rung {
            depth,
            leaves,
            elapsed: started.elapsed(),
            published: perft::published(position, depth),
        });
    }
    depths
}
