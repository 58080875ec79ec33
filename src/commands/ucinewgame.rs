//! `ucinewgame`: begins a new game from the start position, with an empty table.

use super::run::{Context, LastReply, Run};
use super::{Command, Row};
use crate::engine::Engine;

/// The row of `ucinewgame`.
pub static ROW: Row = Row {
    words: &["ucinewgame"],
    usage: "ucinewgame",
    purpose: "go back to the start position",
    example: "ucinewgame",
    section: "other-uci-commands",
    read: |_| Ok(Command::Do(Box::new(NewGame))),
    ..Row::UCI
};

/// Begins a new game.
#[derive(Clone, Copy, Debug)]
pub struct NewGame;

impl Run for NewGame {
    fn run(self, engine: &mut Engine, _: &Context) -> LastReply {
        engine.new_game();
        Ok(None)
    }
}
