//! `compare`: finds the fault in another program's counts.

use super::found::{self, asked_with, disagreement_text, fault_text};
use super::input_file::InputFile;
use super::other_program::Reader;
use super::position_request::{POSITION_WORDS, PositionRequest};
use super::run::{Context, LastReply, Run};
use super::words::{Words, joined};
use super::{Command, Group, Printed, Row, json, suite};
use crate::board::CastlingNotation;
use crate::engine::Engine;
use crate::game::Game;
use crate::perft::MAX_DEPTH;
use crate::text::number_of;
use crate::tools::compare::{
    self, CompareOptions, Comparison, Manner, OnQuestion, OtherProgram, Session, SuiteComparison,
};
use serde_json::{Value, json};
use std::fmt::Write;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The row of `compare`.
pub static ROW: Row = Row {
    words: &["compare"],
    usage: "compare (ENGINE [ARG...] | run TEXT) [ask TEXT] [position TEXT] depth N \
            [POSITION] [suite FILE [all]] [timeout S]",
    purpose: "find what another program counts wrong: the move, and the rule at fault",
    group: Group::Faults,
    options: &[
        ("run TEXT", "a program that is started for each question"),
        ("ask TEXT", "how a running program is asked"),
        ("position TEXT", "how it is told the position"),
        ("depth N", "the greatest depth"),
        (
            "suite FILE",
            "each position of a file; with all, also after a fault",
        ),
        ("timeout S", "the longest silence, in seconds"),
    ],
    example: "compare ./my-engine depth 4 kiwipete",
    section: "compare",
    has_json: true,
    read: |words| Ok(Command::Go(Box::new(read(words)?))),
    ..Row::OWN
};

/// Compares our counts with those of another program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Compare {
    /// The other program.
    pub program: OtherProgram,
    /// The greatest depth, in plies, at least 1.
    pub depth: u32,
    /// How long the other program may be silent.
    pub limit: Duration,
    /// The positions to compare.
    pub subject: Subject,
}

/// The positions whose counts are compared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Subject {
    /// The current position.
    Current,
    /// This position. The current position stays.
    Position(PositionRequest),
    /// Each position of a file.
    Suite {
        /// The file.
        file: InputFile,
        /// Whether to go on after the first fault.
        all: bool,
    },
}

/// The exit status if the other program gives no count at all.
pub(super) const CANNOT_RUN: u8 = 2;
/// How long the other program may be silent by default.
pub(super) const DEFAULT_LIMIT: Duration = Duration::from_secs(60);
/// The greatest limit, in seconds: a week.
const MAX_LIMIT: u64 = 7 * 24 * 3600;

/// The words that end the arguments of the other program.
const KEYWORDS: [&str; 16] = joined([
    POSITION_WORDS.as_slice(),
    &[
        "depth", "moves", "timeout", "suite", "all", "ask", "position",
    ],
]);

/// Takes the time limit after `timeout`.
pub(super) fn read_limit(words: &mut Words) -> Result<Duration, String> {
    let expected = format!("seconds from 1 to {MAX_LIMIT}");
    Ok(Duration::from_secs(words.number(1..=MAX_LIMIT, expected)?))
}

fn read(words: &mut Words) -> Result<Compare, String> {
    let mut program = Reader::begin(words, &KEYWORDS)?;
    let (mut depth, mut limit) = (None, DEFAULT_LIMIT);
    let (mut position, mut file, mut all) = (None, None, false);
    while words.peek().is_some() {
        if words.take("depth") {
            depth = Some(words.depth(1)?);
        } else if words.take("timeout") {
            limit = read_limit(words)?;
        } else if words.take("suite") {
            file = InputFile::read(words, &KEYWORDS)?;
            if file.is_none() {
                return words.refuse("a file");
            }
        } else if words.take("all") {
            all = true;
        } else if let Some(request) = words.position(&KEYWORDS)? {
            position = Some(request);
        } else if program.take(words, &KEYWORDS)? {
            // Part of the program.
        } else {
            return words
                .refuse("depth, startpos, fen, a named position, suite, all, timeout, ask, position or nothing");
        }
    }
    let Some(depth) = depth else {
        return words.refuse(format_args!("depth and a number from 1 to {MAX_DEPTH}"));
    };
    let subject = match (file, position) {
        (Some(_), Some(_)) => {
            return Err("a suite and a position in 'compare', expected one of them".to_owned());
        }
        (Some(file), None) => Subject::Suite { file, all },
        (None, _) if all => {
            return Err("'all' without a suite in 'compare', expected one".to_owned());
        }
        (None, Some(request)) => Subject::Position(request),
        (None, None) => Subject::Current,
    };
    let program = program.end()?;
    Ok(Compare {
        program,
        depth,
        limit,
        subject,
    })
}

impl Run for Compare {
    fn run(self, engine: &mut Engine, context: &Context) -> LastReply {
        let castling = match &self.subject {
            Subject::Current => engine.notation(),
            Subject::Position(request) => request.notation(engine.castling),
            Subject::Suite { .. } => engine.castling,
        };
        let progress = context
            .host()
            .progress
            .begin(0, "starting the other program");
        let asked = Arc::new(Mutex::new(progress));
        let depths = self.depth;
        let on_question = OnQuestion::new(move |game, depth| {
            let moves = game.moves().iter().map(|mv| mv.uci(castling).to_string());
            let line = moves.collect::<Vec<_>>().join(" ");
            let found = match line.is_empty() {
                // Depth by depth, until a count differs.
                true if depth > 1 => format!("equal to depth {}, ", depth - 1),
                true => String::new(),
                false => format!("after {line}, "),
            };
            let asked = asked.lock().unwrap_or_else(PoisonError::into_inner);
            asked.update(0, || format!("{found}comparing depth {depth} of {depths}"));
        });
        let options = CompareOptions {
            program: self.program,
            depth: self.depth,
            limit: self.limit,
            castling,
            children: context.host().children.clone(),
            on_question,
        };
        let stop = context.stop();
        let counting = &mut engine.counting;
        let mut compare = |root: &Game| {
            let mut session = Session::new(&options, counting, stop);
            let comparison = session.compare(root, options.depth);
            let manner = session.manner().clone();
            session.quit();
            Found::Position(comparison, manner)
        };
        let found = match self.subject {
            Subject::Current => compare(&Game::new(engine.game.as_ref()?.position().clone())),
            Subject::Position(request) => compare(&request.set_up(castling, context)?),
            Subject::Suite { file, all } => {
                let reader = file.open("suite", context.control())?.reader;
                let mut lines = suite::BrokenLines::default();
                let broken = |line, reason| lines.tell(line, reason, context);
                let suite = compare::compare_suite(reader, all, &options, counting, stop, broken);
                Found::Suite(suite.map_err(|error| file.unreadable("suite", error))?)
            }
        };
        Ok(Some(
            Reply(Box::new(Outcome {
                program: options.program.path,
                depth: options.depth,
                castling,
                found,
            }))
            .into(),
        ))
    }
}

/// The reply at the end of a comparison.
#[derive(Clone, Debug)]
pub struct Reply(Box<Outcome>);

#[derive(Clone, Debug)]
struct Outcome {
    /// The path of the other program.
    program: String,
    /// The greatest depth, in plies.
    depth: u32,
    castling: CastlingNotation,
    found: Found,
}

#[derive(Clone, Debug)]
enum Found {
    Position(Comparison, Manner),
    Suite(SuiteComparison),
}

impl Printed for Reply {
    fn json(&self) -> Vec<Value> {
        vec![self.0.json(self.exit_status())]
    }

    fn text(&self) -> String {
        match &self.0.found {
            Found::Position(comparison, manner) => {
                let mut text = self.0.position(comparison);
                if matches!(comparison, Comparison::Same(_) | Comparison::Different(_)) {
                    text += &asked_with(manner);
                }
                text
            }
            Found::Suite(suite) => {
                let manner = suite.manner.as_ref();
                self.0.suite(suite) + &manner.map_or_else(String::new, asked_with)
            }
        }
    }

    fn is_failure(&self) -> bool {
        match &self.0.found {
            Found::Position(comparison, _) => {
                matches!(comparison, Comparison::Different(_) | Comparison::Failed(_))
            }
            Found::Suite(suite) => suite.broken > 0 || !suite.causes.is_empty() || is_idle(suite),
        }
    }

    fn exit_status(&self) -> u8 {
        let (has_failed, manner) = match &self.0.found {
            Found::Position(comparison, manner) => (comparison.is_failed(), Some(manner)),
            Found::Suite(suite) => {
                let mut causes = suite.causes.iter();
                let has_failed = causes.any(|cause| cause.example.is_failed());
                (has_failed, suite.manner.as_ref())
            }
        };
        match has_failed && !manner.is_some_and(Manner::is_known) {
            true => CANNOT_RUN,
            false => u8::from(self.is_failure()),
        }
    }
}

/// Returns whether a file was read to its end, and had nothing in it.
fn is_idle(suite: &SuiteComparison) -> bool {
    suite.positions + suite.broken == 0 && !suite.stopped
}

impl Outcome {
    fn json(&self, exit_status: u8) -> Value {
        let (is_stopped, manner) = match &self.found {
            Found::Position(comparison, manner) => {
                (matches!(comparison, Comparison::Stopped), Some(manner))
            }
            Found::Suite(suite) => (suite.stopped, suite.manner.as_ref()),
        };
        let mut object = json!({
            "result": match exit_status {
                CANNOT_RUN => "cannot run",
                1 => "different",
                _ if is_stopped => "stopped",
                _ => "same",
            },
            "depth": self.depth,
            "asked": manner.map(Manner::to_string),
        });
        let cause = |comparison: &Comparison| match comparison {
            Comparison::Different(found) => Some(found::json::disagreement(found, self.castling)),
            Comparison::Failed(fault) => Some(found::json::fault(fault)),
            Comparison::Same(_) | Comparison::Stopped => None,
        };
        match &self.found {
            Found::Position(comparison, _) => {
                if let Comparison::Same(total) = comparison {
                    object["nodes"] = json::count(*total);
                }
                object["causes"] = cause(comparison).into_iter().collect();
            }
            Found::Suite(suite) => {
                object["positions"] = json!(suite.positions);
                object["unreadable"] = json!(suite.broken);
                let causes = suite.causes.iter().filter_map(|found| {
                    let mut object = cause(&found.example)?;
                    object["line"] = json!(found.place);
                    object["wrong_positions"] = json!(found.faults);
                    Some(object)
                });
                object["causes"] = causes.collect();
            }
        }
        object
    }

    fn position(&self, comparison: &Comparison) -> String {
        match comparison {
            Comparison::Same(total) => {
                format!("no difference to depth {}, {total} leaves\n", self.depth)
            }
            Comparison::Different(found) => disagreement_text(found, self.castling),
            Comparison::Failed(fault) => fault_text(&self.program, fault),
            Comparison::Stopped => "info string compare stopped\n".to_owned(),
        }
    }

    fn suite(&self, suite: &SuiteComparison) -> String {
        let mut text = String::new();
        for cause in suite.causes.iter() {
            let line = cause.place;
            let _ = writeln!(text, "line {line}: {}", self.position(&cause.example));
        }
        let positions = number_of(suite.positions, "position");
        if suite.stopped {
            let _ = writeln!(text, "info string compare stopped: {positions} compared");
            return text;
        }
        if is_idle(suite) {
            text += "info string error: compare found no position in the file\n";
            return text;
        }
        let _ = write!(text, "{positions} compared to depth {}, ", self.depth);
        text += &match suite.causes.len() {
            0 => "no difference".to_owned(),
            1 => "1 fault".to_owned(),
            faults => format!("{faults} kinds of faults"),
        };
        if suite.broken > 0 {
            let lines = number_of(suite.broken, "line");
            let _ = write!(text, ", {lines} could not be read");
        }
        text.push('\n');
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::position_request::Texts;
    use crate::tools::compare::ProgramKind;

    fn read_words(mut words: Words) -> Result<Compare, String> {
        words.begin("compare");
        read(&mut words)
    }

    fn read_line(line: &str) -> Result<Compare, String> {
        read_words(Words::of_line(line))
    }

    #[test]
    fn program_position_and_limits_are_separated() {
        let short = read_line("./engine --uci depth 4").unwrap();
        assert_eq!(short.program.kind, ProgramKind::Uci);
        assert_eq!(short.program.path, "./engine");
        assert_eq!(short.program.arguments, ["--uci"]);
        assert_eq!((short.depth, short.limit), (4, DEFAULT_LIMIT));
        assert_eq!(short.subject, Subject::Current);

        let long =
            read_line("script:a.sh timeout 5 fen 8/8 w - - moves e2e4 e7e5 depth 3").unwrap();
        assert_eq!(long.program.kind, ProgramKind::Script);
        assert_eq!(long.limit, Duration::from_secs(5));
        let position = PositionRequest {
            fen: Some("8/8 w - -".to_owned()),
            moves: ["e2e4", "e7e5"].into_iter().collect(),
            is_chess960: false,
        };
        assert_eq!(long.subject, Subject::Position(position));

        let suite = read_line("\"command:my engine\" suite my suite.epd depth 2 all").unwrap();
        assert_eq!(suite.program.kind, ProgramKind::Command);
        let file = InputFile::Path("my suite.epd".to_owned());
        assert_eq!(suite.subject, Subject::Suite { file, all: true });

        let quoted = read_line("\"my engine\" \"depth\" 5 depth 2 startpos").unwrap();
        assert_eq!(quoted.program.path, "my engine");
        assert_eq!(quoted.program.arguments, ["depth", "5"]);
    }

    #[test]
    fn arguments_keep_their_borders() {
        let arguments = ["./my engine", "a b", "depth", "2", "fen", "8/8 w - -"];
        let arguments = ["compare"].into_iter().chain(arguments).map(str::to_owned);
        let arguments: Vec<String> = arguments.collect();
        let mut words = Words::of_arguments(&arguments);
        words.word();
        let compare = read_words(words).unwrap();
        assert_eq!(compare.program.path, "./my engine");
        assert_eq!(compare.program.arguments, ["a b"]);
        let position = PositionRequest {
            fen: Some("8/8 w - -".to_owned()),
            moves: Texts::default(),
            is_chess960: false,
        };
        assert_eq!(compare.subject, Subject::Position(position));
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        for line in [
            "",
            "depth 3",
            "engine",
            "engine depth",
            "engine depth 0",
            "engine depth 128",
            "engine depth x",
            "engine depth +1",
            "engine depth 3 4",
            "engine depth 3 timeout 0",
            "engine depth 3 timeout -1",
            "engine depth 3 timeout +5",
            "engine depth 3 timeout 1000000000",
            "engine depth 3 startpos e2e4",
            "engine depth 3 moves e2e4",
            "engine depth 3 fen",
            "engine depth 3 all",
            "engine depth 3 suite",
            "engine depth 3 suite a.epd startpos",
        ] {
            assert!(read_line(line).is_err(), "{line}");
        }
    }
}
