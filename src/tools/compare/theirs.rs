//! The other program's side of a comparison. The program runs and is asked, as a UCI
//! engine or with texts of the user, or it is started once for each question.
//! `probing` finds out how a UCI engine wants to be asked, and `conversation` reads
//! the answers.

use super::CompareOptions;
use super::answer::Answer;
use super::conversation::Conversation;
use super::fault::{Failure, FaultKind};
use super::manner::{Manner, UCI_QUESTIONS};
use super::options::{Change, EngineOptions};
use super::process::Process;
use super::program::{OtherProgram, ProgramKind, call_text};
use super::reading::Reading;
use super::template::{Filling, Template};
use crate::board::{CastlingNotation, Position};
use crate::children::Children;
use crate::control::Token;
use crate::game::Game;
use std::time::Duration;

/// A question to the other program.
pub(super) struct Question<'a> {
    pub(super) game: &'a Game,
    /// A move behind those of the game, which may be illegal, or nothing.
    pub(super) tail: &'a str,
    pub(super) depth: u32,
}

/// The other program's side of a comparison. The program starts with the first
/// question.
#[derive(Debug)]
pub(super) struct Theirs<'a> {
    pub(super) program: &'a OtherProgram,
    pub(super) limit: Duration,
    stop: &'a Token,
    children: &'a Children,
    /// The program, if it runs from question to question.
    pub(super) process: Option<Process>,
    /// The options of a UCI engine.
    pub(super) options: EngineOptions,
    pub(super) manner: Manner,
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
            options: EngineOptions::default(),
            manner: options.program.manner(),
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
        let asked = Question {
            game,
            tail: "",
            depth,
        };
        let answer = self.question(&asked, self.limit)?;
        self.learn(&answer);
        Ok(answer)
    }

    /// Asks for the count after one more move, which need not be legal.
    pub(super) fn count_after(
        &mut self,
        game: &Game,
        tail: &str,
        depth: u32,
    ) -> Result<Answer, Failure> {
        self.question(&Question { game, tail, depth }, self.limit)
    }

    /// Returns whether the program runs, and so may remember earlier questions.
    pub(super) fn is_running(&self) -> bool {
        self.process.is_some()
    }

    /// Changes options of a UCI engine, which is started if it does not run.
    pub(super) fn change(&mut self, change: &Change) -> Result<(), Failure> {
        let process = self.take_process()?;
        for line in &change.lines {
            process.send(line);
        }
        self.process = Some(process);
        Ok(())
    }

    /// Asks one question in the manner that is set.
    pub(super) fn question(
        &mut self,
        asked: &Question,
        limit: Duration,
    ) -> Result<Answer, Failure> {
        let answer = match &self.program.kind {
            kind if kind.is_uci() => self.ask_uci(asked, limit),
            ProgramKind::Ask { question, position } => self.ask(question, position.as_ref(), asked),
            _ => self.call(asked),
        };
        let answer = answer.and_then(Answer::checked);
        if answer.is_err() {
            // After a failure, its output may belong to an old question.
            self.end();
        }
        answer
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
    fn call(&self, asked: &Question) -> Result<Answer, Failure> {
        let templates = self.program.kind.arguments();
        let splits = templates.iter().any(|it| it.holds("{moves}"));
        let filling = self.filling(asked, splits);
        let mut arguments = self.program.arguments.clone();
        arguments.extend(templates.iter().filter_map(|it| it.argument(&filling)));
        let text = call_text(&self.program.path, &arguments);
        let mut process = Process::start(&self.program.path, &arguments, self.children)
            .map_err(|error| Failure::to_start(&error, &text))?;
        process.close_input();
        let mut answer = self
            .converse(&mut process, &text)
            .at_depth(asked.depth)
            .read_until_end()?;
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
    fn ask_uci(&mut self, asked: &Question, limit: Duration) -> Result<Answer, Failure> {
        let &Question { game, tail, depth } = asked;
        let notation = self.notation_for(game.start());
        let mut process = self.take_process()?;
        process.forget_lines();
        let filling = self.filling(asked, true);
        let mut position = format!("position fen {}", filling.fen);
        if !filling.moves.is_empty() {
            position += &format!(" moves {}", filling.moves);
        }
        let questions = self.manner.question.lines(&filling);
        if notation != self.engine_notation {
            let is_chess960 = notation == CastlingNotation::Chess960;
            process.send(&format!("setoption name UCI_Chess960 value {is_chess960}"));
            self.engine_notation = notation;
        }
        process.send(&position);
        let text = format!("{position}; {}", questions.join("; "));
        process.send("isready");
        Conversation::new(&mut process, self.stop, limit, &position).wait_for("readyok")?;
        for question in &questions {
            process.send(question);
        }
        let is_try = !self.manner.is_known;
        // An engine that ignores the question is ready at once, and one that prints no
        // total is ready at the end.
        let is_ready_asked = match is_try {
            true => self.manner.question != Template::fixed(UCI_QUESTIONS[0]),
            false => !self.manner.has_totals,
        };
        if is_ready_asked {
            process.send("isready");
        }
        let moves = game.position().legal_moves().len();
        let reading = Reading {
            expected: (depth > 1 && tail.is_empty()).then_some(moves),
            has_totals: self.manner.has_totals,
            is_try,
            is_ready_asked,
            moves,
            has_remarks: self.manner.has_remarks,
        };
        let mut answer = Conversation::new(&mut process, self.stop, limit, &text)
            .at_depth(asked.depth)
            .read_until_total(&reading)?;
        answer.last_lines = process.last_lines();
        self.process = Some(process);
        Ok(answer)
    }

    /// Asks a running program with the user's texts.
    fn ask(
        &mut self,
        question: &Template,
        position: Option<&Template>,
        asked: &Question,
    ) -> Result<Answer, Failure> {
        let splits = question.holds("{moves}") || position.is_some_and(|it| it.holds("{moves}"));
        let filling = self.filling(asked, splits);
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
        let moves = asked.game.position().legal_moves().len();
        let reading = Reading {
            expected: Some(moves),
            has_totals: self.manner.has_totals,
            is_try: false,
            is_ready_asked: false,
            moves,
            has_remarks: self.manner.has_remarks,
        };
        let mut answer = self
            .converse(&mut process, &lines.join("; "))
            .at_depth(asked.depth)
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

    /// The UCI engine, which is started if it does not run.
    pub(super) fn take_process(&mut self) -> Result<Process, Failure> {
        match self.process.take() {
            Some(process) => Ok(process),
            None => self.start(),
        }
    }

    /// Starts a UCI engine and waits for its `uciok`.
    fn start(&mut self) -> Result<Process, Failure> {
        let mut process = self.launch()?;
        self.engine_notation = CastlingNotation::Standard;
        process.send("uci");
        self.options = self.converse(&mut process, "uci").wait_for_uci()?;
        Ok(process)
    }

    /// What fills the templates of a question.
    fn filling(&self, asked: &Question, splits: bool) -> Filling {
        let notation = self.notation_for(asked.game.start());
        Filling::new(asked.game, asked.tail, asked.depth, splits, notation)
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
