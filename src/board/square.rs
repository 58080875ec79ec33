//! Squares of a 0x88 board and the offsets between them. Nothing here knows
//! what stands on a square.

use std::fmt;
use std::ops::{Add, Neg, Sub};
use std::str::FromStr;

/// A square by its 0x88 index: `rank * 16 + file`, both counted from 0.
///
/// Every square of the board has a constant, [`Square::A1`] to [`Square::H8`].
///
/// ```
/// use ox88::board::Square;
///
/// assert_eq!("e4".parse(), Ok(Square::E4));
/// assert_eq!(Square::E4, Square::new(4, 3));
/// assert_eq!(Square::E4.to_string(), "e4");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
// Arithmetic wraps, and all 256 values are valid indices of the mailbox: a walk
// may leave the board, and `index & 0x88 != 0` where it did.
pub struct Square(u8);

/// Defines the constants of the squares, rank by rank.
macro_rules! squares {
    ($($a1:literal: $a:ident $b:ident $c:ident $d:ident $e:ident $f:ident $g:ident $h:ident;)*) => {
        $(squares! {
            @ $a = $a1, $b = $a1 + 1, $c = $a1 + 2, $d = $a1 + 3,
            $e = $a1 + 4, $f = $a1 + 5, $g = $a1 + 6, $h = $a1 + 7
        })*
    };
    (@ $($name:ident = $index:expr),*) => {
        $(
            #[doc = concat!("The square ", stringify!($name), ".")]
            pub const $name: Square = Square($index);
        )*
    };
}

/// The 64 squares.
impl Square {
    squares! {
        0x00: A1 B1 C1 D1 E1 F1 G1 H1;
        0x10: A2 B2 C2 D2 E2 F2 G2 H2;
        0x20: A3 B3 C3 D3 E3 F3 G3 H3;
        0x30: A4 B4 C4 D4 E4 F4 G4 H4;
        0x40: A5 B5 C5 D5 E5 F5 G5 H5;
        0x50: A6 B6 C6 D6 E6 F6 G6 H6;
        0x60: A7 B7 C7 D7 E7 F7 G7 H7;
        0x70: A8 B8 C8 D8 E8 F8 G8 H8;
    }
}

impl Square {
    /// The value for "no square" where an `Option` would cost a branch. It is
    /// off the board. No pawn's capture leads to it, so the target of one can be
    /// compared with the en passant square before anything else is tested.
    pub(crate) const NONE: Square = Square(0x88);

    /// The square on `file` (0 for the a-file, 7 for the h-file) and `rank` (0
    /// for the first, 7 for the eighth).
    ///
    /// # Panics
    ///
    /// If a number is greater than 7.
    #[must_use]
    pub const fn new(file: u8, rank: u8) -> Square {
        assert!(
            file < 8 && rank < 8,
            "file and rank are numbers from 0 to 7"
        );
        Square::at(file, rank)
    }

    /// [`Square::new`] for numbers that are known to be in range.
    pub(crate) const fn at(file: u8, rank: u8) -> Square {
        debug_assert!(file < 8 && rank < 8);
        Square(rank * 16 + file)
    }

    /// The 0x88 index, 0 to 255.
    #[must_use]
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }

    /// The file, 0 (a) to 7 (h).
    #[must_use]
    pub const fn file(self) -> u8 {
        self.0 & 0x0f
    }

    /// The rank, 0 (first) to 7 (eighth).
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.0 >> 4
    }

    /// Returns whether the square is one of the 64.
    #[must_use]
    pub(crate) const fn is_on_board(self) -> bool {
        self.0 & 0x88 == 0
    }

    /// All 64 squares, rank by rank from a1 to h8.
    ///
    /// ```
    /// use ox88::board::Square;
    ///
    /// assert!(Square::all().take(3).eq([Square::A1, Square::B1, Square::C1]));
    /// ```
    pub fn all() -> impl Iterator<Item = Square> {
        (0..8).flat_map(|rank| (0..8).map(move |file| Square::at(file, rank)))
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
/// On a 0x88 board, the offset between two squares determines their geometric
/// relation. The tables of `attack.rs` rest on this.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(transparent)]
// Public for the sake of the operators below, but not exported.
pub struct Offset(u8);

impl Offset {
    /// No step; in the table of steps, the entry of squares that share no line.
    pub(crate) const ZERO: Offset = Offset(0);
    /// One file towards h.
    pub(crate) const EAST: Offset = Offset(1);
    /// One rank towards the eighth.
    pub(crate) const NORTH: Offset = Offset(16);
    /// One file towards a.
    pub(crate) const WEST: Offset = Offset(255);
    /// One rank towards the first.
    pub(crate) const SOUTH: Offset = Offset(240);
    /// One diagonal step towards h8.
    pub(crate) const NORTH_EAST: Offset = Offset(17);
    /// One diagonal step towards a8.
    pub(crate) const NORTH_WEST: Offset = Offset(15);
    /// One diagonal step towards a1.
    pub(crate) const SOUTH_WEST: Offset = Offset(239);
    /// One diagonal step towards h1.
    pub(crate) const SOUTH_EAST: Offset = Offset(241);

    /// The steps of a rook.
    pub(crate) const ORTHOGONAL: [Offset; 4] = [Self::EAST, Self::NORTH, Self::WEST, Self::SOUTH];
    /// The steps of a bishop.
    pub(crate) const DIAGONAL: [Offset; 4] = [
        Self::NORTH_EAST,
        Self::NORTH_WEST,
        Self::SOUTH_WEST,
        Self::SOUTH_EAST,
    ];
    /// The steps of a king, counter-clockwise from the east: even positions
    /// are orthogonal, odd ones diagonal, and opposites are 4 apart.
    pub(crate) const KING: [Offset; 8] = [
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
    pub(crate) const KNIGHT: [Offset; 8] = [
        Offset(223),
        Offset(225),
        Offset(238),
        Offset(242),
        Offset(14),
        Offset(18),
        Offset(31),
        Offset(33),
    ];

    /// The value as a table index, 0 to 255.
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }

    /// Twice the offset.
    pub(crate) const fn doubled(self) -> Offset {
        Offset(self.0.wrapping_mul(2))
    }
}

impl fmt::Debug for Offset {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(formatter, "{:+}", self.0.cast_signed())
    }
}

#[doc(hidden)]
impl Add<Offset> for Square {
    type Output = Square;

    #[inline(always)]
    fn add(self, offset: Offset) -> Square {
        Square(self.0.wrapping_add(offset.0))
    }
}

#[doc(hidden)]
impl Sub<Offset> for Square {
    type Output = Square;

    #[inline(always)]
    fn sub(self, offset: Offset) -> Square {
        Square(self.0.wrapping_sub(offset.0))
    }
}

#[doc(hidden)]
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
    fn constants_are_the_squares_of_their_names() {
        assert_eq!("a1".parse(), Ok(Square::A1));
        assert_eq!("h1".parse(), Ok(Square::H1));
        assert_eq!("c5".parse(), Ok(Square::C5));
        assert_eq!("h8".parse(), Ok(Square::H8));
    }

    #[test]
    fn king_steps_are_ordered_as_promised() {
        for (index, step) in Offset::KING.into_iter().enumerate() {
            assert_eq!(Offset::KING[(index + 4) % 8], -step);
            assert_eq!(Offset::ORTHOGONAL.contains(&step), index % 2 == 0);
        }
    }
}
