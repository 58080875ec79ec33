//! A move, as it is generated, made and taken back. Which moves there are, and
//! how they are written, is the subject of [`movegen`](crate::movegen).

use super::piece::{Capability, PieceKind};
use super::square::Square;

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

/// The parts of a move in coordinate notation, whether or not there is such a
/// move: two squares, and the kind that a pawn becomes, its letter in either
/// case.
///
/// ```
/// use ox88::board::{PieceKind, parts_of_move};
///
/// let (from, to) = ("e7".parse()?, "e8".parse()?);
/// assert_eq!(parts_of_move("e7e8Q"), Some((from, to, Some(PieceKind::Queen))));
/// assert_eq!(parts_of_move("e7e8x"), None);
/// # Ok::<(), ox88::board::NotASquare>(())
/// ```
#[must_use]
pub fn parts_of_move(text: &str) -> Option<(Square, Square, Option<PieceKind>)> {
    let square_at = |start| text.get(start..start + 2)?.parse().ok();
    let promotion = match text.get(4..)?.as_bytes() {
        [] => None,
        [letter] => {
            let kind = PieceKind::from_letter(char::from(*letter))?;
            if matches!(kind, PieceKind::Pawn | PieceKind::King) {
                return None;
            }
            Some(kind)
        }
        _ => return None,
    };
    Some((square_at(0)?, square_at(2)?, promotion))
}
