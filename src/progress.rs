//! The progress line of a long job. It is drawn on stderr, below the output on
//! stdout, and removed when the job ends.
//!
//! It is shown only if both stdin and stderr are a terminal. If stdin is a pipe,
//! another program drives this one and may use the terminal itself.

use crate::text::grouped;
use crate::threads;
use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::cell::Cell;
use std::io::{self, IsTerminal};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The time before the line appears. A shorter job shows nothing.
const DELAY: Duration = Duration::from_millis(500);

/// The time between two updates of the line.
const INTERVAL: Duration = Duration::from_millis(100);

/// The progress line of a program. Copies share one line. The default is never
/// shown.
///
/// ```
/// use ox88::progress::ProgressLine;
///
/// let line = ProgressLine::default();
/// let progress = line.begin(100, "0 lines");
/// progress.update(50, || "50 lines".to_owned());
/// ```
#[derive(Clone, Debug, Default)]
pub struct ProgressLine(Option<SharedBar>);

/// The bar, while one is shown.
type SharedBar = Arc<Mutex<Option<ProgressBar>>>;

impl ProgressLine {
    /// The line on this process's terminal. It is shown if both stdin and stderr
    /// are a terminal. A process should have only one.
    #[must_use]
    pub fn on_terminal() -> ProgressLine {
        let is_terminal = io::stdin().is_terminal() && io::stderr().is_terminal();
        ProgressLine(is_terminal.then(SharedBar::default))
    }

    /// Calls `write`, which writes to the terminal, while the line is hidden.
    pub fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        let bar = self.0.as_ref().map(|shared| lock(shared));
        match bar.as_ref().and_then(|bar| bar.as_ref()) {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }

    /// Begins a job of this length, in any unit.
    #[must_use]
    pub fn begin(&self, length: u64, message: &str) -> Progress {
        let Some(line) = self.0.clone() else {
            return Progress(None);
        };
        let latest = Arc::new(Mutex::new((0, message.to_owned())));
        let (end, ended) = bounded(0);
        let shared = Arc::clone(&latest);
        // Without a thread, the job runs without a progress line.
        let thread = threads::builder().spawn(move || show(&line, length, &shared, &ended));
        Progress(thread.ok().map(|thread| Shown {
            latest,
            end: Some(end),
            thread: Some(thread),
        }))
    }

    /// Begins a count. `moves` counts the root moves; it is called only if there is
    /// a line to show.
    #[must_use]
    pub fn begin_count(&self, moves: impl FnOnce() -> usize) -> CountProgress {
        let moves = self.0.as_ref().map_or(0, |_| moves());
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
    /// Updates the position, in the unit of the length, and the message.
    /// `message` is called only if there is a line to show.
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
            // At worst, a thread that panicked leaves its line on the terminal.
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

/// Locks. Poison does not matter: a panic leaves no value half-changed.
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
    /// Adds counted leaves.
    pub fn add(&self, leaves: u128) {
        self.leaves.set(self.leaves.get() + leaves);
        self.update();
    }

    /// Adds a root move whose count is complete.
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
