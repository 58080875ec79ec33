//! `flip`: turns the board over and swaps the colours.

use super::run::{Context, LastReply, Run};
use super::{Command, Group, Row};
use crate::engine::Engine;
use crate::game::Game;

/// The row of `flip`.
pub static ROW: Row = Row {
    words: &["flip"],
    usage: "flip",
    purpose: "turn the board over and swap the colours; every count stays the same",
    group: Group::Play,
    example: "position kiwipete then flip then count 3",
    section: "commands-to-type-by-hand",
    read: |_| Ok(Command::Do(Box::new(Flip))),
    ..Row::OWN
};

/// Turns the board over and swaps the colours.
#[derive(Clone, Copy, Debug)]
pub struct Flip;

impl Run for Flip {
    fn run(self, engine: &mut Engine, _: &Context) -> LastReply {
        let flipped = engine.position()?.flipped();
        engine.game = Ok(Game::new(flipped));
        engine.origin.is_walked = false;
        Ok(None)
    }
}
