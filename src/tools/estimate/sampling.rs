//! Strata: the positions some plies below the root, each sampled by itself, on
//! any number of threads. What differs between them adds nothing to the error.

use super::moments::{Moments, sum_of_means};
use super::walk::Shape;
use crate::board::Position;
use crate::control::Token;
use crate::crew;
use crate::movegen::{self, Move};
use crate::perft::LeafParent;
use crate::random::Random;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The tree is cut into no more strata than this.
const MAX_STRATA: u64 = 4_096;

/// Samples that there have to be for each stratum.
const SAMPLES_PER_STRATUM: u64 = 50;

/// The least samples of a stratum in each round: one would say nothing of their
/// spread.
const MIN_SAMPLES: u64 = 2;

/// Samples that a thread takes at a time.
const BLOCK: u64 = 256;

/// Which samples of an estimate: each phase has its own random numbers.
#[derive(Clone, Copy, Debug)]
pub(super) enum Phase {
    /// Those that only tell how to share out the others.
    Pilot,
    /// Those of this round.
    Round(u64),
}

/// The parts of a tree that are sampled each by itself.
#[derive(Debug)]
pub(super) struct Strata {
    starts: Vec<Position>,
    /// Plies from each start to the leaves, at least the exact ones.
    depth: u32,
    shape: Shape,
}

/// A sum of the leaves of all strata.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Sum {
    pub(super) leaves: f64,
    pub(super) error: f64,
    /// How far the interval of 95 % goes to either side.
    pub(super) reach: f64,
}

impl Strata {
    /// Cuts the tree `depth` plies below `root`, ply by ply, into no more strata
    /// than so many samples are enough for.
    pub(super) fn new(root: &Position, depth: u32, shape: Shape, samples: u64) -> Strata {
        let most = (samples / SAMPLES_PER_STRATUM).min(MAX_STRATA);
        let mut strata = Strata {
            starts: vec![root.clone()],
            depth,
            shape,
        };
        while strata.depth > shape.exact {
            let moves: Vec<_> = strata.starts.iter().map(movegen::legal).collect();
            let children: usize = moves.iter().map(|moves| moves.len()).sum();
            if children == 0 || children as u64 > most {
                break;
            }
            let after = |start: &Position, mv: Move| {
                let mut child = start.clone();
                let _ = child.make(mv);
                child
            };
            let pairs = strata.starts.iter().zip(moves);
            strata.starts = pairs
                .flat_map(|(start, moves)| moves.into_iter().map(move |mv| after(start, mv)))
                .collect();
            strata.depth -= 1;
        }
        strata
    }

    pub(super) fn len(&self) -> usize {
        self.starts.len()
    }

    /// The same number of samples for each stratum, of about so many.
    pub(super) fn equal_sizes(&self, samples: u64) -> Vec<u64> {
        let each = (samples / self.len() as u64).max(MIN_SAMPLES);
        vec![each; self.len()]
    }

    /// So many samples, shared out by weights that sum up to 1.
    pub(super) fn sizes(&self, samples: u64, weights: &[f64]) -> Vec<u64> {
        let free = samples.saturating_sub(MIN_SAMPLES * self.len() as u64) as f64;
        let (mut weight_so_far, mut given) = (0.0, 0);
        let sizes = weights.iter().map(|weight| {
            weight_so_far += weight;
            // All of them in the end, though the weights are rounded.
            let due = (weight_so_far * free).round() as u64;
            let size = MIN_SAMPLES + due.saturating_sub(given);
            given = due.max(given);
            size
        });
        sizes.collect()
    }

    /// How much of all samples each stratum is to have. The least error comes
    /// of sharing out by standard deviations (J. Neyman, 1934); but a few
    /// samples tell them badly, and means, to which they are about
    /// proportional, better: half by either.
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
            // No walk of the pilot came to the end.
            return vec![1.0 / self.len() as f64; self.len()];
        }
        weights.iter().map(|weight| weight / sum).collect()
    }

    /// Takes so many samples of each stratum; none if it was stopped. What comes
    /// of it does not depend on the threads.
    pub(super) fn sample(
        &self,
        phase: Phase,
        seed: u64,
        sizes: &[u64],
        threads: usize,
        stop: &Token,
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
        let next = AtomicUsize::new(0);
        let work = || {
            let mut counter = LeafParent::default();
            let mut done = Vec::new();
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(&(stratum, block, size)) = blocks.get(index) else {
                    return Some(done);
                };
                let mut random = stream(stratum, block);
                let mut moments = Moments::default();
                for _ in 0..size {
                    if stop.is_set() {
                        return None;
                    }
                    let start = &self.starts[stratum];
                    let sample = self
                        .shape
                        .sample(start, self.depth, &mut counter, &mut random);
                    moments.add(sample);
                }
                done.push((index, moments));
            }
        };
        let mut done = Vec::new();
        for found in crew::work_together(threads.min(blocks.len()), work)? {
            done.extend(found?);
        }
        // Sums of rounded numbers depend on their order.
        done.sort_unstable_by_key(|(index, _)| *index);
        let mut moments = vec![Moments::default(); self.len()];
        for (index, block) in &done {
            moments[blocks[*index].0].merge(block);
        }
        Some(moments)
    }

    /// The leaves of all strata, given the samples of each, two or more.
    pub(super) fn sum(&self, moments: &[Moments]) -> Sum {
        let plies = f64::from(self.depth - self.shape.exact);
        let [leaves, error, reach] =
            sum_of_means(moments).map(|value| value * self.shape.unit.powf(plies));
        Sum {
            leaves,
            error,
            reach,
        }
    }
}
