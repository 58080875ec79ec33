//! The interface between the engine thread and its jobs.

use super::{Engine, Host};
use crate::control::{Control, Token};
use crossbeam_channel::Sender;
use std::any::Any;
use std::fmt::Debug;

/// A job for the engine, with replies of type `R`.
pub trait Job<R>: Any + Debug + Send {
    /// Does the job and returns its last reply, if it has one. Earlier replies
    /// go through [`Context::reply`].
    fn run(self: Box<Self>, engine: &mut Engine, context: &Context<R>) -> Option<R>;
}

/// What a job may use of the session while it runs.
#[derive(Debug)]
pub struct Context<'a, R> {
    pub(super) replies: &'a Sender<R>,
    pub(super) control: &'a Control,
    pub(super) host: &'a Host,
    /// What is done to each reply.
    pub(super) wrap: Option<fn(R) -> R>,
}

impl<R> Context<'_, R> {
    /// Sends a reply, and blocks while too many replies wait for a slow reader.
    pub fn reply(&self, reply: impl Into<R>) {
        // If the writer has ended, the program is about to end. The reply is
        // then not needed.
        let reply = reply.into();
        let reply = match self.wrap {
            Some(wrap) => wrap(reply),
            None => reply,
        };
        let _ = self.replies.send(reply);
    }

    /// The same, but `wrap` is done to each reply.
    #[must_use]
    pub fn wrapping(&self, wrap: fn(R) -> R) -> Self {
        Context {
            wrap: Some(wrap),
            ..*self
        }
    }

    /// The signals to this job.
    #[must_use]
    pub fn control(&self) -> &Control {
        self.control
    }

    /// The token of `stop`.
    #[must_use]
    pub fn stop(&self) -> &Token {
        self.control.stop()
    }

    /// The effects on the whole process that this job may have.
    #[must_use]
    pub fn host(&self) -> &Host {
        self.host
    }
}

/// A job that only sends a reply.
#[derive(Debug)]
pub(super) struct Say<R>(pub(super) R);

impl<R: Debug + Send + 'static> Job<R> for Say<R> {
    fn run(self: Box<Self>, _: &mut Engine, _: &Context<R>) -> Option<R> {
        Some(self.0)
    }
}
