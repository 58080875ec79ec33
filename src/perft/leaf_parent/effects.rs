//! What each square means for the number of replies: how it changes when one
//! of our men lands there, and when one leaves. The tables are refilled at
//! every node and read for every move of it.

use crate::board::{Offset, Square};

/// Marks on squares. Those for a move are united with the zone squares (bits 0
/// to 9 and 15 of [`king_zone`](crate::movegen::king_zone)) that the moving man
/// attacks before and after; if nothing is set, the move leaves their king
/// alone, and its value is a plain sum.
pub(super) mod mark {
    /// Leaving may uncover a check, or make or undo a pin.
    pub(crate) const LEAVING_LINE: u16 = 1 << 10;
    /// Landing may undo a pin.
    pub(crate) const LANDING_ON_LINE: u16 = 1 << 11;
    /// Leaving opens a line into the zone, see
    /// [`Effects::opened`](super::Effects::opened).
    pub(crate) const LEAVING_OPENS: u16 = 1 << 12;
    /// Landing blocks a line into the zone, see
    /// [`Effects::blocked`](super::Effects::blocked).
    pub(crate) const LANDING_BLOCKS: u16 = 1 << 13;
    /// Whether the square is occupied, and by whom, matters to their king: one
    /// of its men beside it, or the path of its castling.
    pub(crate) const KING_PATH: u16 = 1 << 14;

    /// The marks that count for the square that a man leaves.
    pub(crate) const LEAVING: u16 = LEAVING_LINE | LEAVING_OPENS | KING_PATH;
    /// The marks that count for the square that a man lands on.
    pub(crate) const LANDING: u16 = LANDING_ON_LINE | LANDING_BLOCKS | KING_PATH;
}

/// What entering and leaving one square does; all of it in one machine word.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(8))]
pub(super) struct Effect {
    /// Change in the number of replies when one of our men lands here.
    pub(super) landing: i16,
    /// The [`mark`]s of the square.
    pub(super) marks: u16,
    /// Change in the number of replies when our man here leaves.
    pub(super) leaving: i8,
    /// The king's steps, as bits, in which one of their sliders attacks our man
    /// here: its ray would go on.
    pub(super) extended: u8,
    /// Where our man here stands in the way of a pawn's double step: the step
    /// from here to the other square that the double step needs empty.
    /// Otherwise zero.
    pub(super) double_step: Offset,
}

impl Effect {
    const NONE: Effect = Effect {
        landing: 0,
        marks: 0,
        leaving: 0,
        extended: 0,
        double_step: Offset::ZERO,
    };
}

/// The tables, by square. Off-board entries catch what is written without a
/// test for the border, and mean nothing.
pub(in crate::perft) struct Effects {
    squares: [Effect; 256],
    /// By how many moves each ray of [`Effect::extended`] would go on, by number
    /// of the step; valid where its bit is set.
    extension: [[i8; 8]; 256],
    /// Zone squares that our sliders attack across this empty square; valid
    /// where [`mark::LANDING_BLOCKS`] is set.
    blocked: [u16; 256],
    /// Zone squares that our sliders would attack without our man here; valid
    /// where [`mark::LEAVING_OPENS`] is set.
    opened: [u16; 256],
}

impl Effects {
    pub(in crate::perft) fn new() -> Effects {
        Effects {
            squares: [Effect::NONE; 256],
            extension: [[0; 8]; 256],
            blocked: [0; 256],
            opened: [0; 256],
        }
    }

    /// Empties the board's half of what has no marks of validity, at the start
    /// of a node.
    #[inline(always)]
    pub(super) fn clear(&mut self) {
        self.squares[..128].fill(Effect::NONE);
    }

    #[inline(always)]
    pub(super) fn of(&self, square: Square) -> Effect {
        self.squares[square.index()]
    }

    /// By how many moves the ray of each king's step that ends on `square`
    /// would go on; valid where the bit of the step is set in
    /// [`Effect::extended`].
    #[inline(always)]
    pub(super) fn extension(&self, square: Square) -> &[i8; 8] {
        &self.extension[square.index()]
    }

    /// Zone squares that our sliders attack across `square`.
    #[inline(always)]
    pub(super) fn blocked(&self, square: Square) -> u16 {
        match self.of(square).marks & mark::LANDING_BLOCKS {
            0 => 0,
            _ => self.blocked[square.index()],
        }
    }

    /// Zone squares that our sliders would attack without our man on `square`.
    #[inline(always)]
    pub(super) fn opened(&self, square: Square) -> u16 {
        match self.of(square).marks & mark::LEAVING_OPENS {
            0 => 0,
            _ => self.opened[square.index()],
        }
    }

    /// Adds to the change in replies when one of our men lands on `square`.
    #[inline(always)]
    pub(super) fn add_landing(&mut self, square: Square, change: i32) {
        let effect = &mut self.squares[square.index()];
        effect.landing = effect.landing.wrapping_add(change as i16);
    }

    /// Adds to the change in replies when our man on `square` leaves.
    #[inline(always)]
    pub(super) fn add_leaving(&mut self, square: Square, change: i32) {
        let effect = &mut self.squares[square.index()];
        effect.leaving = effect.leaving.wrapping_add(change as i8);
    }

    /// Notes that the ray of king's step `number`, which ends at our man on
    /// `square`, would go on by `extension` moves if it left.
    #[inline(always)]
    pub(super) fn add_extension(&mut self, square: Square, number: usize, extension: i32) {
        self.squares[square.index()].extended |= 1 << number;
        self.extension[square.index()][number & 7] = extension as i8;
        self.add_leaving(square, extension);
    }

    /// Notes that our man on `square` stands in the way of a pawn's double
    /// step, whose other empty square is `step` away.
    #[inline(always)]
    pub(super) fn set_double_step(&mut self, square: Square, step: Offset) {
        self.squares[square.index()].double_step = step;
    }

    #[inline(always)]
    pub(super) fn mark(&mut self, square: Square, marks: u16) {
        self.squares[square.index()].marks |= marks;
    }

    /// Notes that landing on `square` would block a line to these zone squares.
    #[inline(always)]
    pub(super) fn add_blocked(&mut self, square: Square, zone: u16) {
        self.blocked[square.index()] = self.blocked(square) | zone;
        self.mark(square, mark::LANDING_BLOCKS);
    }

    /// Notes that leaving `square` would open a line to these zone squares.
    #[inline(always)]
    pub(super) fn add_opened(&mut self, square: Square, zone: u16) {
        self.opened[square.index()] = self.opened(square) | zone;
        self.mark(square, mark::LEAVING_OPENS);
    }
}
