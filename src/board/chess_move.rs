//! A move as a value, and the parts of a move in coordinate notation.
//! [`movegen`](crate::movegen) generates moves and writes them as text.

use super::piece::{Capability, PieceKind};
use super::square::Square;

/// What is special about a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MoveKind {
    /// A piece goes to an empty square or captures.
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

/// A move. Castling is king takes own rook, in standard chess too.
///
/// `to_string` writes it in standard notation (`e2e4`, `e7e8q`, `e1g1`), and
/// [`Move::uci`] in the notation that you choose.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
// A list of moves is written word by word, since a move is aligned to a word.
#[repr(C, align(4))]
pub struct Move {
    from: Square,
    to: Square,
    kind: MoveKind,
}

impl Move {
    /// The move of the piece on `from` to `to`.
    #[inline(always)]
    #[must_use]
    pub const fn new(from: Square, to: Square, kind: MoveKind) -> Move {
        Move { from, to, kind }
    }

    /// The square of the moving piece.
    #[inline(always)]
    #[must_use]
    pub const fn from(self) -> Square {
        self.from
    }

    /// The target square; in castling, the square of the rook.
    #[inline(always)]
    #[must_use]
    pub const fn to(self) -> Square {
        self.to
    }

    /// The kind of the move.
    #[inline(always)]
    #[must_use]
    pub const fn kind(self) -> MoveKind {
        self.kind
    }

    /// The kind that the pawn becomes, if the move is a promotion.
    #[must_use]
    pub fn promotion(self) -> Option<PieceKind> {
        self.promotion_capability().and_then(Capability::kind)
    }

    /// The capability that the pawn gets, if the move is a promotion.
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

/// The parts of a move in coordinate notation: two squares, and the kind that a
/// pawn becomes, with its letter in either case. There need not be such a move.
pub(crate) fn parts_of_move(text: &str) -> Option<(Square, Square, Option<PieceKind>)> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_read_with_promotions_in_either_case() {
        let squares = (Square::E7, Square::E8);
        for (text, promotion) in [
            ("e7e8", None),
            ("e7e8q", Some(PieceKind::Queen)),
            ("e7e8N", Some(PieceKind::Knight)),
        ] {
            let expected = Some((squares.0, squares.1, promotion));
            assert_eq!(parts_of_move(text), expected, "{text}");
        }
        for text in [
            "", "e7", "e7e9", "e7e8k", "e7e8p", "e7e8x", "e7e8qq", "é7e8",
        ] {
            assert_eq!(parts_of_move(text), None, "{text}");
        }
    }
}
