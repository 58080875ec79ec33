//! The rule behind a legal move that is not offered.

use super::{Diagnosis, Rule, attackers, diagnosis, is_pinned, kind_name, piece_name, piece_names};
use crate::board::{CastlingNotation, MoveKind, PieceKind, Position, Square, castling_targets};
use crate::game::Game;
use crate::movegen::Move;

/// Why `mv`, which is legal, may be missing together with the others.
pub(in crate::tools) fn missing(game: &Game, mv: Move, all_missing: &[Move]) -> Diagnosis {
    let position = game.position();
    let name = mv.uci(CastlingNotation::Standard);
    match mv.kind() {
        MoveKind::Castle => castling(position, mv),
        MoveKind::EnPassant => en_passant(game, mv),
        _ if mv.promotion().is_some() => promotion(position, mv, all_missing),
        _ if position.is_in_check() => evasion(position, mv),
        _ if is_pinned(position, mv.from()) => diagnosis(
            Rule::PinnedStays,
            format!(
                "{} is pinned, but {name} keeps the line closed",
                piece_name(position, mv.from())
            ),
        ),
        MoveKind::DoublePush => diagnosis(
            Rule::DoubleStepMissing,
            format!(
                "both squares before {} are empty",
                piece_name(position, mv.from())
            ),
        ),
        _ => plain(position, mv),
    }
}

fn castling(position: &Position, mv: Move) -> Diagnosis {
    let (king_to, rook_to) = castling_targets(mv.from(), mv.to());
    let them = position.side_to_move().opponent();
    let between = |a: Square, b: Square| {
        let files = a.file().min(b.file())..=a.file().max(b.file());
        files.map(move |file| Square::new(file, a.rank()))
    };
    let on_kings_path = |square: Square| between(mv.from(), king_to).any(|other| other == square);
    let attacked = between(mv.to(), rook_to)
        .filter(|&square| !on_kings_path(square))
        .find(|&square| !attackers(position, square, them).is_empty());
    match attacked {
        Some(square) => diagnosis(
            Rule::CastlingRookPath,
            format!("{square} is attacked, but the king does not cross it"),
        ),
        None => diagnosis(
            Rule::CastlingMissing,
            format!(
                "the king on {} and the rook on {} have the right, a free path, and no attack on \
                 it",
                mv.from(),
                mv.to()
            ),
        ),
    }
}

fn en_passant(game: &Game, mv: Move) -> Diagnosis {
    let position = game.position();
    let captured = Square::new(mv.to().file(), mv.from().rank());
    if position.is_in_check() {
        let rule = Rule::EnPassantEvasionMissing;
        return if position.checkers().any(|checker| checker == captured) {
            diagnosis(
                rule,
                format!(
                    "it captures {}, which gives check",
                    piece_name(position, captured)
                ),
            )
        } else {
            diagnosis(
                rule,
                format!("the pawn on {} closes the checking line", mv.to()),
            )
        };
    }
    let stepped = match game.moves().last() {
        Some(last) => format!("after {}", last.uci(CastlingNotation::Standard)),
        None => "by the FEN".to_owned(),
    };
    diagnosis(
        Rule::EnPassantMissing,
        format!("{stepped} the ep square is {}", mv.to()),
    )
}

fn promotion(position: &Position, mv: Move, all_missing: &[Move]) -> Diagnosis {
    let is_same = |other: &&Move| (other.from(), other.to()) == (mv.from(), mv.to());
    let of_four = all_missing.iter().filter(is_same).count();
    let pieces: Vec<&str> = all_missing
        .iter()
        .filter(is_same)
        .filter_map(|mv| mv.promotion())
        .map(kind_name)
        .collect();
    let step = match position.piece_on(mv.to()) {
        Some(_) => "capture",
        None => "step",
    };
    if of_four < 4 {
        diagnosis(
            Rule::PromotionPieceMissing,
            format!(
                "the {step} {}{} makes no {}",
                mv.from(),
                mv.to(),
                pieces.join(", ")
            ),
        )
    } else if position.is_in_check() {
        evasion(position, mv)
    } else {
        diagnosis(
            Rule::PromotionMissing,
            format!("the {step} {}{} is not there at all", mv.from(), mv.to()),
        )
    }
}

fn evasion(position: &Position, mv: Move) -> Diagnosis {
    let checkers: Vec<Square> = position.checkers().collect();
    let by = piece_names(position, &checkers);
    let name = mv.uci(CastlingNotation::Standard);
    if mv.from() == position.king_square(position.side_to_move()) {
        diagnosis(
            Rule::EvasionKingMissing,
            format!("{name} leaves the check by {by}"),
        )
    } else if checkers.contains(&mv.to()) {
        diagnosis(Rule::EvasionCaptureMissing, format!("{name} captures {by}"))
    } else {
        diagnosis(
            Rule::EvasionBlockMissing,
            format!("{name} closes the line of {by}"),
        )
    }
}

fn plain(position: &Position, mv: Move) -> Diagnosis {
    let piece = position.piece_on(mv.from());
    let kind = piece.map_or(PieceKind::Pawn, |piece| piece.kind);
    let captures = position.piece_on(mv.to()).is_some();
    let name = mv.uci(CastlingNotation::Standard);
    if kind == PieceKind::Pawn && captures {
        return diagnosis(
            Rule::PawnCaptureMissing,
            format!("{name} captures {}", piece_name(position, mv.to())),
        );
    }
    let of_piece = position
        .legal_moves()
        .iter()
        .filter(|other| other.from() == mv.from())
        .count();
    let action = if captures { "capture" } else { "move" };
    diagnosis(
        Rule::PlainMoveMissing,
        format!(
            "{name} is a {action} of the {}, which has {of_piece} in all",
            kind_name(kind)
        ),
    )
}
