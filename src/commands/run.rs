//! How a command runs on the engine: what every file of a command has in
//! common, so that each holds only its own part.

use super::Reply;
use super::error::Error;
use crate::engine::{self, Engine, Job};
use std::fmt::Debug;

/// What a command sees of the session while it runs.
pub type Context<'a> = engine::Context<'a, Reply>;

/// The last reply of a command, if it has one, or why the command failed.
pub type LastReply = Result<Option<Reply>, Error>;

/// A command as a job.
pub trait Run: Debug + Send + 'static {
    /// Does it. Replies before the last one go through [`Context::reply`].
    ///
    /// # Errors
    ///
    /// If the command fails. The error is its last reply then.
    fn run(self, engine: &mut Engine, context: &Context) -> LastReply;
}

impl<T: Run> Job<Reply> for T {
    fn run(self: Box<Self>, engine: &mut Engine, context: &Context) -> Option<Reply> {
        match Run::run(*self, engine, context) {
            Ok(reply) => reply,
            Err(error) => Some(error.into()),
        }
    }
}
