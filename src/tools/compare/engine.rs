//! The other program as something that divides: a UCI engine that is asked
//! `go perft`, or a script that is called once per position as perftree or
//! pretty-perft call theirs. What it may do instead of answering is known in
//! `conversation`.

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

/// How the other program is talked to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProgramKind {
    /// A UCI engine that knows `go perft N`.
    Uci,
    /// perftree's: `PROGRAM DEPTH FEN [MOVES]`.
    Script,
    /// pretty-perft's: `PROGRAM FEN DEPTH`.
    Command,
}

/// The other program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// How it is talked to.
    pub kind: ProgramKind,
    /// Where it is, or its name in the search path.
    pub path: String,
    /// What it is called with, before anything that the protocol adds.
    pub arguments: Vec<String>,
}

/// The other program, started when it is first asked.
#[derive(Debug)]
pub(super) struct Engine<'a> {
    program: &'a Program,
    limit: Duration,
    stop: &'a Token,
    children: &'a Children,
    /// A UCI engine goes on from question to question.
    process: Option<Process>,
    /// Whether it was ever seen to print a total.
    has_totals: bool,
    notation: CastlingNotation,
    /// How a UCI engine was told to read and write castling, last.
    told: CastlingNotation,
}

impl<'a> Engine<'a> {
    pub(super) fn new(options: &'a CompareOptions, stop: &'a Token) -> Engine<'a> {
        Engine {
            program: &options.program,
            limit: options.limit,
            stop,
            children: &options.children,
            process: None,
            has_totals: false,
            notation: options.castling,
            told: CastlingNotation::Standard,
        }
    }

    /// Has the other program divide.
    pub(super) fn divide(&mut self, game: &Game, depth: u32) -> Result<Answer, Failure> {
        let answer = match self.program.kind {
            ProgramKind::Uci => self.ask(game, depth),
            ProgramKind::Script | ProgramKind::Command => self.call(game, depth),
        };
        if answer.is_err() {
            // Whatever it does now, it is not asked again.
            self.process = None;
        }
        answer.and_then(Answer::judged)
    }

    /// How castling is written for this start: an engine that is given rooks
    /// or kings elsewhere than in standard chess is told so.
    fn notation_for(&self, start: &Position) -> CastlingNotation {
        if start.has_standard_castling() {
            self.notation
        } else {
            CastlingNotation::Chess960
        }
    }

    /// Calls a script.
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
        let quoted: Vec<String> = arguments
            .iter()
            .map(|argument| match argument.contains(' ') {
                true => format!("\"{argument}\""),
                false => argument.clone(),
            })
            .collect();
        let asked = format!("{} {}", self.program.path, quoted.join(" "));
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
        let moves = moves_text(game.moves(), notation);
        let moves = match moves.as_str() {
            "" => moves,
            _ => format!(" moves {moves}"),
        };
        let position = format!("position fen {}{moves}", game.start().to_fen());
        let go = format!("go perft {}", depth);
        if notation != self.told {
            let is_chess960 = notation == CastlingNotation::Chess960;
            process.send(&format!("setoption name UCI_Chess960 value {is_chess960}"));
            self.told = notation;
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

    /// Starts a UCI engine, up to its `uciok`.
    fn start(&self) -> Result<Process, Failure> {
        let program = self.program;
        let mut process = Process::start(&program.path, &program.arguments, self.children)
            .map_err(|error| Failure::to_start(&error, &program.path))?;
        process.send("uci");
        self.converse(&mut process, "uci").wait_for("uciok")?;
        Ok(process)
    }

    /// Listens for the answer to what was just asked, within the time limit.
    fn converse<'p>(&'p self, process: &'p mut Process, asked: &str) -> Conversation<'p> {
        Conversation::new(process, self.stop, self.limit, asked)
    }

    /// Lets a UCI engine end by itself.
    pub(super) fn quit(self) {
        if let Some(process) = self.process {
            process.quit();
        }
    }
}

/// Moves in coordinate notation, a space between.
pub(super) fn moves_text(moves: &[Move], notation: CastlingNotation) -> String {
    let moves: Vec<String> = moves
        .iter()
        .map(|mv| mv.uci(notation).to_string())
        .collect();
    moves.join(" ")
}
