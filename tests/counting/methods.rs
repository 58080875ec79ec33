//! The fast methods against the reference method, at every position of random
//! games.

use crate::games::{game, play};
use ox88::control::Token;
use ox88::perft::{Method, TableMemory};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use std::cell::Cell;

/// The least number of positions that a run compares.
const POSITIONS: u32 = 10_000;

#[test]
fn the_fast_methods_agree_with_the_reference_at_every_node() {
    let compared = Cell::new(0);
    let mut runner = TestRunner::new(ProptestConfig::with_cases(400));
    let outcome = runner.run(&game(), |game| {
        let mut reference = Method::Reference.build(None);
        let mut bulk = Method::Bulk.build(None);
        let mut leaf_parent = Method::LeafParent.build(None);
        play(game, |position, _| {
            let mut position = position.clone();
            for depth in [1, 2] {
                let mut count = |instance: &mut dyn ox88::perft::PerftMethod| {
                    instance.count(&mut position, depth, &Token::never())
                };
                let expected = count(&mut *reference);
                let found = [count(&mut *bulk), count(&mut *leaf_parent)];
                let fen = position.to_fen();
                assert_eq!(found, [expected; 2], "depth {depth} of {fen}");
            }
            compared.set(compared.get() + 1);
        });
        Ok(())
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
    assert!(
        compared.get() >= POSITIONS,
        "only {} positions",
        compared.get()
    );
}

/// All games share one table: if two positions had the same key, one would find
/// the entry of the other.
#[test]
fn a_table_changes_nothing_along_random_games() {
    let mut memory = TableMemory::new(1).unwrap();
    let table = memory.table();
    let mut runner = TestRunner::new(ProptestConfig::with_cases(50));
    let outcome = runner.run(&game(), |game| {
        let mut without = Method::LeafParent.build(None);
        let mut with = Method::LeafParent.build(Some(table));
        play(game, |position, moves| {
            // Positions with many moves would take nearly all of the time.
            let depth = if moves.len() < 60 { 3 } else { 2 };
            let mut position = position.clone();
            let expected = without.count(&mut position, depth, &Token::never());
            let found = with.count(&mut position, depth, &Token::never());
            assert_eq!(found, expected, "depth {depth} of {}", position.to_fen());
        });
        Ok(())
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
}
