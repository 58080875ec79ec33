//! A move as the generator makes it, and the list that it goes into. How moves
//! are written is the subject of [`notation`](super::notation).

use crate::board::{Capability, PieceKind, Square};
use arrayvec::ArrayVec;

/// What is special about a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MoveKind {
    /// Nothing: a man goes to an empty square or captures.
    Normal,
    /// A pawn steps two squares and may be captured en passant.
    DoublePush,
    /// A pawn captures the pawn that has just stepped past it.
    EnPassant,
    /// King and rook castle; the move's target is the rook's square.
    Castle,
    /// A pawn becomes a queen.
    PromoteQueen,
    /// A pawn becomes a rook.
    PromoteRook,
    /// A pawn becomes a bishop.
    PromoteBishop,
    /// A pawn becomes a knight.
    PromoteKnight,
}

impl MoveKind {
    /// The four promotions.
    pub const PROMOTIONS: [MoveKind; 4] = [
        MoveKind::PromoteQueen,
        MoveKind::PromoteRook,
        MoveKind::PromoteBishop,
        MoveKind::PromoteKnight,
    ];
}

/// A move. Castling is king takes own rook here, in standard chess too.
///
/// Aligned to four bytes, so that lists are written with whole words.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(C, align(4))]
pub struct Move {
    from: Square,
    to: Square,
    kind: MoveKind,
}

impl Move {
    /// The move of the man on `from` to `to`.
    #[inline(always)]
    #[must_use]
    pub const fn new(from: Square, to: Square, kind: MoveKind) -> Move {
        Move { from, to, kind }
    }

    /// Where the moving man stands.
    #[inline(always)]
    #[must_use]
    pub const fn from(self) -> Square {
        self.from
    }

    /// Where it goes; in castling, where the rook stands.
    #[inline(always)]
    #[must_use]
    pub const fn to(self) -> Square {
        self.to
    }

    /// What is special about the move.
    #[inline(always)]
    #[must_use]
    pub const fn kind(self) -> MoveKind {
        self.kind
    }

    /// What the pawn becomes, if it promotes.
    #[must_use]
    pub fn promotion(self) -> Option<PieceKind> {
        self.promotion_capability().and_then(Capability::kind)
    }

    /// The same as a capability.
    #[inline(always)]
    pub(crate) const fn promotion_capability(self) -> Option<Capability> {
        match self.kind {
            MoveKind::PromoteQueen => Some(Capability::QUEEN),
            MoveKind::PromoteRook => Some(Capability::ROOK),
            MoveKind::PromoteBishop => Some(Capability::BISHOP),
            MoveKind::PromoteKnight => Some(Capability::KNIGHT),
            _ => None,
        }
    }
}

/// More moves than any accepted position has.
///
/// A side has at most sixteen men, one of them its king. A queen moves to at
/// most 27 squares; no other man has more moves (a pawn on the seventh rank at
/// most 12, counting each promotion). With the king's 8 steps and two castling
/// moves this makes 15 * 27 + 8 + 2 = 415.
pub const MAX_MOVES: usize = 415;

/// The moves of one position; pushing beyond [`MAX_MOVES`] would panic, never
/// write elsewhere.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;
