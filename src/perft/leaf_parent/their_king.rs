//! What one of our moves does to their king: squares that it may no longer go
//! to, or may go to now, checks, and pins made or undone. Moves that change
//! checks or pins are made, and only what they changed is counted again.

use super::baseline::mobility;
use super::effects::mark;
use super::node::Node;
use super::siege::count_king_moves;
use super::value::{STEP_NUMBER, line_of};
use crate::board::{
    Capability, Offset, Position, Side, Slot, Slots, Square, attackers_along, step_along,
};
use crate::movegen::king_zone::{self, CENTRE};
use crate::movegen::sink::MoveCount;
use crate::movegen::strictly_legal::{castling, evasions, king_moves};
use crate::movegen::threats::{Threats, is_attacked_past_king};
use crate::movegen::{Move, MoveKind};
use crate::perft::bulk::count_legal;

impl<Us: Side> Node<'_, Us> {
    /// The replies to a move that may concern their king; `value` is its plain
    /// sum.
    #[inline(never)]
    pub(super) fn replies_to_marked(
        &self,
        position: &mut Position,
        mv: Move,
        capability: Capability,
        value: i32,
        marks: u16,
    ) -> i32 {
        let moving = Moving {
            mv,
            man: position.slot(mv.from()),
            before: capability,
            after: mv.promotion_capability().unwrap_or(capability),
        };
        const TO_BE_MADE: u16 = mark::LEAVING_LINE | mark::LANDING_ON_LINE | mark::KING_PATH;
        let aims = marks & CENTRE != 0 && self.aims_at_king(position, &moving);
        if marks & TO_BE_MADE == 0 && !aims {
            if marks & !CENTRE == 0 {
                return value;
            }
            if let Some(free) = self.free_after(position, &moving) {
                return value + self.siege.king_moves_to(free, false) - self.siege.king_moves;
            }
        }
        self.replies_to_made(position, &moving, value - self.siege.king_moves)
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

    /// The zone squares, of those that are open before a move, that are free
    /// for their king after it; none if that cannot be told from the attackers
    /// before it. The board may stand before or after the move.
    #[inline(always)]
    fn free_after(&self, position: &Position, moving: &Moving) -> Option<u16> {
        let siege = &self.siege;
        let (from, to) = (moving.mv.from(), moving.mv.to());
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

    /// The replies to a move that may change checks and pins: it is made, and
    /// only what it changed is counted again. `plain` is its plain sum without
    /// king moves.
    #[inline(never)]
    fn replies_to_made(&self, position: &mut Position, moving: &Moving, plain: i32) -> i32 {
        let undo = position.make_as::<Us, false>(moving.mv);
        let en_passant = moving.mv.kind() == MoveKind::DoublePush
            && self.baseline.has_pawns_on(moving.mv.to().rank());
        let value = if en_passant {
            // It may capture a checker, or with a man that was pinned.
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
        hold.king_moves = self.king_moves_after(position, moving, free, hold.checkers > 0);
        hold
    }

    /// Their king's moves after a move, which was made, given the free squares
    /// among those that were open before it.
    #[inline(always)]
    fn king_moves_after(
        &self,
        position: &Position,
        moving: &Moving,
        mut free: u16,
        in_check: bool,
    ) -> i32 {
        let (from, to) = (moving.mv.from(), moving.mv.to());
        let marks = self.effects.of(from).marks | self.effects.of(to).marks;
        if marks & mark::KING_PATH == 0 {
            return self.siege.king_moves_to(free, in_check);
        }
        let king = self.siege.king;
        let number = STEP_NUMBER[(to - king).index()];
        let is_beside = king_zone::reach(Capability::KING, king - to) & CENTRE != 0;
        if is_beside
            && self.siege.open >> number & 1 == 0
            && !is_attacked_past_king::<Us>(position, to, king)
        {
            // A man of theirs stood there.
            free |= 1 << number;
        }
        let castling = if position.has_standard_castling() {
            king_zone::open_castling::<Us::Opponent>(position, king)
        } else {
            0
        };
        count_king_moves(free, castling, in_check)
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

    /// The zone squares among `reach` that a slider on `origin` attacks once
    /// `left` is empty.
    #[inline(always)]
    pub(super) fn attacked_from(
        &self,
        position: &Position,
        origin: Square,
        reach: u16,
        left: Square,
    ) -> u16 {
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
