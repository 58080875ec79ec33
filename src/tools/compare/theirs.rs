//! The other program's side of a comparison. The program runs and is asked, as a UCI
//! engine or with texts of the user, or it is started once for each question. How a
//! UCI engine wants to be asked is found out with the first question.
//! `conversation` reads the answers.

use super::CompareOptions;
use super::conversation::{Answer, Conversation, Reading};
use super::fault::{Failure, Fault, FaultKind};
use super::manner::{Manner, UCI_QUESTIONS};
use super::options::{Change, EngineOptions};
use super::process::Process;
use super::template::{Filling, Template};
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

/// A question to the other program.
struct Question<'a> {
    game: &'a Game,
    /// A move behind those of the game, which may be illegal, or nothing.
    tail: &'a str,
    depth: u32,
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
            manner: options.program.kind.manner(),
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

    /// Returns whether the program gets the moves of a game, so that it makes them.
    pub(super) fn takes_moves(&self) -> bool {
        let holds = |template: &Template| template.holds("{moves}");
        match &self.program.kind {
            ProgramKind::Uci | ProgramKind::Script => true,
            ProgramKind::Command => false,
            ProgramKind::Run(arguments) => arguments.iter().any(holds),
            kind @ ProgramKind::Ask { question, position } => {
                kind.is_uci() || holds(question) || position.as_ref().is_some_and(holds)
            }
        }
    }

    /// Returns whether the program runs, and so may remember earlier questions.
    pub(super) fn is_running(&self) -> bool {
        self.process.is_some()
    }

    /// Changes options of a UCI engine, which is started if it does not run.
    pub(super) fn change(&mut self, change: &Change) -> Result<(), Failure> {
        let process = match self.process.take() {
            Some(process) => process,
            None => self.start()?,
        };
        for line in &change.lines {
            process.send(line);
        }
        self.process = Some(process);
        Ok(())
    }

    /// Asks one question in the manner that is set.
    fn question(&mut self, asked: &Question, limit: Duration) -> Result<Answer, Failure> {
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
            let asked = Question {
                game,
                tail: "",
                depth: 1,
            };
            match self.question(&asked, limit) {
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
    fn call(&self, asked: &Question) -> Result<Answer, Failure> {
        let fixed = |texts: &[&str]| texts.iter().map(|text| Template::fixed(text)).collect();
        let templates: Vec<Template> = match &self.program.kind {
            ProgramKind::Script => fixed(&["{depth}", "{fen}", "{moves}"]),
            ProgramKind::Run(templates) => templates.clone(),
            _ => fixed(&["{fen}", "{depth}"]),
        };
        let splits = templates.iter().any(|it| it.holds("{moves}"));
        let filling = self.filling(asked, splits);
        let mut arguments = self.program.arguments.clone();
        arguments.extend(templates.iter().filter_map(|it| it.argument(&filling)));
        let mut text = self.program.path.clone();
        for argument in &arguments {
            let quote = if argument.contains(' ') { "\"" } else { "" };
            text += &format!(" {quote}{argument}{quote}");
        }
        let mut process = Process::start(&self.program.path, &arguments, self.children)
            .map_err(|error| Failure::to_start(&error, &text))?;
        process.close_input();
        let mut answer = self.converse(&mut process, &text).read_until_end()?;
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
        let mut process = match self.process.take() {
            Some(process) => process,
            None => self.start()?,
        };
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
        self.converse(&mut process, &position).wait_for("readyok")?;
        for question in &questions {
            process.send(question);
        }
        let is_try = !self.manner.is_known;
        // An engine that ignores the question is ready at once.
        let is_ready_asked = is_try && self.manner.question != Template::fixed(UCI_QUESTIONS[0]);
        if is_ready_asked {
            process.send("isready");
        }
        let moves = game.position().legal_moves().len();
        let reading = Reading {
            expected: (depth > 1 && tail.is_empty()).then_some(moves),
            has_totals: self.manner.has_totals,
            is_try,
            is_ready_asked,
        };
        let mut answer =
            Conversation::new(&mut process, self.stop, limit, &text).read_until_total(&reading)?;
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
        let reading = Reading {
            expected: Some(asked.game.position().legal_moves().len()),
            has_totals: self.manner.has_totals,
            is_try: false,
            is_ready_asked: false,
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
