//! Faults of promotion.

use super::board::{Board, back_rank};
use super::flaw::Flaw::{Alters, Lists, Makes};
use super::node::Node;
use super::{Fault, FaultKind};
use crate::board::{Move, MoveKind, Piece, PieceKind, Wing};
use crate::tools::diagnosis::Rule;

const KIND: FaultKind = FaultKind::Promotion;

#[rustfmt::skip] // One row for each fault, as in a table.
pub(super) const FAULTS: &[Fault] = &[
    Fault::new("promotion-no-knight", KIND, Rule::PromotionPieceMissing, Lists(|_, mv, legal| legal && mv.promotion() != Some(PieceKind::Knight)),
        "The loop over the pieces runs from queen to bishop and stops one too early."),
    Fault::new("promotion-queen-only", KIND, Rule::PromotionPieceMissing, Lists(|_, mv, legal| legal && is_queen_if_any(mv)),
        "Every pawn becomes a queen, which is nearly always the best move."),
    Fault::new("capture-promotes-to-queen", KIND, Rule::PromotionPieceMissing, Lists(|node, mv, legal| legal && (!node.captures(mv) || is_queen_if_any(mv))),
        "A step onto the last rank lists four moves, the code for captures was written earlier and lists one."),
    Fault::new("no-promotion", KIND, Rule::PromotionMissing, Lists(|_, mv, legal| legal && mv.promotion().is_none()),
        "Promotions are left for later and forgotten."),
    Fault::new("no-capture-promotion", KIND, Rule::PromotionMissing, Lists(|node, mv, legal| legal && !(mv.promotion().is_some() && node.captures(mv))),
        "Captures of pawns are listed for all ranks but the seventh, steps for all of them."),
    Fault::new("promotion-without-piece", KIND, Rule::PromotionWithoutPiece, Alters(without_piece),
        "The capture of a pawn on the last rank is listed as an ordinary move, and the pawn stays a pawn."),
    Fault::new("promotions-twice", KIND, Rule::ListedTwice, Alters(twice),
        "Promotions are in the list of captures, and once more in that of quiet moves."),
    Fault::new("promotion-evasion", KIND, Rule::EvasionBlockMissing, Lists(|node, mv, legal| legal && !(mv.promotion().is_some() && node.in_check())),
        "The list of moves that answer a check has no promotions."),
    Fault::new("promotion-of-pinned", KIND, Rule::PinnedLeavesLine, Lists(|node, mv, legal| legal || mv.promotion().is_some() && !node.in_check()),
        "Promotions have code of their own, without the test for pins."),
    Fault::new("promotion-makes-queen", KIND, Rule::WrongWay, Makes(|before, mv, after| makes(before, mv, after, PieceKind::Queen)),
        "The list has four promotions, but making any of them puts a queen on the board."),
    Fault::new("promotion-keeps-pawn", KIND, Rule::PlainMoveMissing, Makes(|before, mv, after| makes(before, mv, after, PieceKind::Pawn)),
        "The list has four promotions, but making them moves the pawn and leaves it a pawn."),
    Fault::new("promotion-keeps-right", KIND, Rule::CastlingRookCaptured, Makes(keeps_right),
        "Captures take castling rights away, but promotions have code of their own, and a pawn captures the rook in the corner."),
];

fn is_queen_if_any(mv: Move) -> bool {
    matches!(mv.promotion(), None | Some(PieceKind::Queen))
}

fn without_piece(node: &Node, moves: &mut Vec<Move>) {
    let queens = moves
        .clone()
        .into_iter()
        .filter(|&mv| mv.kind() == MoveKind::PromoteQueen && node.captures(mv));
    moves.extend(queens.map(|mv| Move::new(mv.from(), mv.to(), MoveKind::Normal)));
}

fn twice(_: &Node, moves: &mut Vec<Move>) {
    let again: Vec<Move> = moves
        .iter()
        .copied()
        .filter(|mv| mv.promotion().is_some())
        .collect();
    moves.extend(again);
}

fn makes(before: &Board, mv: Move, after: &mut Board, kind: PieceKind) {
    if mv.promotion().is_some() {
        let color = before.us;
        after.put(mv.to(), Some(Piece { color, kind }));
    }
}

fn keeps_right(before: &Board, mv: Move, after: &mut Board) {
    let them = before.them();
    for wing in Wing::BOTH {
        let rook = before.right(them, wing);
        if mv.promotion().is_some() && rook == Some(mv.to()) && mv.to().rank() == back_rank(them) {
            after.rights[them.index()][wing as usize] = rook;
        }
    }
}
