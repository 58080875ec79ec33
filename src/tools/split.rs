//! The unique positions some plies below a root, each with the number of ways
//! in which it is reached: what a perft too large for one machine is shared out
//! by. What is done with them is not known here.

use crate::board::{PackedPosition, Position};
use crate::control::Token;
use crate::memory;
use crate::movegen::{self, MoveKind, MoveList};
use indexmap::IndexMap;
use std::fmt;

type Positions = IndexMap<PackedPosition, u128>;

/// Unique positions with the number of paths that lead to each, in the order in
/// which a walk in the generator's order first meets them: so that positions
/// with a past in common, which are alike, are neighbours.
#[derive(Clone, Debug)]
pub struct Layer {
    /// Any position of the game.
    root: Position,
    positions: Positions,
    /// The paths to all of them.
    paths: u128,
}

/// Why there is no layer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SplitError {
    /// `stop` was given.
    Stopped {
        /// Plies that were complete.
        plies: u32,
    },
    /// There are more paths than 128 bits count.
    TooManyPaths {
        /// The first ply with as many.
        ply: u32,
    },
    /// The machine has no memory for more positions.
    Memory {
        /// The ply that does not fit.
        ply: u32,
        /// How many of its positions do.
        positions: usize,
    },
}

impl fmt::Display for SplitError {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        match self {
            SplitError::Stopped { plies } => write!(formatter, "stopped after {plies} plies"),
            SplitError::TooManyPaths { ply } => {
                write!(formatter, "more paths than 128 bits hold at ply {ply}")
            }
            SplitError::Memory { ply, positions } => {
                write!(
                    formatter,
                    "no memory for more than {positions} positions of ply {ply}"
                )
            }
        }
    }
}

impl std::error::Error for SplitError {}

/// The unique positions `plies` plies below `root`.
///
/// Two are the same if men, side to move and castling rights agree, and the
/// squares on which a pawn may legally be captured en passant; clocks do not
/// count. They are compared as they are, not by their hash keys.
///
/// # Errors
///
/// If `stop` was given, or there are too many positions or paths.
///
/// ```
/// use ox88::board::Position;
/// use ox88::control::Token;
/// use ox88::tools::split::split;
///
/// let layer = split(&Position::start(), 3, &Token::never())?;
/// assert_eq!((layer.positions(), layer.paths()), (5362, 8902));
/// # Ok::<(), ox88::tools::split::SplitError>(())
/// ```
pub fn split(root: &Position, plies: u32, stop: &Token) -> Result<Layer, SplitError> {
    split_within(root, plies, stop, has_memory_for)
}

/// [`split`], where `has_memory_for` says whether there is memory for so many
/// more positions.
fn split_within(
    root: &Position,
    plies: u32,
    stop: &Token,
    has_memory_for: impl Fn(usize) -> bool,
) -> Result<Layer, SplitError> {
    let mut positions = Positions::from([(pack(&mut root.clone()), 1)]);
    for ply in 1..=plies {
        let mut next = Positions::new();
        for (position, paths) in &positions {
            if stop.is_set() {
                return Err(SplitError::Stopped { plies: ply - 1 });
            }
            let mut position = position.unpack(root);
            for mv in movegen::legal(&position) {
                let undo = position.make(mv);
                let packed = pack(&mut position);
                grow(&mut next, &has_memory_for).map_err(|()| SplitError::Memory {
                    ply,
                    positions: next.len(),
                })?;
                add(&mut next, packed, *paths).ok_or(SplitError::TooManyPaths { ply })?;
                position.unmake(mv, &undo);
            }
        }
        positions = next;
    }
    let mut paths = positions.values();
    let paths = paths.try_fold(0, |sum: u128, paths| sum.checked_add(*paths));
    Ok(Layer {
        root: root.clone(),
        positions,
        paths: paths.ok_or(SplitError::TooManyPaths { ply: plies })?,
    })
}

impl Layer {
    /// How many positions there are.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.positions.len()
    }

    /// How many paths lead to all of them: perft.
    #[must_use]
    pub fn paths(&self) -> u128 {
        self.paths
    }

    /// The positions as FENs of six fields with clocks 0 and 1, each with its
    /// paths. The ep square is named only where a pawn may legally capture, so
    /// that no two FENs are the same.
    pub fn iter(&self) -> impl Iterator<Item = (String, u128)> + '_ {
        let root = &self.root;
        let positions = self.positions.iter();
        positions.map(move |(position, paths)| (position.unpack(root).to_fen(), *paths))
    }
}

/// Makes room for one more position; an error if there is no memory.
fn grow(positions: &mut Positions, has_memory_for: impl Fn(usize) -> bool) -> Result<(), ()> {
    let len = positions.len();
    if len < positions.capacity() || len == 0 {
        return Ok(());
    }
    // Memory is doubled at a time.
    match has_memory_for(len) {
        true => positions.try_reserve(len).map_err(|_| ()),
        false => Err(()),
    }
}

/// Adds paths to a position; none if they are too many.
fn add(positions: &mut Positions, position: PackedPosition, paths: u128) -> Option<()> {
    let sum = positions.entry(position).or_insert(0);
    *sum = sum.checked_add(paths)?;
    Some(())
}

/// Whether the system has memory for so many more positions.
fn has_memory_for(positions: usize) -> bool {
    // A position, its paths and its hash; and its place in the index, old and
    // new while it grows.
    const BYTES: usize = 48 + 3 * 9;
    let mebibytes = positions.saturating_mul(BYTES) >> 20;
    memory::available().is_none_or(|available| mebibytes < available)
}

fn pack(position: &mut Position) -> PackedPosition {
    let can_capture = position.en_passant().is_some() && can_capture_en_passant(position);
    PackedPosition::new(position, can_capture)
}

fn can_capture_en_passant(position: &mut Position) -> bool {
    let mut moves = MoveList::new();
    movegen::pseudo_legal(position, &mut moves);
    let mut captures = moves
        .into_iter()
        .filter(|mv| mv.kind() == MoveKind::EnPassant);
    captures.any(|mv| movegen::is_legal(position, mv))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_in_memory_is_an_error() {
        let start = &Position::start();
        let stop = &Token::never();
        let is_small = |positions| positions < 1_000;
        let error = split_within(start, 3, stop, is_small).map(|layer| layer.positions());
        match error {
            Err(SplitError::Memory { ply: 3, positions }) => assert!(positions >= 1_000),
            other => panic!("{other:?}"),
        }
        let layer = split_within(start, 2, stop, is_small).map(|layer| layer.positions());
        assert_eq!(layer, Ok(400));
    }
}
