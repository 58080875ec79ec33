//! What is printed behind a count: its time, its speed and a warning.

use crate::text::short;
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

/// The time, and the rate if the time is long enough to tell it, as people read them:
/// `83 ms, 1.4 G/s`.
pub(super) fn speed_in_words(leaves: u128, elapsed: Duration) -> String {
    let seconds = elapsed.as_secs_f64();
    let time = match elapsed.as_millis() {
        0 => "under 1 ms".to_owned(),
        milliseconds @ 1..1_000 => format!("{milliseconds} ms"),
        1_000..100_000 => format!("{seconds:.1} s"),
        _ => format!("{seconds:.0} s"),
    };
    match elapsed.as_millis() {
        0 => time,
        _ => format!("{time}, {}/s", short(leaves as f64 / seconds)),
    }
}

/// The line of a warning behind a count, or nothing.
pub(super) fn warning_line(warning: Option<&String>) -> String {
    warning.map_or_else(String::new, |warning| {
        format!("info string warning: {warning}\n")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_too_short_has_no_rate() {
        let words = |milliseconds| speed_in_words(119_060_324, Duration::from_millis(milliseconds));
        assert_eq!(words(0), "under 1 ms");
        assert_eq!(words(83), "83 ms, 1.4 G/s");
        assert_eq!(words(2_500), "2.5 s, 48 M/s");
    }

    #[test]
    fn a_rate_is_never_a_division_by_zero() {
        assert_eq!(rate(8902, Duration::ZERO), 8_902_000);
        assert_eq!(rate(u128::MAX, Duration::ZERO), u128::MAX);
    }
}
