//! Iterative deepening alpha-beta on material, to be read at one sitting. The
//! algorithm is the Chess Programming Wiki's "Alpha-Beta" in its fail-soft
//! negamax form, with one extension: a side in check gets a ply for free, so
//! that mates are seen where the depth ends.

use super::{BestMove, Clock, Info, Limits, Score, Search};
use crate::board::{PieceKind, Position};
use crate::control::Control;
use crate::game::Game;
use crate::movegen::{Move, MoveKind};
use std::cmp::Reverse;
use std::time::Duration;

/// The greatest depth, in plies.
const MAX_DEPTH: u32 = 127;
/// Above every value; mate in `n` plies is worth `MATE - n`.
const INFINITY: i32 = 32_000;
const MATE: i32 = 31_000;
/// Values beyond this are mates.
const MATE_BOUND: i32 = 30_000;
/// How often the clock is looked at, in nodes.
const CLOCK_INTERVAL: u64 = 512;

/// The search was cut short; nothing may be concluded from its last iteration.
struct Aborted;

/// The placeholder engine.
#[derive(Debug, Default)]
pub struct AlphaBeta;

impl Search for AlphaBeta {
    fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        control: &Control,
        report: &mut dyn FnMut(&Info),
    ) -> BestMove {
        let color = game.position().side_to_move();
        let searcher = Searcher {
            position: game.position().clone(),
            limits,
            clock: Clock::start(limits, control, color, Duration::from_millis(20)),
            nodes: 0,
            may_abort: false,
        };
        BestMove::of_line(&searcher.run(report))
    }
}

/// One search, from `go` to `bestmove`.
struct Searcher<'a> {
    position: Position,
    limits: &'a Limits,
    clock: Clock<'a>,
    nodes: u64,
    /// False during the first iteration, which is completed in any case.
    may_abort: bool,
}

impl Searcher<'_> {
    fn run(mut self, report: &mut dyn FnMut(&Info)) -> Vec<Move> {
        let mut moves: Vec<Move> = self.position.legal_moves().to_vec();
        if moves.is_empty() {
            let mated = self.position.is_in_check();
            let score = if mated {
                Score::Mate(0)
            } else {
                Score::Centipawns(0)
            };
            report(&self.info(0, score, &[]));
        }
        if !self.limits.search_moves.is_empty() {
            moves.retain(|mv| self.limits.search_moves.contains(mv));
        }
        let mut best_line = Vec::new();
        let mut depth = 1;
        while !moves.is_empty() && depth <= self.last_depth() {
            let Ok((value, line)) = self.search_root(&mut moves, depth) else {
                break;
            };
            report(&self.info(depth, as_score(value), &line));
            best_line = line;
            self.may_abort = true;
            // A forced mate within the depth stays what it is.
            if self.clock.is_over(self.nodes)
                || (MATE - value.abs() <= depth as i32 && self.clock.ends_by_itself())
            {
                break;
            }
            depth += 1;
        }
        best_line
    }

    /// The value of the root and its best line. The best move is moved to the
    /// front of `moves`, where the next iteration finds it.
    fn search_root(&mut self, moves: &mut [Move], depth: u32) -> Result<(i32, Vec<Move>), Aborted> {
        let mut best_value = -INFINITY;
        let mut best_line = Vec::new();
        let mut line = Vec::new();
        for index in 0..moves.len() {
            let mv = moves[index];
            let value = self.value_of(mv, depth, 0, best_value, INFINITY, &mut line)?;
            if value > best_value {
                best_value = value;
                best_line.clear();
                best_line.push(mv);
                best_line.append(&mut line);
                moves[..=index].rotate_right(1);
            }
        }
        Ok((best_value, best_line))
    }

    fn value_of(
        &mut self,
        mv: Move,
        depth: u32,
        ply: i32,
        alpha: i32,
        beta: i32,
        line: &mut Vec<Move>,
    ) -> Result<i32, Aborted> {
        self.nodes += 1;
        let undo = self.position.make(mv);
        let value = self.alpha_beta(depth - 1, ply + 1, -beta, -alpha, line);
        self.position.unmake(mv, &undo);
        value.map(|value| -value)
    }

    /// The value of the position for the side to move, exact if it lies
    /// between `alpha` and `beta`, and the line that leads to it.
    fn alpha_beta(
        &mut self,
        depth: u32,
        ply: i32,
        mut alpha: i32,
        beta: i32,
        line: &mut Vec<Move>,
    ) -> Result<i32, Aborted> {
        line.clear();
        if self.may_abort && self.must_abort() {
            return Err(Aborted);
        }
        let in_check = self.position.is_in_check();
        let depth = depth + u32::from(in_check);
        if depth == 0 || ply >= MAX_DEPTH as i32 {
            return Ok(material(&self.position));
        }
        let mut moves = self.position.legal_moves();
        if moves.is_empty() {
            return Ok(if in_check { ply - MATE } else { 0 });
        }
        moves.sort_by_key(|&mv| Reverse(gain(&self.position, mv)));
        let mut best_value = -INFINITY;
        let mut below = Vec::new();
        for mv in moves {
            let value = self.value_of(mv, depth, ply, alpha, beta, &mut below)?;
            if value > best_value {
                best_value = value;
                if value > alpha {
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

    fn must_abort(&mut self) -> bool {
        self.clock.is_out_of_nodes(self.nodes)
            || self.nodes.is_multiple_of(CLOCK_INTERVAL) && self.clock.is_over(self.nodes)
    }

    fn last_depth(&self) -> u32 {
        // A mate in n moves ends with the (2n-1)th ply.
        let mate = self
            .limits
            .mate
            .map(|moves| moves.saturating_mul(2).saturating_sub(1));
        [self.limits.depth, mate]
            .into_iter()
            .flatten()
            .fold(MAX_DEPTH, u32::min)
            .max(1)
    }

    fn info(&self, depth: u32, score: Score, line: &[Move]) -> Info {
        Info {
            depth,
            multi_pv: None,
            score,
            nodes: self.nodes,
            elapsed: self.clock.elapsed(),
            line: line.to_vec(),
        }
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

/// Centipawns.
fn worth(kind: PieceKind) -> i32 {
    match kind {
        PieceKind::Pawn => 100,
        PieceKind::Knight => 300,
        PieceKind::Bishop => 310,
        PieceKind::Rook => 500,
        PieceKind::Queen => 900,
        PieceKind::King => 0,
    }
}

/// Material balance for the side to move.
fn material(position: &Position) -> i32 {
    position
        .pieces()
        .map(|(_, piece)| {
            let sign = if piece.color == position.side_to_move() {
                1
            } else {
                -1
            };
            sign * worth(piece.kind)
        })
        .sum()
}

/// What a move wins at once, for trying the best captures first.
fn gain(position: &Position, mv: Move) -> i32 {
    let captured = match mv.kind() {
        MoveKind::Castle => None,
        MoveKind::EnPassant => Some(PieceKind::Pawn),
        _ => position.piece_on(mv.to()).map(|piece| piece.kind),
    };
    captured.map_or(0, worth) + mv.promotion().map_or(0, worth)
}
