//! `verify` behind the depth of a count. A wrong count is tested in the library, which can spoil
//! its own table.

use std::thread::sleep;
use std::time::Duration;

use crate::common::{Engine, parse_number, run_arguments};

/// The numbers of the line about what was verified: subtrees from the table, counted ones, and
/// leaves.
fn verified(line: &str) -> [u128; 3] {
    let numbers = || {
        let line = line.strip_prefix("info string verified ")?;
        let (from_table, line) = line.split_once(" subtrees from the table and ")?;
        let (counted, line) = line.split_once(" counted, ")?;
        let leaves = line.strip_suffix(" leaves, by method reference")?;
        Some([from_table, counted, leaves].map(parse_number))
    };
    let numbers = numbers().unwrap_or_else(|| panic!("{line}"));
    numbers.map(|number| number.unwrap_or_else(|| panic!("{line}")))
}

#[test]
fn a_verified_count_says_what_was_verified_and_has_the_same_total() {
    for threads in [1, 2, 64] {
        let mut engine = Engine::start();
        engine.silent(&format!("setoption name Threads value {threads}"));
        engine.send("go perft 6 verify");
        let count = engine.read_count();
        engine.check(count.total == 119_060_324, count.total);
        let [from_table, counted, leaves] = verified(&engine.line());
        assert!(from_table > 0 && counted > 0 && leaves > 100 * (from_table + counted));
        engine.send("count 5 kiwipete verify");
        let [from_table, counted, _] = verified(&engine.line());
        assert!(from_table > 0 && counted > 0);
        assert_eq!(engine.line(), "Nodes searched: 193690690");
        engine.finish_quietly();
    }
}

/// Without a table, counted subtrees alone are verified.
#[test]
fn every_depth_and_no_table_can_be_verified() {
    let mut engine = Engine::start();
    engine.silent("setoption name Hash value 0");
    for (depth, total) in [(0, 1), (1, 20), (2, 400), (3, 8_902), (5, 4_865_609)] {
        engine.send(&format!("count {depth} verify"));
        let [from_table, counted, _] = verified(&engine.line());
        assert_eq!((from_table, counted > 0), (0, depth > 0), "depth {depth}");
        assert_eq!(engine.line(), format!("Nodes searched: {total}"));
    }
    engine.finish_quietly();
}

#[test]
fn a_verified_count_ends_at_stop() {
    for threads in [1, 3] {
        let mut engine = Engine::start();
        engine.silent(&format!("setoption name Threads value {threads}"));
        engine.send("go perft 30 verify\nisready");
        assert_eq!(engine.line(), "readyok");
        sleep(Duration::from_millis(300));
        engine.send("stop");
        engine.read_stopped();
        engine.finish_quietly();
    }
}

#[test]
fn verify_is_one_word_behind_the_depth_or_the_position() {
    let mut engine = Engine::start();
    for command in [
        "count verify 3",
        "count 3 verify verify",
        "count 3 verified",
    ] {
        engine.error(command);
    }
    engine.refused_count("go perft 3 verify startpos");
    engine.refused_count("go perft verify");
    engine.finish_quietly();
    let outcome = run_arguments(&["perft", "2", "frc 518", "verify", "json"]);
    outcome.check_success("perft in JSON");
    let last = outcome.lines.last().expect("an object");
    assert!(last.contains("\"nodes\":400,") && last.contains("\"verified\":{\"from_table\":0,"));
}
