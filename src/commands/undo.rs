//! `undo`: takes moves back.

use super::error::Error;
use super::line::Line;
use super::run::{Context, LastReply, Run};
use super::words::Words;
use super::{Command, Group, Row};
use crate::engine::Engine;
use crate::text::number_of;

/// The row of `undo`.
pub static ROW: Row = Row {
    words: &["undo"],
    usage: "undo [N]",
    purpose: "take the last move back, or the last N",
    group: Group::Play,
    example: "move e4 e5 then undo",
    section: "commands-to-type-by-hand",
    read: |words| Ok(Command::Do(Box::new(read(words)?))),
    ..Row::OWN
};

/// Takes this many moves back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Undo(pub u32);

fn read(words: &mut Words) -> Result<Undo, String> {
    if words.peek().is_none() {
        return Ok(Undo(1));
    }
    let count = words.number(1..=u32::MAX, "a number of moves or nothing")?;
    words.end()?;
    Ok(Undo(count))
}

impl Run for Undo {
    fn run(self, engine: &mut Engine, _: &Context) -> LastReply {
        let game = engine.game.as_mut().map_err(|reason| &*reason)?;
        let made = game.moves().len();
        if self.0 as usize > made {
            let made = number_of(made as u64, "move");
            return Err(Error::Refused(format!(
                "{} back for 'undo' in a game of {made}, expected no more than that",
                number_of(u64::from(self.0), "move"),
            )));
        }
        for _ in 0..self.0 {
            game.unmake();
        }
        let line = Line::of(game);
        engine.origin.is_walked = true;
        Ok(Some(line.into()))
    }
}
