//! The reply to `check`: what there is to report, and the exit status.

use super::{CheckProgram, Format, Subject};
use crate::board::CastlingNotation;
use crate::commands::Printed;
use crate::commands::compare::CANNOT_RUN;
use crate::text::number_of;
use crate::tools::check::{CheckResult, Introduction, Level, Plan, PlannedPosition};
use crate::tools::compare::{Disagreement, Fault};
use std::time::Duration;

/// The reply to `check`.
#[derive(Clone, Debug)]
pub struct Reply(Box<Report>);

impl Reply {
    pub(super) fn new(report: Report) -> Reply {
        Reply(Box::new(report))
    }
}

/// What there is to report.
#[derive(Clone, Debug)]
pub(super) struct Report {
    pub(super) check: CheckProgram,
    pub(super) jobs: usize,
    pub(super) outcome: Outcome,
    pub(super) elapsed: Duration,
}

/// How a check ended.
#[derive(Clone, Debug)]
pub(super) enum Outcome {
    /// The program did not count the start position.
    CannotRun(Box<Fault>),
    /// The file cannot be read, for this reason.
    CannotRead(String),
    /// The check was stopped before the first question.
    StoppedEarly,
    /// The program was checked.
    Checked(Box<Checked>),
}

/// A check that was made.
#[derive(Clone, Debug)]
pub(super) struct Checked {
    pub(super) plan: Plan,
    pub(super) program: Introduction,
    pub(super) result: CheckResult,
}

impl Checked {
    /// The position of a question, by its number.
    pub(super) fn position(&self, question: usize) -> &PlannedPosition {
        &self.plan.positions[self.plan.questions[question].position]
    }

    /// Returns whether the plan has no count that the program could be asked for.
    pub(super) fn is_empty(&self) -> bool {
        self.plan.questions.is_empty()
    }

    pub(super) fn has_failures(&self) -> bool {
        let is_wrong = self.result.has_failures() || !self.plan.unreadable.is_empty();
        is_wrong || self.is_empty() && !self.result.stopped
    }
}

impl Report {
    /// Why Chess960 was left out, if it was.
    pub(super) fn left_out(&self) -> Option<&'static str> {
        let Outcome::Checked(checked) = &self.outcome else {
            return None;
        };
        let is_left_out =
            self.check.subject == Subject::Games && !checked.program.identity.has_chess960;
        is_left_out.then_some("Chess960, since the program has no option UCI_Chess960")
    }

    /// How many counts the level leaves out, if it does.
    pub(super) fn above_level(&self) -> Option<String> {
        let Outcome::Checked(checked) = &self.outcome else {
            return None;
        };
        let above = checked.plan.above_level as u64;
        let level = level_name(self.check.level);
        let counts = number_of(above, "count");
        (above > 0).then(|| format!("{counts} above the level '{level}'"))
    }
}

pub(super) fn level_name(level: Level) -> &'static str {
    match level {
        Level::Quick => "quick",
        Level::Plain => "plain",
        Level::Full => "full",
    }
}

impl Printed for Reply {
    fn text(&self) -> String {
        match self.0.check.format {
            Format::Text => self.0.text(),
            Format::Json => self.0.json(),
            Format::JUnit => self.0.junit(),
        }
    }

    fn is_failure(&self) -> bool {
        self.exit_status() > 0
    }

    fn exit_status(&self) -> u8 {
        match &self.0.outcome {
            Outcome::CannotRun(_) => CANNOT_RUN,
            Outcome::CannotRead(_) => 1,
            Outcome::Checked(checked) => u8::from(checked.has_failures()),
            Outcome::StoppedEarly => 0,
        }
    }
}

/// The notation of castling in which the program was asked.
pub(super) fn notation_of(found: &Disagreement) -> CastlingNotation {
    match found.game.start().has_standard_castling() {
        true => CastlingNotation::Standard,
        false => CastlingNotation::Chess960,
    }
}
