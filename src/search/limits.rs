//! The limits of a search, as `go` gives them: the moves to choose from, the
//! depth, and the time for one move.

use crate::board::{Color, Position};
use crate::movegen::Move;
use std::time::Duration;

/// The greatest depth of a search, in plies.
pub const MAX_DEPTH: u32 = 127;

/// The number of moves that the clock must last if `go` gives no `movestogo`.
const EXPECTED_MOVES: u32 = 30;

/// The limits of a search. It ends at the first limit that it reaches.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// The depth of the last iteration, in plies: 1 to [`MAX_DEPTH`].
    pub depth: Option<u32>,
    /// The number of moves made: at least 1. The first iteration is always
    /// completed.
    pub nodes: Option<u64>,
    /// Search for a mate in this many moves (not plies): 1 to 255.
    pub mate: Option<u32>,
    /// The time for this move.
    pub move_time: Option<Duration>,
    /// The time on the clocks of White and Black.
    pub clock: [Option<Duration>; 2],
    /// The increment per move of White and Black.
    pub increment: [Duration; 2],
    /// The number of moves to the next time control: 1 to 255.
    pub moves_to_go: Option<u32>,
    /// Search until `stop`, whatever the other limits are.
    pub infinite: bool,
    /// Search on the opponent's time, as if `infinite` were set, until
    /// `ponderhit`.
    pub ponder: bool,
    /// The root moves to choose from. If it is empty, all of them.
    pub search_moves: Vec<Move>,
}

impl Limits {
    /// Returns whether the search ends by itself once it no longer ponders. It
    /// does not with `infinite` or without any limit.
    #[must_use]
    pub fn have_end(&self) -> bool {
        !self.infinite
            && (self.depth.is_some()
                || self.nodes.is_some()
                || self.mate.is_some()
                || self.move_time.is_some()
                || self.clock.iter().any(Option::is_some))
    }

    /// The root moves to choose from: those of [`Limits::search_moves`] that are
    /// legal, or all legal moves if there are none. The list is empty only if the
    /// game is over.
    ///
    /// ```
    /// use ox88::board::Position;
    /// use ox88::search::Limits;
    ///
    /// let mut limits = Limits::default();
    /// let moves = limits.root_moves(&Position::start());
    /// assert_eq!(moves.len(), 20);
    /// limits.search_moves = vec![moves[3], moves[0]];
    /// assert_eq!(limits.root_moves(&Position::start()), [moves[0], moves[3]]);
    /// ```
    #[must_use]
    pub fn root_moves(&self, position: &Position) -> Vec<Move> {
        let mut moves = position.legal_moves().to_vec();
        if moves.iter().any(|mv| self.search_moves.contains(mv)) {
            moves.retain(|mv| self.search_moves.contains(mv));
        }
        moves
    }

    /// The depth of the last iteration, in plies, 1 to [`MAX_DEPTH`].
    ///
    /// The side to move mates in `n` moves at ply `2n - 1`, and is mated in `n`
    /// moves at ply `2n`. A search for a mate goes that deep.
    ///
    /// ```
    /// use ox88::search::Limits;
    ///
    /// let limits = Limits { mate: Some(3), ..Limits::default() };
    /// assert_eq!(limits.last_depth(), 6);
    /// ```
    #[must_use]
    pub fn last_depth(&self) -> u32 {
        if self.infinite {
            return MAX_DEPTH;
        }
        let mate = self.mate.map(|moves| moves.saturating_mul(2));
        let limits = [self.depth, mate].into_iter().flatten();
        limits.fold(MAX_DEPTH, u32::min).max(1)
    }

    /// The time for one move of `color`, at least a millisecond, or `None` if
    /// there is no time limit. If only the opponent's clock is known, it serves
    /// for both sides. `overhead` is the time that an answer takes to reach the
    /// GUI. It is subtracted, so that the flag does not fall first.
    ///
    /// ```
    /// use ox88::board::Color;
    /// use ox88::search::Limits;
    /// use std::time::Duration;
    ///
    /// let minute = Duration::from_secs(60);
    /// let limits = Limits { clock: [Some(minute); 2], ..Limits::default() };
    /// let time = limits.time_for(Color::White, Duration::ZERO);
    /// assert_eq!(time, Some(Duration::from_secs(2)));
    /// ```
    #[must_use]
    pub fn time_for(&self, color: Color, overhead: Duration) -> Option<Duration> {
        let floor = Duration::from_millis(1);
        if let Some(time) = self.move_time {
            // With a fixed time no flag falls, so a tenth of the reserve is
            // enough.
            return Some(time.saturating_sub(overhead / 10).max(floor));
        }
        let [own, other] = [color, color.opponent()].map(|color| self.clock[color.index()]);
        let remaining = own.or(other)?;
        let moves = self
            .moves_to_go
            .unwrap_or(EXPECTED_MOVES)
            .clamp(1, EXPECTED_MOVES);
        let share = (remaining / moves).saturating_add(self.increment[color.index()] / 2);
        Some(share.min(remaining.saturating_sub(overhead)).max(floor))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{CastlingNotation, fen};

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
        }
    }

    #[test]
    fn a_search_with_any_clock_has_a_time() {
        let second = Some(Duration::from_secs(1));
        for clock in [[second, None], [None, second], [second, second]] {
            let limits = Limits {
                clock,
                ..Limits::default()
            };
            for color in [Color::White, Color::Black] {
                let time = limits.time_for(color, Duration::ZERO);
                assert_eq!(time, Some(Duration::from_secs(1) / EXPECTED_MOVES));
            }
        }
        assert_eq!(
            Limits::default().time_for(Color::White, Duration::ZERO),
            None
        );
    }

    #[test]
    fn the_last_depth_is_deep_enough_for_a_mate_and_no_deeper_than_asked_for() {
        for (depth, mate, infinite, last) in [
            (None, None, false, 127),
            (Some(5), None, false, 5),
            (None, Some(3), false, 6),
            (Some(5), Some(3), false, 5),
            (None, Some(255), false, 127),
            (Some(0), Some(u32::MAX), false, 1),
            (Some(5), Some(3), true, 127),
        ] {
            let limits = Limits {
                depth,
                mate,
                infinite,
                ..Limits::default()
            };
            assert_eq!(limits.last_depth(), last, "{limits:?}");
        }
    }

    #[test]
    fn search_moves_that_are_not_legal_limit_nothing() {
        let mated = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
        let mated = fen::parse(mated, CastlingNotation::Standard).unwrap();
        let limits = Limits {
            search_moves: Limits::default().root_moves(&Position::start()),
            ..Limits::default()
        };
        assert_eq!(limits.root_moves(&mated.position), []);
        let mut after = Position::start();
        let _ = after.make(limits.search_moves[0]);
        assert_eq!(limits.root_moves(&after).len(), 20);
    }
}
