//! The walk to a fault. Both programs divide, the shallowest depth first. The walk
//! follows the first move whose counts differ, until it finds a position whose
//! moves differ.

use super::CompareOptions;
use super::conversation::Answer;
use super::fault::{Failure, Fault, FaultKind};
use super::identity::Identity;
use super::manner::Manner;
use super::theirs::Theirs;
use crate::control::Token;
use crate::game::Game;
use crate::perft::{Divide, Settings};
use crate::tools::diagnosis::{self, Diagnosis};
use crate::tools::differences::Differences;

/// Where the counts of two programs differ, and the rules that are most likely at
/// fault.
#[derive(Clone, Debug)]
pub struct Disagreement {
    /// The least depth at which the counts of the root differ, in plies.
    pub depth: u32,
    /// The counts of the root to that depth: the right one, and the other program's.
    pub totals: (u128, u128),
    /// The game from the root to the position whose moves or counts differ.
    pub game: Game,
    /// The differences of the divides of that position.
    pub differences: Differences,
    /// The rules that are most likely at fault, the likeliest first. There is at
    /// least one.
    pub diagnoses: Vec<Diagnosis>,
}

/// The result of a comparison.
#[derive(Clone, Debug)]
pub enum Comparison {
    /// All counts are the same. This is the one at the greatest depth.
    Same(u128),
    /// The counts differ.
    Different(Box<Disagreement>),
    /// The other program failed to answer.
    Failed(Box<Fault>),
    /// `stop` was set.
    Stopped,
}

impl From<Failure> for Comparison {
    fn from(failure: Failure) -> Comparison {
        match failure {
            Failure::Stopped => Comparison::Stopped,
            Failure::Fault(fault) => Comparison::Failed(fault),
        }
    }
}

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

    /// What the program says of itself, if it is a UCI engine that was asked already.
    #[must_use]
    pub fn identity(&self) -> &Identity {
        &self.theirs.identity
    }

    /// The other program's count of a position, by one question: the sum of its
    /// counts, or its total if it prints nothing else.
    ///
    /// # Errors
    ///
    /// If it does not answer, if its total is not the sum of its counts, or if `stop`
    /// was set.
    pub fn total(&mut self, game: &Game, depth: u32) -> Result<u128, Failure> {
        let answer = self.theirs.count(game, depth)?;
        let sum = answer.leaves();
        match answer.total.filter(|&total| total != sum) {
            Some(total) => Err(wrong_total(total, sum, answer)),
            None => Ok(sum),
        }
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

    fn find_fault(&mut self, root: &Game, depth: u32) -> Result<Comparison, Failure> {
        let mut total = 1;
        for depth in 1..=depth {
            let (right, theirs, differences) = self.divide(root, depth)?;
            total = right;
            if !differences.is_empty() {
                let totals = (total, theirs.sum());
                let (game, differences, diagnoses) =
                    self.follow(root.clone(), depth, differences)?;
                return Ok(Comparison::Different(Box::new(Disagreement {
                    depth,
                    totals,
                    game,
                    differences,
                    diagnoses,
                })));
            }
            if let Some(printed) = theirs.total.filter(|&printed| printed != total) {
                return Err(wrong_total(printed, total, theirs));
            }
        }
        Ok(Comparison::Same(total))
    }

    /// Divides a position on both sides. Returns the right total, the other
    /// program's answer, and the differences.
    fn divide(&mut self, game: &Game, depth: u32) -> Result<(u128, Answer, Differences), Failure> {
        let position = game.position();
        let mut ours = Vec::new();
        let mut listener = |mv, count| ours.push((mv, count));
        let outcome = (self.settings).divide(position, depth, self.stop, &mut listener);
        let Divide::Complete(total) = outcome else {
            return Err(Failure::Stopped);
        };
        let theirs = self.theirs.count(game, depth)?;
        let differences = Differences::between(position, &ours, &theirs.counts);
        Ok((total, theirs, differences))
    }

    /// Walks down from a position whose divides differ.
    fn follow(
        &mut self,
        mut game: Game,
        mut depth: u32,
        mut differences: Differences,
    ) -> Result<(Game, Differences, Vec<Diagnosis>), Failure> {
        loop {
            let same_moves = differences.missing.is_empty() && differences.extra.is_empty();
            let wrong = differences.counts.first().filter(|_| same_moves);
            let Some(&(mv, right, other)) = wrong else {
                let diagnoses = differences.diagnoses(&game);
                return Ok((game, differences, diagnoses));
            };
            if depth == 1 {
                return Ok((game, differences, vec![diagnosis::leaf(mv, right, other)]));
            }
            game.make(mv);
            depth -= 1;
            let (_, _, below) = self.divide(&game, depth)?;
            if below.is_empty() {
                // The other program counts this position right by itself.
                differences = Differences {
                    counts: vec![(mv, right, other)],
                    ..Differences::default()
                };
                let diagnosis = diagnosis::vanished(&game, right, other);
                return Ok((game, differences, vec![diagnosis]));
            }
            differences = below;
        }
    }
}

/// The failure of a program whose total is not the sum of its counts.
fn wrong_total(total: u128, sum: u128, answer: Answer) -> Failure {
    Failure::Fault(Box::new(Fault {
        kind: FaultKind::WrongTotal { total, sum },
        asked: answer.asked,
        last_lines: answer.last_lines,
    }))
}
