//! `ladder`: counts depth after depth and compares with the published counts.

use std::fs;
use std::thread::sleep;
use std::time::Duration;

use crate::common::{Engine, mask, run_arguments};
use ox88::board::Position;
use ox88::perft::{published, published_counts};

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

/// The rows of the table of published counts: name, FEN, depth and count.
fn known() -> Vec<[String; 4]> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/suites/known.csv");
    let text = fs::read_to_string(path).expect("the table can be read");
    let lines = text.lines().filter(|line| !line.starts_with('#')).skip(1);
    lines
        .map(|line| {
            let cells: Vec<String> = line.split(',').map(str::to_owned).collect();
            cells.try_into().expect("four cells")
        })
        .collect()
}

#[test]
fn published_counts_match_the_table() {
    let rows = known();
    for [name, fen, depth, count] in &rows {
        let notation = ox88::board::CastlingNotation::Standard;
        let parsed = ox88::board::fen::parse(fen, notation).expect("a FEN");
        let (depth, count) = (depth.parse().expect("a depth"), count.parse().ok());
        assert_eq!(published(&parsed.position, depth), count, "{name} {depth}");
        let flipped = parsed.position.flipped();
        // The mirror image has the same counts.
        assert_eq!(published(&flipped, depth), count, "{name} {depth}");
    }
    // Nothing else is listed.
    for rows in rows.chunk_by(|row, next| row[0] == next[0]) {
        let notation = ox88::board::CastlingNotation::Standard;
        let parsed = ox88::board::fen::parse(&rows[0][1], notation).expect("a FEN");
        assert_eq!(published_counts(&parsed.position).len(), rows.len());
    }
    assert_eq!(published(&Position::start(), 0), None);
}

/// A ladder counts with the table and the threads of the session, as a count does: a
/// method with a table is as exact as one without, and the table serves both.
#[test]
fn a_ladder_counts_with_the_options_of_a_count() {
    let mut engine = Engine::start();
    for options in [
        "setoption name Threads value 3\nsetoption name Hash value 0",
        "setoption name Threads value 2\nsetoption name Hash value 1",
        "setoption name Threads value 1\nsetoption name Perft Method value bulk",
    ] {
        for option in options.lines() {
            engine.silent(option);
        }
        engine.send("ladder 6");
        let lines = engine.lines_before("");
        let last = mask(&lines[5]);
        assert_eq!(
            last, "depth 6 nodes 119060324 time T nps R as published",
            "{options}"
        );
        assert_eq!(engine.line(), "6 counted, 6 of 6 published values agree");
    }
    engine.finish_quietly();
}
