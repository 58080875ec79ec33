//! `position`: sets up a position and makes moves from there. The whole command is
//! checked before the current game changes.

use super::error::Error;
use super::mark::Hint;
use super::position_request::PositionRequest;
use super::run::{Context, LastReply, Run};
use super::words::Words;
use super::{Awaited, Command, Group, Printed, Row};
use crate::board::CastlingNotation;
use crate::board::fen::Repair;
use crate::engine::{Engine, NoGame, Origin};
use crate::game::{Game, SetUpError};
use serde_json::{Value, json};
use std::fmt;

/// The row of `position`.
pub static ROW: Row = Row {
    words: &["position"],
    usage: "position (startpos | fen FEN | NAME | frc N) [moves MOVE...]",
    purpose: "set up a position; FEN may have 2 to 6 fields",
    group: Group::Play,
    options: &[
        ("NAME", "kiwipete (position2), position3 to position6"),
        (
            "frc N",
            "the Chess960 start position of this number, 0 to 959",
        ),
        (
            "moves MOVE...",
            "moves from there, in coordinates or algebraic notation",
        ),
    ],
    example: "position kiwipete moves O-O",
    section: "positions",
    awaited: Awaited::Position,
    read: |words| Ok(Command::Do(Box::new(read(words)?))),
    ..Row::UCI
};

fn read(words: &mut Words) -> Result<PositionRequest, String> {
    match words.position(&[])? {
        Some(request) => Ok(request),
        None => words.refuse("startpos, fen, kiwipete, position2 to position6, or frc"),
    }
}

impl PositionRequest {
    /// Sets up the game, and sends a warning if the FEN was repaired.
    ///
    /// # Errors
    ///
    /// If the FEN cannot be repaired, or a move is not legal.
    pub fn set_up(
        &self,
        castling: CastlingNotation,
        context: &Context,
    ) -> Result<Game, SetUpError> {
        let notation = self.notation(castling);
        let (game, repairs) = Game::set_up(self.fen.as_deref(), self.moves.iter(), notation)?;
        if !repairs.is_empty() {
            context.reply(Warning(repairs));
        }
        Ok(game)
    }

    /// The notation of castling moves, if the options ask for `castling`.
    #[must_use]
    pub fn notation(&self, castling: CastlingNotation) -> CastlingNotation {
        match self.is_chess960 {
            true => CastlingNotation::Chess960,
            false => castling,
        }
    }

    /// How a game that it sets up came about.
    #[must_use]
    pub fn origin(&self) -> Origin {
        Origin {
            is_chess960: self.is_chess960,
            is_walked: false,
        }
    }
}

impl Run for PositionRequest {
    fn run(self, engine: &mut Engine, context: &Context) -> LastReply {
        let is_kept = context.host().is_at_prompt();
        if !is_kept {
            // There is none after an error, and two long games take much memory.
            engine.game = Ok(Game::default());
        }
        match self.set_up(engine.castling, context) {
            Ok(game) => {
                engine.game = Ok(game);
                engine.origin = self.origin();
                Ok(None)
            }
            Err(error) if is_kept => Ok(kept(error.into(), engine, context)),
            Err(error) => {
                engine.game = Err(NoGame);
                Err(error.into())
            }
        }
    }
}

/// A `position` that cannot be read, for this reason. After it, there is no current
/// position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refused(pub String);

impl Run for Refused {
    fn run(self, engine: &mut Engine, context: &Context) -> LastReply {
        if context.host().is_at_prompt() {
            return Ok(kept(Error::Refused(self.0), engine, context));
        }
        engine.game = Err(NoGame);
        Err(Error::Refused(self.0))
    }
}

/// Reports an error to a person who types, for whom the position stays, if there is one.
fn kept(error: Error, engine: &Engine, context: &Context) -> Option<super::Reply> {
    if engine.game.is_err() {
        return Some(error.into());
    }
    context.reply(error);
    Some(Hint::Kept.into())
}

/// A warning that a FEN was repaired.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Warning(pub Vec<Repair>);

impl fmt::Display for Warning {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        let repairs: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        formatter.write_str(&repairs.join("; "))
    }
}

impl Printed for Warning {
    fn json(&self) -> Vec<Value> {
        vec![json!({ "warning": self.to_string() })]
    }

    fn text(&self) -> String {
        format!("info string warning: {self}\n")
    }
}
