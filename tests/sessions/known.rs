//! `known`: lists the published counts of a position without counting.

use crate::common::{Engine, run_arguments};

/// The counts are those of the published table, to the last depth.
#[test]
fn the_published_counts_of_the_start_position_are_listed() {
    let outcome = run_arguments(&["known"]);
    outcome.check_success("known");
    let table = std::fs::read_to_string("tests/suites/known.csv").expect("the published counts");
    let mut expected: Vec<String> = table
        .lines()
        .skip(1)
        .map(|line| format!("depth {}", line.replace(',', " nodes ")))
        .collect();
    expected.extend([String::new(), "15 published values".to_owned()]);
    assert_eq!(outcome.lines, expected);
}

#[test]
fn a_position_without_published_counts_lists_none() {
    let mut engine = Engine::start();
    engine.silent("position fen 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    assert_eq!(engine.reply("known"), ["", "0 published values"]);
    engine.error("known 3");
    engine.error("position fen 8/8 w");
    let error = engine.error("known");
    engine.check(error.contains("no position"), &error);
    engine.finish_quietly();
}
