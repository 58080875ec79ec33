//! The other program as something that divides: a UCI engine that is asked
//! `go perft`, or a script that is called once per position as perftree or
//! pretty-perft call theirs. Every way in which it can fail to answer has a
//! name here.

use super::process::{Event, Process};
use super::reading::{self, Line};
use crate::board::{CastlingNotation, Position};
use crate::movegen::{self, MAX_MOVES, Move};
use crate::signal::Token;
use std::fmt;
use std::time::{Duration, Instant};

/// How long a UCI engine that has printed moves, but no total, must have been
/// silent to be taken at its word.
const SILENCE: Duration = Duration::from_millis(500);
/// How long an engine that was found silent may take to show that it only
/// does not flush.
const LAST_CHANCE: Duration = Duration::from_secs(1);

/// How the other program is talked to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Protocol {
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
    pub protocol: Protocol,
    /// Where it is, or its name in the search path.
    pub path: String,
    /// What it is called with, before anything that the protocol adds.
    pub arguments: Vec<String>,
}

/// What went wrong with the other program itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FaultKind {
    /// It cannot be started, and why.
    CannotStart(String),
    /// It ended; how, if that is known.
    Died(Option<String>),
    /// It printed nothing at all within so many seconds.
    NoAnswer(u64),
    /// It began to count, and then printed nothing for so many seconds.
    Unfinished(u64),
    /// It answered only when its input had ended.
    NotFlushed,
    /// It printed something, but no count.
    Garbage,
    /// It started a search.
    Searches,
    /// It said that it does not take the position or the command.
    Refuses,
    /// It printed a total, but no moves.
    NoMoves(u128),
    /// Its moves and counts are right, their total is not.
    WrongTotal {
        /// What it printed.
        total: u128,
        /// What its own lines add up to.
        sum: u128,
    },
}

impl fmt::Display for FaultKind {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        match self {
            FaultKind::CannotStart(reason) => write!(formatter, "cannot be started: {reason}"),
            FaultKind::Died(Some(status)) => write!(formatter, "died: {status}"),
            FaultKind::Died(None) => formatter.write_str("died: it closed its output"),
            FaultKind::NoAnswer(seconds) => {
                write!(formatter, "hangs: no answer within {seconds} s")
            }
            FaultKind::Unfinished(seconds) => {
                write!(
                    formatter,
                    "hangs: its answer broke off, and nothing more came within {seconds} s"
                )
            }
            FaultKind::NotFlushed => formatter
                .write_str("does not flush its output: it answered only when its input had ended"),
            FaultKind::Garbage => formatter.write_str("prints garbage: no line is a count"),
            FaultKind::Searches => {
                formatter.write_str("does not know 'go perft': it searched for a move")
            }
            FaultKind::Refuses => formatter.write_str("refuses to count"),
            FaultKind::NoMoves(total) => write!(
                formatter,
                "prints no moves, only the total {total}: a list of moves with their counts is \
                 needed"
            ),
            FaultKind::WrongTotal { total, sum } => write!(
                formatter,
                "prints a wrong total: every move has the right count, and they add up to {sum}, \
                 but it says {total}"
            ),
        }
    }
}

/// A fault of the other program itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// Which one.
    pub kind: FaultKind,
    /// What it had been asked.
    pub asked: String,
    /// The last lines that it printed.
    pub last_lines: Vec<String>,
}

/// Why there is no answer.
#[derive(Debug)]
pub(super) enum Failure {
    /// The job was stopped.
    Stopped,
    /// The program failed.
    Fault(Box<Fault>),
}

/// What is to be divided.
#[derive(Clone, Copy)]
pub(super) struct Question<'a> {
    /// Where the moves begin.
    pub(super) start: &'a Position,
    /// The moves made since.
    pub(super) moves: &'a [Move],
    /// The position that they lead to.
    pub(super) position: &'a Position,
    /// How deep to count, at least 1.
    pub(super) depth: u32,
}

/// A divide, as the other program printed it.
#[derive(Debug, Default)]
pub(super) struct Answer {
    /// The moves and their counts.
    pub(super) counts: Vec<(String, u128)>,
    /// The total, if it printed one.
    pub(super) total: Option<u128>,
    /// What it was asked, and what it printed last.
    pub(super) asked: String,
    pub(super) last_lines: Vec<String>,
    searched: bool,
    anything: bool,
}

/// The other program, started when it is first asked.
#[derive(Debug)]
pub(super) struct Engine<'a> {
    program: &'a Program,
    limit: Duration,
    stop: &'a Token,
    /// A UCI engine goes on from question to question.
    process: Option<Process>,
    /// Whether it was ever seen to print a total.
    has_totals: bool,
    notation: CastlingNotation,
}

impl<'a> Engine<'a> {
    pub(super) fn new(
        program: &'a Program,
        limit: Duration,
        stop: &'a Token,
        notation: CastlingNotation,
    ) -> Engine<'a> {
        Engine {
            program,
            limit,
            stop,
            process: None,
            has_totals: false,
            notation,
        }
    }

    /// Has the other program divide.
    pub(super) fn divide(&mut self, question: Question) -> Result<Answer, Failure> {
        let answer = match self.program.protocol {
            Protocol::Uci => self.ask(question),
            Protocol::Script | Protocol::Command => self.call(question),
        };
        if answer.is_err() {
            // Whatever it does now, it is not asked again.
            self.process = None;
        }
        answer.and_then(judged)
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
    fn call(&self, question: Question) -> Result<Answer, Failure> {
        let depth = question.depth.to_string();
        let mut arguments = self.program.arguments.clone();
        if self.program.protocol == Protocol::Script {
            arguments.extend([depth, question.start.to_fen()]);
            if !question.moves.is_empty() {
                arguments.push(moves_text(
                    question.moves,
                    self.notation_for(question.start),
                ));
            }
        } else {
            arguments.extend([question.position.to_fen(), depth]);
        }
        let quoted: Vec<String> = arguments
            .iter()
            .map(|argument| match argument.contains(' ') {
                true => format!("\"{argument}\""),
                false => argument.clone(),
            })
            .collect();
        let asked = format!("{} {}", self.program.path, quoted.join(" "));
        let mut process = Process::start(&self.program.path, &arguments)
            .map_err(|error| cannot_start(&error, &asked))?;
        process.close_input();
        let mut conversation = self.converse(&mut process, asked);
        while let Some(line) = conversation.next(conversation.deadline)? {
            conversation.take(&line)?;
        }
        let mut answer = conversation.answer;
        let status = process.exit_status();
        let failed = status.is_some_and(|status| !status.success());
        answer.last_lines = process.last_lines();
        if failed && answer.total.is_none() {
            let kind = FaultKind::Died(status.map(|status| status.to_string()));
            return Err(fault(kind, &answer.asked, &process));
        }
        Ok(answer)
    }

    /// Asks a UCI engine.
    fn ask(&mut self, question: Question) -> Result<Answer, Failure> {
        let notation = self.notation_for(question.start);
        let mut process = match self.process.take() {
            Some(process) => process,
            None => self.start()?,
        };
        process.forget_lines();
        let moves = moves_text(question.moves, notation);
        let moves = match moves.as_str() {
            "" => moves,
            _ => format!(" moves {moves}"),
        };
        let position = format!("position fen {}{moves}", question.start.to_fen());
        let go = format!("go perft {}", question.depth);
        if notation == CastlingNotation::Chess960 {
            process.send("setoption name UCI_Chess960 value true");
        }
        process.send(&position);
        let asked = format!("{position}; {go}");
        self.wait_for(&mut process, "isready", "readyok", &position)?;
        process.send(&go);
        let mut conversation = self.converse(&mut process, asked);
        conversation.read_until_total(question, self.has_totals)?;
        let mut answer = conversation.answer;
        self.has_totals |= answer.total.is_some();
        answer.last_lines = process.last_lines();
        self.process = Some(process);
        Ok(answer)
    }

    /// Starts a UCI engine, up to its `uciok`.
    fn start(&self) -> Result<Process, Failure> {
        let program = self.program;
        let mut process = Process::start(&program.path, &program.arguments)
            .map_err(|error| cannot_start(&error, &program.path))?;
        self.wait_for(&mut process, "uci", "uciok", "uci")?;
        Ok(process)
    }

    /// Listens for the answer to what was just asked, within the time limit.
    fn converse<'p>(&'p self, process: &'p mut Process, asked: String) -> Conversation<'p> {
        Conversation {
            process,
            stop: self.stop,
            limit: self.limit,
            deadline: Instant::now() + self.limit,
            answer: Answer {
                asked,
                ..Answer::default()
            },
        }
    }

    /// Sends a line and waits for its answer; everything before is passed over.
    fn wait_for(
        &self,
        process: &mut Process,
        line: &str,
        reply: &str,
        asked: &str,
    ) -> Result<(), Failure> {
        process.send(line);
        let mut conversation = Conversation {
            process,
            stop: self.stop,
            limit: self.limit,
            deadline: Instant::now() + self.limit,
            answer: Answer {
                asked: asked.to_owned(),
                ..Answer::default()
            },
        };
        loop {
            match conversation.next(conversation.deadline)? {
                Some(printed) if printed.trim() == reply => return Ok(()),
                Some(_) => {}
                None => return Err(conversation.died()),
            }
        }
    }

    /// Lets a UCI engine end by itself.
    pub(super) fn quit(self) {
        if let Some(process) = self.process {
            process.quit();
        }
    }
}

/// One question, while it is answered.
struct Conversation<'a> {
    process: &'a mut Process,
    stop: &'a Token,
    limit: Duration,
    deadline: Instant,
    answer: Answer,
}

impl Conversation<'_> {
    /// The next line, or none at the end of the output. A wait up to the
    /// deadline of the whole answer ends with a fault.
    fn next(&mut self, until: Instant) -> Result<Option<String>, Failure> {
        match self.process.next(until, self.stop) {
            // A flood of lines never times out by itself.
            Event::Line(_) if Instant::now() >= self.deadline => Err(self.hangs()),
            Event::Line(line) => {
                self.answer.anything |= !line.trim().is_empty();
                Ok(Some(line))
            }
            Event::Ended => Ok(None),
            Event::TimedOut => Err(self.hangs()),
            Event::Stopped => Err(Failure::Stopped),
        }
    }

    /// Takes a line for what it says.
    fn take(&mut self, line: &str) -> Result<(), Failure> {
        match reading::read(line) {
            // More moves than any position has: these are none.
            Line::Count { .. } if self.answer.counts.len() > 2 * MAX_MOVES => {
                return Err(self.fails(FaultKind::Garbage));
            }
            Line::Count { mv, count } => {
                self.answer.counts.push((mv, count));
                // Who goes on counting is not hanging, however long it takes.
                self.deadline = Instant::now() + self.limit;
            }
            // The first one is of the leaves; a time, or a speed, may follow.
            Line::Total(total) => {
                self.answer.total.get_or_insert(total);
            }
            Line::Other => {}
        }
        Ok(())
    }

    /// Reads up to the total and what belongs to it. From an engine that never
    /// prints a total, an answer is complete when all moves are there, or as
    /// many as there will be, it is silent, and says that it is ready.
    fn read_until_total(&mut self, question: Question, has_totals: bool) -> Result<(), Failure> {
        let expected = movegen::legal(question.position).len();
        let silence = SILENCE.min(self.limit / 4);
        // Questions whether it is ready that are not answered yet.
        let mut pending = 0;
        let mut was_ready = false;
        let mut quiet_until = Instant::now() + silence;
        loop {
            let has_total = self.answer.total.is_some();
            if has_total && was_ready && pending == 0 {
                return Ok(());
            }
            let may_end = !has_total && self.answer.anything && !has_totals;
            let until = if may_end && !(was_ready && pending > 0) {
                quiet_until.min(self.deadline)
            } else {
                self.deadline
            };
            match self.process.next(until, self.stop) {
                Event::Line(line) if line.trim() == "readyok" => {
                    pending -= i32::from(pending > 0);
                    was_ready = true;
                    quiet_until = Instant::now() + silence;
                }
                Event::Line(line) => {
                    if Instant::now() >= self.deadline {
                        return Err(self.hangs());
                    }
                    let word = line.trim();
                    self.answer.anything |= !word.is_empty();
                    self.answer.searched |= word.starts_with("bestmove");
                    self.take(&line)?;
                    was_ready &= word.is_empty();
                    quiet_until = Instant::now() + silence;
                    if !has_total && self.answer.total.is_some() {
                        self.process.send("isready");
                        pending += 1;
                        was_ready = false;
                    }
                }
                Event::Ended if has_total => return Ok(()),
                Event::Ended => return Err(self.died()),
                Event::Stopped => return Err(Failure::Stopped),
                Event::TimedOut => {
                    let is_over = Instant::now() >= self.deadline;
                    let is_complete = question.depth == 1 || self.answer.counts.len() >= expected;
                    if may_end && was_ready && pending == 0 && (is_complete || is_over) {
                        return Ok(());
                    }
                    if is_over {
                        return Err(self.hangs());
                    }
                    if pending == 0 && !was_ready {
                        self.process.send("isready");
                        pending += 1;
                    }
                    quiet_until = Instant::now() + silence;
                }
            }
        }
    }

    fn died(&mut self) -> Failure {
        let status = self.process.exit_status().map(|status| status.to_string());
        self.fails(FaultKind::Died(status))
    }

    /// The time is over: tells apart why.
    fn hangs(&mut self) -> Failure {
        let seconds = self.limit.as_secs();
        let is_count = self.answer.asked.contains("perft");
        if !self.answer.counts.is_empty() || self.answer.total.is_some() {
            return self.fails(FaultKind::Unfinished(seconds));
        }
        // What comes now was ready long ago.
        self.process.send("quit");
        self.process.close_input();
        let last_chance = Instant::now() + LAST_CHANCE;
        loop {
            match self.process.next(last_chance, self.stop) {
                Event::Line(line) => {
                    let word = line.trim();
                    if matches!(word, "uciok" | "readyok") || reading::read(word) != Line::Other {
                        return self.fails(FaultKind::NotFlushed);
                    }
                    // A flood of lines never times out by itself.
                    if Instant::now() < last_chance {
                        continue;
                    }
                }
                Event::Stopped => return Failure::Stopped,
                Event::Ended | Event::TimedOut => {}
            }
            return self.fails(match self.answer.anything && is_count {
                true => FaultKind::Garbage,
                false => FaultKind::NoAnswer(seconds),
            });
        }
    }

    fn fails(&self, kind: FaultKind) -> Failure {
        fault(kind, &self.answer.asked, self.process)
    }
}

/// Passes on an answer that can be compared.
fn judged(answer: Answer) -> Result<Answer, Failure> {
    let says = |words: &[&str]| {
        answer.last_lines.iter().any(|line| {
            let line = line.to_lowercase();
            words.iter().any(|word| line.contains(word))
        })
    };
    let kind = if !answer.counts.is_empty() {
        return Ok(answer);
    } else if answer.searched {
        FaultKind::Searches
    } else if says(&["error", "illegal", "invalid", "unknown", "unrecogni"]) {
        FaultKind::Refuses
    } else {
        match answer.total {
            Some(0) => return Ok(answer),
            Some(total) => FaultKind::NoMoves(total),
            None => FaultKind::Garbage,
        }
    };
    Err(Failure::Fault(Box::new(Fault {
        kind,
        asked: answer.asked,
        last_lines: answer.last_lines,
    })))
}

fn fault(kind: FaultKind, asked: &str, process: &Process) -> Failure {
    Failure::Fault(Box::new(Fault {
        kind,
        asked: asked.to_owned(),
        last_lines: process.last_lines(),
    }))
}

fn cannot_start(error: &std::io::Error, asked: &str) -> Failure {
    Failure::Fault(Box::new(Fault {
        kind: FaultKind::CannotStart(error.to_string()),
        asked: asked.to_owned(),
        last_lines: Vec::new(),
    }))
}

/// Moves in coordinate notation, a space between.
pub(super) fn moves_text(moves: &[Move], notation: CastlingNotation) -> String {
    let moves: Vec<String> = moves
        .iter()
        .map(|mv| mv.written(notation).to_string())
        .collect();
    moves.join(" ")
}
