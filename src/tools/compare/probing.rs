//! How a UCI engine wants to be asked, which is found out with a count to depth 1.

use super::answer::Answer;
use super::fault::{Failure, Fault, FaultKind};
use super::manner::{Manner, UCI_QUESTIONS};
use super::template::Template;
use super::theirs::{Question, Theirs};
use crate::game::Game;
use std::time::Duration;

/// How long a UCI engine may take for the first count, to depth 1.
const TRY_LIMIT: Duration = Duration::from_secs(5);

impl Theirs<'_> {
    /// Keeps what an answer shows about the program.
    pub(super) fn learn(&mut self, answer: &Answer) {
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
        manner.has_remarks |= (has_moves || has_count) && answer.unread.is_some();
    }

    /// Finds out how a UCI engine wants to be asked, with a count to depth 1. One
    /// that lists moves is asked no other way.
    pub(super) fn find_out(&mut self, game: &Game) -> Result<Answer, Failure> {
        let limit = self.limit.min(TRY_LIMIT);
        let moves = game.position().legal_moves().len();
        let mut totals: Option<(Manner, Answer)> = None;
        let mut failed: Option<Box<Fault>> = None;
        let mut tried = String::new();
        for (number, question) in UCI_QUESTIONS.into_iter().enumerate() {
            self.manner = Manner::new(Template::fixed(question));
            // A failure to start or to speak UCI is the same for every question.
            self.process = Some(self.take_process()?);
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
        self.manner = self.program.manner();
        let Some(mut fault) = failed else {
            // Cannot be: the first question was answered, or failed.
            return Err(Failure::Stopped);
        };
        fault.asked += &tried;
        Err(Failure::Fault(fault))
    }
}
