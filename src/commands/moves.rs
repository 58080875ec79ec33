//! `moves`: lists the legal moves.

use super::at_position::at;
use super::run::{Context, LastReply, Run};
use super::{Command, Group, Printed, Row};
use crate::board::{CastlingNotation, Position};
use crate::engine::Engine;
use crate::movegen::UciMove;
use serde_json::{Value, json};

/// The row of `moves`.
pub static ROW: Row = Row {
    words: &["moves"],
    usage: "moves [POSITION]",
    purpose: "list the legal moves, in coordinates and in algebraic notation",
    group: Group::Play,
    example: "moves position3",
    section: "commands-to-type-by-hand",
    has_json: true,
    read: |words| {
        let position = words.end_with_position()?;
        Ok(Command::Do(at(position, ListMoves)))
    },
    ..Row::OWN
};

/// Lists the legal moves of the current position.
#[derive(Clone, Copy, Debug)]
pub struct ListMoves;

impl Run for ListMoves {
    fn run(self, engine: &mut Engine, _: &Context) -> LastReply {
        let position = engine.position()?;
        let reply = Reply {
            moves: in_notation(position, engine.notation()),
            in_check: position.is_in_check(),
        };
        Ok(Some(reply.into()))
    }
}

/// The legal moves of a position, each in coordinates and in standard algebraic
/// notation.
pub(super) fn in_notation(
    position: &Position,
    castling: CastlingNotation,
) -> Vec<(UciMove, String)> {
    let moves = position.legal_moves_with_san().into_iter();
    moves.map(|(mv, san)| (mv.uci(castling), san)).collect()
}

/// The reply to `moves`.
#[derive(Clone, Debug)]
pub struct Reply {
    /// The legal moves in coordinates and in algebraic notation, in the generator's
    /// order.
    pub moves: Vec<(UciMove, String)>,
    /// Whether the side to move is in check.
    pub in_check: bool,
}

impl Printed for Reply {
    fn json(&self) -> Vec<Value> {
        let moves = self.moves.iter();
        moves
            .map(|(mv, san)| json!({ "move": mv.to_string(), "san": san }))
            .collect()
    }

    /// The numbers of the moves are those that `move` takes.
    fn text_on_terminal(&self) -> String {
        if self.moves.is_empty() {
            return self.text();
        }
        let moves = self.moves.iter().zip(1..);
        moves
            .map(|((mv, san), number)| format!("{number:>3}. {mv} {san}\n"))
            .collect()
    }

    fn text(&self) -> String {
        if self.moves.is_empty() {
            let end = if self.in_check {
                "checkmate"
            } else {
                "stalemate"
            };
            return format!("info string no legal moves, {end}\n");
        }
        let lines = self.moves.iter().map(|(mv, san)| format!("{mv} {san}\n"));
        lines.collect()
    }
}
