//! The clock of one search, which decides when the search must answer. It
//! combines the limits of `go` with the signals of the session.

use super::Limits;
use crate::board::Color;
use crate::control::Control;
use crate::game::Game;
use std::thread;
use std::time::Duration;
use web_time::Instant;

/// Decides when a search must end. Call [`Clock::is_over`] every few hundred
/// nodes.
///
/// ```
/// use ox88::control::Control;
/// use ox88::game::Game;
/// use ox88::search::{Clock, Limits};
/// use std::time::Duration;
///
/// let limits = Limits { nodes: Some(1000), ..Limits::default() };
/// let control = Control::never();
/// let mut clock = Clock::start(&Game::default(), &limits, &control, Duration::ZERO);
/// assert!(!clock.is_over(999));
/// assert!(clock.is_over(1000));
/// ```
#[derive(Debug)]
pub struct Clock<'a> {
    limits: &'a Limits,
    control: &'a Control,
    color: Color,
    overhead: Duration,
    started: Instant,
    /// When the time runs out. It is unknown while the search ponders.
    deadline: Option<Instant>,
    is_pondering: bool,
}

impl<'a> Clock<'a> {
    /// Starts the clock of a search for the side to move. `overhead` is the time
    /// that an answer takes to reach the GUI. The search ends that much earlier.
    #[must_use]
    pub fn start(
        game: &Game,
        limits: &'a Limits,
        control: &'a Control,
        overhead: Duration,
    ) -> Clock<'a> {
        let mut clock = Clock {
            limits,
            control,
            color: game.position().side_to_move(),
            overhead,
            started: Instant::now(),
            deadline: None,
            is_pondering: limits.ponder,
        };
        if !clock.is_pondering {
            clock.set_deadline();
        }
        clock
    }

    /// The time since the search began.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Returns whether the search must answer now, after making `nodes` moves: a
    /// limit is reached, or a signal was given.
    #[must_use]
    pub fn is_over(&mut self, nodes: u64) -> bool {
        if self.is_pondering && self.control.is_ponder_hit() {
            self.is_pondering = false;
            self.set_deadline();
        }
        self.control.must_answer()
            || (!self.ends_by_itself() && self.control.has_input_ended())
            || self
                .deadline
                .is_some_and(|deadline| Instant::now() >= deadline)
            || self.is_out_of_nodes(nodes)
    }

    /// Returns whether the limit of nodes is reached. This reads no clock and no
    /// signal, so it is cheap enough for every node.
    #[must_use]
    pub fn is_out_of_nodes(&self, nodes: u64) -> bool {
        self.ends_by_itself() && self.limits.nodes.is_some_and(|limit| nodes >= limit)
    }

    /// Returns whether the search ends without a signal. It does not while it
    /// ponders, with `infinite`, or without any limit.
    #[must_use]
    pub fn ends_by_itself(&self) -> bool {
        !self.is_pondering && self.limits.have_end()
    }

    /// Blocks until an answer is allowed. If the search does not end by itself,
    /// UCI allows it only after `stop` or `ponderhit`.
    ///
    /// In WebAssembly it returns at once, for a browser's thread can neither sleep nor
    /// be given a signal while it waits.
    pub fn wait_until_answer_is_due(&mut self) {
        if cfg!(target_family = "wasm") {
            return;
        }
        while !self.ends_by_itself() && !self.is_over(0) {
            thread::sleep(Duration::from_millis(1));
        }
    }

    fn set_deadline(&mut self) {
        if !self.limits.infinite {
            let time = self.limits.time_for(self.color, self.overhead);
            self.deadline = time.and_then(|time| Instant::now().checked_add(time));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Signals;

    fn limits(change: impl FnOnce(&mut Limits)) -> Limits {
        let mut limits = Limits::default();
        change(&mut limits);
        limits
    }

    fn is_over(limits: &Limits, control: &Control, nodes: u64) -> bool {
        Clock::start(&Game::default(), limits, control, Duration::ZERO).is_over(nodes)
    }

    #[test]
    fn no_limit_counts_while_the_search_ponders() {
        let signals = Signals::default();
        let control = signals.control(1);
        let limits = limits(|limits| {
            limits.ponder = true;
            limits.nodes = Some(10);
        });
        let mut clock = Clock::start(&Game::default(), &limits, &control, Duration::ZERO);
        assert!(!clock.ends_by_itself() && !clock.is_over(1000));
        signals.ponder_hit.raise_through(1);
        assert!(clock.is_over(1000) && clock.ends_by_itself());
        assert!(!clock.is_over(9));
    }

    #[test]
    fn time_counts_from_the_ponder_hit() {
        let signals = Signals::default();
        let control = signals.control(1);
        let limits = limits(|limits| {
            limits.ponder = true;
            limits.move_time = Some(Duration::from_secs(3600));
        });
        let mut clock = Clock::start(&Game::default(), &limits, &control, Duration::ZERO);
        assert!(clock.deadline.is_none());
        signals.ponder_hit.raise_through(1);
        assert!(!clock.is_over(0));
        assert!(clock.deadline.is_some());
    }

    #[test]
    fn only_a_search_without_an_end_ends_with_the_input() {
        let signals = Signals::default();
        signals.input_ended.raise_for_all();
        let control = signals.control(1);
        for (limits, ends) in [
            (limits(|_| ()), true),
            (limits(|limits| limits.infinite = true), true),
            (limits(|limits| limits.ponder = true), true),
            (limits(|limits| limits.depth = Some(9)), false),
            (limits(|limits| limits.mate = Some(9)), false),
        ] {
            assert_eq!(is_over(&limits, &control, 0), ends, "{limits:?}");
            assert!(!is_over(&limits, &Control::never(), 0), "{limits:?}");
        }
    }

    #[test]
    fn infinite_outlasts_every_other_limit() {
        let limits = limits(|limits| {
            limits.infinite = true;
            limits.nodes = Some(1);
            limits.move_time = Some(Duration::ZERO);
            limits.clock = [Some(Duration::ZERO); 2];
        });
        assert!(!is_over(&limits, &Control::never(), u64::MAX));
    }

    #[test]
    fn stop_and_quit_end_every_search() {
        let (stopped, quitted) = (Signals::default(), Signals::default());
        stopped.stop.raise_through(1);
        quitted.quit.raise_for_all();
        for signals in [stopped, quitted] {
            for limits in [
                limits(|limits| limits.depth = Some(9)),
                limits(|limits| limits.ponder = true),
            ] {
                let control = signals.control(1);
                assert!(is_over(&limits, &control, 0));
                // A wait for an answer ends, too.
                Clock::start(&Game::default(), &limits, &control, Duration::ZERO)
                    .wait_until_answer_is_due();
            }
        }
    }
}
