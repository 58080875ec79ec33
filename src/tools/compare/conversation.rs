//! One question to the other program, while it is answered: how long to wait,
//! when an answer is complete, and what a silence means.

use super::fault::{Failure, Fault, FaultKind};
use super::process::{Event, Process};
use crate::control::Token;
use crate::movegen::MAX_MOVES;
use crate::tools::printout::{self, Entry};
use std::time::{Duration, Instant};

/// How long a UCI engine that has printed moves, but no total, must have been
/// silent to be taken at its word.
const SILENCE: Duration = Duration::from_millis(500);
/// How long an engine that was found silent may take to show that it only
/// does not flush.
const LAST_CHANCE: Duration = Duration::from_secs(1);

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

impl Answer {
    /// Passes on what can be compared.
    pub(super) fn judged(self) -> Result<Answer, Failure> {
        let says = |words: &[&str]| {
            self.last_lines.iter().any(|line| {
                let line = line.to_lowercase();
                words.iter().any(|word| line.contains(word))
            })
        };
        let kind = if !self.counts.is_empty() {
            return Ok(self);
        } else if self.searched {
            FaultKind::Searches
        } else if says(&["error", "illegal", "invalid", "unknown", "unrecogni"]) {
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

/// One question, while it is answered.
pub(super) struct Conversation<'a> {
    process: &'a mut Process,
    stop: &'a Token,
    limit: Duration,
    deadline: Instant,
    answer: Answer,
}

impl<'a> Conversation<'a> {
    /// Begins to listen for the answer to what was just asked.
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
        }
    }

    /// Waits for this line; everything before is passed over.
    pub(super) fn wait_for(mut self, reply: &str) -> Result<(), Failure> {
        while let Some(line) = self.next()? {
            if line.trim() == reply {
                return Ok(());
            }
        }
        Err(self.died())
    }

    /// Reads all that a script prints.
    pub(super) fn read_until_end(mut self) -> Result<Answer, Failure> {
        while let Some(line) = self.next()? {
            self.take(&line)?;
        }
        Ok(self.answer)
    }

    /// The next line, or none at the end of the output. A wait up to the
    /// deadline of the whole answer ends with a fault.
    fn next(&mut self) -> Result<Option<String>, Failure> {
        match self.process.next(self.deadline, self.stop) {
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
        match printout::read(line) {
            // More moves than any position has: these are none.
            Entry::Count { .. } if self.answer.counts.len() > 2 * MAX_MOVES => {
                return Err(self.fails(FaultKind::Garbage));
            }
            Entry::Count { mv, count } => {
                self.answer.counts.push((mv, count));
                // Who goes on counting is not hanging, however long it takes.
                self.deadline = Instant::now() + self.limit;
            }
            // The first one is of the leaves; a time, or a speed, may follow.
            Entry::Total(total) => {
                self.answer.total.get_or_insert(total);
            }
            Entry::Other => {}
        }
        Ok(())
    }

    /// Reads up to the total and what belongs to it. From an engine that never
    /// prints a total, an answer is complete when as many moves as `expected`
    /// are there, if so many are, it is silent, and says that it is ready.
    pub(super) fn read_until_total(
        mut self,
        expected: Option<usize>,
        has_totals: bool,
    ) -> Result<Answer, Failure> {
        let silence = SILENCE.min(self.limit / 4);
        // Questions whether it is ready that are not answered yet.
        let mut pending = 0;
        let mut was_ready = false;
        let mut quiet_until = Instant::now() + silence;
        loop {
            let has_total = self.answer.total.is_some();
            if has_total && was_ready && pending == 0 {
                return Ok(self.answer);
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
                    if matches!(word, "uciok" | "readyok") || printout::read(word) != Entry::Other {
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
        Failure::of(self.process, kind, &self.answer.asked)
    }
}
