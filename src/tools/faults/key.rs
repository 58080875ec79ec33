//! Hash keys for the table of a count: the sum of a random number for each fact.

use super::board::Board;
use crate::board::{Color, Piece, Square, Wing};
use crate::random::split_mix;

/// The right key of a board.
pub(super) fn of(board: &Board) -> u64 {
    pieces(board, |_| true) ^ side(board.us) ^ rights(board) ^ en_passant(board)
}

/// The share of the pieces that `counts` accepts.
pub(super) fn pieces(board: &Board, counts: impl Fn(Piece) -> bool) -> u64 {
    let pieces = board.pieces().filter(|&(_, found)| counts(found));
    pieces.fold(0, |key, (square, found)| key ^ piece(square, found))
}

/// The share of a piece.
pub(super) fn piece(square: Square, piece: Piece) -> u64 {
    number(square.index() * 16 + piece.kind as usize * 2 + piece.color.index())
}

/// The share of the side to move.
pub(super) fn side(us: Color) -> u64 {
    number(0x1000 + us.index())
}

/// The share of the castling rights.
pub(super) fn rights(board: &Board) -> u64 {
    let rights = [Color::White, Color::Black].map(|color| {
        let rights = Wing::BOTH.map(|wing| (board.right(color, wing), wing));
        let rights = rights.into_iter().filter(|(rook, _)| rook.is_some());
        rights.fold(0, |key, (_, wing)| {
            key ^ number(0x1100 + color.index() * 2 + wing as usize)
        })
    });
    rights[0] ^ rights[1]
}

/// The share of the en passant square.
pub(super) fn en_passant(board: &Board) -> u64 {
    let squares = board.en_passant.iter();
    squares.fold(0, |key, square| key ^ number(0x1200 + square.index()))
}

fn number(fact: usize) -> u64 {
    split_mix(fact as u64).1
}
