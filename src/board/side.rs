//! The side to move as a type, so that generator and make/unmake are compiled
//! once for each side with its constants folded in. Nothing here looks at a
//! board.

use super::piece::{Capability, Color, Slot};
use super::square::Offset;

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::White {}
    impl Sealed for super::Black {}
}

/// What differs between the sides; implemented by [`White`] and [`Black`]
/// alone.
pub trait Side: sealed::Sealed + 'static {
    /// The other side.
    type Opponent: Side<Opponent = Self>;
    /// The same as a value.
    const COLOR: Color;
    /// The bit that marks this side's slots in the mailbox.
    const BIT: u8;
    /// What this side's men cannot move onto: its own men and the border.
    const BLOCKERS: u8 = Self::BIT | 0x40;
    /// The king's slot.
    const KING: Slot = Slot::new(Self::BIT, 0);
    /// The capability of this side's pawns.
    const PAWN: Capability;
    /// A pawn's step.
    const FORWARD: Offset;
    /// A pawn's two captures, towards h and towards a.
    const PAWN_CAPTURES: [Offset; 2];
    /// Rank (0 to 7) from which a pawn may step twice.
    const PAWN_RANK: u8;
    /// Rank (0 to 7) from which a pawn's next step promotes.
    const SEVENTH_RANK: u8;
    /// Rank (0 to 7) on which the king castles.
    const BACK_RANK: u8;
}

/// White as a type.
pub struct White;

/// Black as a type.
pub struct Black;

impl Side for White {
    type Opponent = Black;
    const COLOR: Color = Color::White;
    const BIT: u8 = Slot::WHITE;
    const PAWN: Capability = Capability::WHITE_PAWN;
    const FORWARD: Offset = Offset::NORTH;
    const PAWN_CAPTURES: [Offset; 2] = [Offset::NORTH_EAST, Offset::NORTH_WEST];
    const PAWN_RANK: u8 = 1;
    const SEVENTH_RANK: u8 = 6;
    const BACK_RANK: u8 = 0;
}

impl Side for Black {
    type Opponent = White;
    const COLOR: Color = Color::Black;
    const BIT: u8 = Slot::BLACK;
    const PAWN: Capability = Capability::BLACK_PAWN;
    const FORWARD: Offset = Offset::SOUTH;
    const PAWN_CAPTURES: [Offset; 2] = [Offset::SOUTH_EAST, Offset::SOUTH_WEST];
    const PAWN_RANK: u8 = 6;
    const SEVENTH_RANK: u8 = 1;
    const BACK_RANK: u8 = 7;
}
