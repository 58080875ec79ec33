//! What the progress line of a count knows before the count begins.

use crate::board::Position;
use crate::control::Token;
use crate::perft::{Forecast, Settings, expected_leaves};
use crate::progress::CountPlan;

/// The plan of a count. A long one begins with a pilot of less than a second.
pub(super) fn count_plan(
    settings: &mut Settings,
    position: &Position,
    depth: u32,
    stop: &Token,
) -> CountPlan {
    CountPlan {
        moves: position.legal_moves().len(),
        leaves: expected_leaves(position, depth),
        time: Forecast::pilot(settings, position, depth, stop).time_of(depth),
    }
}
