//! The law of a FEN: a refusal can be printed, and what is accepted is the
//! position that the text says, survives being written and read again, can be
//! shown, and is counted alike by every method.

use std::collections::BTreeSet;

use ox88::board::fen::{self, Parsed};
use ox88::board::{CastlingNotation, Color, Piece, PieceKind, Position, Square, Wing};
use ox88::commands::{Printed, show};
use ox88::control::Token;
use ox88::perft::{Method, TableMemory};

use super::check_message;

const NOTATIONS: [CastlingNotation; 2] = [CastlingNotation::Standard, CastlingNotation::Chess960];

/// The most leaves at depth 2 of a position that is counted to depth 3, too:
/// making every move to depth 3 of a board full of queens takes seconds.
const FEW_LEAVES: u128 = 2_500;

pub fn check(text: &str) {
    for notation in NOTATIONS {
        match fen::parse(text, notation) {
            Err(error) => check_message(&error.to_string()),
            Ok(parsed) => {
                check_as_written(text, &parsed);
                check_legality(&parsed.position);
                check_round_trip(&parsed.position);
                check_moves_and_display(&parsed.position, notation);
                check_counts(&parsed.position);
            }
        }
    }
}

/// What was accepted is what was written, apart from what was repaired.
fn check_as_written(text: &str, parsed: &Parsed) {
    for repair in &parsed.repairs {
        check_message(&repair.to_string());
    }
    let written = parsed.position.to_fen();
    let written: Vec<&str> = written.split(' ').collect();
    let text = text.split(';').next().unwrap_or_default();
    let fields: Vec<&str> = text.split_ascii_whitespace().collect();
    assert_eq!(spread(fields[0]), spread(written[0]), "placement");
    assert_eq!(fields[1], written[1], "side to move");
    if parsed.repairs.is_empty() {
        assert_eq!(fields.get(3).unwrap_or(&"-"), &written[3], "en passant");
        let has_rights = fields.get(2).is_some_and(|field| *field != "-");
        assert_eq!(has_rights, written[2] != "-", "castling");
    }
    // An EPD's operations stand where a FEN has its clocks.
    let is_operation = |field: &&str| field.starts_with(|c: char| c.is_ascii_alphabetic());
    let fields = match fields.get(4) {
        Some(field) if is_operation(field) => &fields[..4],
        _ => &fields,
    };
    for (index, missing) in [(4, "0"), (5, "1")] {
        let number = |text: &str| match text.trim_start_matches('0') {
            "" => "0".to_owned(),
            number => number.to_owned(),
        };
        match fields.get(index) {
            Some(field) if field.bytes().all(|byte| byte.is_ascii_digit()) => {
                assert_eq!(number(field), number(written[index]), "clock");
            }
            _ => assert_eq!(missing, written[index], "missing clock"),
        }
    }
}

/// A placement with a dot for each empty square.
fn spread(placement: &str) -> String {
    let spread = |letter: char| match letter.to_digit(10) {
        Some(empty) => ".".repeat(empty as usize),
        None => letter.to_string(),
    };
    placement.chars().map(spread).collect()
}

fn check_legality(position: &Position) {
    for color in [Color::White, Color::Black] {
        let pieces: Vec<_> = position
            .pieces()
            .filter(|(_, piece)| piece.color == color)
            .collect();
        let count = |kind| {
            pieces
                .iter()
                .filter(|(_, piece)| piece.kind == kind)
                .count()
        };
        assert!(pieces.len() <= 16 && count(PieceKind::King) == 1 && count(PieceKind::Pawn) <= 8);
        let is_pawn_on_end = |(square, piece): &(Square, Piece)| {
            piece.kind == PieceKind::Pawn && [0, 7].contains(&square.rank())
        };
        assert!(!pieces.iter().any(is_pawn_on_end), "a pawn on an end rank");
    }
    assert!(!position.is_opponent_in_check());
    check_rights(position);
}

/// What a position says of castling and en passant is so on its board.
fn check_rights(position: &Position) {
    let is = |square: Square, color, kind| position.piece_on(square) == Some(Piece { color, kind });
    for (color, rank) in [(Color::White, 0), (Color::Black, 7)] {
        let king = position.king_square(color);
        for wing in [Wing::KingSide, Wing::QueenSide] {
            let Some(rook) = position.castling_rook(color, wing) else {
                continue;
            };
            assert!(is(rook, color, PieceKind::Rook) && rook.rank() == rank);
            assert!(king.rank() == rank && (king < rook) == (wing == Wing::KingSide));
        }
    }
    let Some(square) = position.en_passant() else {
        return;
    };
    let (rank, from, to, color) = match position.side_to_move() {
        Color::White => (5, 6, 4, Color::Black),
        Color::Black => (2, 1, 3, Color::White),
    };
    let on = |rank| Square::new(square.file(), rank);
    assert!(square.rank() == rank && is(on(to), color, PieceKind::Pawn));
    let is_empty = |square| position.piece_on(square).is_none();
    assert!(is_empty(square) && is_empty(on(from)));
}

fn check_round_trip(position: &Position) {
    let written = position.to_fen();
    for notation in NOTATIONS {
        let again = fen::parse(&written, notation).expect(&written);
        assert_eq!(again.repairs, [], "{written}");
        assert_eq!(&again.position, position, "{written}");
        assert_eq!(again.position.to_fen(), written);
    }
    assert_eq!(position.key(), position.key_from_scratch(), "{written}");
    let flipped = position.flipped();
    assert_eq!(flipped.flipped().to_fen(), written);
    let again = fen::parse(&flipped.to_fen(), CastlingNotation::Standard).expect(&written);
    assert_eq!(again.position.key(), flipped.key(), "{written}");
}

fn check_moves_and_display(position: &Position, notation: CastlingNotation) {
    let written = position.to_fen();
    let moves: Vec<_> = position
        .legal_moves_with_san()
        .into_iter()
        .map(|(mv, san)| (mv.uci(notation), san))
        .collect();
    for &mv in &position.legal_moves() {
        let text = mv.uci(notation).to_string();
        let read = position.parse_move(&text, notation);
        assert_eq!(read, Some(mv), "{text} in {written}");
    }
    let names: BTreeSet<&str> = moves.iter().map(|(_, san)| san.as_str()).collect();
    assert_eq!(
        names.len(),
        moves.len(),
        "two moves of one name in {written}"
    );

    let count = moves.len();
    let view = show::Reply {
        position: Box::new(position.clone()),
        moves,
        line: None,
    };
    let shown = view.text();
    let lines: Vec<&str> = shown.lines().collect();
    assert!(
        lines.contains(&format!("Fen: {written}").as_str()),
        "{shown}"
    );
    assert!(
        lines.contains(&format!("Legal moves: {count}").as_str()),
        "{shown}"
    );
    for name in ["Moves:", "SAN:"] {
        let listed = lines.iter().find_map(|line| line.strip_prefix(name));
        let listed = listed.expect(name).split_ascii_whitespace().count();
        assert_eq!(listed, count, "{name} of {written}");
    }
}

fn check_counts(position: &Position) {
    let mut memory = TableMemory::new(1).expect("a MiB");
    let table = memory.table();
    let stop = Token::never();
    let written = position.to_fen();
    for depth in 0..=3 {
        let count = |method: Method, table, position: &Position| {
            let leaves = method
                .build(table)
                .count(&mut position.clone(), depth, &stop);
            leaves.expect("nobody stops it")
        };
        let right = count(Method::Reference, None, position);
        for method in [Method::Bulk, Method::LeafParent] {
            let found = count(method, None, position);
            assert_eq!(found, right, "{method}, depth {depth} of {written}");
            let found = count(method, Some(table), position);
            assert_eq!(
                found, right,
                "{method} with a table, depth {depth} of {written}"
            );
        }
        let flipped = count(Method::LeafParent, None, &position.flipped());
        assert_eq!(flipped, right, "depth {depth} of {written}, flipped");
        if depth == 2 && right > FEW_LEAVES {
            return;
        }
    }
}
