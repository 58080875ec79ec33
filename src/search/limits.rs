//! What a search may spend, as the words of `go` say it, and how much of a
//! clock is spent on one move.

use crate::board::Color;
use crate::movegen::Move;
use std::time::Duration;

/// The moves that a game is expected to last if no time control is named.
const EXPECTED_MOVES: u32 = 30;

/// When a search ends by itself. The first limit reached ends it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Iterations, in plies: 1 to 127.
    pub depth: Option<u32>,
    /// Moves made: at least 1. The first iteration is always completed.
    pub nodes: Option<u64>,
    /// Look for a mate in this many moves (not plies): 1 to 255.
    pub mate: Option<u32>,
    /// The time for this move.
    pub move_time: Option<Duration>,
    /// The time on the clocks of White and Black.
    pub clock: [Option<Duration>; 2],
    /// What White and Black gain with each move.
    pub increment: [Duration; 2],
    /// Moves to the next time control: 1 to 255.
    pub moves_to_go: Option<u32>,
    /// Search until stopped, whatever the other limits are.
    pub infinite: bool,
    /// The opponent is still thinking: search as if `infinite` were set until
    /// its move is known to be the expected one.
    pub ponder: bool,
    /// The root moves to look at; empty for all.
    pub search_moves: Vec<Move>,
}

impl Limits {
    /// Returns whether the search ends by itself once it no longer ponders. It
    /// does not with `infinite` and without any limit.
    #[must_use]
    pub fn have_end(&self) -> bool {
        !self.infinite
            && (self.depth.is_some()
                || self.nodes.is_some()
                || self.mate.is_some()
                || self.move_time.is_some()
                || self.clock.iter().any(Option::is_some))
    }

    /// The time for one move of `color`, at least a millisecond; none if time
    /// is no limit. `overhead` is the time that an answer takes to reach the
    /// GUI. It is kept in reserve, so that the answer is there before the flag
    /// falls.
    #[must_use]
    pub fn time_for(&self, color: Color, overhead: Duration) -> Option<Duration> {
        let floor = Duration::from_millis(1);
        if let Some(time) = self.move_time {
            // A fixed time is no clock that runs out: a tenth is enough.
            return Some(time.saturating_sub(overhead / 10).max(floor));
        }
        let remaining = self.clock[color.index()]?;
        let moves = self
            .moves_to_go
            .unwrap_or(EXPECTED_MOVES)
            .clamp(1, EXPECTED_MOVES);
        let share = remaining / moves + self.increment[color.index()] / 2;
        Some(share.min(remaining.saturating_sub(overhead)).max(floor))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_share_of_the_clock_exceeds_the_clock() {
        let overhead = Duration::from_millis(20);
        for milliseconds in [0, 1, 19, 20, 21, 1000, 3_600_000] {
            let remaining = Duration::from_millis(milliseconds);
            let limits = Limits {
                clock: [Some(remaining), None],
                increment: [Duration::from_secs(60); 2],
                ..Limits::default()
            };
            let share = limits.time_for(Color::White, overhead).unwrap();
            assert!(share <= remaining.max(Duration::from_millis(1)));
            assert_eq!(limits.time_for(Color::Black, overhead), None);
        }
    }
}
