//! Faults of taking moves back. What is left wrong on the board spoils the moves
//! that are tried next, so a count is wrong while each position alone is right.

use super::board::{Board, captured_en_passant};
use super::flaw::Flaw::Unmakes;
use super::flaw::Unmade;
use super::node::Castle;
use super::{Fault, FaultKind};
use crate::board::{MoveKind, PieceKind};
use crate::tools::diagnosis::Rule;

const KIND: FaultKind = FaultKind::Unmaking;

#[rustfmt::skip] // One row for each fault, as in a table.
pub(super) const FAULTS: &[Fault] = &[
    Fault::new("unmake-capture", KIND, Rule::OnlyWithin, Unmakes(capture),
        "The captured piece is stored with the move, but for a promotion the same field holds the new piece, and nothing is put back."),
    Fault::new("unmake-en-passant", KIND, Rule::OnlyWithin, Unmakes(en_passant),
        "The captured pawn is put back on the target of the move, as after any other capture."),
    Fault::new("unmake-promotion", KIND, Rule::OnlyWithin, Unmakes(promotion),
        "Taking a promotion back moves the new piece to where the pawn stood."),
    Fault::new("unmake-castling", KIND, Rule::OnlyWithin, Unmakes(castling),
        "Taking castling back moves the king, and leaves the rook where it is."),
    Fault::new("unmake-castling-right", KIND, Rule::OnlyWithin, Unmakes(|unmade, board| board.rights = unmade.after.rights),
        "Castling rights are cleared by a move and not restored when it is taken back."),
    Fault::new("unmake-captured-right", KIND, Rule::OnlyWithin, Unmakes(captured_right),
        "The rights of the side to move are restored, those that the capture of a rook took from the other side are not."),
    Fault::new("unmake-king-square", KIND, Rule::OnlyWithin, Unmakes(|unmade, board| board.kings = unmade.after.kings),
        "The king's square is kept beside the board. Taking a king's move back forgets it."),
    Fault::new("unmake-castling-king-square", KIND, Rule::OnlyWithin, Unmakes(castling_king),
        "The king's square is kept beside the board. Taking castling back has code of its own, which forgets it."),
];

fn capture(unmade: &Unmade, board: &mut Board) {
    if unmade.mv.promotion().is_some() {
        board.put(unmade.mv.to(), None);
    }
}

fn en_passant(unmade: &Unmade, board: &mut Board) {
    if unmade.mv.kind() == MoveKind::EnPassant {
        let square = captured_en_passant(unmade.mv);
        let pawn = board.piece_on(square);
        board.put(square, None);
        board.put(unmade.mv.to(), pawn);
    }
}

fn promotion(unmade: &Unmade, board: &mut Board) {
    if unmade.mv.promotion().is_some() {
        board.put(unmade.mv.from(), unmade.after.piece_on(unmade.mv.to()));
    }
}

fn castling(unmade: &Unmade, board: &mut Board) {
    let castle = Castle::new(unmade.mv.from(), unmade.mv.to());
    if unmade.mv.kind() == MoveKind::Castle && castle.rook_to != castle.king {
        let rook = board.piece_on(castle.rook);
        board.put(castle.rook, None);
        board.put(castle.rook_to, rook);
    }
}

fn captured_right(unmade: &Unmade, board: &mut Board) {
    let them = unmade.before.them();
    board.rights[them.index()] = unmade.after.rights[them.index()];
}

fn castling_king(unmade: &Unmade, board: &mut Board) {
    let king = unmade.before.piece_on(unmade.mv.from());
    if unmade.mv.kind() == MoveKind::Castle
        && king.is_some_and(|piece| piece.kind == PieceKind::King)
    {
        board.kings = unmade.after.kings;
    }
}
