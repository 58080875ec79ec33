//! What the engine thread knows of a job, and what a job sees of the session.

use super::{Engine, Host};
use crate::control::{Control, Token};
use crossbeam_channel::Sender;
use std::any::Any;
use std::fmt::Debug;

/// Something that the engine is asked to do. Its replies are of type `R`.
pub trait Job<R>: Any + Debug + Send {
    /// Does the job and returns its last reply, if it has one. What it replies
    /// before that goes through [`Context::reply`].
    fn run(self: Box<Self>, engine: &mut Engine, context: &Context<R>) -> Option<R>;
}

/// What a job sees of the session while it runs.
#[derive(Debug)]
pub struct Context<'a, R> {
    pub(super) replies: &'a Sender<R>,
    pub(super) control: &'a Control,
    pub(super) host: &'a Host,
}

impl<R> Context<'_, R> {
    /// Sends a reply; waits while a slow reader has too many to read.
    pub fn reply(&self, reply: impl Into<R>) {
        // A writer that is gone ends the program. Until then there is nobody
        // to reply to.
        let _ = self.replies.send(reply.into());
    }

    /// The signals that may be given to this job.
    #[must_use]
    pub fn control(&self) -> &Control {
        self.control
    }

    /// The token of `stop`.
    #[must_use]
    pub fn stop(&self) -> &Token {
        self.control.stop()
    }

    /// What the program around the session provides.
    #[must_use]
    pub fn host(&self) -> &Host {
        self.host
    }
}

/// A reply that is sent in its turn.
#[derive(Debug)]
pub(super) struct Say<R>(pub(super) R);

impl<R: Debug + Send + 'static> Job<R> for Say<R> {
    fn run(self: Box<Self>, _: &mut Engine, _: &Context<R>) -> Option<R> {
        Some(self.0)
    }
}
