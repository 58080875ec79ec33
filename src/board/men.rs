//! The piece list of one side: which of its sixteen men are alive, in three
//! sets. Where the men stand and what they are is kept by
//! [`Position`](super::Position), by slot.

use super::piece::{Capability, Slot};
use super::side::Side;
use std::marker::PhantomData;

/// The live men of one side as bits by slot number. The king (slot 0) is in
/// none of the sets, since it is always alive.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[repr(C, align(8))]
pub struct Men {
    pub(crate) pawns: u16,
    pub(crate) knights: u16,
    pub(crate) sliders: u16,
}

impl Men {
    /// Adds a man, which is not a king, with this capability.
    pub(crate) fn add(&mut self, man: Slot, capability: Capability) {
        let set = man.set();
        if capability.meets(Capability::QUEEN) {
            self.sliders |= set;
        } else if capability.meets(Capability::KNIGHT) {
            self.knights |= set;
        } else {
            self.pawns |= set;
        }
    }

    /// Removes a man, whatever its kind.
    #[inline(always)]
    pub(crate) fn remove(&mut self, man: Slot) {
        let others = !man.set();
        self.pawns &= others;
        self.knights &= others;
        self.sliders &= others;
    }

    /// How many men are alive, the king included.
    #[must_use]
    pub fn count(self) -> u32 {
        (self.pawns | self.knights | self.sliders).count_ones() + 1
    }

    /// The pawns of a side's list.
    #[inline(always)]
    pub(crate) fn pawns<Us: Side>(self) -> Slots<Us> {
        Slots::new(self.pawns)
    }

    /// The knights of a side's list.
    #[inline(always)]
    pub(crate) fn knights<Us: Side>(self) -> Slots<Us> {
        Slots::new(self.knights)
    }

    /// All of a side's list but the pawns, the king included.
    #[inline(always)]
    pub(crate) fn pieces<Us: Side>(self) -> Slots<Us> {
        Slots::new(self.knights | self.sliders | Us::KING.set())
    }

    /// The bishops, rooks and queens of a side's list.
    #[inline(always)]
    pub(crate) fn sliders<Us: Side>(self) -> Slots<Us> {
        Slots::new(self.sliders)
    }
}

/// The slots of `Us` in a set, lowest number first.
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
