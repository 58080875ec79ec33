//! A file of positions with their counts, checked line by line.
//!
//! One thread reads, as many as are set count, and the calling one hears of
//! each line as it is done. All that waits in between is a few lines per
//! thread, so that a file may be of any size.

pub(super) mod line;
pub(super) mod source;

use crate::board::CastlingNotation;
use crate::control::Token;
use crate::crew;
use crate::perft::{Counter, MAX_THREADS, Method};
use crossbeam_channel::{Receiver, Sender, bounded};
use source::{RawLine, Source};
use std::fs::File;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// Lines that wait for each thread.
const WAITING: usize = 4;

/// Which counts are checked, and how.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CheckOptions {
    /// The greatest depth.
    pub depth: Option<u32>,
    /// The greatest count.
    pub nodes: Option<u128>,
    /// What the castling letters KQkq mean, where they may mean either.
    pub castling: CastlingNotation,
    /// The way of counting.
    pub method: Method,
    /// How many threads count.
    pub threads: usize,
}

impl CheckOptions {
    fn include(&self, depth: u32, count: u128) -> bool {
        self.depth.is_none_or(|most| depth <= most) && self.nodes.is_none_or(|most| count <= most)
    }
}

/// What became of one line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineResult {
    /// The line's number, from 1.
    pub number: u64,
    /// What was found.
    pub verdict: Verdict,
    /// Counts that were made.
    pub counts: u64,
    /// The leaves of them all.
    pub leaves: u128,
    /// How many bytes of the file it took.
    pub bytes: u64,
}

/// The verdict on one line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Every count agrees.
    Agrees,
    /// None of its counts was to be checked.
    Skipped,
    /// No position, empty or a comment.
    Nothing,
    /// The first count that does not agree.
    Differs(WrongCount),
    /// It cannot be read; why.
    Broken(String),
}

impl Verdict {
    /// Whether something is wrong with the line.
    #[must_use]
    pub fn is_failure(&self) -> bool {
        matches!(self, Verdict::Differs(_) | Verdict::Broken(_))
    }
}

/// A count that is not the one that a file has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrongCount {
    /// The position that was counted.
    pub fen: String,
    /// The depth, in plies.
    pub depth: u32,
    /// The file's number.
    pub expected: u128,
    /// The leaves that there are.
    pub found: u128,
    /// What of the position was repaired.
    pub repairs: Vec<String>,
}

/// What became of a whole file, or of the part that was done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    /// Lines with a position.
    pub positions: u64,
    /// Those of them that agree.
    pub agree: u64,
    /// Those that differ.
    pub differ: u64,
    /// Those that could not be read.
    pub broken: u64,
    /// Those none of whose counts was to be checked.
    pub skipped: u64,
    /// Counts that were made.
    pub counts: u64,
    /// The leaves of them all.
    pub leaves: u128,
    /// Whether it was stopped before the end.
    pub stopped: bool,
}

impl Summary {
    /// Whether something differs or could not be read.
    #[must_use]
    pub fn has_failures(&self) -> bool {
        self.differ + self.broken > 0
    }

    fn add(&mut self, result: &LineResult) {
        self.positions += u64::from(result.verdict != Verdict::Nothing);
        match result.verdict {
            Verdict::Agrees => self.agree += 1,
            Verdict::Skipped => self.skipped += 1,
            Verdict::Nothing => {}
            Verdict::Differs(_) => self.differ += 1,
            Verdict::Broken(_) => self.broken += 1,
        }
        self.counts += result.counts;
        self.leaves += result.leaves;
    }
}

/// Checks a file. Each line is given to `report` when it is done: in the order
/// of the file with one thread, as they come with more.
///
/// # Errors
///
/// If the file cannot be read on; what was reported before holds.
pub fn check(
    file: File,
    options: &CheckOptions,
    stop: &Token,
    mut report: impl FnMut(LineResult),
) -> io::Result<Summary> {
    let threads = options.threads.clamp(1, MAX_THREADS);
    let (line_sender, lines) = bounded(threads * WAITING);
    let (result_sender, results) = bounded(threads * WAITING);
    let mut summary = Summary::default();
    let cut_short = &AtomicBool::new(false);
    let read = thread::scope(|scope| {
        let read = move || feed(file, &line_sender, stop, cut_short);
        let reader = thread::Builder::new().spawn_scoped(scope, read)?;
        let mut failure = None;
        let mut running = 0;
        while running < threads {
            let (lines, results) = (lines.clone(), result_sender.clone());
            let work = move || check_lines(&lines, options, stop, cut_short, &results);
            let started = match running {
                // Without one there is nobody to do the work.
                0 => thread::Builder::new().spawn_scoped(scope, work),
                _ => crew::start(scope, work),
            };
            if let Err(error) = started {
                log::warn!("only {running} of {threads} threads: {error}");
                failure = (running == 0).then_some(error);
                break;
            }
            running += 1;
        }
        // Whoever waits for the other end of a channel that these here keep
        // open would wait for ever.
        drop(result_sender);
        drop(lines);
        for result in &results {
            summary.add(&result);
            report(result);
        }
        let read = reader.join().unwrap_or(Ok(()));
        failure.map_or(read, Err)
    });
    summary.stopped = cut_short.load(Ordering::Relaxed);
    read.map(|()| summary)
}

/// Reads lines until there are no more, nobody takes them, or it is stopped.
fn feed(
    file: File,
    lines: &Sender<RawLine>,
    stop: &Token,
    cut_short: &AtomicBool,
) -> io::Result<()> {
    let mut source = Source::new(file, stop);
    while let Some(line) = source.next()? {
        if stop.is_set() || lines.send(line).is_err() {
            cut_short.store(true, Ordering::Relaxed);
            break;
        }
    }
    Ok(())
}

/// Takes line after line until there are no more or it is stopped.
fn check_lines(
    lines: &Receiver<RawLine>,
    options: &CheckOptions,
    stop: &Token,
    cut_short: &AtomicBool,
    results: &Sender<LineResult>,
) {
    let mut counter = options.method.counter(None);
    for line in lines {
        let Some(result) = check_line(&line, options, &mut *counter, stop) else {
            cut_short.store(true, Ordering::Relaxed);
            return;
        };
        if results.send(result).is_err() {
            return;
        }
    }
}

/// Checks one line; none if it was stopped before it was done.
fn check_line(
    raw: &RawLine,
    options: &CheckOptions,
    counter: &mut dyn Counter,
    stop: &Token,
) -> Option<LineResult> {
    let mut result = LineResult {
        number: raw.number,
        verdict: Verdict::Nothing,
        counts: 0,
        leaves: 0,
        bytes: raw.bytes,
    };
    let line = match raw.whole().and_then(line::read) {
        Ok(Some(line)) => line,
        Ok(None) => return Some(result),
        Err(reason) => {
            result.verdict = Verdict::Broken(reason);
            return Some(result);
        }
    };
    let parsed = match line::parse(&line.fen, options.castling) {
        Ok(parsed) => parsed,
        Err(error) => {
            result.verdict = Verdict::Broken(error.to_string());
            return Some(result);
        }
    };
    let mut position = parsed.position;
    result.verdict = Verdict::Skipped;
    for (depth, expected) in line.counts {
        if !options.include(depth, expected) {
            continue;
        }
        let found = counter.count(&mut position, depth, stop)?;
        result.counts += 1;
        result.leaves += found;
        result.verdict = Verdict::Agrees;
        if found != expected {
            result.verdict = Verdict::Differs(WrongCount {
                fen: position.to_fen(),
                depth,
                expected,
                found,
                repairs: parsed.repairs.iter().map(ToString::to_string).collect(),
            });
            break;
        }
    }
    Some(result)
}
