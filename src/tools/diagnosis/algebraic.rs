//! The squares of an illegal move that is written in standard algebraic notation: those
//! that its author most likely means.

use crate::board::{Color, PieceKind, Position, Square};
use crate::movegen::SanText;

/// The ways to write the move in coordinates, the likeliest first. There is none if no
/// piece can be meant.
pub(super) fn coordinates(position: &Position, san: &SanText) -> Vec<String> {
    let moves = position.pseudo_legal_moves();
    let pseudo_legal = moves.iter().filter(|&&mv| san.may_mean(position, mv));
    let mut origins: Vec<Square> = pseudo_legal.map(|mv| mv.from()).collect();
    if san.piece == PieceKind::Pawn {
        origins.extend(pawn_origins(position, san));
    } else {
        let pieces = position.pieces().map(|(square, _)| square);
        origins.extend(pieces.filter(|&square| san.may_start_on(position, square)));
    }
    let promotion = san.promotion.map(PieceKind::letter);
    origins
        .into_iter()
        .map(|from| {
            let mut text = format!("{from}{}", san.to);
            text.extend(promotion);
            text
        })
        .collect()
}

/// The squares behind the target from which a pawn would make this move.
fn pawn_origins(position: &Position, san: &SanText) -> Vec<Square> {
    let file = san.file.unwrap_or(san.to.file());
    let steps: &[i32] = if file == san.to.file() { &[1, 2] } else { &[1] };
    let back = match position.side_to_move() {
        Color::White => -1,
        Color::Black => 1,
    };
    let squares = steps.iter().filter_map(|step| {
        let rank = i32::from(san.to.rank()) + back * step;
        let rank = u8::try_from(rank).ok().filter(|rank| *rank < 8)?;
        Some(Square::new(file, rank))
    });
    // A piece of the same side that is no pawn is not meant.
    let is_own = |square| {
        let piece = position.piece_on(square);
        piece.is_some_and(|piece| piece.color == position.side_to_move())
    };
    let squares = squares.filter(|&square| san.may_start_on(position, square) || !is_own(square));
    let (mut origins, others): (Vec<Square>, Vec<Square>) =
        squares.partition(|&square| san.may_start_on(position, square));
    origins.extend(others);
    origins.truncate(1);
    origins
}
