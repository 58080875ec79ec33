//! A board with men on it: the slots that they get, and nothing else settled.

use super::Position;
use super::castling::{CastlingRights, CastlingSetup};
use super::men::Men;
use super::piece::{Capability, Color, Piece, PieceKind, Slot};
use super::square::Square;

impl Position {
    /// The board with these men on it: one king a side, at most fifteen others.
    /// Slots are given out in their order. Nobody may castle, nothing can be
    /// captured en passant, and the key is left to the caller.
    pub(super) fn with_men(
        men: impl IntoIterator<Item = (Square, Piece)>,
        side_to_move: Color,
    ) -> Position {
        let mut position = empty(side_to_move);
        let mut next_number = [1; 2];
        for (square, piece) in men {
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
                position.men[side].add(slot, capability);
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
        men: [Men::default(); 2],
        base_key: 0,
        castling: CastlingRights::NONE,
        en_passant: Square::NONE,
        side_to_move,
        halfmove_clock: 0,
        fullmove_number: 1,
        castling_setup: CastlingSetup::new(),
    }
}
