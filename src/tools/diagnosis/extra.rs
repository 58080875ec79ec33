//! The rule behind a move that another generator lists, but that is not legal.

use super::{
    Diagnosis, Rule, algebraic, attackers, castling_wing, diagnosis, is_pinned, kind_name, name,
    own, piece_name, piece_names, squares_between,
};
use crate::board::{
    Color, MoveKind, Offset, PieceKind, Position, Square, Wing, castling_targets, parts_of_move,
    step_along,
};
use crate::game::Game;
use crate::movegen::{Move, SanText};
use crate::text::Quoted;

/// Why `text`, which is not a legal move, is listed.
pub(in crate::tools) fn extra(game: &Game, text: &str) -> Diagnosis {
    let (rule, reason) = rule_and_reason(game, text);
    diagnosis(rule, reason)
}

fn rule_and_reason(game: &Game, text: &str) -> (Rule, String) {
    let position = game.position();
    if let Some(wing) = castling_wing(text) {
        return castling(game, wing);
    }
    let Some((from, to, promotion)) = parts_of_move(text) else {
        return match SanText::parse(text) {
            Some(san) => by_san(game, &san, text),
            None => not_a_move(text),
        };
    };
    if from == to {
        return (Rule::NotAMove, format!("{text} goes nowhere"));
    }
    let Some(piece) = own(position, from) else {
        return not_own(game, from);
    };
    if piece.kind == PieceKind::King && is_castling(position, from, to) {
        return castling(game, Wing::of(from, to));
    }
    let mut moves = position.pseudo_legal_moves();
    moves.retain(|mv| (mv.from(), mv.to()) == (from, to));
    if let Some(&mv) = moves.iter().find(|mv| mv.promotion() == promotion) {
        return self_check(position, mv);
    }
    if promotion.is_some() {
        let reason = format!("{text} does not bring a pawn to its last rank");
        return (Rule::PromotionWrong, reason);
    }
    if !moves.is_empty() {
        let reason = format!("a pawn on {to} has to become another piece");
        return (Rule::PromotionWithoutPiece, reason);
    }
    if own(position, to).is_some() {
        let reason = format!("{text} captures {}", piece_name(position, to));
        return (Rule::CapturesOwn, reason);
    }
    match piece.kind {
        PieceKind::Pawn => pawn(game, from, to),
        kind => wrong_way(position, kind, from, to),
    }
}

/// A move in standard algebraic notation. Of the pieces that may be meant, one that can
/// at least go in this direction is the likeliest.
fn by_san(game: &Game, san: &SanText, text: &str) -> (Rule, String) {
    let ways = algebraic::coordinates(game.position(), san);
    let mut rules = ways.iter().map(|way| rule_and_reason(game, way));
    let Some(first) = rules.next() else {
        let piece = kind_name(san.piece);
        let reason = format!("no {piece} can be meant by {}", Quoted(text));
        return (Rule::NoPiece, reason);
    };
    let is_likely = |(rule, _): &(Rule, String)| *rule != Rule::WrongWay;
    match is_likely(&first) {
        true => first,
        false => rules.find(is_likely).unwrap_or(first),
    }
}

fn not_a_move(text: &str) -> (Rule, String) {
    let reason = match text.as_bytes() {
        [.., b'k' | b'p'] => "a pawn becomes queen, rook, bishop or knight",
        _ => "two squares, and the letter of a piece in a promotion, were expected",
    };
    let rule = match text.len() {
        5 => Rule::PromotionWrong,
        _ => Rule::NotAMove,
    };
    (rule, format!("{}: {reason}", Quoted(text)))
}

/// Returns whether a king's move looks like castling: two files or more to the
/// side, or onto a rook of its own side.
fn is_castling(position: &Position, from: Square, to: Square) -> bool {
    let takes_rook = own(position, to).is_some_and(|piece| piece.kind == PieceKind::Rook);
    let files = from.file().abs_diff(to.file());
    from.rank() == to.rank() && (takes_rook || (2..=4).contains(&files))
}

/// A move from a square without a piece of the side to move.
fn not_own(game: &Game, from: Square) -> (Rule, String) {
    let position = game.position();
    let mut past = game.backwards();
    if let Some((before, mv)) = past.next()
        && mv.kind() == MoveKind::EnPassant
        && Square::new(mv.to().file(), mv.from().rank()) == from
    {
        let pawn = piece_name(&before, from);
        let reason = format!("{pawn} was captured by the last move");
        return (Rule::EnPassantLeavesPawn, reason);
    }
    if let Some((before, mv)) = past.next()
        && mv.kind() == MoveKind::Castle
        && mv.to() == from
    {
        let reason = format!("{} has castled", piece_name(&before, from));
        return (Rule::CastlingLeavesRook, reason);
    }
    match position.piece_on(from) {
        Some(_) => (Rule::WrongSide, piece_name(position, from)),
        None => (Rule::NoPiece, format!("nothing stands on {from}")),
    }
}

/// A castling move that is not legal.
fn castling(game: &Game, wing: Wing) -> (Rule, String) {
    let position = game.position();
    let us = position.side_to_move();
    let king = position.king_square(us);
    let Some(rook) = position.castling_rook(us, wing) else {
        return lost_right(game, us, wing);
    };
    let checkers: Vec<Square> = position.checkers().collect();
    if !checkers.is_empty() {
        let by = piece_names(position, &checkers);
        return (Rule::CastlingOutOfCheck, format!("{by} gives check"));
    }
    let (king_to, rook_to) = castling_targets(king, rook);
    let ends = [king, rook, king_to, rook_to];
    let first = ends.into_iter().min_by_key(|end| end.file());
    let last = ends.into_iter().max_by_key(|end| end.file());
    let mut path = squares_between(first.unwrap_or(king), last.unwrap_or(king));
    let is_blocked =
        |square| square != king && square != rook && position.piece_on(square).is_some();
    if let Some(square) = path.find(|&square| is_blocked(square)) {
        let reason = format!("{} stands in the way", piece_name(position, square));
        return (Rule::CastlingBlocked, reason);
    }
    for square in squares_between(king, king_to).filter(|&square| square != king_to) {
        let attackers = attackers(position, square, us.opponent());
        if !attackers.is_empty() {
            let by = piece_names(position, &attackers);
            let reason = format!("the king crosses {square}, attacked by {by}");
            return (Rule::CastlingThroughCheck, reason);
        }
    }
    let attackers = attackers(position, king_to, us.opponent());
    let reason = match attackers.as_slice() {
        [] => format!("the rook was the king's shield on {king_to}"),
        by => format!("{king_to} is attacked by {}", piece_names(position, by)),
    };
    (Rule::CastlingIntoCheck, reason)
}

/// Which move took the castling right that the other program still uses.
fn lost_right(game: &Game, us: Color, wing: Wing) -> (Rule, String) {
    for (before, mv) in game.backwards() {
        let Some(rook) = before.castling_rook(us, wing) else {
            continue;
        };
        let (rule, action, square) = if before.side_to_move() != us {
            (Rule::CastlingRookCaptured, "captured", rook)
        } else if mv.from() == rook {
            (Rule::CastlingRookMoved, "moved", rook)
        } else {
            (Rule::CastlingKingMoved, "moved", mv.from())
        };
        let piece = piece_name(&before, square);
        return (rule, format!("{} {action} {piece}", name(mv)));
    }
    let side = match wing {
        Wing::KingSide => "king's",
        Wing::QueenSide => "queen's",
    };
    let reason = format!("the first position gives no right on the {side} side");
    (Rule::CastlingWithoutRight, reason)
}

/// A pseudo-legal move after which the side's own king is in check.
fn self_check(position: &Position, mv: Move) -> (Rule, String) {
    let us = position.side_to_move();
    let mut after = position.clone();
    let _ = after.make(mv);
    let attackers = attackers(&after, after.king_square(us), us.opponent());
    if mv.from() == position.king_square(us) {
        return king_step(position, mv, &attackers);
    }
    let checkers: Vec<Square> = position.checkers().collect();
    if checkers.len() > 1 {
        let by = piece_names(position, &checkers);
        return (Rule::DoubleCheck, format!("{by} both give check"));
    }
    let (name, by) = (name(mv), piece_names(&after, &attackers));
    let is_uncovered = !attackers.iter().any(|square| checkers.contains(square));
    if mv.kind() == MoveKind::EnPassant && is_uncovered {
        let reason = format!("after {name} {by} gives check");
        return (Rule::EnPassantUncovers, reason);
    }
    if is_pinned(position, mv.from()) && (checkers.is_empty() || is_uncovered) {
        let piece = piece_name(position, mv.from());
        return (Rule::PinnedLeavesLine, format!("{piece} is pinned by {by}"));
    }
    let reason = format!("{name} does not answer the check by {by}");
    (Rule::CheckIgnored, reason)
}

/// A king's move to a square that `attackers` attack.
fn king_step(position: &Position, mv: Move, attackers: &[Square]) -> (Rule, String) {
    let to = mv.to();
    let their_king = position.king_square(position.side_to_move().opponent());
    let step = step_along(to - mv.from());
    // The king itself shields the square behind it from this checker.
    let along = position
        .checkers()
        .find(|&checker| attackers.contains(&checker) && step_along(mv.from() - checker) == step);
    if let Some(checker) = along {
        let checker = piece_name(position, checker);
        let reason = format!("{checker} still gives check on {to}");
        return (Rule::KingBackAlongLine, reason);
    }
    if attackers == [their_king] {
        return (Rule::KingsTouch, format!("{to} is next to {their_king}"));
    }
    let by = piece_names(position, attackers);
    if position.piece_on(to).is_some() {
        let captured = piece_name(position, to);
        return (
            Rule::KingCapturesGuarded,
            format!("{captured} is guarded by {by}"),
        );
    }
    (
        Rule::KingStepsIntoCheck,
        format!("{to} is attacked by {by}"),
    )
}

/// A pawn's move that is not pseudo-legal, to a square without a piece of its own
/// side.
fn pawn(game: &Game, from: Square, to: Square) -> (Rule, String) {
    let position = game.position();
    let (forward, home, ahead) = match position.side_to_move() {
        Color::White => (1, 1, Offset::NORTH),
        Color::Black => (-1, 6, Offset::SOUTH),
    };
    let ranks = (i32::from(to.rank()) - i32::from(from.rank())) * forward;
    let files = from.file().abs_diff(to.file());
    let piece = |square| piece_name(position, square);
    match (ranks, files) {
        (_, 7) => wraps(position, from, to),
        (1, 0) => {
            let reason = format!("{} stands before it", piece(to));
            (Rule::PawnPushBlocked, reason)
        }
        (2, 0) if from.rank() != home => {
            let reason = format!("{} has moved before", piece(from));
            (Rule::DoubleStepAgain, reason)
        }
        (2, 0) => {
            let is_occupied = position.piece_on(to).is_some();
            let blocked = if is_occupied { to } else { from + ahead };
            let reason = format!("{} stands in the way", piece(blocked));
            (Rule::DoubleStepBlocked, reason)
        }
        (1, 1) => late_en_passant(game, to),
        _ => (Rule::PawnMoves, format!("from {from} to {to}")),
    }
}

/// A pawn's capture on an empty square that is not the ep square now, but may have
/// been before.
fn late_en_passant(game: &Game, to: Square) -> (Rule, String) {
    let mut past = game.backwards();
    if let Some((_, mv)) = past.find(|(before, _)| before.en_passant() == Some(to)) {
        let mv = name(mv);
        let reason = format!("{to} was the ep square before {mv}, but not any more");
        return (Rule::EnPassantTooLate, reason);
    }
    let reason = format!("{to} is empty, and no pawn has just stepped over it");
    (Rule::EnPassantWithoutStep, reason)
}

/// A piece's move that is not pseudo-legal.
fn wrong_way(position: &Position, kind: PieceKind, from: Square, to: Square) -> (Rule, String) {
    let step = step_along(to - from);
    let is_straight = Offset::ORTHOGONAL.contains(&step);
    let is_along_line = match kind {
        PieceKind::Bishop => step != Offset::ZERO && !is_straight,
        PieceKind::Rook => is_straight,
        PieceKind::Queen => step != Offset::ZERO,
        PieceKind::Pawn | PieceKind::Knight | PieceKind::King => false,
    };
    if is_along_line {
        let passed = piece_name(position, position.first_piece(from, step));
        let reason = format!("{passed} is in the way from {from} to {to}");
        return (Rule::JumpsOver, reason);
    }
    // A rook that goes diagonally is more likely wrong than one that goes on for a rank.
    let may_wrap = step == Offset::ZERO || kind != PieceKind::Rook;
    if may_wrap && goes_over_the_edge(kind, from, to) {
        return wraps(position, from, to);
    }
    let piece = kind_name(kind);
    let reason = format!("a {piece} does not go from {from} to {to}");
    (Rule::WrongWay, reason)
}

/// Returns whether a generator that numbers the squares from 0 to 63, and does not
/// test for the end of a rank, would find this move.
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

fn wraps(position: &Position, from: Square, to: Square) -> (Rule, String) {
    let piece = piece_name(position, from);
    (Rule::WrapsAround, format!("{piece} cannot go to {to}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{CastlingNotation, fen};

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
            (START, "", "Nd2", Rule::CapturesOwn),
            (START, "", "Nd4", Rule::WrongWay),
            (START, "", "Ra3", Rule::JumpsOver),
            (START, "", "exd3", Rule::EnPassantWithoutStep),
            (START, "", "e5", Rule::NoPiece),
            ("8/8/8/7K/8/8/8/4k3 w - - 0 1", "", "h6", Rule::NoPiece),
            (START, "", "Qh5", Rule::JumpsOver),
            (ROOK, "", "Na3", Rule::NoPiece),
            (ROOK, "", "Ke3", Rule::WrongWay),
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
                "h4a4",
                Rule::WrapsAround,
            ),
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
