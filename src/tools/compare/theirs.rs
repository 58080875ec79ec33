//! The other program's side of a comparison. The program runs and is asked, as a UCI
//! engine or with texts of the user, or it is started once for each question. How a
//! UCI engine wants to be asked is found out with the first question.
//! `conversation` reads the answers.

use super::CompareOptions;
use super::conversation::{Answer, Conversation, Reading};
use super::fault::{Failure, Fault, FaultKind};
use super::identity::Identity;
use super::manner::{Manner, UCI_QUESTIONS};
use super::process::Process;
use super::template::{Filling, Template, moves_text};
use crate::board::{CastlingNotation, Position};
use crate::children::Children;
use crate::control::Token;
use crate::game::Game;
use std::time::Duration;

/// How long a UCI engine may take for the first count, to depth 1.
const TRY_LIMIT: Duration = Duration::from_secs(5);

/// The interface of the other program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ProgramKind {
    /// A UCI engine that understands `go perft N`, `perft N` or `divide N`.
    Uci,
    /// A script for perftree: `PROGRAM DEPTH FEN [MOVES]`.
    Script,
    /// A command for pretty-perft: `PROGRAM FEN DEPTH`.
    Command,
    /// A running program that is asked with the user's texts.
    Ask {
        /// The text that asks for a count.
        question: Template,
        /// The text that sets up the position. Without it, and without `{fen}` in
        /// the question, the program is a UCI engine.
        position: Option<Template>,
    },
    /// A program that is started once for each question, with these arguments.
    Run(Vec<Template>),
}

/// The other program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OtherProgram {
    /// Its interface.
    pub kind: ProgramKind,
    /// Its path, or its name in the search path.
    pub path: String,
    /// Its own arguments. Those of the interface follow them.
    pub arguments: Vec<String>,
}

impl ProgramKind {
    /// Returns whether the program begins with UCI's handshake.
    fn is_uci(&self) -> bool {
        match self {
            ProgramKind::Uci => true,
            ProgramKind::Ask { question, position } => {
                position.is_none() && !question.holds("{fen}")
            }
            ProgramKind::Script | ProgramKind::Command | ProgramKind::Run(_) => false,
        }
    }

    /// How the program is asked at first.
    fn manner(&self) -> Manner {
        Manner::new(match self {
            ProgramKind::Uci => Template::fixed(UCI_QUESTIONS[0]),
            ProgramKind::Script => Template::fixed("{depth} {fen} {moves}"),
            ProgramKind::Command => Template::fixed("{fen} {depth}"),
            ProgramKind::Ask { question, .. } => question.clone(),
            ProgramKind::Run(arguments) => {
                let arguments: Vec<String> = arguments.iter().map(Template::to_string).collect();
                Template::fixed(&arguments.join(" "))
            }
        })
    }
}

/// The other program's side of a comparison. The program starts with the first
/// question.
#[derive(Debug)]
pub(super) struct Theirs<'a> {
    program: &'a OtherProgram,
    limit: Duration,
    stop: &'a Token,
    children: &'a Children,
    /// The program, if it runs from question to question.
    process: Option<Process>,
    pub(super) manner: Manner,
    pub(super) identity: Identity,
    notation: CastlingNotation,
    /// The castling notation that was last set in a UCI engine.
    engine_notation: CastlingNotation,
}

impl<'a> Theirs<'a> {
    pub(super) fn new(options: &'a CompareOptions, stop: &'a Token) -> Theirs<'a> {
        Theirs {
            program: &options.program,
            limit: options.limit,
            stop,
            children: &options.children,
            process: None,
            manner: options.program.kind.manner(),
            identity: Identity::default(),
            notation: options.castling,
            engine_notation: CastlingNotation::Standard,
        }
    }

    /// Asks the other program for the counts of a position.
    pub(super) fn count(&mut self, game: &Game, depth: u32) -> Result<Answer, Failure> {
        if self.program.kind == ProgramKind::Uci && !self.manner.is_known {
            let answer = self.find_out(game)?;
            if depth == 1 {
                return Ok(answer);
            }
        }
        let answer = self.question(game, depth, self.limit)?;
        self.learn(&answer);
        Ok(answer)
    }

    /// Asks one question in the manner that is set.
    fn question(&mut self, game: &Game, depth: u32, limit: Duration) -> Result<Answer, Failure> {
        let answer = match &self.program.kind {
            kind if kind.is_uci() => self.ask_uci(game, depth, limit),
            ProgramKind::Ask { question, position } => {
                self.ask(question, position.as_ref(), game, depth)
            }
            _ => self.call(game, depth),
        };
        let answer = answer.and_then(Answer::checked);
        if answer.is_err() {
            // After a failure, its output may belong to an old question.
            self.end();
        }
        answer
    }

    /// Keeps what an answer shows about the program.
    fn learn(&mut self, answer: &Answer) {
        let manner = &mut self.manner;
        let has_moves = !answer.counts.is_empty();
        let has_count = answer.total.is_some_and(|total| total > 0);
        if !manner.is_known && (has_moves || has_count) {
            manner.is_known = true;
            manner.totals_only = !has_moves;
            manner.unread = answer.unread.clone().filter(|_| !has_moves);
        }
        manner.totals_only &= !has_moves;
        manner.has_totals |= answer.total.is_some();
    }

    /// Finds out how a UCI engine wants to be asked, with a count to depth 1. One
    /// that lists moves is asked no other way.
    fn find_out(&mut self, game: &Game) -> Result<Answer, Failure> {
        let limit = self.limit.min(TRY_LIMIT);
        let moves = game.position().legal_moves().len();
        let mut totals: Option<(Manner, Answer)> = None;
        let mut failed: Option<Box<Fault>> = None;
        let mut tried = String::new();
        for (number, question) in UCI_QUESTIONS.into_iter().enumerate() {
            self.manner = Manner::new(Template::fixed(question));
            // A failure to start or to speak UCI is the same for every question.
            let process = match self.process.take() {
                Some(process) => process,
                None => self.start()?,
            };
            self.process = Some(process);
            match self.question(game, 1, limit) {
                Ok(answer) => {
                    // Some engines answer an unknown command with its last word.
                    let is_echo = number > 0 && answer.counts.is_empty() && moves > 1;
                    if is_echo && answer.total == Some(1) {
                        continue;
                    }
                    self.learn(&answer);
                    if !self.manner.totals_only {
                        return Ok(answer);
                    }
                    totals.get_or_insert((self.manner.clone(), answer));
                }
                Err(Failure::Stopped) => return Err(Failure::Stopped),
                Err(Failure::Fault(fault)) if fault.kind == FaultKind::NotFlushed => {
                    return Err(Failure::Fault(fault));
                }
                Err(Failure::Fault(fault)) => {
                    if number > 0 {
                        tried += &format!(", {}", question.replace("{depth}", "1"));
                    }
                    match &mut failed {
                        None => failed = Some(fault),
                        Some(first) if fault.kind == FaultKind::Searches => first.kind = fault.kind,
                        Some(_) => {}
                    }
                }
            }
        }
        if let Some((manner, answer)) = totals {
            self.manner = manner;
            return Ok(answer);
        }
        self.manner = self.program.kind.manner();
        let mut fault = failed.unwrap_or_else(|| {
            Box::new(Fault {
                kind: FaultKind::Garbage,
                asked: String::new(),
                last_lines: Vec::new(),
            })
        });
        fault.asked += &tried;
        Err(Failure::Fault(fault))
    }

    /// The castling notation for a game from this start position. Positions that
    /// are only possible in Chess960 need its notation.
    fn notation_for(&self, start: &Position) -> CastlingNotation {
        if start.has_standard_castling() {
            self.notation
        } else {
            CastlingNotation::Chess960
        }
    }

    /// Calls a program that is started once for each question.
    fn call(&self, game: &Game, depth: u32) -> Result<Answer, Failure> {
        let fixed = |texts: &[&str]| texts.iter().map(|text| Template::fixed(text)).collect();
        let templates: Vec<Template> = match &self.program.kind {
            ProgramKind::Script => fixed(&["{depth}", "{fen}", "{moves}"]),
            ProgramKind::Run(templates) => templates.clone(),
            _ => fixed(&["{fen}", "{depth}"]),
        };
        let splits = templates.iter().any(|it| it.holds("{moves}"));
        let filling = Filling::new(game, depth, splits, self.notation_for(game.start()));
        let mut arguments = self.program.arguments.clone();
        arguments.extend(templates.iter().filter_map(|it| it.argument(&filling)));
        let mut asked = self.program.path.clone();
        for argument in &arguments {
            let quote = if argument.contains(' ') { "\"" } else { "" };
            asked += &format!(" {quote}{argument}{quote}");
        }
        let mut process = Process::start(&self.program.path, &arguments, self.children)
            .map_err(|error| Failure::to_start(&error, &asked))?;
        process.close_input();
        let mut answer = self.converse(&mut process, &asked).read_until_end()?;
        let status = process.exit_status();
        let failed = status.is_some_and(|status| !status.success());
        answer.last_lines = process.last_lines();
        if failed && answer.total.is_none() {
            let kind = FaultKind::Died(status.map(|status| status.to_string()));
            return Err(Failure::of(&process, kind, &answer.asked));
        }
        Ok(answer)
    }

    /// Asks a UCI engine.
    fn ask_uci(&mut self, game: &Game, depth: u32, limit: Duration) -> Result<Answer, Failure> {
        let notation = self.notation_for(game.start());
        let mut process = match self.process.take() {
            Some(process) => process,
            None => self.start()?,
        };
        process.forget_lines();
        let mut position = format!("position fen {}", game.start().to_fen());
        if !game.moves().is_empty() {
            position += &format!(" moves {}", moves_text(game.moves(), notation));
        }
        let filling = Filling::new(game, depth, true, notation);
        let questions = self.manner.question.lines(&filling);
        if notation != self.engine_notation {
            let is_chess960 = notation == CastlingNotation::Chess960;
            process.send(&format!("setoption name UCI_Chess960 value {is_chess960}"));
            self.engine_notation = notation;
        }
        process.send(&position);
        let asked = format!("{position}; {}", questions.join("; "));
        process.send("isready");
        self.converse(&mut process, &position).wait_for("readyok")?;
        for question in &questions {
            process.send(question);
        }
        let moves = game.position().legal_moves().len();
        let reading = Reading {
            expected: (depth > 1).then_some(moves),
            has_totals: self.manner.has_totals,
            is_try: !self.manner.is_known,
        };
        let mut answer =
            Conversation::new(&mut process, self.stop, limit, &asked).read_until_total(&reading)?;
        answer.last_lines = process.last_lines();
        self.process = Some(process);
        Ok(answer)
    }

    /// Asks a running program with the user's texts.
    fn ask(
        &mut self,
        question: &Template,
        position: Option<&Template>,
        game: &Game,
        depth: u32,
    ) -> Result<Answer, Failure> {
        let splits = question.holds("{moves}") || position.is_some_and(|it| it.holds("{moves}"));
        let filling = Filling::new(game, depth, splits, self.notation_for(game.start()));
        let mut process = match self.process.take() {
            Some(process) => process,
            None => self.launch()?,
        };
        let mut lines = position.map_or_else(Vec::new, |it| it.lines(&filling));
        lines.extend(question.lines(&filling));
        // What is left of the last answer, such as its time.
        process.skip_lines();
        process.forget_lines();
        for line in &lines {
            process.send(line);
        }
        let reading = Reading {
            expected: Some(game.position().legal_moves().len()),
            has_totals: self.manner.has_totals,
            is_try: false,
        };
        let mut answer = self
            .converse(&mut process, &lines.join("; "))
            .read_until_quiet(&reading, self.manner.totals_only)?;
        answer.last_lines = process.last_lines();
        self.process = Some(process);
        Ok(answer)
    }

    /// Starts a program that runs from question to question.
    fn launch(&self) -> Result<Process, Failure> {
        let program = self.program;
        Process::start(&program.path, &program.arguments, self.children)
            .map_err(|error| Failure::to_start(&error, &program.path))
    }

    /// Starts a UCI engine and waits for its `uciok`.
    fn start(&mut self) -> Result<Process, Failure> {
        let mut process = self.launch()?;
        self.engine_notation = CastlingNotation::Standard;
        process.send("uci");
        self.identity = self.converse(&mut process, "uci").read_identity()?;
        Ok(process)
    }

    /// Begins to read the answer to the last question, within the time limit.
    fn converse<'p>(&'p self, process: &'p mut Process, asked: &str) -> Conversation<'p> {
        Conversation::new(process, self.stop, self.limit, asked)
    }

    /// Ends the program, which the next question starts again.
    pub(super) fn end(&mut self) {
        self.process = None;
        self.engine_notation = CastlingNotation::Standard;
    }

    /// Asks a running program to end.
    pub(super) fn quit(self) {
        if let Some(process) = self.process {
            process.quit();
        }
    }
}
