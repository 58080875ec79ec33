//! Faults of castling that only Chess960 shows.

use super::board::{Board, back_rank};
use super::castling::kept_rook;
use super::flaw::Flaw::{Castles, Makes, Reads};
use super::node::{Castle, Node, rank_between};
use super::{Fault, FaultKind};
use crate::board::{Color, Move, MoveKind, PieceKind, Square, Wing};
use crate::tools::diagnosis::Rule;

const KIND: FaultKind = FaultKind::Chess960;

#[rustfmt::skip] // One row for each fault, as in a table.
pub(super) const FAULTS: &[Fault] = &[
    Fault::new("chess960-e-file-only", KIND, Rule::CastlingMissing, Castles(|node, castle| castle.king.file() == 4 && node.may_castle(castle)),
        "Castling begins on e1 or e8, as in standard chess."),
    Fault::new("chess960-corner-rook-only", KIND, Rule::CastlingMissing, Castles(|node, castle| matches!(castle.rook.file(), 0 | 7) && node.may_castle(castle)),
        "The king may stand anywhere, but the rook is looked for in the corner."),
    Fault::new("chess960-path-from-e", KIND, Rule::CastlingThroughCheck, Castles(path_from_e),
        "The squares tested for attacks are those of standard chess, but a king from the b-file crosses c1 to f1."),
    Fault::new("chess960-rook-path", KIND, Rule::CastlingBlocked, Castles(rook_path),
        "The squares that the king crosses must be empty, those that only the rook crosses are not looked at."),
    Fault::new("chess960-king-path", KIND, Rule::CastlingBlocked, Castles(king_path),
        "The squares between king and rook must be empty, as in standard chess. A king from b1 goes on to g1, beyond a rook on c1."),
    Fault::new("chess960-rook-blocks", KIND, Rule::CastlingMissing, Castles(rook_blocks),
        "The rook that castles counts as a piece in the king's way."),
    Fault::new("chess960-king-blocks", KIND, Rule::CastlingMissing, Castles(king_blocks),
        "The king that castles counts as a piece in the rook's way."),
    Fault::new("chess960-king-stays", KIND, Rule::CastlingMissing, Castles(|node, castle| castle.king != castle.king_to && node.may_castle(castle)),
        "A move whose king does not move is taken for none: start and end are the same square."),
    Fault::new("chess960-rook-stays", KIND, Rule::CastlingMissing, Castles(|node, castle| castle.rook != castle.rook_to && node.may_castle(castle)),
        "A rook on its target stands on a square that must be empty."),
    Fault::new("chess960-rook-shields", KIND, Rule::CastlingIntoCheck, Castles(rook_shields),
        "The king's target is tested while the rook still stands beside it, and shields it from a rook or queen on the edge."),
    Fault::new("chess960-king-overwritten", KIND, Rule::PlainMoveMissing, Makes(king_overwritten),
        "King and rook move one after the other. If the king lands on the rook's square, one of them is lost."),
    Fault::new("chess960-two-squares", KIND, Rule::NoPiece, Makes(two_squares),
        "The king moves two squares towards the rook, as in standard chess, instead of to the c-file or g-file."),
    Fault::new("chess960-right-by-corner", KIND, Rule::CastlingRookMoved, Makes(right_by_corner),
        "Rights are lost by a table of squares, which has the corners only. A rook that starts elsewhere keeps its right."),
    Fault::new("chess960-outermost-rook", KIND, Rule::CastlingMissing, Reads(|board| other_rook(board, true)),
        "The file letter of a right is read as king's side or queen's side, and stands for the outermost rook there."),
    Fault::new("chess960-innermost-rook", KIND, Rule::CastlingMissing, Reads(|board| other_rook(board, false)),
        "The rook of a right is searched for from the king outwards, and the first one found is taken."),
];

/// The squares of king and rook in standard chess are tested for attacks.
fn path_from_e(node: &Node, castle: Castle) -> bool {
    let files = match castle.wing {
        Wing::KingSide => [5, 6],
        Wing::QueenSide => [2, 3],
    };
    let squares = files.map(|file| Square::at(file, castle.king.rank()));
    !node.in_check()
        && node.is_path_free(castle)
        && squares.into_iter().all(|square| node.is_safe(square))
        && node.is_target_safe(castle)
}

/// Castling that tests only these squares for pieces.
fn with_path(node: &Node, castle: Castle, mut path: impl Iterator<Item = Square>) -> bool {
    path.all(|square| node.is_free_for(castle, square))
        && !node.in_check()
        && node.is_crossing_safe(castle)
        && node.is_target_safe(castle)
}

fn rook_path(node: &Node, castle: Castle) -> bool {
    with_path(node, castle, rank_between(castle.king, castle.king_to))
}

fn king_path(node: &Node, castle: Castle) -> bool {
    with_path(node, castle, rank_between(castle.king, castle.rook))
}

fn rook_blocks(node: &Node, castle: Castle) -> bool {
    let crosses = rank_between(castle.king, castle.king_to).any(|square| square == castle.rook);
    node.may_castle(castle) && !crosses
}

fn king_blocks(node: &Node, castle: Castle) -> bool {
    let crosses = rank_between(castle.rook, castle.rook_to).any(|square| square == castle.king);
    node.may_castle(castle) && !crosses
}

fn rook_shields(node: &Node, castle: Castle) -> bool {
    !node.in_check()
        && node.is_path_free(castle)
        && node.is_crossing_safe(castle)
        && node.is_safe(castle.king_to)
}

fn king_overwritten(before: &Board, mv: Move, after: &mut Board) {
    if mv.kind() != MoveKind::Castle {
        return;
    }
    let castle = Castle::new(mv.from(), mv.to());
    if castle.king_to == castle.rook {
        // What is moved on as the rook is the king.
        after.put(castle.king_to, None);
        after.put(castle.rook_to, before.piece_on(castle.king));
        after.kings[before.us.index()] = castle.rook_to;
    }
}

fn two_squares(before: &Board, mv: Move, after: &mut Board) {
    if mv.kind() != MoveKind::Castle {
        return;
    }
    let castle = Castle::new(mv.from(), mv.to());
    let file = match castle.wing {
        Wing::KingSide => (castle.king.file() + 2).min(7),
        Wing::QueenSide => castle.king.file().saturating_sub(2),
    };
    let king_to = Square::at(file, castle.king.rank());
    if king_to != castle.king_to {
        let king = after.piece_on(castle.king_to);
        after.put(castle.king_to, None);
        after.put(king_to, king);
        after.kings[before.us.index()] = king_to;
    }
}

fn right_by_corner(before: &Board, mv: Move, after: &mut Board) {
    if !matches!(mv.from().file(), 0 | 7) && before.kind_on(mv.from()) == Some(PieceKind::Rook) {
        kept_rook(before, mv, after);
    }
}

/// Replaces the rook of each right by the outermost or innermost one on its wing.
fn other_rook(board: &mut Board, outermost: bool) {
    for color in [Color::White, Color::Black] {
        let king = board.kings[color.index()];
        for wing in Wing::BOTH {
            if board.right(color, wing).is_none() {
                continue;
            }
            let rooks = (0..8)
                .map(|file| Square::at(file, back_rank(color)))
                .filter(|&square| board.has(square, color, PieceKind::Rook))
                .filter(|&square| Wing::of(king, square) == wing);
            let distance = |square: &Square| square.file().abs_diff(king.file());
            let rook = match outermost {
                true => rooks.max_by_key(distance),
                false => rooks.min_by_key(distance),
            };
            board.rights[color.index()][wing as usize] = rook;
        }
    }
}
