//! The time and the speed of a count, as `info` prints them.

use std::time::Duration;

/// Leaves or nodes per second. A time below a millisecond counts as one.
pub(super) fn rate(count: u128, elapsed: Duration) -> u128 {
    count.saturating_mul(1000) / elapsed.as_millis().max(1)
}

/// `nodes N time T nps R`.
pub(super) fn speed(leaves: u128, elapsed: Duration) -> String {
    let (time, rate) = (elapsed.as_millis(), rate(leaves, elapsed));
    format!("nodes {leaves} time {time} nps {rate}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_is_never_a_division_by_zero() {
        assert_eq!(rate(8902, Duration::ZERO), 8_902_000);
        assert_eq!(rate(u128::MAX, Duration::ZERO), u128::MAX);
    }
}
