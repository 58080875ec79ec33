//! One node two plies above the leaves: each of our legal moves is worth the
//! baseline, plus the effects of the squares that it leaves and enters, plus
//! what it does to their king. Moves for which that is not enough are made.

use super::baseline::{Baseline, mobility, share_of_captured_pawn};
use super::effects::{Effect, Effects, mark};
use super::siege::Siege;
use crate::board::{
    Capability, Offset, Position, Side, Slot, Slots, Square, attackers_along, castling_targets,
    step_along,
};
use crate::movegen::king_zone::{self, CENTRE};
use crate::movegen::sink::MoveCount;
use crate::movegen::strictly_legal::{
    self, castling, en_passant, evasions, king_moves, pinned_moves,
};
use crate::movegen::threats::Threats;
use crate::movegen::{Move, MoveKind, MoveList};
use crate::perft::bulk::count_legal;
use std::marker::PhantomData;

/// The number of the eight king's steps along an offset; 8 if it is no line.
static STEP_NUMBER: [u8; 256] = {
    let mut table = [8; 256];
    let mut number = 0;
    while number < 8 {
        let step = Offset::KING[number].index();
        let mut distance = 1;
        while distance < 8 {
            table[step * distance % 256] = number as u8;
            distance += 1;
        }
        number += 1;
    }
    table
};

/// The number of king's steps in an offset along a line.
#[inline(always)]
fn distance(from: Square, to: Square) -> i32 {
    let files = (i32::from(from.file()) - i32::from(to.file())).abs();
    let ranks = (i32::from(from.rank()) - i32::from(to.rank())).abs();
    files.max(ranks)
}

/// The number of leaves two plies below `position`, in which `Us` is to move.
pub(super) fn leaves<Us: Side>(position: &mut Position, effects: &mut Effects) -> u64 {
    let threats = Threats::to::<Us>(position);
    let mut moves = MoveList::new();
    if may_castle_unusually::<Us::Opponent>(position) {
        strictly_legal::legal_moves::<Us>(position, &threats, &mut moves);
        return moves
            .iter()
            .map(|&mv| replies_by_making::<Us>(position, mv))
            .sum();
    }
    effects.clear();
    let siege = Siege::of::<Us>(position, effects);
    let baseline = Baseline::of::<Us>(position, &siege, effects);
    let mut node = Node::<Us> {
        effects,
        base: baseline.replies + siege.king_moves,
        siege,
        baseline,
        total: 0,
        side: PhantomData,
    };
    king_moves::<Us>(position, &threats, &mut moves);
    match threats.checkers {
        0 => {
            castling::<Us>(position, &threats, &mut moves);
            en_passant::<Us>(position, &mut moves);
            pinned_moves::<Us>(position, &threats, &mut moves);
            node.add_moves(position, &moves);
            node.add_free_men(position, threats.pinned);
        }
        1 => {
            en_passant::<Us>(position, &mut moves);
            evasions::<Us>(position, threats.checker, threats.pinned, &mut moves);
            node.add_moves(position, &moves);
        }
        _ => node.add_moves(position, &moves),
    }
    node.total
}

/// Whether some castling of `Them` that is not that of standard chess may be
/// possible after a move of ours: nothing here knows its path. A man of theirs
/// on the path rules it out, since a man of ours that captures it stands there
/// itself.
fn may_castle_unusually<Them: Side>(position: &Position) -> bool {
    use crate::board::Wing;
    if position.has_standard_castling() || !position.castling().has_any(Them::COLOR) {
        return false;
    }
    let king = position.square_of(Them::KING);
    Wing::BOTH.into_iter().any(|wing| {
        position
            .castling_rook(Them::COLOR, wing)
            .is_some_and(|rook| {
                let (king_to, rook_to) = castling_targets(king, rook);
                let files = [king, rook, king_to, rook_to].map(Square::file);
                let first = files.into_iter().min().unwrap_or(0);
                let last = files.into_iter().max().unwrap_or(0);
                // The men between the outermost of the four squares are on one of
                // the two paths, or between them; the latter only errs on the side
                // of making moves.
                let blockers = (first..=last)
                    .map(|file| Square::new(file, king.rank()))
                    .filter(|&square| square != king && square != rook)
                    .filter(|&square| {
                        is_on_path(square, king, king_to) || is_on_path(square, rook, rook_to)
                    })
                    .filter(|&square| position.slot(square).has(Them::BIT))
                    .count();
                blockers == 0
            })
    })
}

fn is_on_path(square: Square, start: Square, end: Square) -> bool {
    (start.min(end)..=start.max(end)).contains(&square)
}

/// The replies to a move, by making it and counting them.
#[inline(never)]
fn replies_by_making<Us: Side>(position: &mut Position, mv: Move) -> u64 {
    let undo = position.make_as::<Us, false>(mv);
    let replies = count_legal::<Us::Opponent>(position);
    position.unmake_as::<Us, false>(mv, &undo);
    u64::from(replies)
}

/// The replies that a double step from `from` to `to` allows en passant, by
/// trying them.
#[inline(never)]
fn en_passant_replies<Us: Side>(position: &mut Position, from: Square, to: Square) -> i32 {
    let is_pawn =
        |square: Square| position.capability_of(position.slot(square)) == Us::Opponent::PAWN;
    if is_pawn(to + Offset::EAST) || is_pawn(to + Offset::WEST) {
        let mut count = MoveCount(0);
        let mv = Move::new(from, to, MoveKind::DoublePush);
        let undo = position.make_as::<Us, false>(mv);
        en_passant::<Us::Opponent>(position, &mut count);
        position.unmake_as::<Us, false>(mv, &undo);
        count.0 as i32
    } else {
        0
    }
}

struct Node<'a, Us> {
    effects: &'a Effects,
    siege: Siege,
    baseline: Baseline,
    /// The replies if we passed.
    base: i32,
    /// Leaves found so far.
    total: u64,
    side: PhantomData<Us>,
}

/// What all moves of one man share.
#[derive(Clone, Copy)]
struct Origin {
    square: Square,
    capability: Capability,
    reach: &'static [u16; 256],
    /// Marks of leaving, and the zone squares that the man alone attacks.
    marks: u16,
    /// The baseline with the effect of leaving.
    value: i32,
    /// What else there is to know of its square.
    effect: Effect,
}

impl<Us: Side> Node<'_, Us> {
    /// The origin of a pawn, a knight or the king.
    #[inline(always)]
    fn stepper_origin(&self, square: Square, capability: Capability) -> Origin {
        let reach = king_zone::reach_row(capability);
        let attacked = reach[(self.siege.king - square).index()];
        self.origin(square, capability, reach, attacked)
    }

    #[inline(always)]
    fn slider_origin(&self, square: Square, man: Slot, capability: Capability) -> Origin {
        let reach = king_zone::reach_row(capability);
        self.origin(square, capability, reach, self.siege.attacked_by(man))
    }

    #[inline(always)]
    fn origin(
        &self,
        square: Square,
        capability: Capability,
        reach: &'static [u16; 256],
        attacked: u16,
    ) -> Origin {
        let effect = self.effects.of(square);
        Origin {
            square,
            capability,
            reach,
            marks: attacked & self.siege.single | effect.marks & mark::LEAVING,
            value: self.base + i32::from(effect.leaving),
            effect,
        }
    }

    /// Adds a move whose value is the plain sum `value`, unless it concerns
    /// their king.
    #[inline(always)]
    fn add(
        &mut self,
        position: &mut Position,
        origin: &Origin,
        to: Square,
        kind: MoveKind,
        value: i32,
    ) {
        let effect = self.effects.of(to);
        let value = value + i32::from(effect.landing);
        let reached = origin.reach[(self.siege.king - to).index()];
        // Their king's moves stay the same if no square loses its only attacker
        // or gains its first one.
        let marks =
            origin.marks | reached & (self.siege.free | CENTRE) | effect.marks & mark::LANDING;
        if marks == 0 {
            self.total = self.total.wrapping_add(value as u64);
        } else {
            let mv = Move::new(origin.square, to, kind);
            self.add_marked(position, mv, origin.capability, value, marks);
        }
    }

    /// The moves of our men that are neither king nor pinned, when not in
    /// check.
    #[inline(always)]
    fn add_free_men(&mut self, position: &mut Position, pinned: u16) {
        let men = position.men::<Us>();
        for pawn in Slots::<Us>::new(men.pawns & !pinned) {
            self.add_pawn(position, position.square_of(pawn));
        }
        for knight in Slots::<Us>::new(men.knights & !pinned) {
            let from = position.square_of(knight);
            let origin = self.stepper_origin(from, Capability::KNIGHT);
            for jump in Offset::KNIGHT {
                if !position.slot(from + jump).has(Us::BLOCKERS) {
                    self.add(
                        position,
                        &origin,
                        from + jump,
                        MoveKind::Normal,
                        origin.value,
                    );
                }
            }
        }
        for slider in Slots::<Us>::new(men.sliders & !pinned) {
            let from = position.square_of(slider);
            let capability = position.capability_of(slider);
            let origin = self.slider_origin(from, slider, capability);
            if origin.effect.extended != 0 || origin.effect.double_step != Offset::ZERO {
                self.add_attacked_slider(position, &origin);
                continue;
            }
            if capability.meets(Capability::BISHOP) {
                for step in Offset::DIAGONAL {
                    self.add_ray(position, &origin, step);
                }
            }
            if capability.meets(Capability::ROOK) {
                for step in Offset::ORTHOGONAL {
                    self.add_ray(position, &origin, step);
                }
            }
        }
    }

    #[inline(always)]
    fn add_pawn(&mut self, position: &mut Position, from: Square) {
        let ahead = from + Us::FORWARD;
        if from.rank() == Us::SEVENTH_RANK {
            self.add_promotions(position, from);
            return;
        }
        for capture in Us::PAWN_CAPTURES {
            if position.slot(from + capture).has(Us::Opponent::BIT) {
                self.add_move(position, Move::new(from, from + capture, MoveKind::Normal));
            }
        }
        if !position.slot(ahead).is_empty() {
            return;
        }
        let two_ahead = ahead + Us::FORWARD;
        let double = from.rank() == Us::PAWN_RANK && position.slot(two_ahead).is_empty();
        let origin = self.stepper_origin(from, Us::PAWN);
        // Their sliders on the file, and their pawns that we stand before, see
        // the pawn move along their own line.
        let along_file = origin.effect.extended & (1 << 2 | 1 << 6) != 0;
        if along_file || origin.effect.double_step != Offset::ZERO {
            self.add_move(position, Move::new(from, ahead, MoveKind::Normal));
            if double {
                self.add_move(position, Move::new(from, two_ahead, MoveKind::DoublePush));
            }
            return;
        }
        self.add(position, &origin, ahead, MoveKind::Normal, origin.value);
        if double {
            let value = origin.value + self.en_passant_replies(position, from, two_ahead);
            self.add(position, &origin, two_ahead, MoveKind::DoublePush, value);
        }
    }

    #[inline(never)]
    fn add_promotions(&mut self, position: &mut Position, from: Square) {
        let ahead = from + Us::FORWARD;
        for promotion in MoveKind::PROMOTIONS {
            if position.slot(ahead).is_empty() {
                self.add_move(position, Move::new(from, ahead, promotion));
            }
            for capture in Us::PAWN_CAPTURES {
                if position.slot(from + capture).has(Us::Opponent::BIT) {
                    self.add_move(position, Move::new(from, from + capture, promotion));
                }
            }
        }
    }

    /// The moves along one ray of a slider that none of their rays ends at and
    /// none of their pawns stands before.
    #[inline(always)]
    fn add_ray(&mut self, position: &mut Position, origin: &Origin, step: Offset) {
        let mut to = origin.square + step;
        while position.slot(to).is_empty() {
            self.add(position, origin, to, MoveKind::Normal, origin.value);
            to = to + step;
        }
        if position.slot(to).has(Us::Opponent::BIT) {
            self.add_move(position, Move::new(origin.square, to, MoveKind::Normal));
        }
    }

    /// The moves of any slider.
    #[inline(never)]
    fn add_attacked_slider(&mut self, position: &mut Position, origin: &Origin) {
        for (number, step) in Offset::KING.into_iter().enumerate() {
            if !attackers_along(step).meets(origin.capability) {
                continue;
            }
            let mut to = origin.square + step;
            while position.slot(to).is_empty() {
                let value = origin.value + self.along_line(position, origin, to, number);
                self.add(position, origin, to, MoveKind::Normal, value);
                to = to + step;
            }
            if position.slot(to).has(Us::Opponent::BIT) {
                self.add_move(position, Move::new(origin.square, to, MoveKind::Normal));
            }
        }
    }

    fn add_moves(&mut self, position: &mut Position, moves: &MoveList) {
        for &mv in moves {
            self.add_move(position, mv);
        }
    }

    /// Adds any legal move.
    fn add_move(&mut self, position: &mut Position, mv: Move) {
        let (from, to) = (mv.from(), mv.to());
        match mv.kind() {
            MoveKind::EnPassant => {
                self.total += replies_by_making::<Us>(position, mv);
                return;
            }
            MoveKind::Castle => {
                self.total += match self.castling_value(position, mv) {
                    Some(value) => value as u64,
                    None => replies_by_making::<Us>(position, mv),
                };
                return;
            }
            _ => {}
        }
        let man = position.slot(from);
        let capability = position.capability_of(man);
        let mut origin = if capability.meets(Capability::QUEEN) {
            self.slider_origin(from, man, capability)
        } else {
            self.stepper_origin(from, capability)
        };
        let mut value = origin.value;
        let number = usize::from(STEP_NUMBER[(to - from).index()]);
        if number < 8 {
            value += self.along_line(position, &origin, to, number);
        }
        if mv.kind() == MoveKind::DoublePush {
            value += self.en_passant_replies(position, from, to);
        }
        if let Some(promoted) = mv.promotion_capability() {
            // Only the new man attacks from the new square.
            origin.reach = king_zone::reach_row(promoted);
        }
        self.add(position, &origin, to, mv.kind(), value);
    }

    /// Corrections to the plain sum for a move along a line, by the king's step
    /// with this number: the square that is left and the one that is entered
    /// may lie on one ray of their slider, or on the path of one pawn, and then
    /// do not act independently.
    #[inline(always)]
    fn along_line(&self, position: &Position, origin: &Origin, to: Square, number: usize) -> i32 {
        let from = origin.square;
        let mut correction = 0;
        if origin.effect.extended != 0 {
            let extension = self.effects.extension(from);
            // Moving away from their slider, the ray follows to where we land.
            if origin.effect.extended >> number & 1 != 0 {
                correction += distance(from, to) - i32::from(extension[number & 7]);
            }
            // Moving towards it, the ray does not go on at all.
            if origin.effect.extended >> (number ^ 4) & 1 != 0 {
                correction -= i32::from(extension[(number ^ 4) & 7]);
            }
        }
        let captured = position.slot(to);
        if position.capability_of(captured) == Us::Opponent::PAWN {
            let line = line_of(self.siege.pinned, &self.siege.pin_step, captured);
            correction -= share_of_captured_pawn::<Us>(position, to, from, line);
        }
        if origin.effect.double_step != Offset::ZERO && origin.effect.double_step == to - from {
            correction -= 1;
        }
        correction
    }

    /// The replies that a double step from `from` to `to` allows en passant.
    #[inline(always)]
    fn en_passant_replies(&self, position: &mut Position, from: Square, to: Square) -> i32 {
        if self.baseline.pawn_ranks >> to.rank() & 1 == 0 {
            return 0;
        }
        en_passant_replies::<Us>(position, from, to)
    }

    /// The value of castling where it leaves their king's zone and all lines
    /// alone. Nothing else can go wrong: our king neither leaves nor crosses
    /// nor enters an attacked square, so that none of their rays and pawns sees
    /// more of it than the rook's leaving the corner.
    #[inline(never)]
    fn castling_value(&self, position: &Position, mv: Move) -> Option<i32> {
        let (king, rook) = (mv.from(), mv.to());
        if !position.has_standard_castling() {
            return None;
        }
        let (king_to, rook_to) = castling_targets(king, rook);
        let effects = &self.effects;
        let left = effects.of(king).marks | effects.of(rook).marks;
        let entered = effects.of(king_to).marks | effects.of(rook_to).marks;
        let their_king = self.siege.king;
        let king_reach = king_zone::reach(Capability::KING, their_king - king)
            | king_zone::reach(Capability::KING, their_king - king_to);
        let from_corner = king_zone::reach(Capability::ROOK, their_king - rook);
        let reach = king_zone::reach(Capability::ROOK, their_king - rook_to);
        if left & mark::LEAVING != 0
            || entered & mark::LANDING != 0
            || effects.of(rook).extended != 0
            || self.siege.attacked_by(position.slot(rook)) != 0
            || king_reach & self.siege.open != 0
            || (from_corner | reach) & CENTRE != 0
            || self.attacked_from(position, rook_to, reach & self.siege.open, king) != 0
        {
            return None;
        }
        let leaving = |square: Square| i32::from(effects.of(square).leaving);
        let landing = |square: Square| i32::from(effects.of(square).landing);
        Some(self.base + leaving(king) + leaving(rook) + landing(king_to) + landing(rook_to))
    }

    /// The zone squares among `reach` that a slider on `origin` attacks once
    /// `left` is empty.
    #[inline(always)]
    fn attacked_from(&self, position: &Position, origin: Square, reach: u16, left: Square) -> u16 {
        let king = self.siege.king;
        let mut attacked = 0;
        let mut unsettled = reach;
        while unsettled != 0 {
            let number = unsettled.trailing_zeros();
            unsettled &= unsettled - 1;
            let target = king_zone::square(king, number);
            let step = step_along(target - origin);
            let mut square = origin + step;
            while square != target
                && (position.slot(square).is_empty() || square == king || square == left)
            {
                square = square + step;
            }
            attacked |= u16::from(square == target) << number;
        }
        attacked
    }

    /// Adds a move that may concern their king; `value` is its plain sum.
    #[inline(never)]
    fn add_marked(
        &mut self,
        position: &mut Position,
        mv: Move,
        capability: Capability,
        value: i32,
        marks: u16,
    ) {
        let moving = Moving {
            mv,
            man: position.slot(mv.from()),
            before: capability,
            after: mv.promotion_capability().unwrap_or(capability),
        };
        let aims = marks & CENTRE != 0 && self.aims_at_king(position, &moving);
        let lines_change = marks & (mark::LEAVING_LINE | mark::LANDING_ON_LINE) != 0 || aims;
        if !lines_change {
            if marks & !CENTRE == 0 {
                self.total = self.total.wrapping_add(value as u64);
                return;
            }
            if let Some(free) = self.free_after(position, &moving) {
                let king_moves = self.siege.king_moves_to(free, false);
                let value = value + king_moves - self.siege.king_moves;
                self.total = self.total.wrapping_add(value as u64);
                return;
            }
        }
        let value = value - self.siege.king_moves;
        let value = self.value_by_making(position, &moving, value);
        self.total = self.total.wrapping_add(value as u64);
    }

    /// Whether a man that now stands on a line with their king, or attacks it
    /// as a pawn or knight, comes to check or pin anything.
    #[inline(always)]
    fn aims_at_king(&self, position: &Position, moving: &Moving) -> bool {
        if !moving.after.meets(Capability::QUEEN) {
            return true;
        }
        let step = step_along(self.siege.king - moving.mv.to());
        let mut between = Slot::EMPTY;
        let mut square = moving.mv.to() + step;
        while square != self.siege.king {
            let slot = position.slot(square);
            if !slot.is_empty() && square != moving.mv.from() {
                if !between.is_empty() || slot.has(Us::BIT) {
                    return false;
                }
                between = slot;
            }
            square = square + step;
        }
        true
    }

    /// The zone squares that are free for their king after a move, if that can
    /// be told from the attackers before it. The board may stand before or
    /// after the move.
    #[inline(always)]
    fn free_after(&self, position: &Position, moving: &Moving) -> Option<u16> {
        let siege = &self.siege;
        let (from, to) = (moving.mv.from(), moving.mv.to());
        let marks = self.effects.of(from).marks | self.effects.of(to).marks;
        if marks & mark::KING_PATH != 0 {
            return None;
        }
        let mut opened = self.effects.opened(from);
        let mut blocked = self.effects.blocked(to);
        let is_slider = moving.before.meets(Capability::QUEEN);
        let before = if is_slider {
            siege.attacked_by(moving.man)
        } else {
            king_zone::reach(moving.before, siege.king - from)
        };
        if opened | blocked != 0 {
            let number = usize::from(STEP_NUMBER[(to - from).index()]);
            if number < 8 {
                let ahead = king_zone::along(number, siege.king - from);
                if opened & ahead != 0 {
                    // The man may stand in the way again where it lands.
                    return None;
                }
                // A ray that the man moves against is not opened by its leaving.
                opened &= !king_zone::along(number ^ 4, siege.king - from);
                if is_slider {
                    // The man does not block itself.
                    blocked &= !(ahead & before);
                }
            }
        }
        // A square is freed if it loses all its attackers, of which a move can
        // take away the man itself and one that it blocks.
        let freed = (before | blocked) & siege.single | before & blocked & siege.double;
        let free = (siege.free | freed) & !opened;
        let reach = king_zone::reach(moving.after, siege.king - to) & free;
        Some(if moving.after.meets(Capability::QUEEN) {
            free & !self.attacked_from(position, to, reach, from)
        } else {
            free & !reach
        })
    }

    /// The value of a move that may change checks and pins: it is made, and
    /// only what it changed is counted again. `plain` is its plain sum without
    /// king moves.
    #[inline(never)]
    fn value_by_making(&self, position: &mut Position, moving: &Moving, plain: i32) -> i32 {
        let undo = position.make_as::<Us, false>(moving.mv);
        let value = if moving.mv.kind() == MoveKind::DoublePush {
            // En passant may capture a checker or a man that was pinned.
            count_legal::<Us::Opponent>(position) as i32
        } else {
            let hold = match self.free_after(position, moving) {
                Some(free) => self.hold_after(position, moving, free),
                None => Hold::from_threats::<Us::Opponent>(position),
            };
            match hold.checkers {
                0 => plain + hold.king_moves + self.pin_changes(position, &hold),
                1 => {
                    let mut count = MoveCount(0);
                    evasions::<Us::Opponent>(position, hold.checker, hold.pinned, &mut count);
                    hold.king_moves + count.0 as i32
                }
                _ => hold.king_moves,
            }
        };
        position.unmake_as::<Us, false>(moving.mv, &undo);
        value
    }

    /// Checks and pins after a move, which was made: only our sliders on a line
    /// with their king, and the man that moved, can give them.
    #[inline(always)]
    fn hold_after(&self, position: &Position, moving: &Moving, free: u16) -> Hold {
        let king = self.siege.king;
        let mut hold = Hold::none();
        let mut aligned = self.siege.aligned;
        if moving.after.meets(Capability::QUEEN) {
            aligned |= moving.man.set();
        } else if king_zone::reach(moving.after, king - moving.mv.to()) & CENTRE != 0 {
            hold.checkers = 1;
            hold.checker = moving.mv.to();
        }
        for slider in Slots::<Us>::new(aligned) {
            let origin = position.square_of(slider);
            let offset = king - origin;
            if !attackers_along(offset).meets(position.capability_of(slider)) {
                continue;
            }
            let step = step_along(offset);
            let first = position.first_man(origin, step);
            if first == king {
                hold.checkers += 1;
                hold.checker = origin;
                continue;
            }
            let man = position.slot(first);
            if man.has(Us::Opponent::BIT) && position.first_man(first, step) == king {
                hold.pinned |= man.set();
                hold.pin_step[usize::from(man.number())] = step;
            }
        }
        hold.king_moves = self.siege.king_moves_to(free, hold.checkers > 0);
        hold
    }

    /// By how much the plain sum is wrong where a man of theirs is pinned now
    /// and was not before, or the other way round, or along another line.
    #[inline(always)]
    fn pin_changes(&self, position: &Position, hold: &Hold) -> i32 {
        let men = position.men::<Us::Opponent>();
        let alive = men.pawns | men.knights | men.sliders;
        let mut change = 0;
        for man in Slots::<Us::Opponent>::new((self.siege.pinned | hold.pinned) & alive) {
            let line_before = line_of(self.siege.pinned, &self.siege.pin_step, man);
            let line_after = line_of(hold.pinned, &hold.pin_step, man);
            if line_before != line_after && line_before != -line_after {
                let square = position.square_of(man);
                change += mobility::<Us::Opponent>(position, square, line_after)
                    - mobility::<Us::Opponent>(position, square, line_before);
            }
        }
        change
    }
}

/// The line that a man is pinned on; [`Offset::ZERO`] if it is not.
#[inline(always)]
fn line_of(pinned: u16, pin_step: &[Offset; 16], man: Slot) -> Offset {
    if pinned & man.set() == 0 {
        Offset::ZERO
    } else {
        pin_step[usize::from(man.number())]
    }
}

/// A move and the man that makes it.
struct Moving {
    mv: Move,
    man: Slot,
    /// What it is before the move.
    before: Capability,
    /// What it is after it: another man, if it promotes.
    after: Capability,
}

/// Checks and pins against their king after a move.
struct Hold {
    checkers: u32,
    /// One of the checkers.
    checker: Square,
    pinned: u16,
    pin_step: [Offset; 16],
    /// Their king's moves, castling included.
    king_moves: i32,
}

impl Hold {
    #[inline(always)]
    fn none() -> Hold {
        Hold {
            checkers: 0,
            checker: Square::NONE,
            pinned: 0,
            pin_step: [Offset::ZERO; 16],
            king_moves: 0,
        }
    }

    /// From scratch, in a position in which `Them` is to move.
    #[inline(never)]
    fn from_threats<Them: Side>(position: &mut Position) -> Hold {
        let threats = Threats::to::<Them>(position);
        let mut count = MoveCount(0);
        king_moves::<Them>(position, &threats, &mut count);
        if threats.checkers == 0 {
            castling::<Them>(position, &threats, &mut count);
        }
        Hold {
            checkers: threats.checkers,
            checker: threats.checker,
            pinned: threats.pinned,
            pin_step: threats.pin_step,
            king_moves: count.0 as i32,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{CastlingNotation, Color, fen};
    use crate::movegen;

    /// Compares each move of a node with the count after making it.
    fn check_node<Us: Side>(position: &mut Position, effects: &mut Effects) {
        if may_castle_unusually::<Us::Opponent>(position) {
            return;
        }
        effects.clear();
        let siege = Siege::of::<Us>(position, effects);
        let baseline = Baseline::of::<Us>(position, &siege, effects);
        let mut node = Node::<Us> {
            effects,
            base: baseline.replies + siege.king_moves,
            siege,
            baseline,
            total: 0,
            side: PhantomData,
        };
        for mv in movegen::legal(position) {
            node.total = 0;
            node.add_move(position, mv);
            let fen = position.to_fen();
            assert_eq!(
                node.total,
                replies_by_making::<Us>(position, mv),
                "{mv:?} in {fen}"
            );
        }
    }

    fn check(position: &mut Position, effects: &mut Effects) {
        match position.side_to_move() {
            Color::White => check_node::<crate::board::White>(position, effects),
            Color::Black => check_node::<crate::board::Black>(position, effects),
        }
    }

    fn check_tree(position: &mut Position, depth: u32, effects: &mut Effects) {
        check(position, effects);
        if depth > 0 {
            for mv in movegen::legal(position) {
                let undo = position.make(mv);
                check_tree(position, depth - 1, effects);
                position.unmake(mv, &undo);
            }
        }
    }

    #[test]
    fn every_move_is_worth_its_replies() {
        let mut effects = Effects::new();
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        ] {
            let parsed = fen::parse(fen, CastlingNotation::Standard).unwrap();
            check_tree(&mut parsed.position.clone(), 2, &mut effects);
        }
    }
}
