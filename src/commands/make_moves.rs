//! `move`: plays moves from the position in force.

use super::error::Error;
use super::line::Line;
use super::run::{Context, LastReply, Run};
use super::words::Words;
use super::{Command, Group, Row};
use crate::engine::Engine;
use crate::text;

/// The row of `move`.
pub static ROW: Row = Row {
    words: &["move"],
    usage: "move (MOVE | N)...",
    purpose: "play moves, also in algebraic notation; N is the Nth of the list of moves",
    group: Group::Play,
    example: "move e2e4 Nf6",
    section: "commands-to-type-by-hand",
    read: |words| Ok(Command::Do(Box::new(read(words)?))),
    ..Row::OWN
};

/// Plays moves. Either all of them are played or none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MakeMoves(pub Vec<String>);

fn read(words: &mut Words) -> Result<MakeMoves, String> {
    let moves = words.rest();
    if moves.is_empty() {
        return words.refuse("moves such as e2e4 or Nf3, or their numbers in the list of moves");
    }
    Ok(MakeMoves(moves.into_iter().map(str::to_owned).collect()))
}

impl Run for MakeMoves {
    fn run(self, engine: &mut Engine, _: &Context) -> LastReply {
        let mut game = engine.game.as_ref()?.clone();
        for (index, word) in self.0.iter().enumerate() {
            let Some(number) = text::number::<usize>(word) else {
                let played = game.play(word, index + 1, engine.notation());
                played.map_err(Error::Move)?;
                continue;
            };
            let moves = game.position().legal_moves();
            let Some(&mv) = number.checked_sub(1).and_then(|index| moves.get(index)) else {
                let (index, fen) = (index + 1, game.position());
                let count = moves.len();
                return Err(Error::Refused(format!(
                    "number {number} (move {index} of 'move') in {fen}, expected one of its \
                     {count} moves"
                )));
            };
            game.make(mv);
        }
        let line = Line::of(&game);
        engine.game = Ok(game);
        engine.origin.is_walked = true;
        Ok(Some(line.into()))
    }
}
