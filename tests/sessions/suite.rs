//! `suite`: files of positions and counts, in all their formats.

use std::fmt::Write;
use std::fs;
use std::path::PathBuf;
use std::thread::sleep;
use std::time::Duration;

use crate::common::{Engine, Outcome, mask, run_arguments};

/// Writes a file with this text to the folder for temporary test files, and returns its path.
fn file(name: &str, text: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).expect("a file can be written");
    path.display().to_string()
}

fn check(path: &str, limits: &str) -> Outcome {
    run_arguments(&["suite", path, limits])
}

/// All lines, with times and speeds masked.
fn masked(outcome: &Outcome) -> Vec<String> {
    outcome.lines.iter().map(|line| mask(line)).collect()
}

#[test]
fn the_bundled_suites_agree() {
    for (name, limits, summary) in [
        (
            "tricky",
            "depth 2",
            "131 positions, 248 counts: 131 agree, 0 differ, 0 broken, 0 skipped",
        ),
        (
            "chess960",
            "depth 2",
            "816 positions, 1632 counts: 816 agree, 0 differ, 0 broken, 0 skipped",
        ),
        // KQkq for rooks that are not in the corner, with UCI_Chess960 off.
        (
            "chess960-xfen",
            "depth 2",
            "101 positions, 202 counts: 101 agree, 0 differ, 0 broken, 0 skipped",
        ),
        (
            "random",
            "depth 5 nodes 500",
            "5739 positions, 7944 counts: 5739 agree, 0 differ, 0 broken, 0 skipped",
        ),
    ] {
        for threads in [1, 3] {
            let outcome = run_arguments(&[
                &format!("setoption name Threads value {threads}"),
                ";",
                &format!("suite tests/suites/{name}.epd {limits}"),
            ]);
            outcome.check_success(name);
            let lines = masked(&outcome);
            assert_eq!(lines[..2], ["", summary], "{name}");
            assert!(lines[2].ends_with("time T nps R"), "{lines:?}");
        }
    }
}

#[test]
fn every_usual_format_is_read() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    let path = file(
        "spellings of a suite.epd",
        &format!(
            "\u{feff}# a comment\n\n   \n\
             {start} w KQkq - 0 1;D1 20;D2 400\n\
             {start} w KQkq - 0 1 ;D1 20 ;D2 400\r\n\
             {start} w KQkq - ;D1 20 ;D2 400\n\
             \t{start}  w  HAha - ; D2 400 ; D1 20 ;\n\
             {start} w KQkq - D1 20; D2 400; id \"start; not D3 4\";\n\
             {start} w KQkq - 0 1 D1 20 D2 400 # a comment\n\
             8/8/8/r2Pp2K/8/8/8/4k3 w - e6;D1 6;D3 653"
        ),
    );
    let outcome = check(&path, "");
    outcome.check_success("spellings");
    let expected = [
        "",
        "7 positions, 14 counts: 7 agree, 0 differ, 0 broken, 0 skipped",
        "info nodes 3179 time T nps R",
    ];
    assert_eq!(masked(&outcome), expected);
}

#[test]
fn differing_and_unreadable_lines_are_named_and_the_rest_is_checked() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let path = file(
        "faulty.epd",
        &format!(
            "{start};D1 20\n\
             {start};D1 20;D2 401;D3 8903\n\
             # nothing\n\
             {start}\n\
             rnbqkbnr/pppppppp/8/8/8/8/PPPPPPP/RNBQKBNR w KQkq - 0 1;D1 20\n\
             {start};D1 twenty\n\
             4k3/8/8/8/8/8/8/4K2R w KQ -;D1 14\n\
             {start};D2 400\n"
        ),
    );
    let expected = [
        &format!("line 2: depth 2, expected 401, found 400, {start}"),
        &format!("    compare ENGINE depth 2 fen {start}"),
        "line 4: broken, no counts, expected some like ';D1 20'",
        "line 5: broken, FEN rank 2 has 7 squares, expected 8",
        "line 6: broken, 'twenty' after D1 is no count, expected digits",
        "line 7: depth 1, expected 14, found 15, 4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        "    read with repairs: castling right 'Q' dropped, its king and rook are not in place",
        "    compare ENGINE depth 1 fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        "",
        "7 positions, 5 counts: 2 agree, 2 differ, 3 broken, 0 skipped",
        "info nodes 855 time T nps R",
    ];
    let outcome = check(&path, "");
    assert_eq!(outcome.status.code(), Some(1));
    assert_eq!(outcome.stderr, "");
    assert_eq!(masked(&outcome), expected);
    // Counts beyond the limits are skipped.
    let outcome = check(&path, "depth 1 nodes 13");
    let summary = "7 positions, 0 counts: 0 agree, 0 differ, 3 broken, 4 skipped";
    assert_eq!(outcome.lines[4], summary);
}

#[test]
fn a_missing_file_or_limit_is_refused() {
    for arguments in [
        &["suite", "tests/suites/none.epd"][..],
        &["suite", "tests/suites"],
        &["suite"],
        &["suite", "tests/suites/tricky.epd", "depth"],
        &["suite", "tests/suites/tricky.epd", "nodes", "many"],
    ] {
        let outcome = run_arguments(arguments);
        assert_eq!(outcome.status.code(), Some(1), "{arguments:?}");
        assert_eq!(outcome.lines.len(), 1, "{arguments:?}");
        assert!(outcome.lines[0].starts_with("info string error: "));
    }
    // In a session it is an error like any other.
    let mut engine = Engine::start();
    engine.send("suite tests/suites/none.epd");
    let line = engine.line();
    engine.check(line.starts_with("info string error: suite "), &line);
    engine.finish_quietly();
}

#[test]
fn a_binary_file_is_reported_as_broken_lines() {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("hostile.epd");
    let mut bytes = vec![b'8'; 1_000_000];
    bytes.push(b'\n');
    bytes.extend([
        0, 255, 254, 0, b'\n', b';', b'\n', 27, b';', b'D', b'1', b' ', b'2',
    ]);
    fs::write(&path, bytes).expect("a file can be written");
    let outcome = check(&path.display().to_string(), "");
    assert_eq!(outcome.status.code(), Some(1));
    let summary = "4 positions, 0 counts: 0 agree, 0 differ, 4 broken, 0 skipped";
    assert_eq!(outcome.lines[5], summary, "{outcome:?}");
    assert!(outcome.lines.iter().all(|line| line.len() < 1000));
}

#[test]
fn a_suite_is_stopped_like_a_count() {
    for threads in [1, 3] {
        let mut engine = Engine::start();
        engine.silent(&format!("setoption name Threads value {threads}"));
        engine.send("suite tests/suites/random.epd\nisready");
        engine.lines_before("readyok");
        sleep(Duration::from_millis(50));
        engine.send("stop");
        engine.lines_before("");
        let last = engine.line();
        engine.check(last.starts_with("info string suite stopped: "), &last);
        engine.line();
        engine.expect_total(2, 400);
        engine.finish_quietly();
    }
}

/// The command does not wait for the end of an endless line.
#[cfg(unix)]
#[test]
fn an_endless_file_is_stopped() {
    let mut engine = Engine::start();
    engine.send("suite /dev/zero");
    sleep(Duration::from_millis(50));
    engine.send("stop");
    // The first line may have been cut and reported as broken.
    let broken = engine.lines_before("");
    engine.check(broken.len() <= 1, format_args!("{broken:?}"));
    engine.line();
    engine.line();
    engine.expect_total(2, 400);
    engine.finish_quietly();
}

#[test]
fn failures_are_printed_while_the_suite_runs() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let mut text = format!("{start};D1 21\n");
    for _ in 0..100 {
        let _ = writeln!(text, "{start};D20 1");
    }
    let path = file("long.epd", &text);
    let mut engine = Engine::start();
    engine.send(&format!("suite {path}"));
    let first = engine.line();
    engine.check(first.starts_with("line 1: depth 1, expected 21"), &first);
    engine.line();
    engine.send("stop");
    engine.lines_before("");
    engine.line();
    engine.line();
    engine.finish_quietly();
}
