//! `root`: goes back to where the moves began.

use super::line::Line;
use super::run::{Context, LastReply, Run};
use super::{Command, Group, Row};
use crate::engine::Engine;
use crate::game::Game;

/// The row of `root`.
pub static ROW: Row = Row {
    words: &["root"],
    usage: "root",
    purpose: "take all moves back",
    group: Group::Play,
    example: "position kiwipete moves O-O then root",
    section: "commands-to-type-by-hand",
    read: |words| words.end().map(|()| Command::Do(Box::new(Root))),
    ..Row::OWN
};

/// Takes all moves back.
#[derive(Clone, Copy, Debug)]
pub struct Root;

impl Run for Root {
    fn run(self, engine: &mut Engine, _: &Context) -> LastReply {
        let game = Game::new(engine.game.as_ref()?.start().clone());
        let line = Line::of(&game);
        engine.game = Ok(game);
        engine.origin.is_walked = true;
        Ok(Some(line.into()))
    }
}
