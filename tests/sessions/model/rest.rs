//! The commands of the model that do not change the state, and need little of it: those that read
//! a file or start a program, `verify`, and replies in JSON.

use std::collections::BTreeSet;
use std::fs;

use ox88::commands::COMMANDS;
use ox88::perft::published_counts;

use super::{Due, ERROR, Model, check};
use crate::common::Engine;

/// What the commands read, in a folder of the build.
const FOLDER: &str = env!("CARGO_TARGET_TMPDIR");
const SUITE: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400\n";

/// Writes the files: a suite, and the divide of the start position.
pub(super) fn write_files() {
    let pawns = ('a'..='h').flat_map(|file| [3, 4].map(|rank| format!("{file}2{file}{rank}: 1\n")));
    let knights = ["b1a3", "b1c3", "g1f3", "g1h3"].map(|mv| format!("{mv}: 1\n"));
    let divide: String = pawns.chain(knights).collect();
    for (name, text) in [("suite.epd", SUITE), ("divide.txt", &divide)] {
        fs::write(format!("{FOLDER}/model-{name}"), text).expect("a file");
    }
}

/// An engine to compare with: this one.
const PROGRAM: &str = env!("CARGO_BIN_EXE_ox88");

impl Model {
    pub(super) fn other(&mut self) -> (String, Due) {
        let until = |line: String, end: &'static str| (line, Due::Until(end));
        match self.numbers.below(9) {
            0 => self.known(),
            1 => {
                let due = match self.state.position {
                    Some(_) => Due::Until("info string estimate depth 1 exact "),
                    None => ERROR,
                };
                ("estimate 1".to_owned(), due)
            }
            2 => until(
                format!("suite \"{FOLDER}/model-suite.epd\""),
                "info nodes 420 ",
            ),
            3 => until(
                format!("diff \"{FOLDER}/model-divide.txt\" depth 1 startpos"),
                "no difference at depth 1, 20 leaves",
            ),
            4 => {
                self.starts_programs = true;
                until(
                    format!("compare \"{PROGRAM}\" depth 2 startpos"),
                    "no difference to depth 2, 400 leaves",
                )
            }
            5 => {
                self.starts_programs = true;
                let suite = format!("suite \"{FOLDER}/model-suite.epd\"");
                until(
                    format!("check \"{PROGRAM}\" jobs 1 {suite}"),
                    "info nodes 420 ",
                )
            }
            6 => until("help count".to_owned(), "More: docs/protocol.md#"),
            7 => ("version".to_owned(), Due::Line("ox88 ")),
            _ => ("debug off".to_owned(), Due::Nothing),
        }
    }

    fn known(&self) -> (String, Due) {
        let due = match &self.state.position {
            Some(position) => {
                let counts = published_counts(position);
                let mut lines: Vec<String> = (1..)
                    .zip(counts)
                    .map(|(depth, leaves)| format!("depth {depth} nodes {leaves}"))
                    .collect();
                let ending = if counts.len() == 1 { "" } else { "s" };
                lines.push(String::new());
                lines.push(format!("{} published value{ending}", counts.len()));
                Due::Lines(lines)
            }
            None => ERROR,
        };
        ("known".to_owned(), due)
    }

    /// A count of which some is counted again.
    pub(super) fn verified(&mut self) -> (String, Due) {
        let line = Due::Line("info string verified ");
        let (command, due) = match self.numbers.below(2) {
            0 => self.count(),
            _ => self.total_here(),
        };
        let due = match due {
            Due::Total(_) => Due::Both(Box::new([line, due])),
            Due::Count { .. } => Due::Both(Box::new([due, line])),
            refused => refused,
        };
        (format!("{command} verify"), due)
    }

    /// A command with `json`. The error of the line behind it shows where its objects end.
    pub(super) fn in_json(&mut self) -> (String, Due) {
        let depth = self.greatest_depth();
        let leaves = self.state.position.is_some().then(|| self.leaves(depth));
        let has_position = leaves.is_some();
        let suite = format!("suite \"{FOLDER}/model-suite.epd\"");
        let divide = format!("diff \"{FOLDER}/model-divide.txt\" depth 1 startpos");
        let (command, nodes) = match self.numbers.below(12) {
            0 => (format!("perft {depth}"), leaves),
            1 => (format!("count {depth}"), leaves),
            2 => (format!("ladder {depth}"), None),
            3 => (format!("stats {depth}"), None),
            4 => ("known".to_owned(), None),
            5 => ("estimate 1".to_owned(), None),
            6 => ("split 1".to_owned(), None),
            7 => ("moves".to_owned(), None),
            8 => ("d".to_owned(), None),
            9 => return objects(&suite, Some(420), false),
            10 => return objects(&divide, Some(20), false),
            _ => {
                self.starts_programs = true;
                let compare = format!("compare \"{PROGRAM}\" depth 1 startpos");
                return objects(&compare, Some(20), false);
            }
        };
        objects(&command, nodes, !has_position)
    }

    /// A bench takes seconds, so it is stopped.
    pub(super) fn bench(&mut self) -> (String, Due) {
        match self.numbers.below(2) {
            0 => {
                let end = Due::Until("info string bench stopped: ");
                ("bench\nstop".to_owned(), end)
            }
            _ => {
                let end = Due::Objects {
                    nodes: None,
                    is_error: false,
                };
                (format!("bench json\nstop\n{END}"), end)
            }
        }
    }
}

/// A line that is refused.
const END: &str = "behind-the-objects";

fn objects(command: &str, nodes: Option<u128>, is_error: bool) -> (String, Due) {
    let due = Due::Objects { nodes, is_error };
    (format!("{command} json\n{END}"), due)
}

/// Reads objects up to the error of [`END`]. The last one has these nodes.
pub(super) fn check_objects(engine: &mut Engine, nodes: Option<u128>, is_error: bool) {
    let mut last = serde_json::Value::Null;
    loop {
        let line = engine.line();
        if line.starts_with("info string error: unknown command") {
            break;
        }
        last = serde_json::from_str(&line).unwrap_or_default();
        engine.check(last.is_object(), "an object is expected");
        let has_error = last.get("error").is_some();
        engine.check(has_error == is_error, "an error only without a position");
    }
    if let Some(nodes) = nodes {
        let found = last.get("nodes").map(ToString::to_string);
        engine.check(
            found == Some(nodes.to_string()),
            format_args!("{nodes} nodes"),
        );
    }
}

/// Reads lines up to one that starts with this text. None of them is an error.
pub(super) fn check_until(engine: &mut Engine, end: &str) {
    loop {
        let line = engine.line();
        engine.check(!line.starts_with("info string error"), "no error is due");
        if line.starts_with(end) {
            return;
        }
    }
}

/// Sends the commands that are answered at once during a count, when nothing is counted.
pub(super) fn identify(engine: &mut Engine) {
    engine.send("uci");
    engine.lines_before("uciok");
    engine.send("isready");
    check(engine, Due::Line("readyok"));
}

/// The commands that were sent, with `json` and `verify` where they were in it.
#[derive(Default)]
pub(super) struct Sent(BTreeSet<String>);

impl Sent {
    pub(super) fn add(&mut self, lines: &str) {
        for line in lines.lines() {
            let mut words = line.split_ascii_whitespace();
            let mut name = words.next().unwrap_or_default().to_owned();
            if line.starts_with("go perft") {
                name = "go perft".to_owned();
            }
            for word in words {
                if ["json", "verify"].contains(&word) {
                    self.0.insert(format!("{name} {word}"));
                }
            }
            self.0.insert(name);
        }
    }

    /// Fails if the table of commands has a row, or a row has one of these words, that was never
    /// sent.
    pub(super) fn check_complete(&self) {
        for row in COMMANDS {
            let names = match row.words {
                [] => &["go perft"],
                words => words,
            };
            let is_sent = |word: &str| {
                let with = |name: &&str| self.0.contains(format!("{name} {word}").trim_end());
                names.iter().any(with)
            };
            assert!(is_sent(""), "the model does not know {names:?}");
            assert!(!row.has_json || is_sent("json"), "nor json of {names:?}");
            let has_verify = row.options.iter().any(|(option, _)| *option == "verify");
            assert!(!has_verify || is_sent("verify"), "nor verify of {names:?}");
        }
    }
}
