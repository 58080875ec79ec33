//! Reading a FEN: first its fields as they stand, then the position that they
//! describe, with repairs. The strict reading of `parse::<Position>()` is here
//! too.

use super::error::{FenError, Illegal, Repair};
use crate::board::{
    Black, CastlingNotation, Color, Offset, Piece, PieceKind, Position, Side, Square, White, Wing,
    parts_of_move,
};
use crate::text::without_quoted;
use std::str::FromStr;

/// A FEN that was accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parsed {
    /// The position, repaired where that was needed.
    pub position: Position,
    /// The repairs, in the order of the FEN.
    pub repairs: Vec<Repair>,
}

/// Reads a FEN of 2 to 6 fields, or an EPD line, and repairs what it can.
///
/// Missing fields are `-`, `-`, `0` and `1`. The operations of an EPD after the
/// fourth field, or, if they end with a semicolon, after the sixth, are ignored, and
/// so is everything from the first semicolon on.
/// `notation` gives the meaning of the castling letters KQkq; file letters
/// (Shredder-FEN) mean the same in both.
///
/// # Errors
///
/// The first fault that cannot be repaired.
///
/// ```
/// use ox88::board::fen::{self, Repair};
/// use ox88::board::{CastlingNotation, Square};
///
/// let parsed = fen::parse("4k3/8/8/8/8/8/8/4K2R w K e6", CastlingNotation::Standard)?;
/// assert_eq!(parsed.repairs, [Repair::EnPassantDropped(Square::E6)]);
/// assert_eq!(parsed.position.to_fen(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
/// # Ok::<(), ox88::board::fen::FenError>(())
/// ```
pub fn parse(text: &str, notation: CastlingNotation) -> Result<Parsed, FenError> {
    let fields = Fields::read(text)?;
    let mut position = place(&fields.placement, fields.side_to_move)?;
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
    // With an empty base key, `key` is the share of the en passant square alone,
    // which the base key must not hold.
    position.base_key = position.key() ^ position.key_from_scratch();
    if position.is_opponent_in_check() {
        return Err(Illegal::OpponentInCheck(fields.side_to_move.opponent()).into());
    }
    Ok(Parsed { position, repairs })
}

/// [`parse`], but if the castling letters KQkq need fewer repairs as X-FEN than
/// with `notation`, they are read as X-FEN.
///
/// Files and single FENs do not declare whether they are Chess960, and letters
/// that name no rook of standard chess can only be meant as X-FEN.
///
/// # Errors
///
/// The first fault that cannot be repaired.
///
/// ```
/// use ox88::board::{CastlingNotation, Color, Square, Wing, fen};
///
/// let text = "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1";
/// let parsed = fen::parse_with_x_fen_fallback(text, CastlingNotation::Standard)?;
/// assert!(parsed.repairs.is_empty());
/// let rook = parsed.position.castling_rook(Color::White, Wing::KingSide);
/// assert_eq!(rook, Some(Square::G1));
/// # Ok::<(), ox88::board::fen::FenError>(())
/// ```
pub fn parse_with_x_fen_fallback(
    text: &str,
    notation: CastlingNotation,
) -> Result<Parsed, FenError> {
    let parsed = parse(text, notation)?;
    if parsed.repairs.is_empty() {
        return Ok(parsed);
    }
    let x_fen = parse(text, CastlingNotation::Chess960)?;
    Ok(if x_fen.repairs.len() < parsed.repairs.len() {
        x_fen
    } else {
        parsed
    })
}

/// Reads a FEN strictly: what [`parse`] would repair is an error. The castling
/// letters KQkq have their standard meaning, or that of X-FEN where only X-FEN
/// makes sense, see [`parse_with_x_fen_fallback`].
///
/// ```
/// use ox88::board::Position;
///
/// assert!("4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse::<Position>().is_ok());
/// let error = "4k3/8/8/8/8/8/8/4K3 w K - 0 1".parse::<Position>().unwrap_err();
/// let expected = "castling right 'K' is wrong, its king and rook are not in place";
/// assert_eq!(error.to_string(), expected);
/// ```
impl FromStr for Position {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Position, FenError> {
        let masked = without_quoted(text);
        let operations = masked.split(';').skip(1).map(str::trim_start);
        if let Some(word) = operations
            .filter_map(|operation| operation.split_ascii_whitespace().next())
            .find(|word| !is_operation(word))
        {
            return Err(FenError::Trailing(word.to_owned()));
        }
        let parsed = parse_with_x_fen_fallback(text, CastlingNotation::Standard)?;
        match parsed.repairs.first() {
            None => Ok(parsed.position),
            Some(&repair) => Err(FenError::NeedsRepair(repair)),
        }
    }
}

/// The start position of standard chess.
pub(crate) fn start_position() -> Position {
    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    match parse(START, CastlingNotation::Standard) {
        Ok(parsed) => parsed.position,
        Err(error) => unreachable!("the start position is correct: {error}"),
    }
}

/// The fields of a FEN, each readable by itself.
struct Fields<'a> {
    placement: Vec<(Square, Piece)>,
    side_to_move: Color,
    castling: &'a str,
    en_passant: Option<Square>,
    halfmove_clock: u16,
    fullmove_number: u32,
}

impl Fields<'_> {
    fn read(text: &str) -> Result<Fields<'_>, FenError> {
        let (text, ends_operation) = match text.split_once(';') {
            Some((text, _)) => (text, true),
            None => (text, false),
        };
        let fields: Vec<&str> = text.split_ascii_whitespace().collect();
        let [placement, side_to_move, rest @ ..] = fields.as_slice() else {
            return Err(FenError::TooFewFields {
                found: fields.len(),
            });
        };
        let field = |index: usize| rest.get(index).copied().unwrap_or("-");
        let placement = read_placement(placement)?;
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
        // An EPD has operations where a FEN has its clocks.
        let counters = match counters.first() {
            Some(first) if is_operation(first) => &[],
            _ => counters,
        };
        let (halfmove_clock, fullmove_number) = match counters {
            // Without a semicolon, this may be a misspelled `moves`.
            [_, _, trailing, ..] if !(ends_operation && is_operation(trailing)) => {
                return Err(FenError::Trailing((*trailing).to_owned()));
            }
            _ => (
                read_counter(counters.first(), 0).map_err(FenError::HalfmoveClock)?,
                read_counter(counters.get(1), 1).map_err(FenError::FullmoveNumber)?,
            ),
        };
        Ok(Fields {
            placement,
            side_to_move,
            castling: field(0),
            en_passant,
            halfmove_clock,
            fullmove_number,
        })
    }
}

/// Returns whether the operations of an EPD begin with this word: their names
/// start with a letter. Moves without the word `moves` before them are no
/// operations. To ignore them would be to count another position.
fn is_operation(word: &str) -> bool {
    word.starts_with(|letter: char| letter.is_ascii_alphabetic())
        && !word.starts_with("move")
        && parts_of_move(word).is_none()
}

fn read_counter<T: FromStr>(field: Option<&&str>, missing: T) -> Result<T, String> {
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
    let mut pieces = Vec::new();
    for (rank, letters) in (0..8).rev().zip(&ranks) {
        let mut file = 0;
        for letter in letters.chars() {
            if let Some(piece) = Piece::from_letter(letter) {
                if file < 8 {
                    pieces.push((Square::new(file as u8, rank), piece));
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
    // Slots are given out from a1 to h8. The order of moves depends on it, and
    // so do outputs.
    pieces.sort_by_key(|&(square, _)| square);
    Ok(pieces)
}

/// The board with these pieces, if they are a position that can be played.
fn place(pieces: &[(Square, Piece)], side_to_move: Color) -> Result<Position, Illegal> {
    for color in [Color::White, Color::Black] {
        let count = |wanted: fn(PieceKind) -> bool| {
            pieces
                .iter()
                .filter(|(_, piece)| piece.color == color && wanted(piece.kind))
                .count()
        };
        match count(|kind| kind == PieceKind::King) {
            1 => {}
            found => return Err(Illegal::Kings { color, found }),
        }
        match count(|_| true) {
            0..=16 => {}
            found => return Err(Illegal::TooManyPieces { color, found }),
        }
        match count(|kind| kind == PieceKind::Pawn) {
            0..=8 => {}
            found => return Err(Illegal::TooManyPawns { color, found }),
        }
    }
    let is_end_rank = |square: Square| square.rank() == 0 || square.rank() == 7;
    if let Some(&(square, _)) = pieces
        .iter()
        .find(|(square, piece)| piece.kind == PieceKind::Pawn && is_end_rank(*square))
    {
        return Err(Illegal::PawnOnEndRank(square));
    }

    Ok(Position::with_pieces(pieces.iter().copied(), side_to_move))
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
                Some(same) if same == rook => repairs.push(Repair::CastlingNamedTwice(letter)),
                Some(_) => repairs.push(Repair::CastlingRepeated(letter)),
            },
        }
    }
    Ok(())
}

/// The rook that K, Q, k or q means.
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

/// Returns whether the opponent can just have stepped over `square` with a
/// pawn. Only the three squares of that step are looked at.
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
            "0 1 mvoes e2e4",
            "0 1 moves e2e4;",
            "0 1 e2e4; bm e4;",
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
            "0 1 bm e4; D1 20",
            "0 1 c0 \"White moves and wins; e2e4\";",
            "c0 \"was D1 21; see log\"; D1 20",
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
    fn strict_reading_repairs_nothing() {
        let read = |text: &str| text.parse::<Position>().map(|position| position.to_fen());
        // Rooks that only X-FEN knows.
        let x_fen = read("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1").unwrap();
        assert_eq!(x_fen, "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1");
        for (text, repair) in [
            (
                "4k3/8/8/8/8/8/8/4K2R w KQ - 0 1",
                Repair::CastlingDropped('Q'),
            ),
            (
                "4k3/8/8/8/8/8/8/4K1RR w HG - 0 1",
                Repair::CastlingRepeated('G'),
            ),
            (
                "4k3/8/8/8/8/8/8/4K3 w - e6 0 1",
                Repair::EnPassantDropped(Square::E6),
            ),
            // Possibly meant as KQ.
            (
                "4k3/8/8/8/8/8/8/R3K2R w KK - 0 1",
                Repair::CastlingNamedTwice('K'),
            ),
        ] {
            assert_eq!(read(text), Err(FenError::NeedsRepair(repair)), "{text}");
        }
        let epd = "4k3/8/8/8/8/8/8/4K3 w - - 0 1; id \"1\"; D1 5;";
        assert_eq!(read(epd).as_deref(), Ok("4k3/8/8/8/8/8/8/4K3 w - - 0 1"));
        let quoted = "4k3/8/8/8/8/8/8/4K3 w - - c0 \"a; 5 b\"; D1 5;";
        assert_eq!(read(quoted).as_deref(), Ok("4k3/8/8/8/8/8/8/4K3 w - - 0 1"));
        let with_moves = "4k3/8/8/8/8/8/8/4K3 w - - 0 1; moves e1e2";
        let trailing = FenError::Trailing("moves".to_owned());
        assert_eq!(read(with_moves), Err(trailing));
        assert_eq!(
            read("4k3/8/8/8/8/8/8/8 w - - 0 1"),
            Err(Illegal::Kings {
                color: Color::White,
                found: 0
            }
            .into())
        );
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
