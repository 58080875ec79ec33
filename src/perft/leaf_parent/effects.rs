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
    /// The square is one that their king may go to or castle through, and its
    /// being occupied or not matters.
    pub(crate) const KING_PATH: u16 = 1 << 14;

    /// The marks that count for the square that a man leaves.
    pub(crate) const LEAVING: u16 = LEAVING_LINE | LEAVING_OPENS;
    /// The marks that count for the square that a man lands on.
    pub(crate) const LANDING: u16 = LANDING_ON_LINE | LANDING_BLOCKS;
}

/// What landing on a square does.
#[derive(Clone, Copy, Default, Debug)]
#[repr(C, align(4))]
pub(super) struct Landing {
    /// Change in the number of replies.
    pub(super) change: i16,
    /// Its [`mark`]s, those for leaving too.
    pub(super) marks: u16,
}

/// The tables, by square. Off-board entries catch what is written without a
/// test for the border, and mean nothing.
pub(super) struct Effects {
    pub(super) landing: [Landing; 256],
    /// Change in the number of replies when our man here leaves.
    pub(super) leaving: [i8; 256],
    /// The king's steps, as bits, in which one of their sliders attacks our man
    /// here: its ray would go on.
    pub(super) extended: [u8; 256],
    /// By how many moves, by number of the step; valid where `extended` is set.
    pub(super) extension: [[i8; 8]; 256],
    /// Where our man here stands in the way of a pawn's double step: the step
    /// from here to the other square that the double step needs empty.
    /// Otherwise zero.
    pub(super) double_step: [Offset; 256],
    /// Zone squares that our sliders attack across this empty square; valid
    /// where [`mark::LANDING_BLOCKS`] is set.
    pub(super) blocked: [u16; 256],
    /// Zone squares that our sliders would attack without our man here; valid
    /// where [`mark::LEAVING_OPENS`] is set.
    pub(super) opened: [u16; 256],
}

impl Effects {
    pub(super) fn new() -> Effects {
        Effects {
            landing: [Landing::default(); 256],
            leaving: [0; 256],
            extended: [0; 256],
            extension: [[0; 8]; 256],
            double_step: [Offset::ZERO; 256],
            blocked: [0; 256],
            opened: [0; 256],
        }
    }

    /// Empties what must be empty at the start of a node: the board's half of
    /// the tables that have no marks of validity.
    #[inline(always)]
    pub(super) fn clear(&mut self) {
        self.landing[..128].fill(Landing::default());
        self.leaving[..128].fill(0);
        self.extended[..128].fill(0);
        self.double_step[..128].fill(Offset::ZERO);
    }

    #[inline(always)]
    pub(super) fn landing(&self, square: Square) -> Landing {
        self.landing[square.index()]
    }

    /// Adds to the change in replies when one of our men lands on `square`.
    #[inline(always)]
    pub(super) fn add_landing(&mut self, square: Square, change: i32) {
        let landing = &mut self.landing[square.index()];
        landing.change = landing.change.wrapping_add(change as i16);
    }

    /// Adds to the change in replies when our man on `square` leaves.
    #[inline(always)]
    pub(super) fn add_leaving(&mut self, square: Square, change: i32) {
        let leaving = &mut self.leaving[square.index()];
        *leaving = leaving.wrapping_add(change as i8);
    }

    #[inline(always)]
    pub(super) fn mark(&mut self, square: Square, marks: u16) {
        self.landing[square.index()].marks |= marks;
    }

    /// Notes that landing on `square` would block a line to these zone squares.
    #[inline(always)]
    pub(super) fn add_blocked(&mut self, square: Square, zone: u16) {
        let before = self.landing[square.index()].marks;
        let blocked = &mut self.blocked[square.index()];
        *blocked = if before & mark::LANDING_BLOCKS != 0 {
            *blocked | zone
        } else {
            zone
        };
        self.mark(square, mark::LANDING_BLOCKS);
    }

    /// Notes that leaving `square` would open a line to these zone squares.
    #[inline(always)]
    pub(super) fn add_opened(&mut self, square: Square, zone: u16) {
        let before = self.landing[square.index()].marks;
        let opened = &mut self.opened[square.index()];
        *opened = if before & mark::LEAVING_OPENS != 0 {
            *opened | zone
        } else {
            zone
        };
        self.mark(square, mark::LEAVING_OPENS);
    }
}
