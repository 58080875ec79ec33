//! Iterative deepening alpha-beta, kept short enough to teach from. The algorithm
//! is the Chess Programming Wiki's "Alpha-Beta" in its fail-soft negamax form,
//! with one extension: a position in check is searched one ply deeper, which
//! finds mates at the end of the depth.

use super::material::{gain, material};
use super::memory::Memory;
use crate::game::Game;
use crate::movegen::Move;
use crate::search::{Clock, Info, Limits, MAX_DEPTH, Score};
use std::cmp::Reverse;

/// Greater than every value.
const INFINITY: i32 = 32_000;
/// A mate in `n` plies has the value `MATE - n`.
const MATE: i32 = 31_000;
/// Values beyond this are mates.
const MATE_BOUND: i32 = 30_000;
/// The number of nodes between two looks at the clock.
const CLOCK_INTERVAL: u64 = 512;

/// The search was cut short, so the values of its last iteration are wrong.
struct Aborted;

/// The value of a root move, and its principal variation.
struct RootLine {
    value: i32,
    moves: Vec<Move>,
}

/// One search, from `go` to `bestmove`.
pub(super) struct Tree<'a> {
    game: Game,
    limits: &'a Limits,
    clock: Clock<'a>,
    nodes: u64,
    /// False during the first iteration, which is always completed.
    may_abort: bool,
    multi_pv: usize,
    memory: &'a mut Memory,
}

impl<'a> Tree<'a> {
    /// A search for the `multi_pv` best root moves.
    pub(super) fn new(
        game: &Game,
        limits: &'a Limits,
        clock: Clock<'a>,
        multi_pv: usize,
        memory: &'a mut Memory,
    ) -> Tree<'a> {
        Tree {
            game: game.clone(),
            limits,
            clock,
            nodes: 0,
            may_abort: false,
            multi_pv,
            memory,
        }
    }

    /// Searches until a limit is reached, and returns the principal variation. It
    /// is empty only if there is no legal move.
    pub(super) fn search(mut self, report: &mut dyn FnMut(&Info)) -> Vec<Move> {
        let mut moves = self.limits.root_moves(self.game.position());
        if moves.is_empty() {
            report(&Info::without_moves(self.game.position()));
            return Vec::new();
        }
        let root = self.game.position().key();
        let remembered = self.memory.best_move(root);
        moves.sort_by_key(|&mv| Some(mv) != remembered);
        let mut best_line = Vec::new();
        for depth in 1..=self.limits.last_depth() {
            let Ok(mut lines) = self.search_root(&mut moves, depth) else {
                break;
            };
            for (line, rank) in lines.iter().zip(1..) {
                let rank = (self.multi_pv > 1).then_some(rank);
                report(&Info {
                    depth,
                    multi_pv: rank,
                    score: as_score(line.value),
                    nodes: self.nodes,
                    elapsed: self.clock.elapsed(),
                    line: line.moves.clone(),
                });
            }
            let is_done = self.clock.is_over(self.nodes) || self.has_found_all(&lines, depth);
            best_line = lines.swap_remove(0).moves;
            self.memory.remember(root, best_line[0]);
            self.may_abort = true;
            if is_done {
                break;
            }
        }
        best_line
    }

    /// Returns the best lines, the best one first, and moves their first moves to
    /// the front of `moves` in the same order, so that the next iteration searches
    /// them first.
    fn search_root(&mut self, moves: &mut [Move], depth: u32) -> Result<Vec<RootLine>, Aborted> {
        let mut lines: Vec<RootLine> = Vec::new();
        let mut below = Vec::new();
        for index in 0..moves.len() {
            let mv = moves[index];
            // When there are enough lines, a new one must beat the last of them.
            let to_beat = lines.get(self.multi_pv - 1).map(|line| line.value);
            let alpha = to_beat.unwrap_or(-INFINITY);
            let value = self.value_of(mv, depth, 0, alpha, INFINITY, &mut below)?;
            if value > alpha {
                let rank = lines.partition_point(|line| line.value >= value);
                let line = [&[mv], below.as_slice()].concat();
                lines.truncate(self.multi_pv - 1);
                lines.insert(rank, RootLine { value, moves: line });
                moves[rank..=index].rotate_right(1);
            }
        }
        Ok(lines)
    }

    fn value_of(
        &mut self,
        mv: Move,
        depth: u32,
        ply: u32,
        alpha: i32,
        beta: i32,
        line: &mut Vec<Move>,
    ) -> Result<i32, Aborted> {
        self.nodes += 1;
        self.game.make(mv);
        let value = self.alpha_beta(depth - 1, ply + 1, -beta, -alpha, line);
        self.game.unmake();
        value.map(|value| -value)
    }

    /// The value of the position for the side to move. It is exact if it lies
    /// between `alpha` and `beta`, and `line` is then its principal variation.
    fn alpha_beta(
        &mut self,
        depth: u32,
        ply: u32,
        mut alpha: i32,
        beta: i32,
        line: &mut Vec<Move>,
    ) -> Result<i32, Aborted> {
        line.clear();
        if self.may_abort && self.must_abort() {
            return Err(Aborted);
        }
        let in_check = self.game.position().is_in_check();
        // Checkmate takes precedence over the fifty-move rule.
        if self.is_draw(ply) && !(in_check && self.game.position().legal_moves().is_empty()) {
            return Ok(0);
        }
        let depth = depth + u32::from(in_check);
        if depth == 0 || ply >= MAX_DEPTH {
            return Ok(material(self.game.position()));
        }
        let mut moves = self.game.position().legal_moves();
        if moves.is_empty() {
            return Ok(if in_check { ply as i32 - MATE } else { 0 });
        }
        let position = self.game.position();
        let key = position.key();
        let remembered = self.memory.best_move(key);
        moves.sort_by_key(|&mv| (Some(mv) != remembered, Reverse(gain(position, mv))));
        let mut best_value = -INFINITY;
        let mut below = Vec::new();
        for mv in moves {
            let value = self.value_of(mv, depth, ply, alpha, beta, &mut below)?;
            if value > best_value {
                best_value = value;
                if value > alpha {
                    self.memory.remember(key, mv);
                    alpha = value;
                    line.clear();
                    line.push(mv);
                    line.append(&mut below);
                }
                if value >= beta {
                    break;
                }
            }
        }
        Ok(best_value)
    }

    /// Returns whether the position is a draw by a rule, or repeats a position of
    /// this search. A side that can repeat it once can do so again.
    fn is_draw(&self, ply: u32) -> bool {
        let last = self.game.earlier_occurrences().next();
        last.is_some_and(|plies_ago| plies_ago <= ply as usize) || self.game.draw().is_some()
    }

    fn must_abort(&mut self) -> bool {
        self.clock.is_out_of_nodes(self.nodes)
            || self.nodes.is_multiple_of(CLOCK_INTERVAL) && self.clock.is_over(self.nodes)
    }

    /// Returns whether a deeper search cannot improve the result: the requested
    /// mate is found, or every line ends in a mate within the depth, so that no
    /// shorter one exists.
    fn has_found_all(&self, lines: &[RootLine], depth: u32) -> bool {
        let is_mate = |line: &RootLine| MATE - line.value.abs() <= depth as i32;
        let is_wanted = match (self.limits.mate, as_score(lines[0].value)) {
            (Some(wanted), Score::Mate(moves)) => moves.unsigned_abs() <= wanted,
            _ => false,
        };
        self.clock.ends_by_itself() && (is_wanted || lines.iter().all(is_mate))
    }
}

fn as_score(value: i32) -> Score {
    if value > MATE_BOUND {
        Score::Mate((MATE - value + 1) / 2)
    } else if value < -MATE_BOUND {
        Score::Mate(-(MATE + value) / 2)
    } else {
        Score::Centipawns(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_scored_in_moves_of_the_side_that_mates() {
        // A mate after an odd number of plies is given by the side to move.
        for (plies, moves) in [(1, 1), (3, 2), (5, 3), (253, 127)] {
            assert_eq!(as_score(MATE - plies), Score::Mate(moves));
        }
        for (plies, moves) in [(0, 0), (2, -1), (4, -2), (254, -127)] {
            assert_eq!(as_score(plies - MATE), Score::Mate(moves));
        }
        assert_eq!(as_score(-9000), Score::Centipawns(-9000));
    }
}
