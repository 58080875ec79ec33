//! What can be wrong with a FEN: reasons to refuse it, and faults that are
//! repaired with a warning.

use crate::board::{Color, Square};
use crate::text::Quoted;
use std::fmt;

/// Why a FEN is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FenError {
    /// Fewer than two fields.
    TooFewFields {
        /// How many there are.
        found: usize,
    },
    /// A rank of the placement holds more or fewer than eight squares.
    RankLength {
        /// The rank, 1 to 8; 0 where the number of ranks itself is wrong.
        rank: usize,
        /// The squares found on it (the ranks found, where `rank` is 0).
        found: usize,
    },
    /// The placement holds a letter that is no man and no digit 1 to 8.
    UnknownPiece(char),
    /// The second field is neither `w` nor `b`.
    SideToMove(String),
    /// The third field holds a letter that names no castling right.
    CastlingLetter(char),
    /// The fourth field is neither `-` nor a square.
    EnPassant(String),
    /// The fifth field is no number from 0 to 65,535.
    HalfmoveClock(String),
    /// The sixth field is no number from 0 to 4,294,967,295.
    FullmoveNumber(String),
    /// Text follows the sixth field.
    Trailing(String),
    /// The position cannot be played on; see [`Illegal`].
    Illegal(Illegal),
}

impl fmt::Display for FenError {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        match self {
            FenError::TooFewFields { found } => write!(
                formatter,
                "FEN has {found} of its 2 to 6 fields, expected at least placement and side to move"
            ),
            FenError::RankLength { rank: 0, found } => {
                write!(formatter, "FEN placement has {found} ranks, expected 8")
            }
            FenError::RankLength { rank, found } => {
                write!(formatter, "FEN rank {rank} has {found} squares, expected 8")
            }
            FenError::UnknownPiece(letter) => write!(
                formatter,
                "unknown letter {} in the FEN placement, expected one of PNBRQKpnbrqk12345678/",
                Quoted(letter.encode_utf8(&mut [0; 4]))
            ),
            FenError::SideToMove(field) => {
                write!(
                    formatter,
                    "FEN side to move {}, expected w or b",
                    Quoted(field)
                )
            }
            FenError::CastlingLetter(letter) => write!(
                formatter,
                "unknown letter {} in the FEN castling field, expected -, KQkq or file letters",
                Quoted(letter.encode_utf8(&mut [0; 4]))
            ),
            FenError::EnPassant(field) => write!(
                formatter,
                "FEN en passant square {}, expected - or a square from a1 to h8",
                Quoted(field)
            ),
            FenError::HalfmoveClock(field) => write!(
                formatter,
                "FEN half-move clock {}, expected a number from 0 to {}",
                Quoted(field),
                u16::MAX
            ),
            FenError::FullmoveNumber(field) => write!(
                formatter,
                "FEN full-move number {}, expected a number from 0 to {}",
                Quoted(field),
                u32::MAX
            ),
            FenError::Trailing(field) => {
                write!(
                    formatter,
                    "{} after the FEN's sixth field, expected nothing",
                    Quoted(field)
                )
            }
            FenError::Illegal(illegal) => illegal.fmt(formatter),
        }
    }
}

impl std::error::Error for FenError {}

impl From<Illegal> for FenError {
    fn from(illegal: Illegal) -> FenError {
        FenError::Illegal(illegal)
    }
}

/// Why men that stand where a FEN puts them are no position to play on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Illegal {
    /// A side has no king, or more than one.
    Kings {
        /// The side.
        color: Color,
        /// How many kings it has.
        found: usize,
    },
    /// A side has more than sixteen men.
    TooManyMen {
        /// The side.
        color: Color,
        /// How many men it has.
        found: usize,
    },
    /// A side has more than eight pawns.
    TooManyPawns {
        /// The side.
        color: Color,
        /// How many pawns it has.
        found: usize,
    },
    /// A pawn stands on the first or eighth rank.
    PawnOnEndRank(Square),
    /// The side that has just moved left its king attacked.
    OpponentInCheck(Color),
}

impl fmt::Display for Illegal {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Illegal::Kings { color, found } => {
                write!(formatter, "{color} has {found} kings, expected exactly one")
            }
            Illegal::TooManyMen { color, found } => {
                write!(formatter, "{color} has {found} men, expected at most 16")
            }
            Illegal::TooManyPawns { color, found } => {
                write!(formatter, "{color} has {found} pawns, expected at most 8")
            }
            Illegal::PawnOnEndRank(square) => {
                write!(
                    formatter,
                    "pawn on {square}, expected none on ranks 1 and 8"
                )
            }
            Illegal::OpponentInCheck(color) => write!(
                formatter,
                "{color} is in check but not to move, expected a king that cannot be captured"
            ),
        }
    }
}

/// A fault that was mended, so that the rest of the FEN could be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Repair {
    /// A castling right without its king or rook in place was dropped.
    CastlingDropped(char),
    /// A second right of the same king on the same side was dropped.
    CastlingRepeated(char),
    /// An ep square over which no pawn can just have stepped was dropped.
    EnPassantDropped(Square),
}

impl fmt::Display for Repair {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Repair::CastlingDropped(letter) => write!(
                formatter,
                "castling right '{letter}' dropped, its king and rook are not in place"
            ),
            Repair::CastlingRepeated(letter) => write!(
                formatter,
                "castling right '{letter}' dropped, the FEN names another rook on that side"
            ),
            Repair::EnPassantDropped(square) => write!(
                formatter,
                "en passant square {square} dropped, no pawn can just have stepped over it"
            ),
        }
    }
}
