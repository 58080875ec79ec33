//! Checks a suite: a file of positions with their counts or moves.
//!
//! [`records`] reads the positions in whatever form they are written: `forms` has
//! one file for each form, and `variant` refuses positions of other games. Each
//! thread takes the next position and checks it. The calling thread reports the
//! results as they come. Only a few positions per thread are in memory at a time, so
//! a file may be of any size.

mod chunks;
mod forms;
mod moves;
mod record;
mod records;
mod source;
#[cfg(test)]
mod tests;
mod variant;

pub use forms::{Form, Forms};
pub use moves::WrongMoves;
pub use record::{Broken, ExpectedMove, Record};
pub use records::{Records, records};

use crate::board::CastlingNotation;
use crate::control::Token;
use crate::perft::{MAX_THREADS, Method, PerftMethod};
use crate::threads::{share_work, useful};
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

/// The result of one position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineResult {
    /// The line's number, from 1.
    pub number: u64,
    /// The form of the position.
    pub form: Option<Form>,
    /// The verdict.
    pub verdict: Verdict,
    /// The number of counts that were checked.
    pub counts: u64,
    /// The total number of leaves of these counts.
    pub leaves: u128,
    /// The length in the file, in bytes.
    pub bytes: u64,
}

/// The verdict on one position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Every count agrees, and the moves do.
    Agrees,
    /// It has no counts, or the options exclude all of them. The text is its FEN.
    Skipped(String),
    /// It has more pieces than the board can hold, for this reason.
    TooLarge(String),
    /// A count does not agree. It is the first such count of the position.
    Differs(WrongCount),
    /// The moves do not agree.
    MovesDiffer(Box<MovesDiffer>),
    /// The line cannot be read, for this reason.
    Broken(String),
}

impl Verdict {
    /// Returns whether a count differs or the line cannot be read.
    #[must_use]
    pub fn is_failure(&self) -> bool {
        match self {
            Verdict::Agrees | Verdict::Skipped(_) | Verdict::TooLarge(_) => false,
            Verdict::Differs(_) | Verdict::MovesDiffer(_) | Verdict::Broken(_) => true,
        }
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

/// Legal moves that do not agree with the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MovesDiffer {
    /// The position.
    pub fen: String,
    /// What is wrong in the file.
    pub wrong: WrongMoves,
    /// The repairs that the FEN needed, in words.
    pub repairs: Vec<String>,
}

/// The result of a whole file, or of the lines checked before a stop.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    /// The number of positions, with those that cannot be read.
    pub positions: u64,
    /// How many of them agree.
    pub agree: u64,
    /// How many differ.
    pub differ: u64,
    /// How many cannot be read.
    pub broken: u64,
    /// How many have no count that the options include, or too many pieces.
    pub skipped: u64,
    /// The first of these, as its line and what it has: its FEN, or a reason.
    pub first_skipped: Option<(u64, String)>,
    /// The number of counts that were checked. A list of moves is one.
    pub counts: u64,
    /// The total number of leaves of these counts.
    pub leaves: u128,
    /// The forms of the positions.
    pub forms: Forms,
    /// Whether the check was stopped before the end of the file.
    pub stopped: bool,
}

impl Summary {
    /// Returns whether a line differs or cannot be read, or nothing was checked.
    #[must_use]
    pub fn has_failures(&self) -> bool {
        self.differ + self.broken > 0 || self.is_idle()
    }

    /// Returns whether the file was read to its end, and had nothing to check.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        self.positions == self.skipped && !self.stopped
    }

    fn add(&mut self, result: &LineResult) {
        self.positions += 1;
        match &result.verdict {
            Verdict::Agrees => self.agree += 1,
            Verdict::Skipped(text) | Verdict::TooLarge(text) => {
                self.skipped += 1;
                let first = self.first_skipped.as_ref();
                if first.is_none_or(|(line, _)| result.number < *line) {
                    self.first_skipped = Some((result.number, text.clone()));
                }
            }
            Verdict::Differs(_) | Verdict::MovesDiffer(_) => self.differ += 1,
            Verdict::Broken(_) => self.broken += 1,
        }
        self.counts += result.counts;
        self.leaves += result.leaves;
        if let Some(form) = result.form {
            self.forms.add(form);
        }
    }
}

/// Checks the positions of a file. `report` receives the result of each: in the
/// order of the file with one thread, in any order with more.
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
    let threads = useful(options.threads).clamp(1, MAX_THREADS);
    let reading = Mutex::new(Reading {
        records: records(file, options.castling, stop),
        failure: None,
    });
    let next = || reading.lock().ok()?.next();
    let new_worker = || {
        let mut method = options.method.build(None);
        move |record| match record {
            Ok(record) => check_record(record, options, &mut *method, stop),
            Err(broken) => Some(unreadable(broken)),
        }
    };
    let mut summary = Summary::default();
    let shared = share_work(threads, next, new_worker, |result: LineResult| {
        summary.add(&result);
        report(result);
    });
    let Ok(reading) = reading.into_inner() else {
        unreachable!("a panic while reading would have ended this thread too");
    };
    summary.stopped = reading.records.is_cut_short() || !shared.is_complete;
    match reading.failure {
        Some(error) => Err(error),
        None => Ok(summary),
    }
}

/// The positions that are not checked yet.
struct Reading {
    records: Records,
    failure: Option<io::Error>,
}

impl Reading {
    /// The next position, or `None` at the end, after a stop, or if the file cannot
    /// be read.
    fn next(&mut self) -> Option<Result<Record, Broken>> {
        match self.records.next()? {
            Ok(record) => Some(record),
            Err(error) => {
                self.failure = Some(error);
                None
            }
        }
    }
}

fn unreadable(broken: Broken) -> LineResult {
    LineResult {
        number: broken.number,
        form: None,
        verdict: match broken.is_too_large {
            true => Verdict::TooLarge(broken.reason),
            false => Verdict::Broken(broken.reason),
        },
        counts: 0,
        leaves: 0,
        bytes: broken.bytes,
    }
}

/// Checks one position. Returns `None` if it was stopped.
fn check_record(
    record: Record,
    options: &CheckOptions,
    method: &mut dyn PerftMethod,
    stop: &Token,
) -> Option<LineResult> {
    let mut result = LineResult {
        number: record.number,
        form: Some(record.form),
        verdict: Verdict::Skipped(String::new()),
        counts: 0,
        leaves: 0,
        bytes: record.bytes,
    };
    let counts = match record.counts {
        Ok(counts) => counts,
        Err(reason) => {
            result.verdict = Verdict::Broken(reason);
            return Some(result);
        }
    };
    let repairs = || record.repairs.iter().map(ToString::to_string).collect();
    let mut position = record.position;
    if let Some(moves) = record.moves
        && options.include(1, moves.len() as u128)
    {
        result.counts += 1;
        result.leaves += moves.len() as u128;
        result.verdict = Verdict::Agrees;
        if let Some(wrong) = moves::compare(&position, &moves) {
            let differ = MovesDiffer {
                fen: position.to_fen(),
                wrong,
                repairs: repairs(),
            };
            result.verdict = Verdict::MovesDiffer(Box::new(differ));
            return Some(result);
        }
    }
    for (depth, expected) in counts {
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
                repairs: repairs(),
            });
            break;
        }
    }
    if let Verdict::Skipped(fen) = &mut result.verdict {
        *fen = position.to_fen();
    }
    Some(result)
}
