//! The engine thread: it owns the game in force and the options, and does one
//! job after another. It knows a job only as the trait [`Job`]; what jobs there
//! are, what they reply, and how that is printed is the business of
//! [`commands`](crate::commands).

mod client;
mod host;
mod input_budget;
mod job;
mod state;

pub use client::{Client, Disconnected};
pub use host::Host;
pub use job::{Context, Job};
pub use state::{Engine, NoGame};

use crate::control::Control;
use crate::search::Search;
use client::{Shared, Waiting};
use crossbeam_channel::{Receiver, Sender, bounded};
use std::fmt::Debug;

/// Jobs that may wait. A client that sends more has to wait itself.
const JOB_QUEUE: usize = 65_536;
/// Replies that may wait for a slow reader.
const REPLY_QUEUE: usize = 1_024;

/// The engine with its queues: the end that does the jobs.
#[derive(Debug)]
pub struct Worker<R> {
    /// Boxed, since a bounded queue takes the memory for all that may wait.
    jobs: Receiver<Box<Waiting<R>>>,
    replies: Sender<R>,
    shared: Shared,
    host: Host,
    engine: Engine,
}

/// An engine on the start position, the client that feeds it, and its replies.
#[must_use]
pub fn new<R: Debug + Send + 'static>(
    search: Box<dyn Search>,
    host: Host,
) -> (Client<R>, Worker<R>, Receiver<R>) {
    let (job_sender, jobs) = bounded(JOB_QUEUE);
    let (replies, reply_receiver) = bounded(REPLY_QUEUE);
    let shared = Shared::default();
    let worker = Worker {
        jobs,
        replies: replies.clone(),
        shared: shared.clone(),
        host,
        engine: Engine::new(search),
    };
    (
        Client::new(job_sender, replies, shared),
        worker,
        reply_receiver,
    )
}

impl<R: Debug + Send + 'static> Worker<R> {
    /// Does jobs until there are no more and the client is gone.
    pub fn run(mut self) {
        let never = Control::never();
        while let Ok(waiting) = self.jobs.recv() {
            let Waiting {
                job,
                number,
                _budget,
            } = *waiting;
            drop(_budget);
            log::debug!("job: {job:?}");
            let control = number.map(|number| self.shared.signals.control(number));
            let context = Context {
                replies: &self.replies,
                control: control.as_ref().unwrap_or(&never),
                host: &self.host,
            };
            let last_reply = job.run(&mut self.engine, &context);
            if let Some(number) = number {
                // Before its last reply is sent: a client that reacts to that
                // reply must find the engine idle.
                self.shared.finish(number);
            }
            if let Some(reply) = last_reply {
                context.reply(reply);
            }
        }
    }
}
