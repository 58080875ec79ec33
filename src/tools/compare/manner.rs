//! How a running program is asked for a count, and what its answers look like. Both
//! are found out at the start and stay the same from then on.

use super::template::Template;
use std::fmt;

/// The ways to ask a UCI engine, in the order in which they are tried.
pub(super) const UCI_QUESTIONS: [&str; 3] = ["go perft {depth}", "perft {depth}", "divide {depth}"];

/// How a program is asked, as far as it is known. Give it to the next session with
/// the same program, so that it need not find out again.
///
/// It displays as the question and what is unusual in the answers:
/// `perft N (it prints only totals)`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Manner {
    /// The question to a running program.
    pub(super) question: Template,
    /// Whether the user has chosen it.
    pub(super) is_chosen: bool,
    /// Whether the program has answered it.
    pub(super) is_known: bool,
    /// Whether the program has ever printed a total.
    pub(super) has_totals: bool,
    /// Whether a good answer of it has had other lines, such as `counting…`.
    pub(super) has_remarks: bool,
    /// Whether it prints totals and no moves.
    pub(super) totals_only: bool,
    /// Its first line that could not be read, if it prints no moves.
    pub(super) unread: Option<String>,
}

impl Manner {
    /// The manner of a program that has not answered yet.
    pub(super) fn new(question: Template) -> Manner {
        Manner {
            question,
            is_chosen: false,
            is_known: false,
            has_totals: false,
            has_remarks: false,
            totals_only: false,
            unread: None,
        }
    }

    /// Returns whether the program is asked with `go perft` and lists moves, or is
    /// asked in a way that the user has chosen.
    #[must_use]
    pub fn is_usual(&self) -> bool {
        let is_first = self.question == Template::fixed(UCI_QUESTIONS[0]);
        (self.is_chosen || is_first) && !self.totals_only
    }

    /// Returns whether the program has given a count.
    #[must_use]
    pub fn is_known(&self) -> bool {
        self.is_known
    }

    /// The first line of the program that could not be read, if it prints no moves
    /// that can be read.
    #[must_use]
    pub fn unread(&self) -> Option<&str> {
        self.unread.as_deref()
    }
}

impl fmt::Display for Manner {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        let question = self.question.to_string().replace("{depth}", "N");
        formatter.write_str(&question)?;
        if self.totals_only {
            formatter.write_str(" (it prints only totals)")?;
        }
        Ok(())
    }
}
