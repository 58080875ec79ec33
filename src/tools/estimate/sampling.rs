//! Strata: the positions some plies below the root, each sampled by itself, on
//! any number of threads. The differences between strata add nothing to the
//! error.

use super::moments::{Moments, sum_of_means};
use super::walk::Shape;
use crate::board::Position;
use crate::control::Token;
use crate::movegen::Move;
use crate::perft::Method;
use crate::random::Random;
use crate::threads::{numbers_below, share_work};

/// The greatest number of strata.
const MAX_STRATA: u64 = 4_096;

/// The number of samples for which there is one stratum.
const SAMPLES_PER_STRATUM: u64 = 50;

/// The least number of samples of a stratum in a round: one sample has no spread.
const MIN_SAMPLES: u64 = 2;

/// The number of samples in a work unit.
const BLOCK: u64 = 256;

/// A phase of an estimate. Each has random numbers of its own.
#[derive(Clone, Copy, Debug)]
pub(super) enum Phase {
    /// The samples that only decide how the others are shared among strata.
    Pilot,
    /// The samples of this round.
    Round(u64),
}

/// The parts of a tree that are sampled each by itself.
#[derive(Debug)]
pub(super) struct Strata {
    starts: Vec<Position>,
    /// The number of plies from each start to the leaves, at least
    /// [`Shape::exact`].
    depth: u32,
    shape: Shape,
}

/// A sum of the leaves of all strata.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Sum {
    pub(super) leaves: f64,
    pub(super) error: f64,
    /// The half-width of the 95 % interval.
    pub(super) reach: f64,
}

impl Strata {
    /// Cuts the tree of `depth` plies below `root`, ply by ply, into as many strata
    /// as this number of samples is enough for.
    pub(super) fn new(root: &Position, depth: u32, shape: Shape, samples: u64) -> Strata {
        let most = (samples / SAMPLES_PER_STRATUM).min(MAX_STRATA);
        let mut strata = Strata {
            starts: vec![root.clone()],
            depth,
            shape,
        };
        while strata.depth > shape.exact {
            let moves: Vec<_> = strata.starts.iter().map(Position::legal_moves).collect();
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

    /// The number of samples of each stratum if it is the same for all, of
    /// `samples` in all, roughly.
    pub(super) fn equal_sizes(&self, samples: u64) -> Vec<u64> {
        let each = (samples / self.len() as u64).max(MIN_SAMPLES);
        vec![each; self.len()]
    }

    /// The number of samples of each stratum, of `samples` in all, by weights
    /// whose sum is 1.
    pub(super) fn sizes(&self, samples: u64, weights: &[f64]) -> Vec<u64> {
        let free = samples.saturating_sub(MIN_SAMPLES * self.len() as u64) as f64;
        let (mut weight_so_far, mut given) = (0.0, 0);
        let sizes = weights.iter().map(|weight| {
            weight_so_far += weight;
            // Rounding the running sum gives out all of them in the end.
            let due = (weight_so_far * free).round() as u64;
            let size = MIN_SAMPLES + due.saturating_sub(given);
            given = due.max(given);
            size
        });
        sizes.collect()
    }

    /// The part of the samples that each stratum gets. Parts in proportion to the
    /// standard deviations give the least error (J. Neyman, 1934). A few samples
    /// determine these badly, but the means, to which they are roughly
    /// proportional, well. So each decides half.
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

    /// Takes these numbers of samples of the strata; `None` if it was stopped.
    /// The result does not depend on the number of threads.
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
        let new_worker = || {
            let mut method = Method::LeafParent.build(None);
            let blocks = &blocks;
            move |index: usize| {
                let (stratum, block, size) = blocks[index];
                let mut random = stream(stratum, block);
                let mut moments = Moments::default();
                for _ in 0..size {
                    if stop.is_set() {
                        return None;
                    }
                    let start = &self.starts[stratum];
                    let sample = self
                        .shape
                        .sample(start, self.depth, &mut *method, &mut random);
                    moments.add(sample);
                }
                Some((index, moments))
            }
        };
        let mut done = Vec::with_capacity(blocks.len());
        let shared = share_work(
            threads.min(blocks.len()),
            numbers_below(blocks.len()),
            new_worker,
            |found| done.push(found),
        );
        if !shared.is_complete {
            return None;
        }
        // The rounding of a sum depends on the order of its terms.
        done.sort_unstable_by_key(|(index, _)| *index);
        let mut moments = vec![Moments::default(); self.len()];
        for (index, block) in &done {
            moments[blocks[*index].0].merge(block);
        }
        Some(moments)
    }

    /// The number of leaves of all strata, given two samples or more of each.
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
