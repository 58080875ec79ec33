//! Perft statistics: the captures, checks, mates and so on among the moves that
//! lead to the leaves, as published tables of perft results list them.
//!
//! The fast perft methods do not look at the last move, so these counts walk the
//! tree to its last ply. There, only moves that may give check are made.

use super::children;
use crate::board::{
    Capability, Position, Side, Square, attackers_along, castling_targets, side_dispatch,
    step_along,
};
use crate::control::Token;
use crate::movegen::legal::generate_legal;
use crate::movegen::sink::MoveCount;
use crate::movegen::threats::Threats;
use crate::movegen::{Move, MoveKind, MoveList};
use crate::threads::{numbers_below, share_work};
use std::ops::AddAssign;

/// The numbers of leaves at one depth, by the kind of the move that leads to them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    /// All leaves, which is perft.
    pub nodes: u64,
    /// Captures, including those en passant.
    pub captures: u64,
    /// Captures en passant.
    pub en_passant: u64,
    /// Castling moves.
    pub castles: u64,
    /// Promotions: the four pieces count as four moves. A promotion that captures
    /// is also a capture.
    pub promotions: u64,
    /// Moves that give check, including those that mate.
    pub checks: u64,
    /// Checks by a single piece that did not move. After castling, a check by the
    /// rook is not one of them.
    pub discovered: u64,
    /// Checks by two pieces at once.
    pub double: u64,
    /// Checkmates.
    pub mates: u64,
}

impl Stats {
    /// The columns with their names, in the order of published tables.
    ///
    /// ```
    /// use ox88::tools::stats::Stats;
    ///
    /// let stats = Stats { nodes: 20, ..Stats::default() };
    /// assert_eq!(stats.columns()[0], ("nodes", 20));
    /// ```
    #[must_use]
    pub fn columns(&self) -> [(&'static str, u64); 9] {
        [
            ("nodes", self.nodes),
            ("captures", self.captures),
            ("ep", self.en_passant),
            ("castles", self.castles),
            ("promotions", self.promotions),
            ("checks", self.checks),
            ("discovered", self.discovered),
            ("double", self.double),
            ("mates", self.mates),
        ]
    }
}

impl AddAssign for Stats {
    fn add_assign(&mut self, other: Stats) {
        self.nodes += other.nodes;
        self.captures += other.captures;
        self.en_passant += other.en_passant;
        self.castles += other.castles;
        self.promotions += other.promotions;
        self.checks += other.checks;
        self.discovered += other.discovered;
        self.double += other.double;
        self.mates += other.mates;
    }
}

/// The number of work units per thread. With many small units, all threads end at
/// about the same time.
const UNITS_PER_THREAD: usize = 64;

/// The most work units for any number of threads. Each is a position in memory.
const ENOUGH_UNITS: usize = 4_096;

/// The statistics of the leaves `depth` plies (at least 1) below `position`,
/// counted by `threads` threads. Returns `None` if `stop` was set before the end.
///
/// ```
/// use ox88::board::Position;
/// use ox88::control::Token;
/// use ox88::tools::stats::stats;
///
/// let stats = stats(&Position::start(), 3, 1, &Token::never()).unwrap_or_default();
/// assert_eq!((stats.nodes, stats.captures, stats.checks), (8902, 34, 12));
/// ```
#[must_use]
pub fn stats(position: &Position, depth: u32, threads: usize, stop: &Token) -> Option<Stats> {
    let mut units = vec![position.clone()];
    let mut depth = depth;
    let wanted = match threads {
        0 | 1 => 1,
        _ => threads.saturating_mul(UNITS_PER_THREAD).min(ENOUGH_UNITS),
    };
    while units.len() < wanted && depth > 2 && !stop.is_set() {
        units = units.iter().flat_map(children).collect();
        depth -= 1;
    }
    let new_worker = || |unit: usize| count_unit(&units[unit], depth, stop);
    let mut total = Stats::default();
    let add = |stats| total += stats;
    let threads = threads.min(units.len());
    let shared = share_work(threads, numbers_below(units.len()), new_worker, add);
    shared.is_complete.then_some(total)
}

/// The statistics `depth` plies below a work unit, or `None` if the count was
/// stopped.
fn count_unit(unit: &Position, depth: u32, stop: &Token) -> Option<Stats> {
    let mut stats = Stats::default();
    let mut position = unit.clone();
    side_dispatch!(position, Us => walk::<Us>(&mut position, depth, stop, &mut stats)?);
    Some(stats)
}

/// Adds the leaves `depth` plies (at least 1) below `position`. Returns `None` if
/// the count was stopped.
fn walk<Us: Side>(
    position: &mut Position,
    depth: u32,
    stop: &Token,
    stats: &mut Stats,
) -> Option<()> {
    let mut moves = MoveList::new();
    let threats = Threats::to::<Us>(position);
    generate_legal::<Us>(position, &threats, &mut moves);
    if depth <= 1 {
        for &mv in &moves {
            add_move::<Us>(position, mv, stats);
        }
        return Some(());
    }
    if stop.is_set() {
        return None;
    }
    for &mv in &moves {
        let undo = position.make_unkeyed::<Us>(mv);
        let done = walk::<Us::Opponent>(position, depth - 1, stop, stats);
        position.unmake_unkeyed::<Us>(mv, &undo);
        done?;
    }
    Some(())
}

/// Adds one leaf, to which `mv` leads.
fn add_move<Us: Side>(position: &mut Position, mv: Move, stats: &mut Stats) {
    stats.nodes += 1;
    match mv.kind() {
        MoveKind::EnPassant => {
            stats.captures += 1;
            stats.en_passant += 1;
        }
        MoveKind::Castle => stats.castles += 1,
        _ => stats.captures += u64::from(!position.slot(mv.to()).is_empty()),
    }
    stats.promotions += u64::from(mv.promotion_capability().is_some());
    if may_check::<Us>(position, mv) {
        let undo = position.make_unkeyed::<Us>(mv);
        add_check::<Us>(position, mv, stats);
        position.unmake_unkeyed::<Us>(mv, &undo);
    }
}

/// Returns whether a move may give check. Only making it shows whether it does.
fn may_check<Us: Side>(position: &Position, mv: Move) -> bool {
    if mv.kind() != MoveKind::Normal && mv.kind() != MoveKind::DoublePush {
        return true;
    }
    let king = position.square_of(Us::Opponent::KING);
    let (from, to) = (mv.from(), mv.to());
    let moving = position.capability_of(position.slot(from));
    attackers_along(king - to).meets(moving) || uncovers::<Us>(position, from, king)
}

/// Returns whether the piece on `from` is the only one between `king` and a slider
/// of `Us` that attacks along their line.
fn uncovers<Us: Side>(position: &Position, from: Square, king: Square) -> bool {
    // Offsets between squares that share no line have no step.
    if !attackers_along(from - king).meets(Capability::QUEEN) {
        return false;
    }
    let step = step_along(from - king);
    if position.first_piece(king, step) != from {
        return false;
    }
    let behind = position.slot(position.first_piece(from, step));
    behind.has(Us::BIT) && attackers_along(-step).meets(position.capability_of(behind))
}

/// Adds the check that `mv`, the last move of `Us`, gives, if it gives one.
fn add_check<Us: Side>(position: &mut Position, mv: Move, stats: &mut Stats) {
    let threats = Threats::to::<Us::Opponent>(position);
    match threats.checkers {
        0 => return,
        1 => stats.discovered += u64::from(!has_moved_to(mv, threats.checker)),
        _ => stats.double += 1,
    }
    stats.checks += 1;
    let mut replies = MoveCount(0);
    generate_legal::<Us::Opponent>(position, &threats, &mut replies);
    stats.mates += u64::from(replies.0 == 0);
}

/// Returns whether this move brought a piece that may give check to `square`.
fn has_moved_to(mv: Move, square: Square) -> bool {
    match mv.kind() {
        MoveKind::Castle => castling_targets(mv.from(), mv.to()).1 == square,
        _ => mv.to() == square,
    }
}
