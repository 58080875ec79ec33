//! The ways in which the other program can fail to answer.

use super::process::Process;
use crate::text::Quoted;
use std::fmt;

/// What the other program did instead of answering.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FaultKind {
    /// It cannot be started, for this reason.
    CannotStart(String),
    /// It ended, with this exit status if it is known.
    Died(Option<String>),
    /// It printed nothing within this number of seconds.
    NoAnswer(u64),
    /// It does not speak UCI.
    NotUci,
    /// It printed a part of its answer, and then nothing for this number of seconds.
    Unfinished(u64),
    /// It answered only after its input had ended.
    NotFlushed,
    /// It printed something, but no count.
    Garbage,
    /// It started a search.
    Searches,
    /// It printed an error for the position or the command.
    Refuses,
    /// It is ready for the next question, but printed nothing.
    Silent,
    /// A line of its list has a move, but no count that can be read.
    Unreadable(String),
    /// Its moves and counts are right, their total is not.
    WrongTotal {
        /// The total that it printed.
        total: u128,
        /// The sum of its counts.
        sum: u128,
    },
}

impl fmt::Display for FaultKind {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        match self {
            FaultKind::CannotStart(reason) => write!(formatter, "cannot be started: {reason}"),
            FaultKind::Died(Some(status)) => write!(formatter, "died: {status}"),
            FaultKind::Died(None) => formatter.write_str("died: it closed its output"),
            FaultKind::NoAnswer(seconds) => {
                write!(formatter, "hangs: no answer within {seconds} s")
            }
            FaultKind::NotUci => formatter.write_str("does not speak UCI"),
            FaultKind::Unfinished(seconds) => {
                write!(
                    formatter,
                    "hangs: its answer broke off, and nothing more came within {seconds} s"
                )
            }
            FaultKind::NotFlushed => formatter
                .write_str("does not flush its output: it answered only when its input had ended"),
            FaultKind::Garbage => formatter.write_str("prints garbage: no line is a count"),
            FaultKind::Searches => formatter.write_str("does not know perft: it searches"),
            FaultKind::Refuses => formatter.write_str("refuses to count"),
            FaultKind::Silent => formatter.write_str("prints nothing"),
            FaultKind::Unreadable(line) => {
                write!(
                    formatter,
                    "prints a line that cannot be read: {}",
                    Quoted(line)
                )
            }
            FaultKind::WrongTotal { total, sum } => write!(
                formatter,
                "prints a wrong total: every move has the right count, and they add up to {sum}, \
                 but it says {total}"
            ),
        }
    }
}

/// A failure of the other program to answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// What it did instead.
    pub kind: FaultKind,
    /// The question.
    pub asked: String,
    /// The last lines that it printed.
    pub last_lines: Vec<String>,
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// The job was stopped.
    Stopped,
    /// The program failed.
    Fault(Box<Fault>),
}

impl Failure {
    /// A fault of the running program, with the last lines that it printed.
    pub(super) fn of(process: &Process, kind: FaultKind, asked: &str) -> Failure {
        Failure::Fault(Box::new(Fault {
            kind,
            asked: asked.to_owned(),
            last_lines: process.last_lines(),
        }))
    }

    /// The program could not be started.
    pub(super) fn to_start(error: &std::io::Error, asked: &str) -> Failure {
        Failure::Fault(Box::new(Fault {
            kind: FaultKind::CannotStart(error.to_string()),
            asked: asked.to_owned(),
            last_lines: Vec::new(),
        }))
    }
}
