//! A file of positions with their counts, checked line by line.
//!
//! Each thread takes the next line and counts it; the calling one reports the
//! results as they come. Only a few lines per thread are in memory at a time, so
//! a file may be of any size.

pub(super) mod line;
pub(super) mod source;

use crate::board::CastlingNotation;
use crate::control::Token;
use crate::perft::{MAX_THREADS, Method, PerftMethod};
use crate::threads::share_work;
use source::{RawLine, Source};
use std::fs::File;
use std::io;
use std::sync::Mutex;

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
    let reading = Mutex::new(Reading {
        source: Source::new(file, stop),
        is_cut_short: false,
        failure: None,
    });
    let next = || reading.lock().ok()?.next(stop);
    let new_worker = || {
        let mut method = options.method.build(None);
        move |line| check_line(&line, options, &mut *method, stop)
    };
    let mut summary = Summary::default();
    let shared = share_work(threads, next, new_worker, |result: LineResult| {
        summary.add(&result);
        report(result);
    });
    let Ok(reading) = reading.into_inner() else {
        unreachable!("a panic while reading would have ended this thread too");
    };
    summary.stopped = reading.is_cut_short || !shared.is_complete;
    match reading.failure {
        Some(error) => Err(error),
        None => Ok(summary),
    }
}

/// The lines that are still to be checked.
struct Reading {
    source: Source,
    is_cut_short: bool,
    failure: Option<io::Error>,
}

impl Reading {
    /// The next line, or `None` if there are no more, it was stopped, or the file
    /// cannot be read on.
    fn next(&mut self, stop: &Token) -> Option<RawLine> {
        if self.failure.is_some() {
            return None;
        }
        let line = self.source.next().unwrap_or_else(|error| {
            self.failure = Some(error);
            None
        })?;
        self.is_cut_short |= stop.is_set();
        (!self.is_cut_short).then_some(line)
    }
}

/// Checks one line; none if it was stopped before it was done.
fn check_line(
    raw: &RawLine,
    options: &CheckOptions,
    method: &mut dyn PerftMethod,
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
        let found = method.count(&mut position, depth, stop)?;
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
