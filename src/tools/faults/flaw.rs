//! Where a fault can sit: each value is the place, with the function that takes
//! the place of the right one there.

use super::board::Board;
use super::node::{Castle, Node};
use crate::board::Move;
use crate::random::Random;

/// The broken part of a move generator.
#[derive(Clone, Copy)]
pub(super) enum Flaw {
    /// Takes over the state of the game from a FEN.
    Reads(fn(&mut Board)),
    /// Decides whether a pseudo-legal move, or castling with a right to it, is
    /// listed. The last argument says whether it is legal.
    Lists(fn(&Node, Move, bool) -> bool),
    /// Decides whether castling is listed.
    Castles(fn(&Node, Castle) -> bool),
    /// Changes the list of legal moves.
    Alters(fn(&Node, &mut Vec<Move>)),
    /// Spoils the board after a move was made on the one given first.
    Makes(fn(&Board, Move, &mut Board)),
    /// Ends the game here, and counts a leaf. The boards are those on the way from
    /// the root to here, and the number is that of the legal moves.
    Ends(fn(&[Board], &Node, usize) -> bool),
    /// Spoils the board after a move was taken back.
    Unmakes(fn(&Unmade, &mut Board)),
    /// Counts with a table, and computes the key after a move.
    Keys(fn(&Step) -> u64),
    /// Counts with a table, and says which depth an entry is stored for.
    Entries(fn(u32) -> u32),
    /// Counts as several threads do that disturb each other: the count of a move,
    /// after that of the move before it.
    Threads(fn(&mut Random, u128, u128) -> u128),
}

/// A move that was taken back.
pub(super) struct Unmade<'a> {
    /// The board before the move.
    pub(super) before: &'a Board,
    /// The board after it.
    pub(super) after: &'a Board,
    pub(super) mv: Move,
}

/// A move, and the keys of a table.
pub(super) struct Step<'a> {
    pub(super) before: &'a Board,
    /// The key of the board before the move.
    pub(super) key: u64,
    pub(super) mv: Move,
    pub(super) after: &'a Board,
}
