//! `compare`: finds what another program counts wrong.

use super::run::{Context, LastReply, Run};
use super::words::{PositionRequest, Words};
use super::{Command, Printed, Row, suite};
use crate::board::CastlingNotation;
use crate::engine::Engine;
use crate::game::Game;
use crate::movegen::Move;
use crate::perft::MAX_DEPTH;
use crate::text::{Quoted, number_of};
use crate::tools::compare::{
    self, CompareOptions, Comparison, Difference, Fault, Program, ProgramKind, SuiteComparison,
};
use std::fmt::Write;
use std::time::Duration;

/// The row of `compare`.
pub static ROW: Row = Row {
    words: &["compare"],
    usage: "compare ENGINE [ARG...] depth N [(startpos | fen FEN) [moves MOVE...]] \
            [suite FILE [all]] [timeout S]",
    purpose: "find what another program counts wrong: the move, and the rule at fault",
    read: |words| Ok(Command::Go(Box::new(read(words)?))),
    ..Row::OWN
};

/// Compares counts with another program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Compare {
    /// The other program.
    pub program: Program,
    /// The greatest depth, at least 1.
    pub depth: u32,
    /// How long the other program may be silent.
    pub limit: Duration,
    /// Where to compare.
    pub subject: Subject,
}

/// Where counts are compared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Subject {
    /// From the position in force.
    Current,
    /// From this one, which does not become the position in force.
    Position(PositionRequest),
    /// From each position of a file.
    Suite {
        /// Its path.
        file: String,
        /// Whether to go on after the first fault.
        all: bool,
    },
}

/// How long the other program may be silent by default.
const DEFAULT_LIMIT: Duration = Duration::from_secs(60);
/// The greatest limit, in seconds: a week.
const MAX_LIMIT: u64 = 7 * 24 * 3600;

/// The words that end the program and its arguments.
const KEYWORDS: [&str; 7] = [
    "depth", "fen", "startpos", "moves", "timeout", "suite", "all",
];

fn read(words: &mut Words) -> Result<Compare, String> {
    let program = words.tokens_before(&KEYWORDS);
    let Some((path, arguments)) = program.split_first() else {
        let expected = "a program";
        return match words.peek() {
            // Its name may be a keyword.
            Some(_) => words.refuse(format_args!(
                "{expected} (in double quotes if it is called so)"
            )),
            None => words.refuse(expected),
        };
    };
    let arguments = arguments.iter().map(|token| token.text.to_owned());
    let program = read_program(path.text, arguments.collect());
    let (mut depth, mut limit) = (None, DEFAULT_LIMIT);
    let (mut position, mut file, mut all) = (None, None, false);
    while words.peek().is_some() {
        if words.take("depth") {
            depth = Some(words.depth(1)?);
        } else if words.take("timeout") {
            let expected = format!("seconds from 1 to {MAX_LIMIT}");
            limit = Duration::from_secs(words.number(1..=MAX_LIMIT, expected)?);
        } else if words.take("suite") {
            file = words.path(&KEYWORDS);
            if file.is_none() {
                return words.refuse("a file");
            }
        } else if words.take("all") {
            all = true;
        } else if let Some(request) = words.position(&KEYWORDS)? {
            position = Some(request);
        } else {
            return words.refuse("depth, startpos, fen, suite, all, timeout or nothing");
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
    Ok(Compare {
        program,
        depth,
        limit,
        subject,
    })
}

/// `script:PATH`, `command:PATH`, or the path of a UCI engine.
fn read_program(path: &str, arguments: Vec<String>) -> Program {
    let (kind, path) = if let Some(path) = path.strip_prefix("script:") {
        (ProgramKind::Script, path)
    } else if let Some(path) = path.strip_prefix("command:") {
        (ProgramKind::Command, path)
    } else {
        (ProgramKind::Uci, path)
    };
    Program {
        kind,
        path: path.to_owned(),
        arguments,
    }
}

impl Run for Compare {
    fn run(self, engine: &mut Engine, context: &Context) -> LastReply {
        let castling = engine.castling;
        let options = CompareOptions {
            program: self.program,
            depth: self.depth,
            limit: self.limit,
            castling,
            children: context.host().children.clone(),
        };
        let stop = context.stop();
        let counting = &mut engine.counting;
        let found = match self.subject {
            Subject::Current => {
                let root = Game::new(engine.game.as_ref()?.position().clone());
                Found::Position(compare::compare(&root, &options, counting, stop))
            }
            Subject::Position(request) => {
                let root = request.set_up(castling, context)?;
                Found::Position(compare::compare(&root, &options, counting, stop))
            }
            Subject::Suite { file: path, all } => {
                let file = suite::open(&path)?;
                let broken = |line, reason| context.reply(suite::Reply::Broken { line, reason });
                let suite = compare::compare_suite(file, all, &options, counting, stop, broken);
                Found::Suite(suite.map_err(|error| suite::unreadable(&path, error))?)
            }
        };
        Ok(Some(
            Reply(Box::new(Parts {
                program: options.program.path,
                depth: options.depth,
                castling,
                found,
            }))
            .into(),
        ))
    }
}

/// What a comparison replies at its end.
#[derive(Clone, Debug)]
pub struct Reply(Box<Parts>);

#[derive(Clone, Debug)]
struct Parts {
    /// The other program's path.
    program: String,
    /// The greatest depth that was asked for.
    depth: u32,
    castling: CastlingNotation,
    found: Found,
}

#[derive(Clone, Debug)]
enum Found {
    Position(Comparison),
    Suite(SuiteComparison),
}

impl Printed for Reply {
    fn text(&self) -> String {
        match &self.0.found {
            Found::Position(comparison) => self.0.position(comparison),
            Found::Suite(suite) => self.0.suite(suite),
        }
    }

    fn is_failure(&self) -> bool {
        match &self.0.found {
            Found::Position(comparison) => {
                matches!(comparison, Comparison::Different(_) | Comparison::Failed(_))
            }
            Found::Suite(suite) => suite.broken > 0 || !suite.found.is_empty(),
        }
    }
}

/// How many moves are listed before the rest is only counted.
const MOVES_LISTED: usize = 32;

impl Parts {
    fn position(&self, comparison: &Comparison) -> String {
        match comparison {
            Comparison::Same(total) => {
                format!("no difference to depth {}, {total} leaves\n", self.depth)
            }
            Comparison::Different(difference) => self.difference(difference),
            Comparison::Failed(fault) => self.fault(fault),
            Comparison::Stopped => "info string compare stopped\n".to_owned(),
        }
    }

    fn suite(&self, suite: &SuiteComparison) -> String {
        let mut text = String::new();
        for (line, found) in &suite.found {
            let _ = write!(text, "line {line}: {}", self.position(found));
            text.push('\n');
        }
        let positions = number_of(suite.positions, "position");
        if suite.stopped {
            let _ = writeln!(text, "info string compare stopped: {positions} compared");
            return text;
        }
        let _ = write!(text, "{positions} compared to depth {}, ", self.depth);
        text += &match suite.found.len() {
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

    fn difference(&self, difference: &Difference) -> String {
        let Difference {
            depth,
            totals: (right, other),
            game,
            missing,
            extra,
            counts,
            diagnoses,
        } = difference;
        let mut text = format!("difference at depth {depth}: {other}, right is {right}\n\n");
        let _ = writeln!(text, "Root: {}", game.start());
        let _ = writeln!(text, "Moves:{}", self.moves(game.moves()));
        let position = game.position();
        let diagram = position.diagram();
        let _ = writeln!(text, "Fen: {position}\n\n{diagram}\n");
        if !missing.is_empty() {
            let _ = writeln!(text, "Missing:{}", self.moves(missing));
        }
        if !extra.is_empty() {
            // What another program prints need not be short or plain.
            let extra = extra
                .iter()
                .map(|extra| match extra.is_ascii() && extra.len() < 8 {
                    true => extra.clone(),
                    false => Quoted(extra).to_string(),
                });
            let _ = writeln!(text, "Extra:{}", listed(extra));
        }
        for (mv, right, other) in counts.iter().take(MOVES_LISTED) {
            let mv = mv.uci(self.castling);
            let _ = writeln!(text, "Count: {mv}: {other}, right is {right}");
        }
        for (number, diagnosis) in diagnoses.iter().enumerate() {
            let name = if number == 0 { "Rule" } else { "or" };
            let _ = writeln!(text, "{name}: {diagnosis}");
        }
        text
    }

    fn fault(&self, fault: &Fault) -> String {
        let mut text = format!("fault: {} {}\n", Quoted(&self.program), fault.kind);
        let _ = writeln!(text, "asked: {}", fault.asked);
        if fault.last_lines.is_empty() {
            text += "it printed nothing\n";
        } else {
            text += "the last lines it printed:\n";
            for line in &fault.last_lines {
                let _ = writeln!(text, "    {}", Quoted(line));
            }
        }
        text
    }

    /// Moves with a space before each.
    fn moves(&self, moves: &[Move]) -> String {
        listed(moves.iter().map(|mv| mv.uci(self.castling).to_string()))
    }
}

fn listed(mut moves: impl ExactSizeIterator<Item = String>) -> String {
    let mut text = String::new();
    for mv in moves.by_ref().take(MOVES_LISTED) {
        text.push(' ');
        text += &mv;
    }
    if moves.len() > 0 {
        let _ = write!(text, " and {} more", moves.len());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_words(mut words: Words) -> Result<Compare, String> {
        words.begin("compare", true);
        read(&mut words)
    }

    fn read_line(line: &str) -> Result<Compare, String> {
        read_words(Words::of_line(line))
    }

    #[test]
    fn program_position_and_limits_are_told_apart() {
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
            moves: vec!["e2e4".to_owned(), "e7e5".to_owned()],
        };
        assert_eq!(long.subject, Subject::Position(position));

        let suite = read_line("\"command:my engine\" suite my suite.epd depth 2 all").unwrap();
        assert_eq!(suite.program.kind, ProgramKind::Command);
        let file = "my suite.epd".to_owned();
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
            moves: vec![],
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
