//! Pieces on an empty board and the slots that they get. Castling rights, the
//! en passant square and the key are left to the caller.

use super::Position;
use super::castling::{CastlingRights, CastlingSetup};
use super::piece::{Capability, Color, Piece, PieceKind, Slot};
use super::piece_list::PieceList;
use super::square::Square;

impl Position {
    /// The board with these pieces: one king and at most fifteen others a side.
    /// Slots are given out in the order of `pieces`. There are no castling
    /// rights and no en passant square, and the key is not set.
    pub(super) fn with_pieces(
        pieces: impl IntoIterator<Item = (Square, Piece)>,
        side_to_move: Color,
    ) -> Position {
        let mut position = empty(side_to_move);
        let mut next_number = [1; 2];
        for (square, piece) in pieces {
            let side = piece.color.index();
            let side_bit = [Slot::WHITE, Slot::BLACK][side];
            let capability = Capability::of(piece);
            let number = if piece.kind == PieceKind::King {
                0
            } else {
                next_number[side] += 1;
                next_number[side] - 1
            };
            let slot = Slot::new(side_bit, number);
            if number != 0 {
                position.piece_lists[side].add(slot, capability);
            }
            position.mailbox[square.index()] = slot;
            position.square_of[slot.index()] = square;
            position.capability_of[slot.index()] = capability;
        }
        position
    }
}

fn empty(side_to_move: Color) -> Position {
    let mut mailbox = [Slot::BORDER; 256];
    for square in Square::all() {
        mailbox[square.index()] = Slot::EMPTY;
    }
    Position {
        mailbox,
        square_of: [Square::NONE; 256],
        capability_of: [Capability::NONE; 256],
        piece_lists: [PieceList::default(); 2],
        base_key: 0,
        castling: CastlingRights::NONE,
        en_passant: Square::NONE,
        side_to_move,
        halfmove_clock: 0,
        fullmove_number: 1,
        castling_setup: CastlingSetup::new(),
    }
}
