//! One sample: a random walk down the tree, and the exact count at its end.

use crate::board::{Position, Side, side_dispatch};
use crate::control::Token;
use crate::movegen::legal::generate_legal;
use crate::movegen::threats::Threats;
use crate::movegen::{Move, MoveList};
use crate::perft::{Method, PerftMethod};
use crate::random::Random;

/// To count this many leaves takes about as long as a few plies of a walk.
const CHEAP_LEAVES: u128 = 2_000;

/// The shape of all walks of an estimate.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    /// The number of plies at the end that are counted exactly, at least
    /// [`LEAST_EXACT`].
    pub(super) exact: u32,
    /// A power of two near the number of moves of a position. The unit of samples
    /// is this to the power of the random plies: without it, their squares would
    /// exceed the range of a floating-point number.
    pub(super) unit: f64,
}

/// The fastest method counts two plies in the time of one.
pub(super) const LEAST_EXACT: u32 = 2;

/// Enough where there are hardly any moves.
const MOST_EXACT: u32 = 8;

impl Shape {
    /// A shape that suits the first plies of the tree below `root`. No sample may
    /// decide it, or the estimate would be biased.
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

    /// An estimate, in units, of the number of leaves `depth` plies (at least the
    /// exact ones) below `start`: the product of the numbers of moves on a random
    /// path, times the leaves below its end. A line that ends early has none.
    ///
    /// Its expectation is the number of leaves: the probability of a path is one
    /// over that product, and its weight is the product (D. E. Knuth, "Estimating the Efficiency of Backtrack Programs",
    /// 1975).
    pub(super) fn sample(
        self,
        start: &Position,
        depth: u32,
        method: &mut dyn PerftMethod,
        random: &mut Random,
    ) -> f64 {
        let mut position = start.clone();
        let mut weight = 1.0;
        for _ in self.exact..depth {
            let moves = side_dispatch!(position, Us => step::<Us>(&mut position, random));
            if moves == 0 {
                return 0.0;
            }
            weight *= moves as f64 / self.unit;
        }
        weight * leaves(&mut position, self.exact, method) as f64
    }
}

/// Makes one of the moves of `Us`, if there is one, and returns their number.
fn step<Us: Side>(position: &mut Position, random: &mut Random) -> usize {
    let mut moves = MoveList::new();
    let threats = Threats::to::<Us>(position);
    generate_legal::<Us>(position, &threats, &mut moves);
    if !moves.is_empty() {
        let mv: Move = moves[random.below(moves.len())];
        // The position is thrown away with its stale key.
        let _ = position.make_unkeyed::<Us>(mv);
    }
    moves.len()
}

fn leaves(position: &mut Position, depth: u32, method: &mut dyn PerftMethod) -> u128 {
    let count = method.count(position, depth, &Token::never());
    count.unwrap_or_default()
}
