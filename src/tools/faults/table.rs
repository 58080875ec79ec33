//! Faults of a table of counts. Each position alone is right; a deeper count finds
//! the entry of another position.

use super::board::Board;
use super::flaw::Flaw::{Entries, Keys};
use super::flaw::Step;
use super::{Fault, FaultKind, key};
use crate::board::{Color, MoveKind, Piece, PieceKind};
use crate::tools::diagnosis::Rule;

const KIND: FaultKind = FaultKind::Table;

#[rustfmt::skip] // One row for each fault, as in a table.
pub(super) const FAULTS: &[Fault] = &[
    Fault::new("key-without-side", KIND, Rule::WrongWithTable, Keys(|step| key::of(step.after) ^ key::side(step.after.us)),
        "The key has the pieces, but not who is to move."),
    Fault::new("key-without-castling", KIND, Rule::WrongWithTable, Keys(|step| key::of(step.after) ^ key::rights(step.after)),
        "The key has no castling rights. A king that went and came back finds the counts from before."),
    Fault::new("key-without-en-passant", KIND, Rule::WrongWithTable, Keys(|step| key::of(step.after) ^ key::en_passant(step.after)),
        "The key has no ep square. A pawn that arrived with two single steps finds the counts of the double step."),
    Fault::new("key-of-any-en-passant", KIND, Rule::WrongWithTable, Keys(any_en_passant),
        "The key says that there is an ep square, but not on which file."),
    Fault::new("key-without-colours", KIND, Rule::WrongWithTable, Keys(without_colours),
        "White and black pieces share the random numbers."),
    Fault::new("key-keeps-captured", KIND, Rule::WrongWithTable, Keys(keeps_captured),
        "The key is updated move by move, and the captured piece is never taken out."),
    Fault::new("key-of-promotion", KIND, Rule::WrongWithTable, Keys(of_promotion),
        "The key is updated move by move. After a promotion it still has a pawn, whatever the pawn became."),
    Fault::new("key-of-castling", KIND, Rule::WrongWithTable, Keys(of_castling),
        "The key is updated move by move. Castling moves the king in it, and the rook is forgotten."),
    Fault::new("key-of-16-bits", KIND, Rule::WrongWithTable, Keys(|step| key::of(step.after) & 0xffff),
        "The part of the key that is compared is too short, so other positions pass for this one."),
    Fault::new("entry-without-depth", KIND, Rule::WrongWithTable, Entries(|_| 0),
        "The table is asked for a position, not for a position and a depth."),
];

fn any_en_passant(step: &Step) -> u64 {
    let share = key::en_passant(step.after);
    let any = u64::from(!step.after.en_passant.is_empty());
    key::of(step.after) ^ share ^ any
}

fn without_colours(step: &Step) -> u64 {
    let board = step.after;
    let pieces = board.pieces().fold(0, |key, (square, piece)| {
        let color = Color::White;
        key ^ key::piece(square, Piece { color, ..piece })
    });
    key::of(board) ^ key::pieces(board, |_| true) ^ pieces
}

/// The key updated from that before the move.
fn updated(step: &Step) -> u64 {
    step.key ^ key::of(step.before) ^ key::of(step.after)
}

fn keeps_captured(step: &Step) -> u64 {
    let to = step.mv.to();
    let captured = step
        .before
        .piece_on(to)
        .filter(|piece| piece.color != step.before.us);
    updated(step) ^ captured.map_or(0, |piece| key::piece(to, piece))
}

fn of_promotion(step: &Step) -> u64 {
    let to = step.mv.to();
    let Some(promoted) = step
        .after
        .piece_on(to)
        .filter(|_| step.mv.promotion().is_some())
    else {
        return updated(step);
    };
    let kind = PieceKind::Pawn;
    let pawn = Piece { kind, ..promoted };
    updated(step) ^ key::piece(to, promoted) ^ key::piece(to, pawn)
}

fn of_castling(step: &Step) -> u64 {
    if step.mv.kind() != MoveKind::Castle {
        return updated(step);
    }
    let rooks = |board: &Board| {
        let us = step.before.us;
        key::pieces(board, |piece| {
            piece.color == us && piece.kind == PieceKind::Rook
        })
    };
    updated(step) ^ rooks(step.before) ^ rooks(step.after)
}
