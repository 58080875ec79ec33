//! What kinds of moves lead to the leaves: captures, checks, mates and the
//! like, as published tables of perft results list them.
//!
//! Every column counts moves to leaves at exactly the depth asked for. No way
//! of counting knows them without looking at the last move, so that this walks
//! the tree to its last ply; only moves that may give check are made there.

use crate::board::{
    Black, Capability, Color, Position, Side, Square, White, attackers_along, castling_targets,
    step_along,
};
use crate::control::Token;
use crate::crew;
use crate::movegen::sink::MoveCount;
use crate::movegen::strictly_legal::legal_moves;
use crate::movegen::threats::Threats;
use crate::movegen::{self, Move, MoveKind, MoveList};
use std::ops::AddAssign;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The leaves at one depth by the kind of the move that leads to them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    /// All leaves: perft.
    pub nodes: u64,
    /// Captures, those en passant included.
    pub captures: u64,
    /// Captures en passant.
    pub en_passant: u64,
    /// Castling moves.
    pub castles: u64,
    /// Promotions, each of the four a move of its own; those that capture
    /// count as captures, too.
    pub promotions: u64,
    /// Moves that give check, of whatever kind; mates too.
    pub checks: u64,
    /// Checks by one man that is not the one that moved. The rook moves in
    /// castling.
    pub discovered: u64,
    /// Checks by two men.
    pub double: u64,
    /// Checkmates.
    pub mates: u64,
}

impl Stats {
    /// The columns by name, in the order of published tables.
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

/// Subtrees per thread: with many, the threads end at about the same time.
const UNITS_PER_THREAD: usize = 64;

/// Enough subtrees for any number of threads; each is a position in memory.
const ENOUGH_UNITS: usize = 4_096;

/// The leaves `depth` plies (at least 1) below `position`, counted by this many
/// threads; none if `stop` was given before the end.
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
        _ => (threads * UNITS_PER_THREAD).min(ENOUGH_UNITS),
    };
    while units.len() < wanted && depth > 2 && !stop.is_set() {
        units = units.iter().flat_map(children).collect();
        depth -= 1;
    }
    let next = AtomicUsize::new(0);
    let work = || count_units(&units, &next, depth, stop);
    let shares = crew::work_together(threads.min(units.len()), work)?;
    let mut total = Stats::default();
    for share in shares {
        total += share?;
    }
    Some(total)
}

/// The positions one ply below.
fn children(position: &Position) -> Vec<Position> {
    let after = |mv: Move| {
        let mut child = position.clone();
        let _ = child.make(mv);
        child
    };
    movegen::legal(position).into_iter().map(after).collect()
}

/// Takes subtree after subtree until there are no more.
fn count_units(units: &[Position], next: &AtomicUsize, depth: u32, stop: &Token) -> Option<Stats> {
    let mut stats = Stats::default();
    while let Some(unit) = units.get(next.fetch_add(1, Ordering::Relaxed)) {
        let mut position = unit.clone();
        match position.side_to_move() {
            Color::White => walk::<White>(&mut position, depth, stop, &mut stats)?,
            Color::Black => walk::<Black>(&mut position, depth, stop, &mut stats)?,
        }
    }
    Some(stats)
}

/// Adds the leaves `depth` plies (at least 1) below; none if it was stopped.
fn walk<Us: Side>(
    position: &mut Position,
    depth: u32,
    stop: &Token,
    stats: &mut Stats,
) -> Option<()> {
    let mut moves = MoveList::new();
    let threats = Threats::to::<Us>(position);
    legal_moves::<Us>(position, &threats, &mut moves);
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
        let undo = position.make_as::<Us, false>(mv);
        let done = walk::<Us::Opponent>(position, depth - 1, stop, stats);
        position.unmake_as::<Us, false>(mv, &undo);
        done?;
    }
    Some(())
}

/// Adds one leaf, by the move that leads to it.
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
        let undo = position.make_as::<Us, false>(mv);
        add_check::<Us>(position, mv, stats);
        position.unmake_as::<Us, false>(mv, &undo);
    }
}

/// Whether a move may give check. Whether it does, is seen when it is made.
fn may_check<Us: Side>(position: &Position, mv: Move) -> bool {
    if mv.kind() != MoveKind::Normal && mv.kind() != MoveKind::DoublePush {
        return true;
    }
    let king = position.square_of(Us::Opponent::KING);
    let (from, to) = (mv.from(), mv.to());
    let moving = position.capability_of(position.slot(from));
    attackers_along(king - to).meets(moving) || uncovers::<Us>(position, from, king)
}

/// Whether the man on `from` stands between their king and a slider of `Us`
/// that could use the line.
fn uncovers<Us: Side>(position: &Position, from: Square, king: Square) -> bool {
    // Offsets between squares that share no line have no step.
    if !attackers_along(from - king).meets(Capability::QUEEN) {
        return false;
    }
    let step = step_along(from - king);
    if position.first_man(king, step) != from {
        return false;
    }
    let behind = position.slot(position.first_man(from, step));
    behind.has(Us::BIT) && attackers_along(-step).meets(position.capability_of(behind))
}

/// Adds what the move of `Us` that was just made does to their king.
fn add_check<Us: Side>(position: &mut Position, mv: Move, stats: &mut Stats) {
    let threats = Threats::to::<Us::Opponent>(position);
    match threats.checkers {
        0 => return,
        1 => stats.discovered += u64::from(!has_moved_to(mv, threats.checker)),
        _ => stats.double += 1,
    }
    stats.checks += 1;
    let mut replies = MoveCount(0);
    legal_moves::<Us::Opponent>(position, &threats, &mut replies);
    stats.mates += u64::from(replies.0 == 0);
}

/// Whether a man came to `square` by this move.
fn has_moved_to(mv: Move, square: Square) -> bool {
    match mv.kind() {
        MoveKind::Castle => castling_targets(mv.from(), mv.to()).1 == square,
        _ => mv.to() == square,
    }
}
