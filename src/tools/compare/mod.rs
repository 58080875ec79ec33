//! Finds the fault in another program's move generator. It compares counts, the
//! shallowest depth first, walks down to the move that is missing or extra, and
//! names the rule that is most likely at fault.
//!
//! The other program may do anything: `process` runs it and limits what it can do,
//! `theirs` asks it, `conversation` reads its answers, and `fault` names its
//! failures to answer. `walk` finds the move. The lines of a divide are read by
//! [`printout`](super::printout), and [`diagnosis`](super::diagnosis) has the rules.

mod conversation;
mod fault;
mod process;
mod theirs;
mod walk;

pub use fault::{Fault, FaultKind};
pub use theirs::{OtherProgram, ProgramKind};
pub use walk::{Comparison, Disagreement};

use super::suite::line;
use super::suite::source::{RawLine, Source};
use crate::board::{CastlingNotation, Position};
use crate::children::Children;
use crate::control::Token;
use crate::game::Game;
use crate::perft::Settings;
use std::io::{self, Read};
use std::mem::discriminant;
use std::time::Duration;
use theirs::Theirs;
use walk::Sides;

/// The options of a comparison.
#[derive(Clone, Debug)]
pub struct CompareOptions {
    /// The other program.
    pub program: OtherProgram,
    /// The greatest depth, in plies: 1 to [`MAX_DEPTH`](crate::perft::MAX_DEPTH).
    pub depth: u32,
    /// How long the other program may be silent.
    pub limit: Duration,
    /// The castling notation for the other program and for FENs.
    pub castling: CastlingNotation,
    /// The list in which the other program is registered while it runs.
    pub children: Children,
}

/// Compares the counts of one position at every depth up to that of the options.
/// Our own counts use `settings`.
///
/// ```
/// use ox88::board::CastlingNotation;
/// use ox88::children::Children;
/// use ox88::control::Token;
/// use ox88::game::Game;
/// use ox88::perft::Settings;
/// use ox88::tools::compare::*;
/// use std::time::Duration;
///
/// let options = CompareOptions {
///     program: OtherProgram {
///         kind: ProgramKind::Uci,
///         path: "/no/such/engine".to_owned(),
///         arguments: vec![],
///     },
///     depth: 3,
///     limit: Duration::from_secs(60),
///     castling: CastlingNotation::Standard,
///     children: Children::default(),
/// };
/// let mut settings = Settings::default();
/// let outcome = compare(&Game::default(), &options, &mut settings, &Token::never());
/// assert!(matches!(outcome, Comparison::Failed(_)));
/// ```
#[must_use]
pub fn compare(
    root: &Game,
    options: &CompareOptions,
    settings: &mut Settings,
    stop: &Token,
) -> Comparison {
    let theirs = Theirs::new(options, stop);
    let mut sides = Sides {
        settings,
        stop,
        theirs,
    };
    let outcome = sides.compare(root, options.depth);
    if !matches!(outcome, Comparison::Stopped) {
        sides.theirs.quit();
    }
    outcome
}

/// The result of a comparison with a suite.
#[derive(Clone, Debug, Default)]
pub struct SuiteComparison {
    /// The number of positions compared.
    pub positions: u64,
    /// The number of lines that cannot be read.
    pub broken: u64,
    /// The faults, each with its line number.
    pub found: Vec<(u64, Comparison)>,
    /// Whether `stop` was set.
    pub stopped: bool,
}

/// Compares the counts of each position of a suite, and ends at the first fault.
/// With `all`, it goes on and keeps the smallest fault of each kind. `broken`
/// receives the number of each line that cannot be read, and the reason.
///
/// # Errors
///
/// If the file cannot be read.
pub fn compare_suite(
    file: Box<dyn Read + Send>,
    all: bool,
    options: &CompareOptions,
    settings: &mut Settings,
    stop: &Token,
    mut broken: impl FnMut(u64, String),
) -> io::Result<SuiteComparison> {
    let theirs = Theirs::new(options, stop);
    let mut sides = Sides {
        settings,
        stop,
        theirs,
    };
    let mut result = SuiteComparison::default();
    let mut source = Source::new(file, stop);
    while let Some(raw) = source.next()? {
        let position = match read_position(&raw, options.castling) {
            Ok(Some(position)) => position,
            Ok(None) => continue,
            Err(reason) => {
                result.broken += 1;
                broken(raw.number, reason);
                continue;
            }
        };
        let outcome = sides.compare(&Game::new(position), options.depth);
        if matches!(outcome, Comparison::Stopped) {
            result.stopped = true;
            return Ok(result);
        }
        result.positions += 1;
        if !matches!(outcome, Comparison::Same(_)) {
            let is_last = !all || is_final(&outcome);
            keep_smallest(&mut result.found, raw.number, outcome);
            if is_last {
                break;
            }
        }
    }
    sides.theirs.quit();
    Ok(result)
}

/// The position of a line, or `None` if it has none. The counts of the suite are not
/// used.
fn read_position(raw: &RawLine, castling: CastlingNotation) -> Result<Option<Position>, String> {
    let Some(fen) = line::read_fen(raw.whole()?) else {
        return Ok(None);
    };
    let parsed = line::parse(&fen, castling).map_err(|error| error.to_string())?;
    Ok(Some(parsed.position))
}

/// Returns whether every further question would fail in the same way, or take up to
/// its time limit.
fn is_final(outcome: &Comparison) -> bool {
    matches!(
        outcome,
        Comparison::Failed(fault) if matches!(
            fault.kind,
            FaultKind::CannotStart(_) | FaultKind::NoAnswer(_) | FaultKind::NotFlushed
        )
    )
}

/// Returns whether two faults are of the same kind, of which one is reported.
fn is_same_kind(a: &Comparison, b: &Comparison) -> bool {
    match (a, b) {
        (Comparison::Different(a), Comparison::Different(b)) => {
            let rule = |found: &Disagreement| found.diagnoses.first().map(|first| first.rule);
            rule(a) == rule(b)
        }
        (Comparison::Failed(a), Comparison::Failed(b)) => {
            discriminant(&a.kind) == discriminant(&b.kind)
        }
        _ => false,
    }
}

/// The size of a fault: the plies to the position, then its number of pieces. You
/// find the cause of a small fault more easily.
fn size(outcome: &Comparison) -> (usize, usize) {
    match outcome {
        Comparison::Different(found) => {
            let game = &found.game;
            (game.moves().len(), game.position().pieces().count())
        }
        _ => (0, 0),
    }
}

fn keep_smallest(found: &mut Vec<(u64, Comparison)>, line: u64, outcome: Comparison) {
    let mut others = found.iter_mut();
    match others.find(|(_, other)| is_same_kind(other, &outcome)) {
        Some(other) if size(&outcome) < size(&other.1) => *other = (line, outcome),
        Some(_) => {}
        None => found.push((line, outcome)),
    }
}
