//! Coordinate notation, as UCI writes moves: `e2e4`, `e7e8q`, and the two ways
//! to write castling.

use super::{Move, MoveKind, legal};
use crate::board::{
    CastlingNotation, PieceKind, Position, Square, castling_targets, parts_of_move,
};
use std::fmt;

/// The file of a king on its home square in standard chess.
const E_FILE: u8 = 4;

/// A move as text: [`Move::written`].
#[derive(Clone, Copy, Debug)]
pub struct Written {
    mv: Move,
    notation: CastlingNotation,
}

impl Move {
    /// The move in coordinate notation.
    ///
    /// Castling is the king's two-square move in standard notation if the king
    /// stands on the e-file; otherwise king takes own rook, whatever the
    /// notation, so that no text stands for two moves.
    ///
    /// ```
    /// use ox88::board::CastlingNotation;
    /// use ox88::movegen::{Move, MoveKind};
    ///
    /// let castling = Move::new("e1".parse()?, "h1".parse()?, MoveKind::Castle);
    /// assert_eq!(castling.written(CastlingNotation::Standard).to_string(), "e1g1");
    /// assert_eq!(castling.written(CastlingNotation::Chess960).to_string(), "e1h1");
    /// # Ok::<(), ox88::board::NotASquare>(())
    /// ```
    #[must_use]
    pub fn written(self, notation: CastlingNotation) -> Written {
        Written { mv: self, notation }
    }
}

impl Written {
    /// The two squares that are written.
    #[must_use]
    pub fn squares(self) -> (Square, Square) {
        let (from, to) = (self.mv.from(), self.mv.to());
        let two_squares = self.mv.kind() == MoveKind::Castle
            && self.notation == CastlingNotation::Standard
            && from.file() == E_FILE;
        (
            from,
            if two_squares {
                castling_targets(from, to).0
            } else {
                to
            },
        )
    }

    /// What the pawn becomes, if it promotes.
    #[must_use]
    pub fn promotion(self) -> Option<PieceKind> {
        self.mv.promotion()
    }
}

impl fmt::Display for Written {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        let (from, to) = self.squares();
        write!(formatter, "{from}{to}")?;
        match self.mv.promotion() {
            Some(kind) => write!(formatter, "{}", kind.letter()),
            None => Ok(()),
        }
    }
}

/// The legal move that `text` stands for, or none.
///
/// Understood are promotion letters in either case, king takes own rook for
/// castling whatever the notation, and the king's two-square move where
/// [`Move::written`] would write it.
///
/// ```
/// use ox88::board::{CastlingNotation, Position};
/// use ox88::movegen;
///
/// let start = Position::start();
/// assert!(movegen::parse_move(&start, "e2e4", CastlingNotation::Standard).is_some());
/// assert!(movegen::parse_move(&start, "e2e5", CastlingNotation::Standard).is_none());
/// ```
#[must_use]
pub fn parse_move(position: &Position, text: &str, notation: CastlingNotation) -> Option<Move> {
    let (from, to, promotion) = parts_of_move(text)?;
    legal(position).into_iter().find(|mv| {
        let written = [CastlingNotation::Chess960, notation]
            .into_iter()
            .any(|notation| mv.written(notation).squares() == (from, to));
        written && mv.promotion() == promotion
    })
}
