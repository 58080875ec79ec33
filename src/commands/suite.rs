//! `suite`: checks the counts in a file of positions.

use super::found::listed;
use super::input_file::InputFile;
use super::json;
use super::rate::speed;
use super::run::{Context, LastReply, Run};
use super::words::Words;
use super::{Command, Group, Printed, Row};
use crate::engine::Engine;
use crate::text::{Quoted, number_of};
use crate::tools::suite::{self, CheckOptions, MovesDiffer, Summary, Verdict, WrongCount};
use serde_json::{Value, json};
use std::fmt::Write;
use std::time::{Duration, Instant};

/// The row of `suite`.
pub static ROW: Row = Row {
    words: &["suite"],
    usage: "suite FILE [depth N] [nodes N]",
    purpose: "check a file of positions and counts, no deeper and no larger than these limits",
    group: Group::Faults,
    options: &[
        ("depth N", "no deeper counts"),
        ("nodes N", "no greater counts"),
    ],
    example: "suite tests/suites/standard.epd depth 3",
    section: "suite-file-depth-n-nodes-n",
    has_json: true,
    read: |words| Ok(Command::Go(Box::new(read(words)?))),
    ..Row::OWN
};

/// Checks the counts in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckSuite {
    /// The file.
    pub file: InputFile,
    /// The greatest depth to check, in plies.
    pub depth: Option<u32>,
    /// The greatest count to check, in leaves.
    pub nodes: Option<u128>,
}

fn read(words: &mut Words) -> Result<CheckSuite, String> {
    let Some(file) = InputFile::read(words, &["depth", "nodes"])? else {
        return words.refuse("a file (in double quotes if its name is a keyword)");
    };
    let (mut depth, mut nodes) = (None, None);
    while words.peek().is_some() {
        if words.take("depth") {
            let greatest: u128 = words.number(0..=u128::MAX, "a number")?;
            depth = Some(u32::try_from(greatest).unwrap_or(u32::MAX));
        } else if words.take("nodes") {
            nodes = Some(words.number(0..=u128::MAX, "a number")?);
        } else {
            return words.refuse("depth, nodes or nothing");
        }
    }
    Ok(CheckSuite { file, depth, nodes })
}

impl Run for CheckSuite {
    fn run(self, engine: &mut Engine, context: &Context) -> LastReply {
        let started = Instant::now();
        let options = CheckOptions {
            depth: self.depth,
            nodes: self.nodes,
            castling: engine.castling,
            method: engine.counting.method,
            threads: engine.counting.threads,
        };
        let file = self.file.open("suite", context.control())?;
        let progress = context.host().progress.begin(file.length, "");
        let (mut bytes, mut positions, mut failures) = (0, 0_u64, 0);
        let mut broken = BrokenLines::default();
        let summary = suite::check(file.reader, &options, context.stop(), |result| {
            bytes += result.bytes;
            positions += 1;
            failures += u64::from(result.verdict.is_failure());
            progress.update(bytes, || {
                format!("{positions} positions, {failures} of them fail")
            });
            let line = result.number;
            match result.verdict {
                Verdict::Differs(wrong) => context.reply(Reply::Differs { line, wrong }),
                Verdict::Broken(reason) => broken.tell(line, reason, context),
                Verdict::MovesDiffer(differ) => context.reply(Reply::MovesDiffer { line, differ }),
                Verdict::TooLarge(reason) => context.reply(Reply::TooLarge { line, reason }),
                Verdict::Agrees | Verdict::Skipped(_) => {}
            }
        });
        let summary = summary.map_err(|error| self.file.unreadable("suite", error))?;
        let elapsed = started.elapsed();
        Ok(Some(Reply::End { summary, elapsed }.into()))
    }
}

/// The most broken lines that are named. A file that is no suite has only such lines.
const BROKEN_NAMED: u64 = 20;

/// The broken lines so far.
#[derive(Debug, Default)]
pub(super) struct BrokenLines(u64);

impl BrokenLines {
    /// Names a line, or tells once that there are more.
    pub(super) fn tell(&mut self, line: u64, reason: String, context: &Context) {
        self.0 += 1;
        if self.0 <= BROKEN_NAMED {
            context.reply(Reply::Broken { line, reason });
        } else if self.0 == BROKEN_NAMED + 1 {
            context.reply(Reply::MoreBroken);
        }
    }
}

/// A reply to `suite`.
#[derive(Clone, Debug)]
pub enum Reply {
    /// A line that does not agree.
    Differs {
        /// The line's number, from 1.
        line: u64,
        /// The count that differs.
        wrong: WrongCount,
    },
    /// A list of legal moves that does not agree.
    MovesDiffer {
        /// The line's number, from 1.
        line: u64,
        /// What does not agree.
        differ: Box<MovesDiffer>,
    },
    /// A position that has more pieces than the board can hold.
    TooLarge {
        /// The line's number, from 1.
        line: u64,
        /// The reason.
        reason: String,
    },
    /// A line that cannot be read.
    Broken {
        /// The line's number, from 1.
        line: u64,
        /// The reason.
        reason: String,
    },
    /// Further lines cannot be read, and are only counted.
    MoreBroken,
    /// The end of the check.
    End {
        /// The result of the file.
        summary: Summary,
        /// The time that the check took.
        elapsed: Duration,
    },
}

impl Printed for Reply {
    fn json(&self) -> Vec<Value> {
        vec![match self {
            Reply::Differs { line, wrong } => json!({
                "line": line,
                "fen": wrong.fen.to_string(),
                "depth": wrong.depth,
                "expected": json::count(wrong.expected),
                "found": json::count(wrong.found),
            }),
            Reply::MovesDiffer { line, differ } => json!({
                "line": line,
                "fen": differ.fen.to_string(),
                "unlisted": differ.wrong.unlisted,
                "illegal": differ.wrong.illegal,
                "after": differ.wrong.after,
            }),
            Reply::TooLarge { line, reason } => json!({ "line": line, "skipped": reason }),
            Reply::Broken { line, reason } => json!({ "line": line, "broken": reason }),
            Reply::MoreBroken => json!({ "broken": "further lines, which are only counted" }),
            Reply::End { summary, elapsed } => {
                let mut object = json::speed(summary.leaves, *elapsed);
                object["positions"] = json!(summary.positions);
                object["counts"] = json!(summary.counts);
                object["agree"] = json!(summary.agree);
                object["differ"] = json!(summary.differ);
                object["broken"] = json!(summary.broken);
                object["skipped"] = json!(summary.skipped);
                object["stopped"] = json!(summary.stopped);
                object
            }
        }]
    }

    fn text(&self) -> String {
        match self {
            Reply::Differs { line, wrong } => {
                let WrongCount {
                    fen,
                    depth,
                    expected,
                    found,
                    repairs,
                } = wrong;
                let repairs = repaired(repairs);
                format!(
                    "line {line}: depth {depth}, expected {expected}, found {found}, {fen}\n\
                     {repairs}    compare ENGINE depth {depth} fen {fen}\n"
                )
            }
            Reply::MovesDiffer { line, differ } => moves_differ(*line, differ),
            Reply::TooLarge { line, reason } => format!("line {line}: skipped, {reason}\n"),
            Reply::Broken { line, reason } => format!("line {line}: broken, {reason}\n"),
            Reply::MoreBroken => {
                format!("more than {BROKEN_NAMED} broken lines, the others are only counted\n")
            }
            Reply::End { summary, elapsed } => end(summary, *elapsed),
        }
    }

    fn is_failure(&self) -> bool {
        matches!(self, Reply::End { summary, .. } if summary.has_failures())
    }
}

fn repaired(repairs: &[String]) -> String {
    match repairs.is_empty() {
        true => String::new(),
        false => format!("    read with repairs: {}\n", repairs.join("; ")),
    }
}

/// The most moves that are printed for a position. The rest are only counted.
const MOVES_LISTED: usize = 8;

fn moves_differ(line: u64, differ: &MovesDiffer) -> String {
    let MovesDiffer {
        fen,
        wrong,
        repairs,
    } = differ;
    let mut text = format!("line {line}: moves, {fen}\n{}", repaired(repairs));
    let illegal = wrong.illegal.iter().map(|mv| Quoted(mv).to_string());
    for (what, moves) in [
        ("legal, not in the file", wrong.unlisted.clone()),
        ("in the file, not legal", illegal.collect()),
    ] {
        if !moves.is_empty() {
            let moves = listed(moves.into_iter(), MOVES_LISTED);
            let _ = writeln!(text, "    {what}:{moves}");
        }
    }
    for (mv, expected, right) in wrong.after.iter().take(MOVES_LISTED) {
        let expected = Quoted(expected);
        let _ = writeln!(text, "    after {mv}: expected {expected}, found {right}");
    }
    if wrong.after.len() > MOVES_LISTED {
        let more = wrong.after.len() - MOVES_LISTED;
        let _ = writeln!(text, "    and {more} more positions");
    }
    text
}

fn end(summary: &Summary, elapsed: Duration) -> String {
    let Summary {
        positions,
        agree,
        differ,
        broken,
        skipped,
        first_skipped,
        counts,
        leaves,
        forms,
        stopped,
    } = summary;
    let state = match stopped {
        true => "info string suite stopped: ",
        false => "",
    };
    let idle = match first_skipped {
        _ if !summary.is_idle() => String::new(),
        Some((line, text)) => format!(
            "info string error: suite checked nothing, every position is skipped, \
             expected counts like 'D1 20' within the limits; the first is line {line}: {text}\n"
        ),
        None => "info string error: suite checked nothing, the file has no position\n".to_owned(),
    };
    format!(
        "\n{state}{}, {}: {agree} agree, {differ} differ, {broken} broken, {skipped} skipped\n\
         form: {forms}\n\
         info {}\n{idle}",
        number_of(*positions, "position"),
        number_of(*counts, "count"),
        speed(*leaves, elapsed)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_line(line: &str) -> Result<CheckSuite, String> {
        let mut words = Words::of_line(line);
        words.begin("suite");
        read(&mut words)
    }

    #[test]
    fn the_path_ends_at_a_limit_or_with_its_quotes() {
        for (line, file, depth, nodes) in [
            ("a.epd", "a.epd", None, None),
            (
                "my suites/a.epd nodes 5 depth 3",
                "my suites/a.epd",
                Some(3),
                Some(5),
            ),
            ("\"my  suite.epd\" depth 3", "my  suite.epd", Some(3), None),
            ("\"depth 4\" depth 3", "depth 4", Some(3), None),
        ] {
            let request = CheckSuite {
                file: InputFile::Path(file.to_owned()),
                depth,
                nodes,
            };
            assert_eq!(read_line(line), Ok(request), "{line}");
        }
        for line in [
            "",
            "a.epd depth",
            "a.epd depth x",
            "a.epd nodes -1",
            "a.epd nodes 5 depth",
            "a.epd depth +1",
            "a.epd depth 4 b",
            "\"a.epd\" b",
            "depth",
        ] {
            assert!(read_line(line).is_err(), "{line}");
        }
    }
}
