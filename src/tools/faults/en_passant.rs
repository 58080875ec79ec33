//! Faults of en passant.

use super::board::{Board, Squares, captured_en_passant, forward, pawn_rank};
use super::flaw::Flaw::{Alters, Lists, Makes};
use super::node::Node;
use super::{Fault, FaultKind};
use crate::board::{Color, Move, MoveKind, Offset, Piece, PieceKind, Square};
use crate::tools::diagnosis::Rule;

const KIND: FaultKind = FaultKind::EnPassant;

#[rustfmt::skip] // One row for each fault, as in a table.
pub(super) const FAULTS: &[Fault] = &[
    Fault::new("ep-uncovers", KIND, Rule::EnPassantUncovers, Lists(uncovers),
        "En passant skips the test for pins, since the pawn that is captured stands beside the target."),
    Fault::new("ep-opens-rank", KIND, Rule::EnPassantUncovers, Lists(opens_rank),
        "Pins are looked up per piece. Both pawns leave the rank of the king at once, and neither is pinned alone."),
    Fault::new("ep-missing", KIND, Rule::EnPassantMissing, Lists(|_, mv, legal| legal && !is_ep(mv)),
        "En passant is left for later and forgotten."),
    Fault::new("ep-not-set", KIND, Rule::EnPassantMissing, Makes(not_set),
        "Making a double step does not set the ep square, so only the one of the FEN is ever used."),
    Fault::new("ep-one-side", KIND, Rule::EnPassantMissing, Lists(one_side),
        "Of the two pawns that may capture, the loop finds the first and breaks off."),
    Fault::new("ep-black", KIND, Rule::EnPassantMissing, Lists(|node, mv, legal| legal && !(is_ep(mv) && node.us == Color::Black)),
        "The rank of the capture is a constant that fits White only."),
    Fault::new("ep-evasion", KIND, Rule::EnPassantEvasionMissing, Lists(|node, mv, legal| legal && !(is_ep(mv) && node.in_check())),
        "In check only captures of the checker's own square are listed. En passant captures a checker from another square."),
    Fault::new("ep-in-check", KIND, Rule::CheckIgnored, Lists(|node, mv, legal| legal || is_ep(mv) && node.checkers.len() == 1),
        "The mask of squares that answer a check is not applied to en passant."),
    Fault::new("ep-not-cleared", KIND, Rule::EnPassantTooLate, Makes(not_cleared),
        "The ep square is set by a double step, but no other move clears it."),
    Fault::new("ep-after-single-step", KIND, Rule::EnPassantWithoutStep, Makes(after_single_step),
        "Any pawn that arrives on the fourth rank sets the ep square, also with a single step."),
    Fault::new("ep-leaves-pawn", KIND, Rule::EnPassantLeavesPawn, Makes(leaves_pawn),
        "Making the move clears the target square, as for any capture, but not the square of the captured pawn."),
    Fault::new("ep-wraps", KIND, Rule::WrapsAround, Alters(wraps),
        "The pawns beside the double step are those on the square numbers one less and one more: h4 is next to a5."),
];

fn is_ep(mv: Move) -> bool {
    mv.kind() == MoveKind::EnPassant
}

fn uncovers(node: &Node, mv: Move, legal: bool) -> bool {
    legal || is_ep(mv) && !node.in_check()
}

/// Also lists a capture that opens the king's rank, if its pawn is not pinned.
fn opens_rank(node: &Node, mv: Move, legal: bool) -> bool {
    if legal || !is_ep(mv) || node.in_check() || node.pinned.contains(mv.from()) {
        return legal;
    }
    let mut attackers = node.after(mv).attackers(node.king, node.them).iter();
    attackers.all(|from| from.rank() == node.king.rank())
}

fn one_side(node: &Node, mv: Move, legal: bool) -> bool {
    let beside = captured_en_passant(mv) + Offset::WEST;
    let has_other = beside != mv.from() && node.board.has(beside, node.us, PieceKind::Pawn);
    legal && !(is_ep(mv) && has_other)
}

fn not_set(_: &Board, _: Move, after: &mut Board) {
    after.en_passant = Squares::default();
}

fn not_cleared(before: &Board, _: Move, after: &mut Board) {
    after.en_passant = after.en_passant.union(before.en_passant);
}

fn after_single_step(before: &Board, mv: Move, after: &mut Board) {
    let step = forward(before.us);
    let fourth = Square::at(mv.to().file(), pawn_rank(before.us)) + step + step;
    if mv.to() == fourth
        && mv.from() + step == mv.to()
        && before.kind_on(mv.from()) == Some(PieceKind::Pawn)
    {
        after.en_passant.insert(mv.from());
    }
}

fn leaves_pawn(before: &Board, mv: Move, after: &mut Board) {
    if is_ep(mv) {
        let color = before.them();
        let kind = PieceKind::Pawn;
        after.put(captured_en_passant(mv), Some(Piece { color, kind }));
    }
}

/// Adds the capture of a pawn on the a-file by one on the h-file, or the other
/// way round.
fn wraps(node: &Node, moves: &mut Vec<Move>) {
    let back = -forward(node.us);
    for target in node.board.en_passant.iter() {
        let captured = target + back;
        // One more than h4 is a5.
        let beside = match captured.file() {
            0 => captured.rank().checked_sub(1).map(|rank| (7, rank)),
            7 => Some((0, captured.rank() + 1)).filter(|&(_, rank)| rank < 8),
            _ => None,
        };
        let Some((file, rank)) = beside else { continue };
        let from = Square::at(file, rank);
        let mv = Move::new(from, target, MoveKind::Normal);
        if node.board.has(from, node.us, PieceKind::Pawn) && node.is_safe_after(mv) {
            moves.push(mv);
        }
    }
}
