//! The engine thread, which owns the current game and the options, and does one
//! job after another. It knows jobs only through the trait [`Job`]. The jobs
//! themselves and the text of their replies are in
//! [`commands`](crate::commands).

mod client;
mod host;
mod input_budget;
mod job;
mod state;

pub use client::{Client, Disconnected};
pub use host::{Host, Interrupts, TerminalMode};
pub use job::{Context, Job};
pub use state::{Engine, NoGame, Origin, SharedPosition};

use crate::control::Control;
use crate::search::Search;
use client::{SharedState, Waiting};
use crossbeam_channel::{Receiver, Sender, bounded};
use std::fmt::Debug;
use std::sync::Arc;

/// The most jobs that wait in the queue. When it is full, the client waits.
const JOB_QUEUE: usize = 65_536;
/// The most replies that wait for a slow reader.
const REPLY_QUEUE: usize = 1_024;

/// The end of the queue that does the jobs. It owns the engine.
#[derive(Debug)]
pub struct Worker<R> {
    /// Boxed, since a bounded queue reserves memory for every job that may wait.
    jobs: Receiver<Box<Waiting<R>>>,
    /// Nobody else keeps it alive: replies end when the worker does, even if a job
    /// panics.
    replies: Arc<Sender<R>>,
    shared: SharedState,
    host: Host,
    engine: Engine,
}

/// Creates an engine on the start position. Returns the client that sends it
/// jobs, the worker that does them, and the receiver of its replies.
#[must_use]
pub fn new<R: Debug + Send + 'static>(
    search: Box<dyn Search>,
    host: Host,
) -> (Client<R>, Worker<R>, Receiver<R>) {
    let (job_sender, jobs) = bounded(JOB_QUEUE);
    let (replies, reply_receiver) = bounded(REPLY_QUEUE);
    let replies = Arc::new(replies);
    let client = Client::new(job_sender, Arc::downgrade(&replies), SharedState::default());
    let worker = Worker {
        jobs,
        replies,
        shared: client.shared.clone(),
        host,
        engine: Engine::new(search),
    };
    (client, worker, reply_receiver)
}

impl<R: Debug + Send + 'static> Worker<R> {
    /// Does jobs until the queue is empty and the client is dropped.
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
                wrap: None,
            };
            let last_reply = job.run(&mut self.engine, &context);
            if let (Some(shared), Ok(position)) = (&self.host.position, self.engine.position()) {
                shared.set(position);
            }
            if let Some(number) = number {
                // This comes before the last reply, so that a client that reacts
                // to that reply finds the engine idle.
                self.shared.finish(number);
            }
            if let Some(reply) = last_reply {
                context.reply(reply);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::AlphaBeta;
    use std::thread;

    /// A job of a search that has a fault.
    #[derive(Debug)]
    struct Panics;

    impl Job<u32> for Panics {
        fn run(self: Box<Self>, _: &mut Engine, context: &Context<u32>) -> Option<u32> {
            context.reply(1_u32);
            panic!("as a faulty search does");
        }
    }

    #[test]
    fn replies_end_when_a_job_panics() {
        let search = Box::new(AlphaBeta::default());
        let (mut client, worker, replies) = new::<u32>(search, Host::default());
        client.announce(0).unwrap();
        client.go(Box::new(Panics), 0).unwrap();
        let worker = thread::spawn(|| worker.run());
        // The client is still there and may go on sending.
        assert_eq!(replies.iter().collect::<Vec<_>>(), [0, 1]);
        assert!(worker.join().is_err());
        assert_eq!(client.announce(2), Err(Disconnected));
    }
}
