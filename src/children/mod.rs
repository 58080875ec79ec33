//! The child programs of this program, so that none outlives it. On Unix, each child
//! leads its own process group, and ends together with every program that it has
//! started in it.
//!
//! A child is in the list before a signal can end this program: starting and listing
//! it are one step under the lock that [`Children::end_all`] takes. If this program is
//! killed, Linux kills its children (`unix.rs`). Linux does so when the *thread* ends
//! that has started them, so one thread starts all children and lives as long as
//! any of them.

#[cfg(unix)]
mod unix;
#[cfg(unix)]
use unix as system;
#[cfg(not(unix))]
mod other;
#[cfg(not(unix))]
use other as system;

use crate::threads;
use crossbeam_channel::{Sender, bounded};
use std::io;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread;
use std::time::{Duration, Instant};

/// How long [`Children::end_all`] waits for a child that is being started.
const STARTING: Duration = Duration::from_secs(1);
/// How long a killed program may take to end. One that is stuck in the kernel, or
/// belongs to another user, may never end.
const DYING: Duration = Duration::from_secs(2);
/// The time between two looks at a lock or a process.
const TICK: Duration = Duration::from_millis(1);

/// The child programs. Copies share one list.
///
/// ```
/// use ox88::children::Children;
///
/// // Before the process exits early, for example on a signal:
/// Children::default().end_all();
/// ```
#[derive(Clone, Debug, Default)]
pub struct Children(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    list: Mutex<List>,
    /// Whether no further program may be started.
    is_closed: AtomicBool,
}

#[derive(Debug, Default)]
struct List {
    /// The processes that are not reaped yet. So none of these numbers can belong to a
    /// process of somebody else.
    processes: Vec<u32>,
    /// The way to the thread that starts children, after the first one.
    starter: Option<Sender<Request>>,
}

/// A request to the thread that starts children.
#[derive(Debug)]
struct Request {
    command: Command,
    answer: Sender<io::Result<Child>>,
}

/// A running child. It is killed and reaped when this is dropped.
#[derive(Debug)]
pub(crate) struct Running {
    children: Children,
    child: Child,
    /// How it has ended, although it may not be reaped yet.
    status: Option<ExitStatus>,
}

impl Children {
    /// Kills all programs, and lets none be started from now on. Call this before the
    /// process exits without waiting for its jobs.
    pub fn end_all(&self) {
        self.0.is_closed.store(true, Ordering::SeqCst);
        let deadline = Instant::now() + STARTING;
        loop {
            match self.0.list.try_lock() {
                Ok(list) => return list.kill(),
                Err(TryLockError::Poisoned(list)) => return list.into_inner().kill(),
                // Whoever starts a child now kills it.
                Err(TryLockError::WouldBlock) if Instant::now() >= deadline => return,
                Err(TryLockError::WouldBlock) => thread::sleep(TICK),
            }
        }
    }

    /// Starts a program and adds it to the list.
    pub(crate) fn start(&self, mut command: Command) -> io::Result<Running> {
        system::prepare(&mut command);
        let mut list = self.lock();
        if self.0.is_closed.load(Ordering::SeqCst) {
            return Err(io::Error::other("this program is about to end"));
        }
        let child = list.spawn(command)?;
        list.processes.push(child.id());
        drop(list);
        let running = Running {
            children: self.clone(),
            child,
            status: None,
        };
        if self.0.is_closed.load(Ordering::SeqCst) {
            return Err(io::Error::other("this program is about to end"));
        }
        Ok(running)
    }

    /// A poisoned lock is no problem: every change of the list is one call.
    fn lock(&self) -> MutexGuard<'_, List> {
        self.0.list.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl List {
    fn kill(&self) {
        for &process in &self.processes {
            system::kill_group(process);
        }
    }

    /// Lets the thread that starts children start one.
    fn spawn(&mut self, command: Command) -> io::Result<Child> {
        let starter = match &self.starter {
            Some(starter) => starter,
            None => self.starter.insert(start_starter()?),
        };
        let (answer, answered) = bounded(1);
        let gone = |_| io::Error::other("no thread to start a program with");
        (starter.send(Request { command, answer })).map_err(|_| gone(()))?;
        answered.recv().map_err(|_| gone(()))?
    }
}

/// Starts the thread that starts children. It ends with the last copy of the list.
fn start_starter() -> io::Result<Sender<Request>> {
    let (starter, requests) = bounded::<Request>(1);
    threads::builder().spawn(move || {
        for Request {
            mut command,
            answer,
        } in requests
        {
            // The caller waits for the answer.
            let _ = answer.send(command.spawn());
        }
    })?;
    Ok(starter)
}

/// The pipes of a child's standard streams.
pub(crate) type Pipes = (ChildStdin, ChildStdout, ChildStderr);

impl Running {
    /// Takes the pipes, if all three streams are pipes.
    pub(crate) fn pipes(&mut self) -> Option<Pipes> {
        let Child {
            stdin,
            stdout,
            stderr,
            ..
        } = &mut self.child;
        Some((stdin.take()?, stdout.take()?, stderr.take()?))
    }

    /// How the program has ended, or `None` while it runs.
    pub(crate) fn status(&mut self) -> Option<ExitStatus> {
        if self.status.is_none() {
            self.status = system::status(&mut self.child);
        }
        self.status
    }
}

/// Waits until `has_ended`, but not longer than the limit. Returns whether it has.
fn wait_for(mut has_ended: impl FnMut() -> bool, limit: Duration) -> bool {
    let deadline = Instant::now() + limit;
    while !has_ended() {
        if Instant::now() >= deadline {
            return false;
        }
        thread::sleep(TICK);
    }
    true
}

impl Drop for Running {
    fn drop(&mut self) {
        let process = self.child.id();
        // What the program has started may run on after its end.
        if !system::kill_group(process) && self.status.is_none() {
            let _ = self.child.kill();
        }
        // This reaps it.
        if !wait_for(|| !matches!(self.child.try_wait(), Ok(None)), DYING) {
            log::warn!("process {process} cannot be killed and is left running");
            return;
        }
        let mut list = self.children.lock();
        list.processes.retain(|&other| other != process);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `tests/sessions/children.rs` has a real program that cannot be killed, where the
    /// system lets it start one.
    #[test]
    fn a_wait_ends_with_the_program_or_at_the_limit() {
        let mut looks = 0;
        let ends_at_the_third_look = || {
            looks += 1;
            looks == 3
        };
        assert!(wait_for(ends_at_the_third_look, Duration::from_secs(3_600)));
        assert_eq!(looks, 3);
        assert!(!wait_for(|| false, Duration::from_millis(20)));
        assert!(wait_for(|| true, Duration::ZERO));
    }
}
