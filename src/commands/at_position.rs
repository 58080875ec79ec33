//! A command that ends with a position: it runs there, and the position in force stays
//! as it is.

use super::error::Error;
use super::position_request::PositionRequest;
use super::run::{Context, Run};
use super::words::Words;
use super::{CommandJob, Reply};
use crate::engine::{Engine, Job};
use std::mem;

/// Runs a job at a position of its own.
#[derive(Debug)]
pub struct AtPosition {
    /// The position.
    pub request: PositionRequest,
    /// The job.
    pub job: CommandJob,
    /// The job's reply if the position is refused.
    pub refused: fn(Error) -> Reply,
}

impl Words<'_> {
    /// Reads the end of a command: a position, if there is one.
    ///
    /// # Errors
    ///
    /// If the position cannot be read, or other words follow.
    pub(super) fn end_with_position(&mut self) -> Result<Option<PositionRequest>, String> {
        let position = self.position(&[])?;
        match self.peek() {
            None => Ok(position),
            Some(_) => self.refuse("startpos, fen, a named position or nothing"),
        }
    }
}

/// The job of a command, at this position or at the one in force.
pub(super) fn at<T: Run>(request: Option<PositionRequest>, command: T) -> CommandJob {
    match request {
        None => Box::new(command),
        Some(request) => Box::new(AtPosition {
            request,
            job: Box::new(command),
            refused: T::refused,
        }),
    }
}

impl Job<Reply> for AtPosition {
    fn run(self: Box<Self>, engine: &mut Engine, context: &Context) -> Option<Reply> {
        let game = match self.request.set_up(engine.castling, context) {
            Ok(game) => game,
            Err(error) => return Some((self.refused)(error.into())),
        };
        let game_in_force = mem::replace(&mut engine.game, Ok(game));
        let origin_in_force = mem::replace(&mut engine.origin, self.request.origin());
        let last_reply = self.job.run(engine, context);
        engine.game = game_in_force;
        engine.origin = origin_in_force;
        last_reply
    }
}
