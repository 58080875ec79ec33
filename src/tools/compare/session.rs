//! A session with the other program: one question, or the whole comparison of a
//! position. `walk` compares.

use super::CompareOptions;
use super::answer::Answer;
use super::fault::{Failure, Fault, FaultKind};
use super::identity::Identity;
use super::manner::Manner;
use super::repeat::Asked;
use super::theirs::Theirs;
use super::walk::Comparison;
use crate::control::Token;
use crate::game::Game;
use crate::perft::Settings;
use crate::tools::diagnosis::Rule;
use std::collections::VecDeque;

/// A conversation with the other program, which compares its counts with ours. The
/// program starts with the first question, runs until the end, and is started again
/// after a failure.
///
/// ```no_run
/// use ox88::board::CastlingNotation;
/// use ox88::children::Children;
/// use ox88::control::Token;
/// use ox88::game::Game;
/// use ox88::perft::Settings;
/// use ox88::tools::compare::*;
/// use std::time::Duration;
///
/// let options = CompareOptions {
///     program: OtherProgram {
///         kind: ProgramKind::Uci,
///         path: "stockfish".to_owned(),
///         arguments: vec![],
///     },
///     depth: 3,
///     limit: Duration::from_secs(60),
///     castling: CastlingNotation::Standard,
///     children: Children::default(),
/// };
/// let (mut settings, stop) = (Settings::default(), Token::never());
/// let mut session = Session::new(&options, &mut settings, &stop);
/// if session.total(&Game::default(), 3)? != 8_902 {
///     // Find out why.
///     let _found = session.compare(&Game::default(), 3);
/// }
/// session.quit();
/// # Ok::<(), Failure>(())
/// ```
#[derive(Debug)]
pub struct Session<'a> {
    pub(super) settings: &'a mut Settings,
    pub(super) stop: &'a Token,
    pub(super) theirs: Theirs<'a>,
    /// The last questions since the program was started.
    pub(super) asked: VecDeque<Asked>,
    /// The rules of faults that were found to be the same in a fresh process.
    pub(super) confirmed: Vec<Rule>,
}

impl<'a> Session<'a> {
    /// A session with the program of the options. Our own counts use `settings`.
    #[must_use]
    pub fn new(
        options: &'a CompareOptions,
        settings: &'a mut Settings,
        stop: &'a Token,
    ) -> Session<'a> {
        Session {
            settings,
            stop,
            theirs: Theirs::new(options, stop),
            asked: VecDeque::new(),
            confirmed: Vec::new(),
        }
    }

    /// The same session with what an earlier one with this program has found out.
    #[must_use]
    pub fn with_manner(mut self, manner: Manner) -> Session<'a> {
        self.theirs.manner = manner;
        self
    }

    /// How the program is asked, as far as it is known.
    #[must_use]
    pub fn manner(&self) -> &Manner {
        &self.theirs.manner
    }

    /// What the program says of itself, if it is a UCI engine that runs.
    #[must_use]
    pub fn identity(&self) -> &Identity {
        &self.theirs.options.identity
    }

    /// The other program's count of a position, by one question: the sum of its
    /// counts, or its total if it prints nothing else.
    ///
    /// # Errors
    ///
    /// If it does not answer, if its total is not the sum of its counts, or if `stop`
    /// was set.
    pub fn total(&mut self, game: &Game, depth: u32) -> Result<u128, Failure> {
        let answer = self.count(game, depth)?;
        let sum = answer.leaves();
        match answer.total.filter(|&total| total != sum) {
            Some(total) => Err(wrong_total(total, sum, answer)),
            None => Ok(sum),
        }
    }

    /// Asks the other program, and remembers the question.
    pub(super) fn count(&mut self, game: &Game, depth: u32) -> Result<Answer, Failure> {
        if !self.theirs.is_running() {
            self.asked.clear();
        }
        let answer = self.theirs.count(game, depth);
        self.remember(game, depth);
        answer
    }

    /// Compares the counts of a position at every depth up to `depth`, and finds the
    /// fault if they differ.
    pub fn compare(&mut self, root: &Game, depth: u32) -> Comparison {
        self.find_fault(root, depth)
            .unwrap_or_else(Comparison::from)
    }

    /// Ends the program.
    pub fn quit(self) {
        if !self.stop.is_set() {
            self.theirs.quit();
        }
    }
}

/// The failure of a program whose total is not the sum of its counts.
pub(super) fn wrong_total(total: u128, sum: u128, answer: Answer) -> Failure {
    Failure::Fault(Box::new(Fault {
        kind: FaultKind::WrongTotal { total, sum },
        asked: answer.asked,
        last_lines: answer.last_lines,
    }))
}
