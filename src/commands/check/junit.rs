//! The report of a check in the XML form of JUnit: a test case for each depth, and one
//! for each cause of wrong counts.

use super::report::{Checked, Outcome, Report};
use crate::commands::found::fault_text;
use crate::text::number_of;
use crate::tools::compare::Comparison;
use quick_xml::Writer;
use quick_xml::events::BytesText;
use std::io;

/// A test case.
struct Case {
    name: String,
    outcome: CaseOutcome,
}

enum CaseOutcome {
    Passed,
    /// Not run, for this reason.
    Skipped(String),
    /// Failed: a message of one line, and details.
    Failed(String, String),
    /// Could not be run: a message of one line, and details.
    Error(String, String),
}

impl Report {
    pub(super) fn junit(&self) -> String {
        let cases = self.cases();
        let count = |is: fn(&CaseOutcome) -> bool| {
            cases
                .iter()
                .filter(|case| is(&case.outcome))
                .count()
                .to_string()
        };
        let failures = count(|outcome| matches!(outcome, CaseOutcome::Failed(..)));
        let errors = count(|outcome| matches!(outcome, CaseOutcome::Error(..)));
        let skipped = count(|outcome| matches!(outcome, CaseOutcome::Skipped(_)));
        let tests = cases.len().to_string();
        let time = format!("{:.3}", self.elapsed.as_secs_f64());
        let totals = [
            ("tests", tests.as_str()),
            ("failures", failures.as_str()),
            ("errors", errors.as_str()),
            ("skipped", skipped.as_str()),
            ("time", time.as_str()),
        ];
        let mut writer = Writer::new_with_indent(Vec::new(), b' ', 2);
        let program = printable(&self.check.program.path);
        let suite_name = [("name", program.as_str())];
        let written = writer
            .create_element("testsuites")
            .with_attribute(("name", "ox88 check"))
            .with_attributes(totals)
            .write_inner_content(|writer| {
                writer
                    .create_element("testsuite")
                    .with_attributes(suite_name)
                    .with_attributes(totals)
                    .write_inner_content(|writer| {
                        cases.iter().try_for_each(|case| case.write(writer))
                    })
                    .map(drop)
            });
        if let Err(error) = written {
            unreachable!("memory takes everything: {error}");
        }
        let xml = String::from_utf8_lossy(writer.get_ref()).into_owned();
        format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{xml}\n")
    }

    fn cases(&self) -> Vec<Case> {
        match &self.outcome {
            Outcome::CannotRun(fault) => vec![Case {
                name: "start".to_owned(),
                outcome: CaseOutcome::Error(
                    fault.kind.to_string(),
                    fault_text(&self.check.program.path, fault),
                ),
            }],
            Outcome::CannotRead(error) => vec![Case {
                name: "suite".to_owned(),
                outcome: CaseOutcome::Error(error.clone(), String::new()),
            }],
            Outcome::StoppedEarly => vec![Case {
                name: "start".to_owned(),
                outcome: CaseOutcome::Skipped("stopped".to_owned()),
            }],
            Outcome::Checked(checked) => self.cases_of(checked),
        }
    }

    fn cases_of(&self, checked: &Checked) -> Vec<Case> {
        let result = &checked.result;
        let depths = result.depths.iter().map(|(depth, tally)| Case {
            name: format!("depth {depth}"),
            outcome: if tally.failures > 0 {
                let wrong = number_of(tally.failures, "wrong count");
                let message = format!("{wrong} of {} checked", tally.checked);
                CaseOutcome::Failed(message, String::new())
            } else if tally.checked == 0 {
                CaseOutcome::Skipped("the check ended before".to_owned())
            } else {
                CaseOutcome::Passed
            },
        });
        let causes = result.causes.iter().map(|cause| {
            let name = match &cause.example {
                Comparison::Different(found) => {
                    let first = found.diagnoses.first();
                    first.map_or("", |first| first.rule.words()).to_owned()
                }
                Comparison::Failed(fault) => fault.kind.to_string(),
                Comparison::Same(_) | Comparison::Stopped => String::new(),
            };
            let message = number_of(cause.faults, "wrong count");
            Case {
                name,
                outcome: CaseOutcome::Failed(message, self.example(&cause.example)),
            }
        });
        let suite = result.wrong_in_plan.iter().map(|&(number, right)| {
            let question = checked.plan.questions[number];
            let position = checked.position(number);
            let message = format!("expected {}, right is {right}", question.leaves);
            Case {
                name: format!(
                    "line {}: depth {} of {}",
                    position.line, question.depth, position.fen
                ),
                outcome: CaseOutcome::Failed(message, String::new()),
            }
        });
        let unreadable = checked.plan.unreadable.iter().map(|(line, reason)| Case {
            name: format!("line {line}"),
            outcome: CaseOutcome::Failed(reason.clone(), String::new()),
        });
        let left_out = self.left_out().map(|what| Case {
            name: "chess960".to_owned(),
            outcome: CaseOutcome::Skipped(what.to_owned()),
        });
        let above = self.above_level().map(|what| Case {
            name: "above the level".to_owned(),
            outcome: CaseOutcome::Skipped(what),
        });
        depths
            .chain(causes)
            .chain(suite)
            .chain(unreadable)
            .chain(left_out)
            .chain(above)
            .collect()
    }
}

impl Case {
    fn write(&self, writer: &mut Writer<Vec<u8>>) -> io::Result<()> {
        let name = printable(&self.name);
        let case = writer
            .create_element("testcase")
            .with_attribute(("classname", "ox88.check"))
            .with_attribute(("name", name.as_str()));
        let (element, message, details) = match &self.outcome {
            CaseOutcome::Passed => return case.write_empty().map(drop),
            CaseOutcome::Skipped(message) => ("skipped", message, ""),
            CaseOutcome::Failed(message, details) => ("failure", message, details.as_str()),
            CaseOutcome::Error(message, details) => ("error", message, details.as_str()),
        };
        let message = printable(message);
        case.write_inner_content(|writer| {
            let element = writer
                .create_element(element)
                .with_attribute(("message", message.as_str()));
            if details.is_empty() {
                return element.write_empty().map(drop);
            }
            let details = printable(details);
            element
                .write_text_content(BytesText::new(&details))
                .map(drop)
        })
        .map(drop)
    }
}

/// XML has no characters below the blank, not even escaped, but for these.
fn printable(text: &str) -> String {
    let is_allowed = |it: char| match it {
        '\n' | '\t' => true,
        '\u{fffe}' | '\u{ffff}' => false,
        other => !other.is_control(),
    };
    text.replace(|it: char| !is_allowed(it), "\u{fffd}")
}
