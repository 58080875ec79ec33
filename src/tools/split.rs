//! The unique positions at some depth below a root, each with the number of paths
//! that lead to it. With them, several machines can share a large perft.

use crate::board::{PackedPosition, Position};
use crate::control::Token;
use crate::memory;
use crate::movegen::MoveKind;
use indexmap::IndexMap;
use std::fmt;

type Positions = IndexMap<PackedPosition, u128>;

/// The unique positions at one depth, each with the number of paths to it. They
/// are in the order in which a breadth-first walk first reaches them, so positions
/// that share their first moves stand together.
#[derive(Clone, Debug)]
pub struct Layer {
    /// Packed positions are unpacked with the castling setup of the root.
    root: Position,
    positions: Positions,
    paths: u128,
}

/// Why a split failed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SplitError {
    /// `stop` was set.
    Stopped {
        /// The number of plies that were complete.
        plies: u32,
    },
    /// The number of paths does not fit in 128 bits.
    TooManyPaths {
        /// The ply at which it does not.
        ply: u32,
    },
    /// There is no memory for more positions.
    Memory {
        /// The ply whose positions do not fit.
        ply: u32,
        /// How many of them fit.
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

/// The unique positions `plies` plies below `root`. With 0 plies, that is the root
/// alone.
///
/// Two positions are the same if their pieces, side to move, castling rights and
/// squares of legal en passant captures are the same. Clocks do not matter.
/// Positions are compared exactly, not by their hash keys. They are all in memory,
/// at about 75 bytes each: ply 6 of the start position has 9,417,681.
///
/// # Errors
///
/// If `stop` was set, or if there are too many positions or paths.
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

/// [`split`], where `has_memory_for` returns whether there is memory for a number
/// of further positions.
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
            for mv in position.legal_moves() {
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
    /// The number of positions.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.positions.len()
    }

    /// The number of paths to all positions, which is perft of the root.
    #[must_use]
    pub fn paths(&self) -> u128 {
        self.paths
    }

    /// The positions as FENs of six fields with clocks 0 and 1, each with its
    /// number of paths. A FEN names the en passant square only if a capture there
    /// is legal, so no two FENs are the same.
    ///
    /// ```
    /// use ox88::board::Position;
    /// use ox88::control::Token;
    /// use ox88::tools::split::split;
    ///
    /// let layer = split(&Position::start(), 0, &Token::never())?;
    /// let root = (Position::start().to_fen(), 1);
    /// assert_eq!(layer.iter().collect::<Vec<_>>(), [root]);
    /// # Ok::<(), ox88::tools::split::SplitError>(())
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = (String, u128)> + '_ {
        let root = &self.root;
        let positions = self.positions.iter();
        positions.map(move |(position, paths)| (position.unpack(root).to_fen(), *paths))
    }
}

/// Reserves memory for one more position. Returns an error if there is none.
fn grow(positions: &mut Positions, has_memory_for: impl Fn(usize) -> bool) -> Result<(), ()> {
    let len = positions.len();
    if len < positions.capacity() || len == 0 {
        return Ok(());
    }
    // The memory grows by doubling.
    match has_memory_for(len) {
        true => positions.try_reserve(len).map_err(|_| ()),
        false => Err(()),
    }
}

/// Adds paths to a position. Returns `None` if there are too many.
fn add(positions: &mut Positions, position: PackedPosition, paths: u128) -> Option<()> {
    let sum = positions.entry(position).or_insert(0);
    *sum = sum.checked_add(paths)?;
    Some(())
}

/// Returns whether the system has memory for this number of further positions.
fn has_memory_for(positions: usize) -> bool {
    // A position with its paths and its hash, and its entry in the index. While
    // the index grows, there is an old and a new one.
    const BYTES: usize = 48 + 3 * 9;
    let mebibytes = positions.saturating_mul(BYTES) >> 20;
    memory::available().is_none_or(|available| mebibytes < available)
}

fn pack(position: &mut Position) -> PackedPosition {
    let can_capture = position.en_passant().is_some() && can_capture_en_passant(position);
    PackedPosition::new(position, can_capture)
}

fn can_capture_en_passant(position: &mut Position) -> bool {
    let moves = position.pseudo_legal_moves().into_iter();
    let mut captures = moves.filter(|mv| mv.kind() == MoveKind::EnPassant);
    captures.any(|mv| position.is_legal_by_making(mv))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_that_do_not_fit_in_memory_are_an_error() {
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
