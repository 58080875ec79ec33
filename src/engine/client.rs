//! The end of the queue that sends jobs. Jobs go into the queue, and signals go
//! past it. This file decides which replies overtake the queue.

use super::Job;
use super::input_budget::{InputBudget, Reserved};
use super::job::Say;
use crate::control::Signals;
use crossbeam_channel::Sender;
use std::fmt::Debug;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Weak};

/// What the client and the worker share besides the queues.
#[derive(Clone, Debug, Default)]
pub(super) struct SharedState {
    pub(super) signals: Signals,
    /// The number of the last finished `go`.
    finished: Arc<AtomicU64>,
}

impl SharedState {
    pub(super) fn finish(&self, number: u64) {
        self.finished.store(number, Ordering::SeqCst);
    }
}

/// A job in the queue.
#[derive(Debug)]
pub(super) struct Waiting<R> {
    pub(super) job: Box<dyn Job<R>>,
    /// The number by which signals name a `go`, counted from 1.
    pub(super) number: Option<u64>,
    /// The job's part of the input budget, until it leaves the queue.
    pub(super) _budget: Reserved,
}

/// The end of the queue that sends jobs. When it is dropped, the engine finishes
/// the queued jobs and ends.
#[derive(Debug)]
pub struct Client<R> {
    jobs: Sender<Box<Waiting<R>>>,
    replies: Weak<Sender<R>>,
    pub(super) shared: SharedState,
    budget: InputBudget,
    /// The number of the last `go` sent.
    issued: u64,
}

/// The engine has ended, so nothing can be sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Disconnected;

impl<R: Debug + Send + 'static> Client<R> {
    pub(super) fn new(
        jobs: Sender<Box<Waiting<R>>>,
        replies: Weak<Sender<R>>,
        shared: SharedState,
    ) -> Client<R> {
        Client {
            jobs,
            replies,
            shared,
            budget: InputBudget::default(),
            issued: 0,
        }
    }

    /// Queues a job that cannot be stopped. `bytes` is the length of the input it
    /// was read from, which counts against the input budget while the job waits.
    /// This call blocks while the queue is full or the budget is spent.
    ///
    /// # Errors
    ///
    /// If the engine has ended.
    pub fn queue(&self, job: Box<dyn Job<R>>, bytes: usize) -> Result<(), Disconnected> {
        self.send(job, None, bytes)
    }

    /// Queues a job that signals can end, under the next number. Otherwise it is
    /// like [`Client::queue`].
    ///
    /// # Errors
    ///
    /// If the engine has ended.
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

    /// Queues a reply, which is sent after the replies of all earlier jobs.
    ///
    /// # Errors
    ///
    /// If the engine has ended.
    pub fn say(&self, reply: R, bytes: usize) -> Result<(), Disconnected> {
        self.queue(Box::new(Say(reply)), bytes)
    }

    /// Sends a reply past the queue.
    ///
    /// # Errors
    ///
    /// If the receiver of the replies is dropped.
    pub fn announce(&self, reply: R) -> Result<(), Disconnected> {
        let replies = self.replies.upgrade().ok_or(Disconnected)?;
        replies.send(reply).map_err(|_| Disconnected)
    }

    /// Sends a reply that must not wait for a running or queued `go`. If there is
    /// none, the reply goes through the queue, and shows that everything sent
    /// before it has taken effect.
    ///
    /// # Errors
    ///
    /// If the engine has ended.
    pub fn say_promptly(&self, reply: R, bytes: usize) -> Result<(), Disconnected> {
        if self.is_busy() {
            self.announce(reply)
        } else {
            self.say(reply, bytes)
        }
    }

    /// Returns whether a `go` is running or queued.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.shared.finished.load(Ordering::SeqCst) < self.issued
    }

    /// Stops every `go` sent so far.
    pub fn stop(&self) {
        self.shared.signals.stop.raise_through(self.issued);
    }

    /// Ends every search. Counts run to their end.
    pub fn quit(&self) {
        self.shared.signals.quit.raise_for_all();
    }

    /// Tells every `go` sent so far that the expected move was played.
    pub fn ponder_hit(&self) {
        self.shared.signals.ponder_hit.raise_through(self.issued);
    }

    /// Tells every job that no more input will come. A search without a limit
    /// then ends, since no `stop` can end it.
    pub fn input_ended(&self) {
        self.shared.signals.input_ended.raise_for_all();
    }
}
