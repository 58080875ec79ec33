//! Coordinate notation, as UCI writes moves: `e2e4`, `e7e8q`, and castling in
//! two ways.

use super::{Move, MoveKind};
use crate::board::{
    CastlingNotation, PieceKind, Position, Square, castling_targets, parts_of_move,
};
use std::fmt;

/// The file of a king on its home square in standard chess.
const E_FILE: u8 = 4;

/// A move in coordinate notation, see [`Move::uci`].
#[derive(Clone, Copy, Debug)]
pub struct UciMove {
    mv: Move,
    notation: CastlingNotation,
}

impl Move {
    /// The move in coordinate notation, which `to_string` turns into text.
    ///
    /// Castling is the king's two-square move in standard notation if the king
    /// stands on the e-file. Otherwise it is king takes own rook in both
    /// notations, since the two-square move could mean a step of the king.
    ///
    /// ```
    /// use ox88::board::{CastlingNotation, Move, MoveKind, Square};
    ///
    /// let castling = Move::new(Square::E1, Square::H1, MoveKind::Castle);
    /// assert_eq!(castling.uci(CastlingNotation::Standard).to_string(), "e1g1");
    /// assert_eq!(castling.uci(CastlingNotation::Chess960).to_string(), "e1h1");
    /// ```
    #[must_use]
    pub fn uci(self, notation: CastlingNotation) -> UciMove {
        UciMove { mv: self, notation }
    }
}

impl UciMove {
    /// The two squares of the text.
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

    /// The kind that the pawn becomes, if the move is a promotion.
    #[must_use]
    pub fn promotion(self) -> Option<PieceKind> {
        self.mv.promotion()
    }
}

/// The move in standard notation, see [`Move::uci`].
impl fmt::Display for Move {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        self.uci(CastlingNotation::Standard).fmt(formatter)
    }
}

impl fmt::Display for UciMove {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        let (from, to) = self.squares();
        write!(formatter, "{from}{to}")?;
        match self.mv.promotion() {
            Some(kind) => write!(formatter, "{}", kind.letter()),
            None => Ok(()),
        }
    }
}

impl Position {
    /// The legal move that `text` means in coordinate notation, or `None`.
    ///
    /// Promotion letters may be in either case. Castling may be written as king
    /// takes own rook in both notations, and as the king's two-square move where
    /// [`Move::uci`] would write it.
    ///
    /// ```
    /// use ox88::board::{CastlingNotation, Position};
    ///
    /// let start = Position::start();
    /// assert!(start.parse_move("e2e4", CastlingNotation::Standard).is_some());
    /// assert!(start.parse_move("e2e5", CastlingNotation::Standard).is_none());
    /// ```
    #[must_use]
    pub fn parse_move(&self, text: &str, notation: CastlingNotation) -> Option<Move> {
        let (from, to, promotion) = parts_of_move(text)?;
        self.legal_moves().into_iter().find(|mv| {
            let is_written = [CastlingNotation::Chess960, notation]
                .into_iter()
                .any(|notation| mv.uci(notation).squares() == (from, to));
            is_written && mv.promotion() == promotion
        })
    }
}
