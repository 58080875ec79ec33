//! The report of a check for people.

use super::{Checked, Outcome, Report};
use crate::commands::found::{Found, fault_text};
use crate::commands::rate::speed;
use crate::text::number_of;
use std::fmt::Write;

impl Report {
    pub(super) fn text(&self) -> String {
        match &self.outcome {
            Outcome::CannotRun(fault) => fault_text(&self.check.program.path, fault),
            Outcome::StoppedEarly => "info string check stopped: 0 counts checked\n".to_owned(),
            Outcome::Checked(checked) => self.checked(checked),
        }
    }

    fn checked(&self, checked: &Checked) -> String {
        let Checked {
            plan,
            manner,
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
            let found = Found {
                program: &self.check.program.path,
                comparison: &cause.example,
            };
            let _ = writeln!(text, "{found}");
        }
        for &(number, right) in &result.wrong_in_plan {
            let question = plan.questions[number];
            let _ = writeln!(
                text,
                "wrong in the suite: depth {}, expected {}, right is {right}, {}",
                question.depth,
                question.leaves,
                checked.position(number)
            );
        }
        if result.unexplained > 0 {
            let counts = number_of(result.unexplained, "more wrong count");
            let _ = writeln!(text, "{counts} not looked into");
        }
        if !manner.is_usual() {
            let _ = writeln!(text, "asked with: {manner}");
        }
        if let Some(what) = self.left_out() {
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
                (0, _) if result.wrong_in_plan.is_empty() => "no fault".to_owned(),
                (0, _) => "no fault of the program".to_owned(),
                (1, _) => "1 wrong count".to_owned(),
                (wrong, causes) => {
                    format!("{wrong} wrong counts, {}", number_of(causes, "cause"))
                }
            };
            writeln!(text, "{counts} checked, {verdict}")
        };
        let _ = writeln!(text, "info {}", speed(result.leaves, &self.elapsed));
        text
    }
}
