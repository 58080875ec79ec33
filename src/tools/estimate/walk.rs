//! One sample: a random walk down the tree, and an exact count at its end.

use crate::board::{Position, Side, side_dispatch};
use crate::control::Token;
use crate::movegen::legal::generate_legal;
use crate::movegen::threats::Threats;
use crate::movegen::{Move, MoveList};
use crate::perft::{Method, PerftMethod};
use crate::random::Random;

/// Counting this number of leaves takes about as long as a few plies of a walk.
const CHEAP_LEAVES: u128 = 2_000;

/// The most leaves at the end of a walk, roughly. In a position with few moves, the walk
/// may promote some pawns, and eight plies then have billions of leaves.
const MOST_LEAVES: u128 = 1 << 20;

/// The shape of all walks of an estimate.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    /// The number of plies at the end of a walk that are counted exactly,
    /// [`LEAST_EXACT`] to [`MOST_EXACT`].
    pub(super) exact: u32,
    /// A power of two near the number of moves of a position. Samples are divided
    /// by this number for each random ply, or their squares would exceed the range
    /// of a floating-point number.
    pub(super) unit: f64,
}

/// The least number of exact plies. The fastest method counts two plies in the time
/// of one.
pub(super) const LEAST_EXACT: u32 = 2;

/// The greatest number of exact plies, for positions with very few moves.
const MOST_EXACT: u32 = 8;

impl Shape {
    /// A shape that suits the first plies of the tree below `root`. It must not
    /// depend on samples, or the estimate would be biased.
    pub(super) fn new(root: &Position) -> Shape {
        let mut root = root.clone();
        let mut method = Method::LeafParent.build(None);
        let mut leaves = |depth| leaves(&mut root, depth, &mut *method);
        let mut exact = LEAST_EXACT;
        while exact < MOST_EXACT && leaves(exact + 1) <= CHEAP_LEAVES {
            exact += 1;
        }
        let two_plies = leaves(2).max(1);
        Shape {
            exact,
            unit: f64::from(two_plies.ilog2() / 2).exp2(),
        }
    }

    /// An estimate of the number of leaves `depth` plies (at least
    /// [`Shape::exact`]) below `start`, divided by [`Shape::unit`] for each random
    /// ply. It is the product of the numbers of moves on a random path, times the
    /// number of leaves below the end of the path, and 0 if the path ends early. Returns
    /// `None` if the sample was stopped.
    ///
    /// The path goes on where the exact plies would have too many leaves. That depends
    /// on its last position alone, so the expectation stays the same.
    ///
    /// Its expectation is the number of leaves, since the probability of a path is
    /// the inverse of that product (D. E. Knuth, "Estimating the Efficiency of
    /// Backtrack Programs", 1975).
    pub(super) fn sample(
        self,
        start: &Position,
        depth: u32,
        method: &mut dyn PerftMethod,
        random: &mut Random,
        stop: &Token,
    ) -> Option<f64> {
        let mut position = start.clone();
        let mut weight = 1.0;
        for _ in self.exact..depth {
            let moves = side_dispatch!(position, Us => step::<Us>(&mut position, random));
            if moves == 0 {
                return Some(0.0);
            }
            weight *= moves as f64 / self.unit;
        }
        let mut exact = self.exact;
        while exact > LEAST_EXACT && is_large(&position, exact) {
            weight *= side_dispatch!(position, Us => step::<Us>(&mut position, random)) as f64;
            exact -= 1;
        }
        let leaves = method.count(&mut position, exact, stop)?;
        Some(weight * leaves as f64)
    }
}

/// Returns whether a position has more than [`MOST_LEAVES`], to judge by its moves.
fn is_large(position: &Position, depth: u32) -> bool {
    let moves = position.legal_moves().len() as u128;
    moves.saturating_pow(depth) > MOST_LEAVES
}

/// Makes a random move of `Us`, if there is one, and returns the number of moves.
fn step<Us: Side>(position: &mut Position, random: &mut Random) -> usize {
    let mut moves = MoveList::new();
    let threats = Threats::to::<Us>(position);
    generate_legal::<Us>(position, &threats, &mut moves);
    if !moves.is_empty() {
        let mv: Move = moves[random.below(moves.len())];
        // The key is stale from here on, but the walk never uses it.
        let _ = position.make_unkeyed::<Us>(mv);
    }
    moves.len()
}

fn leaves(position: &mut Position, depth: u32, method: &mut dyn PerftMethod) -> u128 {
    let count = method.count(position, depth, &Token::never());
    count.unwrap_or_default()
}
