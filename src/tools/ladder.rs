//! Perft of one position, depth by depth, beside the published counts.

use crate::board::Position;
use crate::control::Token;
use crate::perft::{Divide, Settings, published};
use std::time::{Duration, Instant};

/// The count of one depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rung {
    /// The depth, in plies.
    pub depth: u32,
    /// The number of leaves.
    pub leaves: u128,
    /// The time it took.
    pub elapsed: Duration,
    /// The published number of leaves, if there is one.
    pub published: Option<u128>,
}

impl Rung {
    /// Returns whether the published count differs.
    #[must_use]
    pub fn is_wrong(&self) -> bool {
        self.published.is_some_and(|value| value != self.leaves)
    }
}

/// Counts depth 1 to `depths` and passes each count to `report`. Returns the
/// number of depths that were counted: all of them, unless `stop` was set.
///
/// The table stays between depths. It keeps the counts of one position at
/// different depths apart.
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
