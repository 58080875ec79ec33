//! The threats to a king: checkers, pins, and the squares that it may step on.
//! Legal moves are generated from them without making any move.

use super::king_zone::{self, AROUND, CENTRE};
use crate::board::{Capability, Offset, Position, Side, Slot, Square, attackers_along, step_along};

/// The threats to the king of the side to move.
pub(crate) struct Threats {
    /// The number of pieces that give check.
    pub(crate) checkers: u32,
    /// One of them.
    pub(crate) checker: Square,
    /// Own pieces that may only move along the line to their king, as bits by
    /// number.
    pub(crate) pinned: u16,
    /// The step along that line, by number of the piece, see [`line_of`].
    pub(crate) pin_step: [Offset; 16],
    /// The squares of the king zone, as bits of [`king_zone`], that are neither
    /// attacked nor, next to the king, closed by own pieces or the border.
    pub(crate) safe: u16,
    /// The wings on which castling has a right and an empty path, see
    /// [`king_zone::open_castling`]; 0 unless castling is standard.
    pub(crate) castling: u16,
}

impl Threats {
    /// The threats to the king of `Us`. Each enemy piece is looked at once.
    #[inline(always)]
    pub(crate) fn to<Us: Side>(position: &Position) -> Threats {
        let king = position.square_of(Us::KING);
        let list = position.piece_list::<Us::Opponent>();
        let castling = if position.has_standard_castling() {
            king_zone::open_castling::<Us>(position, king)
        } else {
            0
        };
        let open = king_zone::open_neighbours::<Us>(position, king) | castling;
        let mut threats = Threats {
            checkers: 0,
            checker: Square::NONE,
            pinned: 0,
            pin_step: [Offset::ZERO; 16],
            safe: 0,
            castling,
        };
        let other_king = position.square_of(Us::Opponent::KING);
        let mut attacked = king_zone::reach(Capability::KING, king - other_king);
        let reach = king_zone::reach_row(Capability::KNIGHT);
        for knight in list.knights::<Us::Opponent>() {
            attacked |= threats.add_stepper(reach, king, position.square_of(knight));
        }
        let reach = king_zone::reach_row(Us::Opponent::PAWN);
        for pawn in list.pawns::<Us::Opponent>() {
            attacked |= threats.add_stepper(reach, king, position.square_of(pawn));
        }
        for slider in list.sliders::<Us::Opponent>() {
            let origin = position.square_of(slider);
            let reach = king_zone::reach(position.capability_of(slider), king - origin);
            if reach & (open | CENTRE) == 0 {
                continue;
            }
            if reach & CENTRE != 0 {
                threats.add_line::<Us>(position, king, origin);
            }
            let mut unsettled = reach & open & !attacked;
            while unsettled != 0 {
                let number = unsettled.trailing_zeros();
                unsettled &= unsettled - 1;
                let target = king_zone::square(king, number);
                if sees_past_king(position, origin, target, king) {
                    attacked |= 1 << number;
                }
            }
        }
        threats.safe = open & !attacked & AROUND;
        threats
    }

    /// Adds a pawn or knight and returns the zone squares that it attacks.
    #[inline(always)]
    fn add_stepper(&mut self, reach: &[u16; 256], king: Square, origin: Square) -> u16 {
        let reach = reach[(king - origin).index()];
        if reach & CENTRE != 0 {
            self.checkers += 1;
            self.checker = origin;
        }
        reach
    }

    /// Adds a slider on a line with the king that it can use. It gives check if
    /// nothing stands between, and pins an own piece that stands there alone.
    #[inline(always)]
    fn add_line<Us: Side>(&mut self, position: &Position, king: Square, origin: Square) {
        let step = step_along(king - origin);
        let first = position.first_piece(origin, step);
        if first == king {
            self.checkers += 1;
            self.checker = origin;
            return;
        }
        let piece = position.slot(first);
        if piece.has(Us::BIT) && position.first_piece(first, step) == king {
            self.pin(piece, step);
        }
    }

    #[inline(always)]
    fn pin(&mut self, piece: Slot, step: Offset) {
        self.pinned |= piece.set();
        self.pin_step[usize::from(piece.number())] = step;
    }
}

/// The line that a piece is pinned on; [`Offset::ZERO`] if it is not pinned.
#[inline(always)]
pub(crate) fn line_of(pinned: u16, pin_step: &[Offset; 16], piece: Slot) -> Offset {
    if pinned & piece.set() == 0 {
        Offset::ZERO
    } else {
        pin_step[usize::from(piece.number())]
    }
}

/// Returns whether a slider on `origin` attacks `target`, on a line that it can
/// use, once the king has left its square: a king does not escape along the
/// line.
#[inline(always)]
pub(crate) fn sees_past_king(
    position: &Position,
    origin: Square,
    target: Square,
    king: Square,
) -> bool {
    let step = step_along(target - origin);
    let mut square = origin + step;
    while square != target {
        if !position.slot(square).is_empty() && square != king {
            return false;
        }
        square = square + step;
    }
    true
}

/// Returns whether a piece of `By` attacks `target` once the king on `king` has
/// left its square.
#[inline(always)]
pub(crate) fn is_attacked_past_king<By: Side>(
    position: &Position,
    target: Square,
    king: Square,
) -> bool {
    let list = position.piece_list::<By>();
    let attacks = |piece: Slot, capability: Capability| {
        attackers_along(target - position.square_of(piece)).meets(capability)
    };
    By::PAWN_CAPTURES
        .into_iter()
        .any(|capture| position.capability_of(position.slot(target - capture)) == By::PAWN)
        || attacks(By::KING, Capability::KING)
        || list
            .knights::<By>()
            .any(|knight| attacks(knight, Capability::KNIGHT))
        || list.sliders::<By>().any(|slider| {
            attacks(slider, position.capability_of(slider))
                && sees_past_king(position, position.square_of(slider), target, king)
        })
}
