//! Signals to a running job: stop, quit, the expected move was played, the input
//! has ended. Each job decides how it reacts.
//!
//! A signal is a number, not a flag. Every `go` has its own number, and a signal
//! stores the number of the last `go` that it is meant for. Nothing is ever
//! reset, so no signal is lost and none reaches a later job.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A signal: the number of the last job that it is meant for. Copies share one
/// number, so one thread can give the signal and another can see it.
///
/// ```
/// use ox88::control::Signal;
///
/// let stop = Signal::default();
/// let (first, second) = (stop.token(1), stop.token(2));
/// stop.raise_through(1);
/// assert!(first.is_set());
/// assert!(!second.is_set());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Signal(Arc<AtomicU64>);

impl Signal {
    /// Gives the signal to job `number` and to every job before it.
    pub fn raise_through(&self, number: u64) {
        self.0.fetch_max(number, Ordering::SeqCst);
    }

    /// Gives the signal to every job, now and later.
    pub fn raise_for_all(&self) {
        self.raise_through(u64::MAX);
    }

    /// The token by which job `number` (counted from 1) sees the signal.
    #[must_use]
    pub fn token(&self, number: u64) -> Token {
        Token {
            signal: self.clone(),
            number,
        }
    }
}

/// One job's view of one signal. Reading it is cheap enough for the inner loops
/// of a count.
#[derive(Clone, Debug)]
pub struct Token {
    signal: Signal,
    number: u64,
}

impl Token {
    /// A token whose signal is never given.
    ///
    /// ```
    /// assert!(!ox88::control::Token::never().is_set());
    /// ```
    #[must_use]
    pub fn never() -> Token {
        Signal::default().token(1)
    }

    /// Gives the signal to this job.
    pub(crate) fn set(&self) {
        self.signal.raise_through(self.number);
    }

    /// Returns whether the signal was given.
    #[inline]
    #[must_use]
    pub fn is_set(&self) -> bool {
        self.signal.0.load(Ordering::Relaxed) >= self.number
    }
}

/// The signals of a session. Copies share them.
#[derive(Clone, Debug, Default)]
pub struct Signals {
    /// `stop`: every count and search so far ends now.
    pub stop: Signal,
    /// `quit`: every search ends now. Counts are finished first.
    pub quit: Signal,
    /// `ponderhit`: the expected move was played, and time counts from now on.
    pub ponder_hit: Signal,
    /// The input has ended, so no `stop` can come.
    pub input_ended: Signal,
}

impl Signals {
    /// The control by which job `number` (counted from 1) sees these signals.
    #[must_use]
    pub fn control(&self, number: u64) -> Control {
        Control {
            stop: self.stop.token(number),
            quit: self.quit.token(number),
            ponder_hit: self.ponder_hit.token(number),
            input_ended: self.input_ended.token(number),
        }
    }
}

/// The signals as one job sees them.
///
/// ```
/// use ox88::control::Signals;
///
/// let signals = Signals::default();
/// let control = signals.control(1);
/// assert!(!control.must_answer());
/// signals.stop.raise_through(1);
/// assert!(control.must_answer());
/// assert!(!signals.control(2).must_answer());
/// ```
#[derive(Clone, Debug)]
pub struct Control {
    stop: Token,
    quit: Token,
    ponder_hit: Token,
    input_ended: Token,
}

impl Control {
    /// A control whose signals are never given. A search under it ends only by
    /// its limits.
    #[must_use]
    pub fn never() -> Control {
        Signals::default().control(1)
    }

    /// The token of `stop`. A count needs no other signal.
    #[must_use]
    pub fn stop(&self) -> &Token {
        &self.stop
    }

    /// Returns whether a search has to answer now: `stop` or `quit` was given.
    #[must_use]
    pub fn must_answer(&self) -> bool {
        self.stop.is_set() || self.quit.is_set()
    }

    /// Returns whether the expected move was played, after `go ponder`.
    #[must_use]
    pub fn is_ponder_hit(&self) -> bool {
        self.ponder_hit.is_set()
    }

    /// Returns whether the input has ended, so that no `stop` can come.
    #[must_use]
    pub fn has_input_ended(&self) -> bool {
        self.input_ended.is_set()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signal_reaches_all_earlier_jobs_and_no_later_one() {
        let stop = Signal::default();
        let [first, second, third] = [1, 2, 3].map(|number| stop.token(number));
        stop.raise_through(2);
        stop.raise_through(1);
        assert!(first.is_set() && second.is_set());
        assert!(!third.is_set());
        stop.raise_for_all();
        assert!(third.is_set());
    }

    #[test]
    fn quit_ends_searches_and_no_count() {
        let signals = Signals::default();
        signals.quit.raise_for_all();
        let control = signals.control(1);
        assert!(control.must_answer());
        assert!(!control.stop().is_set());
    }
}
