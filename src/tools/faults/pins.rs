//! Faults of pins.

use super::flaw::Flaw::Lists;
use super::node::{Node, slides};
use super::{Fault, FaultKind};
use crate::board::{Move, MoveKind, Offset, PieceKind, Square, step_along};
use crate::tools::diagnosis::Rule;

const KIND: FaultKind = FaultKind::Pins;

#[rustfmt::skip] // One row for each fault, as in a table.
pub(super) const FAULTS: &[Fault] = &[
    Fault::new("pin-ignored", KIND, Rule::PinnedLeavesLine, Lists(|node, mv, legal| legal || is_ordinary(node, mv)),
        "Only moves of the king and answers to checks are tested; whoever is not in check may move anything."),
    Fault::new("pin-on-diagonal-ignored", KIND, Rule::PinnedLeavesLine, Lists(|node, mv, legal| legal || is_ordinary(node, mv) && !is_straight(node, mv.from())),
        "Pins are looked for by rooks and queens along ranks and files. The diagonals are forgotten."),
    Fault::new("pin-on-file-ignored", KIND, Rule::PinnedLeavesLine, Lists(|node, mv, legal| legal || is_ordinary(node, mv) && is_straight(node, mv.from())),
        "The masks of ranks and files between two squares are wrong, so only pins on diagonals are found."),
    Fault::new("pin-by-queen-ignored", KIND, Rule::PinnedLeavesLine, Lists(|node, mv, legal| legal || is_ordinary(node, mv) && pinner_is_queen(node, mv.from())),
        "Bishops pin on diagonals and rooks on lines; the queen is in neither set."),
    Fault::new("pinned-frozen", KIND, Rule::PinnedStays, Lists(|node, mv, legal| legal && !node.pinned.contains(mv.from())),
        "Pinned pieces get no moves at all, but a slider may move along its pin, and a pawn step on it."),
    Fault::new("pinned-spares-pinner", KIND, Rule::PinnedStays, Lists(|node, mv, legal| legal && !(node.pinned.contains(mv.from()) && node.captures(mv))),
        "A pinned piece may move between king and pinner; the mask ends before the pinner's own square."),
    Fault::new("pinned-pawn-frozen", KIND, Rule::PinnedStays, Lists(|node, mv, legal| legal && !(node.pinned.contains(mv.from()) && node.moves_a(mv, PieceKind::Pawn))),
        "Sliders may move along a pin. That a pawn may step along its file or capture its pinner is forgotten."),
    Fault::new("pin-through-two", KIND, Rule::PlainMoveMissing, Lists(through_two),
        "The search for pins takes the nearest own piece and any slider beyond it, whatever stands between them."),
    Fault::new("pinned-guards-nothing", KIND, Rule::KingStepsIntoCheck, Lists(guards_nothing),
        "Attacked squares are found by listing the other side's legal moves. A pinned piece has none, but still attacks."),
];

/// Returns whether this is a move of a piece other than the king, out of check.
fn is_ordinary(node: &Node, mv: Move) -> bool {
    let is_special = matches!(mv.kind(), MoveKind::EnPassant | MoveKind::Castle);
    !node.in_check() && mv.from() != node.king && !is_special
}

fn is_straight(node: &Node, from: Square) -> bool {
    Offset::ORTHOGONAL.contains(&step_along(from - node.king))
}

fn pinner_is_queen(node: &Node, from: Square) -> bool {
    let pinner = node.board.first_piece(from, step_along(from - node.king));
    pinner.is_some_and(|(_, piece)| piece.kind == PieceKind::Queen)
}

fn through_two(node: &Node, mv: Move, legal: bool) -> bool {
    if !legal || mv.kind() == MoveKind::Castle || node.in_check() {
        return legal;
    }
    let step = step_along(mv.from() - node.king);
    let is_nearest = |from| {
        let nearest = node.board.first_piece(node.king, step);
        step != Offset::ZERO && nearest.is_some_and(|(square, _)| square == from)
    };
    let stays = step_along(mv.to() - node.king) == step;
    if stays || !is_nearest(mv.from()) || node.pinned.contains(mv.from()) {
        return true;
    }
    let second = node.board.first_piece(mv.from(), step);
    let third = second.and_then(|(square, _)| node.board.first_piece(square, step));
    !third.is_some_and(|(_, piece)| piece.color == node.them && slides(piece.kind, step))
}

/// Lists a king's step to a square that only pinned pieces attack.
fn guards_nothing(node: &Node, mv: Move, legal: bool) -> bool {
    if legal || !node.is_king(mv) {
        return legal;
    }
    let mut after = node.after(mv);
    let (us, them) = (after.us, after.them());
    let king = after.kings[us.index()];
    node.guards(mv.to()).iter().all(|guard| {
        let kind = node.board.kind_on(guard);
        let piece = after.piece_on(guard);
        after.put(guard, None);
        let uncovers = after.is_attacked(king, them);
        after.put(guard, piece);
        uncovers && kind != Some(PieceKind::King)
    })
}
