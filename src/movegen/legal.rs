//! The fast generator of legal moves. It starts from the [`Threats`] to the
//! king, so nearly no move has to be made to test it. Its order differs from
//! that of [`Position::legal_moves`].

use super::king_zone::{self, KING_SIDE, NEIGHBOURS, QUEEN_SIDE};
use super::pseudo_legal::castling_moves;
use super::sink::MoveSink;
use super::threats::Threats;
use super::{MoveKind, MoveList};
use crate::board::{
    Capability, Offset, Position, Side, Slots, Square, attackers_along, step_along,
};

/// Passes every legal move of `Us`, the side to move, to `sink`.
#[inline(always)]
pub(crate) fn generate_legal<Us: Side>(
    position: &mut Position,
    threats: &Threats,
    sink: &mut impl MoveSink,
) {
    king_moves::<Us>(position, threats, sink);
    match threats.checkers {
        0 => {
            castling::<Us>(position, threats, sink);
            en_passant::<Us>(position, sink);
            pinned_moves::<Us>(position, threats, sink);
            moves_of::<Us>(position, !threats.pinned, sink);
        }
        1 => {
            en_passant::<Us>(position, sink);
            evasions::<Us>(position, threats.checker, threats.pinned, sink);
        }
        // Only the king can answer two checks at once.
        _ => {}
    }
}

/// The king's steps to safe squares.
#[inline(always)]
pub(crate) fn king_moves<Us: Side>(
    position: &Position,
    threats: &Threats,
    sink: &mut impl MoveSink,
) {
    let king = position.square_of(Us::KING);
    let mut safe = threats.safe & NEIGHBOURS;
    while safe != 0 {
        sink.take(
            king,
            king_zone::square(king, safe.trailing_zeros()),
            MoveKind::Normal,
        );
        safe &= safe - 1;
    }
}

/// Castling. The side to move is not in check.
#[inline(always)]
pub(crate) fn castling<Us: Side>(
    position: &mut Position,
    threats: &Threats,
    sink: &mut impl MoveSink,
) {
    if threats.castling != 0 {
        let king = position.square_of(Us::KING);
        let free = threats.safe & (threats.castling | NEIGHBOURS);
        if free & KING_SIDE == KING_SIDE {
            let rook = king + Offset::EAST.doubled() + Offset::EAST;
            sink.take(king, rook, MoveKind::Castle);
        }
        if free & QUEEN_SIDE == QUEEN_SIDE {
            sink.take(
                king,
                king + Offset::WEST.doubled().doubled(),
                MoveKind::Castle,
            );
        }
    } else if !position.has_standard_castling() && position.castling().has_any(Us::COLOR) {
        unusual_castling::<Us>(position, sink);
    }
}

/// Castling from any square with any rook. The rook may shield the king, so each
/// move is made to test it.
#[cold]
fn unusual_castling<Us: Side>(position: &mut Position, sink: &mut impl MoveSink) {
    let mut moves = MoveList::new();
    castling_moves::<Us>(position, position.square_of(Us::KING), &mut moves);
    for mv in moves {
        if position.is_legal_by_making(mv) {
            sink.take(mv.from(), mv.to(), mv.kind());
        }
    }
}

/// En passant captures. Each is tried: two pawns leave their squares at once, so
/// pins alone do not decide whether the king is safe.
#[inline(always)]
pub(crate) fn en_passant<Us: Side>(position: &mut Position, sink: &mut impl MoveSink) {
    let target = position.en_passant_square();
    if target == Square::NONE {
        return;
    }
    for capture in Us::PAWN_CAPTURES {
        let from = target - capture;
        if position.capability_of(position.slot(from)) == Us::PAWN
            && position.en_passant_is_safe::<Us>(from, target)
        {
            sink.take(from, target, MoveKind::EnPassant);
        }
    }
}

/// The moves of pinned pieces along the line of the pin. A pinned knight has
/// none. The side to move is not in check.
#[inline(always)]
pub(crate) fn pinned_moves<Us: Side>(
    position: &Position,
    threats: &Threats,
    sink: &mut impl MoveSink,
) {
    let list = position.piece_list::<Us>();
    for piece in Slots::<Us>::new(threats.pinned & !list.knights) {
        let from = position.square_of(piece);
        let line = threats.pin_step[usize::from(piece.number())];
        let capability = position.capability_of(piece);
        if capability == Us::PAWN {
            pinned_pawn_moves::<Us>(position, from, line, sink);
        } else if attackers_along(line).meets(capability) {
            ray::<Us>(position, from, line, sink);
            ray::<Us>(position, from, -line, sink);
        }
    }
}

#[inline(always)]
fn pinned_pawn_moves<Us: Side>(
    position: &Position,
    from: Square,
    line: Offset,
    sink: &mut impl MoveSink,
) {
    if line == Us::FORWARD || line == -Us::FORWARD {
        pushes::<Us>(position, from, sink);
    }
    for capture in Us::PAWN_CAPTURES {
        let to = from + capture;
        if (capture == line || capture == -line) && position.slot(to).has(Us::Opponent::BIT) {
            pawn_move::<Us>(from, to, MoveKind::Normal, sink);
        }
    }
}

/// The moves of the pieces in `free`, bits by number, without king and en passant.
/// None of them is pinned, and the side to move is not in check.
#[inline(always)]
pub(crate) fn moves_of<Us: Side>(position: &Position, free: u16, sink: &mut impl MoveSink) {
    let list = position.piece_list::<Us>();
    for pawn in Slots::<Us>::new(list.pawns & free) {
        let from = position.square_of(pawn);
        pushes::<Us>(position, from, sink);
        for capture in Us::PAWN_CAPTURES {
            let to = from + capture;
            if position.slot(to).has(Us::Opponent::BIT) {
                pawn_move::<Us>(from, to, MoveKind::Normal, sink);
            }
        }
    }
    for knight in Slots::<Us>::new(list.knights & free) {
        let from = position.square_of(knight);
        for jump in Offset::KNIGHT {
            if !position.slot(from + jump).has(Us::BLOCKERS) {
                sink.take(from, from + jump, MoveKind::Normal);
            }
        }
    }
    for slider in Slots::<Us>::new(list.sliders & free) {
        let from = position.square_of(slider);
        let capability = position.capability_of(slider);
        if capability.meets(Capability::BISHOP) {
            for step in Offset::DIAGONAL {
                ray::<Us>(position, from, step, sink);
            }
        }
        if capability.meets(Capability::ROOK) {
            for step in Offset::ORTHOGONAL {
                ray::<Us>(position, from, step, sink);
            }
        }
    }
}

#[inline(always)]
fn ray<Us: Side>(position: &Position, from: Square, step: Offset, sink: &mut impl MoveSink) {
    let mut to = from + step;
    while position.slot(to).is_empty() {
        sink.take(from, to, MoveKind::Normal);
        to = to + step;
    }
    if position.slot(to).has(Us::Opponent::BIT) {
        sink.take(from, to, MoveKind::Normal);
    }
}

#[inline(always)]
fn pushes<Us: Side>(position: &Position, from: Square, sink: &mut impl MoveSink) {
    let ahead = from + Us::FORWARD;
    if position.slot(ahead).is_empty() {
        pawn_move::<Us>(from, ahead, MoveKind::Normal, sink);
        let two_ahead = ahead + Us::FORWARD;
        if from.rank() == Us::PAWN_RANK && position.slot(two_ahead).is_empty() {
            sink.take(from, two_ahead, MoveKind::DoublePush);
        }
    }
}

/// One move of a pawn, or four where it promotes.
#[inline(always)]
fn pawn_move<Us: Side>(from: Square, to: Square, kind: MoveKind, sink: &mut impl MoveSink) {
    if from.rank() == Us::SEVENTH_RANK {
        for promotion in MoveKind::PROMOTIONS {
            sink.take(from, to, promotion);
        }
    } else {
        sink.take(from, to, kind);
    }
}

/// The answers to a single check by all pieces but the king and the pinned ones:
/// captures of the checker and interpositions, without en passant.
#[inline(always)]
pub(crate) fn evasions<Us: Side>(
    position: &Position,
    checker: Square,
    pinned: u16,
    sink: &mut impl MoveSink,
) {
    let king = position.square_of(Us::KING);
    let free = !pinned;
    let is_free_pawn = |square: Square| {
        let piece = position.slot(square);
        position.capability_of(piece) == Us::PAWN && piece.set() & free != 0
    };
    for capture in Us::PAWN_CAPTURES {
        let from = checker - capture;
        if is_free_pawn(from) {
            pawn_move::<Us>(from, checker, MoveKind::Normal, sink);
        }
    }
    answers_on::<Us>(position, checker, free, sink);
    let capability = position.capability_of(position.slot(checker));
    if !capability.meets(Capability::QUEEN) {
        return;
    }
    let step = step_along(checker - king);
    let mut to = king + step;
    while to != checker {
        let behind = to - Us::FORWARD;
        if is_free_pawn(behind) {
            pawn_move::<Us>(behind, to, MoveKind::Normal, sink);
        } else if position.slot(behind).is_empty() {
            let from = behind - Us::FORWARD;
            if from.rank() == Us::PAWN_RANK && is_free_pawn(from) {
                sink.take(from, to, MoveKind::DoublePush);
            }
        }
        answers_on::<Us>(position, to, free, sink);
        to = to + step;
    }
}

/// The moves of unpinned knights and sliders to one square.
#[inline(always)]
fn answers_on<Us: Side>(position: &Position, to: Square, free: u16, sink: &mut impl MoveSink) {
    let list = position.piece_list::<Us>();
    for knight in Slots::<Us>::new(list.knights & free) {
        let from = position.square_of(knight);
        if attackers_along(to - from).meets(Capability::KNIGHT) {
            sink.take(from, to, MoveKind::Normal);
        }
    }
    for slider in Slots::<Us>::new(list.sliders & free) {
        let from = position.square_of(slider);
        let offset = to - from;
        if attackers_along(offset).meets(position.capability_of(slider)) {
            let step = step_along(offset);
            let mut square = from + step;
            while square != to && position.slot(square).is_empty() {
                square = square + step;
            }
            if square == to {
                sink.take(from, to, MoveKind::Normal);
            }
        }
    }
}
