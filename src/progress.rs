//! How far a long job is, on the terminal of a person who waits for it. It is
//! written to stderr, below what comes on stdout, and gone when the job ends.
//!
//! Nothing is shown unless both stdin and stderr are a terminal: a program that
//! talks to this one through pipes may have a screen of its own there.

use crate::text::grouped;
use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::cell::Cell;
use std::io::{self, IsTerminal};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// A job that ends sooner shows nothing.
const DELAY: Duration = Duration::from_millis(500);

/// How often the line is drawn anew.
const INTERVAL: Duration = Duration::from_millis(100);

/// The line on the terminal. There is one terminal: copies share one line, and
/// a program has one of them. The default is never shown.
#[derive(Clone, Debug, Default)]
pub struct ProgressLine(Option<Shared>);

/// The bar while one is shown.
type Shared = Arc<Mutex<Option<ProgressBar>>>;

impl ProgressLine {
    /// The line of this process's terminal: shown if both stdin and stderr are
    /// one.
    #[must_use]
    pub fn on_terminal() -> ProgressLine {
        let is_terminal = io::stdin().is_terminal() && io::stderr().is_terminal();
        ProgressLine(is_terminal.then(Shared::default))
    }

    /// Writes something to the terminal while no bar is in the way.
    pub fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        let bar = self.0.as_ref().map(|shared| lock(shared));
        match bar.as_ref().and_then(|bar| bar.as_ref()) {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }

    /// Begins a job of this length, in units of its own.
    #[must_use]
    pub fn begin(&self, length: u64, message: &str) -> Progress {
        let Some(line) = self.0.clone() else {
            return Progress(None);
        };
        let latest = Arc::new(Mutex::new((0, message.to_owned())));
        let (end, ended) = bounded(0);
        let shared = Arc::clone(&latest);
        // Without a thread there is no progress to see, which harms nothing.
        let thread = thread::Builder::new().spawn(move || show(&line, length, &shared, &ended));
        Progress(thread.ok().map(|thread| Shown {
            latest,
            end: Some(end),
            thread: Some(thread),
        }))
    }

    /// Begins a count of this many root moves.
    #[must_use]
    pub fn begin_count(&self, moves: usize) -> CountProgress {
        CountProgress {
            progress: self.begin(moves as u64, &format!("0/{moves} moves")),
            started: Instant::now(),
            moves,
            done: Cell::new(0),
            leaves: Cell::new(0),
        }
    }
}

/// The progress of one job, shown until this is dropped.
#[derive(Debug)]
pub struct Progress(Option<Shown>);

#[derive(Debug)]
struct Shown {
    latest: Arc<Mutex<(u64, String)>>,
    /// Dropped to end the thread.
    end: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Progress {
    /// Shows how far the job is. The message is made only if it is shown.
    pub fn update(&self, position: u64, message: impl FnOnce() -> String) {
        if let Some(shown) = &self.0 {
            *lock(&shown.latest) = (position, message());
        }
    }
}

impl Drop for Shown {
    fn drop(&mut self) {
        drop(self.end.take());
        if let Some(thread) = self.thread.take() {
            // A thread that panicked has left a line on the terminal, no more.
            let _ = thread.join();
        }
    }
}

fn show(
    line: &Mutex<Option<ProgressBar>>,
    length: u64,
    latest: &Mutex<(u64, String)>,
    ended: &Receiver<()>,
) {
    let has_ended = |wait| ended.recv_timeout(wait) != Err(RecvTimeoutError::Timeout);
    if has_ended(DELAY) {
        return;
    }
    let bar = ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template("[{elapsed}] {bar:10} {msg}") {
        bar.set_style(style);
    }
    let bar = bar.with_elapsed(DELAY);
    *lock(line) = Some(bar.clone());
    loop {
        let (position, message) = lock(latest).clone();
        bar.set_position(position);
        bar.set_message(message);
        bar.tick();
        if has_ended(INTERVAL) {
            break;
        }
    }
    *lock(line) = None;
    bar.finish_and_clear();
}

/// What is behind these locks is whole at any time.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The progress of a count by root moves and leaves.
#[derive(Debug)]
pub struct CountProgress {
    progress: Progress,
    started: Instant,
    moves: usize,
    done: Cell<usize>,
    leaves: Cell<u128>,
}

impl CountProgress {
    /// Adds leaves that were counted.
    pub fn add(&self, leaves: u128) {
        self.leaves.set(self.leaves.get() + leaves);
        self.update();
    }

    /// One more root move is complete.
    pub fn add_move(&self) {
        self.done.set(self.done.get() + 1);
        self.update();
    }

    fn update(&self) {
        let (done, leaves) = (self.done.get(), self.leaves.get());
        self.progress.update(done as u64, || {
            let milliseconds = self.started.elapsed().as_millis().max(1);
            let rate = leaves.saturating_mul(1000) / milliseconds;
            format!(
                "{done}/{} moves, {} leaves, {}/s",
                self.moves,
                grouped(leaves),
                grouped(rate)
            )
        });
    }
}
