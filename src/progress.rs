//! The progress line of a long job. It is drawn on stderr, below the output on
//! stdout, or by a [`StatusLine`], and removed when the job ends.
//!
//! It is shown only if both stdin and stderr are a terminal. If stdin is a pipe,
//! another program drives this one and may use the terminal itself.

use crate::text::short;
use crate::threads;
use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::cell::Cell;
use std::fmt::Debug;
use std::io::{self, IsTerminal};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The time before the line appears. A shorter job shows nothing.
const DELAY: Duration = Duration::from_millis(500);

/// The time between two updates of the line.
const INTERVAL: Duration = Duration::from_millis(100);

/// The time between two updates of a status line, which is drawn around a line that
/// somebody may be typing.
const STATUS_INTERVAL: Duration = Duration::from_millis(500);

/// A job that will take longer than this shows how long, from its first line on.
const WORTH_AN_ESTIMATE: Duration = Duration::from_secs(2);

/// A line of text that shows progress, such as the one above a prompt.
pub trait StatusLine: Debug + Send + Sync {
    /// Shows a text in the place of the last one.
    fn show(&self, text: &str);

    /// Removes the last text.
    fn clear(&self);
}

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
pub struct ProgressLine(Option<Shape>);

/// How the line is drawn.
#[derive(Clone, Debug)]
enum Shape {
    /// As a bar on stderr.
    Bar(SharedBar),
    /// As the text of a status line.
    Status(Arc<dyn StatusLine>),
}

/// The bar, while one is shown.
type SharedBar = Arc<Mutex<Option<ProgressBar>>>;

impl ProgressLine {
    /// The line on this process's terminal. It is shown if both stdin and stderr
    /// are a terminal. A process should have only one.
    #[must_use]
    pub fn on_terminal() -> ProgressLine {
        let is_terminal = io::stdin().is_terminal() && io::stderr().is_terminal();
        ProgressLine(is_terminal.then(|| Shape::Bar(SharedBar::default())))
    }

    /// The line that `status` shows.
    #[must_use]
    pub fn on_status(status: impl StatusLine + 'static) -> ProgressLine {
        ProgressLine(Some(Shape::Status(Arc::new(status))))
    }

    /// Calls `write`, which writes to the terminal, while the line is hidden.
    pub fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        let Some(Shape::Bar(shared)) = &self.0 else {
            return write();
        };
        match lock(shared).as_ref() {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }

    /// Begins a job of this length, in any unit.
    #[must_use]
    pub fn begin(&self, length: u64, message: &str) -> Progress {
        let Some(shape) = self.0.clone() else {
            return Progress(None);
        };
        let latest = Arc::new(Mutex::new(Latest {
            position: 0,
            message: message.to_owned(),
            end: None,
        }));
        let (end, ended) = bounded(0);
        let shared = Arc::clone(&latest);
        // Without a thread, the job runs without a progress line.
        let thread = threads::builder().spawn(move || match shape {
            Shape::Bar(bar) => show_bar(&bar, length, &shared, &ended),
            Shape::Status(status) => show_status(&*status, length, &shared, &ended),
        });
        Progress(thread.ok().map(|thread| Shown {
            latest,
            end: Some(end),
            thread: Some(thread),
        }))
    }

    /// Begins a count. `plan` is called only if there is a line to show.
    #[must_use]
    pub fn begin_count(&self, plan: impl FnOnce() -> CountPlan) -> CountProgress {
        let plan = self.0.as_ref().map_or_else(CountPlan::default, |_| plan());
        let moves = plan.moves;
        let progress = self.begin(moves as u64, &format!("0/{moves} moves"));
        progress.expect(plan.time);
        CountProgress {
            progress,
            started: Instant::now(),
            moves,
            expected: plan.leaves,
            done: Cell::new(0),
            leaves: Cell::new(0),
        }
    }
}

/// What there is to count.
#[derive(Clone, Copy, Debug, Default)]
pub struct CountPlan {
    /// The number of root moves.
    pub moves: usize,
    /// About the number of leaves.
    pub leaves: u128,
    /// About the time that it takes, if that is known.
    pub time: Option<Duration>,
}

/// The progress of one job, shown until this is dropped.
#[derive(Debug)]
pub struct Progress(Option<Shown>);

#[derive(Debug)]
struct Shown {
    latest: Arc<Mutex<Latest>>,
    /// Dropped to end the thread.
    end: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// The latest news of a job.
#[derive(Clone, Debug)]
struct Latest {
    /// In the unit of the job's length.
    position: u64,
    message: String,
    /// When the job is expected to end.
    end: Option<Instant>,
}

impl Latest {
    /// The message, with the time that is left, if it can be told.
    fn text(&self, length: u64, elapsed: Duration) -> String {
        let left = match self.end {
            Some(end) => end
                .checked_duration_since(Instant::now())
                .filter(|&left| left + elapsed >= WORTH_AN_ESTIMATE),
            None => left(self.position.into(), length.into(), elapsed),
        };
        match left {
            Some(left) => format!("{}, about {} left", self.message, rough(left)),
            None => self.message.clone(),
        }
    }
}

impl Progress {
    /// Says that the job will take about this time from now on. If that is not known, it
    /// is told from the position.
    pub fn expect(&self, time: Option<Duration>) {
        if let Some(shown) = &self.0 {
            // What is too long for a clock has no end.
            let end = time.and_then(|time| Instant::now().checked_add(time.min(AGES)));
            lock(&shown.latest).end = end;
        }
    }

    /// Updates the position, in the unit of the length, and the message.
    /// `message` is called only if there is a line to show.
    pub fn update(&self, position: u64, message: impl FnOnce() -> String) {
        if let Some(shown) = &self.0 {
            let message = message();
            let mut latest = lock(&shown.latest);
            latest.position = position;
            latest.message = message;
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

fn show_bar(
    line: &Mutex<Option<ProgressBar>>,
    length: u64,
    latest: &Mutex<Latest>,
    ended: &Receiver<()>,
) {
    let has_ended = |wait| ended.recv_timeout(wait) != Err(RecvTimeoutError::Timeout);
    if has_ended(DELAY) {
        return;
    }
    let bar = ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template("[{elapsed}] {bar:10} {msg}") {
        let characters = if is_utf8() { "█░" } else { "#-" };
        bar.set_style(style.progress_chars(characters));
    }
    let bar = bar.with_elapsed(DELAY);
    *lock(line) = Some(bar.clone());
    loop {
        let latest = lock(latest).clone();
        bar.set_position(latest.position);
        bar.set_message(latest.text(length, bar.elapsed()));
        bar.tick();
        if has_ended(INTERVAL) {
            break;
        }
    }
    *lock(line) = None;
    bar.finish_and_clear();
}

fn show_status(status: &dyn StatusLine, length: u64, latest: &Mutex<Latest>, ended: &Receiver<()>) {
    let has_ended = |wait| ended.recv_timeout(wait) != Err(RecvTimeoutError::Timeout);
    let started = Instant::now();
    let mut wait = DELAY;
    while !has_ended(wait) {
        wait = STATUS_INTERVAL;
        let latest = lock(latest).clone();
        let elapsed = started.elapsed();
        let text = latest.text(length, elapsed);
        status.show(&format!("[{}] {text}", clock(elapsed)));
    }
    status.clear();
}

/// The time that is left, if it can be told: as if the rest went as the part before.
fn left(position: u128, length: u128, elapsed: Duration) -> Option<Duration> {
    if position == 0 || position >= length {
        return None;
    }
    let left = elapsed.as_secs_f64() * (length - position) as f64 / position as f64;
    let left = Duration::try_from_secs_f64(left).ok()?;
    (left + elapsed >= WORTH_AN_ESTIMATE).then_some(left)
}

/// A year, in seconds.
const YEAR: f64 = 31_557_600.0;

/// A time after which it does not matter how long a job takes: 1,000 years.
const AGES: Duration = Duration::from_secs(1_000 * YEAR as u64);

/// A duration as people say it, such as `2 min`, up to 1,000 years.
///
/// ```
/// use ox88::progress::rough;
/// use std::time::Duration;
///
/// assert_eq!(rough(Duration::from_millis(1600)), "2 s");
/// assert_eq!(rough(Duration::from_secs(100)), "2 min");
/// assert_eq!(rough(Duration::from_secs(5 * 3600)), "5 h");
/// assert_eq!(rough(Duration::from_secs(86400 * 12)), "12 days");
/// assert_eq!(rough(Duration::MAX), "1000 years");
/// ```
#[must_use]
pub fn rough(duration: Duration) -> String {
    let seconds = duration.min(AGES).as_secs_f64();
    let units = [
        (YEAR, "years"),
        (86_400.0, "days"),
        (3_600.0, "h"),
        (60.0, "min"),
    ];
    // Below one and a half of a unit, the next smaller one says more.
    match units.iter().find(|(length, _)| seconds >= 1.5 * length) {
        Some((length, unit)) => format!("{:.0} {unit}", seconds / length),
        None => format!("{:.0} s", seconds.max(1.0)),
    }
}

/// A duration as minutes and seconds, or hours, minutes and seconds.
fn clock(duration: Duration) -> String {
    let seconds = duration.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

/// Returns whether the locale writes UTF-8: the first of these variables that is set
/// decides. Where there are no locales, it does.
fn is_utf8() -> bool {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"];
    let values = names.iter().filter_map(std::env::var_os);
    let locale = values.into_iter().find(|value| !value.is_empty());
    let is_named = |value: std::ffi::OsString| {
        let name = value.to_string_lossy().to_ascii_lowercase();
        name.contains("utf-8") || name.contains("utf8")
    };
    locale.map_or(cfg!(not(unix)), is_named)
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
    /// About the number of leaves in all.
    expected: u128,
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
        // Without a line, a count must not pay for the clock.
        if self.progress.0.is_none() {
            return;
        }
        let (done, leaves) = (self.done.get(), self.leaves.get());
        let elapsed = self.started.elapsed();
        // The estimate of the leaves may be too small, but not by much.
        let expected = self.expected.max(leaves + leaves / 20);
        self.progress.expect(left(leaves, expected, elapsed));
        self.progress.update(done as u64, || {
            let seconds = elapsed.as_secs_f64().max(0.001);
            let (leaves, rate) = (short(leaves as f64), short(leaves as f64 / seconds));
            format!("{done}/{} moves, {leaves} leaves, {rate}/s", self.moves)
        });
    }
}
