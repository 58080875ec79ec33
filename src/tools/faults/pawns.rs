//! Faults of pawns.

use super::board::{back_rank, forward, pawn_captures, pawn_rank};
use super::flaw::Flaw::{Alters, Lists};
use super::node::Node;
use super::{Fault, FaultKind};
use crate::board::{Color, Move, MoveKind, PieceKind, Square};
use crate::tools::diagnosis::Rule;

const KIND: FaultKind = FaultKind::Pawns;

#[rustfmt::skip] // One row for each fault, as in a table.
pub(super) const FAULTS: &[Fault] = &[
    Fault::new("double-push-missing", KIND, Rule::DoubleStepMissing, Lists(|_, mv, legal| legal && mv.kind() != MoveKind::DoublePush),
        "The double step is left for later and forgotten."),
    Fault::new("double-push-over", KIND, Rule::DoubleStepBlocked, Alters(double_push_over),
        "For the double step only its target is tested, and the pawn jumps over a piece."),
    Fault::new("double-push-onto", KIND, Rule::DoubleStepBlocked, Alters(double_push_onto),
        "For the double step only the square in between is tested, and the pawn captures straight ahead."),
    Fault::new("double-push-again", KIND, Rule::DoubleStepAgain, Alters(double_push_again),
        "A flag in each pawn, or a wrong rank, says that it has not moved yet."),
    Fault::new("pawn-pushes-piece", KIND, Rule::PawnPushBlocked, Alters(pushes_piece),
        "The step of a pawn is tested like the move of any piece: an enemy on the target is captured."),
    Fault::new("pawn-wraps", KIND, Rule::WrapsAround, Alters(pawn_wraps),
        "The capture adds 9 to the number of the square. From the h-file that is the a-file, two ranks up."),
    Fault::new("pawn-wraps-other-way", KIND, Rule::WrapsAround, Alters(pawn_wraps_other_way),
        "The capture adds 7 to the number of the square. From the a-file that is the h-file, on the same rank."),
    Fault::new("pawn-capture-missing", KIND, Rule::PawnCaptureMissing, Lists(|node, mv, legal| legal && !is_pawn_capture(node, mv)),
        "Pawns are given their steps, and their captures are forgotten."),
    Fault::new("pawn-capture-to-edge", KIND, Rule::PawnCaptureMissing, Lists(|node, mv, legal| legal && !(is_pawn_capture(node, mv) && matches!(mv.to().file(), 0 | 7))),
        "The mask against wrapping is applied to the target instead of the start, or leaves out a file too many."),
    Fault::new("pawn-captures-own", KIND, Rule::CapturesOwn, Alters(captures_own),
        "A pawn captures whatever stands diagonally ahead."),
    Fault::new("black-pawn-double-step", KIND, Rule::DoubleStepMissing, Lists(|node, mv, legal| legal && !(mv.kind() == MoveKind::DoublePush && node.us == Color::Black && mv.from().file() == 7)),
        "A loop over the files ends one too early for one side."),
];

fn is_pawn_capture(node: &Node, mv: Move) -> bool {
    node.moves_a(mv, PieceKind::Pawn) && node.captures(mv)
}

fn pawns<'a>(node: &'a Node) -> impl Iterator<Item = Square> + 'a {
    let pieces = node.board.pieces();
    let own = pieces.filter(|(_, piece)| piece.color == node.us && piece.kind == PieceKind::Pawn);
    own.map(|(square, _)| square)
}

/// Adds the moves to those targets on which the king is safe.
fn add(
    node: &Node,
    moves: &mut Vec<Move>,
    kind: MoveKind,
    target: impl Fn(Square) -> Option<Square>,
) {
    for from in pawns(node) {
        let Some(to) = target(from).filter(|to| to.is_on_board()) else {
            continue;
        };
        let mv = Move::new(from, to, kind);
        // On the last rank the right moves are promotions.
        if to.rank() != back_rank(node.them) && node.is_safe_after(mv) {
            moves.push(mv);
        }
    }
}

fn double_push_over(node: &Node, moves: &mut Vec<Move>) {
    let step = forward(node.us);
    add(node, moves, MoveKind::DoublePush, |from| {
        let (over, to) = (from + step, from + step + step);
        let jumps = from.rank() == pawn_rank(node.us) && !node.board.is_empty(over);
        (jumps && node.board.is_empty(to)).then_some(to)
    });
}

fn double_push_onto(node: &Node, moves: &mut Vec<Move>) {
    let step = forward(node.us);
    add(node, moves, MoveKind::DoublePush, |from| {
        let (over, to) = (from + step, from + step + step);
        let steps = from.rank() == pawn_rank(node.us) && node.board.is_empty(over);
        (steps && node.board.is_prey(to)).then_some(to)
    });
}

fn double_push_again(node: &Node, moves: &mut Vec<Move>) {
    let step = forward(node.us);
    add(node, moves, MoveKind::DoublePush, |from| {
        let (over, to) = (from + step, from + step + step);
        let third = Square::at(from.file(), pawn_rank(node.us)) + step;
        let is_free = node.board.is_empty(over) && node.board.is_empty(to);
        (from == third && is_free).then_some(to)
    });
}

fn pushes_piece(node: &Node, moves: &mut Vec<Move>) {
    add(node, moves, MoveKind::Normal, |from| {
        let to = from + forward(node.us);
        node.board.is_prey(to).then_some(to)
    });
}

/// The prey on the same rank at the other edge, moved by some ranks.
fn across(node: &Node, from: Square, file: u8, ranks: u8) -> Option<Square> {
    let rank = match node.us {
        Color::White => from.rank() + ranks,
        Color::Black => from.rank().checked_sub(ranks)?,
    };
    let to = (from.file() == file && rank < 8).then(|| Square::at(7 - file, rank))?;
    node.board.is_prey(to).then_some(to)
}

fn pawn_wraps(node: &Node, moves: &mut Vec<Move>) {
    let file = if node.us == Color::White { 7 } else { 0 };
    add(node, moves, MoveKind::Normal, |from| {
        across(node, from, file, 2)
    });
}

fn pawn_wraps_other_way(node: &Node, moves: &mut Vec<Move>) {
    let file = if node.us == Color::White { 0 } else { 7 };
    add(node, moves, MoveKind::Normal, |from| {
        across(node, from, file, 0)
    });
}

fn captures_own(node: &Node, moves: &mut Vec<Move>) {
    for capture in pawn_captures(node.us) {
        add(node, moves, MoveKind::Normal, |from| {
            let own = node.board.piece_on(from + capture);
            let own = own.filter(|piece| piece.color == node.us && piece.kind != PieceKind::King);
            own.map(|_| from + capture)
        });
    }
}
