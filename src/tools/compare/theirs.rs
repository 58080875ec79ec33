//! The other program's side of a comparison. The program is a UCI engine that
//! understands `go perft`, or a script that is called once per position in the way
//! of perftree or pretty-perft. `conversation` reads its answers.

use super::CompareOptions;
use super::conversation::{Answer, Conversation};
use super::fault::{Failure, FaultKind};
use super::process::Process;
use crate::board::{CastlingNotation, Position};
use crate::children::Children;
use crate::control::Token;
use crate::game::Game;
use crate::movegen::Move;
use std::time::Duration;

/// The interface of the other program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProgramKind {
    /// A UCI engine that understands `go perft N`.
    Uci,
    /// A script for perftree: `PROGRAM DEPTH FEN [MOVES]`.
    Script,
    /// A command for pretty-perft: `PROGRAM FEN DEPTH`.
    Command,
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

/// The other program's side of a comparison. The program starts with the first
/// question.
#[derive(Debug)]
pub(super) struct Theirs<'a> {
    program: &'a OtherProgram,
    limit: Duration,
    stop: &'a Token,
    children: &'a Children,
    /// A UCI engine, which runs from question to question.
    process: Option<Process>,
    /// Whether the program has ever printed a total.
    has_totals: bool,
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
            has_totals: false,
            notation: options.castling,
            engine_notation: CastlingNotation::Standard,
        }
    }

    /// Asks the other program for a divide.
    pub(super) fn divide(&mut self, game: &Game, depth: u32) -> Result<Answer, Failure> {
        let answer = match self.program.kind {
            ProgramKind::Uci => self.ask(game, depth),
            ProgramKind::Script | ProgramKind::Command => self.call(game, depth),
        };
        if answer.is_err() {
            // After a failure, its output may belong to an old question.
            self.process = None;
        }
        answer.and_then(Answer::checked)
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

    /// Calls a script or command.
    fn call(&self, game: &Game, depth: u32) -> Result<Answer, Failure> {
        let depth = depth.to_string();
        let mut arguments = self.program.arguments.clone();
        if self.program.kind == ProgramKind::Script {
            arguments.extend([depth, game.start().to_fen()]);
            if !game.moves().is_empty() {
                arguments.push(moves_text(game.moves(), self.notation_for(game.start())));
            }
        } else {
            arguments.extend([game.position().to_fen(), depth]);
        }
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
    fn ask(&mut self, game: &Game, depth: u32) -> Result<Answer, Failure> {
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
        let go = format!("go perft {depth}");
        if notation != self.engine_notation {
            let is_chess960 = notation == CastlingNotation::Chess960;
            process.send(&format!("setoption name UCI_Chess960 value {is_chess960}"));
            self.engine_notation = notation;
        }
        process.send(&position);
        let asked = format!("{position}; {go}");
        process.send("isready");
        self.converse(&mut process, &position).wait_for("readyok")?;
        process.send(&go);
        let moves = game.position().legal_moves().len();
        let expected = (depth > 1).then_some(moves);
        let mut answer = self
            .converse(&mut process, &asked)
            .read_until_total(expected, self.has_totals)?;
        self.has_totals |= answer.total.is_some();
        answer.last_lines = process.last_lines();
        self.process = Some(process);
        Ok(answer)
    }

    /// Starts a UCI engine and waits for its `uciok`.
    fn start(&self) -> Result<Process, Failure> {
        let program = self.program;
        let mut process = Process::start(&program.path, &program.arguments, self.children)
            .map_err(|error| Failure::to_start(&error, &program.path))?;
        process.send("uci");
        self.converse(&mut process, "uci").wait_for("uciok")?;
        Ok(process)
    }

    /// Begins to read the answer to the last question, within the time limit.
    fn converse<'p>(&'p self, process: &'p mut Process, asked: &str) -> Conversation<'p> {
        Conversation::new(process, self.stop, self.limit, asked)
    }

    /// Asks a UCI engine to end.
    pub(super) fn quit(self) {
        if let Some(process) = self.process {
            process.quit();
        }
    }
}

/// Moves in coordinate notation, separated by spaces.
fn moves_text(moves: &[Move], notation: CastlingNotation) -> String {
    let moves = moves.iter().map(|mv| mv.uci(notation).to_string());
    moves.collect::<Vec<_>>().join(" ")
}
