//! The side to move as a type: generators and make/unmake are compiled once for
//! each side, with its constants folded in. Nothing here looks at a board.

use super::piece::{Capability, Color, Slot};
use super::square::Offset;

/// The constants that differ between the sides, implemented by [`White`] and
/// [`Black`].
pub(crate) trait Side: 'static {
    /// The other side.
    type Opponent: Side<Opponent = Self>;
    /// The side as a value.
    const COLOR: Color;
    /// The bit that marks this side's slots in the mailbox.
    const BIT: u8;
    /// The bits of what this side's pieces cannot move onto: its own pieces and
    /// the border.
    const BLOCKERS: u8 = Self::BIT | 0x40;
    /// The king's slot.
    const KING: Slot = Slot::new(Self::BIT, 0);
    /// The capability of this side's pawns.
    const PAWN: Capability;
    /// A pawn's step.
    const FORWARD: Offset;
    /// A pawn's two captures, towards h and towards a.
    const PAWN_CAPTURES: [Offset; 2];
    /// The rank (0 to 7) from which a pawn may step twice.
    const PAWN_RANK: u8;
    /// The rank (0 to 7) from which a pawn's next step promotes.
    const SEVENTH_RANK: u8;
    /// The rank (0 to 7) on which the king castles.
    const BACK_RANK: u8;
}

/// White as a type.
pub(crate) struct White;

/// Black as a type.
pub(crate) struct Black;

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

/// Evaluates an expression with the side to move of a position as a type:
/// `side_dispatch!(position, Us => f::<Us>(position))`.
macro_rules! side_dispatch {
    ($position:expr, $side:ident => $expression:expr) => {
        match $position.side_to_move() {
            $crate::board::Color::White => {
                type $side = $crate::board::White;
                $expression
            }
            $crate::board::Color::Black => {
                type $side = $crate::board::Black;
                $expression
            }
        }
    };
}

pub(crate) use side_dispatch;
