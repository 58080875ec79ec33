//! Whether a wrong answer comes again: to the same question, in a fresh process, with
//! the questions before it, without a table, and with one thread. The answers tell a
//! fault of the moves from one of a table, of unmaking, or of threads.

use super::answer::Answer;
use super::fault::Failure;
use super::options::Change;
use super::session::Session;
use super::totals::is_number;
use super::walk::{Ending, is_vanished};
use crate::game::Game;
use crate::tools::diagnosis::{self, Diagnosis, OnlyWithinCause, Rule};

/// The most questions that are asked again in a fresh process: the last ones.
const MOST_REPEATED: usize = 500;
/// How often a fault of threads may hide in a row.
const TRIES: usize = 3;

/// A question to the other program.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    game: Game,
    depth: u32,
}

impl Session<'_> {
    /// Remembers a question.
    pub(super) fn remember(&mut self, game: &Game, depth: u32) {
        if self.asked.len() == MOST_REPEATED {
            self.asked.pop_front();
        }
        let game = game.clone();
        self.asked.push_back(Asked { game, depth });
    }

    /// Asks the last question of a walk again, and puts what the answers show before
    /// the other diagnoses. A program that fails to answer changes nothing.
    pub(super) fn recheck(&mut self, ending: &mut Ending) -> Result<(), Failure> {
        let rule = ending.diagnoses.first().map(|first| first.rule);
        if rule.is_some_and(|rule| self.confirmed.contains(&rule)) {
            return Ok(());
        }
        let found = self.examine(ending);
        // The questions here are not those of the comparison.
        self.theirs.end();
        self.asked.clear();
        match found {
            Err(Failure::Stopped) => return Err(Failure::Stopped),
            Err(Failure::Fault(_)) => {}
            Ok(None) if is_vanished(&ending.diagnoses) => {}
            Ok(None) => self.confirmed.extend(rule.filter(|&rule| !is_number(rule))),
            Ok(Some(found)) => {
                let is_within = |it: &Diagnosis| it.rule == Rule::OnlyWithin;
                ending.diagnoses.retain(|it| !is_within(it));
                ending.diagnoses.insert(0, found);
            }
        }
        Ok(())
    }

    /// Returns what repeating shows, or `None` if the answer is always the same and
    /// no option changes it.
    fn examine(&mut self, ending: &Ending) -> Result<Option<Diagnosis>, Failure> {
        let (plies, depth, wrong) = &ending.question;
        let game = start_of(&ending.game, *plies);
        let question = Asked {
            game,
            depth: *depth,
        };
        let before: Vec<Asked> = self.asked.iter().cloned().collect();
        let again = self.theirs.count(&question.game, question.depth)?;
        let fresh = self.fresh(&question, None)?;
        if again.is_same(wrong) && fresh.is_same(wrong) {
            return match is_vanished(&ending.diagnoses) {
                true => self.examine_within(ending, &question),
                false => Ok(None),
            };
        }
        if let Some(found) = self.examine_threads(&question, ending.right)? {
            return Ok(Some(found));
        }
        let second = self.fresh(&question, None)?;
        if !second.is_same(&fresh) {
            let counts = (fresh.leaves(), second.leaves());
            return Ok(Some(diagnosis::varies(counts.0, counts.1)));
        }
        if fresh.is_same(wrong) {
            // Only the second answer of one process is another.
            return Ok(match self.repeat(&[question.clone(), question])? {
                twice if twice.is_same(&again) => {
                    let (count, right) = (wrong.leaves(), again.leaves());
                    Some(diagnosis::after_itself(count, right))
                }
                twice => Some(diagnosis::varies(again.leaves(), twice.leaves())),
            });
        }
        self.examine_order(ending, &question, before, &fresh)
    }

    /// The fault does not show in a fresh process, or shows another count. Does it
    /// come from the questions before?
    fn examine_order(
        &mut self,
        ending: &Ending,
        question: &Asked,
        mut before: Vec<Asked>,
        fresh: &Answer,
    ) -> Result<Option<Diagnosis>, Failure> {
        let wrong = &ending.question.2;
        // What was asked after the wrong answer does not matter.
        let is_question =
            |asked: &Asked| asked.game == question.game && asked.depth == question.depth;
        if let Some(last) = before.iter().rposition(is_question) {
            before.truncate(last);
        }
        let mut questions = before.clone();
        questions.push(question.clone());
        let repeated = self.repeat(&questions)?;
        if repeated.is_same(fresh) {
            return Ok(Some(diagnosis::varies(wrong.leaves(), fresh.leaves())));
        }
        let clear = self.theirs.options.clear_table();
        self.repeat(&before)?;
        self.theirs.change(&clear)?;
        let cleared = self.theirs.count(&question.game, question.depth)?;
        Ok(Some(match cleared.is_same(fresh) {
            true => diagnosis::table(&clear.name, true),
            false => diagnosis::after_others(fresh.leaves(), wrong.leaves(), &clear.name),
        }))
    }

    /// The fault is the same in each process, but only within a deeper count.
    fn examine_within(
        &mut self,
        ending: &Ending,
        question: &Asked,
    ) -> Result<Option<Diagnosis>, Failure> {
        if let Some(found) = self.examine_threads(question, ending.right)? {
            return Ok(Some(found));
        }
        let mut cause = OnlyWithinCause::Unknown;
        if let Some((change, is_off)) = self.theirs.options.least_table() {
            let answer = self.fresh(question, Some(&change))?;
            if !answer.is_same(&ending.question.2) {
                let is_right = answer.leaves() == ending.right;
                return Ok(Some(diagnosis::table(&change.name, is_right)));
            }
            if is_off {
                cause = OnlyWithinCause::TableOff;
            }
        }
        if self.is_wrong_in_two_plies(question)? {
            cause = OnlyWithinCause::NoTable;
        }
        let counts = ending.differences.counts.first();
        Ok(match counts {
            _ if cause == OnlyWithinCause::Unknown => None,
            Some(&(_, right, other)) => {
                Some(diagnosis::vanished_by(&ending.game, right, other, cause))
            }
            None => {
                let other = ending.question.2.leaves();
                Some(diagnosis::sum_differs(ending.right, other, cause))
            }
        })
    }

    /// Does one thread make the count right, each time?
    fn examine_threads(
        &mut self,
        question: &Asked,
        right: u128,
    ) -> Result<Option<Diagnosis>, Failure> {
        let Some(change) = self.theirs.options.one_thread() else {
            return Ok(None);
        };
        let mut several_are_right = true;
        for _ in 0..TRIES {
            if self.fresh(question, Some(&change))?.leaves() != right {
                return Ok(None);
            }
            several_are_right &= self.fresh(question, None)?.leaves() == right;
        }
        // If it is right without the option, too, the option shows nothing.
        Ok((!several_are_right).then(|| diagnosis::threads(&change.name)))
    }

    /// Returns whether the program counts two plies wrong in a fresh process, though
    /// not the positions after one.
    fn is_wrong_in_two_plies(&mut self, question: &Asked) -> Result<bool, Failure> {
        let question = Asked {
            game: question.game.clone(),
            depth: 2,
        };
        let right = crate::perft(question.game.position(), 2);
        Ok(self.fresh(&question, None)?.leaves() != right)
    }

    /// The answer of a fresh process to one question, after this change of options.
    fn fresh(&mut self, question: &Asked, change: Option<&Change>) -> Result<Answer, Failure> {
        self.theirs.end();
        if let Some(change) = change {
            self.theirs.change(change)?;
        }
        self.theirs.count(&question.game, question.depth)
    }

    /// The last answer of a fresh process to these questions.
    fn repeat(&mut self, questions: &[Asked]) -> Result<Answer, Failure> {
        self.theirs.end();
        let mut last = Answer::default();
        for asked in questions {
            last = self.theirs.count(&asked.game, asked.depth)?;
        }
        Ok(last)
    }
}

/// The first moves of a game.
fn start_of(game: &Game, plies: usize) -> Game {
    let mut start = game.clone();
    while start.moves().len() > plies {
        start.unmake();
    }
    start
}
