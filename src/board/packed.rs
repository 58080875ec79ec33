//! A position in 24 bytes, to keep many of them. Two packed positions are equal
//! if and only if the positions are equal, clocks aside.

use super::Position;
use super::castling::Wing;
use super::piece::{BY_ROW, Color, Piece, Slot};
use super::square::{Offset, Square};

/// Pieces, side to move, castling rights and, if the caller wants it, the en
/// passant square. It is exact, not a hash.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct PackedPosition {
    /// Squares with a piece: a1 is the lowest bit, then rank by rank.
    occupied: u64,
    /// The codes of the pieces in the order of their squares, sixteen a word.
    codes: [u64; 2],
}

// The code of a piece is the row of its capability, plus 8 for a black one. Each
// side's pawns have a row of their own and row 7 is no piece, so four codes are
// free.

/// The difference between the codes of black and white pieces.
const BLACK: u64 = 8;
/// A rook with the right to castle; plus [`BLACK`] for a black one.
const CASTLING_ROOK: u64 = 7;
/// A pawn, of either side, that may be captured en passant.
const PASSING_PAWN: u64 = 1;
/// White's king while Black is to move.
const WAITING_WHITE_KING: u64 = 8;

// The rows that the four free codes stand for.
const WHITE_PAWN_ROW: u64 = 0;
const BLACK_PAWN_ROW: u64 = 1;
const KING_ROW: u64 = 3;
const ROOK_ROW: u64 = 5;

impl PackedPosition {
    /// Packs a position, with its en passant square if `with_en_passant`. The
    /// generator decides whether a pawn may capture there.
    pub(crate) fn new(position: &Position, with_en_passant: bool) -> PackedPosition {
        let passing = match position.en_passant() {
            Some(square) if with_en_passant => square + behind(position.side_to_move()),
            _ => Square::NONE,
        };
        let king = match position.side_to_move() {
            Color::White => Square::NONE,
            Color::Black => position.king_square(Color::White),
        };
        let castling = [Color::White, Color::Black]
            .map(|color| Wing::BOTH.map(|wing| position.castling_rook(color, wing)));
        let mut packed = PackedPosition {
            occupied: 0,
            codes: [0; 2],
        };
        let mut count = 0;
        for (index, square) in Square::all().enumerate() {
            let slot = position.slot(square);
            if slot.is_empty() {
                continue;
            }
            let is_black = slot.has(Slot::BLACK);
            let side = if is_black { BLACK } else { 0 };
            let code = if square == passing {
                PASSING_PAWN
            } else if square == king {
                WAITING_WHITE_KING
            } else if castling[usize::from(is_black)].contains(&Some(square)) {
                CASTLING_ROOK + side
            } else {
                position.capability_of(slot).row() as u64 + side
            };
            packed.occupied |= 1 << index;
            packed.codes[count / 16] |= code << (count % 16 * 4);
            count += 1;
        }
        packed
    }

    /// Unpacks the position, with clocks 0 and 1. `like` is any position of the
    /// same game: its castling rooks are those of the packed position.
    pub(crate) fn unpack(&self, like: &Position) -> Position {
        let side_to_move = match self.codes().any(|(_, code)| code == WAITING_WHITE_KING) {
            true => Color::Black,
            false => Color::White,
        };
        let pieces = self
            .codes()
            .filter_map(|(square, code)| Some((square, piece(square, code)?)));
        let mut position = Position::with_pieces(pieces, side_to_move);
        position.castling_setup = like.castling_setup.clone();
        for (square, code) in self.codes() {
            if code == PASSING_PAWN {
                position.en_passant = square - behind(side_to_move);
            } else if code & !BLACK == CASTLING_ROOK {
                let color = side_of(square, code);
                let wing = Wing::of(position.king_square(color), square);
                position.castling = position.castling.with(color, wing);
            }
        }
        position.base_key = position.key() ^ position.key_from_scratch();
        position
    }

    /// The codes with their squares, a1 first.
    fn codes(&self) -> impl Iterator<Item = (Square, u64)> + '_ {
        let mut left = self.occupied;
        (0..).map_while(move |count: usize| {
            let index = left.trailing_zeros() as u8;
            left &= left.wrapping_sub(1);
            (index < 64).then(|| {
                let code = self.codes[(count / 16) & 1] >> (count % 16 * 4) & 15;
                (Square::at(index % 8, index / 8), code)
            })
        })
    }
}

/// The step from the en passant square to the pawn that passed over it, where
/// this side is to move.
fn behind(side_to_move: Color) -> Offset {
    match side_to_move {
        Color::White => Offset::SOUTH,
        Color::Black => Offset::NORTH,
    }
}

/// The colour of the piece with this code on a square.
fn side_of(square: Square, code: u64) -> Color {
    let is_black = match code {
        PASSING_PAWN => square.rank() > 3,
        WAITING_WHITE_KING => false,
        _ => code >= BLACK,
    };
    if is_black { Color::Black } else { Color::White }
}

/// The piece with this code on a square.
fn piece(square: Square, code: u64) -> Option<Piece> {
    let color = side_of(square, code);
    let row = match (code, color) {
        (PASSING_PAWN, Color::White) => WHITE_PAWN_ROW,
        (PASSING_PAWN, Color::Black) => BLACK_PAWN_ROW,
        (WAITING_WHITE_KING, _) => KING_ROW,
        _ if code & !BLACK == CASTLING_ROOK => ROOK_ROW,
        _ => code & !BLACK,
    };
    let kind = BY_ROW[row as usize].kind()?;
    Some(Piece { color, kind })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{CastlingNotation, fen};

    /// Slots are given out from a1 on here and when a FEN is read, so even the
    /// piece lists come back as they were.
    #[test]
    fn positions_come_back_as_they_were() {
        for text in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w Kq - 0 1",
            "8/8/8/r2Pp2K/8/8/8/4k3 w - e6 0 1",
            "4K3/8/8/8/R2pP2k/8/8/8 b - e3 0 1",
            "rr2k1r1/8/8/8/8/8/8/1R2K1RR w GBgb - 0 1",
            "rr2k1r1/8/8/8/8/8/8/1R2K1RR b Gb - 0 1",
            "qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ b - - 0 1",
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        ] {
            let parsed = fen::parse(text, CastlingNotation::Chess960).unwrap();
            let position = parsed.position;
            let packed = PackedPosition::new(&position, true);
            assert_eq!(size_of_val(&packed), 24);
            assert_eq!(packed.unpack(&position), position, "{text}");
            assert_eq!(packed.unpack(&position).to_fen(), text);
        }
    }

    #[test]
    fn different_positions_are_packed_differently() {
        let packed = |text: &str, with_en_passant| {
            let parsed = fen::parse(text, CastlingNotation::Chess960).unwrap();
            PackedPosition::new(&parsed.position, with_en_passant)
        };
        let all = [
            "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq - 0 1",
            "r3k2r/8/8/3pP3/8/8/8/R3K2R b KQkq - 0 1",
            "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQk - 0 1",
            "r3k2r/8/8/3pP3/8/8/8/R3K2R w Qkq - 0 1",
            "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1",
            "r3k2r/8/8/3Pp3/8/8/8/R3K2R w KQkq - 0 1",
            "r3k2r/8/8/4Pp2/8/8/8/R3K2R w KQkq - 0 1",
            "r3k2r/8/8/3pP3/8/8/8/R3K2N w Qkq - 0 1",
        ];
        for (index, one) in all.iter().enumerate() {
            for other in &all[..index] {
                assert_ne!(packed(one, true), packed(other, true), "{one}, {other}");
            }
        }
        assert_eq!(packed(all[0], false), packed(all[4], false));
    }
}
