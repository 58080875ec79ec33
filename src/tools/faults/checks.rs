//! Faults of checks and of the answers to them.

use super::flaw::Flaw::Lists;
use super::node::{Node, distance, goes_on_from};
use super::{Fault, FaultKind};
use crate::board::{Move, MoveKind, PieceKind};
use crate::tools::diagnosis::Rule;

const KIND: FaultKind = FaultKind::Checks;

#[rustfmt::skip] // One row for each fault, as in a table.
pub(super) const FAULTS: &[Fault] = &[
    Fault::new("double-check", KIND, Rule::DoubleCheck, Lists(|node, mv, legal| legal || node.checkers.len() > 1 && node.captures_checker(mv) && mv.from() != node.king),
        "A check is answered by capturing the checker. The second checker is not looked for."),
    Fault::new("double-check-blocked", KIND, Rule::DoubleCheck, Lists(double_check_blocked),
        "The squares that answer a check are those between the king and either checker."),
    Fault::new("no-block", KIND, Rule::EvasionBlockMissing, Lists(|node, mv, legal| legal && !node.blocks(mv)),
        "In check the king steps away or the checker is captured. That a piece may step between is forgotten."),
    Fault::new("no-block-by-double-step", KIND, Rule::EvasionBlockMissing, Lists(|node, mv, legal| legal && !(node.blocks(mv) && mv.kind() == MoveKind::DoublePush)),
        "The mask of squares that answer a check is applied to the single step first, and the double step starts from what is left."),
    Fault::new("no-capture-of-checker", KIND, Rule::EvasionCaptureMissing, Lists(|node, mv, legal| legal && (!node.captures_checker(mv) || mv.from() == node.king)),
        "The mask of squares that answer a check ends before the checker's own square."),
    Fault::new("king-stays-in-check", KIND, Rule::EvasionKingMissing, Lists(|node, mv, legal| legal && !(node.in_check() && mv.from() == node.king)),
        "The mask of squares that answer a check is applied to the king as well."),
    Fault::new("king-spares-checker", KIND, Rule::EvasionKingMissing, Lists(|node, mv, legal| legal && !(node.captures_checker(mv) && mv.from() == node.king)),
        "In check the king only goes to empty squares."),
    Fault::new("check-ignored", KIND, Rule::CheckIgnored, Lists(|node, mv, legal| legal || node.checkers.len() == 1 && mv.from() != node.king && !node.captures(mv) && mv.kind() != MoveKind::EnPassant),
        "In check captures are tested, quiet moves of other pieces are not."),
    Fault::new("knight-check-ignored", KIND, Rule::CheckIgnored, Lists(|node, mv, legal| legal || is_check_by(node, PieceKind::Knight) && !node.is_king(mv)),
        "Checks are found by looking along lines from the king. A knight is on none."),
    Fault::new("pawn-check-ignored", KIND, Rule::CheckIgnored, Lists(|node, mv, legal| legal || is_check_by(node, PieceKind::Pawn) && !node.is_king(mv)),
        "The attacks of pawns are looked up for the wrong colour, so a pawn never gives check."),
    Fault::new("discovered-check-ignored", KIND, Rule::CheckIgnored, Lists(discovered),
        "Whether a move gives check is worked out from the piece that moved, not from those behind it."),
    Fault::new("promotion-gives-no-check", KIND, Rule::CheckIgnored, Lists(promoted),
        "Whether a move gives check is worked out from the pawn before it becomes another piece."),
    Fault::new("king-along-line", KIND, Rule::KingBackAlongLine, Lists(along_line),
        "The king itself still stands on the board when the squares behind it are tested, and shields them."),
    Fault::new("king-captures-guarded", KIND, Rule::KingCapturesGuarded, Lists(captures_guarded),
        "The set of attacked squares leaves out those of the attacker's own pieces, since it cannot move there."),
    Fault::new("kings-touch", KIND, Rule::KingsTouch, Lists(touches),
        "The test for attacked squares asks all pieces but the king."),
    Fault::new("king-steps-into-check", KIND, Rule::KingStepsIntoCheck, Lists(steps_into_check),
        "Moves of the king are tested only when it is in check."),
    Fault::new("king-next-to-pawn", KIND, Rule::KingStepsIntoCheck, Lists(|node, mv, legal| legal || is_guarded_by(node, mv, PieceKind::Pawn)),
        "Attacked squares are found by listing the other side's moves. A pawn attacks an empty square without a move to it."),
    Fault::new("king-next-to-knight", KIND, Rule::KingStepsIntoCheck, Lists(|node, mv, legal| legal || is_guarded_by(node, mv, PieceKind::Knight)),
        "The king's target is tested along lines only."),
];

fn double_check_blocked(node: &Node, mv: Move, legal: bool) -> bool {
    if legal || node.checkers.len() < 2 || mv.from() == node.king || node.pinned.contains(mv.from())
    {
        return legal;
    }
    let still = node.after(mv).attackers(node.king, node.them);
    still.len() < node.checkers.len()
}

fn is_check_by(node: &Node, kind: PieceKind) -> bool {
    let mut checkers = node.checkers.iter();
    node.in_check() && checkers.all(|checker| node.board.kind_on(checker) == Some(kind))
}

/// Returns whether the king's step is illegal because of this kind of piece alone.
fn is_guarded_by(node: &Node, mv: Move, kind: PieceKind) -> bool {
    let mut guards = node.guards(mv.to()).iter();
    node.is_king(mv) && guards.all(|guard| node.board.kind_on(guard) == Some(kind))
}

fn discovered(node: &Node, mv: Move, legal: bool) -> bool {
    let moved = node.board.last.map(|last| last.to());
    let is_discovered = |square| Some(square) != moved;
    let unseen = moved.is_some() && node.in_check() && node.checkers.iter().all(is_discovered);
    legal || unseen && !node.is_king(mv)
}

fn promoted(node: &Node, mv: Move, legal: bool) -> bool {
    let last = node.board.last.filter(|last| last.promotion().is_some());
    let is_promoted = |square| last.is_some_and(|last| last.to() == square);
    let unseen = node.in_check() && node.checkers.iter().all(is_promoted);
    legal || unseen && !node.is_king(mv)
}

fn is_slider(kind: Option<PieceKind>) -> bool {
    matches!(
        kind,
        Some(PieceKind::Bishop | PieceKind::Rook | PieceKind::Queen)
    )
}

fn along_line(node: &Node, mv: Move, legal: bool) -> bool {
    let mut checkers = node.checkers.iter();
    let shields = |checker| is_slider(node.board.kind_on(checker)) && goes_on_from(checker, mv);
    legal || node.is_king(mv) && node.guards(mv.to()).len() == 1 && checkers.any(shields)
}

fn captures_guarded(node: &Node, mv: Move, legal: bool) -> bool {
    let captures = node.is_king(mv) && node.captures(mv) && !node.in_check();
    legal || captures && !node.is_next_to_their_king(mv.to())
}

fn touches(node: &Node, mv: Move, legal: bool) -> bool {
    let their_king = node.board.kings[node.them.index()];
    let is_next = node.is_king(mv) && distance(mv.to(), their_king) <= 1;
    legal || is_next && node.guards(mv.to()).len() == 1
}

fn steps_into_check(node: &Node, mv: Move, legal: bool) -> bool {
    let steps = node.is_king(mv) && !node.captures(mv) && !node.in_check();
    legal || steps && !node.is_next_to_their_king(mv.to())
}
