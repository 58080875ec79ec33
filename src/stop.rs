//! How a running job learns that it is no longer wanted. Stopping is a number,
//! not a flag: every `go` has its own, and a stop names the last one it is
//! meant for, so that none is lost and none hits a later job.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The number of the last job that was stopped, shared between the thread that
/// stops jobs and the one that runs them.
#[derive(Clone, Debug, Default)]
pub struct StopLine(Arc<AtomicU64>);

impl StopLine {
    /// Stops job `number` and every one before it.
    pub fn stop_through(&self, number: u64) {
        self.0.fetch_max(number, Ordering::SeqCst);
    }

    /// The token by which job `number` (counted from 1) sees that it was
    /// stopped.
    #[must_use]
    pub fn token(&self, number: u64) -> StopToken {
        StopToken {
            line: self.clone(),
            number,
        }
    }
}

/// Tells one job whether it was stopped; cheap enough to ask millions of times
/// a second.
#[derive(Clone, Debug)]
pub struct StopToken {
    line: StopLine,
    number: u64,
}

impl StopToken {
    /// A token that is never stopped.
    ///
    /// ```
    /// assert!(!ox88::stop::StopToken::never().is_stopped());
    /// ```
    #[must_use]
    pub fn never() -> StopToken {
        StopLine::default().token(u64::MAX)
    }

    /// Whether the job was stopped.
    #[inline]
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.line.0.load(Ordering::Relaxed) >= self.number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stop_reaches_all_earlier_jobs_and_no_later_one() {
        let line = StopLine::default();
        let [first, second, third] = [1, 2, 3].map(|number| line.token(number));
        line.stop_through(2);
        line.stop_through(1);
        assert!(first.is_stopped() && second.is_stopped());
        assert!(!third.is_stopped());
    }
}
