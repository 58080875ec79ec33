//! `check`: checks a program's counts against a built-in corpus, or against a file.
//! Here is how it is read and run; each form of the report has its own file.

mod json;
mod junit;
mod text;

use super::compare::{CANNOT_RUN, DEFAULT_LIMIT, read_limit};
use super::error::Error;
use super::input_file::InputFile;
use super::other_program::Reader;
use super::run::{Context, LastReply, Run};
use super::words::Words;
use super::{Command, Printed, Row};
use crate::board::CastlingNotation;
use crate::engine::Engine;
use crate::perft::MAX_THREADS;
use crate::tools::check::{
    self, CheckOptions, CheckResult, Introduction, Level, Plan, PlannedPosition,
};
use crate::tools::compare::{CompareOptions, Disagreement, Failure, Fault, Manner, OtherProgram};
use crate::tools::corpus::Kind;
use crate::tools::suite;
use std::time::{Duration, Instant};

/// The row of `check`.
pub static ROW: Row = Row {
    words: &["check"],
    usage: "check (ENGINE [ARG...] | run TEXT) [ask TEXT] [position TEXT] [quick | full] \
            [standard] [chess960] [irregular] [suite FILE] [all] [jobs N] [timeout S] \
            [json | junit]",
    purpose: "check whether a program counts right, and if not, where and why",
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
            kinds.push(Kind::Standard);
        } else if words.take("chess960") {
            kinds.push(Kind::Chess960);
        } else if words.take("irregular") {
            kinds.push(Kind::Irregular);
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
            Ok(Some(Reply(Box::new(report)).into()))
        };
        let program = match check::meet(&options, context.stop()) {
            Ok(introduction) => introduction,
            Err(Failure::Stopped) => return report(Outcome::StoppedEarly),
            Err(Failure::Fault(fault)) => return report(Outcome::CannotRun(fault)),
        };
        let plan = self.plan(&program, engine.castling, context)?;
        let result = self.check(&plan, &options, &program.manner, context);
        report(Outcome::Checked(Box::new(Checked {
            plan,
            program,
            result,
        })))
    }
}

/// The notation of castling in which the program was asked.
fn notation_of(found: &Disagreement) -> CastlingNotation {
    match found.game.start().has_standard_castling() {
        true => CastlingNotation::Standard,
        false => CastlingNotation::Chess960,
    }
}

/// One process on each core.
fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

impl CheckProgram {
    fn plan(
        &self,
        program: &Introduction,
        castling: CastlingNotation,
        context: &Context,
    ) -> Result<Plan, Error> {
        match &self.subject {
            Subject::Games if program.identity.has_chess960 => {
                let kinds = [Kind::Standard, Kind::Chess960];
                Ok(Plan::of_corpus(self.level, &kinds))
            }
            Subject::Games => Ok(Plan::of_corpus(self.level, &[Kind::Standard])),
            Subject::Kinds(kinds) => Ok(Plan::of_corpus(self.level, kinds)),
            Subject::Suite(file) => {
                let opened = file.open("suite")?;
                let records = suite::records(opened.reader, castling, context.stop());
                let plan = Plan::of_file(self.level, records);
                plan.map_err(|error| file.unreadable("suite", error))
            }
        }
    }

    fn check(
        &self,
        plan: &Plan,
        options: &CheckOptions,
        manner: &Manner,
        context: &Context,
    ) -> CheckResult {
        let (questions, started) = (plan.questions.len(), Instant::now());
        let all = cost(questions as u64, plan.leaves());
        let progress = context.host().progress.begin(all, "");
        check::check(plan, options, manner, context.stop(), |result| {
            let done = cost(result.counts, result.leaves);
            progress.update(done, || {
                let left = started.elapsed().as_secs_f64() * (all - done) as f64 / done as f64;
                format!(
                    "{} of {questions} counts, {} wrong, about {left:.0} s left",
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

/// The reply to `check`.
#[derive(Clone, Debug)]
pub struct Reply(Box<Report>);

#[derive(Clone, Debug)]
struct Report {
    check: CheckProgram,
    jobs: usize,
    outcome: Outcome,
    elapsed: Duration,
}

#[derive(Clone, Debug)]
enum Outcome {
    /// The program did not count the start position.
    CannotRun(Box<Fault>),
    /// The check was stopped before the first question.
    StoppedEarly,
    /// The program was checked.
    Checked(Box<Checked>),
}

#[derive(Clone, Debug)]
struct Checked {
    plan: Plan,
    program: Introduction,
    result: CheckResult,
}

impl Checked {
    /// The position of a question, by its number.
    fn position(&self, question: usize) -> &PlannedPosition {
        &self.plan.positions[self.plan.questions[question].position]
    }

    /// Returns whether the plan has no count that the program could be asked for.
    fn is_empty(&self) -> bool {
        self.plan.questions.is_empty()
    }

    fn has_failures(&self) -> bool {
        let is_wrong = self.result.has_failures() || !self.plan.unreadable.is_empty();
        is_wrong || self.is_empty() && !self.result.stopped
    }
}

impl Report {
    /// Why Chess960 was left out, if it was.
    fn left_out(&self) -> Option<&'static str> {
        let Outcome::Checked(checked) = &self.outcome else {
            return None;
        };
        let is_left_out =
            self.check.subject == Subject::Games && !checked.program.identity.has_chess960;
        is_left_out.then_some("Chess960, since the program has no option UCI_Chess960")
    }
}

impl Printed for Reply {
    fn text(&self) -> String {
        match self.0.check.format {
            Format::Text => self.0.text(),
            Format::Json => self.0.json(),
            Format::JUnit => self.0.junit(),
        }
    }

    fn is_failure(&self) -> bool {
        self.exit_status() > 0
    }

    fn exit_status(&self) -> u8 {
        match &self.0.outcome {
            Outcome::CannotRun(_) => CANNOT_RUN,
            Outcome::Checked(checked) => u8::from(checked.has_failures()),
            Outcome::StoppedEarly => 0,
        }
    }
}
