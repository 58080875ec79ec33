//! The transposition table: neither its size nor its contents change a count.

use crate::epd;
use ox88::board::{CastlingNotation, Position};
use ox88::control::{Signal, Token};
use ox88::perft::{Method, PerftMethod, Table, TableMemory};
use std::thread;
use std::time::Duration;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn count(instance: &mut dyn PerftMethod, position: &Position, depth: u32) -> Option<u128> {
    instance.count(&mut position.clone(), depth, &Token::never())
}

#[test]
fn a_table_far_too_small_agrees_with_none() {
    let kiwipete = epd::position(KIWIPETE, CastlingNotation::Standard);
    let mut memory = TableMemory::new(1).unwrap();
    for table in [None, Some(memory.table())] {
        let mut instance = Method::LeafParent.build(table);
        assert_eq!(count(&mut *instance, &kiwipete, 5), Some(193_690_690));
    }
}

#[test]
fn entries_of_one_count_serve_the_next() {
    let mut memory = TableMemory::new(16).unwrap();
    let table = memory.table();
    let start = Position::start();
    // Deeper and shallower counts, by methods with different horizons.
    for (method, depth, expected) in [
        (Method::Bulk, 4, 197_281),
        (Method::LeafParent, 5, 4_865_609),
        (Method::Bulk, 5, 4_865_609),
        (Method::LeafParent, 3, 8_902),
        (Method::LeafParent, 2, 400),
        (Method::LeafParent, 1, 20),
        (Method::LeafParent, 0, 1),
        (Method::LeafParent, 6, 119_060_324),
    ] {
        let mut instance = method.build(Some(table));
        assert_eq!(count(&mut *instance, &start, depth), Some(expected));
    }
    assert_eq!(table.probe(start.key(), 6), Some(119_060_324));
}

/// Fills a table with the greatest count that an entry holds for every
/// position four plies down, so that the total is beyond 64 bits.
#[test]
fn totals_beyond_64_bits_are_exact() {
    const GREATEST: u128 = (1 << 48) - 1;
    fn fill(table: Table, position: &mut Position, plies: u32) {
        if plies == 0 {
            // A second entry would replace another one of its bucket.
            if table.probe(position.key(), 6).is_none() {
                table.store(position.key(), 6, GREATEST);
            }
            return;
        }
        for mv in position.legal_moves() {
            let undo = position.make(mv);
            fill(table, position, plies - 1);
            position.unmake(mv, &undo);
        }
    }
    let mut memory = TableMemory::new(64).unwrap();
    let table = memory.table();
    fill(table, &mut Position::start(), 4);
    let mut instance = Method::LeafParent.build(Some(table));
    let total = count(&mut *instance, &Position::start(), 10);
    assert_eq!(total, Some(197_281 * GREATEST));
    assert!(total > Some(u64::MAX.into()));
}

/// A count that was stopped in the middle of a subtree knows only a part of it and
/// must not store that.
#[test]
fn a_stopped_count_leaves_nothing_wrong_behind() {
    let kiwipete = epd::position(KIWIPETE, CastlingNotation::Standard);
    for method in [Method::Bulk, Method::LeafParent] {
        let mut memory = TableMemory::new(16).unwrap();
        let table = memory.table();
        for pause in [0, 1, 2, 5, 10, 20, 40] {
            let signal = Signal::default();
            let stop = signal.token(1);
            let stopped = thread::scope(|scope| {
                let mut position = kiwipete.clone();
                let stopped =
                    scope.spawn(move || method.build(Some(table)).count(&mut position, 9, &stop));
                thread::sleep(Duration::from_millis(pause));
                signal.raise_through(1);
                stopped.join().unwrap()
            });
            assert_eq!(stopped, None);
        }
        let mut instance = method.build(Some(table));
        for (depth, expected) in [(2, 2_039), (3, 97_862), (4, 4_085_603), (5, 193_690_690)] {
            assert_eq!(count(&mut *instance, &kiwipete, depth), Some(expected));
        }
    }
}

/// Positions that differ only in the side to move or in castling rights, and one
/// that is reached with and without an en passant square. All share one table.
#[test]
fn positions_that_look_alike_do_not_share_counts() {
    const BOARD: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R";
    let mut memory = TableMemory::new(16).unwrap();
    let mut instance = Method::LeafParent.build(Some(memory.table()));
    let cases = [
        ("w KQkq -", 97_862),
        ("b KQkq -", 86_923),
        ("b - -", 76_951),
        ("w - -", 86_677),
    ];
    for (fields, expected) in cases.iter().chain(cases.iter().rev()) {
        let position = epd::position(&format!("{BOARD} {fields}"), CastlingNotation::Standard);
        assert_eq!(
            count(&mut *instance, &position, 3),
            Some(*expected),
            "{fields}"
        );
    }
    for moves in [
        "g1f3 g8f6 c2c4 b8c6 d1b3 e7e5 b3e3 e5e4 d2d4",
        "c2c4 e7e5 d2d4 b8c6 d1d3 g8f6 g1f3 e5e4 d3e3",
    ] {
        let mut position = Position::start();
        for text in moves.split(' ') {
            let mv = position
                .parse_move(text, CastlingNotation::Standard)
                .unwrap();
            let _ = position.make(mv);
        }
        assert_eq!(count(&mut *instance, &position, 3), Some(26_335), "{moves}");
    }
}
