//! Stratified sampling: the tree is cut into strata, which are the subtrees at
//! some ply, and each is sampled by itself. The differences between strata then
//! add nothing to the error. The samples are taken by any number of threads.

use super::Estimate;
use super::moments::{Moments, sum_of_means};
use super::walk::Shape;
use crate::board::Position;
use crate::control::Token;
use crate::perft::Method;
use crate::random::Random;
use crate::threads::{numbers_below, share_work, useful};
use crate::tools::children;
use web_time::Instant;

/// The greatest number of strata.
const MAX_STRATA: u64 = 4_096;

/// The number of samples for which there is one stratum.
const SAMPLES_PER_STRATUM: u64 = 50;

/// The least number of samples of a stratum in a round. A variance needs two.
const LEAST_IN_STRATUM: u64 = 2;

/// The number of samples in a work unit.
const BLOCK: u64 = 256;

/// A phase of an estimate. Each has its own random numbers.
#[derive(Clone, Copy, Debug)]
pub(super) enum Phase {
    /// The samples that decide how the others are shared among strata.
    Pilot,
    /// The samples of one round, counted from 0.
    Round(u64),
}

/// When an estimate ends at the latest.
#[derive(Clone, Copy, Debug)]
pub(super) struct End<'a> {
    pub(super) stop: &'a Token,
    pub(super) deadline: Option<Instant>,
}

impl End<'_> {
    pub(super) fn has_come(&self) -> bool {
        let is_late = |deadline| Instant::now() >= deadline;
        self.stop.is_set() || self.deadline.is_some_and(is_late)
    }
}

/// The strata of a tree.
#[derive(Debug)]
pub(super) struct Strata {
    /// The root of each stratum.
    starts: Vec<Position>,
    /// The number of plies from each start to the leaves, at least
    /// [`Shape::exact`].
    depth: u32,
    shape: Shape,
}

impl Strata {
    /// Cuts the tree of `depth` plies below `root`, ply by ply, into the most
    /// strata for which this number of samples is enough.
    pub(super) fn new(root: &Position, depth: u32, shape: Shape, samples: u64) -> Strata {
        let most = (samples / SAMPLES_PER_STRATUM).min(MAX_STRATA);
        let mut strata = Strata {
            starts: vec![root.clone()],
            depth,
            shape,
        };
        while strata.depth > shape.exact {
            let moves = strata.starts.iter().map(|start| start.legal_moves().len());
            let moves: usize = moves.sum();
            if moves == 0 || moves as u64 > most {
                break;
            }
            strata.starts = strata.starts.iter().flat_map(children).collect();
            strata.depth -= 1;
        }
        strata
    }

    pub(super) fn len(&self) -> usize {
        self.starts.len()
    }

    /// The number of samples of each stratum if all have the same, for about
    /// `samples` in total.
    pub(super) fn equal_sizes(&self, samples: u64) -> Vec<u64> {
        let each = (samples / self.len() as u64).max(LEAST_IN_STRATUM);
        vec![each; self.len()]
    }

    /// The number of samples of each stratum, for `samples` in total, by weights
    /// whose sum is 1.
    pub(super) fn sizes(&self, samples: u64, weights: &[f64]) -> Vec<u64> {
        let free = samples.saturating_sub(LEAST_IN_STRATUM * self.len() as u64) as f64;
        let (mut weight_so_far, mut given) = (0.0, 0);
        let sizes = weights.iter().map(|weight| {
            weight_so_far += weight;
            // Rounding the running sum, not each size, keeps the total right.
            let due = (weight_so_far * free).round() as u64;
            let size = LEAST_IN_STRATUM + due.saturating_sub(given);
            given = due.max(given);
            size
        });
        sizes.collect()
    }

    /// The share of the samples that each stratum gets. Shares in proportion to
    /// the standard deviations give the least error (J. Neyman, "On the Two
    /// Different Aspects of the Representative Method", 1934). The pilot estimates
    /// these poorly, but it estimates the means well, to which they are roughly
    /// proportional. So each of both decides half.
    pub(super) fn weights(&self, pilot: &[Moments]) -> Vec<f64> {
        let means: f64 = pilot.iter().map(Moments::mean).sum();
        let deviations: f64 = pilot.iter().map(Moments::standard_deviation).sum();
        let share = |part: f64, all: f64| if all > 0.0 { part / all } else { 0.0 };
        let weights: Vec<f64> = pilot
            .iter()
            .map(|stratum| {
                share(stratum.mean(), means) + share(stratum.standard_deviation(), deviations)
            })
            .collect();
        let sum: f64 = weights.iter().sum();
        if sum == 0.0 {
            // No walk of the pilot reached the end.
            return vec![1.0 / self.len() as f64; self.len()];
        }
        weights.iter().map(|weight| weight / sum).collect()
    }

    /// Takes these numbers of samples of the strata. Returns `None` if it was
    /// stopped, or the time is over before the end. The result does not depend on the number of threads.
    pub(super) fn sample(
        &self,
        phase: Phase,
        seed: u64,
        sizes: &[u64],
        threads: usize,
        end: &End,
    ) -> Option<Vec<Moments>> {
        let mut blocks = Vec::new();
        for (stratum, &size) in sizes.iter().enumerate() {
            for block in 0..size.div_ceil(BLOCK) {
                let size = (size - block * BLOCK).min(BLOCK);
                blocks.push((stratum, block, size));
            }
        }
        let stream = |stratum, block| {
            let (phase, round) = match phase {
                Phase::Pilot => (0, 0),
                Phase::Round(round) => (1, round),
            };
            Random::new(&[seed, phase, round, stratum as u64, block])
        };
        let new_worker = || {
            let mut method = Method::LeafParent.build(None);
            let blocks = &blocks;
            move |index: usize| {
                let (stratum, block, size) = blocks[index];
                let mut random = stream(stratum, block);
                let mut moments = Moments::default();
                for _ in 0..size {
                    if end.has_come() {
                        return None;
                    }
                    let start = &self.starts[stratum];
                    let sample = self.shape.sample(
                        start,
                        self.depth,
                        &mut *method,
                        &mut random,
                        end.stop,
                    )?;
                    moments.add(sample);
                }
                Some((index, moments))
            }
        };
        let mut done = Vec::with_capacity(blocks.len());
        let shared = share_work(
            useful(threads).min(blocks.len()),
            numbers_below(blocks.len()),
            new_worker,
            |found| done.push(found),
        );
        if !shared.is_complete {
            return None;
        }
        // The order of the terms affects the rounding of the sum.
        done.sort_unstable_by_key(|(index, _)| *index);
        let mut moments = vec![Moments::default(); self.len()];
        for (index, block) in &done {
            moments[blocks[*index].0].merge(block);
        }
        Some(moments)
    }

    /// The estimate of the leaves of all strata, from two samples or more of each.
    /// `samples` is the number of all samples taken, including the pilot's.
    pub(super) fn estimate(&self, moments: &[Moments], samples: u64) -> Estimate {
        let plies = f64::from(self.depth - self.shape.exact);
        let unit = self.shape.unit.powf(plies);
        let [leaves, error, half_width] = sum_of_means(moments).map(|value| value * unit);
        Estimate {
            leaves,
            error,
            half_width,
            samples,
        }
    }
}
