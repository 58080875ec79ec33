//! One sample: a random walk down the tree, and the exact count at its end.

use crate::board::{Black, Color, Position, Side, White};
use crate::control::Token;
use crate::movegen::strictly_legal::legal_moves;
use crate::movegen::threats::Threats;
use crate::movegen::{Move, MoveList};
use crate::perft::{Counter, LeafParent};
use crate::random::Random;

/// A count of this many leaves costs about as much as a few plies of a walk.
const CHEAP_LEAVES: u128 = 2_000;

/// The shape of all walks of an estimate.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    /// Plies at the end that are counted exactly, at least [`LEAST_EXACT`].
    pub(super) exact: u32,
    /// The greatest power of two that is no more than the moves of a position,
    /// roughly. Samples are told in units of it to the power of the random
    /// plies, since their squares would be beyond all numbers.
    pub(super) unit: f64,
}

/// Two plies at once are what the fastest method counts at the price of one.
pub(super) const LEAST_EXACT: u32 = 2;

/// Where nearly nothing can move, as many are enough.
const MOST_EXACT: u32 = 8;

impl Shape {
    /// What suits the tree below `root`, as far as its first plies tell. No
    /// sample has a say in it, or the estimate would be biased.
    pub(super) fn new(root: &Position) -> Shape {
        let mut root = root.clone();
        let mut counter = LeafParent::default();
        let mut leaves = |depth| leaves(&mut root, depth, &mut counter);
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

    /// An estimate, in units, of the leaves `depth` plies below `start` (at
    /// least the exact ones): the product of the numbers of moves on a random
    /// path, times the leaves below its end. A line that ends before has none.
    ///
    /// Its expectation is the number of leaves: a path is taken with one over
    /// that product as its probability, and counts with the product as its
    /// weight (D. E. Knuth, "Estimating the Efficiency of Backtrack Programs",
    /// 1975).
    pub(super) fn sample(
        self,
        start: &Position,
        depth: u32,
        counter: &mut LeafParent,
        random: &mut Random,
    ) -> f64 {
        let mut position = start.clone();
        let mut weight = 1.0;
        for _ in self.exact..depth {
            let moves = match position.side_to_move() {
                Color::White => step::<White>(&mut position, random),
                Color::Black => step::<Black>(&mut position, random),
            };
            if moves == 0 {
                return 0.0;
            }
            weight *= moves as f64 / self.unit;
        }
        weight * leaves(&mut position, self.exact, counter) as f64
    }
}

/// Plays one of the moves of `Us` and says of how many; none if there is none.
fn step<Us: Side>(position: &mut Position, random: &mut Random) -> usize {
    let mut moves = MoveList::new();
    let threats = Threats::to::<Us>(position);
    legal_moves::<Us>(position, &threats, &mut moves);
    if !moves.is_empty() {
        let mv: Move = moves[random.below(moves.len())];
        let _ = position.make_as::<Us, false>(mv);
    }
    moves.len()
}

fn leaves(position: &mut Position, depth: u32, counter: &mut LeafParent) -> u128 {
    let count = counter.count(position, depth, &Token::never());
    count.unwrap_or_default()
}
