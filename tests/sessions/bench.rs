//! `bench`: a fixed list of positions. The sum of their leaves is the signature of a build.

use std::thread::sleep;
use std::time::Duration;

use crate::common::{Engine, mask, run_arguments};

/// Reads the lines of a bench: name, depth and leaves of each position.
fn counts(lines: &[String]) -> Vec<(String, u32, u128)> {
    let count = |line: &String| {
        let (name, rest) = line.split_once(", depth ")?;
        let (depth, rest) = rest.split_once(": ")?;
        let (leaves, rest) = rest.split_once(" in ")?;
        rest.strip_suffix(" ms")?.parse::<u64>().ok()?;
        Some((name.to_string(), depth.parse().ok()?, leaves.parse().ok()?))
    };
    lines.iter().map_while(count).collect()
}

#[test]
fn the_signature_is_the_sum_of_published_counts() {
    let outcome = run_arguments(&["setoption name Threads value 2", ";", "bench"]);
    outcome.check_success("bench");
    let counts = counts(&outcome.lines);
    // From the suites and Stockfish.
    let expected = [
        ("start position", 6, 119_060_324),
        ("Kiwipete", 5, 193_690_690),
        ("position 3", 7, 178_633_661),
        ("position 4", 6, 706_045_033),
        ("position 5", 5, 89_941_194),
        ("position 6", 5, 164_075_551),
        ("queen ending", 6, 89_726_430),
        ("Chess960 start", 6, 140_123_755),
        ("many checks", 5, 58_773_923),
    ];
    let expected: Vec<_> = expected
        .iter()
        .map(|&(name, depth, leaves)| (name.to_string(), depth, leaves))
        .collect();
    assert_eq!(counts, expected);
    let total: u128 = counts.iter().map(|(_, _, leaves)| leaves).sum();
    let rest: Vec<_> = outcome.lines[counts.len()..]
        .iter()
        .map(|line| mask(line))
        .collect();
    let total_line = format!("Nodes searched: {total}");
    let info = format!("info nodes {total} time T nps R");
    assert_eq!(rest, ["", &total_line, "", &info]);
}

#[test]
fn the_reference_method_counts_one_ply_less() {
    let outcome = run_arguments(&["bench", "reference"]);
    outcome.check_success("bench reference");
    let counts = counts(&outcome.lines);
    assert_eq!(counts.len(), 9);
    assert_eq!(counts[0], ("start position".to_string(), 5, 4_865_609));
    let total: u128 = counts.iter().map(|(_, _, leaves)| leaves).sum();
    assert!(outcome.lines.contains(&format!("Nodes searched: {total}")));
}

#[test]
fn other_words_are_refused() {
    let mut engine = Engine::start();
    for line in ["bench fast", "bench bulk 3", "bench 5"] {
        engine.error(line);
    }
    engine.finish_quietly();
}

#[test]
fn a_bench_is_stopped_like_a_count() {
    let mut engine = Engine::start();
    engine.send("bench bulk\nisready");
    // `readyok` comes at once, or after the line of the first position.
    let mut lines = Vec::new();
    loop {
        match engine.line() {
            line if line == "readyok" => break,
            line => lines.push(line),
        }
    }
    sleep(Duration::from_millis(20));
    engine.send("stop");
    lines.extend(engine.lines_before(""));
    let counted = counts(&lines).len();
    assert_eq!(counted, lines.len(), "{lines:?}");
    assert!(counted < 9);
    let last = format!("info string bench stopped: {counted} of 9 positions counted");
    assert_eq!(engine.line(), last);
    engine.silent("");
    engine.expect_total(2, 400);
    engine.finish_quietly();
}
