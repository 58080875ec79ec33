//! The sending end of the worker: jobs go into its queue, signals past it.
//! Which replies may overtake the queue is decided here.

use super::room::{Room, Share};
use super::{Job, Reply, Task};
use crate::control::{Control, Signals};
use crossbeam_channel::Sender;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// What the two ends share besides the queues.
#[derive(Clone, Debug, Default)]
pub(super) struct Shared {
    signals: Signals,
    /// The number of the last `go` that is finished.
    finished: Arc<AtomicU64>,
}

impl Shared {
    pub(super) fn control(&self, number: u64) -> Control {
        self.signals.control(number)
    }

    /// Marks `go` number `number` as finished. To be called before its last
    /// reply is sent: whoever reacts to that reply must find the worker idle.
    pub(super) fn finish(&self, number: u64) {
        self.finished.store(number, Ordering::SeqCst);
    }
}

/// A job in the queue.
#[derive(Debug)]
pub(super) struct Waiting {
    pub(super) job: Job,
    /// Given back with the job's place in the queue.
    pub(super) _share: Share,
}

/// The sending end. Dropping it lets the worker finish what is queued and end.
#[derive(Debug)]
pub struct Client {
    jobs: Sender<Box<Waiting>>,
    replies: Sender<Reply>,
    shared: Shared,
    room: Room,
    /// How long the line is that jobs come from now, in bytes.
    line_length: usize,
    /// The number of the last `go` that was sent.
    issued: u64,
}

/// The worker is gone; nothing can be sent any more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Disconnected;

impl Client {
    pub(super) fn new(
        jobs: Sender<Box<Waiting>>,
        replies: Sender<Reply>,
        shared: Shared,
    ) -> Client {
        Client {
            jobs,
            replies,
            shared,
            room: Room::default(),
            line_length: 0,
            issued: 0,
        }
    }

    /// Says how long the line is, in bytes, that what is sent from now on comes
    /// from: that much room it takes in the queue.
    pub fn begin_line(&mut self, length: usize) {
        self.line_length = length;
    }

    /// Queues a job that is not a `go`; waits while the queue is full.
    ///
    /// # Errors
    ///
    /// If the worker is gone.
    pub fn send(&self, job: Job) -> Result<(), Disconnected> {
        let waiting = Waiting {
            job,
            _share: self.room.take(self.line_length),
        };
        self.jobs.send(Box::new(waiting)).map_err(|_| Disconnected)
    }

    /// Queues a `go` under the next number.
    ///
    /// # Errors
    ///
    /// If the worker is gone.
    pub fn go(&mut self, task: Task) -> Result<(), Disconnected> {
        self.issued += 1;
        self.send(Job::Go {
            number: self.issued,
            task,
        })
    }

    /// Gives a reply at once, past the queue: for what comes before all else.
    ///
    /// # Errors
    ///
    /// If nobody takes replies any more.
    pub fn announce(&self, reply: Reply) -> Result<(), Disconnected> {
        self.replies.send(reply).map_err(|_| Disconnected)
    }

    /// Gives a reply that must not wait for a running or queued `go`. While
    /// there is none it goes through the queue, and then says that everything
    /// sent before has taken effect.
    ///
    /// # Errors
    ///
    /// If the worker is gone.
    pub fn say_promptly(&self, reply: Reply) -> Result<(), Disconnected> {
        if self.shared.finished.load(Ordering::SeqCst) < self.issued {
            self.announce(reply)
        } else {
            self.send(Job::Say(reply))
        }
    }

    /// Stops every `go` sent so far.
    pub fn stop(&self) {
        self.shared.signals.stop.raise_through(self.issued);
    }

    /// Tells every `go` sent so far that the expected move was played.
    pub fn ponder_hit(&self) {
        self.shared.signals.ponder_hit.raise_through(self.issued);
    }

    /// Says that no more input will come, so that a search without an end of
    /// its own does not wait for a stop.
    pub fn input_ended(&self) {
        self.shared.signals.input_ended.raise_for_all();
    }
}
