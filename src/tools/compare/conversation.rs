//! Reads the answer to one question to the other program: how long to wait, when
//! the answer is complete, and what it means if nothing comes.

use super::answer::{Answer, is_refusal};
use super::fault::{Failure, FaultKind};
use super::options::EngineOptions;
use super::process::{Event, Process};
use crate::control::Token;
use crate::movegen::MAX_MOVES;
use crate::tools::printout::{self, Entry, Reader, Said, sum_of};
use std::time::{Duration, Instant};

/// The first words of lines that a UCI engine prints beside an answer.
const UCI_WORDS: [&str; 5] = ["info", "bestmove", "option", "id", "readyok"];
/// How long a UCI engine must be silent after a list of moves without a total, until
/// the list counts as complete.
const SILENCE: Duration = Duration::from_millis(500);
/// How long an engine that is ready must be silent, until it is clear that it does
/// not know the question.
const NOT_KNOWN: Duration = Duration::from_secs(1);
/// How long a program must be silent after its last line, if nothing of the answer
/// is missing.
const PAUSE: Duration = Duration::from_millis(50);
/// How long an engine may take for its `uciok`, until it is tested whether it speaks
/// xboard's protocol.
const PROTOVER: Duration = Duration::from_secs(5);
/// How long a silent engine may take to print what it did not flush, after its
/// input has ended.
const LAST_CHANCE: Duration = Duration::from_secs(1);

/// What is known about the answer that is awaited.
#[derive(Debug)]
pub(super) struct Reading {
    /// The number of moves in it, if that matters.
    pub(super) expected: Option<usize>,
    /// Whether the program has ever printed a total. It then prints one again.
    pub(super) has_totals: bool,
    /// Whether the program may not know the question, and then prints nothing.
    pub(super) is_try: bool,
    /// Whether `isready` has been sent behind the question.
    pub(super) is_ready_asked: bool,
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
    fn take(&mut self, line: &str) -> Result<(), Failure> {
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

    /// Reads an answer up to its total and the `readyok` after it.
    ///
    /// Without `has_totals`, the engine may print no total. The answer is then
    /// complete when it has the expected moves, the engine is silent, and it has
    /// answered `isready`. Without an expectation, any number of moves will do.
    pub(super) fn read_until_total(mut self, reading: &Reading) -> Result<Answer, Failure> {
        let mut silence = SILENCE.min(self.limit / 4);
        if reading.is_try {
            // A loaded machine must not make an engine look as if it knew nothing.
            silence = NOT_KNOWN.min(self.limit / 4);
        }
        // The number of `isready` that are not answered yet.
        let mut pending = i32::from(reading.is_ready_asked);
        let mut was_ready = false;
        let mut quiet_until = Instant::now() + silence;
        loop {
            let has_end = self.has_end();
            if has_end && was_ready && pending == 0 {
                return Ok(self.answered());
            }
            let has_begun = self.answer.has_text || reading.is_try;
            let may_end = !has_end && has_begun && !reading.has_totals;
            if self.has_moves() {
                silence = SILENCE.min(self.limit / 4);
            }
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
                    if !has_end && self.has_end() {
                        self.process.send("isready");
                        pending += 1;
                        was_ready = false;
                    }
                }
                Event::Ended if has_end => return Ok(self.answered()),
                Event::Ended => return Err(self.died()),
                Event::Stopped => return Err(Failure::Stopped),
                Event::TimedOut => {
                    let is_over = Instant::now() >= self.deadline;
                    let is_complete =
                        (reading.expected).is_none_or(|moves| self.reader.moves() >= moves);
                    if may_end && was_ready && pending == 0 && (is_complete || is_over) {
                        if reading.is_try && !self.has_moves() {
                            self.stop_search();
                        }
                        return Ok(self.answered());
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

    /// Ends a search, if there is one, which shows by its `bestmove`.
    fn stop_search(&mut self) {
        self.process.send("stop");
        let deadline = Instant::now() + SILENCE;
        while let Event::Line(line) = self.process.next(deadline, self.stop) {
            if line.starts_with("bestmove") {
                self.answer.has_searched = true;
                return;
            }
            if Instant::now() >= deadline {
                return;
            }
        }
    }

    /// Returns whether the line that ends an answer has come: a total, or the
    /// `bestmove` of a search.
    fn has_end(&self) -> bool {
        let is_search = self.answer.has_searched && !self.has_moves();
        self.reader.has_total() || is_search
    }

    /// Reads an answer of a program that is not a UCI engine, so nothing marks its
    /// end. It is complete if the program is silent after a total, or after the
    /// expected moves if the program prints no total. `totals_only` tells that it
    /// prints nothing else.
    pub(super) fn read_until_quiet(
        mut self,
        reading: &Reading,
        totals_only: bool,
    ) -> Result<Answer, Failure> {
        let mut last = Instant::now();
        loop {
            let has_total = self.reader.has_total();
            let has_all = (reading.expected).is_some_and(|moves| self.reader.moves() >= moves);
            let is_complete = has_total || has_all && !reading.has_totals;
            let is_whole = has_total && (totals_only || self.adds_up());
            let silence = if is_whole { PAUSE } else { SILENCE };
            let until = match is_complete {
                true => (last + silence).min(self.deadline),
                false => self.deadline,
            };
            match self.process.next(until, self.stop) {
                Event::Line(line) => {
                    if Instant::now() >= self.deadline {
                        return Err(self.hangs());
                    }
                    last = Instant::now();
                    self.answer.has_text |= !line.trim().is_empty();
                    self.take(&line)?;
                }
                Event::TimedOut | Event::Ended if is_complete => return Ok(self.answered()),
                Event::Ended => return Err(self.died()),
                Event::Stopped => return Err(Failure::Stopped),
                Event::TimedOut => return Err(self.hangs()),
            }
        }
    }

    fn has_moves(&self) -> bool {
        self.reader.moves() > 0
    }

    /// Returns whether the total is the sum of the counts, of which there are some.
    fn adds_up(&self) -> bool {
        self.has_moves() && self.reader.total() == Some(sum_of(&self.reader.counts()))
    }

    /// The answer with what was read. Only the last line shows which column of a table
    /// is meant, so the counts are taken once, at the end.
    fn answered(self) -> Answer {
        Answer {
            counts: self.reader.counts(),
            total: self.reader.total(),
            ..self.answer
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
