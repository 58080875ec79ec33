//! Every line of every suite, as deep as its budget of leaves allows and at
//! least to depth 2.

use crate::epd;
use ox88::board::CastlingNotation::{self, Chess960, Standard};
use ox88::perft::{Counter, Reference};
use ox88::signal::Token;

/// Counts each line to every depth whose count is within `budget` leaves, and
/// to depth 2 in any case.
fn check(name: &str, notation: CastlingNotation, budget: u128) {
    for line in epd::read(name, notation) {
        let mut position = line.position.clone();
        for (depth, expected) in line.counts {
            if depth > 2 && expected > budget {
                break;
            }
            let found = Reference.count(&mut position, depth, &Token::never());
            let place = &line.place;
            assert_eq!(
                found,
                Some(expected),
                "{place}, depth {depth} of {}",
                line.fen
            );
        }
        assert_eq!(
            position, line.position,
            "{} is changed by counting",
            line.place
        );
    }
}

#[test]
fn standard() {
    check("standard.epd", Standard, 1_000_000);
}

#[test]
fn tricky() {
    check("tricky.epd", Standard, 1_000_000);
}

#[test]
fn endgame() {
    check("endgame.epd", Standard, 1_000_000);
}

#[test]
fn en_passant() {
    check("enpassant.epd", Standard, 100_000);
}

#[test]
fn evasion() {
    check("evasion.epd", Standard, 100_000);
}

#[test]
fn irregular() {
    check("irregular.epd", Standard, 1_000_000);
}

#[test]
fn random() {
    check("random.epd", Standard, 50_000);
}

#[test]
fn chess960() {
    check("chess960.epd", Chess960, 100_000);
}

/// File letters name the rook by themselves, so that the suite must count the
/// same without the option.
#[test]
fn chess960_with_the_option_off() {
    check("chess960.epd", Standard, 10_000);
}

#[test]
fn chess960_in_x_fen() {
    check("chess960-xfen.epd", Chess960, 200_000);
}

#[test]
fn chess960_corner_cases() {
    check("chess960-extra.epd", Chess960, 400_000);
}
