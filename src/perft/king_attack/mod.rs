//! Our attack on their king: our attackers on its zone, their pinned pieces, and
//! the squares on which our moves can change either. It is computed once for a
//! node and gives the threats to their king after most of our moves.

mod attack_counts;
mod effects;

pub(crate) use effects::Effects;
pub(super) use effects::{Effect, mark};

use crate::board::{Capability, Offset, Position, Side, Slot, Square, Wing, step_along};
use crate::movegen::king_zone::{self, AROUND, CENTRE, KING_SIDE, NEIGHBOURS, QUEEN_SIDE};
use crate::movegen::threats::Threats;
use crate::movegen::{Move, MoveKind};
use attack_counts::AttackCounts;

/// The number of a king's moves: its steps to free zone squares and, unless it
/// is in check, castling on the wings that are open for it.
#[inline(always)]
pub(super) fn count_king_moves(free: u16, castling: u16, in_check: bool) -> i32 {
    let mut moves = king_zone::bits_set(free & NEIGHBOURS) as i32;
    if castling != 0 && !in_check {
        let path = free & (castling | NEIGHBOURS);
        moves += i32::from(path & KING_SIDE == KING_SIDE);
        moves += i32::from(path & QUEEN_SIDE == QUEEN_SIDE);
    }
    moves
}

/// Our attack on their king, before our move.
pub(crate) struct KingAttack {
    /// Their king's square.
    pub(super) king: Square,
    /// Zone squares that their king may go to or castle through, as far as its
    /// own pieces, the border and its rights are concerned.
    pub(super) open: u16,
    /// The wings on which castling is open, see [`king_zone::open_castling`].
    castling: u16,
    /// The numbers of our attackers on the zone.
    attackers: AttackCounts,
    /// Open zone squares without an attacker: free for their king.
    pub(super) free: u16,
    /// Open zone squares with one attacker.
    pub(super) single: u16,
    /// Open zone squares with two attackers.
    pub(super) double: u16,
    /// Their king's moves, castling included, if we passed.
    pub(super) king_moves: i32,
    /// Their pinned pieces, as bits by number.
    pub(super) pinned: u16,
    /// The step along the line of each pin, by number of the pinned piece.
    pub(super) pin_step: [Offset; 16],
    /// Our sliders on a line with their king that they can use, as bits by number.
    pub(super) aligned: u16,
    /// Zone squares that each of our sliders attacks, by number.
    attacked_by: [u16; 16],
}

impl KingAttack {
    /// The attack of `Us`. Each of our pieces is looked at once. Clears `effects`
    /// and marks squares in it.
    #[inline(always)]
    pub(crate) fn of<Us: Side>(position: &Position, effects: &mut Effects) -> KingAttack {
        effects.clear();
        let king = position.square_of(Us::Opponent::KING);
        let mut attack = KingAttack {
            king,
            open: 0,
            castling: 0,
            attackers: AttackCounts::default(),
            free: 0,
            single: 0,
            double: 0,
            king_moves: 0,
            pinned: 0,
            pin_step: [Offset::ZERO; 16],
            aligned: 0,
            attacked_by: [0; 16],
        };
        attack.open_zone::<Us>(position, effects);
        let list = position.piece_list::<Us>();
        for slider in list.sliders::<Us>() {
            attack.add_slider::<Us>(position, slider, effects);
        }
        let pawn_reach = king_zone::reach_row(Us::PAWN);
        for pawn in list.pawns::<Us>() {
            attack.add_stepper(pawn_reach, position.square_of(pawn));
        }
        let knight_reach = king_zone::reach_row(Capability::KNIGHT);
        for knight in list.knights::<Us>() {
            attack.add_stepper(knight_reach, position.square_of(knight));
        }
        attack.add_stepper(
            king_zone::reach_row(Capability::KING),
            position.square_of(Us::KING),
        );
        attack.free = attack.attackers.unattacked() & attack.open;
        attack.single = attack.attackers.single() & attack.open;
        attack.double = attack.attackers.double() & attack.open;
        attack.king_moves = attack.king_moves_to(attack.free, false);
        attack
    }

    /// The zone squares that one of our sliders attacks.
    #[inline(always)]
    pub(super) fn attacked_by(&self, slider: Slot) -> u16 {
        self.attacked_by[usize::from(slider.number())]
    }

    /// The threats to their king after one of our moves, which is not made yet,
    /// if they are the same as if we passed; `None` if that takes a closer look.
    #[inline(always)]
    pub(crate) fn threats_after(
        &self,
        position: &Position,
        effects: &Effects,
        mv: Move,
    ) -> Option<Threats> {
        let (from, to) = (mv.from(), mv.to());
        if matches!(mv.kind(), MoveKind::Castle | MoveKind::EnPassant) {
            return None;
        }
        let piece = position.slot(from);
        let before = position.capability_of(piece);
        let attacked = if before.meets(Capability::QUEEN) {
            self.attacked_by(piece)
        } else {
            king_zone::reach(before, self.king - from)
        };
        let after = mv.promotion_capability().unwrap_or(before);
        let reached = king_zone::reach(after, self.king - to);
        let marks = attacked & self.single
            | reached & (self.free | CENTRE)
            | effects.of(from).marks & mark::LEAVING
            | effects.of(to).marks & mark::LANDING;
        (marks == 0).then_some(Threats {
            checkers: 0,
            checker: Square::NONE,
            pinned: self.pinned,
            pin_step: self.pin_step,
            safe: self.free,
            castling: self.castling,
        })
    }

    /// The number of their king's moves if these zone squares are free, with
    /// castling as it is open before our move.
    #[inline(always)]
    pub(super) fn king_moves_to(&self, free: u16, in_check: bool) -> i32 {
        count_king_moves(free, self.castling, in_check)
    }

    /// Finds the open zone squares: those next to the king without a piece of
    /// theirs, and the squares of a castling path without one.
    #[inline(always)]
    fn open_zone<Us: Side>(&mut self, position: &Position, effects: &mut Effects) {
        for (number, step) in Offset::KING.into_iter().enumerate() {
            let square = self.king + step;
            let slot = position.slot(square);
            if !slot.has(Us::Opponent::BLOCKERS) {
                self.open |= 1 << number;
            } else if slot.has(Us::Opponent::BIT) {
                // If we capture there, the king may go there.
                effects.mark(square, mark::KING_PATH);
            }
        }
        if position.castling().has_any(Us::Opponent::COLOR) && position.has_standard_castling() {
            self.open_castling::<Us>(position, effects, Wing::KingSide, Offset::EAST, 2);
            self.open_castling::<Us>(position, effects, Wing::QueenSide, Offset::WEST, 3);
            self.castling = king_zone::open_castling::<Us::Opponent>(position, self.king);
        }
    }

    /// Opens the castling path of `length` squares on one wing, if no piece of
    /// theirs stands there. A piece of ours may leave it.
    #[inline(always)]
    fn open_castling<Us: Side>(
        &mut self,
        position: &Position,
        effects: &mut Effects,
        wing: Wing,
        step: Offset,
        length: u8,
    ) {
        if !position.castling().has(Us::Opponent::COLOR, wing) {
            return;
        }
        let mut rook = self.king + step;
        let mut is_open = true;
        for _ in 0..length {
            is_open &= !position.slot(rook).has(Us::Opponent::BIT);
            rook = rook + step;
        }
        if !is_open {
            return;
        }
        // Without the rook, the right is gone.
        effects.mark(rook, mark::KING_PATH);
        self.open |= 1 << (8 + wing as u16);
        let mut square = self.king + step;
        while square != rook {
            effects.mark(square, mark::KING_PATH);
            square = square + step;
        }
    }

    /// Adds a pawn, a knight or our king.
    #[inline(always)]
    fn add_stepper(&mut self, reach: &[u16; 256], origin: Square) {
        let zone = reach[(self.king - origin).index()] & self.open;
        self.attackers.add(zone);
    }

    #[inline(always)]
    fn add_slider<Us: Side>(&mut self, position: &Position, slider: Slot, effects: &mut Effects) {
        let origin = position.square_of(slider);
        let reach = king_zone::reach(position.capability_of(slider), self.king - origin);
        let reach = reach & (self.open | CENTRE);
        if reach == 0 {
            return;
        }
        if reach & CENTRE != 0 {
            self.aligned |= slider.set();
            self.add_line::<Us>(position, origin, effects);
        }
        let mut attacked = 0;
        let mut unsettled = reach & AROUND;
        while unsettled != 0 {
            let number = unsettled.trailing_zeros();
            unsettled &= unsettled - 1;
            let zone = 1 << number;
            let target = king_zone::square(self.king, number);
            if self.add_ray::<Us>(position, origin, target, zone, effects) {
                attacked |= zone;
            }
        }
        self.attacked_by[usize::from(slider.number())] = attacked;
        self.attackers.add(attacked);
    }

    /// Looks at the pieces between our slider and their king, and marks the
    /// squares where a move of ours can change a pin or uncover a check.
    #[inline(always)]
    fn add_line<Us: Side>(&mut self, position: &Position, origin: Square, effects: &mut Effects) {
        let step = step_along(self.king - origin);
        let first = position.first_piece(origin, step);
        let second = position.first_piece(first, step);
        let first_is_ours = position.slot(first).has(Us::BIT);
        if second == self.king {
            if first_is_ours {
                effects.mark(first, mark::LEAVING_LINE);
            } else {
                let piece = position.slot(first);
                self.pinned |= piece.set();
                self.pin_step[usize::from(piece.number())] = step;
                effects.mark(origin, mark::LEAVING_LINE);
                let mut square = origin + step;
                while square != self.king {
                    effects.mark(square, mark::LANDING_ON_LINE);
                    square = square + step;
                }
            }
        } else if first_is_ours != position.slot(second).has(Us::BIT)
            && position.first_piece(second, step) == self.king
        {
            let ours = if first_is_ours { first } else { second };
            effects.mark(ours, mark::LEAVING_LINE);
        }
    }

    /// Returns whether our slider on `origin` attacks the zone square `target`.
    /// Marks the squares where a piece of ours would block the line, or the
    /// square of ours that blocks it now. Lines go through their king, since it
    /// does not escape along them.
    #[inline(always)]
    fn add_ray<Us: Side>(
        &self,
        position: &Position,
        origin: Square,
        target: Square,
        zone: u16,
        effects: &mut Effects,
    ) -> bool {
        let step = step_along(target - origin);
        let is_blocker = |square: Square| !position.slot(square).is_empty() && square != self.king;
        let mut square = origin + step;
        while square != target {
            if is_blocker(square) {
                if position.slot(square).has(Us::BIT) {
                    let blocker = square;
                    square = square + step;
                    while square != target {
                        if is_blocker(square) {
                            return false;
                        }
                        square = square + step;
                    }
                    effects.add_opened(blocker, zone);
                }
                return false;
            }
            square = square + step;
        }
        let mut square = origin + step;
        while square != target {
            effects.add_blocked(square, zone);
            square = square + step;
        }
        true
    }
}
