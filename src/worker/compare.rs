//! The comparison with another program as a job.

use super::set_up::set_up_line;
use super::{PositionRequest, Reply, ToolReply, Worker, no_position};
use crate::board::CastlingNotation;
use crate::control::Control;
use crate::text::Quoted;
use crate::tools::compare::{self, Line, Options, Outcome, Program, SuiteOutcome};
use std::fs::File;
use std::time::Duration;

/// What a `compare` command asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CompareRequest {
    /// The other program.
    pub program: Program,
    /// The greatest depth, at least 1.
    pub depth: u32,
    /// How long the other program may be silent.
    pub limit: Duration,
    /// Where to compare.
    pub subject: CompareSubject,
}

/// Where counts are compared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CompareSubject {
    /// From the present position.
    Current,
    /// From this one, which does not become the present one.
    Position(PositionRequest),
    /// From each position of a file.
    Suite {
        /// Its path.
        file: String,
        /// Whether to go on after the first fault.
        all: bool,
    },
}

/// What a comparison answers.
#[derive(Clone, Debug)]
pub struct CompareReply {
    /// The other program's path.
    pub program: String,
    /// The greatest depth that was asked for.
    pub depth: u32,
    /// How castling is written.
    pub castling: CastlingNotation,
    /// What it came to.
    pub result: CompareResult,
}

/// What a comparison came to.
#[derive(Clone, Debug)]
pub enum CompareResult {
    /// From one position.
    Position(Outcome),
    /// From each position of a suite.
    Suite(SuiteOutcome),
}

impl CompareReply {
    /// Whether a difference or a fault was found, or a line was broken.
    #[must_use]
    pub fn is_failure(&self) -> bool {
        match &self.result {
            CompareResult::Position(outcome) => {
                matches!(outcome, Outcome::Different(_) | Outcome::Failed(_))
            }
            CompareResult::Suite(suite) => suite.broken > 0 || !suite.found.is_empty(),
        }
    }
}

impl Worker {
    /// Compares; returns the last reply, which is still to be sent.
    pub(super) fn compare(&mut self, request: CompareRequest, control: &Control) -> Reply {
        let options = Options {
            program: request.program,
            depth: request.depth,
            limit: request.limit,
            castling: self.castling,
        };
        let result = match self.compare_subject(&options, request.subject, control) {
            Ok(result) => result,
            Err(error) => return Reply::Error(error),
        };
        Reply::Tool(ToolReply::Compared(Box::new(CompareReply {
            program: options.program.path,
            depth: options.depth,
            castling: options.castling,
            result,
        })))
    }

    fn compare_subject(
        &mut self,
        options: &Options,
        subject: CompareSubject,
        control: &Control,
    ) -> Result<CompareResult, String> {
        let root = match subject {
            CompareSubject::Current => {
                let position = self.position.as_ref();
                Line::new(position.map_err(|reason| no_position(reason))?.clone())
            }
            CompareSubject::Position(request) => self.line(request)?,
            CompareSubject::Suite { file, all } => {
                let suite = self.compare_suite(options, &file, all, control);
                return suite.map(CompareResult::Suite).map_err(|error| {
                    format!("suite {}: {error}, expected a file to read", Quoted(&file))
                });
            }
        };
        let outcome = compare::compare(&root, options, &mut self.counting, control.stop());
        Ok(CompareResult::Position(outcome))
    }

    fn compare_suite(
        &mut self,
        options: &Options,
        file: &str,
        all: bool,
        control: &Control,
    ) -> std::io::Result<SuiteOutcome> {
        let file = File::open(file)?;
        let replies = &self.replies;
        let broken = |line, reason| {
            let broken = ToolReply::SuiteBroken { line, reason };
            super::say(replies, Reply::Tool(broken));
        };
        compare::compare_suite(
            file,
            all,
            options,
            &mut self.counting,
            control.stop(),
            broken,
        )
    }

    /// The position asked for, with the moves that lead to it.
    fn line(&self, request: PositionRequest) -> Result<Line, String> {
        let (line, warning) = set_up_line(&request, self.castling)?;
        if let Some(warning) = warning {
            self.say(Reply::Warning(warning));
        }
        Ok(line)
    }
}
