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
        .filter_map(|line| line.strip_prefix("startpos,")?.split_once(','))
        .map(|(_, numbers)| format!("depth {}", numbers.replace(',', " nodes ")))
        .collect();
    expected.extend([String::new(), "15 published values".to_owned()]);
    assert_eq!(outcome.lines, expected);
}

/// Depths 8 and 9 of Kiwipete take hours to count.
#[test]
fn counts_of_other_positions_are_listed_to_the_last_published_depth() {
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 5 9";
    let mut engine = Engine::start();
    engine.silent(&format!("position fen {fen}"));
    let reply = engine.reply("known");
    assert_eq!(
        reply[7..],
        [
            "depth 8 nodes 15493944087984",
            "depth 9 nodes 708027759953502",
            "",
            "9 published values",
        ]
    );
    engine.finish_quietly();
}

/// The mirror image has the same counts.
#[test]
fn counts_of_a_mirror_image_are_listed() {
    for fen in [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    ] {
        let mut engine = Engine::start();
        engine.silent(&format!("position fen {fen}"));
        let known = engine.reply("known");
        engine.silent("flip");
        let flipped = engine.reply("known");
        engine.check(flipped == known, fen);
        engine.check(known.len() > 8, fen);
        engine.finish_quietly();
    }
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
