//! Every line of every suite, by every method, with a table and without, and by
//! several threads; as deep as a budget of leaves allows, and at least to depth 2.

use crate::epd;
use ox88::board::CastlingNotation::{self, Chess960, Standard};
use ox88::control::Token;
use ox88::perft::{Divide, Method, Settings, TableMemory};

/// The fast methods count this many times the leaves in the same time.
const FASTER: u128 = 4;

/// Counts each line to every depth whose count is within the budget, and always to
/// depth 2. The budget, in leaves, is that of the reference method.
fn check(name: &str, notation: CastlingNotation, budget: u128) {
    let lines = epd::read(name, notation);
    check_method(&lines, Method::Reference, None, budget);
    for method in [Method::Bulk, Method::LeafParent] {
        check_method(&lines, method, None, budget * FASTER);
        // All lines share one table, which is far too small for them.
        let mut memory = TableMemory::new(1).unwrap();
        check_method(&lines, method, Some(&mut memory), budget * FASTER);
        check_threads(&lines, method, budget * FASTER);
    }
}

fn check_method(
    lines: &[epd::Line],
    method: Method,
    memory: Option<&mut TableMemory>,
    budget: u128,
) {
    let with = if memory.is_some() { "with" } else { "without" };
    let mut instance = method.build(memory.map(TableMemory::table));
    for line in lines {
        let mut position = line.position.clone();
        for (depth, expected) in line.within(budget) {
            let found = instance.count(&mut position, depth, &Token::never());
            let (place, fen) = (&line.place, &line.fen);
            assert_eq!(
                found,
                Some(expected),
                "{place}, depth {depth} of {fen}, {method} {with} a table"
            );
        }
        assert_eq!(
            position, line.position,
            "{} is changed by counting",
            line.place
        );
    }
}

/// The deepest count of each line, by three threads with a table and without.
fn check_threads(lines: &[epd::Line], method: Method, budget: u128) {
    for hash in [0, 16] {
        let mut settings = Settings::plain(method);
        settings.threads = 3;
        settings.set_hash(hash).unwrap();
        for line in lines {
            let Some((depth, expected)) = line.within(budget).last() else {
                continue;
            };
            let stop = Token::never();
            let outcome = settings.divide(&line.position, depth, &stop, &mut |_, _| {});
            let (place, fen) = (&line.place, &line.fen);
            assert_eq!(
                outcome,
                Divide::Complete(expected),
                "{place}, depth {depth} of {fen}, {method} with Hash {hash} and threads"
            );
        }
    }
}

/// The same counts, with a sample of their subtrees verified. Returns how many of these
/// came from the table.
fn check_verified(name: &str, notation: CastlingNotation, budget: u128, every: usize) -> u64 {
    let mut from_table = 0;
    for (method, hash) in [
        (Method::Bulk, 1),
        (Method::LeafParent, 1),
        (Method::LeafParent, 0),
    ] {
        let mut settings = Settings::plain(method);
        settings.set_hash(hash).unwrap();
        for line in epd::read(name, notation).iter().step_by(every) {
            let Some((depth, expected)) = line.within(budget).last() else {
                continue;
            };
            let stop = Token::never();
            let result = settings.divide_verified(&line.position, depth, &stop, &mut |_, _| {});
            let (place, fen) = (&line.place, &line.fen);
            let (total, verified) = result.unwrap_or_else(|error| panic!("{place}: {error}"));
            assert_eq!(total, Divide::Complete(expected), "{place}: {fen}");
            let subtrees = verified.counted + verified.from_table;
            assert!(subtrees > 0, "{place}: {fen}");
            from_table += verified.from_table;
        }
    }
    from_table
}

#[test]
fn verified() {
    let from_table = check_verified("standard.epd", Standard, 4_000_000, 4);
    assert!(from_table > 1_000, "{from_table} subtrees");
    check_verified("tricky.epd", Standard, 4_000_000, 1);
    check_verified("endgame.epd", Standard, 4_000_000, 1);
    check_verified("enpassant.epd", Standard, 1_000_000, 8);
    check_verified("irregular.epd", Standard, 4_000_000, 1);
    check_verified("chess960.epd", Chess960, 4_000_000, 8);
    check_verified("chess960-extra.epd", Chess960, 4_000_000, 1);
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

/// File letters name the rook by themselves, so the counts are the same without
/// the option.
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
