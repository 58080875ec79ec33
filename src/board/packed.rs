//! A position in 24 bytes, to keep many of them: equal if and only if the
//! positions are, clocks apart. What they are kept for is not known here.

use super::Position;
use super::castling::Wing;
use super::piece::{BY_ROW, Color, Piece, Slot};
use super::square::{Offset, Square};

/// Men, side to move, castling rights and, where the packer says that it
/// counts, the ep square; exact, no hash.
///
/// ```
/// use ox88::board::{PackedPosition, Position};
///
/// let start = Position::start();
/// let packed = PackedPosition::new(&start, false);
/// assert_eq!(size_of_val(&packed), 24);
/// assert_eq!(packed.unpack(&start), start);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PackedPosition {
    /// Squares with a man: a1 is the lowest bit, then rank by rank.
    occupied: u64,
    /// The men's codes in the order of their squares, sixteen a word.
    men: [u64; 2],
}

// A man's code is the row of its capability, and 8 more for a black one. Pawns
// have a row for each side, the seventh is no man's: so four codes are free.

/// Added to the codes of Black's men.
const BLACK: u64 = 8;
/// A rook that may castle; Black's is greater by [`BLACK`].
const CASTLING_ROOK: u64 = 7;
/// A pawn, of either side, that may be captured en passant.
const PASSING_PAWN: u64 = 1;
/// White's king while Black is to move.
const WAITING_WHITE_KING: u64 = 8;

/// The rows that the four stand for.
const WHITE_PAWN_ROW: u64 = 0;
const BLACK_PAWN_ROW: u64 = 1;
const KING_ROW: u64 = 3;
const ROOK_ROW: u64 = 5;

impl PackedPosition {
    /// Packs a position, its ep square only if `with_en_passant`: whether a
    /// pawn may capture there is for the generator of moves to say.
    #[must_use]
    pub fn new(position: &Position, with_en_passant: bool) -> PackedPosition {
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
            men: [0; 2],
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
            packed.men[count / 16] |= code << (count % 16 * 4);
            count += 1;
        }
        packed
    }

    /// The position again, with clocks 0 and 1. `like` is any position of the
    /// same game: it tells with which rooks there is castling.
    #[must_use]
    pub fn unpack(&self, like: &Position) -> Position {
        let side_to_move = match self.men().any(|(_, code)| code == WAITING_WHITE_KING) {
            true => Color::Black,
            false => Color::White,
        };
        let men = self.men().filter_map(|(square, code)| {
            let piece = man(square, code)?;
            Some((square, piece))
        });
        let mut position = Position::with_men(men, side_to_move);
        position.castling_setup = like.castling_setup.clone();
        for (square, code) in self.men() {
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

    /// The men by their codes, a1 first.
    fn men(&self) -> impl Iterator<Item = (Square, u64)> + '_ {
        let mut left = self.occupied;
        (0..).map_while(move |count: usize| {
            let index = left.trailing_zeros() as u8;
            left &= left.wrapping_sub(1);
            (index < 64).then(|| {
                let code = self.men[(count / 16) & 1] >> (count % 16 * 4) & 15;
                (Square::new(index % 8, index / 8), code)
            })
        })
    }
}

/// The step from the ep square to the pawn that has passed over it, if this
/// side is to move.
fn behind(side_to_move: Color) -> Offset {
    match side_to_move {
        Color::White => Offset::SOUTH,
        Color::Black => Offset::NORTH,
    }
}

/// Whose man this code on a square is.
fn side_of(square: Square, code: u64) -> Color {
    let is_black = match code {
        PASSING_PAWN => square.rank() > 3,
        WAITING_WHITE_KING => false,
        _ => code >= BLACK,
    };
    if is_black { Color::Black } else { Color::White }
}

/// The man that this code on a square is.
fn man(square: Square, code: u64) -> Option<Piece> {
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

    /// Every slot is given out from a1 on, so that positions from a FEN come
    /// back as they were.
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
            assert_eq!(packed.unpack(&position), position, "{text}");
            assert_eq!(packed.unpack(&position).to_fen(), text);
        }
    }

    #[test]
    fn whatever_differs_is_packed_differently() {
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
