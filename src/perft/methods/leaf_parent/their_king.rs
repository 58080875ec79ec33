//! Moves that concern their king: they close or open squares to it, give check,
//! or make or undo pins. Moves that change checks or pins are made, and only what
//! they changed is counted again.

use super::baseline::mobility;
use super::node::Node;
use crate::board::{
    Capability, Offset, Position, Side, Slot, Slots, Square, attackers_along, step_along,
};
use crate::movegen::count::count_legal;
use crate::movegen::king_zone::{self, CENTRE};
use crate::movegen::legal::{castling, evasions, king_moves};
use crate::movegen::sink::MoveCount;
use crate::movegen::threats::{Threats, is_attacked_past_king, line_of};
use crate::movegen::{Move, MoveKind};
use crate::perft::king_attack::{count_king_moves, mark};

impl<Us: Side> Node<'_, Us> {
    /// The number of replies to a move that may concern their king. `value` is
    /// its plain sum.
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
            piece: position.slot(mv.from()),
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
                return value + self.attack.king_moves_to(free, false) - self.attack.king_moves;
            }
        }
        self.replies_to_made(position, &moving, value - self.attack.king_moves)
    }

    /// Returns whether a piece that lands on a line with their king, or attacks
    /// it as a pawn or knight, gives check or pins a piece.
    #[inline(always)]
    fn aims_at_king(&self, position: &Position, moving: &Moving) -> bool {
        if !moving.after.meets(Capability::QUEEN) {
            return true;
        }
        let step = step_along(self.attack.king - moving.mv.to());
        let mut between = Slot::EMPTY;
        let mut square = moving.mv.to() + step;
        while square != self.attack.king {
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

    /// The open zone squares of before a move that are free for their king after
    /// it; `None` if the attackers before the move do not decide it. The board
    /// may be that of before or after the move.
    #[inline(always)]
    fn free_after(&self, position: &Position, moving: &Moving) -> Option<u16> {
        let attack = &self.attack;
        let (from, to) = (moving.mv.from(), moving.mv.to());
        let mut opened = self.effects.opened(from);
        let mut blocked = self.effects.blocked(to);
        let is_slider = moving.before.meets(Capability::QUEEN);
        let before = if is_slider {
            attack.attacked_by(moving.piece)
        } else {
            king_zone::reach(moving.before, attack.king - from)
        };
        if opened | blocked != 0 {
            let number = king_zone::step_number(to - from);
            if number < 8 {
                let ahead = king_zone::along(number, attack.king - from);
                if opened & ahead != 0 {
                    // The piece may stand in the way again where it lands.
                    return None;
                }
                // A ray that the piece moves against is not opened by its leaving.
                opened &= !king_zone::along(number ^ 4, attack.king - from);
                if is_slider {
                    // The piece does not block itself.
                    blocked &= !(ahead & before);
                }
            }
        }
        // A square is freed if it loses all its attackers, and a move can
        // take away two: the moving piece, and one that it blocks.
        let freed = (before | blocked) & attack.single | before & blocked & attack.double;
        let free = (attack.free | freed) & !opened;
        let reach = king_zone::reach(moving.after, attack.king - to) & free;
        Some(if moving.after.meets(Capability::QUEEN) {
            free & !self.attacked_from(position, to, reach, from)
        } else {
            free & !reach
        })
    }

    /// The number of replies to a move that may change checks and pins: it is
    /// made, and only what it changed is counted again. `plain` is its plain sum
    /// without king moves.
    #[inline(never)]
    fn replies_to_made(&self, position: &mut Position, moving: &Moving, plain: i32) -> i32 {
        let undo = position.make_unkeyed::<Us>(moving.mv);
        let en_passant = moving.mv.kind() == MoveKind::DoublePush
            && self.baseline.has_pawns_on(moving.mv.to().rank());
        let value = if en_passant {
            // En passant may capture the checker, or be made by a piece that was
            // pinned.
            count_legal::<Us::Opponent>(position) as i32
        } else {
            let state = match self.free_after(position, moving) {
                Some(free) => self.state_after(position, moving, free),
                None => KingState::from_threats::<Us::Opponent>(position),
            };
            match state.checkers {
                0 => plain + state.king_moves + self.pin_changes(position, &state),
                1 => {
                    let mut count = MoveCount(0);
                    evasions::<Us::Opponent>(position, state.checker, state.pinned, &mut count);
                    state.king_moves + count.0 as i32
                }
                _ => state.king_moves,
            }
        };
        position.unmake_unkeyed::<Us>(moving.mv, &undo);
        value
    }

    /// Checks and pins after a move, which was made. Only our sliders on a line
    /// with their king and the piece that moved can cause them.
    #[inline(always)]
    fn state_after(&self, position: &Position, moving: &Moving, free: u16) -> KingState {
        let king = self.attack.king;
        let mut state = KingState::none();
        let mut aligned = self.attack.aligned;
        if moving.after.meets(Capability::QUEEN) {
            aligned |= moving.piece.set();
        } else if king_zone::reach(moving.after, king - moving.mv.to()) & CENTRE != 0 {
            state.checkers = 1;
            state.checker = moving.mv.to();
        }
        for slider in Slots::<Us>::new(aligned) {
            let origin = position.square_of(slider);
            let offset = king - origin;
            if !attackers_along(offset).meets(position.capability_of(slider)) {
                continue;
            }
            let step = step_along(offset);
            let first = position.first_piece(origin, step);
            if first == king {
                state.checkers += 1;
                state.checker = origin;
                continue;
            }
            let piece = position.slot(first);
            if piece.has(Us::Opponent::BIT) && position.first_piece(first, step) == king {
                state.pinned |= piece.set();
                state.pin_step[usize::from(piece.number())] = step;
            }
        }
        state.king_moves = self.king_moves_after(position, moving, free, state.checkers > 0);
        state
    }

    /// The number of their king's moves after a move, which was made. `free` are
    /// the free ones of the squares that were open before it.
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
            return self.attack.king_moves_to(free, in_check);
        }
        let king = self.attack.king;
        let number = king_zone::step_number(to - king);
        let is_beside = king_zone::reach(Capability::KING, king - to) & CENTRE != 0;
        if is_beside
            && self.attack.open >> number & 1 == 0
            && !is_attacked_past_king::<Us>(position, to, king)
        {
            // A piece of theirs stood there.
            free |= 1 << number;
        }
        let castling = if position.has_standard_castling() {
            king_zone::open_castling::<Us::Opponent>(position, king)
        } else {
            0
        };
        count_king_moves(free, castling, in_check)
    }

    /// The correction of the plain sum for pieces of theirs whose pin the move
    /// made, undid, or changed to another line.
    #[inline(always)]
    fn pin_changes(&self, position: &Position, state: &KingState) -> i32 {
        let list = position.piece_list::<Us::Opponent>();
        let alive = list.pawns | list.knights | list.sliders;
        let mut change = 0;
        for piece in Slots::<Us::Opponent>::new((self.attack.pinned | state.pinned) & alive) {
            let line_before = line_of(self.attack.pinned, &self.attack.pin_step, piece);
            let line_after = line_of(state.pinned, &state.pin_step, piece);
            if line_before != line_after && line_before != -line_after {
                let square = position.square_of(piece);
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
        let king = self.attack.king;
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

/// A move and the piece that makes it.
struct Moving {
    mv: Move,
    piece: Slot,
    /// Its capability before the move.
    before: Capability,
    /// Its capability after the move: another one, if it promotes.
    after: Capability,
}

/// Checks and pins against their king after a move.
struct KingState {
    checkers: u32,
    /// One of the checkers.
    checker: Square,
    pinned: u16,
    pin_step: [Offset; 16],
    /// Their king's moves, castling included.
    king_moves: i32,
}

impl KingState {
    #[inline(always)]
    fn none() -> KingState {
        KingState {
            checkers: 0,
            checker: Square::NONE,
            pinned: 0,
            pin_step: [Offset::ZERO; 16],
            king_moves: 0,
        }
    }

    /// Computed from scratch, in a position in which `Them` is to move.
    #[inline(never)]
    fn from_threats<Them: Side>(position: &mut Position) -> KingState {
        let threats = Threats::to::<Them>(position);
        let mut count = MoveCount(0);
        king_moves::<Them>(position, &threats, &mut count);
        if threats.checkers == 0 {
            castling::<Them>(position, &threats, &mut count);
        }
        KingState {
            checkers: threats.checkers,
            checker: threats.checker,
            pinned: threats.pinned,
            pin_step: threats.pin_step,
            king_moves: count.0 as i32,
        }
    }
}
