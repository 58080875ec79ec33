//! Reads the answer to one question to the other program: how long to wait, when
//! the answer is complete, and what it means if nothing comes.

use super::fault::{Failure, Fault, FaultKind};
use super::process::{Event, Process};
use crate::control::Token;
use crate::movegen::MAX_MOVES;
use crate::tools::printout::{self, Entry, Reader, Said};
use std::time::{Duration, Instant};

/// How long a UCI engine must be silent after a list of moves without a total, until
/// the list counts as complete.
const SILENCE: Duration = Duration::from_millis(500);
/// How long a silent engine may take to print what it did not flush, after its
/// input has ended.
const LAST_CHANCE: Duration = Duration::from_secs(1);

/// A divide as the other program printed it.
#[derive(Debug, Default)]
pub(super) struct Answer {
    /// The moves and their counts.
    pub(super) counts: Vec<(String, u128)>,
    /// The total, if the program printed one.
    pub(super) total: Option<u128>,
    /// The question.
    pub(super) asked: String,
    /// The last lines that the program printed.
    pub(super) last_lines: Vec<String>,
    /// Whether the program printed a `bestmove`.
    has_searched: bool,
    /// Whether the program printed any text.
    has_text: bool,
}

impl Answer {
    /// The sum of the counts, which saturates: a program may print anything.
    pub(super) fn sum(&self) -> u128 {
        let counts = self.counts.iter().map(|&(_, count)| count);
        counts.fold(0, u128::saturating_add)
    }

    /// Returns the answer if it can be compared, and otherwise the program's fault.
    pub(super) fn checked(self) -> Result<Answer, Failure> {
        let is_refusal = |line: &String| {
            let line = line.to_lowercase();
            let words = ["error", "illegal", "invalid", "unknown", "unrecogni"];
            words.iter().any(|word| line.contains(word))
        };
        let kind = if !self.counts.is_empty() {
            return Ok(self);
        } else if self.has_searched {
            FaultKind::Searches
        } else if self.last_lines.iter().any(is_refusal) {
            FaultKind::Refuses
        } else {
            match self.total {
                Some(0) => return Ok(self),
                Some(total) => FaultKind::NoMoves(total),
                None => FaultKind::Garbage,
            }
        };
        Err(Failure::Fault(Box::new(Fault {
            kind,
            asked: self.asked,
            last_lines: self.last_lines,
        })))
    }
}

/// A question whose answer is being read.
pub(super) struct Conversation<'a> {
    process: &'a mut Process,
    stop: &'a Token,
    limit: Duration,
    deadline: Instant,
    answer: Answer,
    reader: Reader,
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

    /// Waits for this line, and skips all lines before it.
    pub(super) fn wait_for(mut self, reply: &str) -> Result<(), Failure> {
        while let Some(line) = self.next()? {
            if line.trim() == reply {
                return Ok(());
            }
        }
        Err(self.died())
    }

    /// Reads everything that a script prints.
    pub(super) fn read_until_end(mut self) -> Result<Answer, Failure> {
        while let Some(line) = self.next()? {
            self.take(&line)?;
        }
        Ok(self.answer)
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
    fn take(&mut self, line: &str) -> Result<(), Failure> {
        let said = self.reader.line(line);
        if said == Said::Nothing {
            return Ok(());
        }
        // A later line may show which column of a table is meant.
        self.answer.counts = self.reader.counts();
        self.answer.total = self.reader.total();
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

    /// Reads an answer up to its total and the `readyok` after it.
    ///
    /// Without `has_totals`, the engine may print no total. The answer is then
    /// complete when it has `expected` moves, the engine is silent, and it has
    /// answered `isready`. Without `expected`, any number of moves will do.
    pub(super) fn read_until_total(
        mut self,
        expected: Option<usize>,
        has_totals: bool,
    ) -> Result<Answer, Failure> {
        let silence = SILENCE.min(self.limit / 4);
        // The number of `isready` that are not answered yet.
        let mut pending = 0;
        let mut was_ready = false;
        let mut quiet_until = Instant::now() + silence;
        loop {
            let has_total = self.answer.total.is_some();
            if has_total && was_ready && pending == 0 {
                return Ok(self.answer);
            }
            let may_end = !has_total && self.answer.has_text && !has_totals;
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
                    self.answer.has_text |= !word.is_empty();
                    self.answer.has_searched |= word.starts_with("bestmove");
                    self.take(&line)?;
                    was_ready &= word.is_empty();
                    quiet_until = Instant::now() + silence;
                    if !has_total && self.answer.total.is_some() {
                        self.process.send("isready");
                        pending += 1;
                        was_ready = false;
                    }
                }
                Event::Ended if has_total => return Ok(self.answer),
                Event::Ended => return Err(self.died()),
                Event::Stopped => return Err(Failure::Stopped),
                Event::TimedOut => {
                    let is_over = Instant::now() >= self.deadline;
                    let is_complete =
                        expected.is_none_or(|moves| self.answer.counts.len() >= moves);
                    if may_end && was_ready && pending == 0 && (is_complete || is_over) {
                        return Ok(self.answer);
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

    /// Finds out why the engine did not answer in time.
    fn hangs(&mut self) -> Failure {
        let seconds = self.limit.as_secs();
        let is_count = self.answer.asked.contains("perft");
        if !self.answer.counts.is_empty() || self.answer.total.is_some() {
            return self.fails(FaultKind::Unfinished(seconds));
        }
        // An engine that does not flush its output prints it when it ends.
        self.process.send("quit");
        self.process.close_input();
        let last_chance = Instant::now() + LAST_CHANCE;
        loop {
            match self.process.next(last_chance, self.stop) {
                Event::Line(line) => {
                    let word = line.trim();
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
            return self.fails(match self.answer.has_text && is_count {
                true => FaultKind::Garbage,
                false => FaultKind::NoAnswer(seconds),
            });
        }
    }

    fn fails(&self, kind: FaultKind) -> Failure {
        Failure::of(self.process, kind, &self.answer.asked)
    }
}
