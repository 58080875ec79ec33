//! Estimates of perft by random walks, with their error, for depths that are too
//! large to count. `docs/perft.md` shows why they are unbiased.

mod moments;
mod sampling;
mod walk;

use crate::board::Position;
use crate::control::Token;
use crate::perft::Method;
use moments::Moments;
use sampling::{End, Phase, Strata};
use std::time::Duration;
use walk::Shape;
use web_time::Instant;

/// The least number of samples. The mean of fewer samples is far from normally
/// distributed, which makes a confidence interval meaningless.
pub const MIN_SAMPLES: u64 = 1_000;

/// The greatest number of samples.
pub const MAX_SAMPLES: u64 = 1_000_000_000_000;

/// Trees of up to about this number of leaves are counted, not estimated. The
/// count takes as long as the least number of samples.
const EXACT_LEAVES: u128 = 10_000_000;

/// The number of samples between two reports, and between two tests for the end.
const ROUND: u64 = 16_384;

/// The pilot takes one of this number of samples. It decides how the others are
/// shared among the strata.
const PILOT_SHARE: u64 = 16;

/// The most samples of the pilot.
const MAX_PILOT: u64 = 4 * ROUND;

/// The time between two reports.
const REPORT_INTERVAL: Duration = Duration::from_secs(1);

/// The parameters of an estimate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Request {
    /// The depth, in plies.
    pub depth: u32,
    /// The number of samples, [`MIN_SAMPLES`] to [`MAX_SAMPLES`]. `None` sets no
    /// limit.
    pub samples: Option<u64>,
    /// The approximate time after which the estimate ends. `None` sets no limit.
    pub time: Option<Duration>,
    /// The seed of the random numbers.
    pub seed: u64,
}

/// An estimate and its error, in leaves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The estimate.
    pub leaves: f64,
    /// Its standard error.
    pub error: f64,
    /// The half-width of its 95 % confidence interval.
    pub half_width: f64,
    /// The number of samples taken.
    pub samples: u64,
}

/// How an estimate ended.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum EstimateOutcome {
    /// The exact number of leaves: the tree is small, so it was counted.
    Exact(u128),
    /// The tree was sampled.
    Estimated {
        /// The estimate.
        estimate: Estimate,
        /// Whether `stop` was set before all samples were taken.
        stopped: bool,
    },
    /// `stop` was set before there was an estimate.
    Stopped,
}

/// Estimates the number of leaves below `position`, on `threads` threads. Without
/// a number of samples or a time, it runs until `stop` is set. `report` receives
/// the estimate so far, about once a second.
///
/// Without a time limit, and if `stop` is not set, the outcome depends only on the
/// position, the depth, the number of samples and the seed.
///
/// ```
/// use ox88::board::Position;
/// use ox88::control::Token;
/// use ox88::tools::estimate::{EstimateOutcome, Request, estimate};
///
/// let request = Request {
///     depth: 7,
///     samples: Some(10_000),
///     time: None,
///     seed: 1,
/// };
/// let start = Position::start();
/// let outcome = estimate(&start, request, 1, &Token::never(), |_| {});
/// let EstimateOutcome::Estimated { estimate, .. } = outcome else {
///     panic!("{outcome:?}");
/// };
/// // Perft(7) is 3195901860.
/// assert!((estimate.leaves / 3_195_901_860.0 - 1.0).abs() < 0.1);
/// ```
pub fn estimate(
    position: &Position,
    request: Request,
    threads: usize,
    stop: &Token,
    mut report: impl FnMut(Estimate),
) -> EstimateOutcome {
    let started = Instant::now();
    if let Some(leaves) = count_if_small(position, request.depth, stop) {
        return EstimateOutcome::Exact(leaves);
    }
    let shape = Shape::new(position);
    let samples = request.samples.unwrap_or(u64::MAX);
    let strata = Strata::new(position, request.depth, shape, samples);
    let pilot_sizes = strata.equal_sizes((samples / PILOT_SHARE).min(MAX_PILOT));
    let pilot_size: u64 = pilot_sizes.iter().sum();
    let end = End {
        stop,
        deadline: request.time.and_then(|time| started.checked_add(time)),
    };
    let sample = |phase, sizes: &[u64]| strata.sample(phase, request.seed, sizes, threads, &end);
    let Some(pilot) = sample(Phase::Pilot, &pilot_sizes) else {
        return EstimateOutcome::Stopped;
    };
    // The pilot decides the number of samples of each stratum. Its own samples do
    // not enter the estimate, or they would bias it.
    let weights = strata.weights(&pilot);
    let mut known = vec![Moments::default(); strata.len()];
    let estimate = |known: &[Moments], taken| strata.estimate(known, pilot_size + taken);
    let main_size = samples - pilot_size;
    let mut taken = 0;
    let mut stopped = false;
    let mut last_report = started;
    for round in 0.. {
        let left = main_size - taken;
        // The last round takes the remainder.
        let size = if left < 2 * ROUND { left } else { ROUND };
        let Some(found) = sample(Phase::Round(round), &strata.sizes(size, &weights)) else {
            stopped = stop.is_set();
            break;
        };
        for (known, found) in known.iter_mut().zip(&found) {
            known.merge(found);
        }
        taken += size;
        let now = Instant::now();
        if taken == main_size || end.has_come() && !stop.is_set() {
            break;
        }
        if now - last_report >= REPORT_INTERVAL {
            last_report = now;
            report(estimate(&known, taken));
        }
    }
    if taken == 0 {
        return EstimateOutcome::Stopped;
    }
    EstimateOutcome::Estimated {
        estimate: estimate(&known, taken),
        stopped,
    }
}

/// Counts the leaves of a small tree. Returns `None` if the tree is large or `stop`
/// was set. It counts one depth after another while the next count is expected to
/// be small. Samples must not decide this: all of them may miss most of a large
/// tree.
fn count_if_small(position: &Position, depth: u32, stop: &Token) -> Option<u128> {
    let mut position = position.clone();
    let mut method = Method::LeafParent.build(None);
    let (mut before, mut leaves) = (1, 1);
    for depth in 1..=depth {
        let branching = leaves / before + 1;
        if leaves * branching > EXACT_LEAVES {
            return None;
        }
        let count = method.count(&mut position, depth, stop)?;
        if count == 0 {
            return Some(0);
        }
        (before, leaves) = (leaves, count);
    }
    (leaves <= EXACT_LEAVES).then_some(leaves)
}
