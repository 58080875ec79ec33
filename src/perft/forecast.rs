//! How long a deep count will take, from the times of shallower ones. The forecast is
//! for people who wait: it may be wrong by a factor of two.

use super::settings::{Settings, estimate};
use crate::board::Position;
use crate::control::Token;
use std::time::{Duration, Instant};

/// A count with fewer leaves takes a few seconds at most, and is not worth the pilot.
const MIN_LEAVES: u128 = 4_000_000_000;

/// The time that the last count of the pilot may take.
const PILOT: f64 = 0.4;

/// The least time that says something about the next depth, in seconds.
const MIN_TIME: f64 = 0.000_5;

/// The leaves and times of the first depths of a position.
///
/// With a table, the time grows by less than the leaves at each ply, since more and more
/// positions are found in it. The fuller it is, the less it helps. So the growth is taken
/// as the geometric mean of that of the leaves and that of the times so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Forecast(Vec<(f64, f64)>);

impl Forecast {
    /// Counts the first depths below a position, for less than a second, if a count of
    /// `depth` plies is worth it. Otherwise nothing is counted.
    pub(crate) fn pilot(
        settings: &mut Settings,
        position: &Position,
        depth: u32,
        stop: &Token,
    ) -> Forecast {
        let mut forecast = Forecast::default();
        if estimate(position, depth) < MIN_LEAVES {
            return forecast;
        }
        for shallow in 1..depth {
            let started = Instant::now();
            let mut leaves = 0;
            let _ = settings.divide(position, shallow, stop, &mut |_, count| leaves += count);
            if stop.is_set() {
                return Forecast::default();
            }
            forecast.add(leaves, started.elapsed());
            match forecast.time_of(shallow + 1) {
                Some(next) if next.as_secs_f64() > PILOT => break,
                _ => {}
            }
        }
        forecast
    }

    /// Adds the next depth, from 1.
    pub(crate) fn add(&mut self, leaves: u128, time: Duration) {
        self.0.push((leaves as f64, time.as_secs_f64()));
    }

    /// The time of a deeper count, if enough is known. It saturates.
    pub(crate) fn time_of(&self, depth: u32) -> Option<Duration> {
        let (&(leaves, time), before) = self.0.split_last()?;
        let plies = depth.checked_sub(self.0.len() as u32)?;
        // Two plies back, the same side moves.
        let &(leaves_before, time_before) = before.iter().rev().nth(1)?;
        if time < MIN_TIME || leaves_before == 0.0 {
            return None;
        }
        let growth = match time_before >= MIN_TIME {
            true => (leaves / leaves_before * time / time_before).powf(0.25),
            false => (leaves / leaves_before).sqrt(),
        };
        let time = time * growth.powf(plies.into());
        Some(Duration::try_from_secs_f64(time).unwrap_or(Duration::MAX))
    }

    /// The time of all depths that are not counted yet, up to this one.
    pub(crate) fn time_to(&self, depth: u32) -> Option<Duration> {
        let rest = self.0.len() as u32 + 1..=depth;
        rest.map(|depth| self.time_of(depth))
            .try_fold(Duration::ZERO, |sum, time| Some(sum.saturating_add(time?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn forecast(counts: &[(u128, f64)]) -> Forecast {
        let mut forecast = Forecast::default();
        for &(leaves, seconds) in counts {
            forecast.add(leaves, Duration::from_secs_f64(seconds));
        }
        forecast
    }

    #[test]
    fn the_growth_lies_between_that_of_the_leaves_and_that_of_the_times() {
        let counts = [
            (20, 0.0),
            (400, 0.0),
            (8_000, 0.01),
            (160_000, 0.05),
            (3_200_000, 0.25),
        ];
        let time = forecast(&counts).time_of(7).unwrap().as_secs_f64();
        // Leaves grow by 20 a ply, times by 5: by 10.
        assert!((time - 25.0).abs() < 1e-6, "{time}");
        let both = forecast(&counts).time_to(7).unwrap().as_secs_f64();
        assert!((both - 27.5).abs() < 1e-6, "{both}");
        assert_eq!(forecast(&counts).time_of(127), Some(Duration::MAX));
    }

    #[test]
    fn too_little_says_nothing() {
        assert_eq!(forecast(&[]).time_of(9), None);
        assert_eq!(forecast(&[(20, 1.0), (400, 1.0)]).time_of(9), None);
        assert_eq!(
            forecast(&[(20, 0.0), (400, 0.0), (8_000, 0.0)]).time_of(9),
            None
        );
        assert_eq!(forecast(&[(0, 0.0), (0, 0.0), (0, 0.1)]).time_of(9), None);
    }

    #[test]
    fn a_pilot_ends_soon_and_is_left_out_for_a_small_count() {
        let (start, never) = (Position::start(), Token::never());
        let mut settings = Settings::default();
        let small = Forecast::pilot(&mut settings, &start, 6, &never);
        assert!(small.0.is_empty());
        let large = Forecast::pilot(&mut settings, &start, 12, &never);
        assert!(large.0.len() < 9, "{large:?}");
        assert_eq!(large.0[3].0, 197_281.0);
        assert!(large.time_of(12) > large.time_of(11));
    }
}
