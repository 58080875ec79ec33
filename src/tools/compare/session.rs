//! A session with the other program: one question, or the whole comparison of a
//! position. `walk` compares.

use super::answer::Answer;
use super::fault::Failure;
use super::identity::Identity;
use super::manner::Manner;
use super::repeat::Asked;
use super::theirs::Theirs;
use super::walk::Comparison;
use super::{CompareOptions, OnQuestion};
use crate::board::Position;
use crate::control::Token;
use crate::game::Game;
use crate::movegen::Move;
use crate::perft::{Divide, Settings};
use crate::tools::diagnosis::Rule;
use crate::tools::differences::Differences;
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
///     on_question: OnQuestion::default(),
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
    on_question: &'a OnQuestion,
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
            on_question: &options.on_question,
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
    /// If it does not answer, if a line of its list cannot be read, if its total is not
    /// the sum of its counts, or if `stop` was set.
    pub fn total(&mut self, game: &Game, depth: u32) -> Result<u128, Failure> {
        let answer = self.count(game, depth)?;
        match answer.objection() {
            Some(failure) => Err(failure),
            None => Ok(answer.leaves()),
        }
    }

    /// Asks one question whose right count is `leaves`. Besides the count, it tests the
    /// other program's list, if it prints one: that every move is legal, and where
    /// `is_whole`, that each has the right count.
    ///
    /// # Errors
    ///
    /// As [`Session::total`].
    pub fn verify(
        &mut self,
        game: &Game,
        depth: u32,
        leaves: u128,
        is_whole: bool,
    ) -> Result<Verified, Failure> {
        let answer = self.count(game, depth)?;
        if let Some(failure) = answer.objection() {
            return Err(failure);
        }
        let found = answer.leaves();
        if found != leaves {
            return Ok(Verified::WrongCount(found));
        }
        if answer.counts.is_empty() {
            return Ok(Verified::Right);
        }
        let position = game.position();
        let is_right = match is_whole || depth == 1 {
            true => self.differences(position, depth, &answer)?.is_empty(),
            false => {
                let moves = position.legal_moves().into_iter();
                let ours: Vec<(Move, u128)> = moves.map(|mv| (mv, 0)).collect();
                let differences = Differences::between(position, &ours, &answer.counts);
                differences.extra.is_empty()
            }
        };
        Ok(match is_right {
            true => Verified::Right,
            false => Verified::WrongList,
        })
    }

    /// The differences of an answer from our own divide.
    fn differences(
        &mut self,
        position: &Position,
        depth: u32,
        answer: &Answer,
    ) -> Result<Differences, Failure> {
        let (ours, _) = self.ours(position, depth)?;
        Ok(Differences::between(position, &ours, &answer.counts))
    }

    /// Our own divide, and its total.
    pub(super) fn ours(
        &mut self,
        position: &Position,
        depth: u32,
    ) -> Result<(Vec<(Move, u128)>, u128), Failure> {
        let mut ours = Vec::new();
        let mut listener = |mv, count| ours.push((mv, count));
        match (self.settings).divide(position, depth, self.stop, &mut listener) {
            Divide::Complete(total) => Ok((ours, total)),
            _ => Err(Failure::Stopped),
        }
    }

    /// Asks the other program, and remembers the question.
    pub(super) fn count(&mut self, game: &Game, depth: u32) -> Result<Answer, Failure> {
        if !self.theirs.is_running() {
            self.asked.clear();
        }
        self.on_question.tell(game, depth);
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

/// What one answer of the other program shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verified {
    /// The count is right, and so is what was tested of the list.
    Right,
    /// The count is this one.
    WrongCount(u128),
    /// The count is right, but a move is illegal, or has a wrong count.
    WrongList,
}
