//! Statistics: neither the table, its size nor threads change them, and they are those of a plain
//! walk that makes every move.

use crate::epd;
use crate::games::{game, play};
use ox88::board::{CastlingNotation, Position};
use ox88::control::Token;
use ox88::movegen::MoveKind;
use ox88::perft::{Method, Settings};
use ox88::tools::stats::{Stats, stats};
use proptest::prelude::*;

/// Adds the leaves, each looked at after its move was made.
fn walk(position: &Position, depth: u32, total: &mut Stats) {
    for mv in position.legal_moves_by_making() {
        let mut child = position.clone();
        let _ = child.play(mv);
        if depth > 1 {
            walk(&child, depth - 1, total);
            continue;
        }
        let castles = mv.kind() == MoveKind::Castle;
        total.nodes += 1;
        total.captures += u128::from(position.captured(mv).is_some());
        total.en_passant += u128::from(mv.kind() == MoveKind::EnPassant);
        total.castles += u128::from(castles);
        total.promotions += u128::from(mv.promotion().is_some());
        let has_reply = !child.legal_moves_by_making().is_empty();
        let checkers: Vec<_> = child.checkers().collect();
        total.checks += u128::from(!checkers.is_empty());
        // In castling both pieces move.
        let moved = |square| square == mv.to() || castles;
        let column = match (&checkers[..], has_reply) {
            ([], false) => &mut total.stalemates,
            ([], true) => continue,
            ([checker], true) if moved(*checker) => continue,
            ([checker], false) if moved(*checker) => &mut total.direct_mates,
            ([_], true) => &mut total.discovered,
            ([_], false) => &mut total.discovered_mates,
            (_, true) => &mut total.double,
            (_, false) => &mut total.double_mates,
        };
        *column += 1;
    }
}

fn walked(position: &Position, depth: u32) -> Stats {
    let mut total = Stats::default();
    walk(position, depth, &mut total);
    total
}

fn counted(position: &Position, depth: u32, settings: &mut Settings) -> Stats {
    let no_warning = |error| panic!("{error}");
    stats(position, depth, settings, &Token::never(), no_warning).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn statistics_are_those_of_a_plain_walk(game in game()) {
        let mut settings = Settings::plain(Method::LeafParent);
        play(game, |position, moves| {
            // Two plies have all that is special, and three begin with the other side.
            let depth = if moves.len() < 12 { 3 } else { 2 };
            for depth in 1..=depth {
                let found = counted(position, depth, &mut settings);
                assert_eq!(found, walked(position, depth), "{depth} of {}", position.to_fen());
            }
        });
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn a_table_and_threads_change_nothing(game in game(), threads in 1_usize..5) {
        let mut last = Position::start();
        play(game, |position, _| last = position.clone());
        let mut plain = Settings::plain(Method::LeafParent);
        let mut shared = Settings::default();
        shared.threads = threads;
        shared.set_hash(1).unwrap();
        // The deepest with at most some millions of leaves, and no table for less than ten.
        for depth in 1..=6 {
            let expected = counted(&last, depth, &mut plain);
            let found = counted(&last, depth, &mut shared);
            assert_eq!(found, expected, "{depth} of {}", last.to_fen());
            if expected.nodes > 500_000 {
                break;
            }
        }
    }
}

/// Castling that uncovers a line, gives check or is next to one, and en passant.
#[test]
fn positions_of_the_suites_agree_with_a_plain_walk() {
    let mut settings = Settings::plain(Method::LeafParent);
    for (file, notation) in [
        ("chess960.epd", CastlingNotation::Chess960),
        ("chess960-extra.epd", CastlingNotation::Chess960),
        ("enpassant.epd", CastlingNotation::Standard),
        ("tricky.epd", CastlingNotation::Standard),
        ("irregular.epd", CastlingNotation::Standard),
    ] {
        for line in epd::read(file, notation).iter().step_by(8) {
            let found = counted(&line.position, 2, &mut settings);
            assert_eq!(found, walked(&line.position, 2), "{}", line.place);
        }
    }
}

/// Kings alone reach the same few positions again and again.
#[test]
fn numbers_beyond_64_bits_are_exact() {
    let kings = epd::position("k7/8/8/8/8/8/8/7K w - - 0 1", CastlingNotation::Standard);
    let mut settings = Settings::default();
    settings.set_hash(16).unwrap();
    let found = counted(&kings, 12, &mut settings).nodes;
    let mut method = Method::LeafParent.build(None);
    let expected = method.count(&mut kings.clone(), 12, &Token::never());
    assert_eq!(Some(found), expected);
}
