//! `ladder`: counts depth after depth and compares with the published counts.

use std::fs;
use std::thread::sleep;
use std::time::Duration;

use crate::common::{Engine, mask, run_arguments};
use ox88::board::Position;
use ox88::perft::published;

#[test]
fn each_depth_is_one_line_marked_where_it_is_published() {
    let outcome = run_arguments(&["ladder", "5"]);
    outcome.check_success("ladder 5");
    let lines: Vec<_> = outcome.lines.iter().map(|line| mask(line)).collect();
    let expected = [
        "depth 1 nodes 20 time T nps R as published",
        "depth 2 nodes 400 time T nps R as published",
        "depth 3 nodes 8902 time T nps R as published",
        "depth 4 nodes 197281 time T nps R as published",
        "depth 5 nodes 4865609 time T nps R as published",
        "",
        "5 counted, 5 of 5 published values agree",
    ];
    assert_eq!(lines, expected);
}

#[test]
fn unpublished_positions_have_no_mark() {
    let mut engine = Engine::start();
    engine.silent("position fen 8/8/8/r2Pp2K/8/8/8/4k3 w - e6 0 1");
    engine.send("ladder 3");
    let lines = engine.lines_before("");
    let lines: Vec<_> = lines.iter().map(|line| mask(line)).collect();
    // Verified with Stockfish and python-chess.
    assert_eq!(lines[0], "depth 1 nodes 6 time T nps R");
    assert_eq!(lines[2], "depth 3 nodes 653 time T nps R");
    assert_eq!(engine.line(), "3 counted, 0 of 0 published values agree");
    engine.finish_quietly();
}

#[test]
fn a_ladder_is_stopped_like_a_count() {
    let mut engine = Engine::start();
    engine.send("ladder 12\nisready");
    let mut lines = engine.lines_before("readyok");
    sleep(Duration::from_millis(50));
    engine.send("stop");
    lines.extend(engine.lines_before(""));
    let last = format!(
        "info string ladder stopped: {} of 12 depths counted",
        lines.len()
    );
    assert_eq!(engine.line(), last);
    engine.error("ladder");
    engine.error("ladder 3 4");
    engine.finish_quietly();
}

#[test]
fn published_counts_of_the_start_position_match_the_suite() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/suites/known.csv");
    let text = fs::read_to_string(path).expect("the suite can be read");
    for line in text.lines().skip(1) {
        let (depth, count) = line.split_once(',').expect("two columns");
        let depth = depth.parse().expect("a depth");
        assert_eq!(published(&Position::start(), depth), count.parse().ok());
    }
    assert_eq!(published(&Position::start(), 16), None);
    assert_eq!(published(&Position::start(), 0), None);
}

/// The table of statistics has the published counts of the other positions.
#[test]
fn published_counts_of_the_wiki_positions_match_the_suite() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/suites/stats.csv");
    let text = fs::read_to_string(path).expect("the suite can be read");
    for line in text.lines().skip(2) {
        let cells: Vec<_> = line.split(',').collect();
        let notation = ox88::board::CastlingNotation::Standard;
        let parsed = ox88::board::fen::parse(cells[1], notation).expect("a FEN");
        let depth = cells[2].parse().expect("a depth");
        let count = cells[3].parse().ok();
        assert_eq!(published(&parsed.position, depth), count, "{line}");
        let flipped = parsed.position.flipped();
        let is_listed = published(&flipped, depth) == count;
        // Position 4 is published in both colours.
        assert_eq!(is_listed, cells[0] == "position4", "{line}");
    }
}
