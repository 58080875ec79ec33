//! The last ply: its moves are counted by kind. Only moves that give check, or that
//! may do so in an unusual way, are made.

use super::Stats;
use super::aim::Aim;
use crate::board::{Capability, Offset, Position, Side, Slot, Slots, Square, castling_targets};
use crate::movegen::king_zone::{self, NEIGHBOURS};
use crate::movegen::legal::{
    castling, en_passant, generate_legal, king_moves, moves_of, pinned_moves,
};
use crate::movegen::sink::MoveCount;
use crate::movegen::threats::Threats;
use crate::movegen::{Move, MoveKind, MoveList};
use std::ops::{AddAssign, SubAssign};

/// Adds the leaves one ply below `position`. `Us` is to move.
pub(super) fn add_leaves<Us: Side>(position: &mut Position, threats: &Threats, stats: &mut Stats) {
    let aim = Aim::of::<Us>(position);
    if threats.checkers > 0 || !aim.excludes_stalemate::<Us>(position) {
        return add_each::<Us>(position, threats, &aim, stats);
    }
    let unusual = unusual::<Us>(position, &aim);
    let mut checks = MoveList::new();
    let mut sum = Moves::default();
    for piece in all_but_king::<Us>(position, !(unusual | threats.pinned)) {
        sum += moves_of_piece::<Us>(position, piece, aim.collect_checks(&mut checks), |_| {});
    }
    sum.add_to(stats);
    for &mv in &checks {
        add_check::<Us>(position, mv, stats);
    }
    add_others::<Us>(position, threats, &aim, unusual, stats);
}

/// Adds all legal moves one by one.
#[cold]
pub(super) fn add_each<Us: Side>(
    position: &mut Position,
    threats: &Threats,
    aim: &Aim,
    stats: &mut Stats,
) {
    let excludes_stalemate = aim.excludes_stalemate::<Us>(position);
    let mut moves = MoveList::new();
    generate_legal::<Us>(position, threats, &mut moves);
    for &mv in &moves {
        add_move::<Us>(position, aim, mv, excludes_stalemate, stats);
    }
}

/// The pieces, pinned ones aside, whose moves are added one by one: they may uncover
/// a check or promote. As bits by number.
#[inline(always)]
pub(super) fn unusual<Us: Side>(position: &Position, aim: &Aim) -> u16 {
    let pawns = position.piece_list::<Us>().pawns::<Us>();
    pawns
        .filter(|pawn| position.square_of(*pawn).rank() == Us::SEVENTH_RANK)
        .fold(aim.discoverers, |set, pawn| set | pawn.set())
}

/// The pieces in a set of bits by number that are alive and not the king.
#[inline(always)]
pub(super) fn all_but_king<Us: Side>(position: &Position, set: u16) -> Slots<Us> {
    let list = position.piece_list::<Us>();
    Slots::new((list.pawns | list.knights | list.sliders) & set)
}

/// The moves of one piece, or the sum of several.
#[derive(Clone, Copy, Default)]
pub(super) struct Moves {
    all: u32,
    captures: u32,
}

impl Moves {
    #[inline(always)]
    pub(super) fn add_to(self, stats: &mut Stats) {
        stats.nodes += u128::from(self.all);
        stats.captures += u128::from(self.captures);
    }
}

impl AddAssign for Moves {
    #[inline(always)]
    fn add_assign(&mut self, other: Moves) {
        self.all += other.all;
        self.captures += other.captures;
    }
}

impl SubAssign for Moves {
    #[inline(always)]
    fn sub_assign(&mut self, other: Moves) {
        self.all -= other.all;
        self.captures -= other.captures;
    }
}

/// The moves of a piece that is not pinned, uncovers no check, and does not promote.
/// Passes each move with the piece's capability to `take`, and the squares on which
/// the moves depend, its own aside, to `depend`.
#[inline(always)]
pub(super) fn moves_of_piece<Us: Side>(
    position: &Position,
    piece: Slot,
    mut take: impl FnMut(Move, Capability),
    mut depend: impl FnMut(Square),
) -> Moves {
    let from = position.square_of(piece);
    let capability = position.capability_of(piece);
    let mut moves = Moves::default();
    let mut add = |to: Square, kind: MoveKind, captures: bool| {
        moves.all += 1;
        moves.captures += u32::from(captures);
        take(Move::new(from, to, kind), capability);
    };
    if capability == Us::PAWN {
        for capture in Us::PAWN_CAPTURES {
            let to = from + capture;
            depend(to);
            if position.slot(to).has(Us::Opponent::BIT) {
                add(to, MoveKind::Normal, true);
            }
        }
        let ahead = from + Us::FORWARD;
        depend(ahead);
        if position.slot(ahead).is_empty() {
            add(ahead, MoveKind::Normal, false);
            if from.rank() == Us::PAWN_RANK {
                let two_ahead = ahead + Us::FORWARD;
                depend(two_ahead);
                if position.slot(two_ahead).is_empty() {
                    add(two_ahead, MoveKind::DoublePush, false);
                }
            }
        }
        return moves;
    }
    if capability == Capability::KNIGHT {
        for jump in Offset::KNIGHT {
            let to = from + jump;
            depend(to);
            let target = position.slot(to);
            if !target.has(Us::BLOCKERS) {
                add(to, MoveKind::Normal, !target.is_empty());
            }
        }
        return moves;
    }
    let mut add_ray = |step: Offset| {
        let mut to = from + step;
        while position.slot(to).is_empty() {
            depend(to);
            add(to, MoveKind::Normal, false);
            to = to + step;
        }
        depend(to);
        if position.slot(to).has(Us::Opponent::BIT) {
            add(to, MoveKind::Normal, true);
        }
    };
    if capability.meets(Capability::BISHOP) {
        for step in Offset::DIAGONAL {
            add_ray(step);
        }
    }
    if capability.meets(Capability::ROOK) {
        for step in Offset::ORTHOGONAL {
            add_ray(step);
        }
    }
    moves
}

/// The king's steps.
#[inline(always)]
fn steps_of_king<Us: Side>(position: &Position, threats: &Threats) -> Moves {
    let king = position.square_of(Us::KING);
    let mut moves = Moves::default();
    let mut safe = threats.safe & NEIGHBOURS;
    while safe != 0 {
        let to = king_zone::square(king, safe.trailing_zeros());
        moves.all += 1;
        moves.captures += u32::from(!position.slot(to).is_empty());
        safe &= safe - 1;
    }
    moves
}

/// Adds a move that gives check by the moved piece alone.
#[inline(always)]
pub(super) fn add_check<Us: Side>(position: &mut Position, mv: Move, stats: &mut Stats) {
    let undo = position.make_unkeyed::<Us>(mv);
    let threats = Threats::to::<Us::Opponent>(position);
    let is_mate = !has_reply::<Us>(position, &threats);
    position.unmake_unkeyed::<Us>(mv, &undo);
    stats.checks += 1;
    stats.direct_mates += u128::from(is_mate);
}

/// Adds the moves of the king, the pinned and the unusual pieces, castling and en
/// passant. No other move stalemates, and `Us` is not in check.
#[inline(always)]
pub(super) fn add_others<Us: Side>(
    position: &mut Position,
    threats: &Threats,
    aim: &Aim,
    unusual: u16,
    stats: &mut Stats,
) {
    let mut moves = MoveList::new();
    if aim.discoverers & Us::KING.set() == 0 {
        steps_of_king::<Us>(position, threats).add_to(stats);
    } else {
        king_moves::<Us>(position, threats, &mut moves);
    }
    castling::<Us>(position, threats, &mut moves);
    en_passant::<Us>(position, &mut moves);
    pinned_moves::<Us>(position, threats, &mut moves);
    let unusual = unusual & !threats.pinned;
    if unusual != 0 {
        moves_of::<Us>(position, unusual, &mut moves);
    }
    for &mv in &moves {
        add_move::<Us>(position, aim, mv, true, stats);
    }
}

/// Adds one leaf, to which `mv` leads.
fn add_move<Us: Side>(
    position: &mut Position,
    aim: &Aim,
    mv: Move,
    excludes_stalemate: bool,
    stats: &mut Stats,
) {
    stats.nodes += 1;
    match mv.kind() {
        MoveKind::EnPassant => {
            stats.captures += 1;
            stats.en_passant += 1;
        }
        MoveKind::Castle => stats.castles += 1,
        _ => stats.captures += u128::from(!position.slot(mv.to()).is_empty()),
    }
    stats.promotions += u128::from(mv.promotion_capability().is_some());
    let is_usual = matches!(mv.kind(), MoveKind::Normal | MoveKind::DoublePush);
    let piece = position.slot(mv.from());
    if !is_usual
        || !excludes_stalemate
        || aim.discoverers & piece.set() != 0
        || aim.checks(mv.to(), position.capability_of(piece))
    {
        let may_stalemate =
            !excludes_stalemate || matches!(mv.kind(), MoveKind::Castle | MoveKind::EnPassant);
        let undo = position.make_unkeyed::<Us>(mv);
        add_made::<Us>(position, mv, may_stalemate, stats);
        position.unmake_unkeyed::<Us>(mv, &undo);
    }
}

/// Adds the check, mate or stalemate that `mv`, the last move of `Us`, gives.
fn add_made<Us: Side>(position: &mut Position, mv: Move, may_stalemate: bool, stats: &mut Stats) {
    let threats = Threats::to::<Us::Opponent>(position);
    if threats.checkers == 0 {
        if may_stalemate {
            stats.stalemates += u128::from(!has_reply::<Us>(position, &threats));
        }
        return;
    }
    stats.checks += 1;
    let is_mate = !has_reply::<Us>(position, &threats);
    let column = match threats.checkers {
        1 if has_moved_to(mv, threats.checker) => {
            stats.direct_mates += u128::from(is_mate);
            return;
        }
        1 if is_mate => &mut stats.discovered_mates,
        1 => &mut stats.discovered,
        _ if is_mate => &mut stats.double_mates,
        _ => &mut stats.double,
    };
    *column += 1;
}

/// Returns whether the opponent of `Us`, who is to move under these threats, has a
/// legal move.
#[inline(always)]
fn has_reply<Us: Side>(position: &mut Position, threats: &Threats) -> bool {
    let mut replies = MoveCount(0);
    king_moves::<Us::Opponent>(position, threats, &mut replies);
    if replies.0 == 0 {
        generate_legal::<Us::Opponent>(position, threats, &mut replies);
    }
    replies.0 > 0
}

/// Returns whether this move brought a piece that may give check to `square`.
fn has_moved_to(mv: Move, square: Square) -> bool {
    match mv.kind() {
        MoveKind::Castle => castling_targets(mv.from(), mv.to()).1 == square,
        _ => mv.to() == square,
    }
}
