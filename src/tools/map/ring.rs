//! One ring of a map: its arcs side by side, as columns of numbers.

use super::kinds::Kinds;
use crate::movegen::Move;

/// One ring of a map: all moves of one ply.
#[derive(Clone, Debug, Default)]
pub struct Ring {
    pub(super) moves: Vec<Move>,
    pub(super) kinds: Vec<Kinds>,
    /// The number of leaves before the end of each arc. Each arc starts where the one
    /// before it ends.
    pub(super) ends: Vec<u64>,
    pub(super) ended: usize,
}

impl Ring {
    pub(super) fn with_room(arcs: usize) -> Ring {
        Ring {
            moves: Vec::with_capacity(arcs),
            kinds: Vec::with_capacity(arcs),
            ends: Vec::with_capacity(arcs),
            ended: 0,
        }
    }

    /// The number of arcs.
    #[must_use]
    pub fn arcs(&self) -> usize {
        self.moves.len()
    }

    /// The number of moves that have no leaf below them, since they end the game.
    #[must_use]
    pub fn ended(&self) -> usize {
        self.ended
    }

    pub(super) fn start(&self, arc: usize) -> u64 {
        arc.checked_sub(1).map_or(0, |before| self.ends[before])
    }

    pub(super) fn leaves(&self, arc: usize) -> u64 {
        self.ends[arc] - self.start(arc)
    }

    /// The arc of a leaf.
    pub(super) fn arc_of(&self, leaf: u64) -> usize {
        self.ends.partition_point(|&end| end <= leaf)
    }
}
