//! `stats`: the kinds of moves that lead to the leaves, compared with published tables.

use std::fs;
use std::thread::sleep;
use std::time::Duration;

use crate::common::{Engine, mask, run_arguments};

const COLUMNS: &str = "depth,nodes,captures,ep,castles,promotions,checks,discovered,double,mates";

/// Depths with more leaves than this take too long here.
const MOST_NODES: u64 = 16_000_000;

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

#[test]
fn every_column_matches_the_published_tables() {
    let mut engine = Engine::start();
    engine.silent("setoption name Threads value 2");
    let rows = published();
    let mut compared = 0;
    for rows in rows.chunk_by(|row, next| row[0] == next[0]) {
        let (name, fen) = (&rows[0][0], &rows[0][1]);
        let rows: Vec<_> = rows
            .iter()
            .take_while(|row| row[3].parse::<u64>().expect("a number") <= MOST_NODES)
            .collect();
        engine.subject(name);
        engine.silent(&format!("position fen {fen}"));
        engine.send(&format!("stats {} csv", rows.len()));
        let header = engine.line();
        engine.check(header == COLUMNS, "the first line names the columns");
        for row in rows {
            let line = engine.line();
            for (found, expected) in line.split(',').zip(&row[2..]) {
                engine.check(
                    expected.is_empty() || found == expected,
                    format_args!("{line} should be {row:?}"),
                );
            }
            engine.check(line.split(',').count() == 10, "ten cells");
            compared += 1;
        }
    }
    assert!(compared > 25, "only {compared} lines");
    engine.finish_quietly();
}

#[test]
fn the_default_table_is_aligned_and_groups_digits() {
    let outcome = run_arguments(&["stats", "4"]);
    outcome.check_success("stats 4");
    let lines: Vec<_> = outcome.lines.iter().map(|line| mask(line)).collect();
    let expected = [
        "depth           nodes      captures          ep     castles  promotions        checks  discovered     double       mates",
        "    1              20             0           0           0           0             0           0          0           0",
        "    2             400             0           0           0           0             0           0          0           0",
        "    3           8,902            34           0           0           0            12           0          0           0",
        "    4         197,281         1,576           0           0           0           469           0          0           8",
        "",
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
    assert_eq!(engine.lines_before("1,16,0,0,1,0,3,0,0,0"), [COLUMNS]);
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
