//! What the enemy holds against a king: checkers, pins, and the squares that
//! the king may not step on. With it, legal moves are generated without making
//! any of them.

use super::king_zone::{self, AROUND, CENTRE};
use crate::board::{Capability, Offset, Position, Side, Slot, Square, attackers_along, step_along};

/// The threats to the king of the side to move.
pub(crate) struct Threats {
    /// How many men give check.
    pub(crate) checkers: u32,
    /// One of them.
    pub(crate) checker: Square,
    /// Own men that may only move along the line to their king.
    pub(crate) pinned: u16,
    /// The step along that line, by number of the man.
    pub(crate) pin_step: [Offset; 16],
    /// Squares of the zone that are neither attacked nor, next to the king,
    /// held by own men or the border; as bits of [`king_zone`].
    pub(crate) safe: u16,
    /// Wings on which castling has a right and an empty path, see
    /// [`king_zone::open_castling`]; 0 unless castling is standard.
    pub(crate) castling: u16,
}

impl Threats {
    /// The threats to the king of `Us`, from one look at each enemy man.
    #[inline(always)]
    pub(crate) fn to<Us: Side>(position: &Position) -> Threats {
        let king = position.square_of(Us::KING);
        let men = position.men::<Us::Opponent>();
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
        for knight in men.knights::<Us::Opponent>() {
            attacked |= threats.add_stepper(reach, king, position.square_of(knight));
        }
        let reach = king_zone::reach_row(Us::Opponent::PAWN);
        for pawn in men.pawns::<Us::Opponent>() {
            attacked |= threats.add_stepper(reach, king, position.square_of(pawn));
        }
        for slider in men.sliders::<Us::Opponent>() {
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

    /// Adds a slider that stands on a line with the king and could use it: a
    /// checker if nothing stands between, a pinner if one own man does.
    #[inline(always)]
    fn add_line<Us: Side>(&mut self, position: &Position, king: Square, origin: Square) {
        let step = step_along(king - origin);
        let first = position.first_man(origin, step);
        if first == king {
            self.checkers += 1;
            self.checker = origin;
            return;
        }
        let man = position.slot(first);
        if man.has(Us::BIT) && position.first_man(first, step) == king {
            self.pin(man, step);
        }
    }

    #[inline(always)]
    fn pin(&mut self, man: Slot, step: Offset) {
        self.pinned |= man.set();
        self.pin_step[usize::from(man.number())] = step;
    }
}

/// Whether a slider on `origin` attacks `target`, on a line that it can use,
/// once the king has left its square: a king does not escape along the line.
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

/// Whether a man of `By` attacks `target` once the king that stands on `king`
/// has left its square.
#[inline(always)]
pub(crate) fn is_attacked_past_king<By: Side>(
    position: &Position,
    target: Square,
    king: Square,
) -> bool {
    let men = position.men::<By>();
    let attacks = |man: Slot, capability: Capability| {
        attackers_along(target - position.square_of(man)).meets(capability)
    };
    By::PAWN_CAPTURES
        .into_iter()
        .any(|capture| position.capability_of(position.slot(target - capture)) == By::PAWN)
        || attacks(By::KING, Capability::KING)
        || men
            .knights::<By>()
            .any(|knight| attacks(knight, Capability::KNIGHT))
        || men.sliders::<By>().any(|slider| {
            attacks(slider, position.capability_of(slider))
                && sees_past_king(position, position.square_of(slider), target, king)
        })
}
