//! When an answer is complete: a program that runs from question to question does not
//! mark its end.

use super::answer::Answer;
use super::conversation::Conversation;
use super::fault::Failure;
use super::process::Event;
use crate::tools::printout::sum_of;
use std::time::{Duration, Instant};

/// How long a UCI engine must be silent after a list of moves without a total, until
/// the list counts as complete.
const SILENCE: Duration = Duration::from_millis(500);
/// How long an engine that is ready must be silent, until it is clear that it does
/// not know the question.
const NOT_KNOWN: Duration = Duration::from_secs(1);
/// How long a program must be silent after its last line, if nothing of the answer
/// is missing.
const PAUSE: Duration = Duration::from_millis(50);
/// How long a program must at least be silent after a list without a total that lacks
/// moves, until the list counts as complete.
const PATIENCE: Duration = Duration::from_secs(5);

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
    /// The number of moves of the position.
    pub(super) moves: usize,
    /// Whether the program has printed other lines in a good answer.
    pub(super) has_remarks: bool,
}

impl Conversation<'_> {
    /// Reads an answer up to its total and the `readyok` after it.
    ///
    /// Without `has_totals`, the engine may print no total. The answer is then
    /// complete when it has the expected moves, the engine is silent, and it has
    /// answered `isready`. Without an expectation, any number of moves will do. If
    /// `isready` was sent behind the question, its answer after the last move shows the
    /// end, and no silence is needed.
    ///
    /// Lines of an unknown kind are an answer of their own, such as an error, if the
    /// engine has never printed any before.
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
            let is_odd = self.answer.unread.is_some() && !self.has_moves() && !reading.has_remarks;
            let may_end = !has_end && has_begun && (!reading.has_totals || is_odd);
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
                    let has_all = self.has_moves() && self.reader.moves() >= reading.moves;
                    let is_last = reading.is_ready_asked && !reading.has_totals && pending == 0;
                    if is_last && !reading.is_try && has_all {
                        return Ok(self.answered());
                    }
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
                    let is_complete = is_odd
                        || (reading.expected).is_none_or(|moves| self.reader.moves() >= moves);
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
    /// expected moves if the program prints no total. A list without a total that lacks
    /// moves is complete, too, after a longer silence. `totals_only` tells that the
    /// program prints nothing else.
    pub(super) fn read_until_quiet(
        mut self,
        reading: &Reading,
        totals_only: bool,
    ) -> Result<Answer, Failure> {
        let mut last = Instant::now();
        let mut patience = PATIENCE;
        loop {
            let has_total = self.reader.has_total();
            let has_all = (reading.expected).is_some_and(|moves| self.reader.moves() >= moves);
            let is_usual = has_total || has_all && !reading.has_totals;
            let is_complete = is_usual || self.has_moves() && !reading.has_totals;
            let is_whole = has_total && (totals_only || self.adds_up());
            let silence = match is_usual {
                true if is_whole => PAUSE,
                true => SILENCE,
                false => patience,
            };
            let until = match is_complete {
                true => (last + silence).min(self.deadline),
                false => self.deadline,
            };
            match self.process.next(until, self.stop) {
                Event::Line(line) => {
                    if Instant::now() >= self.deadline {
                        return Err(self.hangs());
                    }
                    // The next move may take as long as any before it, and more.
                    patience = patience.max(last.elapsed() * 10);
                    last = Instant::now();
                    self.answer.has_text |= !line.trim().is_empty();
                    self.take(&line)?;
                }
                Event::TimedOut if is_complete => return Ok(self.answered()),
                Event::Ended if is_usual => return Ok(self.answered()),
                Event::Ended => return Err(self.died()),
                Event::Stopped => return Err(Failure::Stopped),
                Event::TimedOut => return Err(self.hangs()),
            }
        }
    }

    /// Returns whether the total is the sum of the counts, of which there are some.
    fn adds_up(&self) -> bool {
        self.has_moves() && self.reader.total() == Some(sum_of(&self.reader.counts()))
    }
}
