//! How a command runs on the engine: the trait [`Run`], which makes a command a
//! job.

use super::Reply;
use super::error::Error;
use crate::engine::{self, Engine, Job};
use std::fmt::Debug;

/// What a command may use of the session while it runs.
pub type Context<'a> = engine::Context<'a, Reply>;

/// The last reply of a command, if it has one, or why the command failed.
pub type LastReply = Result<Option<Reply>, Error>;

/// A command that runs on the engine.
pub trait Run: Debug + Send + 'static {
    /// Runs the command and returns its last reply. Earlier replies go through
    /// [`Context::reply`].
    ///
    /// # Errors
    ///
    /// If the command fails. [`Run::refused`] is then its last reply.
    fn run(self, engine: &mut Engine, context: &Context) -> LastReply;

    /// The last reply of a command that failed.
    #[must_use]
    fn refused(error: Error) -> Reply {
        error.into()
    }
}

impl<T: Run> Job<Reply> for T {
    fn run(self: Box<Self>, engine: &mut Engine, context: &Context) -> Option<Reply> {
        Run::run(*self, engine, context).unwrap_or_else(|error| Some(T::refused(error)))
    }
}
