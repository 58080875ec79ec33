//! The end that sends jobs: they go into the queue, signals go past it. Which
//! replies may overtake the queue is decided here.

use super::Job;
use super::input_budget::{InputBudget, Reserved};
use super::job::Say;
use crate::control::Signals;
use crossbeam_channel::Sender;
use std::fmt::Debug;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// What the two ends share besides the queues.
#[derive(Clone, Debug, Default)]
pub(super) struct Shared {
    pub(super) signals: Signals,
    /// The number of the last `go` that is finished.
    finished: Arc<AtomicU64>,
}

impl Shared {
    pub(super) fn finish(&self, number: u64) {
        self.finished.store(number, Ordering::SeqCst);
    }
}

/// A job in the queue.
#[derive(Debug)]
pub(super) struct Waiting<R> {
    pub(super) job: Box<dyn Job<R>>,
    /// The number of a `go`, counted from 1, by which signals name it.
    pub(super) number: Option<u64>,
    /// Given back with the job's place in the queue.
    pub(super) _budget: Reserved,
}

/// The end that sends jobs. When it is dropped, the engine finishes what is
/// queued and ends.
#[derive(Debug)]
pub struct Client<R> {
    jobs: Sender<Box<Waiting<R>>>,
    replies: Sender<R>,
    shared: Shared,
    budget: InputBudget,
    /// The number of the last `go` that was sent.
    issued: u64,
}

/// The engine is gone. Nothing can be sent any more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Disconnected;

impl<R: Debug + Send + 'static> Client<R> {
    pub(super) fn new(
        jobs: Sender<Box<Waiting<R>>>,
        replies: Sender<R>,
        shared: Shared,
    ) -> Client<R> {
        Client {
            jobs,
            replies,
            shared,
            budget: InputBudget::default(),
            issued: 0,
        }
    }

    /// Queues a job that cannot be stopped. It was read from this many bytes of
    /// input, which count against the input budget while it waits. Waits while
    /// the queue or the budget is full.
    ///
    /// # Errors
    ///
    /// If the engine is gone.
    pub fn queue(&self, job: Box<dyn Job<R>>, bytes: usize) -> Result<(), Disconnected> {
        self.send(job, None, bytes)
    }

    /// Queues a job that signals can end, under the next number; otherwise like
    /// [`Client::queue`].
    ///
    /// # Errors
    ///
    /// If the engine is gone.
    pub fn go(&mut self, job: Box<dyn Job<R>>, bytes: usize) -> Result<(), Disconnected> {
        self.issued += 1;
        self.send(job, Some(self.issued), bytes)
    }

    fn send(
        &self,
        job: Box<dyn Job<R>>,
        number: Option<u64>,
        bytes: usize,
    ) -> Result<(), Disconnected> {
        let waiting = Waiting {
            job,
            number,
            _budget: self.budget.reserve(bytes),
        };
        self.jobs.send(Box::new(waiting)).map_err(|_| Disconnected)
    }

    /// Queues a reply, so that it comes in its turn.
    ///
    /// # Errors
    ///
    /// If the engine is gone.
    pub fn say(&self, reply: R, bytes: usize) -> Result<(), Disconnected> {
        self.queue(Box::new(Say(reply)), bytes)
    }

    /// Sends a reply past the queue. Only what comes before everything else
    /// goes this way.
    ///
    /// # Errors
    ///
    /// If nobody takes replies any more.
    pub fn announce(&self, reply: R) -> Result<(), Disconnected> {
        self.replies.send(reply).map_err(|_| Disconnected)
    }

    /// Sends a reply that must not wait for a running or queued `go`. While
    /// there is none, it goes through the queue, and then it means that
    /// everything sent before has taken effect.
    ///
    /// # Errors
    ///
    /// If the engine is gone.
    pub fn say_promptly(&self, reply: R, bytes: usize) -> Result<(), Disconnected> {
        if self.shared.finished.load(Ordering::SeqCst) < self.issued {
            self.announce(reply)
        } else {
            self.say(reply, bytes)
        }
    }

    /// Stops every `go` sent so far.
    pub fn stop(&self) {
        self.shared.signals.stop.raise_through(self.issued);
    }

    /// Ends every search. Counts are finished.
    pub fn quit(&self) {
        self.shared.signals.quit.raise_for_all();
    }

    /// Signals every `go` sent so far that the expected move was played.
    pub fn ponder_hit(&self) {
        self.shared.signals.ponder_hit.raise_through(self.issued);
    }

    /// Signals that no more input will come, so that a search without an end of
    /// its own does not wait for a stop.
    pub fn input_ended(&self) {
        self.shared.signals.input_ended.raise_for_all();
    }
}
