//! `count`: the total alone, for scripts. The expected totals come from published tables, from
//! Stockfish or from python-chess.

use std::thread::sleep;
use std::time::Duration;

use crate::common::{Engine, Outcome, run_arguments, run_script};

const PINNED_EN_PASSANT: &str = "8/8/8/r2Pp2K/8/8/8/4k3 w - e6 0 1";

#[test]
fn count_prints_one_line() {
    let outcome = run_arguments(&["count", "4", ";", "count", "0"]);
    outcome.check_success("count 4");
    assert_eq!(
        outcome.lines,
        ["Nodes searched: 197281", "Nodes searched: 1"]
    );
    let mut engine = Engine::start();
    for (position, depth, total) in [
        ("startpos".to_owned(), 5, 4_865_609),
        (format!("fen {PINNED_EN_PASSANT}"), 3, 653),
        // Chess960 castling, from the suite.
        (
            "fen rqbbkr1n/pp1p1p1p/4pn2/2p3p1/4P1P1/3P3P/PPP2P2/RQBBKRNN w FAfa - 0 9".to_owned(),
            4,
            441_809,
        ),
        // Mate and stalemate.
        ("startpos moves f2f3 e7e5 g2g4 d8h4".to_owned(), 3, 0),
        ("fen 7k/8/6Q1/8/8/8/8/K7 b - - 0 1".to_owned(), 2, 0),
    ] {
        engine.silent(&format!("position {position}"));
        engine.send(&format!("count {depth}"));
        assert_eq!(engine.line(), format!("Nodes searched: {total}"));
    }
    engine.finish_quietly();
}

#[test]
fn methods_threads_and_tables_count_the_same() {
    let mut engine = Engine::start();
    for options in [
        ["Perft Method value reference", "Threads value 1"],
        ["Perft Method value bulk", "Threads value 2"],
        ["Perft Method value leaf-parent", "Hash value 1"],
        ["Threads value 3", "Hash value 0"],
    ] {
        for option in options {
            engine.silent(&format!("setoption name {option}"));
        }
        engine.send("count 5");
        assert_eq!(engine.line(), "Nodes searched: 4865609");
    }
    engine.finish_quietly();
}

/// The 400 positions two plies below the start position share one table. Their perft(4) adds up to
/// the start position's perft(6).
#[test]
fn the_counts_of_split_positions_add_up() {
    let split = run_arguments(&["split", "2"]);
    let positions = split
        .lines
        .iter()
        .filter_map(|line| line.split_once(" ;c 1"));
    let units = positions.map(|(fen, _)| format!("position fen {fen}\ncount 4\n"));
    let outcome = run_script(units.collect::<String>());
    outcome.check_success("400 positions");
    let totals = outcome.lines.iter().map(|line| {
        let total = line.strip_prefix("Nodes searched: ").expect("a total");
        total.parse::<u64>().expect("a number")
    });
    assert_eq!(totals.sum::<u64>(), 119_060_324);
}

#[test]
fn a_stopped_count_has_no_total() {
    for threads in [1, 3] {
        let mut engine = Engine::start();
        engine.silent(&format!("setoption name Threads value {threads}"));
        engine.send("count 20\ncount 3\nisready");
        assert_eq!(engine.line(), "readyok");
        sleep(Duration::from_millis(50));
        engine.send("stop");
        let stopped = "info string count stopped: 0 of 20 root moves counted";
        assert_eq!(engine.line(), stopped);
        assert_eq!(engine.line(), stopped, "the count that had not begun");
        engine.send("count 2");
        assert_eq!(engine.line(), "Nodes searched: 400");
        engine.finish_quietly();
    }
}

#[test]
fn the_end_of_input_lets_a_count_finish() {
    for input in ["count 5\nquit\ncount 1\n", "count 5"] {
        let outcome = run_script(input);
        outcome.check_success(input);
        assert_eq!(outcome.lines, ["Nodes searched: 4865609"]);
    }
}

#[test]
fn a_count_that_is_refused_is_one_error_line_without_a_total() {
    let mut engine = Engine::start();
    for line in [
        "count",
        "count -1",
        "count x",
        "count 3.5",
        "count 128",
        "count 18446744073709551615",
        "count +3",
        "count 3 4",
    ] {
        engine.error(line);
    }
    let error = engine.error("count -1");
    let expected = "info string error: '-1' after 'count', expected a depth from 0 to 127";
    assert_eq!(error, expected);
    engine.error("position fen 8/8 w");
    engine.send("count 2");
    let line = engine.line();
    engine.check(line.starts_with("info string error: no position"), &line);
    engine.finish_quietly();
    assert_eq!(run_arguments(&["count", "x"]).status.code(), Some(1));
}

/// Nobody sees a collision in the table, so its chance is told.
#[test]
fn the_chance_of_a_wrong_count_is_told_at_the_end() {
    let mut engine = Engine::start();
    engine.send("debug on\ncount 7");
    assert_eq!(engine.line(), "Nodes searched: 3195901860");
    // At most one look-up for each position of the first six plies.
    check_chance(&engine.finish(), 4.0 * 124_132_537.0);
    // A bucket has half as many statistics as counts.
    for threads in [1, 2] {
        let mut engine = Engine::start();
        engine.silent(&format!("setoption name Threads value {threads}"));
        engine.send("debug on\nstats 6 csv");
        while !engine.line().starts_with("6,119060324,") {}
        check_chance(&engine.finish(), 2.0 * 5_072_213.0);
    }
}

/// Checks that stderr has the chance of a wrong match, which is not zero, for at most so many
/// compared entries.
fn check_chance(outcome: &Outcome, most_entries: f64) {
    let end = outcome
        .stderr
        .split(" look-ups in the table, chance of a wrong count ")
        .nth(1);
    let chance = end.and_then(|end| end.lines().next()?.parse::<f64>().ok());
    let most = most_entries / 80_f64.exp2();
    let is_right = chance.is_some_and(|chance| chance > 0.0 && chance <= most);
    assert!(is_right, "{}", outcome.stderr);
}
