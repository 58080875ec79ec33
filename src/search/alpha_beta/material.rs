//! What a position is worth to the placeholder: its material, and nothing else.
//! A better evaluation takes the place of [`material`].

use crate::board::{PieceKind, Position};
use crate::movegen::{Move, MoveKind};

/// The value of a piece, in centipawns. A king has none, since it never leaves
/// the board.
fn worth(kind: PieceKind) -> i32 {
    match kind {
        PieceKind::Pawn => 100,
        PieceKind::Knight => 300,
        PieceKind::Bishop => 310,
        PieceKind::Rook => 500,
        PieceKind::Queen => 900,
        PieceKind::King => 0,
    }
}

/// The material balance for the side to move, in centipawns.
pub(super) fn material(position: &Position) -> i32 {
    let us = position.side_to_move();
    let values = position.pieces().map(|(_, piece)| {
        let value = worth(piece.kind);
        if piece.color == us { value } else { -value }
    });
    values.sum()
}

/// What a move wins at once, in centipawns, if nothing is captured back.
pub(super) fn gain(position: &Position, mv: Move) -> i32 {
    let captured = match mv.kind() {
        // The piece on the target is the own rook.
        MoveKind::Castle => None,
        MoveKind::EnPassant => Some(PieceKind::Pawn),
        _ => position.piece_on(mv.to()).map(|piece| piece.kind),
    };
    captured.map_or(0, worth) + mv.promotion().map_or(0, worth)
}
