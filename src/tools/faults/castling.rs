//! Faults of castling that standard chess shows.

use super::board::{Board, back_rank};
use super::flaw::Flaw::{Castles, Lists, Makes, Reads};
use super::node::{Castle, Node, rank_between};
use super::{Fault, FaultKind};
use crate::board::{Color, Move, MoveKind, PieceKind, Square, Wing};
use crate::tools::diagnosis::Rule;

const KIND: FaultKind = FaultKind::Castling;

#[rustfmt::skip] // One row for each fault, as in a table.
pub(super) const FAULTS: &[Fault] = &[
    Fault::new("castling-missing", KIND, Rule::CastlingMissing, Castles(|_, _| false),
        "Castling is left for later and forgotten."),
    Fault::new("castling-queenside-missing", KIND, Rule::CastlingMissing, Castles(|node, castle| castle.wing == Wing::KingSide && node.may_castle(castle)),
        "Castling queenside was copied from castling kingside, with one square or mask left as it was."),
    Fault::new("castling-out-of-check", KIND, Rule::CastlingOutOfCheck, Castles(out_of_check),
        "The squares that the king crosses are tested, its own square is not."),
    Fault::new("castling-through-check", KIND, Rule::CastlingThroughCheck, Castles(through_check),
        "Only the king's start and end are tested for attacks: the first by castling, the second by the test of every move."),
    Fault::new("castling-into-check", KIND, Rule::CastlingIntoCheck, Castles(into_check),
        "The square that the king crosses is tested. Its target is left to the test of all king's moves, which castling skips."),
    Fault::new("castling-over-b", KIND, Rule::CastlingBlocked, Castles(over_b),
        "For castling queenside the king's squares c1 and d1 are tested for pieces, but not b1."),
    Fault::new("castling-over-piece", KIND, Rule::CastlingBlocked, Castles(over_piece),
        "Only the king's target is tested for a piece, so it jumps over its bishop or queen."),
    Fault::new("castling-b-file", KIND, Rule::CastlingRookPath, Castles(b_file),
        "One mask of squares serves both tests, so castling queenside is refused when b1 is attacked."),
    Fault::new("castling-rook-attacked", KIND, Rule::CastlingRookPath, Castles(|node, castle| node.may_castle(castle) && node.is_safe(castle.rook)),
        "Castling is refused when the rook is attacked, a common error about the rules."),
    Fault::new("castling-past-pawn", KIND, Rule::CastlingThroughCheck, Castles(past_pawn),
        "Attacks are found by listing the other side's moves. A pawn attacks an empty square without a move to it."),
    Fault::new("castling-next-to-king", KIND, Rule::CastlingThroughCheck, Castles(next_to_king),
        "The test for attacked squares asks all pieces but the king."),
    Fault::new("castling-leaves-rook", KIND, Rule::CastlingLeavesRook, Makes(leaves_rook),
        "Making the move moves the king two squares and forgets the rook."),
    Fault::new("castling-without-right", KIND, Rule::CastlingWithoutRight, Reads(without_right),
        "The castling field of the FEN is ignored: a king and a rook on their squares may castle."),
    Fault::new("castling-any-rook", KIND, Rule::CastlingMissing, Makes(|before, mv, after| lose(before, mv, after, before.us)),
        "There is one right for each side instead of two: the first move of either rook takes both."),
    Fault::new("castling-other-side", KIND, Rule::CastlingMissing, Makes(|before, mv, after| lose(before, mv, after, before.them())),
        "A rook's move clears the other side's right on the same wing as well: the mask has the bits of both."),
    Fault::new("castling-check-ends-right", KIND, Rule::CastlingMissing, Makes(check_ends),
        "A king that was in check once may never castle again, a common error about the rules."),
    Fault::new("castling-gives-no-check", KIND, Rule::CheckIgnored, Lists(gives_no_check),
        "Whether a move gives check is worked out from the piece that moved. After castling that is the king, not the rook."),
    Fault::new("right-kept-captured", KIND, Rule::CastlingRookCaptured, Makes(kept_captured),
        "Rights are tested on the square that a piece leaves, but not on the one where it arrives."),
    Fault::new("right-kept-rook", KIND, Rule::CastlingRookMoved, Makes(kept_rook),
        "Only moves of the king take castling rights away."),
    Fault::new("right-kept-king", KIND, Rule::CastlingKingMoved, Makes(kept_king),
        "Only moves of a rook take castling rights away, or a king's move takes one right of the two."),
];

fn out_of_check(node: &Node, castle: Castle) -> bool {
    node.is_path_free(castle) && node.is_crossing_safe(castle) && node.is_target_safe(castle)
}

fn through_check(node: &Node, castle: Castle) -> bool {
    !node.in_check() && node.is_path_free(castle) && node.is_target_safe(castle)
}

fn into_check(node: &Node, castle: Castle) -> bool {
    !node.in_check() && node.is_path_free(castle) && node.is_crossing_safe(castle)
}

fn over_b(node: &Node, castle: Castle) -> bool {
    rank_between(castle.king, castle.king_to).all(|square| node.is_free_for(castle, square))
        && node.is_free_for(castle, castle.rook_to)
        && !node.in_check()
        && node.is_crossing_safe(castle)
        && node.is_target_safe(castle)
}

fn over_piece(node: &Node, castle: Castle) -> bool {
    node.is_free_for(castle, castle.king_to)
        && !node.in_check()
        && node.is_crossing_safe(castle)
        && node.is_target_safe(castle)
}

fn b_file(node: &Node, castle: Castle) -> bool {
    let b = Square::at(1, castle.king.rank());
    node.may_castle(castle) && (castle.rook.file() != 0 || node.is_safe(b))
}

/// Castling if the attacks of this kind of piece are not seen.
fn unseen(node: &Node, castle: Castle, kind: PieceKind) -> bool {
    let is_seen = |square| {
        let mut guards = node.guards(square).iter();
        guards.any(|guard| node.board.kind_on(guard) != Some(kind))
    };
    !node.in_check()
        && node.is_path_free(castle)
        && !rank_between(castle.king, castle.king_to).any(is_seen)
        && (node.is_target_safe(castle) || !node.is_safe(castle.king_to))
}

fn past_pawn(node: &Node, castle: Castle) -> bool {
    unseen(node, castle, PieceKind::Pawn)
}

fn next_to_king(node: &Node, castle: Castle) -> bool {
    unseen(node, castle, PieceKind::King)
}

fn leaves_rook(before: &Board, mv: Move, after: &mut Board) {
    let castle = Castle::new(mv.from(), mv.to());
    if mv.kind() == MoveKind::Castle && after.has(castle.rook_to, before.us, PieceKind::Rook) {
        let rook = after.piece_on(castle.rook_to);
        after.put(castle.rook_to, None);
        if castle.rook != castle.king_to {
            after.put(castle.rook, rook);
        }
    }
}

fn without_right(board: &mut Board) {
    for color in [Color::White, Color::Black] {
        let home = Square::at(4, back_rank(color));
        for (wing, file) in [(Wing::KingSide, 7), (Wing::QueenSide, 0)] {
            let rook = Square::at(file, back_rank(color));
            let right = &board.rights[color.index()][wing as usize];
            let is_there =
                board.has(home, color, PieceKind::King) && board.has(rook, color, PieceKind::Rook);
            if right.is_none() && is_there {
                board.rights[color.index()][wing as usize] = Some(rook);
            }
        }
    }
}

/// A rook that leaves the square of its right ends rights of `color`, too: both if
/// it is its own side, and otherwise that on the same wing.
fn lose(before: &Board, mv: Move, after: &mut Board, color: Color) {
    for wing in Wing::BOTH {
        if before.right(before.us, wing) != Some(mv.from()) {
            continue;
        }
        let rights = &mut after.rights[color.index()];
        if color == before.us {
            *rights = [None; 2];
        } else {
            rights[wing as usize] = None;
        }
    }
}

fn check_ends(_: &Board, _: Move, after: &mut Board) {
    let us = after.us;
    if after.is_attacked(after.kings[us.index()], us.opponent()) {
        after.rights[us.index()] = [None; 2];
    }
}

fn gives_no_check(node: &Node, mv: Move, legal: bool) -> bool {
    let castled = node
        .board
        .last
        .is_some_and(|last| last.kind() == MoveKind::Castle);
    legal || castled && node.in_check() && !node.is_king(mv) && mv.kind() != MoveKind::Castle
}

/// Gives the rights back that `is_kept` names: by side and the square of the rook.
fn keep(before: &Board, after: &mut Board, is_kept: impl Fn(Color, Square) -> bool) {
    for color in [Color::White, Color::Black] {
        for wing in Wing::BOTH {
            let right = before.right(color, wing);
            if right.is_some_and(|rook| is_kept(color, rook)) {
                after.rights[color.index()][wing as usize] = right;
            }
        }
    }
}

fn kept_captured(before: &Board, mv: Move, after: &mut Board) {
    keep(before, after, |color, rook| {
        color != before.us && mv.to() == rook
    });
}

pub(super) fn kept_rook(before: &Board, mv: Move, after: &mut Board) {
    keep(before, after, |color, rook| {
        color == before.us && mv.from() == rook
    });
}

fn kept_king(before: &Board, mv: Move, after: &mut Board) {
    let is_kept = mv.from() == before.kings[before.us.index()] && mv.kind() != MoveKind::Castle;
    keep(before, after, |color, _| color == before.us && is_kept);
}
