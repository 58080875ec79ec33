//! Reading a FEN: first the fields as they stand, then the position that they
//! describe, with repairs.

use super::error::{FenError, Illegal, Repair};
use crate::board::{
    Black, CastlingNotation, Color, Offset, Piece, PieceKind, Position, Side, Square, White, Wing,
    parts_of_move,
};

/// A FEN that was accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parsed {
    /// The position, repaired where that was needed.
    pub position: Position,
    /// What was repaired.
    pub repairs: Vec<Repair>,
}

/// Reads a FEN of 2 to 6 fields, or an EPD line, whose operations after the
/// fourth field are passed over; so is everything from the first semicolon on.
///
/// Missing fields are `-`, `-`, `0` and `1`. `notation` says what the castling
/// letters KQkq mean; file letters (Shredder-FEN) are understood in both.
///
/// # Errors
///
/// The first fault that cannot be repaired.
///
/// ```
/// use ox88::board::{CastlingNotation, fen};
///
/// let parsed = fen::parse("4k3/8/8/8/8/8/4P3/4K3 w", CastlingNotation::Standard)?;
/// assert!(parsed.repairs.is_empty());
/// assert_eq!(parsed.position.to_fen(), "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
/// # Ok::<(), ox88::board::fen::FenError>(())
/// ```
pub fn parse(text: &str, notation: CastlingNotation) -> Result<Parsed, FenError> {
    let fields = Fields::read(text)?;
    let mut position = place(&fields.men, fields.side_to_move)?;
    position.halfmove_clock = fields.halfmove_clock;
    position.fullmove_number = fields.fullmove_number;
    let mut repairs = Vec::new();
    grant_castling(&mut position, fields.castling, notation, &mut repairs)?;
    if let Some(square) = fields.en_passant {
        if is_plausible_en_passant(&position, square) {
            position.en_passant = square;
        } else {
            repairs.push(Repair::EnPassantDropped(square));
        }
    }
    // With an empty base key, `key` is the ep share alone, which the base key
    // must not hold.
    position.base_key = position.key() ^ position.key_from_scratch();
    if position.is_opponent_in_check() {
        return Err(Illegal::OpponentInCheck(fields.side_to_move.opponent()).into());
    }
    Ok(Parsed { position, repairs })
}

/// The start position of standard chess, without a detour over text.
pub(crate) fn start_position() -> Position {
    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    match parse(START, CastlingNotation::Standard) {
        Ok(parsed) => parsed.position,
        Err(error) => unreachable!("the start position is sound: {error}"),
    }
}

/// The fields of a FEN, each readable by itself.
struct Fields<'a> {
    men: Vec<(Square, Piece)>,
    side_to_move: Color,
    castling: &'a str,
    en_passant: Option<Square>,
    halfmove_clock: u16,
    fullmove_number: u32,
}

impl Fields<'_> {
    fn read(text: &str) -> Result<Fields<'_>, FenError> {
        let text = text.split(';').next().unwrap_or_default();
        let fields: Vec<&str> = text.split_ascii_whitespace().collect();
        let [placement, side_to_move, rest @ ..] = fields.as_slice() else {
            return Err(FenError::TooFewFields {
                found: fields.len(),
            });
        };
        let field = |index: usize| rest.get(index).copied().unwrap_or("-");
        let men = read_placement(placement)?;
        let side_to_move = match *side_to_move {
            "w" => Color::White,
            "b" => Color::Black,
            other => return Err(FenError::SideToMove(other.to_owned())),
        };
        let en_passant = match field(1) {
            "-" => None,
            other => Some(
                other
                    .parse()
                    .map_err(|_| FenError::EnPassant(other.to_owned()))?,
            ),
        };
        let counters = rest.get(2..).unwrap_or_default();
        // An EPD goes on with operations where a FEN has its clocks.
        let counters = match counters.first() {
            Some(first) if is_operation(first) => &[],
            _ => counters,
        };
        let (halfmove_clock, fullmove_number) = match counters {
            [_, _, trailing, ..] => return Err(FenError::Trailing((*trailing).to_owned())),
            _ => (
                read_counter(counters.first(), 0).map_err(FenError::HalfmoveClock)?,
                read_counter(counters.get(1), 1).map_err(FenError::FullmoveNumber)?,
            ),
        };
        Ok(Fields {
            men,
            side_to_move,
            castling: field(0),
            en_passant,
            halfmove_clock,
            fullmove_number,
        })
    }
}

/// Whether an EPD's operations begin with this word: their names start with a
/// letter. Moves whose `moves` was forgotten are none, lest they be passed over
/// and another position be counted.
fn is_operation(word: &str) -> bool {
    word.starts_with(|letter: char| letter.is_ascii_alphabetic())
        && !word.starts_with("move")
        && parts_of_move(word).is_none()
}

fn read_counter<T: std::str::FromStr>(field: Option<&&str>, missing: T) -> Result<T, String> {
    match field {
        None | Some(&"-") => Ok(missing),
        Some(text) if text.bytes().all(|byte| byte.is_ascii_digit()) => {
            text.parse().map_err(|_| (*text).to_owned())
        }
        Some(text) => Err((*text).to_owned()),
    }
}

fn read_placement(placement: &str) -> Result<Vec<(Square, Piece)>, FenError> {
    let ranks: Vec<&str> = placement.split('/').collect();
    let mut men = Vec::new();
    for (rank, letters) in (0..8).rev().zip(&ranks) {
        let mut file = 0;
        for letter in letters.chars() {
            if let Some(piece) = Piece::from_letter(letter) {
                if file < 8 {
                    men.push((Square::new(file as u8, rank), piece));
                }
                file += 1;
            } else if let digit @ 1..=8 = letter.to_digit(10).unwrap_or(0) {
                file += digit as usize;
            } else {
                return Err(FenError::UnknownPiece(letter));
            }
        }
        if file != 8 {
            return Err(FenError::RankLength {
                rank: usize::from(rank) + 1,
                found: file,
            });
        }
    }
    if ranks.len() != 8 {
        return Err(FenError::RankLength {
            rank: 0,
            found: ranks.len(),
        });
    }
    // Slots are given out from a1 to h8, so that the order of moves does not
    // depend on the order of the FEN.
    men.sort_by_key(|&(square, _)| square);
    Ok(men)
}

/// The board with these men on it and nothing else settled.
fn place(men: &[(Square, Piece)], side_to_move: Color) -> Result<Position, Illegal> {
    for color in [Color::White, Color::Black] {
        let count = |wanted: fn(PieceKind) -> bool| {
            men.iter()
                .filter(|(_, piece)| piece.color == color && wanted(piece.kind))
                .count()
        };
        match count(|kind| kind == PieceKind::King) {
            1 => {}
            found => return Err(Illegal::Kings { color, found }),
        }
        match count(|_| true) {
            0..=16 => {}
            found => return Err(Illegal::TooManyMen { color, found }),
        }
        match count(|kind| kind == PieceKind::Pawn) {
            0..=8 => {}
            found => return Err(Illegal::TooManyPawns { color, found }),
        }
    }
    let is_end_rank = |square: Square| square.rank() == 0 || square.rank() == 7;
    if let Some(&(square, _)) = men
        .iter()
        .find(|(square, piece)| piece.kind == PieceKind::Pawn && is_end_rank(*square))
    {
        return Err(Illegal::PawnOnEndRank(square));
    }

    Ok(Position::with_men(men.iter().copied(), side_to_move))
}

fn grant_castling(
    position: &mut Position,
    field: &str,
    notation: CastlingNotation,
    repairs: &mut Vec<Repair>,
) -> Result<(), FenError> {
    if field == "-" {
        return Ok(());
    }
    for letter in field.chars() {
        let color = if letter.is_ascii_uppercase() {
            Color::White
        } else {
            Color::Black
        };
        let king = position.king_square(color);
        let rook = match letter.to_ascii_uppercase() {
            'K' => castling_rook(position, color, Wing::KingSide, notation),
            'Q' => castling_rook(position, color, Wing::QueenSide, notation),
            file @ 'A'..='H' => {
                let square = Square::new(file as u8 - b'A', back_rank(color));
                is_castling_rook(position, color, square).then_some(square)
            }
            _ => return Err(FenError::CastlingLetter(letter)),
        };
        match rook {
            None => repairs.push(Repair::CastlingDropped(letter)),
            Some(rook) => match position.castling_rook(color, Wing::of(king, rook)) {
                None => {
                    let rights = position.castling;
                    position.castling = position.castling_setup.grant(rights, color, king, rook);
                }
                Some(same) if same == rook => {}
                Some(_) => repairs.push(Repair::CastlingRepeated(letter)),
            },
        }
    }
    Ok(())
}

/// The rook that K, Q, k or q speaks of.
fn castling_rook(
    position: &Position,
    color: Color,
    wing: Wing,
    notation: CastlingNotation,
) -> Option<Square> {
    let king = position.king_square(color);
    let candidates: Vec<u8> = match (notation, wing) {
        (CastlingNotation::Standard, _) if king.file() != 4 => vec![],
        (CastlingNotation::Standard, Wing::KingSide) => vec![7],
        (CastlingNotation::Standard, Wing::QueenSide) => vec![0],
        (CastlingNotation::Chess960, Wing::KingSide) => (king.file() + 1..8).rev().collect(),
        (CastlingNotation::Chess960, Wing::QueenSide) => (0..king.file()).collect(),
    };
    candidates
        .into_iter()
        .map(|file| Square::new(file, back_rank(color)))
        .find(|&rook| is_castling_rook(position, color, rook))
}

fn is_castling_rook(position: &Position, color: Color, square: Square) -> bool {
    let rook = Piece {
        color,
        kind: PieceKind::Rook,
    };
    position.king_square(color).rank() == back_rank(color)
        && position.piece_on(square) == Some(rook)
}

fn back_rank(color: Color) -> u8 {
    match color {
        Color::White => White::BACK_RANK,
        Color::Black => Black::BACK_RANK,
    }
}

/// Whether the opponent can just have stepped over `square` with a pawn, as
/// far as the three squares concerned tell.
fn is_plausible_en_passant(position: &Position, square: Square) -> bool {
    let (rank, forward) = match position.side_to_move {
        Color::White => (5, Offset::NORTH),
        Color::Black => (2, Offset::SOUTH),
    };
    let pawn = Piece {
        color: position.side_to_move.opponent(),
        kind: PieceKind::Pawn,
    };
    square.rank() == rank
        && position.slot(square).is_empty()
        && position.slot(square + forward).is_empty()
        && position.piece_on(square - forward) == Some(pawn)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_without_the_word_moves_are_not_passed_over() {
        const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        for rest in [
            "0 1 e2e4",
            "0 1 move e2e4",
            "e2e4",
            "move e2e4",
            "0 1 1",
            "0 bm e4 0",
        ] {
            assert!(
                parse(&format!("{START} {rest}"), CastlingNotation::Standard).is_err(),
                "{rest}"
            );
        }
        for rest in [
            "",
            "bm e4; id \"moves e2e4\";",
            "0 1;D1 20",
            "hmvc 0; fmvn 1;",
            "- -",
        ] {
            assert!(
                parse(&format!("{START} {rest}"), CastlingNotation::Standard).is_ok(),
                "{rest}"
            );
        }
    }

    #[test]
    fn repaired_rights_and_ep_squares_leave_the_key_as_if_never_named() {
        let parse = |fen| parse(fen, CastlingNotation::Standard).unwrap();
        let repaired = parse("r3k2r/8/8/8/8/8/8/4K3 w KQkq e6 0 1");
        assert_eq!(repaired.repairs.len(), 3);
        let clean = parse("r3k2r/8/8/8/8/8/8/4K3 w kq - 0 1");
        assert_eq!(repaired.position, clean.position);
    }
}
