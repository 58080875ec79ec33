//! The value of one of our moves, the number of replies to it: the baseline, plus
//! the effects of the squares that it leaves and enters, plus corrections where
//! these two do not act independently. Moves that concern their king go on to
//! [`their_king`](super::their_king).

use super::baseline::share_of_captured_pawn;
use super::node::{Node, replies_by_making};
use crate::board::{Capability, Offset, Position, Side, Slot, Square, castling_targets};
use crate::movegen::king_zone::{self, CENTRE};
use crate::movegen::legal::en_passant;
use crate::movegen::sink::MoveCount;
use crate::movegen::threats::line_of;
use crate::movegen::{Move, MoveKind};
use crate::perft::king_attack::{Effect, mark};

/// The number of king's steps in an offset along a line.
#[inline(always)]
fn distance(from: Square, to: Square) -> i32 {
    let files = (i32::from(from.file()) - i32::from(to.file())).abs();
    let ranks = (i32::from(from.rank()) - i32::from(to.rank())).abs();
    files.max(ranks)
}

/// The part of the value that all moves of one piece share.
#[derive(Clone, Copy)]
pub(super) struct Origin {
    pub(super) square: Square,
    pub(super) capability: Capability,
    reach: &'static [u16; 256],
    /// The marks of leaving, and the zone squares that only this piece attacks.
    marks: u16,
    /// The baseline with the effect of leaving.
    pub(super) value: i32,
    /// All effects of its square.
    pub(super) effect: Effect,
}

impl<Us: Side> Node<'_, Us> {
    /// The origin of a pawn, a knight or the king.
    #[inline(always)]
    pub(super) fn stepper(&self, square: Square, capability: Capability) -> Origin {
        let reach = king_zone::reach_row(capability);
        let attacked = reach[(self.attack.king - square).index()];
        self.origin(square, capability, reach, attacked)
    }

    #[inline(always)]
    pub(super) fn slider(&self, square: Square, piece: Slot, capability: Capability) -> Origin {
        let reach = king_zone::reach_row(capability);
        self.origin(square, capability, reach, self.attack.attacked_by(piece))
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
            marks: attacked & self.attack.single | effect.marks & mark::LEAVING,
            value: self.base + i32::from(effect.leaving),
            effect,
        }
    }

    /// The number of replies to a move. `value` is its plain sum without the
    /// effect of landing.
    #[inline(always)]
    pub(super) fn replies(
        &self,
        position: &mut Position,
        origin: &Origin,
        to: Square,
        kind: MoveKind,
        value: i32,
    ) -> i32 {
        let effect = self.effects.of(to);
        let value = value + i32::from(effect.landing);
        let reached = origin.reach[(self.attack.king - to).index()];
        // Their king's moves stay the same if no square loses its only attacker
        // or gains its first one.
        let marks =
            origin.marks | reached & (self.attack.free | CENTRE) | effect.marks & mark::LANDING;
        if marks == 0 {
            return value;
        }
        let mv = Move::new(origin.square, to, kind);
        self.replies_to_marked(position, mv, origin.capability, value, marks)
    }

    /// The number of replies to any legal move.
    pub(super) fn replies_to_move(&self, position: &mut Position, mv: Move) -> i32 {
        let (from, to) = (mv.from(), mv.to());
        match mv.kind() {
            MoveKind::EnPassant => return replies_by_making::<Us>(position, mv),
            MoveKind::Castle => {
                return self
                    .replies_to_castling(position, mv)
                    .unwrap_or_else(|| replies_by_making::<Us>(position, mv));
            }
            _ => {}
        }
        let piece = position.slot(from);
        let capability = position.capability_of(piece);
        let mut origin = if capability.meets(Capability::QUEEN) {
            self.slider(from, piece, capability)
        } else {
            self.stepper(from, capability)
        };
        let mut value = origin.value;
        let number = king_zone::step_number(to - from);
        if number < 8 {
            value += self.along_line(position, &origin, to, number);
        }
        if mv.kind() == MoveKind::DoublePush {
            value += self.en_passant_replies(position, from, to);
        }
        if let Some(promoted) = mv.promotion_capability() {
            // Only the new piece attacks from the new square.
            origin.reach = king_zone::reach_row(promoted);
        }
        self.replies(position, &origin, to, mv.kind(), value)
    }

    /// Corrections to the plain sum for a move along a line, by the king's step
    /// with this number: the square that is left and the one that is entered
    /// may lie on one ray of their slider, or on the path of one pawn, and then
    /// do not act independently.
    #[inline(always)]
    pub(super) fn along_line(
        &self,
        position: &Position,
        origin: &Origin,
        to: Square,
        number: usize,
    ) -> i32 {
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
            let line = line_of(self.attack.pinned, &self.attack.pin_step, captured);
            correction -= share_of_captured_pawn::<Us>(position, to, from, line);
        }
        if origin.effect.double_step != Offset::ZERO && origin.effect.double_step == to - from {
            correction -= 1;
        }
        correction
    }

    /// The number of en passant captures after a double step from `from` to `to`.
    #[inline(always)]
    pub(super) fn en_passant_replies(
        &self,
        position: &mut Position,
        from: Square,
        to: Square,
    ) -> i32 {
        if !self.baseline.has_pawns_on(to.rank()) {
            return 0;
        }
        try_en_passant::<Us>(position, from, to)
    }

    /// The number of replies to castling if it touches neither their king's zone
    /// nor any line; else `None`. Our king neither leaves nor crosses nor enters
    /// an attacked square, so of their rays and pawns, only those that attack
    /// the rook's corner are concerned.
    #[inline(never)]
    fn replies_to_castling(&self, position: &Position, mv: Move) -> Option<i32> {
        let (king, rook) = (mv.from(), mv.to());
        if !position.has_standard_castling() {
            return None;
        }
        let (king_to, rook_to) = castling_targets(king, rook);
        let effects = &self.effects;
        let left = effects.of(king).marks | effects.of(rook).marks;
        let entered = effects.of(king_to).marks | effects.of(rook_to).marks;
        let their_king = self.attack.king;
        let king_reach = king_zone::reach(Capability::KING, their_king - king)
            | king_zone::reach(Capability::KING, their_king - king_to);
        let from_corner = king_zone::reach(Capability::ROOK, their_king - rook);
        let reach = king_zone::reach(Capability::ROOK, their_king - rook_to);
        if left & mark::LEAVING != 0
            || entered & mark::LANDING != 0
            || effects.of(rook).extended != 0
            || self.attack.attacked_by(position.slot(rook)) != 0
            || king_reach & self.attack.open != 0
            || (from_corner | reach) & CENTRE != 0
            || self.attacked_from(position, rook_to, reach & self.attack.open, king) != 0
        {
            return None;
        }
        let leaving = |square: Square| i32::from(effects.of(square).leaving);
        let landing = |square: Square| i32::from(effects.of(square).landing);
        Some(self.base + leaving(king) + leaving(rook) + landing(king_to) + landing(rook_to))
    }
}

/// The number of en passant captures after a double step from `from` to `to`, by
/// trying them.
#[inline(never)]
fn try_en_passant<Us: Side>(position: &mut Position, from: Square, to: Square) -> i32 {
    let is_pawn =
        |square: Square| position.capability_of(position.slot(square)) == Us::Opponent::PAWN;
    if is_pawn(to + Offset::EAST) || is_pawn(to + Offset::WEST) {
        let mut count = MoveCount(0);
        let mv = Move::new(from, to, MoveKind::DoublePush);
        let undo = position.make_unkeyed::<Us>(mv);
        en_passant::<Us::Opponent>(position, &mut count);
        position.unmake_unkeyed::<Us>(mv, &undo);
        count.0 as i32
    } else {
        0
    }
}
