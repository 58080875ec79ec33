//! The pinned pieces of a position, for display and diagnosis.

use super::threats::Threats;
use crate::board::{Position, Side, Slot, Square, side_dispatch};

impl Position {
    /// The squares of the pinned pieces of the side to move, from a1 to h8. A
    /// pinned piece may only move along the line to its king.
    ///
    /// ```
    /// use ox88::board::{Position, Square};
    ///
    /// let position: Position = "4k3/8/8/8/4r3/8/4B3/4K3 w".parse()?;
    /// assert!(position.pinned().eq([Square::E2]));
    /// # Ok::<(), ox88::board::fen::FenError>(())
    /// ```
    pub fn pinned(&self) -> impl Iterator<Item = Square> + '_ {
        let (pinned, side_bit) = side_dispatch!(self, Us => {
            (Threats::to::<Us>(self).pinned, <Us as Side>::BIT)
        });
        let is_pinned = move |slot: Slot| slot.has(side_bit) && slot.set() & pinned != 0;
        Square::all().filter(move |&square| is_pinned(self.slot(square)))
    }
}
