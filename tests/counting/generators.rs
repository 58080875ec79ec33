//! The fast generator of legal moves against the oracle, which makes every move:
//! the same moves in the same order, at every node of the trees of the suites.

use crate::epd;
use ox88::board::CastlingNotation::{self, Chess960, Standard};
use ox88::board::Position;

/// The most leaves of a tree that is walked; trees of two plies always are.
const BUDGET: u128 = 2_000;

/// The suites with the notation of their castling fields.
const SUITES: [(&str, CastlingNotation); 11] = [
    ("standard.epd", Standard),
    ("tricky.epd", Standard),
    ("hand-made.epd", Standard),
    ("endgame.epd", Standard),
    ("enpassant.epd", Standard),
    ("evasion.epd", Standard),
    ("irregular.epd", Standard),
    ("random.epd", Standard),
    ("chess960.epd", Chess960),
    ("chess960-xfen.epd", Chess960),
    ("chess960-extra.epd", Chess960),
];

#[test]
fn legal_moves_are_those_of_the_oracle_in_its_order() {
    for (name, notation) in SUITES {
        for line in epd::read(name, notation) {
            let depth = line.within(BUDGET).last().map_or(1, |(depth, _)| depth);
            compare(&mut line.position.clone(), depth);
        }
    }
}

/// Compares the moves at all nodes less than `depth` plies below a position.
fn compare(position: &mut Position, depth: u32) {
    let moves = position.legal_moves();
    assert_eq!(moves, position.legal_moves_by_making(), "{position}");
    if depth > 1 {
        for mv in moves {
            let undo = position.make(mv);
            compare(position, depth - 1);
            position.unmake(mv, &undo);
        }
    }
}
