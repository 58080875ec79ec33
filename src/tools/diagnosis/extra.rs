//! The rule behind a move that is offered and is not legal.

use super::{
    Diagnosis, Rule, attackers, diagnosis, is_pinned, kind_name, own, piece_name, piece_names,
};
use crate::board::{
    CastlingNotation, Color, MoveKind, Offset, PieceKind, Position, Square, Wing, castling_targets,
    parts_of_move, step_along,
};
use crate::game::Game;
use crate::movegen::Move;
use crate::text::Quoted;

/// Why `text`, which is no legal move, may be listed.
pub(in crate::tools) fn extra(game: &Game, text: &str) -> Diagnosis {
    let position = game.position();
    let wing = match text {
        "o-o" => Some(Wing::KingSide),
        "o-o-o" => Some(Wing::QueenSide),
        _ => None,
    };
    if let Some(wing) = wing {
        return castling(game, wing);
    }
    let Some((from, to, promotion)) = parts_of_move(text) else {
        let reason = match text.as_bytes() {
            [.., b'k' | b'p'] => "a pawn becomes queen, rook, bishop or knight",
            _ => "two squares, and the letter of a piece in a promotion, were expected",
        };
        let rule = match text.len() {
            5 => Rule::PromotionWrong,
            _ => Rule::NotAMove,
        };
        return diagnosis(rule, format!("{}: {reason}", Quoted(text)));
    };
    if from == to {
        return diagnosis(Rule::NotAMove, format!("{text} goes nowhere"));
    }
    let Some(piece) = own(position, from) else {
        return not_own(game, from);
    };
    if piece.kind == PieceKind::King && is_castling(position, from, to) {
        return castling(game, Wing::of(from, to));
    }
    let moves = position.pseudo_legal_moves();
    let same_squares = |mv: &&Move| (mv.from(), mv.to()) == (from, to);
    if let Some(&mv) = moves
        .iter()
        .filter(same_squares)
        .find(|mv| mv.promotion() == promotion)
    {
        return self_check(position, mv);
    }
    if moves.iter().any(|mv| same_squares(&mv)) || promotion.is_some() {
        return wrong_promotion(text, promotion.is_some(), to);
    }
    if own(position, to).is_some() {
        return diagnosis(
            Rule::CapturesOwn,
            format!("{text} captures {}", piece_name(position, to)),
        );
    }
    match piece.kind {
        PieceKind::Pawn => pawn(game, from, to),
        kind => wrong_way(position, kind, from, to),
    }
}

/// Whether a king's move looks like castling: two files or more to the side,
/// or onto an own rook.
fn is_castling(position: &Position, from: Square, to: Square) -> bool {
    let takes_rook = own(position, to).is_some_and(|piece| piece.kind == PieceKind::Rook);
    let files = from.file().abs_diff(to.file());
    from.rank() == to.rank() && (takes_rook || (2..=4).contains(&files))
}

fn not_own(game: &Game, from: Square) -> Diagnosis {
    let position = game.position();
    let mut past = game.backwards();
    if let Some((before, mv)) = past.next()
        && mv.kind() == MoveKind::EnPassant
        && Square::new(mv.to().file(), mv.from().rank()) == from
    {
        return diagnosis(
            Rule::EnPassantLeavesPawn,
            format!(
                "{} was captured by the last move",
                piece_name(&before, from)
            ),
        );
    }
    if let Some((before, mv)) = past.next()
        && mv.kind() == MoveKind::Castle
        && mv.to() == from
    {
        return diagnosis(
            Rule::CastlingLeavesRook,
            format!("{} has castled", piece_name(&before, from)),
        );
    }
    match position.piece_on(from) {
        Some(_) => diagnosis(Rule::WrongSide, piece_name(position, from)),
        None => diagnosis(Rule::NoPiece, format!("nothing stands on {from}")),
    }
}

/// A castling move that is not legal.
fn castling(game: &Game, wing: Wing) -> Diagnosis {
    let position = game.position();
    let us = position.side_to_move();
    let king = position.king_square(us);
    let Some(rook) = position.castling_rook(us, wing) else {
        return lost_right(game, us, wing);
    };
    let by = |squares: &[Square]| piece_names(position, squares);
    let checkers: Vec<Square> = position.checkers().collect();
    if !checkers.is_empty() {
        return diagnosis(
            Rule::CastlingOutOfCheck,
            format!("{} gives check", by(&checkers)),
        );
    }
    let (king_to, rook_to) = castling_targets(king, rook);
    let ends = [king, rook, king_to, rook_to].map(Square::file);
    let first = ends.into_iter().min().unwrap_or_default();
    let last = ends.into_iter().max().unwrap_or_default();
    let path = |first, last| (first..=last).map(move |file| Square::new(file, king.rank()));
    let in_the_way = path(first, last)
        .find(|&square| square != king && square != rook && position.piece_on(square).is_some());
    if let Some(square) = in_the_way {
        return diagnosis(
            Rule::CastlingBlocked,
            format!("{} stands in the way", piece_name(position, square)),
        );
    }
    let crossed = path(
        king.file().min(king_to.file()),
        king.file().max(king_to.file()),
    );
    for square in crossed.filter(|&square| square != king_to) {
        let attackers = attackers(position, square, us.opponent());
        if !attackers.is_empty() {
            return diagnosis(
                Rule::CastlingThroughCheck,
                format!("the king crosses {square}, attacked by {}", by(&attackers)),
            );
        }
    }
    let attackers = attackers(position, king_to, us.opponent());
    let reason = match attackers.as_slice() {
        [] => format!("the rook was the king's shield on {king_to}"),
        attackers => format!("{king_to} is attacked by {}", by(attackers)),
    };
    diagnosis(Rule::CastlingIntoCheck, reason)
}

/// Which move took the right that the other program still sees.
fn lost_right(game: &Game, us: Color, wing: Wing) -> Diagnosis {
    for (before, mv) in game.backwards() {
        let Some(rook) = before.castling_rook(us, wing) else {
            continue;
        };
        let name = mv.uci(CastlingNotation::Standard);
        let mover = before.side_to_move();
        return if mover != us {
            diagnosis(
                Rule::CastlingRookCaptured,
                format!("{name} captured {}", piece_name(&before, rook)),
            )
        } else if mv.from() == rook {
            diagnosis(
                Rule::CastlingRookMoved,
                format!("{name} moved {}", piece_name(&before, rook)),
            )
        } else {
            diagnosis(
                Rule::CastlingKingMoved,
                format!("{name} moved {}", piece_name(&before, mv.from())),
            )
        };
    }
    let side = match wing {
        Wing::KingSide => "king's",
        Wing::QueenSide => "queen's",
    };
    diagnosis(
        Rule::CastlingWithoutRight,
        format!("the first position gives no right on the {side} side"),
    )
}

/// A move by which the own king is, or stays, in check.
fn self_check(position: &Position, mv: Move) -> Diagnosis {
    let us = position.side_to_move();
    let king = position.king_square(us);
    let mut after = position.clone();
    let _ = after.make(mv);
    let attackers = attackers(&after, after.king_square(us), us.opponent());
    let by = piece_names(&after, &attackers);
    let name = mv.uci(CastlingNotation::Standard);
    let checkers: Vec<Square> = position.checkers().collect();
    if mv.from() == king {
        return king_step(position, mv, &attackers);
    }
    if checkers.len() > 1 {
        return diagnosis(
            Rule::DoubleCheck,
            format!("{} both give check", piece_names(position, &checkers)),
        );
    }
    let is_uncovered = !attackers.iter().any(|square| checkers.contains(square));
    if mv.kind() == MoveKind::EnPassant && is_uncovered {
        return diagnosis(
            Rule::EnPassantUncovers,
            format!("after {name} {by} gives check"),
        );
    }
    if is_pinned(position, mv.from()) && (checkers.is_empty() || is_uncovered) {
        return diagnosis(
            Rule::PinnedLeavesLine,
            format!("{} is pinned by {by}", piece_name(position, mv.from())),
        );
    }
    diagnosis(
        Rule::CheckIgnored,
        format!("{name} does not answer the check by {by}"),
    )
}

fn king_step(position: &Position, mv: Move, attackers: &[Square]) -> Diagnosis {
    let them = position.side_to_move().opponent();
    let by = piece_names(position, attackers);
    let step = step_along(mv.to() - mv.from());
    // The king was in the way of this attack, and took its shadow along.
    let along = position
        .checkers()
        .into_iter()
        .find(|&checker| attackers.contains(&checker) && step_along(mv.from() - checker) == step);
    if let Some(checker) = along {
        return diagnosis(
            Rule::KingBackAlongLine,
            format!(
                "{} still gives check on {}",
                piece_name(position, checker),
                mv.to()
            ),
        );
    }
    if attackers == [position.king_square(them)] {
        return diagnosis(
            Rule::KingsTouch,
            format!("{} is next to {}", mv.to(), attackers[0]),
        );
    }
    if position.piece_on(mv.to()).is_some() {
        return diagnosis(
            Rule::KingCapturesGuarded,
            format!("{} is guarded by {by}", piece_name(position, mv.to())),
        );
    }
    diagnosis(
        Rule::KingStepsIntoCheck,
        format!("{} is attacked by {by}", mv.to()),
    )
}

fn wrong_promotion(text: &str, has_piece: bool, to: Square) -> Diagnosis {
    if has_piece {
        diagnosis(
            Rule::PromotionWrong,
            format!("{text} does not bring a pawn to its last rank"),
        )
    } else {
        diagnosis(
            Rule::PromotionWithoutPiece,
            format!("a pawn on {to} has to become another piece"),
        )
    }
}

/// A pawn's move that is not even pseudo-legal, to a square without an own
/// piece.
fn pawn(game: &Game, from: Square, to: Square) -> Diagnosis {
    let position = game.position();
    let (forward, home) = match position.side_to_move() {
        Color::White => (1, 1),
        Color::Black => (-1, 6),
    };
    let ranks = (i32::from(to.rank()) - i32::from(from.rank())) * forward;
    let files = from.file().abs_diff(to.file());
    let ahead = if forward > 0 {
        Offset::NORTH
    } else {
        Offset::SOUTH
    };
    match (ranks, files) {
        (_, 7) => wraps(position, from, to),
        (1, 0) => diagnosis(
            Rule::PawnPushBlocked,
            format!("{} stands before it", piece_name(position, to)),
        ),
        (2, 0) if from.rank() != home => diagnosis(
            Rule::DoubleStepAgain,
            format!("{} has moved before", piece_name(position, from)),
        ),
        (2, 0) => {
            let blocked = if position.piece_on(to).is_some() {
                to
            } else {
                from + ahead
            };
            diagnosis(
                Rule::DoubleStepBlocked,
                format!("{} stands in the way", piece_name(position, blocked)),
            )
        }
        (1, 1) => late_en_passant(game, to),
        _ => diagnosis(Rule::PawnMoves, format!("from {from} to {to}")),
    }
}

/// A pawn captures on an empty square that is not the ep square: it may have
/// been once.
fn late_en_passant(game: &Game, to: Square) -> Diagnosis {
    let was = game
        .backwards()
        .into_iter()
        .find(|(before, _)| before.en_passant() == Some(to));
    match was {
        Some((_, mv)) => diagnosis(
            Rule::EnPassantTooLate,
            format!(
                "{to} was the ep square before {}, and is none any more",
                mv.uci(CastlingNotation::Standard)
            ),
        ),
        None => diagnosis(
            Rule::EnPassantWithoutStep,
            format!("{to} is empty, and no pawn has just stepped over it"),
        ),
    }
}

/// A piece's move that is not even pseudo-legal.
fn wrong_way(position: &Position, kind: PieceKind, from: Square, to: Square) -> Diagnosis {
    let step = step_along(to - from);
    let is_straight = Offset::ORTHOGONAL.contains(&step);
    let goes_along = match kind {
        PieceKind::Bishop => step != Offset::ZERO && !is_straight,
        PieceKind::Rook => is_straight,
        PieceKind::Queen => step != Offset::ZERO,
        PieceKind::Pawn | PieceKind::Knight | PieceKind::King => false,
    };
    if goes_along {
        let passed = position.first_piece(from, step);
        return diagnosis(
            Rule::JumpsOver,
            format!(
                "{} is in the way from {from} to {to}",
                piece_name(position, passed)
            ),
        );
    }
    if step == Offset::ZERO && goes_over_the_edge(kind, from, to) {
        return wraps(position, from, to);
    }
    diagnosis(
        Rule::WrongWay,
        format!("a {} does not go from {from} to {to}", kind_name(kind)),
    )
}

/// Whether a move that no such piece has is one if the squares are numbered from
/// 0 to 63 and nobody looks where a rank ends.
fn goes_over_the_edge(kind: PieceKind, from: Square, to: Square) -> bool {
    let number = |square: Square| i32::from(square.rank()) * 8 + i32::from(square.file());
    let difference = (number(to) - number(from)).abs();
    let (steps, most): (&[i32], i32) = match kind {
        PieceKind::Pawn => return false,
        PieceKind::Knight => (&[6, 10, 15, 17], 1),
        PieceKind::Bishop => (&[7, 9], 7),
        PieceKind::Rook => (&[1], 7),
        PieceKind::Queen => (&[1, 7, 9], 7),
        PieceKind::King => (&[1, 7, 9], 1),
    };
    steps
        .iter()
        .any(|step| difference % step == 0 && difference / step <= most)
}

fn wraps(position: &Position, from: Square, to: Square) -> Diagnosis {
    diagnosis(
        Rule::WrapsAround,
        format!("{} cannot go to {to}", piece_name(position, from)),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::fen;

    /// What `tests/compare` has no broken generator for.
    #[test]
    fn each_wrong_move_names_its_rule() {
        const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        const ROOK: &str = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
        for (fen, moves, text, rule) in [
            (START, "", "e2d3", Rule::EnPassantWithoutStep),
            (START, "", "e2e5", Rule::PawnMoves),
            (START, "", "a1a2", Rule::CapturesOwn),
            (START, "", "e7e5", Rule::WrongSide),
            (START, "", "e4e5", Rule::NoPiece),
            (START, "", "e2e2", Rule::NotAMove),
            (START, "", "e2e4q", Rule::PromotionWrong),
            (START, "", "b1b3", Rule::WrongWay),
            (START, "", "b1h2", Rule::CapturesOwn),
            (START, "", "b1h3", Rule::WrongWay),
            (START, "", "b1h1", Rule::CapturesOwn),
            (START, "", "g1a3", Rule::WrapsAround),
            (START, "", "o-o", Rule::CastlingBlocked),
            (START, "", "e1g1", Rule::CastlingBlocked),
            (ROOK, "", "h1g2", Rule::WrongWay),
            (ROOK, "", "h1a2", Rule::WrapsAround),
            (ROOK, "", "o-o-o", Rule::CastlingWithoutRight),
            (ROOK, "", "e1e3", Rule::WrongWay),
            (ROOK, "e1g1 e8e7", "h1h2", Rule::CastlingLeavesRook),
            (ROOK, "h1h2 e8e7 h2h1 e7e8", "o-o", Rule::CastlingRookMoved),
            (ROOK, "e1e2 e8e7 e2e1 e7e8", "e1g1", Rule::CastlingKingMoved),
            (
                "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1",
                "",
                "e3e5",
                Rule::DoubleStepAgain,
            ),
            (
                "4k3/8/8/8/4p3/8/4P3/4K3 w - - 0 1",
                "",
                "e2e4",
                Rule::DoubleStepBlocked,
            ),
            (
                "8/P6k/8/8/8/8/8/K7 w - - 0 1",
                "",
                "a7a8",
                Rule::PromotionWithoutPiece,
            ),
            (
                "8/P6k/8/8/8/8/8/K7 w - - 0 1",
                "",
                "a7a8k",
                Rule::PromotionWrong,
            ),
            ("7k/8/8/8/7B/8/8/K7 w - - 0 1", "", "h4b5", Rule::WrongWay),
            (
                "7k/8/8/8/7B/8/8/K7 w - - 0 1",
                "",
                "h4a6",
                Rule::WrapsAround,
            ),
        ] {
            let start = fen::parse(fen, CastlingNotation::Standard).unwrap();
            let mut game = Game::new(start.position);
            for mv in moves.split_ascii_whitespace() {
                let mv = game.position().parse_move(mv, CastlingNotation::Standard);
                game.make(mv.unwrap());
            }
            assert_eq!(
                extra(&game, text).rule,
                rule,
                "{text} after {moves} in {fen}"
            );
        }
    }
}
