//! Reading `compare`.

use crate::perft::MAX_DEPTH;
use crate::text::Quoted;
use crate::tools::compare::{Program, Protocol};
use crate::uci::command::{Command, Refusal};
use crate::uci::go::read_depth;
use crate::worker::{CompareRequest, CompareSubject, PositionRequest, Task, ToolTask};
use std::time::Duration;

/// How long the other program may be silent if nobody says otherwise.
const DEFAULT_LIMIT: Duration = Duration::from_secs(60);
/// The greatest limit, in seconds: a week.
const MAX_LIMIT: u64 = 7 * 24 * 3600;

/// The words that end the program and its arguments.
const KEYWORDS: [&str; 7] = [
    "depth", "fen", "startpos", "moves", "timeout", "suite", "all",
];

/// Reads the words after `compare`.
///
/// # Errors
///
/// If the program or the depth is lacking, or a word is not understood.
pub(in crate::uci) fn read(words: &[&str]) -> Result<Command, Refusal> {
    let words = unquoted(words);
    let (program, mut rest) = split_at_keyword(&words);
    let Some((path, arguments)) = program.split_first() else {
        return refuse("nothing after 'compare', expected a program".to_owned());
    };
    let arguments = arguments.iter().map(|word| word.text.clone()).collect();
    let mut parts = Parts::default();
    while let Some((keyword, after)) = rest.split_first() {
        let (values, next) = split_at_keyword(after);
        let values: Vec<&str> = values.iter().map(|word| word.text.as_str()).collect();
        parts.take(&keyword.text, &values)?;
        rest = next;
    }
    let Some(depth) = parts.depth else {
        return refuse(format!(
            "no depth after 'compare', expected depth and a number from 1 to {MAX_DEPTH}"
        ));
    };
    Ok(Command::Run(Task::Tool(ToolTask::Compare(Box::new(
        CompareRequest {
            program: read_program(&path.text, arguments),
            depth,
            limit: parts.limit.unwrap_or(DEFAULT_LIMIT),
            subject: parts.subject()?,
        },
    )))))
}

/// What the keywords say.
#[derive(Default)]
struct Parts {
    depth: Option<u32>,
    limit: Option<Duration>,
    /// A FEN, or none for `startpos`.
    base: Option<Option<String>>,
    moves: Option<Vec<String>>,
    suite: Option<String>,
    all: bool,
}

impl Parts {
    fn take(&mut self, keyword: &str, values: &[&str]) -> Result<(), Refusal> {
        match (keyword, values) {
            ("fen", [_, ..]) => self.base = Some(Some(values.join(" "))),
            ("startpos", []) => self.base = Some(None),
            ("moves", _) => self.moves = Some(values.iter().map(ToString::to_string).collect()),
            ("suite", [_, ..]) => self.suite = Some(values.join(" ")),
            ("all", []) => self.all = true,
            ("startpos" | "all", [value, ..]) => return wrong(value, keyword, "nothing"),
            (_, []) => {
                return refuse(format!(
                    "nothing after '{keyword}' of compare, expected a value"
                ));
            }
            ("depth", [value]) => match read_depth(value) {
                Some(depth @ 1..) => self.depth = Some(depth),
                _ => return wrong(value, keyword, &format!("a depth from 1 to {MAX_DEPTH}")),
            },
            ("timeout", [value]) => match value.parse() {
                Ok(seconds @ 1..=MAX_LIMIT) => self.limit = Some(Duration::from_secs(seconds)),
                _ => return wrong(value, keyword, &format!("seconds from 1 to {MAX_LIMIT}")),
            },
            (_, [.., value]) => return wrong(value, keyword, "one value"),
        }
        Ok(())
    }

    fn subject(self) -> Result<CompareSubject, Refusal> {
        let has_position = self.base.is_some() || self.moves.is_some();
        match (self.suite, self.base) {
            (Some(_), _) if has_position => {
                refuse("a suite and a position after 'compare', expected one of them".to_owned())
            }
            (Some(file), _) => Ok(CompareSubject::Suite {
                file,
                all: self.all,
            }),
            (None, _) if self.all => {
                refuse("'all' without a suite after 'compare', expected one".to_owned())
            }
            (None, Some(fen)) => Ok(CompareSubject::Position(PositionRequest {
                fen,
                moves: self.moves.unwrap_or_default(),
            })),
            (None, None) if has_position => refuse(
                "'moves' without a position after 'compare', expected startpos or fen".to_owned(),
            ),
            (None, None) => Ok(CompareSubject::Current),
        }
    }
}

/// `script:PATH`, `command:PATH`, or the path of a UCI engine.
fn read_program(path: &str, arguments: Vec<String>) -> Program {
    let (protocol, path) = if let Some(path) = path.strip_prefix("script:") {
        (Protocol::Script, path)
    } else if let Some(path) = path.strip_prefix("command:") {
        (Protocol::Command, path)
    } else {
        (Protocol::Uci, path)
    };
    Program {
        protocol,
        path: path.to_owned(),
        arguments,
    }
}

/// A word; within double quotes there may be spaces, and nothing is a keyword.
struct Word {
    text: String,
    is_quoted: bool,
}

fn unquoted(words: &[&str]) -> Vec<Word> {
    let mut unquoted: Vec<Word> = Vec::new();
    let mut is_open = false;
    for word in words {
        let starts = !is_open && word.starts_with('"');
        let inner = if starts { &word[1..] } else { word };
        let ends = (is_open || starts) && inner.ends_with('"');
        let inner = if ends {
            &inner[..inner.len() - 1]
        } else {
            inner
        };
        match unquoted.last_mut() {
            Some(last) if is_open => {
                last.text.push(' ');
                last.text += inner;
            }
            _ => unquoted.push(Word {
                text: inner.to_owned(),
                is_quoted: starts,
            }),
        }
        is_open = (is_open || starts) && !ends;
    }
    unquoted
}

fn split_at_keyword(words: &[Word]) -> (&[Word], &[Word]) {
    let is_keyword = |word: &Word| !word.is_quoted && KEYWORDS.contains(&word.text.as_str());
    let end = words.iter().position(is_keyword).unwrap_or(words.len());
    words.split_at(end)
}

fn wrong<T>(value: &str, keyword: &str, expected: &str) -> Result<T, Refusal> {
    let value = Quoted(value);
    refuse(format!(
        "{value} after '{keyword}' of compare, expected {expected}"
    ))
}

fn refuse<T>(message: String) -> Result<T, Refusal> {
    Err(Refusal::Line(message))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(line: &str) -> Result<CompareRequest, Refusal> {
        match read(&line.split_ascii_whitespace().collect::<Vec<_>>())? {
            Command::Run(Task::Tool(ToolTask::Compare(request))) => Ok(*request),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn program_position_and_limits_are_told_apart() {
        let short = request("./engine --uci depth 4").unwrap();
        assert_eq!(short.program.protocol, Protocol::Uci);
        assert_eq!(short.program.path, "./engine");
        assert_eq!(short.program.arguments, ["--uci"]);
        assert_eq!((short.depth, short.limit), (4, DEFAULT_LIMIT));
        assert_eq!(short.subject, CompareSubject::Current);

        let long = request("script:a.sh timeout 5 fen 8/8 w - - moves e2e4 e7e5 depth 3").unwrap();
        assert_eq!(long.program.protocol, Protocol::Script);
        assert_eq!(long.limit, Duration::from_secs(5));
        let position = PositionRequest {
            fen: Some("8/8 w - -".to_owned()),
            moves: vec!["e2e4".to_owned(), "e7e5".to_owned()],
        };
        assert_eq!(long.subject, CompareSubject::Position(position));

        let suite = request("\"command:my engine\" suite my suite.epd depth 2 all").unwrap();
        assert_eq!(suite.program.protocol, Protocol::Command);
        let file = "my suite.epd".to_owned();
        assert_eq!(suite.subject, CompareSubject::Suite { file, all: true });

        let quoted = request("\"my engine\" \"depth\" 5 depth 2 startpos").unwrap();
        assert_eq!(quoted.program.path, "my engine");
        assert_eq!(quoted.program.arguments, ["depth", "5"]);
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
            "engine depth 3 4",
            "engine depth 3 timeout 0",
            "engine depth 3 timeout -1",
            "engine depth 3 timeout 1000000000",
            "engine depth 3 startpos e2e4",
            "engine depth 3 moves e2e4",
            "engine depth 3 fen",
            "engine depth 3 all",
            "engine depth 3 suite",
            "engine depth 3 suite a.epd startpos",
            "\"",
            "\" depth 3",
        ] {
            assert!(matches!(request(line), Err(Refusal::Line(_))), "{line}");
        }
    }
}
