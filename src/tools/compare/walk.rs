//! The walk to a fault: both sides divide, the shallowest depth first, and the
//! first branch that differs is followed until the very move is found that one
//! of them has too many.

use super::conversation::Answer;
use super::engine::Engine;
use super::fault::{Failure, Fault, FaultKind};
use crate::board::Position;
use crate::control::Token;
use crate::game::Game;
use crate::movegen::Move;
use crate::perft::{Divide, Settings};
use crate::tools::diagnosis::{self, Diagnosis};
use crate::tools::differences::Differences;

/// Where two programs differ, and why, most likely.
#[derive(Clone, Debug)]
pub struct Difference {
    /// The depth at which the count from the root first differed.
    pub depth: u32,
    /// The right count of the root to that depth, and the other program's.
    pub totals: (u128, u128),
    /// The moves to the position whose moves, or whose counts, differ.
    pub game: Game,
    /// Legal moves that the other program lacks.
    pub missing: Vec<Move>,
    /// Moves, as it wrote them, that it has too many.
    pub extra: Vec<String>,
    /// If the moves are the same: those whose counts differ, with the right
    /// count and the other.
    pub counts: Vec<(Move, u128, u128)>,
    /// The rules at fault, the likeliest first; at least one.
    pub diagnoses: Vec<Diagnosis>,
}

/// What a comparison comes to.
#[derive(Clone, Debug)]
pub enum Comparison {
    /// All counts are the same; the total at the greatest depth.
    Same(u128),
    /// They differ.
    Different(Box<Difference>),
    /// The other program itself failed.
    Failed(Box<Fault>),
    /// The job was stopped.
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

/// Our side of a comparison.
pub(super) struct Ours<'a> {
    pub(super) settings: &'a mut Settings,
    pub(super) stop: &'a Token,
}

impl Ours<'_> {
    fn divide(&mut self, position: &Position, depth: u32) -> Option<Vec<(Move, u128)>> {
        let mut counts = Vec::new();
        let mut report = |mv, count| counts.push((mv, count));
        match (self.settings).divide(position, depth, self.stop, &mut report) {
            Divide::Complete(_) => Some(counts),
            Divide::Stopped { .. } => None,
        }
    }
}

/// Compares the counts from a position, to every depth up to `depth`.
pub(super) fn compare(root: &Game, depth: u32, ours: &mut Ours, engine: &mut Engine) -> Comparison {
    let mut total = 1;
    for depth in 1..=depth {
        let (mine, theirs) = match both(root, depth, ours, engine) {
            Ok(both) => both,
            Err(outcome) => return outcome,
        };
        total = sum(&mine.iter().map(|&(_, count)| count).collect::<Vec<_>>());
        let differences = Differences::between(root.position(), &mine, &theirs.counts);
        if !differences.is_empty() {
            let other = theirs.counts.iter().map(|&(_, count)| count);
            let totals = (total, sum(&other.collect::<Vec<_>>()));
            return follow(root.clone(), depth, totals, differences, ours, engine);
        }
        if let Some(fault) = wrong_total(theirs, total) {
            return Comparison::Failed(Box::new(fault));
        }
    }
    Comparison::Same(total)
}

/// Both divides of a position.
fn both(
    game: &Game,
    depth: u32,
    ours: &mut Ours,
    engine: &mut Engine,
) -> Result<(Vec<(Move, u128)>, Answer), Comparison> {
    let mine = ours
        .divide(game.position(), depth)
        .ok_or(Comparison::Stopped)?;
    let theirs = engine.divide(game, depth)?;
    Ok((mine, theirs))
}

/// A program may print anything, so that its counts are added up with care.
fn sum(counts: &[u128]) -> u128 {
    counts
        .iter()
        .fold(0, |sum: u128, &count| sum.saturating_add(count))
}

fn wrong_total(theirs: Answer, sum: u128) -> Option<Fault> {
    let total = theirs.total.filter(|&total| total != sum)?;
    Some(Fault {
        kind: FaultKind::WrongTotal { total, sum },
        asked: theirs.asked,
        last_lines: theirs.last_lines,
    })
}

/// Walks down from a position whose divides differ.
fn follow(
    mut game: Game,
    depth: u32,
    totals: (u128, u128),
    mut differences: Differences,
    ours: &mut Ours,
    engine: &mut Engine,
) -> Comparison {
    let mut left = depth;
    loop {
        let moves_differ = !differences.missing.is_empty() || !differences.extra.is_empty();
        let first = differences.counts.first().copied();
        let diagnoses = match first {
            _ if moves_differ => differences.diagnoses(&game),
            Some((mv, right, other)) if left == 1 => vec![diagnosis::leaf(mv, right, other)],
            Some((mv, right, other)) => {
                game.make(mv);
                left -= 1;
                let (mine, theirs) = match both(&game, left, ours, engine) {
                    Ok(both) => both,
                    Err(outcome) => return outcome,
                };
                let below = Differences::between(game.position(), &mine, &theirs.counts);
                if !below.is_empty() {
                    differences = below;
                    continue;
                }
                // Asked for alone, it counts this position right.
                differences = Differences {
                    counts: vec![(mv, right, other)],
                    ..Differences::default()
                };
                vec![diagnosis::vanished(&game, right, other)]
            }
            // Divides that do not differ are not followed.
            None => vec![],
        };
        return Comparison::Different(Box::new(Difference {
            depth,
            totals,
            game,
            missing: differences.missing,
            extra: differences.extra,
            counts: differences.counts,
            diagnoses,
        }));
    }
}
