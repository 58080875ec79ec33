//! The report of a check as one JSON object. `docs/check.schema.json` describes its
//! fields.

use super::Subject;
use super::report::{Checked, Outcome, Report, level_name, notation_of};
use crate::commands::found::json as found;
use crate::commands::json::count;
use crate::tools::compare::{Cause, Comparison};
use crate::tools::corpus::Kind;
use serde_json::{Value, json};

impl Report {
    pub(super) fn json(&self) -> String {
        let check = &self.check;
        let mut report = json!({
            "tool": env!("CARGO_PKG_NAME"),
            "version": env!("CARGO_PKG_VERSION"),
            "program": check.program.path,
            "arguments": check.program.arguments,
            "result": self.result(),
            "level": level_name(check.level),
            "jobs": self.jobs,
            "all": check.all,
            "seconds": self.elapsed.as_secs_f64(),
        });
        report["subject"] = match &check.subject {
            Subject::Games => json!(["standard", "chess960"]),
            Subject::Kinds(kinds) => kinds.iter().copied().map(kind_name).collect(),
            Subject::Suite(file) => json!(file.name()),
        };
        match &self.outcome {
            Outcome::CannotRun(fault) => report["fault"] = found::fault(fault),
            Outcome::CannotRead(error) => report["error"] = json!(error),
            Outcome::StoppedEarly => {}
            Outcome::Checked(checked) => self.add(checked, &mut report),
        }
        format!("{report:#}\n")
    }

    /// The result in one word.
    fn result(&self) -> &'static str {
        match &self.outcome {
            Outcome::CannotRun(_) => "cannot run",
            Outcome::CannotRead(_) => "cannot read",
            Outcome::StoppedEarly => "stopped",
            Outcome::Checked(checked) if checked.has_failures() => "wrong",
            Outcome::Checked(checked) if checked.result.stopped => "stopped",
            Outcome::Checked(_) => "right",
        }
    }

    fn add(&self, checked: &Checked, report: &mut Value) {
        let Checked {
            plan,
            program,
            result,
        } = checked;
        report["asked"] = json!(program.manner.to_string());
        report["engine"] = json!(program.identity.name);
        report["not_checked"] = json!(self.left_out());
        report["above_level"] = json!(plan.above_level);
        report["planned"] = json!({
            "counts": plan.questions.len(),
            "leaves": count(plan.leaves()),
        });
        report["checked"] = json!({
            "counts": result.counts,
            "leaves": count(result.leaves),
            "wrong_counts": result.failures,
            "unexplained": result.unexplained,
        });
        let causes = result
            .causes
            .iter()
            .map(|cause| cause_object(checked, cause));
        report["causes"] = causes.collect();
        let wrong = result.wrong_in_plan.iter().map(|&(index, right)| {
            let question = plan.questions[index];
            let position = checked.position(index);
            json!({
                "line": position.line,
                "fen": position.fen,
                "depth": question.depth,
                "expected": count(question.leaves),
                "right": count(right),
            })
        });
        report["wrong_in_suite"] = wrong.collect();
        let unreadable = plan.unreadable.iter();
        report["unreadable"] = unreadable
            .map(|(line, reason)| json!({ "line": line, "reason": reason }))
            .collect();
    }
}

fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Standard => "standard",
        Kind::Chess960 => "chess960",
        Kind::Irregular => "irregular",
    }
}

fn cause_object(checked: &Checked, cause: &Cause<usize>) -> Value {
    let mut object = match &cause.example {
        Comparison::Different(found) => found::disagreement(found, notation_of(found)),
        Comparison::Failed(fault) => {
            let mut object = found::fault(fault);
            object["root"] = json!(checked.position(cause.place).fen);
            object["depth"] = json!(checked.plan.questions[cause.place].depth);
            object
        }
        // Neither is a fault.
        Comparison::Same(_) | Comparison::Stopped => json!({}),
    };
    object["wrong_counts"] = json!(cause.faults);
    object
}
