//! Squares of a 0x88 board and the offsets between them. What stands on a
//! square is not known here.

use std::fmt;
use std::ops::{Add, Neg, Sub};
use std::str::FromStr;

/// A square by its 0x88 index: `rank * 16 + file`, both counted from 0.
///
/// Arithmetic wraps, so that a walk may leave the board; `index & 0x88 == 0`
/// tells whether it did. All 256 values are valid indices of the mailbox.
///
/// ```
/// use ox88::board::Square;
///
/// let e4: Square = "e4".parse().unwrap();
/// assert_eq!(e4.index(), 0x34);
/// assert_eq!((e4.file(), e4.rank()), (4, 3));
/// assert_eq!(e4.to_string(), "e4");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Square(u8);

impl Square {
    /// Stands for "no square" where an `Option` would cost a branch. It is off
    /// the board, and no single step, pawn capture or knight's jump from a
    /// square of the board leads to it but the king's from h8, so that a
    /// pawn's target can be compared with the ep square without a test first.
    pub const NONE: Square = Square(0x88);

    /// The square on `file` and `rank`, both 0 to 7.
    #[must_use]
    pub const fn new(file: u8, rank: u8) -> Square {
        debug_assert!(file < 8 && rank < 8);
        Square(rank * 16 + file)
    }

    /// The square with this 0x88 index, on the board or off it.
    #[must_use]
    pub const fn from_index(index: u8) -> Square {
        Square(index)
    }

    /// The 0x88 index, 0 to 255.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The 0x88 index as a byte.
    #[must_use]
    pub const fn byte(self) -> u8 {
        self.0
    }

    /// The file, 0 (a) to 7 (h), of a square on the board.
    #[must_use]
    pub const fn file(self) -> u8 {
        self.0 & 0x0f
    }

    /// The rank, 0 (first) to 7 (eighth), of a square on the board.
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.0 >> 4
    }

    /// Whether the square is one of the 64.
    #[must_use]
    pub const fn is_on_board(self) -> bool {
        self.0 & 0x88 == 0
    }

    /// The square seen from the other side of the board (a1 and a8 change
    /// places, files stay).
    #[must_use]
    pub const fn mirrored(self) -> Square {
        Square(self.0 ^ 0x70)
    }

    /// All 64 squares, a1 first, h8 last, rank by rank.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..8).flat_map(|rank| (0..8).map(move |file| Square::new(file, rank)))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        if self.is_on_board() {
            let file = char::from(b'a' + self.file());
            write!(formatter, "{file}{}", self.rank() + 1)
        } else {
            formatter.write_str("-")
        }
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

/// The text is not a file letter `a` to `h` and a rank digit `1` to `8`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotASquare;

impl fmt::Display for NotASquare {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("expected a square from a1 to h8")
    }
}

impl std::error::Error for NotASquare {}

impl FromStr for Square {
    type Err = NotASquare;

    fn from_str(text: &str) -> Result<Square, NotASquare> {
        match text.as_bytes() {
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Ok(Square::new(file - b'a', rank - b'1')),
            _ => Err(NotASquare),
        }
    }
}

/// The difference of two 0x88 indices, modulo 256.
///
/// On a 0x88 board an offset between two squares of the board tells their
/// geometric relation, whatever the squares: this is what the tables of
/// `attack.rs` rest on.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Offset(u8);

impl Offset {
    /// No step at all: what the table of steps holds for squares that share
    /// no line.
    pub const ZERO: Offset = Offset(0);
    /// One file towards h.
    pub const EAST: Offset = Offset(1);
    /// One rank towards the eighth.
    pub const NORTH: Offset = Offset(16);
    /// One file towards a.
    pub const WEST: Offset = Offset(255);
    /// One rank towards the first.
    pub const SOUTH: Offset = Offset(240);
    /// One diagonal step towards h8.
    pub const NORTH_EAST: Offset = Offset(17);
    /// One diagonal step towards a8.
    pub const NORTH_WEST: Offset = Offset(15);
    /// One diagonal step towards a1.
    pub const SOUTH_WEST: Offset = Offset(239);
    /// One diagonal step towards h1.
    pub const SOUTH_EAST: Offset = Offset(241);

    /// The steps of a rook.
    pub const ORTHOGONAL: [Offset; 4] = [Self::EAST, Self::NORTH, Self::WEST, Self::SOUTH];
    /// The steps of a bishop.
    pub const DIAGONAL: [Offset; 4] = [
        Self::NORTH_EAST,
        Self::NORTH_WEST,
        Self::SOUTH_WEST,
        Self::SOUTH_EAST,
    ];
    /// The steps of a king, counter-clockwise from the east: even positions
    /// are orthogonal, odd ones diagonal, and opposites are 4 apart.
    pub const KING: [Offset; 8] = [
        Self::EAST,
        Self::NORTH_EAST,
        Self::NORTH,
        Self::NORTH_WEST,
        Self::WEST,
        Self::SOUTH_WEST,
        Self::SOUTH,
        Self::SOUTH_EAST,
    ];
    /// The jumps of a knight, by target from a1 to h8.
    pub const KNIGHT: [Offset; 8] = [
        Offset(223),
        Offset(225),
        Offset(238),
        Offset(242),
        Offset(14),
        Offset(18),
        Offset(31),
        Offset(33),
    ];

    /// The offset with this value, modulo 256.
    #[must_use]
    pub const fn from_byte(byte: u8) -> Offset {
        Offset(byte)
    }

    /// The value as a table index, 0 to 255.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Twice the offset.
    #[must_use]
    pub const fn doubled(self) -> Offset {
        Offset(self.0.wrapping_mul(2))
    }
}

impl fmt::Debug for Offset {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(formatter, "{:+}", self.0.cast_signed())
    }
}

impl Add<Offset> for Square {
    type Output = Square;

    #[inline(always)]
    fn add(self, offset: Offset) -> Square {
        Square(self.0.wrapping_add(offset.0))
    }
}

impl Sub<Offset> for Square {
    type Output = Square;

    #[inline(always)]
    fn sub(self, offset: Offset) -> Square {
        Square(self.0.wrapping_sub(offset.0))
    }
}

impl Sub for Square {
    type Output = Offset;

    /// The offset that leads from `origin` to `self`.
    #[inline(always)]
    fn sub(self, origin: Square) -> Offset {
        Offset(self.0.wrapping_sub(origin.0))
    }
}

impl Add for Offset {
    type Output = Offset;

    #[inline(always)]
    fn add(self, other: Offset) -> Offset {
        Offset(self.0.wrapping_add(other.0))
    }
}

impl Neg for Offset {
    type Output = Offset;

    #[inline(always)]
    fn neg(self) -> Offset {
        Offset(self.0.wrapping_neg())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_index_agree_on_all_squares() {
        assert_eq!(Square::all().count(), 64);
        for square in Square::all() {
            assert!(square.is_on_board());
            assert_eq!(square.to_string().parse(), Ok(square));
        }
        for text in ["", "e", "e9", "i1", "e44", "E4", "é4"] {
            assert_eq!(text.parse::<Square>(), Err(NotASquare), "{text}");
        }
    }

    #[test]
    fn king_steps_are_ordered_as_promised() {
        for (index, step) in Offset::KING.into_iter().enumerate() {
            assert_eq!(Offset::KING[(index + 4) % 8], -step);
            assert_eq!(Offset::ORTHOGONAL.contains(&step), index % 2 == 0);
        }
    }
}
