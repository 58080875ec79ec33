//! The piece list of one side: which of its sixteen pieces are alive, in three
//! sets of bits. [`Position`](super::Position) keeps the square and the
//! capability of each piece, by slot.

use super::piece::{Capability, Slot};
use super::side::Side;
use std::marker::PhantomData;

/// The live pieces of one side as bits by slot number. The king (slot 0) is in
/// none of the sets, since it is always alive.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(C, align(8))]
pub(crate) struct PieceList {
    pub(crate) pawns: u16,
    pub(crate) knights: u16,
    pub(crate) sliders: u16,
}

impl PieceList {
    /// Adds a piece with this capability, which is not that of a king.
    pub(crate) fn add(&mut self, piece: Slot, capability: Capability) {
        let set = piece.set();
        if capability.meets(Capability::QUEEN) {
            self.sliders |= set;
        } else if capability.meets(Capability::KNIGHT) {
            self.knights |= set;
        } else {
            self.pawns |= set;
        }
    }

    /// Removes a piece of any kind.
    #[inline(always)]
    pub(crate) fn remove(&mut self, piece: Slot) {
        let others = !piece.set();
        self.pawns &= others;
        self.knights &= others;
        self.sliders &= others;
    }

    /// The pawns.
    #[inline(always)]
    pub(crate) fn pawns<Us: Side>(self) -> Slots<Us> {
        Slots::new(self.pawns)
    }

    /// The knights.
    #[inline(always)]
    pub(crate) fn knights<Us: Side>(self) -> Slots<Us> {
        Slots::new(self.knights)
    }

    /// All pieces but the pawns, with the king.
    #[inline(always)]
    pub(crate) fn non_pawns<Us: Side>(self) -> Slots<Us> {
        Slots::new(self.knights | self.sliders | Us::KING.set())
    }

    /// The bishops, rooks and queens.
    #[inline(always)]
    pub(crate) fn sliders<Us: Side>(self) -> Slots<Us> {
        Slots::new(self.sliders)
    }
}

/// The slots of `Us` in a set of bits, lowest number first.
pub(crate) struct Slots<Us> {
    set: u16,
    side: PhantomData<Us>,
}

impl<Us: Side> Slots<Us> {
    #[inline(always)]
    pub(crate) fn new(set: u16) -> Slots<Us> {
        Slots {
            set,
            side: PhantomData,
        }
    }
}

impl<Us: Side> Iterator for Slots<Us> {
    type Item = Slot;

    #[inline(always)]
    fn next(&mut self) -> Option<Slot> {
        if self.set == 0 {
            return None;
        }
        let number = self.set.trailing_zeros() as u8;
        self.set &= self.set - 1;
        Some(Slot::new(Us::BIT, number))
    }
}
