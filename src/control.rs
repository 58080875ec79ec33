//! How a running job learns of what is said while it runs: stop, quit, the
//! expected move was played, no more input will come. What a job does then is
//! the job's business.
//!
//! A signal is a number, not a flag. Every `go` has its own number, and a signal
//! stores the number of the last `go` that it is meant for. Nothing is ever
//! reset, so no signal is lost and none reaches a later job.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The number of the last job that a signal was meant for. The thread that
/// gives the signal and the thread that runs the jobs share it.
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

/// One job's view of one signal. It is cheap enough to ask millions of times a
/// second.
#[derive(Clone, Debug)]
pub struct Token {
    signal: Signal,
    number: u64,
}

impl Token {
    /// A token whose signal nobody can give.
    ///
    /// ```
    /// assert!(!ox88::control::Token::never().is_set());
    /// ```
    #[must_use]
    pub fn never() -> Token {
        Signal::default().token(1)
    }

    /// Returns whether the signal was given.
    #[inline]
    #[must_use]
    pub fn is_set(&self) -> bool {
        self.signal.0.load(Ordering::Relaxed) >= self.number
    }
}

/// The signals of a session.
#[derive(Clone, Debug, Default)]
pub struct Signals {
    /// `stop`: every count and search so far ends now.
    pub stop: Signal,
    /// `quit`: every search ends now. Counts are finished first.
    pub quit: Signal,
    /// `ponderhit`: the expected move was played, and time counts from now on.
    pub ponder_hit: Signal,
    /// The input has ended: nobody is left to say `stop`.
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
#[derive(Clone, Debug)]
pub struct Control {
    stop: Token,
    quit: Token,
    ponder_hit: Token,
    input_ended: Token,
}

impl Control {
    /// A control whose signals nobody gives: a search under it ends by its
    /// limits alone.
    #[must_use]
    pub fn never() -> Control {
        Signals::default().control(1)
    }

    /// The token of `stop`, which is all that a count looks at.
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
