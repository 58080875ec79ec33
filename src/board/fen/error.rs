//! The faults of a FEN: those that make it an error, and those that are
//! repaired and reported.

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
    /// The placement holds a letter that is no piece and no digit 1 to 8.
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
    /// The position cannot be played; see [`Illegal`].
    Illegal(Illegal),
    /// The FEN has a fault that [`parse`](super::parse) would repair. Only the
    /// strict [`FromStr`](std::str::FromStr) of a position returns this.
    NeedsRepair(Repair),
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
            FenError::NeedsRepair(repair) => {
                write!(
                    formatter,
                    "{} is wrong, {}",
                    repair.subject(),
                    repair.reason()
                )
            }
        }
    }
}

impl std::error::Error for FenError {}

impl From<Illegal> for FenError {
    fn from(illegal: Illegal) -> FenError {
        FenError::Illegal(illegal)
    }
}

/// Why the pieces of a FEN are no position that can be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Illegal {
    /// A side has no king, or more than one.
    Kings {
        /// The side.
        color: Color,
        /// How many kings it has.
        found: usize,
    },
    /// A side has more than sixteen pieces.
    TooManyPieces {
        /// The side.
        color: Color,
        /// How many pieces it has.
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
    /// The side that is not to move is in check.
    OpponentInCheck(Color),
}

impl fmt::Display for Illegal {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Illegal::Kings { color, found } => {
                write!(formatter, "{color} has {found} kings, expected exactly one")
            }
            Illegal::TooManyPieces { color, found } => {
                write!(formatter, "{color} has {found} pieces, expected at most 16")
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

/// A fault that was repaired by dropping a part of the FEN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Repair {
    /// A castling right, since its king or rook is not in place.
    CastlingDropped(char),
    /// A castling right, since another rook on the same side of the king has one.
    CastlingRepeated(char),
    /// A castling right that the FEN has already given. It was possibly meant for
    /// the other side or the other rook.
    CastlingNamedTwice(char),
    /// An en passant square, since no pawn can just have stepped over it.
    EnPassantDropped(Square),
}

impl Repair {
    /// The part of the FEN at fault.
    fn subject(self) -> String {
        match self {
            Repair::CastlingDropped(letter)
            | Repair::CastlingRepeated(letter)
            | Repair::CastlingNamedTwice(letter) => format!("castling right '{letter}'"),
            Repair::EnPassantDropped(square) => format!("en passant square {square}"),
        }
    }

    fn reason(self) -> &'static str {
        match self {
            Repair::CastlingDropped(_) => "its king and rook are not in place",
            Repair::CastlingRepeated(_) => "the FEN names another rook on that side",
            Repair::CastlingNamedTwice(_) => "the FEN names it twice",
            Repair::EnPassantDropped(_) => "no pawn can just have stepped over it",
        }
    }
}

impl fmt::Display for Repair {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(formatter, "{} dropped, {}", self.subject(), self.reason())
    }
}
