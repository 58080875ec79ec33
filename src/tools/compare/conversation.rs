//! What the other program says to one question, line by line, and what it means if
//! nothing comes. `reading` finds the end of an answer of a program that goes on running.

use super::answer::{Answer, is_refusal};
use super::fault::{Failure, FaultKind};
use super::options::EngineOptions;
use super::process::{Event, Process};
use crate::control::Token;
use crate::movegen::MAX_MOVES;
use crate::tools::printout::{self, Entry, Reader, Said};
use std::time::{Duration, Instant};

/// The first words of lines that a UCI engine prints beside an answer.
const UCI_WORDS: [&str; 5] = ["info", "bestmove", "option", "id", "readyok"];
/// How long an engine may take for its `uciok`, until it is tested whether it speaks
/// xboard's protocol.
const PROTOVER: Duration = Duration::from_secs(5);
/// How long a silent engine may take to print what it did not flush, after its
/// input has ended.
const LAST_CHANCE: Duration = Duration::from_secs(1);

/// A question whose answer is being read.
pub(super) struct Conversation<'a> {
    pub(super) process: &'a mut Process,
    pub(super) stop: &'a Token,
    pub(super) limit: Duration,
    pub(super) deadline: Instant,
    pub(super) answer: Answer,
    pub(super) reader: Reader,
}

impl<'a> Conversation<'a> {
    /// Begins to read the answer to `asked`. `limit` is the longest silence.
    pub(super) fn new(
        process: &'a mut Process,
        stop: &'a Token,
        limit: Duration,
        asked: &str,
    ) -> Conversation<'a> {
        Conversation {
            process,
            stop,
            limit,
            deadline: Instant::now() + limit,
            answer: Answer {
                asked: asked.to_owned(),
                ..Answer::default()
            },
            reader: Reader::default(),
        }
    }

    /// The same, for a count to this depth. Some programs print the totals of other
    /// depths, too.
    pub(super) fn at_depth(self, depth: u32) -> Conversation<'a> {
        Conversation {
            reader: Reader::at_depth(depth),
            ..self
        }
    }

    /// Waits for this line, and skips all lines before it.
    pub(super) fn wait_for(mut self, reply: &str) -> Result<(), Failure> {
        while let Some(line) = self.next()? {
            if line.trim() == reply {
                return Ok(());
            }
        }
        Err(self.died())
    }

    /// Waits for the `uciok` of a UCI engine, and reads its options. A program that
    /// speaks xboard's protocol only shows that by its answer to `protover`.
    pub(super) fn wait_for_uci(mut self) -> Result<EngineOptions, Failure> {
        let mut options = EngineOptions::default();
        let mut protover_at = Some(Instant::now() + PROTOVER.min(self.limit / 2));
        loop {
            let until = protover_at.unwrap_or(self.deadline);
            match self.process.next(until, self.stop) {
                Event::Line(_) if Instant::now() >= self.deadline => return Err(self.hangs()),
                Event::Line(line) => {
                    let word = line.trim();
                    if word == "uciok" {
                        return Ok(options);
                    }
                    if word.starts_with("feature ") || is_refusal(word) && word.contains("uci") {
                        return Err(self.fails(FaultKind::NotUci));
                    }
                    self.answer.has_text |= !word.is_empty();
                    options.read(word);
                }
                Event::Ended => return Err(self.died()),
                Event::Stopped => return Err(Failure::Stopped),
                Event::TimedOut if protover_at.is_some() => {
                    self.process.send("protover 2");
                    protover_at = None;
                }
                Event::TimedOut => return Err(self.hangs()),
            }
        }
    }

    /// Reads everything that a script prints.
    pub(super) fn read_until_end(mut self) -> Result<Answer, Failure> {
        while let Some(line) = self.next()? {
            self.take(&line)?;
        }
        Ok(self.answered())
    }

    /// The next line, or `None` at the end of the output. It is a fault if no line
    /// comes before the deadline.
    fn next(&mut self) -> Result<Option<String>, Failure> {
        match self.process.next(self.deadline, self.stop) {
            // A program that prints line after line never times out by itself.
            Event::Line(_) if Instant::now() >= self.deadline => Err(self.hangs()),
            Event::Line(line) => {
                self.answer.has_text |= !line.trim().is_empty();
                Ok(Some(line))
            }
            Event::Ended => Ok(None),
            Event::TimedOut => Err(self.hangs()),
            Event::Stopped => Err(Failure::Stopped),
        }
    }

    /// Adds what a line says to the answer.
    pub(super) fn take(&mut self, line: &str) -> Result<(), Failure> {
        let said = self.reader.line(line);
        if said == Said::Nothing {
            let first = line.split_ascii_whitespace().next().unwrap_or_default();
            if !first.is_empty() && !UCI_WORDS.contains(&first) {
                self.answer.unread.get_or_insert_with(|| line.to_owned());
            }
            return Ok(());
        }
        // No position has that many moves, so these lines are not a divide.
        if self.reader.moves() > 2 * MAX_MOVES {
            return Err(self.fails(FaultKind::Garbage));
        }
        if said == Said::Moves {
            // A program that goes on counting does not hang.
            self.deadline = Instant::now() + self.limit;
        }
        Ok(())
    }

    pub(super) fn has_moves(&self) -> bool {
        self.reader.moves() > 0
    }

    /// The answer with what was read. Only the last line shows which column of a table
    /// is meant, so the counts are taken once, at the end.
    pub(super) fn answered(self) -> Answer {
        Answer {
            counts: self.reader.counts(),
            total: self.reader.total(),
            unread_row: self.reader.unread().first().map(|&line| line.to_owned()),
            ..self.answer
        }
    }

    pub(super) fn died(&mut self) -> Failure {
        let status = self.process.exit_status().map(|status| status.to_string());
        self.fails(FaultKind::Died(status))
    }

    /// Finds out why the engine did not answer in time.
    pub(super) fn hangs(&mut self) -> Failure {
        let seconds = self.limit.as_secs();
        let is_count = self.answer.asked.contains("perft");
        if self.has_moves() || self.reader.has_total() {
            return self.fails(FaultKind::Unfinished(seconds));
        }
        // A search without end ends with `stop`, and prints its move. An engine that
        // does not flush its output prints it when it ends.
        self.process.send("stop");
        self.process.send("quit");
        self.process.close_input();
        let last_chance = Instant::now() + LAST_CHANCE;
        loop {
            match self.process.next(last_chance, self.stop) {
                Event::Line(line) => {
                    let word = line.trim();
                    if is_count && word.starts_with("bestmove") {
                        return self.fails(FaultKind::Searches);
                    }
                    if matches!(word, "uciok" | "readyok") || printout::read(word) != Entry::Other {
                        return self.fails(FaultKind::NotFlushed);
                    }
                    // A program that prints line after line never times out by itself.
                    if Instant::now() < last_chance {
                        continue;
                    }
                }
                Event::Stopped => return Failure::Stopped,
                Event::Ended | Event::TimedOut => {}
            }
            return self.fails(match self.answer.has_text {
                true if is_count => FaultKind::Garbage,
                true if self.answer.asked == "uci" => FaultKind::NotUci,
                _ => FaultKind::NoAnswer(seconds),
            });
        }
    }

    fn fails(&self, kind: FaultKind) -> Failure {
        Failure::of(self.process, kind, &self.answer.asked)
    }
}
