//! `stats`: the kinds of moves that lead to the leaves, compared with published tables.

use std::fs;
use std::thread::sleep;
use std::time::Duration;

use crate::common::{Engine, mask, run_arguments};

const COLUMNS: &str = "depth,nodes,captures,ep,castles,promotions,checks,discovered,double,mates,\
                       direct_mates,discovered_mates,double_mates,stalemates";

/// The rows of the published tables. A cell without a published value is empty.
fn published() -> Vec<Vec<String>> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/suites/stats.csv");
    let text = fs::read_to_string(path).expect("the table can be read");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let rows: Vec<Vec<String>> = lines
        .map(|line| line.split(',').map(str::to_string).collect())
        .collect();
    assert_eq!(rows[0].join(","), format!("name,fen,{COLUMNS}"));
    rows[1..].to_vec()
}

/// Compares every column with the published tables, at depths of at most `most_nodes` leaves.
/// Returns the number of rows compared.
fn check_published(options: &str, most_nodes: u64) -> usize {
    let mut engine = Engine::start();
    options.lines().for_each(|option| engine.silent(option));
    let rows = published();
    let mut compared = 0;
    for rows in rows.chunk_by(|row, next| row[0] == next[0]) {
        let (name, fen) = (&rows[0][0], &rows[0][1]);
        let rows: Vec<_> = rows
            .iter()
            .take_while(|row| row[3].parse::<u64>().expect("a number") <= most_nodes)
            .collect();
        engine.subject(&format!("{name} with {options}"));
        engine.silent(&format!("position fen {fen}"));
        engine.send(&format!("stats {} csv", rows.len()));
        let header = engine.line();
        engine.check(header == COLUMNS, "the first line names the columns");
        for row in rows {
            let line = engine.line();
            let cells: Vec<&str> = line.split(',').collect();
            engine.check(cells.len() == row.len() - 2, "every cell is there");
            for (found, expected) in cells.iter().zip(&row[2..]) {
                engine.check(
                    expected.is_empty() || found == expected,
                    format_args!("{line} should be {row:?}"),
                );
            }
            let number = |column: usize| cells[column].parse::<u64>().expect("a number");
            let kinds = number(10) + number(11) + number(12);
            engine.check(number(9) == kinds, "mates are the sum of their kinds");
            compared += 1;
        }
    }
    engine.finish_quietly();
    compared
}

#[test]
fn every_column_matches_the_published_tables() {
    let compared = check_published("setoption name Threads value 2", 200_000_000);
    assert!(compared > 75, "only {compared} lines");
}

#[test]
fn statistics_are_the_same_without_a_table_and_with_one_too_small() {
    for options in [
        "setoption name Hash value 0",
        "setoption name Hash value 1",
        "setoption name Hash value 1\nsetoption name Threads value 3",
    ] {
        let compared = check_published(options, 12_000_000);
        assert!(compared > 70, "only {compared} lines");
    }
}

/// Counts and statistics share the memory of the table.
#[test]
fn counts_and_statistics_take_turns_in_the_table() {
    let mut engine = Engine::start();
    engine.silent("setoption name Hash value 1");
    for _ in 0..2 {
        engine.expect_total(6, 119_060_324);
        engine.send("stats 6 csv");
        let line =
            engine.lines_before("6,119060324,2812008,5248,0,0,809099,329,46,10828,10828,0,0,0");
        engine.check(line.len() == 6, "the other depths");
    }
    engine.finish_quietly();
}

#[test]
fn the_default_table_is_aligned_and_groups_digits() {
    let outcome = run_arguments(&["stats", "4"]);
    outcome.check_success("stats 4");
    let lines: Vec<_> = outcome.lines.iter().map(|line| mask(line)).collect();
    let expected = [
        "depth             nodes        captures          ep       castles  promotions         checks  discovered     double       mates direct_mates discovered_mates double_mates stalemates",
        "    1                20               0           0             0           0              0           0          0           0            0                0            0          0",
        "    2               400               0           0             0           0              0           0          0           0            0                0            0          0",
        "    3             8,902              34           0             0           0             12           0          0           0            0                0            0          0",
        "    4           197,281           1,576           0             0           0            469           0          0           8            8                0            0          0",
        "",
        "info string checks include mates, discovered and double do not",
        "info nodes 206603 time T nps R",
    ];
    assert_eq!(lines, expected);
}

#[test]
fn every_number_of_threads_gives_the_same_statistics() {
    // Chess960 castling, a position with a check, and a back-rank mate.
    for fen in [
        "rqbbkr1n/pp1p1p1p/4pn2/2p3p1/4P1P1/3P3P/PPP2P2/RQBBKRNN w FAfa - 0 9",
        "k7/8/8/8/8/5n2/6PP/r5BK w - - 0 1",
        "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1",
    ] {
        let mut replies = Vec::new();
        for threads in [1, 2, 5] {
            let outcome = run_arguments(&[
                &format!("setoption name Threads value {threads}"),
                ";",
                &format!("position fen {fen}"),
                ";",
                "stats 4 csv",
            ]);
            outcome.check_success(fen);
            replies.push(outcome.lines);
        }
        assert_eq!(replies[0].len(), 5, "{fen}");
        assert!(replies.iter().all(|reply| *reply == replies[0]), "{fen}");
    }
}

#[test]
fn check_by_the_castling_rook_is_not_a_discovered_check() {
    // After O-O-O the rook attacks d8. python-chess finds three moves that give check, one of them
    // castling.
    let mut engine = Engine::start();
    engine.silent("position fen 3k4/8/8/8/8/8/8/R3K3 w Q - 0 1");
    engine.send("stats 1 csv");
    assert_eq!(
        engine.lines_before("1,16,0,0,1,0,3,0,0,0,0,0,0,0"),
        [COLUMNS]
    );
    engine.finish_quietly();
}

#[test]
fn statistics_are_stopped_like_a_count() {
    for threads in [1, 3] {
        let mut engine = Engine::start();
        engine.silent(&format!("setoption name Threads value {threads}"));
        engine.send("stats 12 csv\nisready");
        let mut lines = engine.lines_before("readyok");
        sleep(Duration::from_millis(50));
        engine.send("stop");
        lines.extend(engine.lines_before(""));
        let counted = lines.len() - 1;
        let last = format!("info string stats stopped: {counted} of 12 depths counted");
        assert_eq!(engine.line(), last);
        engine.expect_total(2, 400);
        engine.finish_quietly();
    }
}

#[test]
fn unreadable_depths_and_a_missing_position_are_refused() {
    let mut engine = Engine::start();
    for line in ["stats", "stats 0", "stats x", "stats 128", "stats 3 cvs"] {
        engine.error(line);
    }
    engine.error("position fen 8/8 w");
    for line in ["stats 2", "stats 2 csv", "ladder 2"] {
        engine.send(line);
        let reply = engine.line();
        let start = "info string error: no position";
        engine.check(reply.starts_with(start), &reply);
    }
    engine.finish_quietly();
}
