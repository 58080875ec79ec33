//! An answer of the other program, as far as it can be read. `conversation` reads it.

use super::fault::{Failure, Fault, FaultKind};
use crate::tools::printout::sum_of;

/// A divide as the other program printed it.
#[derive(Debug, Default)]
pub(super) struct Answer {
    /// The moves and their counts.
    pub(super) counts: Vec<(String, u128)>,
    /// The total, if the program printed one.
    pub(super) total: Option<u128>,
    /// The question.
    pub(super) asked: String,
    /// The last lines that the program printed.
    pub(super) last_lines: Vec<String>,
    /// The first line that says nothing, though it is not one of UCI's.
    pub(super) unread: Option<String>,
    /// The first line with a move whose count cannot be read.
    pub(super) unread_row: Option<String>,
    /// Whether the program printed a `bestmove`.
    pub(super) has_searched: bool,
    /// Whether the program printed any text.
    pub(super) has_text: bool,
}

impl Answer {
    /// The sum of the counts, which saturates: a program may print anything.
    pub(super) fn sum(&self) -> u128 {
        sum_of(&self.counts)
    }

    /// The leaves: the sum of the counts, or the total if there are no counts.
    pub(super) fn leaves(&self) -> u128 {
        match self.total {
            Some(total) if self.counts.is_empty() => total,
            _ => self.sum(),
        }
    }

    /// An answer that is a total and no moves.
    pub(super) fn of_total(total: u128) -> Answer {
        Answer {
            total: Some(total),
            ..Answer::default()
        }
    }

    /// Returns whether both have the same counts, in any order.
    pub(super) fn is_same(&self, other: &Answer) -> bool {
        let sorted = |answer: &Answer| {
            let mut counts = answer.counts.clone();
            counts.sort();
            counts
        };
        self.leaves() == other.leaves() && sorted(self) == sorted(other)
    }

    /// What is wrong with the answer though its counts may be right: a line that cannot
    /// be read beside the others, or a total that is not their sum.
    pub(super) fn objection(&self) -> Option<Failure> {
        let sum = self.leaves();
        let unread = self.unread_row.as_ref().filter(|_| !self.counts.is_empty());
        let wrong_total = self.total.filter(|&total| total != sum);
        let kind = match (unread, wrong_total) {
            (Some(line), _) => FaultKind::Unreadable(line.clone()),
            (None, Some(total)) => FaultKind::WrongTotal { total, sum },
            (None, None) => return None,
        };
        Some(Failure::Fault(Box::new(Fault {
            kind,
            asked: self.asked.clone(),
            last_lines: self.last_lines.clone(),
        })))
    }

    /// Returns the answer if it can be compared, and otherwise the program's fault.
    pub(super) fn checked(self) -> Result<Answer, Failure> {
        let kind = if !self.counts.is_empty() {
            return Ok(self);
        } else if self.has_searched {
            FaultKind::Searches
        } else if self.last_lines.iter().any(|line| is_refusal(line)) {
            FaultKind::Refuses
        } else {
            match self.total {
                Some(_) => return Ok(self),
                None if self.has_text => FaultKind::Garbage,
                None => FaultKind::Silent,
            }
        };
        Err(Failure::Fault(Box::new(Fault {
            kind,
            asked: self.asked,
            last_lines: self.last_lines,
        })))
    }
}

/// Returns whether a line is an error about the position or the command.
pub(super) fn is_refusal(line: &str) -> bool {
    let line = line.to_lowercase();
    let words = ["error", "illegal", "invalid", "unknown", "unrecogni"];
    words.iter().any(|word| line.contains(word))
}
