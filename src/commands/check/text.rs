//! The report of a check for people.

use super::report::{Checked, Outcome, Report, notation_of};
use crate::commands::found::{asked_with, disagreement_text, fault_text};
use crate::commands::rate::speed;
use crate::text::number_of;
use crate::tools::compare::Comparison;
use std::fmt::Write;

/// The most unreadable lines of a file that are printed. The rest are only counted.
const UNREADABLE_SHOWN: usize = 20;

impl Report {
    pub(super) fn text(&self) -> String {
        match &self.outcome {
            Outcome::CannotRun(fault) => fault_text(&self.check.program.path, fault),
            Outcome::CannotRead(error) => format!("info string error: {error}\n"),
            Outcome::StoppedEarly => "info string check stopped: 0 counts checked\n".to_owned(),
            Outcome::Checked(checked) => self.checked(checked),
        }
    }

    /// The text of one fault.
    pub(super) fn example(&self, example: &Comparison) -> String {
        match example {
            Comparison::Different(found) => disagreement_text(found, notation_of(found)),
            Comparison::Failed(fault) => fault_text(&self.check.program.path, fault),
            // Neither is a fault.
            Comparison::Same(_) | Comparison::Stopped => String::new(),
        }
    }

    fn checked(&self, checked: &Checked) -> String {
        let Checked {
            plan,
            program,
            result,
        } = checked;
        let mut text = String::new();
        for cause in result.causes.iter() {
            if cause.faults > 1 {
                let _ = writeln!(
                    text,
                    "{} wrong counts have one cause. The smallest example:",
                    cause.faults
                );
            }
            text += &self.example(&cause.example);
            text.push('\n');
        }
        for &(number, right) in &result.wrong_in_plan {
            let (question, position) = (plan.questions[number], checked.position(number));
            let _ = writeln!(
                text,
                "line {}: depth {}, expected {}, right is {right}, {}",
                position.line, question.depth, question.leaves, position.fen
            );
        }
        for (line, reason) in plan.unreadable.iter().take(UNREADABLE_SHOWN) {
            let _ = writeln!(text, "line {line}: broken, {reason}");
        }
        if plan.unreadable.len() > UNREADABLE_SHOWN {
            let lines = plan.unreadable.len() - UNREADABLE_SHOWN;
            let _ = writeln!(text, "{} broken", number_of(lines as u64, "more line"));
        }
        if result.unexplained > 0 {
            let counts = number_of(result.unexplained, "more wrong count");
            let _ = writeln!(text, "{counts} not looked into");
        }
        text += &asked_with(&program.manner);
        if let Some(what) = self.left_out() {
            let _ = writeln!(text, "not checked: {what}");
        }
        if let Some(what) = self.above_level() {
            let _ = writeln!(text, "not checked: {what}");
        }
        let planned = plan.questions.len();
        let counts = match result.counts {
            all if all == planned as u64 => number_of(all, "count"),
            some => format!("{some} of {}", number_of(planned as u64, "count")),
        };
        let _ = if result.stopped {
            writeln!(text, "info string check stopped: {counts} checked")
        } else {
            let verdict = match (result.failures, result.causes.len() as u64) {
                _ if checked.is_empty() => "expected some to check".to_owned(),
                (0, _) if result.wrong_in_plan.is_empty() => "no fault".to_owned(),
                (0, _) => "no fault of the program".to_owned(),
                (1, _) => "1 wrong count".to_owned(),
                (wrong, causes) => {
                    format!("{wrong} wrong counts, {}", number_of(causes, "cause"))
                }
            };
            writeln!(text, "{counts} checked, {verdict}")
        };
        let _ = writeln!(text, "info {}", speed(result.leaves, self.elapsed));
        text
    }
}
