//! Compares a divide that another program printed some time ago with the right one: no
//! program runs, so the depth is found from the counts.

use super::diagnosis::{self, Diagnosis};
use super::differences::Differences;
use super::printout::{Reader, sum_of};
use crate::control::Token;
use crate::game::Game;
use crate::movegen::Move;
use crate::perft::{Divide, MAX_DEPTH, Settings};

/// The most leaves that are counted to find the depth: minutes.
const MOST_LEAVES: f64 = 1e12;

/// What a printed divide is compared with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PastedResult {
    /// It is right.
    Same {
        /// Its depth, in plies.
        depth: u32,
        /// The number of leaves.
        total: u128,
    },
    /// It is wrong.
    Different(Box<PastedDifference>),
    /// The printout has neither a move with a count nor a total.
    Nothing,
    /// The depth must be given: to find it would take too long.
    TooDeep,
    /// `stop` was set.
    Stopped,
}

/// What is wrong with a printed divide.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PastedDifference {
    /// The depth, in plies.
    pub depth: u32,
    /// The right total, and the sum of the printed counts, or the printed total if it
    /// has no moves.
    pub totals: (u128, u128),
    /// The differences of the moves and counts.
    pub differences: Differences,
    /// The printed total, if it is not the sum of the printed counts.
    pub wrong_total: Option<u128>,
    /// Whether only a total was printed.
    pub is_total_only: bool,
    /// The rules that are most likely at fault, the likeliest first. There is none if
    /// only counts differ, except at depth 1.
    pub diagnoses: Vec<Diagnosis>,
    /// If only counts differ, the first move with a wrong count. The fault is below it.
    pub next: Option<Move>,
}

/// Compares the divide that `printout` has read with the right one of the last position
/// of `game`. Without `depth`, it takes the depth whose counts are nearest.
///
/// ```
/// use ox88::control::Token;
/// use ox88::game::Game;
/// use ox88::perft::Settings;
/// use ox88::tools::pasted::{PastedResult, compare_pasted};
/// use ox88::tools::printout::Reader;
///
/// let mut printout = Reader::default();
/// printout.line("Nodes searched: 8902");
/// let mut settings = Settings::default();
/// let result = compare_pasted(
///     &Game::default(), &printout, None, &mut settings, &Token::never(),
/// );
/// assert_eq!(result, PastedResult::Same { depth: 3, total: 8902 });
/// ```
#[must_use]
pub fn compare_pasted(
    game: &Game,
    printout: &Reader,
    depth: Option<u32>,
    settings: &mut Settings,
    stop: &Token,
) -> PastedResult {
    let theirs = printout.counts();
    let sum = sum_of(&theirs);
    let printed = printout.total();
    let is_total_only = theirs.is_empty();
    let theirs_total = match (is_total_only, printed) {
        (false, _) => sum,
        (true, Some(total)) => total,
        (true, None) => return PastedResult::Nothing,
    };
    let mut search = DepthSearch {
        game,
        theirs: &theirs,
        total: theirs_total,
        settings,
        stop,
    };
    let found = match depth {
        Some(depth) => search.divide(depth),
        None => search.nearest(),
    };
    let Found {
        depth,
        total,
        differences,
        ..
    } = match found {
        Ok(found) => found,
        Err(result) => return result,
    };
    let wrong_total = printed.filter(|&printed| printed != theirs_total);
    let is_right = match is_total_only {
        true => theirs_total == total,
        false => differences.is_empty() && wrong_total.is_none(),
    };
    if is_right {
        return PastedResult::Same { depth, total };
    }
    let differences = match is_total_only {
        true => Differences::default(),
        false => differences,
    };
    let same_moves = differences.missing.is_empty() && differences.extra.is_empty();
    let wrong = differences.counts.first().filter(|_| same_moves).copied();
    let diagnoses = match wrong {
        Some((mv, right, other)) if depth == 1 => vec![diagnosis::leaf(mv, right, other)],
        _ => differences.diagnoses(game),
    };
    let next = wrong.map(|(mv, ..)| mv).filter(|_| depth > 1);
    PastedResult::Different(Box::new(PastedDifference {
        depth,
        totals: (total, theirs_total),
        differences,
        wrong_total,
        is_total_only,
        diagnoses,
        next,
    }))
}

/// The right divide to one depth.
struct Found {
    depth: u32,
    total: u128,
    /// The right count of the moves that the other divide has, too.
    shared: u128,
    differences: Differences,
}

impl Found {
    /// The leaves below the moves of the other divide, or below all moves if it has none.
    fn leaves(&self, theirs: &[(String, u128)]) -> f64 {
        match theirs.is_empty() || self.shared == 0 {
            true => self.total as f64,
            false => self.shared as f64,
        }
    }
}

struct DepthSearch<'a> {
    game: &'a Game,
    theirs: &'a [(String, u128)],
    /// The total to find.
    total: u128,
    settings: &'a mut Settings,
    stop: &'a Token,
}

impl DepthSearch<'_> {
    /// Divides to one depth.
    fn divide(&mut self, depth: u32) -> Result<Found, PastedResult> {
        let position = self.game.position();
        let mut ours = Vec::new();
        let mut listener = |mv, count| ours.push((mv, count));
        match (self.settings).divide(position, depth, self.stop, &mut listener) {
            Divide::Complete(total) => {
                let differences = Differences::between(position, &ours, self.theirs);
                let missing = &differences.missing;
                let shared = ours.iter().filter(|(mv, _)| !missing.contains(mv));
                Ok(Found {
                    depth,
                    total,
                    shared: shared.map(|&(_, count)| count).sum(),
                    differences,
                })
            }
            _ => Err(PastedResult::Stopped),
        }
    }

    /// Divides to one depth after the other, until most counts are right, or the total
    /// is nearest.
    fn nearest(&mut self) -> Result<Found, PastedResult> {
        let wanted = self.total as f64;
        let mut last: Option<Found> = None;
        for depth in 1..=MAX_DEPTH {
            let found = self.divide(depth)?;
            let wrong = found.differences.extra.len() + found.differences.counts.len();
            let are_most_right = 2 * wrong < self.theirs.len();
            if are_most_right || found.total == self.total {
                return Ok(found);
            }
            let leaves = found.leaves(self.theirs);
            let last_leaves = last.as_ref().map_or(1.0, |last| last.leaves(self.theirs));
            if leaves >= wanted || leaves == 0.0 {
                let is_last_nearer =
                    leaves == 0.0 || wanted / last_leaves < leaves / wanted.max(1.0);
                return Ok(last.filter(|_| is_last_nearer).unwrap_or(found));
            }
            // If the next depth has far too many leaves, this one is meant.
            let growth = leaves / last_leaves.max(1.0);
            if wanted / leaves < growth.sqrt() {
                return Ok(found);
            }
            if leaves * growth > MOST_LEAVES {
                return Err(PastedResult::TooDeep);
            }
            last = Some(found);
        }
        last.ok_or(PastedResult::Nothing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;

    fn compare(fen: &str, lines: &[&str], depth: Option<u32>) -> PastedResult {
        let position: Position = fen.parse().unwrap();
        let mut printout = Reader::default();
        for line in lines {
            printout.line(line);
        }
        let mut settings = Settings::default();
        let game = Game::new(position);
        compare_pasted(&game, &printout, depth, &mut settings, &Token::never())
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    /// The totals are the published ones, and near to them.
    #[test]
    fn the_depth_is_found_from_the_total() {
        for (total, depth, right) in [
            (20, 1, 20),
            (21, 1, 20),
            (399, 2, 400),
            (405, 2, 400),
            (8902, 3, 8902),
            (8000, 3, 8902),
            (197_300, 4, 197_281),
            (4_865_610, 5, 4_865_609),
        ] {
            let line = format!("Nodes searched: {total}");
            match compare(START, &[&line], None) {
                PastedResult::Same {
                    depth: found,
                    total: same,
                } => {
                    assert_eq!((found, same), (depth, total));
                }
                PastedResult::Different(found) => {
                    assert_eq!((found.depth, found.totals), (depth, (right, total)));
                    assert!(found.is_total_only && found.next.is_none());
                }
                other => panic!("{total}: {other:?}"),
            }
        }
        let huge = "Nodes searched: 99999999999999999999";
        assert_eq!(compare(START, &[huge], None), PastedResult::TooDeep);
        assert_eq!(compare(START, &["hello"], None), PastedResult::Nothing);
    }

    #[test]
    fn a_list_that_lacks_most_moves_still_has_its_depth() {
        // The published counts of two moves at depth 3.
        let PastedResult::Different(found) = compare(START, &["a2a3: 380", "g1f3: 440"], None)
        else {
            panic!("a difference was expected");
        };
        assert_eq!((found.depth, found.differences.missing.len()), (3, 18));
        let PastedResult::Different(found) = compare(START, &["a2a3: 380"], Some(2)) else {
            panic!("a difference was expected");
        };
        assert_eq!(found.depth, 2);
    }

    #[test]
    fn a_finished_game_has_a_total_of_zero() {
        let mate = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
        let same = PastedResult::Same { depth: 1, total: 0 };
        assert_eq!(compare(mate, &["Nodes searched: 0"], None), same);
    }
}
