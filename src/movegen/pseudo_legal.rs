//! The pseudo-legal generator: all moves by the rules of how pieces move. A
//! move may leave its own king attacked.

use super::{Move, MoveKind, MoveList};
use crate::board::{
    Capability, Offset, Position, Side, Square, Wing, castling_targets, side_dispatch,
};

impl Position {
    /// The pseudo-legal moves of the side to move: all moves by the rules of how
    /// pieces move, also those that leave their own king attacked. Castling is
    /// generated only if the king neither stands on nor crosses an attacked
    /// square.
    ///
    /// ```
    /// use ox88::board::Position;
    ///
    /// assert_eq!(Position::start().pseudo_legal_moves().len(), 20);
    /// ```
    #[must_use]
    pub fn pseudo_legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        side_dispatch!(self, Us => pseudo_legal_moves::<Us>(self, &mut moves));
        moves
    }
}

/// Appends the pseudo-legal moves of `Us`, the side to move, to `moves`.
#[inline(always)]
pub(crate) fn pseudo_legal_moves<Us: Side>(position: &Position, moves: &mut MoveList) {
    let list = position.piece_list::<Us>();
    for pawn in list.pawns::<Us>() {
        pawn_moves::<Us>(position, position.square_of(pawn), moves);
    }
    for pawn in list.pawns::<Us>() {
        double_push::<Us>(position, position.square_of(pawn), moves);
    }
    for knight in list.knights::<Us>() {
        steps::<Us>(position, position.square_of(knight), &Offset::KNIGHT, moves);
    }
    for slider in list.sliders::<Us>() {
        let from = position.square_of(slider);
        let capability = position.capability_of(slider);
        if capability.meets(Capability::BISHOP) {
            rays::<Us>(position, from, &Offset::DIAGONAL, moves);
        }
        if capability.meets(Capability::ROOK) {
            rays::<Us>(position, from, &Offset::ORTHOGONAL, moves);
        }
    }
    let king = position.square_of(Us::KING);
    steps::<Us>(position, king, &Offset::KING, moves);
    if position.castling().has_any(Us::COLOR) {
        castling_moves::<Us>(position, king, moves);
    }
}

#[inline(always)]
fn pawn_moves<Us: Side>(position: &Position, from: Square, moves: &mut MoveList) {
    let ahead = from + Us::FORWARD;
    if position.slot(ahead).is_empty() {
        pawn_move::<Us>(from, ahead, moves);
    }
    for capture in Us::PAWN_CAPTURES {
        let to = from + capture;
        if position.slot(to).has(Us::Opponent::BIT) {
            pawn_move::<Us>(from, to, moves);
        } else if to == position.en_passant_square() {
            moves.push(Move::new(from, to, MoveKind::EnPassant));
        }
    }
}

#[inline(always)]
fn double_push<Us: Side>(position: &Position, from: Square, moves: &mut MoveList) {
    let ahead = from + Us::FORWARD;
    let to = ahead + Us::FORWARD;
    if from.rank() == Us::PAWN_RANK
        && position.slot(ahead).is_empty()
        && position.slot(to).is_empty()
    {
        moves.push(Move::new(from, to, MoveKind::DoublePush));
    }
}

#[inline(always)]
fn pawn_move<Us: Side>(from: Square, to: Square, moves: &mut MoveList) {
    if from.rank() == Us::SEVENTH_RANK {
        for promotion in MoveKind::PROMOTIONS {
            moves.push(Move::new(from, to, promotion));
        }
    } else {
        moves.push(Move::new(from, to, MoveKind::Normal));
    }
}

#[inline(always)]
fn steps<Us: Side>(position: &Position, from: Square, steps: &[Offset; 8], moves: &mut MoveList) {
    for &step in steps {
        let to = from + step;
        if !position.slot(to).has(Us::BLOCKERS) {
            moves.push(Move::new(from, to, MoveKind::Normal));
        }
    }
}

#[inline(always)]
fn rays<Us: Side>(position: &Position, from: Square, steps: &[Offset; 4], moves: &mut MoveList) {
    for &step in steps {
        let mut to = from + step;
        while position.slot(to).is_empty() {
            moves.push(Move::new(from, to, MoveKind::Normal));
            to = to + step;
        }
        if position.slot(to).has(Us::Opponent::BIT) {
            moves.push(Move::new(from, to, MoveKind::Normal));
        }
    }
}

/// Castling needs an empty path for king and rook, each other excepted, and a
/// king that neither stands on nor crosses an attacked square. The target of the
/// king is not tested here: in Chess960 the rook may have been its shield, which
/// shows only after the move.
pub(super) fn castling_moves<Us: Side>(position: &Position, king: Square, moves: &mut MoveList) {
    for wing in Wing::BOTH {
        let Some(rook) = position.castling_rook(Us::COLOR, wing) else {
            continue;
        };
        let (king_to, rook_to) = castling_targets(king, rook);
        let is_free =
            |square: Square| square == king || square == rook || position.slot(square).is_empty();
        if between(king, king_to).all(is_free)
            && between(rook, rook_to).all(is_free)
            && !between(king, king_to)
                .filter(|&square| square == king || square != king_to)
                .any(|square| position.is_attacked_by::<Us::Opponent>(square))
        {
            moves.push(Move::new(king, rook, MoveKind::Castle));
        }
    }
}

/// The squares of one rank from `start` to `end`, both included.
fn between(start: Square, end: Square) -> impl Iterator<Item = Square> {
    let files = start.file().min(end.file())..=start.file().max(end.file());
    files.map(move |file| Square::at(file, start.rank()))
}
