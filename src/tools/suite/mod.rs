//! Checks a suite: a file of positions with their counts.
//!
//! Each thread takes the next line and counts it. The calling thread reports the
//! results as they come. Only a few lines per thread are in memory at a time, so a
//! file may be of any size.

pub(super) mod line;
pub(super) mod source;

use crate::board::CastlingNotation;
use crate::board::fen::Parsed;
use crate::control::Token;
use crate::perft::{MAX_THREADS, Method, PerftMethod};
use crate::threads::share_work;
use line::Line;
use source::{RawLine, Source};
use std::io::{self, Read};
use std::sync::Mutex;

/// Which counts of a suite are checked, and how.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CheckOptions {
    /// The greatest depth to check, in plies.
    pub depth: Option<u32>,
    /// The greatest count to check, in leaves.
    pub nodes: Option<u128>,
    /// The meaning of castling letters that are possible in both notations.
    pub castling: CastlingNotation,
    /// The perft method.
    pub method: Method,
    /// The number of threads, 1 to [`MAX_THREADS`].
    pub threads: usize,
}

impl CheckOptions {
    fn include(&self, depth: u32, count: u128) -> bool {
        self.depth.is_none_or(|most| depth <= most) && self.nodes.is_none_or(|most| count <= most)
    }
}

/// The result of one line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineResult {
    /// The line's number, from 1.
    pub number: u64,
    /// The verdict.
    pub verdict: Verdict,
    /// The number of counts that were checked.
    pub counts: u64,
    /// The total number of leaves of these counts.
    pub leaves: u128,
    /// The length of the line in the file, in bytes.
    pub bytes: u64,
}

/// The verdict on one line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Every count agrees.
    Agrees,
    /// The options exclude all of its counts.
    Skipped,
    /// The line has no position: it is empty or a comment.
    Nothing,
    /// A count does not agree. It is the first such count of the line.
    Differs(WrongCount),
    /// The line cannot be read, for this reason.
    Broken(String),
}

impl Verdict {
    /// Returns whether a count differs or the line cannot be read.
    #[must_use]
    pub fn is_failure(&self) -> bool {
        matches!(self, Verdict::Differs(_) | Verdict::Broken(_))
    }
}

/// A count that does not agree with the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrongCount {
    /// The position that was counted.
    pub fen: String,
    /// The depth, in plies.
    pub depth: u32,
    /// The count in the file.
    pub expected: u128,
    /// The right count.
    pub found: u128,
    /// The repairs that the FEN needed, in words.
    pub repairs: Vec<String>,
}

/// The result of a whole file, or of the lines checked before a stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    /// The number of lines with a position.
    pub positions: u64,
    /// How many of them agree.
    pub agree: u64,
    /// How many differ.
    pub differ: u64,
    /// How many cannot be read.
    pub broken: u64,
    /// How many have no count that the options include.
    pub skipped: u64,
    /// The number of counts that were checked.
    pub counts: u64,
    /// The total number of leaves of these counts.
    pub leaves: u128,
    /// Whether the check was stopped before the end of the file.
    pub stopped: bool,
}

impl Summary {
    /// Returns whether a line differs or cannot be read.
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

/// Checks the lines of a file. `report` receives the result of each: in the order
/// of the file with one thread, in any order with more.
///
/// # Errors
///
/// If the file cannot be read. The results reported before stay valid.
pub fn check(
    file: Box<dyn Read + Send>,
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

/// The lines that are not checked yet.
struct Reading {
    source: Source,
    is_cut_short: bool,
    failure: Option<io::Error>,
}

impl Reading {
    /// The next line, or `None` at the end, after a stop, or if the file cannot be
    /// read.
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

/// Checks one line. Returns `None` if it was stopped.
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
    let (line, parsed) = match read_line(raw, options.castling) {
        Ok(Some(read)) => read,
        Ok(None) => return Some(result),
        Err(reason) => {
            result.verdict = Verdict::Broken(reason);
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

fn read_line(raw: &RawLine, castling: CastlingNotation) -> Result<Option<(Line, Parsed)>, String> {
    let Some(line) = line::read(raw.whole()?)? else {
        return Ok(None);
    };
    let parsed = line::parse(&line.fen, castling).map_err(|error| error.to_string())?;
    Ok(Some((line, parsed)))
}
