//! The walk to a fault. Both programs divide, the shallowest depth first. The walk
//! follows the first move whose counts differ, until it finds a position whose
//! moves differ.

use super::answer::Answer;
use super::fault::{Failure, Fault};
use super::session::Session;
use super::totals::Totals;
use crate::game::Game;
use crate::movegen::Move;
use crate::tools::diagnosis::{self, Diagnosis, Rule};
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
    /// The numbers of moves of that position, the right one and the other program's,
    /// if they differ and the program does not list them.
    pub moves: Option<(u128, u128)>,
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

/// The counts of both programs at one position.
pub(super) struct Node {
    pub(super) depth: u32,
    /// The right counts.
    pub(super) ours: Vec<(Move, u128)>,
    /// Their sum.
    pub(super) right: u128,
    pub(super) answer: Answer,
    pub(super) differences: Differences,
    /// Whether the program prints only totals, so that `differences` has nothing.
    pub(super) is_total: bool,
}

/// The end of a walk.
pub(super) struct Ending {
    pub(super) game: Game,
    pub(super) differences: Differences,
    pub(super) moves: Option<(u128, u128)>,
    pub(super) diagnoses: Vec<Diagnosis>,
    /// The number of moves of `game` before the position of the last question whose
    /// answer is wrong, its depth, and the answer.
    pub(super) question: (usize, u32, Answer),
    /// The right count and the other one, if the question was the whole cause.
    pub(super) right: u128,
}

impl Node {
    /// Returns whether the programs disagree.
    pub(super) fn differs(&self) -> bool {
        match self.is_total {
            true => self.answer.leaves() != self.right,
            false => !self.differences.is_empty(),
        }
    }

    /// The right count of each move and the other one. There is none if the program does
    /// not list its moves.
    fn counts(&self) -> Vec<(Move, u128, u128)> {
        if self.is_total {
            return Vec::new();
        }
        let counts = self.ours.iter().map(|&(mv, right)| {
            let mut wrong = self.differences.counts.iter();
            let other = wrong.find_map(|&(it, _, other)| (it == mv).then_some(other));
            (mv, right, other.unwrap_or(right))
        });
        counts.collect()
    }

    /// The end of a walk at this node, which is the position at the end of `game`.
    fn end(self, game: Game, diagnoses: Vec<Diagnosis>) -> Ending {
        Ending {
            question: (game.moves().len(), self.depth, self.answer),
            game,
            differences: self.differences,
            moves: None,
            diagnoses,
            right: self.right,
        }
    }
}

impl Session<'_> {
    pub(super) fn find_fault(&mut self, root: &Game, depth: u32) -> Result<Comparison, Failure> {
        let mut total = 1;
        for depth in 1..=depth {
            let node = self.ask(root, depth)?;
            total = node.right;
            if node.differs() {
                let totals = (total, node.answer.leaves());
                let mut ending = self.follow(root.clone(), node)?;
                self.recheck(&mut ending)?;
                return Ok(Comparison::Different(Box::new(Disagreement {
                    depth,
                    totals,
                    game: ending.game,
                    differences: ending.differences,
                    moves: ending.moves,
                    diagnoses: ending.diagnoses,
                })));
            }
            if let Some(failure) = node.answer.objection() {
                return Err(failure);
            }
        }
        Ok(Comparison::Same(total))
    }

    /// Counts a position on both sides.
    pub(super) fn ask(&mut self, game: &Game, depth: u32) -> Result<Node, Failure> {
        let position = game.position();
        let (ours, right) = self.ours(position, depth)?;
        let answer = self.count(game, depth)?;
        let is_total =
            answer.counts.is_empty() && (self.theirs.manner.totals_only || answer.leaves() > 0);
        let differences = match is_total {
            true => Differences::default(),
            false => Differences::between(position, &ours, &answer.counts),
        };
        Ok(Node {
            depth,
            ours,
            right,
            answer,
            differences,
            is_total,
        })
    }

    /// Walks down from a position whose counts differ.
    fn follow(&mut self, mut game: Game, mut node: Node) -> Result<Ending, Failure> {
        loop {
            if node.answer.counts.is_empty() {
                let other = node.answer.leaves();
                if let Some(draw) = diagnosis::drawn(&game, node.depth, node.right, other) {
                    return Ok(node.end(game, vec![draw]));
                }
            }
            let (mv, right, other) = if node.is_total {
                match self.compare_moves(&game, &node)? {
                    Totals::Child(mv, right, other) => (mv, right, other),
                    Totals::Moves(found) => {
                        let mut ending = node.end(game, found.diagnoses);
                        ending.differences = found.differences;
                        ending.moves = found.moves;
                        return Ok(ending);
                    }
                }
            } else {
                let differences = &node.differences;
                let same_moves = differences.missing.is_empty() && differences.extra.is_empty();
                let wrong = differences.counts.first().filter(|_| same_moves);
                let Some(&wrong) = wrong else {
                    let diagnoses = differences.diagnoses(&game);
                    return Ok(node.end(game, diagnoses));
                };
                wrong
            };
            let mut after = game.clone();
            after.make(mv);
            if node.depth == 1 {
                let draw = diagnosis::drawn(&after, 0, right, other);
                let diagnosis = draw.unwrap_or_else(|| diagnosis::leaf(mv, right, other));
                return Ok(node.end(game, vec![diagnosis]));
            }
            let below = self.ask(&after, node.depth - 1)?;
            if !below.differs() {
                // The other program counts this position right by itself.
                let draw = diagnosis::drawn(&after, node.depth - 1, right, other)
                    .or_else(|| diagnosis::drawn_below(&game, node.depth, &node.counts()));
                let vanished = || diagnosis::vanished(&after, right, other);
                let diagnoses = vec![draw.unwrap_or_else(vanished)];
                let is_total = node.is_total;
                let mut ending = node.end(game, diagnoses);
                ending.game = after;
                if is_total {
                    // The count of this move was the answer to a question of its own.
                    ending.question.0 += 1;
                    ending.question.1 -= 1;
                    ending.question.2 = Answer::of_total(other);
                    ending.right = right;
                }
                ending.differences = Differences {
                    counts: vec![(mv, right, other)],
                    ..Differences::default()
                };
                return Ok(ending);
            }
            game = after;
            node = below;
        }
    }
}

/// Returns whether a diagnosis says that the fault vanishes.
pub(super) fn is_vanished(diagnoses: &[Diagnosis]) -> bool {
    matches!(diagnoses, [first, ..] if first.rule == Rule::OnlyWithin)
}
