//! The rule behind a legal move that another generator lacks.

use super::{
    Diagnosis, Rule, attackers, diagnosis, is_pinned, kind_name, name, piece_name, piece_names,
    squares_between,
};
use crate::board::{MoveKind, PieceKind, Position, Square, castling_targets};
use crate::game::Game;
use crate::movegen::Move;

/// Why `mv`, which is legal, is missing. `all_missing` are all missing moves of
/// the position.
pub(in crate::tools) fn missing(game: &Game, mv: Move, all_missing: &[Move]) -> Diagnosis {
    let position = game.position();
    let (rule, reason) = match mv.kind() {
        MoveKind::Castle => castling(position, mv),
        MoveKind::EnPassant => en_passant(game, mv),
        _ if mv.promotion().is_some() => promotion(position, mv, all_missing),
        _ if position.is_in_check() => evasion(position, mv),
        kind => {
            let piece = piece_name(position, mv.from());
            if is_pinned(position, mv.from()) {
                let reason = format!("{piece} is pinned, but {} keeps the line closed", name(mv));
                (Rule::PinnedStays, reason)
            } else if kind == MoveKind::DoublePush {
                let reason = format!("both squares before {piece} are empty");
                (Rule::DoubleStepMissing, reason)
            } else {
                plain(position, mv)
            }
        }
    };
    diagnosis(rule, reason)
}

fn castling(position: &Position, mv: Move) -> (Rule, String) {
    let (king, rook) = (mv.from(), mv.to());
    let (king_to, rook_to) = castling_targets(king, rook);
    let them = position.side_to_move().opponent();
    let attacked = squares_between(rook, rook_to)
        .filter(|square| squares_between(king, king_to).all(|other| other != *square))
        .find(|&square| !attackers(position, square, them).is_empty());
    if let Some(square) = attacked {
        let reason = format!("{square} is attacked, but the king does not cross it");
        return (Rule::CastlingRookPath, reason);
    }
    let has = "have the right, a free path, and no attack on it";
    let reason = format!("the king on {king} and the rook on {rook} {has}");
    (Rule::CastlingMissing, reason)
}

fn en_passant(game: &Game, mv: Move) -> (Rule, String) {
    let (position, to) = (game.position(), mv.to());
    if position.is_in_check() {
        let captured = Square::new(to.file(), mv.from().rank());
        let reason = if position.checkers().any(|checker| checker == captured) {
            let pawn = piece_name(position, captured);
            format!("it captures {pawn}, which gives check")
        } else {
            format!("the pawn on {to} closes the checking line")
        };
        return (Rule::EnPassantEvasionMissing, reason);
    }
    let since = match game.moves().last() {
        Some(&last) => format!("after {}", name(last)),
        None => "by the FEN".to_owned(),
    };
    let reason = format!("{since} the ep square is {to}");
    (Rule::EnPassantMissing, reason)
}

fn promotion(position: &Position, mv: Move, all_missing: &[Move]) -> (Rule, String) {
    let (from, to) = (mv.from(), mv.to());
    let same = all_missing
        .iter()
        .filter(|other| (other.from(), other.to()) == (from, to));
    let pieces: Vec<&str> = same
        .filter_map(|mv| mv.promotion())
        .map(kind_name)
        .collect();
    let step = match position.piece_on(to) {
        Some(_) => "capture",
        None => "step",
    };
    if pieces.len() < 4 {
        let reason = format!("the {step} {from}{to} makes no {}", pieces.join(", "));
        (Rule::PromotionPieceMissing, reason)
    } else if position.is_in_check() {
        evasion(position, mv)
    } else {
        let reason = format!("the {step} {from}{to} is missing");
        (Rule::PromotionMissing, reason)
    }
}

fn evasion(position: &Position, mv: Move) -> (Rule, String) {
    let checkers: Vec<Square> = position.checkers().collect();
    let by = piece_names(position, &checkers);
    let (rule, evades) = if mv.from() == position.king_square(position.side_to_move()) {
        (Rule::EvasionKingMissing, "leaves the check by")
    } else if checkers.contains(&mv.to()) {
        (Rule::EvasionCaptureMissing, "captures")
    } else {
        (Rule::EvasionBlockMissing, "closes the line of")
    };
    (rule, format!("{} {evades} {by}", name(mv)))
}

fn plain(position: &Position, mv: Move) -> (Rule, String) {
    let piece = position.piece_on(mv.from());
    let kind = piece.map_or(PieceKind::Pawn, |piece| piece.kind);
    let is_capture = position.piece_on(mv.to()).is_some();
    let name = name(mv);
    if kind == PieceKind::Pawn && is_capture {
        let captured = piece_name(position, mv.to());
        return (
            Rule::PawnCaptureMissing,
            format!("{name} captures {captured}"),
        );
    }
    let moves = position.legal_moves();
    let of_piece = moves.iter().filter(|other| other.from() == mv.from());
    let action = if is_capture { "capture" } else { "move" };
    let reason = format!(
        "{name} is a {action} of the {}, which has {} in all",
        kind_name(kind),
        of_piece.count()
    );
    (Rule::PlainMoveMissing, reason)
}
