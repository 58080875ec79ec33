//! `check`: checks a program's counts against a built-in corpus, or against a file.
//! Here is how it is read and run; each form of the report has its own file.

mod json;
mod junit;
mod report;
mod text;

use super::compare::{DEFAULT_LIMIT, read_limit};
use super::error::Error;
use super::input_file::{InputFile, Opened};
use super::other_program::Reader;
use super::run::{Context, LastReply, Run};
use super::words::Words;
use super::{Command, Group, Row};
use crate::board::CastlingNotation;
use crate::engine::Engine;
use crate::perft::MAX_THREADS;
use crate::tools::check::{self, CheckOptions, CheckResult, Introduction, Level, Plan};
use crate::tools::compare::{CompareOptions, Failure, Manner, OnQuestion, OtherProgram};
use crate::tools::corpus::Kind;
use crate::tools::suite;
pub use report::Reply;
use report::{Checked, Outcome, Report};
use std::time::{Duration, Instant};

/// The row of `check`.
pub static ROW: Row = Row {
    words: &["check"],
    usage: "check (ENGINE [ARG...] | run TEXT) [ask TEXT] [position TEXT] [quick | full] \
            [standard] [chess960] [irregular] [suite FILE] [all] [jobs N] [timeout S] \
            [json | junit]",
    purpose: "check whether a program counts right, and if not, where and why",
    group: Group::Faults,
    options: &[
        ("run TEXT", "a program that is started for each question"),
        ("ask TEXT", "how a running program is asked"),
        ("position TEXT", "how it is told the position"),
        ("quick", "a short list, in seconds"),
        ("full", "counts up to 5*10^11"),
        (
            "standard",
            "standard chess; chess960 and irregular likewise",
        ),
        ("suite FILE", "the counts of a file"),
        ("all", "go on after a fault"),
        ("jobs N", "so many processes at once"),
        ("timeout S", "the longest silence, in seconds"),
        ("json", "the report for programs; junit likewise"),
    ],
    example: "check ./my-engine quick",
    section: "check",
    read: |words| Ok(Command::Go(Box::new(read(words)?))),
    ..Row::OWN
};

/// Checks a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckProgram {
    /// The program.
    pub program: OtherProgram,
    /// How long it may be silent.
    pub limit: Duration,
    /// How much is checked.
    pub level: Level,
    /// What is checked.
    pub subject: Subject,
    /// Whether to go on after a fault.
    pub all: bool,
    /// The number of processes, or `None` for one on each core.
    pub jobs: Option<usize>,
    /// The form of the report.
    pub format: Format,
}

/// The counts that are checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Subject {
    /// Standard chess from the corpus, and Chess960 if the program offers it.
    Games,
    /// These kinds from the corpus.
    Kinds(Vec<Kind>),
    /// A file.
    Suite(InputFile),
}

impl Subject {
    /// Opens the file, if the subject is one.
    fn open(&self, context: &Context) -> Result<Option<(&InputFile, Opened)>, Error> {
        match self {
            Subject::Suite(file) => Ok(Some((file, file.open("suite", context.control())?))),
            Subject::Games | Subject::Kinds(_) => Ok(None),
        }
    }
}

/// The form of a report.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Format {
    /// For people.
    #[default]
    Text,
    /// One JSON object.
    Json,
    /// JUnit's XML, which systems for continuous integration show.
    JUnit,
}

/// The words that end the arguments of the program.
const KEYWORDS: [&str; 13] = [
    "ask",
    "position",
    "quick",
    "full",
    "standard",
    "chess960",
    "irregular",
    "suite",
    "all",
    "jobs",
    "timeout",
    "json",
    "junit",
];

fn read(words: &mut Words) -> Result<CheckProgram, String> {
    let mut program = Reader::begin(words, &KEYWORDS)?;
    let mut limit = DEFAULT_LIMIT;
    let (mut level, mut format) = (Level::default(), Format::default());
    let (mut kinds, mut suite) = (Vec::new(), None);
    let (mut all, mut jobs) = (false, None);
    while words.peek().is_some() {
        if words.take("quick") {
            level = Level::Quick;
        } else if words.take("full") {
            level = Level::Full;
        } else if words.take("standard") {
            add_kind(&mut kinds, Kind::Standard);
        } else if words.take("chess960") {
            add_kind(&mut kinds, Kind::Chess960);
        } else if words.take("irregular") {
            add_kind(&mut kinds, Kind::Irregular);
        } else if words.take("suite") {
            suite = InputFile::read(words, &KEYWORDS)?;
            if suite.is_none() {
                return words.refuse("a file");
            }
        } else if words.take("all") {
            all = true;
        } else if words.take("jobs") {
            let expected = format!("a number from 1 to {MAX_THREADS}");
            jobs = Some(words.number(1..=MAX_THREADS, expected)?);
        } else if words.take("json") {
            format = Format::Json;
        } else if words.take("junit") {
            format = Format::JUnit;
        } else if words.take("timeout") {
            limit = read_limit(words)?;
        } else if !program.take(words, &KEYWORDS)? {
            return words.refuse(
                "quick, full, standard, chess960, irregular, suite, all, jobs, timeout, json, \
                 junit or nothing",
            );
        }
    }
    let subject = match suite {
        Some(_) if !kinds.is_empty() => {
            return Err(
                "a suite and a kind of position in 'check', expected one of them".to_owned(),
            );
        }
        Some(file) => Subject::Suite(file),
        None if kinds.is_empty() => Subject::Games,
        None => Subject::Kinds(kinds),
    };
    Ok(CheckProgram {
        program: program.end()?,
        limit,
        level,
        subject,
        all,
        jobs,
        format,
    })
}

/// Adds a kind. To name it twice means the same as once.
fn add_kind(kinds: &mut Vec<Kind>, kind: Kind) {
    if !kinds.contains(&kind) {
        kinds.push(kind);
    }
}

impl Run for CheckProgram {
    fn run(self, engine: &mut Engine, context: &Context) -> LastReply {
        let jobs = self.jobs.unwrap_or_else(cores);
        let options = CheckOptions {
            compare: CompareOptions {
                program: self.program.clone(),
                depth: 1,
                limit: self.limit,
                castling: CastlingNotation::Standard,
                children: context.host().children.clone(),
                on_question: OnQuestion::default(),
            },
            jobs,
            all: self.all,
        };
        let started = Instant::now();
        let report = |outcome| {
            let report = Report {
                check: self.clone(),
                jobs,
                outcome,
                elapsed: started.elapsed(),
            };
            Ok(Some(Reply::new(report).into()))
        };
        // Whoever reads the report expects its form, also of a file that cannot be read.
        let unreadable = |error: Error| report(Outcome::CannotRead(error.to_string()));
        let file = match self.subject.open(context) {
            Ok(file) => file,
            Err(error) => return unreadable(error),
        };
        let program = match check::meet(&options, context.stop()) {
            Ok(introduction) => introduction,
            Err(Failure::Stopped) => return report(Outcome::StoppedEarly),
            Err(Failure::Fault(fault)) => return report(Outcome::CannotRun(fault)),
        };
        let plan = match self.plan(&program, file, engine.castling, context) {
            Ok(plan) => plan,
            Err(error) => return unreadable(error),
        };
        let result = self.check(&plan, &options, &program.manner, context);
        report(Outcome::Checked(Box::new(Checked {
            plan,
            program,
            result,
        })))
    }
}

/// One process on each core.
fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

impl CheckProgram {
    /// The plan. `file` is that of the subject, if it is one.
    fn plan(
        &self,
        program: &Introduction,
        file: Option<(&InputFile, Opened)>,
        castling: CastlingNotation,
        context: &Context,
    ) -> Result<Plan, Error> {
        if let Some((file, opened)) = file {
            let records = suite::records(opened.reader, castling, context.stop());
            let plan = Plan::of_file(self.level, records);
            return plan.map_err(|error| file.unreadable("suite", error));
        }
        let kinds = match &self.subject {
            Subject::Kinds(kinds) => kinds,
            _ if program.identity.has_chess960 => &vec![Kind::Standard, Kind::Chess960],
            _ => &vec![Kind::Standard],
        };
        Ok(Plan::of_corpus(self.level, kinds))
    }

    fn check(
        &self,
        plan: &Plan,
        options: &CheckOptions,
        manner: &Manner,
        context: &Context,
    ) -> CheckResult {
        let questions = plan.questions.len();
        let all = cost(questions as u64, plan.leaves());
        let progress = context.host().progress.begin(all, "");
        check::check(plan, options, manner, context.stop(), |result| {
            let done = cost(result.counts, result.leaves);
            progress.update(done, || {
                format!(
                    "{} of {questions} counts, {} wrong",
                    result.counts, result.failures
                )
            });
        })
    }
}

/// What questions cost: their leaves, and as much as some thousand leaves for asking.
fn cost(questions: u64, leaves: u128) -> u64 {
    let leaves = u64::try_from(leaves).unwrap_or(u64::MAX);
    leaves.saturating_add(questions * 20_000).max(1)
}
