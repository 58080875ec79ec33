//! Colours and kinds of pieces, and the mailbox's own codes for them: the slot
//! of a piece in its side's list, and its capability of attack.

use std::fmt;
use std::ops::{BitAnd, BitOr};

/// The colour of a piece and of the side that it belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Color {
    /// Moves first, up the board.
    White,
    /// Moves second, down the board.
    Black,
}

impl Color {
    /// The other side.
    #[must_use]
    pub const fn opponent(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }

    /// 0 for White, 1 for Black.
    pub(crate) const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Color {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str(match self {
            Color::White => "White",
            Color::Black => "Black",
        })
    }
}

/// The six kinds of pieces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PieceKind {
    /// Steps forward, captures diagonally, promotes.
    Pawn,
    /// Jumps.
    Knight,
    /// Slides along diagonals.
    Bishop,
    /// Slides along ranks and files.
    Rook,
    /// Slides like bishop and rook.
    Queen,
    /// Steps one square; must not be left attacked.
    King,
}

impl PieceKind {
    /// All kinds, in the order of their declaration.
    pub const ALL: [PieceKind; 6] = [
        PieceKind::Pawn,
        PieceKind::Knight,
        PieceKind::Bishop,
        PieceKind::Rook,
        PieceKind::Queen,
        PieceKind::King,
    ];

    /// The lower-case English letter: p, n, b, r, q or k.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            PieceKind::Pawn => 'p',
            PieceKind::Knight => 'n',
            PieceKind::Bishop => 'b',
            PieceKind::Rook => 'r',
            PieceKind::Queen => 'q',
            PieceKind::King => 'k',
        }
    }

    /// The kind with this letter, in either case.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<PieceKind> {
        let letter = letter.to_ascii_lowercase();
        Self::ALL.into_iter().find(|kind| kind.letter() == letter)
    }
}

/// A piece: its colour and its kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    /// The colour.
    pub color: Color,
    /// The kind.
    pub kind: PieceKind,
}

impl Piece {
    /// The FEN letter, in upper case for White.
    #[must_use]
    pub const fn letter(self) -> char {
        match self.color {
            Color::White => self.kind.letter().to_ascii_uppercase(),
            Color::Black => self.kind.letter(),
        }
    }

    /// The piece with this FEN letter.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Piece> {
        let color = if letter.is_ascii_uppercase() {
            Color::White
        } else {
            Color::Black
        };
        PieceKind::from_letter(letter).map(|kind| Piece { color, kind })
    }
}

/// The contents of a mailbox square: nothing, the number of a piece, or the
/// border.
///
/// A piece keeps its slot for life: a capture clears its bit in the
/// [`PieceList`](super::PieceList) of its side, and taking the move back sets it
/// again. Slot 0 of each side is its king.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(transparent)]
pub(crate) struct Slot(u8);

impl Slot {
    /// An empty square of the board.
    pub(crate) const EMPTY: Slot = Slot(0);
    /// Any index off the board.
    pub(crate) const BORDER: Slot = Slot(0x40);
    /// Set in every slot of White.
    pub(crate) const WHITE: u8 = 0x10;
    /// Set in every slot of Black.
    pub(crate) const BLACK: u8 = 0x20;

    /// Piece `number` (0 to 15) of the side with this bit.
    #[inline(always)]
    pub(crate) const fn new(side_bit: u8, number: u8) -> Slot {
        Slot(side_bit | number)
    }

    /// The slot as an index of the tables kept per slot.
    #[inline(always)]
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }

    /// The number of the piece in its side's list, 0 to 15.
    #[inline(always)]
    pub(crate) const fn number(self) -> u8 {
        self.0 & 0x0f
    }

    /// The set of live pieces that holds this piece alone.
    #[inline(always)]
    pub(crate) const fn set(self) -> u16 {
        1 << self.number()
    }

    /// Returns whether this is an empty square of the board.
    #[inline(always)]
    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns whether any of these bits is set: [`Slot::WHITE`],
    /// [`Slot::BLACK`] or the border's.
    #[inline(always)]
    pub(crate) const fn has(self, bits: u8) -> bool {
        self.0 & bits != 0
    }
}

/// Ways of attack as a set of bits: the kind of a piece, and its mask in the
/// table of attackers by offset (`attack.rs`).
///
/// A queen is a bishop and a rook at once, so the intersection of a queen's
/// capability with a table entry is exactly the line that it attacks along.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(transparent)]
pub(crate) struct Capability(u8);

impl Capability {
    /// No piece: empty squares and the border.
    pub(crate) const NONE: Capability = Capability(0);
    /// A white pawn's captures.
    pub(crate) const WHITE_PAWN: Capability = Capability(1);
    /// A black pawn's captures.
    pub(crate) const BLACK_PAWN: Capability = Capability(2);
    /// A knight's jumps.
    pub(crate) const KNIGHT: Capability = Capability(4);
    /// A king's steps.
    pub(crate) const KING: Capability = Capability(8);
    /// Diagonal slides.
    pub(crate) const BISHOP: Capability = Capability(16);
    /// Orthogonal slides.
    pub(crate) const ROOK: Capability = Capability(32);
    /// Both kinds of slide; also the mask of all sliders.
    pub(crate) const QUEEN: Capability = Capability(48);

    /// The capability of a piece.
    pub(crate) const fn of(piece: Piece) -> Capability {
        match (piece.kind, piece.color) {
            (PieceKind::Pawn, Color::White) => Self::WHITE_PAWN,
            (PieceKind::Pawn, Color::Black) => Self::BLACK_PAWN,
            (PieceKind::Knight, _) => Self::KNIGHT,
            (PieceKind::Bishop, _) => Self::BISHOP,
            (PieceKind::Rook, _) => Self::ROOK,
            (PieceKind::Queen, _) => Self::QUEEN,
            (PieceKind::King, _) => Self::KING,
        }
    }

    /// The kind of the pieces with exactly this capability. There is none for
    /// [`Capability::NONE`] and for unions that no piece has.
    pub(crate) const fn kind(self) -> Option<PieceKind> {
        match self {
            Self::WHITE_PAWN | Self::BLACK_PAWN => Some(PieceKind::Pawn),
            Self::KNIGHT => Some(PieceKind::Knight),
            Self::BISHOP => Some(PieceKind::Bishop),
            Self::ROOK => Some(PieceKind::Rook),
            Self::QUEEN => Some(PieceKind::Queen),
            Self::KING => Some(PieceKind::King),
            _ => None,
        }
    }

    /// Returns whether the two sets share a way of attack.
    #[inline(always)]
    pub(crate) const fn meets(self, other: Capability) -> bool {
        self.0 & other.0 != 0
    }

    /// A number for tables by kind: 0 and 1 for the pawns, then knight, king,
    /// bishop, rook, queen; 7 for no piece.
    #[inline(always)]
    pub(crate) const fn row(self) -> usize {
        (ROWS[(self.0 & 63) as usize] & 7) as usize
    }

    /// The union of two sets, in constants.
    pub(crate) const fn or(self, other: Capability) -> Capability {
        Capability(self.0 | other.0)
    }
}

/// The capabilities of pieces, in the order of their rows.
pub(crate) const BY_ROW: [Capability; 7] = [
    Capability::WHITE_PAWN,
    Capability::BLACK_PAWN,
    Capability::KNIGHT,
    Capability::KING,
    Capability::BISHOP,
    Capability::ROOK,
    Capability::QUEEN,
];

static ROWS: [u8; 64] = {
    let mut rows = [7; 64];
    let mut row = 0;
    while row < BY_ROW.len() {
        rows[BY_ROW[row].0 as usize] = row as u8;
        row += 1;
    }
    rows
};

impl BitAnd for Capability {
    type Output = Capability;

    #[inline(always)]
    fn bitand(self, other: Capability) -> Capability {
        Capability(self.0 & other.0)
    }
}

impl BitOr for Capability {
    type Output = Capability;

    #[inline(always)]
    fn bitor(self, other: Capability) -> Capability {
        Capability(self.0 | other.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_and_capabilities_round_trip() {
        for letter in "PNBRQKpnbrqk".chars() {
            let piece = Piece::from_letter(letter).unwrap();
            assert_eq!(piece.letter(), letter);
            assert_eq!(Capability::of(piece).kind(), Some(piece.kind));
        }
        assert_eq!(Piece::from_letter('x'), None);
        assert_eq!(Piece::from_letter('1'), None);
    }
}
