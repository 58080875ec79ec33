//! The evaluation of the placeholder: the material balance. To try a better
//! evaluation, replace [`material`].

use crate::board::{PieceKind, Position};
use crate::movegen::Move;

/// The value of a piece, in centipawns. Kings are never captured, so they need no
/// value.
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

/// The material that a move wins before the opponent replies, in centipawns.
pub(super) fn gain(position: &Position, mv: Move) -> i32 {
    let captured = position.captured(mv);
    captured.map_or(0, worth) + mv.promotion().map_or(0, worth)
}
