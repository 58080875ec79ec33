//! Faults of the count itself: the moves are right, but a game ends too early or
//! a finished one counts.

use super::board::Board;
use super::flaw::Flaw::Ends;
use super::node::Node;
use super::{Fault, FaultKind};
use crate::board::PieceKind;
use crate::tools::diagnosis::Rule;

const KIND: FaultKind = FaultKind::Counting;

#[rustfmt::skip] // One row for each fault, as in a table.
pub(super) const FAULTS: &[Fault] = &[
    Fault::new("mate-counted", KIND, Rule::EndCounted, Ends(|_, _, moves| moves == 0),
        "A node without moves returns 1, as a leaf does. Above the last ply a finished game has no leaves."),
    Fault::new("stalemate-counted", KIND, Rule::EndCounted, Ends(|_, node, moves| moves == 0 && !node.in_check()),
        "Checkmate ends the count with 0, stalemate is a draw and ends it with 1."),
    Fault::new("fifty-moves-end", KIND, Rule::DrawByFiftyMoves, Ends(|_, node, _| node.board.clock >= 100),
        "The count uses the search's test for draws. Fifty moves without a capture or a pawn move do not end a count."),
    Fault::new("bare-kings-end", KIND, Rule::DrawByMaterial, Ends(|_, node, _| is_bare(node)),
        "The count uses the search's test for draws. Two bare kings still have moves."),
    Fault::new("repetition-ends", KIND, Rule::DrawByRepetition, Ends(is_repeated),
        "The count uses the search's test for draws. A position that was there before still has moves."),
];

fn is_bare(node: &Node) -> bool {
    node.board
        .pieces()
        .all(|(_, piece)| piece.kind == PieceKind::King)
}

fn is_repeated(boards: &[Board], node: &Node, _: usize) -> bool {
    let mut same_side = boards.iter().rev().skip(3).step_by(2);
    same_side.any(|board| board.is_same_position(node.board))
}
