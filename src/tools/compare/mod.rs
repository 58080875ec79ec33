//! Finds the fault in another move generator by itself: compares its counts
//! with ours, the shallowest depth first, walks down to the very move that is
//! missing or too many, and names the rule that is most likely at fault.
//!
//! The other program is a child process that may do anything: `process` keeps
//! it within bounds, `engine` asks it, `conversation` waits for the answer,
//! and `fault` has a name for what is no answer. `walk` finds the move. What the
//! lines of another program mean is known in [`printout`](super::printout), and
//! the rules in [`diagnosis`](super::diagnosis).

mod conversation;
mod engine;
mod fault;
mod process;
mod walk;

pub use engine::{Program, ProgramKind};
pub use fault::{Fault, FaultKind};
pub use walk::{Comparison, Difference};

use super::diagnosis::Rule;
use super::suite::line;
use super::suite::source::{RawLine, Source};
use crate::board::{CastlingNotation, Position};
use crate::children::Children;
use crate::control::Token;
use crate::game::Game;
use crate::perft::Settings;
use engine::Engine;
use std::fs::File;
use std::io;
use std::mem::{Discriminant, discriminant};
use std::time::Duration;
use walk::Ours;

/// What is compared, and how.
#[derive(Clone, Debug)]
pub struct CompareOptions {
    /// The other program.
    pub program: Program,
    /// The greatest depth, at least 1.
    pub depth: u32,
    /// How long the other program may be silent.
    pub limit: Duration,
    /// How castling is written to it, and read from FENs.
    pub castling: CastlingNotation,
    /// The list that the other program is put on while it runs.
    pub children: Children,
}

/// Compares the counts from one position.
pub fn compare(
    root: &Game,
    options: &CompareOptions,
    settings: &mut Settings,
    stop: &Token,
) -> Comparison {
    let mut engine = Engine::new(options, stop);
    let mut ours = Ours { settings, stop };
    let outcome = walk::compare(root, options.depth, &mut ours, &mut engine);
    if !matches!(outcome, Comparison::Stopped) {
        engine.quit();
    }
    outcome
}

/// What a suite came to.
#[derive(Clone, Debug, Default)]
pub struct SuiteComparison {
    /// Positions that were compared.
    pub positions: u64,
    /// Lines that could not be read.
    pub broken: u64,
    /// What was found, by line number.
    pub found: Vec<(u64, Comparison)>,
    /// Whether it was stopped.
    pub stopped: bool,
}

/// Compares the counts from each position of a suite, and stops at the first
/// fault. With `all`, it goes on and keeps the smallest fault of each kind.
/// Lines that cannot be read are given to `broken`, with the reason.
///
/// # Errors
///
/// If the file cannot be read.
pub fn compare_suite(
    file: File,
    all: bool,
    options: &CompareOptions,
    settings: &mut Settings,
    stop: &Token,
    mut broken: impl FnMut(u64, String),
) -> io::Result<SuiteComparison> {
    let mut engine = Engine::new(options, stop);
    let mut ours = Ours { settings, stop };
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
        let root = Game::new(position);
        let outcome = walk::compare(&root, options.depth, &mut ours, &mut engine);
        match outcome {
            Comparison::Stopped => {
                result.stopped = true;
                break;
            }
            Comparison::Same(_) => result.positions += 1,
            fault => {
                result.positions += 1;
                let ends = !all || is_final(&fault);
                keep_smallest(&mut result.found, raw.number, fault);
                if ends {
                    break;
                }
            }
        }
    }
    if !result.stopped {
        engine.quit();
    }
    Ok(result)
}

/// The position of a line; what a suite says of its counts is for others.
fn read_position(raw: &RawLine, castling: CastlingNotation) -> Result<Option<Position>, String> {
    let Some(fen) = line::read_fen(raw.whole()?) else {
        return Ok(None);
    };
    let parsed = line::parse(&fen, castling).map_err(|error| error.to_string())?;
    Ok(Some(parsed.position))
}

/// Whether there is no sense in asking on: each further question would take
/// its time, or fail at once.
fn is_final(outcome: &Comparison) -> bool {
    matches!(
        outcome,
        Comparison::Failed(fault) if matches!(
            fault.kind,
            FaultKind::CannotStart(_) | FaultKind::NoAnswer(_) | FaultKind::NotFlushed
        )
    )
}

/// Faults of one kind are told once.
#[derive(PartialEq, Eq)]
enum Kind {
    Rule(Option<Rule>),
    Fault(Discriminant<FaultKind>),
    None,
}

fn kind(outcome: &Comparison) -> Kind {
    match outcome {
        Comparison::Different(difference) => {
            Kind::Rule(difference.diagnoses.first().map(|first| first.rule))
        }
        Comparison::Failed(fault) => Kind::Fault(discriminant(&fault.kind)),
        Comparison::Same(_) | Comparison::Stopped => Kind::None,
    }
}

/// Plies down to the fault, then pieces on the board: what is easier to look at.
fn size(outcome: &Comparison) -> (usize, usize) {
    match outcome {
        Comparison::Different(difference) => {
            let game = &difference.game;
            (game.moves().len(), game.position().pieces().count())
        }
        _ => (0, 0),
    }
}

fn keep_smallest(found: &mut Vec<(u64, Comparison)>, line: u64, outcome: Comparison) {
    let same = found
        .iter_mut()
        .find(|(_, other)| kind(other) == kind(&outcome));
    match same {
        Some(other) if size(&outcome) < size(&other.1) => *other = (line, outcome),
        Some(_) => {}
        None => found.push((line, outcome)),
    }
}
