//! `d`: shows the position.

use super::at_position::at;
use super::run::{Context, LastReply, Run};
use super::{Command, Group, Line, Printed, Row, moves};
use crate::board::Position;
use crate::engine::Engine;
use crate::movegen::UciMove;
use serde_json::{Value, json};
use std::fmt::Display;

/// The row of `d`.
pub static ROW: Row = Row {
    words: &["d"],
    usage: "d [POSITION]",
    purpose: "show the board, its FEN, key, checkers, pinned pieces and legal moves",
    group: Group::Play,
    example: "d kiwipete",
    section: "commands-to-type-by-hand",
    has_json: true,
    read: |words| {
        let position = words.end_with_position()?;
        Ok(Command::Do(at(position, Show)))
    },
    ..Row::OWN
};

/// Shows the current position.
#[derive(Clone, Copy, Debug)]
pub struct Show;

impl Run for Show {
    fn run(self, engine: &mut Engine, _: &Context) -> LastReply {
        let position = engine.position()?;
        let reply = Reply {
            position: Box::new(position.clone()),
            line: engine.walked_game().map(Line::of),
            moves: moves::in_notation(position, engine.notation()),
        };
        Ok(Some(reply.into()))
    }
}

/// The reply to `d`.
#[derive(Clone, Debug)]
pub struct Reply {
    /// The position.
    pub position: Box<Position>,
    /// Its legal moves, in coordinates and in standard algebraic notation.
    pub moves: Vec<(UciMove, String)>,
    /// The moves that led there, if some were played or taken back by hand.
    pub line: Option<Line>,
}

impl Printed for Reply {
    fn json(&self) -> Vec<Value> {
        let position = &self.position;
        let texts = |items: Vec<String>| json!(items);
        let mut object = json!({
            "fen": position.to_fen(),
            "key": format!("{:032X}", position.key()),
            "checkers": texts(position.checkers().map(|it| it.to_string()).collect()),
            "pinned": texts(position.pinned().map(|it| it.to_string()).collect()),
            "moves": texts(self.moves.iter().map(|(mv, _)| mv.to_string()).collect()),
            "san": texts(self.moves.iter().map(|(_, san)| san.clone()).collect()),
        });
        if let Some(line) = &self.line {
            object["line"] = json!(line.listed().trim());
        }
        vec![object]
    }

    fn text(&self) -> String {
        let position = &self.position;
        let checkers = listed("Checkers", position.checkers());
        let mut text = format!(
            "{}\n\nFen: {position}\nKey: {:032X}\n{checkers}Legal moves: {}\n",
            position.diagram(),
            position.key(),
            self.moves.len()
        );
        // These lines come last, since scripts rely on the order of the others.
        text += &listed("Pinned", position.pinned());
        text += &listed("Moves", self.moves.iter().map(|(mv, _)| mv));
        text += &listed("SAN", self.moves.iter().map(|(_, san)| san));
        if let Some(line) = &self.line {
            text += &line.text();
        }
        text
    }
}

/// A line with a name and items, each after a space.
fn listed(name: &str, items: impl Iterator<Item = impl Display>) -> String {
    let items: String = items.map(|item| format!(" {item}")).collect();
    format!("{name}:{items}\n")
}
