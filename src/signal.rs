//! How a running job learns of something that was said while it ran: that it
//! is stopped, that its ponder move was played, that no more input will come.
//! A signal is a number, not a flag: every `go` has its own number, and a
//! signal names the last one that it is meant for, so that none is lost and
//! none hits a later job.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The number of the last job that a signal was meant for, shared between the
/// thread that gives it and the one that runs the jobs.
#[derive(Clone, Debug, Default)]
pub struct Signal(Arc<AtomicU64>);

impl Signal {
    /// Gives the signal to job `number` and every one before it.
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

/// Tells one job whether a signal was given to it; cheap enough to ask
/// millions of times a second.
#[derive(Clone, Debug)]
pub struct Token {
    signal: Signal,
    number: u64,
}

impl Token {
    /// A token whose signal nobody can give.
    ///
    /// ```
    /// assert!(!ox88::signal::Token::never().is_set());
    /// ```
    #[must_use]
    pub fn never() -> Token {
        Signal::default().token(1)
    }

    /// Whether the signal was given.
    #[inline]
    #[must_use]
    pub fn is_set(&self) -> bool {
        self.signal.0.load(Ordering::Relaxed) >= self.number
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
}
