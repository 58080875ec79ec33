//! Castling rights and the squares that they belong to. Chess960 is the
//! general case: a right is tied to the square of its rook, and standard chess
//! is one set of squares among others. Castling moves are generated elsewhere.

use super::piece::Color;
use super::square::Square;
use super::zobrist;
use std::ops::BitAnd;

/// Which of its rooks a king castles with. In Chess960, too, the king ends on
/// the g-file on the king's side and on the c-file on the queen's side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Wing {
    /// The rook stands towards the h-file, seen from the king.
    KingSide,
    /// The rook stands towards the a-file, seen from the king.
    QueenSide,
}

impl Wing {
    /// Both wings, the king's side first.
    pub const BOTH: [Wing; 2] = [Wing::KingSide, Wing::QueenSide];

    /// The wing on which `rook` stands, seen from `king` on the same rank.
    ///
    /// ```
    /// use ox88::board::{Square, Wing};
    ///
    /// assert_eq!(Wing::of(Square::E1, Square::A1), Wing::QueenSide);
    /// ```
    #[must_use]
    pub fn of(king: Square, rook: Square) -> Wing {
        if rook > king {
            Wing::KingSide
        } else {
            Wing::QueenSide
        }
    }

    /// The file (0 to 7) on which the king ends.
    pub(crate) const fn king_target_file(self) -> u8 {
        match self {
            Wing::KingSide => 6,
            Wing::QueenSide => 2,
        }
    }

    /// The file (0 to 7) on which the rook ends.
    pub(crate) const fn rook_target_file(self) -> u8 {
        match self {
            Wing::KingSide => 5,
            Wing::QueenSide => 3,
        }
    }
}

/// The index of a right in the tables here: 0 and 1 White's, 2 and 3
/// Black's, the king's side first.
const fn right_index(color: Color, wing: Wing) -> usize {
    color as usize * 2 + wing as usize
}

/// The squares of king and rook after the king on `king` castles with `rook`.
pub(crate) fn castling_targets(king: Square, rook: Square) -> (Square, Square) {
    let wing = Wing::of(king, rook);
    (
        Square::at(wing.king_target_file(), king.rank()),
        Square::at(wing.rook_target_file(), king.rank()),
    )
}

/// A set of castling rights.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(transparent)]
pub(crate) struct CastlingRights(u8);

impl CastlingRights {
    /// No right left.
    pub(crate) const NONE: CastlingRights = CastlingRights(0);
    const ALL: CastlingRights = CastlingRights(15);

    /// Returns whether `color` may still castle on `wing`.
    #[inline(always)]
    pub(crate) const fn has(self, color: Color, wing: Wing) -> bool {
        self.0 >> right_index(color, wing) & 1 != 0
    }

    /// These rights and that of `color` to castle on `wing`.
    pub(crate) const fn with(self, color: Color, wing: Wing) -> CastlingRights {
        CastlingRights(self.0 | 1 << right_index(color, wing))
    }

    /// Returns whether `color` may still castle at all.
    #[inline(always)]
    pub(crate) const fn has_any(self, color: Color) -> bool {
        self.0 >> right_index(color, Wing::KingSide) & 3 != 0
    }
}

impl BitAnd for CastlingRights {
    type Output = CastlingRights;

    #[inline(always)]
    fn bitand(self, other: CastlingRights) -> CastlingRights {
        CastlingRights(self.0 & other.0)
    }
}

/// The constants of castling in one game. The FEN sets them, and no move
/// changes them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct CastlingSetup {
    rook_square: [Square; 4],
    /// Rights that survive a move from or to a square.
    kept: [CastlingRights; 256],
    /// The share of each set of rights in the hash key.
    keys: [u128; 16],
    is_standard: bool,
}

impl CastlingSetup {
    /// The setup without any right to castle.
    pub(crate) fn new() -> CastlingSetup {
        CastlingSetup {
            rook_square: [Square::NONE; 4],
            kept: [CastlingRights::ALL; 256],
            keys: [0; 16],
            is_standard: true,
        }
    }

    /// Adds the right of the king on `king` to castle with the rook on `rook`,
    /// and returns `rights` with it.
    pub(crate) fn grant(
        &mut self,
        rights: CastlingRights,
        color: Color,
        king: Square,
        rook: Square,
    ) -> CastlingRights {
        let index = right_index(color, Wing::of(king, rook));
        let bit = 1 << index;
        self.rook_square[index] = rook;
        self.is_standard &= king.file() == 4 && (rook.file() == 0 || rook.file() == 7);
        for square in [king, rook] {
            self.kept[square.index()].0 &= !bit;
        }
        let key = zobrist::castling_key(color, rook.file());
        for (set, set_key) in self.keys.iter_mut().enumerate() {
            if set & usize::from(bit) != 0 {
                *set_key ^= key;
            }
        }
        CastlingRights(rights.0 | bit)
    }

    /// The rook with which `color` castles on `wing`; [`Square::NONE`] where
    /// the FEN gave no such right.
    #[inline(always)]
    pub(crate) fn rook_square(&self, color: Color, wing: Wing) -> Square {
        self.rook_square[right_index(color, wing)]
    }

    /// Returns whether all granted rights are those of standard chess.
    #[inline(always)]
    pub(crate) fn is_standard(&self) -> bool {
        self.is_standard
    }

    /// The rights that survive a move from or to this square.
    #[inline(always)]
    pub(crate) fn kept(&self, square: Square) -> CastlingRights {
        self.kept[square.index()]
    }

    /// The share of these rights in the hash key.
    #[inline(always)]
    pub(crate) fn key(&self, rights: CastlingRights) -> u128 {
        self.keys[usize::from(rights.0 & 15)]
    }
}

/// How castling is written in moves and in FEN: the meaning of the UCI option
/// `UCI_Chess960`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum CastlingNotation {
    /// `e1g1` for a king on the e-file. The FEN letters KQkq mean a king on the
    /// e-file and rooks in the corners.
    #[default]
    Standard,
    /// King takes own rook, `e1h1`. The FEN letters KQkq mean the outermost
    /// rook on that side of the king (X-FEN).
    Chess960,
}
