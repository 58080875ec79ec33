//! The report of a check as one JSON object. `docs/check.schema.json` describes its
//! fields.

use super::Subject;
use super::report::{Checked, Outcome, Report, level_name, notation_of};
use crate::movegen::Move;
use crate::tools::compare::{Cause, Comparison, Disagreement, Fault};
use crate::tools::corpus::Kind;
use serde_json::{Number, Value, json};

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
            Outcome::CannotRun(fault) => report["fault"] = fault_object(fault),
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
            "leaves": number(plan.leaves()),
        });
        report["checked"] = json!({
            "counts": result.counts,
            "leaves": number(result.leaves),
            "wrong_counts": result.failures,
            "unexplained": result.unexplained,
        });
        let causes = result
            .causes
            .iter()
            .map(|cause| cause_object(checked, cause));
        report["causes"] = causes.collect();
        let wrong = result.wrong_in_plan.iter().map(|&(number_in_plan, right)| {
            let question = plan.questions[number_in_plan];
            let position = checked.position(number_in_plan);
            json!({
                "line": position.line,
                "fen": position.fen,
                "depth": question.depth,
                "expected": number(question.leaves),
                "right": number(right),
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
        Comparison::Different(found) => difference_object(found),
        Comparison::Failed(fault) => {
            let mut object = fault_object(fault);
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

fn difference_object(found: &Disagreement) -> Value {
    let game = &found.game;
    let notation = notation_of(found);
    let text = |mv: &Move| mv.uci(notation).to_string();
    let differences = &found.differences;
    let (right, other) = found.totals;
    json!({
        "kind": "difference",
        "root": game.start().to_fen(),
        "depth": found.depth,
        "found": number(other),
        "right": number(right),
        "moves": game.moves().iter().map(text).collect::<Vec<_>>(),
        "fen": game.position().to_fen(),
        "missing": differences.missing.iter().map(text).collect::<Vec<_>>(),
        "extra": differences.extra,
        "counts": differences.counts.iter().map(|(mv, right, other)| json!({
            "move": text(mv),
            "found": number(*other),
            "right": number(*right),
        })).collect::<Vec<_>>(),
        "rules": found.diagnoses.iter().map(|diagnosis| json!({
            "rule": diagnosis.rule.words(),
            "reason": diagnosis.reason,
        })).collect::<Vec<_>>(),
    })
}

fn fault_object(fault: &Fault) -> Value {
    json!({
        "kind": "failure",
        "what": fault.kind.to_string(),
        "asked": fault.asked,
        "last_lines": fault.last_lines,
    })
}

/// A count of any size.
fn number(count: u128) -> Value {
    Number::from_u128(count).map_or(Value::Null, Value::Number)
}
