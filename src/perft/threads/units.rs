//! The units of work of a count: the positions some plies below the root, each
//! as the moves that lead to it.

use crate::board::{Position, side_dispatch};
use crate::control::Token;
use crate::movegen::legal::generate_legal;
use crate::movegen::threats::Threats;
use crate::movegen::{Move, MoveList};
use crate::perft::root::Root;

/// Units of work, in the order of the root moves that they are below.
///
/// All of them are at the same depth. A line that ends before is no unit, since
/// it has no leaves.
pub(crate) struct Units {
    /// Plies from the root to each unit.
    plies: usize,
    /// The moves to all units, `plies` each.
    moves: Vec<Move>,
}

impl Units {
    /// Cuts a count, ply by ply, into at least `wanted` units, unless they would
    /// have less than `min_depth` plies or `stop` is set before.
    pub(in crate::perft) fn new(root: Root, wanted: usize, min_depth: u32, stop: &Token) -> Units {
        let mut units = Units {
            plies: 1,
            moves: root.moves.to_vec(),
        };
        let mut depth = root.depth - 1;
        while units.len() < wanted && depth > min_depth && !stop.is_set() {
            units = units.one_ply_deeper(root);
            depth -= 1;
        }
        units
    }

    fn one_ply_deeper(&self, root: Root) -> Units {
        let mut moves = Vec::new();
        for unit in 0..self.len() {
            let path = self.path(unit);
            let mut position = self.position(root.position, unit);
            for mv in legal_moves(&mut position) {
                moves.extend_from_slice(path);
                moves.push(mv);
            }
        }
        Units {
            plies: self.plies + 1,
            moves,
        }
    }

    /// The number of units.
    pub(crate) fn len(&self) -> usize {
        self.moves.len() / self.plies
    }

    /// The number of plies from the root to each unit, at least 1.
    pub(crate) fn plies(&self) -> usize {
        self.plies
    }

    /// The same for a position and a depth of at least 1.
    pub(crate) fn below(
        position: &Position,
        depth: u32,
        wanted: usize,
        min_depth: u32,
        stop: &Token,
    ) -> Units {
        let root = Root {
            position,
            moves: &position.legal_moves(),
            depth,
        };
        Units::new(root, wanted, min_depth, stop)
    }

    /// The position of a unit. `root` is that of all units.
    pub(crate) fn position(&self, root: &Position, unit: usize) -> Position {
        let mut position = root.clone();
        for &mv in self.path(unit) {
            let _ = position.make(mv);
        }
        position
    }

    /// The moves from the root to a unit.
    pub(super) fn path(&self, unit: usize) -> &[Move] {
        &self.moves[unit * self.plies..][..self.plies]
    }
}

/// The legal moves in any order.
fn legal_moves(position: &mut Position) -> MoveList {
    let mut moves = MoveList::new();
    side_dispatch!(position, Us => {
        let threats = Threats::to::<Us>(position);
        generate_legal::<Us>(position, &threats, &mut moves);
    });
    moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::perft::Method;

    /// Checks that the leaves below all units are those below the root.
    fn check(fen: &str, depth: u32, wanted: usize, min_depth: u32) -> Units {
        let position = &fen.parse::<Position>().unwrap();
        let moves = &position.legal_moves();
        let root = Root {
            position,
            moves,
            depth,
        };
        let units = Units::new(root, wanted, min_depth, &Token::never());
        let count = |position: &mut Position, depth| {
            let mut reference = Method::Reference.build(None);
            let count = reference.count(position, depth, &Token::never());
            count.unwrap_or_default()
        };
        let total: u128 = (0..units.len())
            .map(|unit| {
                let mut position = units.position(position, unit);
                count(&mut position, depth - units.plies() as u32)
            })
            .sum();
        assert_eq!(total, count(&mut position.clone(), depth), "{fen}");
        units
    }

    #[test]
    fn units_are_cut_until_there_are_enough() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        for (wanted, min_depth, expected) in [
            (1, 1, 20),
            (20, 1, 20),
            (21, 1, 400),
            (401, 1, 8_902),
            (401, 2, 400),
            (1_000_000, 3, 20),
        ] {
            let units = check(start, 4, wanted, min_depth);
            assert_eq!(units.len(), expected, "{wanted} of depth {min_depth}");
        }
    }

    #[test]
    fn one_root_move_is_cut_too() {
        // In check with one answer.
        let units = check("k7/8/8/8/8/5n2/6PP/r5BK w - - 0 1", 5, 100, 2);
        assert!(units.len() >= 100, "{} units", units.len());
    }

    #[test]
    fn lines_that_end_are_no_units() {
        // Queen and king against king: mates and stalemates at once.
        check("k7/8/1K6/8/8/8/8/6Q1 w - - 0 1", 4, 1_000, 1);
        // A mated root has no moves at all.
        let mated = "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1";
        assert_eq!(check(mated, 3, 10, 1).len(), 0);
    }
}
