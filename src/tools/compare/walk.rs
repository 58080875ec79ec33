//! The walk to a fault. Both programs divide, the shallowest depth first. The walk
//! follows the first move whose counts differ, until it finds a position whose
//! moves differ.

use super::conversation::Answer;
use super::fault::{Failure, Fault, FaultKind};
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

/// Both sides of a comparison.
pub(super) struct Sides<'a> {
    pub(super) settings: &'a mut Settings,
    pub(super) stop: &'a Token,
    pub(super) theirs: Theirs<'a>,
}

impl Sides<'_> {
    /// Compares the counts of a position at every depth up to `depth`.
    pub(super) fn compare(&mut self, root: &Game, depth: u32) -> Comparison {
        self.find_fault(root, depth)
            .unwrap_or_else(Comparison::from)
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
                return Ok(Comparison::Failed(Box::new(Fault {
                    kind: FaultKind::WrongTotal {
                        total: printed,
                        sum: total,
                    },
                    asked: theirs.asked,
                    last_lines: theirs.last_lines,
                })));
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
        let theirs = self.theirs.divide(game, depth)?;
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
