//! `suite`: files of positions and counts, in all their formats.

use std::fmt::Write;
use std::fs;
use std::path::PathBuf;
use std::thread::sleep;
use std::time::Duration;

use assert_cmd::Command;

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
            assert_eq!(lines[2], "form: FEN;D1 20", "{name}");
            assert!(lines[3].ends_with("time T nps R"), "{lines:?}");
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
        "form: FEN;D1 20",
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
        "line 5: broken, FEN rank 2 has 7 squares, expected 8",
        "line 6: broken, 'twenty' after D1 is no count, expected digits",
        "line 7: depth 1, expected 14, found 15, 4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        "    read with repairs: castling right 'Q' dropped, its king and rook are not in place",
        "    compare ENGINE depth 1 fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        "",
        "7 positions, 5 counts: 2 agree, 2 differ, 2 broken, 1 skipped",
        "form: FEN;D1 20 and FEN",
        "info nodes 855 time T nps R",
    ];
    let outcome = check(&path, "");
    assert_eq!(outcome.status.code(), Some(1));
    assert_eq!(outcome.stderr, "");
    assert_eq!(masked(&outcome), expected);
    // Counts beyond the limits are skipped.
    let outcome = check(&path, "depth 1 nodes 13");
    let summary = "7 positions, 0 counts: 0 agree, 0 differ, 2 broken, 5 skipped";
    assert_eq!(outcome.lines[3], summary);
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
        engine.line();
        engine.expect_total(2, 400);
        engine.finish_quietly();
    }
}

/// The command does not wait for the end of an endless line.
#[cfg(unix)]
#[test]
fn an_endless_file_is_stopped() {
    // A device itself is refused.
    let name = format!("ox88-zeros-{}", std::process::id());
    let path = std::env::temp_dir().join(name);
    let script = "mkfifo \"$0\" && exec cat /dev/zero >\"$0\"";
    let mut zeros = std::process::Command::new("sh")
        .args(["-c", script])
        .arg(&path)
        .stderr(std::process::Stdio::null())
        .spawn()
        .expect("a shell");
    while !path.exists() {
        sleep(Duration::from_millis(5));
    }
    let mut engine = Engine::start();
    engine.send(&format!("suite {}", path.display()));
    sleep(Duration::from_millis(50));
    engine.send("stop");
    // The first line may have been cut and reported as broken.
    let broken = engine.lines_before("");
    engine.check(broken.len() <= 1, format_args!("{broken:?}"));
    engine.line();
    engine.line();
    engine.line();
    engine.expect_total(2, 400);
    engine.finish_quietly();
    let _ = zeros.kill();
    let _ = zeros.wait();
    let _ = std::fs::remove_file(&path);
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
    engine.line();
    engine.finish_quietly();
}

/// The files in tests/suites/forms/, whose values are published or in tests/suites/.
#[test]
fn every_form_is_found_and_read() {
    const ALL_AGREE: &str = "0 differ, 0 broken, 0 skipped";
    for (name, positions, form) in [
        ("perft-random.epd", "3 positions, 15 counts", "perft-random"),
        ("chess960.perft", "3 positions, 15 counts", "perft-random"),
        ("list.csv", "3 positions, 10 counts", "FEN;20;400"),
        ("list.txt", "3 positions, 6 counts", "FEN;20;400"),
        (
            "sentences.txt",
            "3 positions, 3 counts",
            "FEN; perft 1 = 20",
        ),
        ("header.csv", "3 positions, 3 counts", "CSV"),
        ("array.json", "3 positions, 3 counts", "JSON"),
        ("depths.json", "4 positions, 10 counts", "JSON"),
        ("lines.jsonl", "3 positions, 5 counts", "JSON"),
        ("moves.json", "4 positions, 4 counts", "JSON with moves"),
        (
            "named.txt",
            "3 positions, 5 counts",
            "FEN;D1 20 and FEN;20;400 and FEN; perft 1 = 20",
        ),
    ] {
        let path = format!("tests/suites/forms/{name}");
        let outcome = check(&path, "nodes 30000000");
        outcome.check_success(name);
        let agree = positions.split(' ').next().unwrap_or_default();
        let summary = format!("{positions}: {agree} agree, {ALL_AGREE}");
        let expected = [String::new(), summary, format!("form: {form}")];
        assert_eq!(masked(&outcome)[..3], expected, "{name}");
    }
}

#[test]
fn words_between_quotes_are_no_counts() {
    let outcome = check("tests/suites/forms/operands.epd", "");
    outcome.check_success("operands");
    let summary = "3 positions, 2 counts: 2 agree, 0 differ, 0 broken, 1 skipped";
    assert_eq!(outcome.lines[1], summary);
}

/// Some copies of perft-random.epd have a NUL byte at the end of each line.
#[test]
fn marks_and_margins_do_not_matter() {
    for (name, start, end) in [("nul", "", "\0\n"), ("mark", "\u{feff}", "\r\n")] {
        for (form, limits) in [
            ("perft-random.epd", "nodes 1000"),
            ("header.csv", ""),
            ("sentences.txt", ""),
            ("depths.json", ""),
            ("lines.jsonl", ""),
        ] {
            let text = fs::read_to_string(format!("tests/suites/forms/{form}"));
            let text = text.expect("a form").replace('\n', end);
            let path = file(&format!("{name}-{form}"), &format!("{start}{text}"));
            let outcome = check(&path, limits);
            outcome.check_success(&path);
            assert!(!outcome.lines[1].contains(", 0 counts"), "{outcome:?}");
        }
    }
}

#[test]
fn variants_are_told_from_chess() {
    for (name, sign) in [
        ("atomic.perft", "'atomic-start'"),
        ("racingkings.perft", "the start position of Racing Kings"),
    ] {
        let outcome = check(&format!("tests/suites/forms/{name}"), "");
        assert_eq!(outcome.status.code(), Some(1));
        let (failures, rest) = outcome.lines.split_at(2);
        for line in failures {
            assert!(line.contains(": broken, ") && line.contains(sign), "{line}");
        }
        let summary = "2 positions, 0 counts: 0 agree, 0 differ, 2 broken, 0 skipped";
        assert_eq!(rest[1], summary, "{name}");
    }
}

#[test]
fn differences_are_found_in_every_form() {
    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for (name, text, line) in [
        ("blocks", "id a\n\nepd START\nperft 1 20\nperft 2 401\n", 3),
        ("list", "START,20,401,8902", 1),
        ("sentence", "a; START; perft 2 = 401", 1),
        ("csv", "depth;fen;nodes\n1;START;20\n2;START;401", 3),
        ("json", r#"[{"perft": {"2": 401}, "fen": "START"}]"#, 1),
        (
            "jsonl",
            "{\"FEN\": \"START\", \"D1\": 20}\n{\"START\": [20, 401]}",
            2,
        ),
    ] {
        let path = file(&format!("differs-{name}"), &text.replace("START", START));
        let outcome = check(&path, "");
        assert_eq!(outcome.status.code(), Some(1), "{name}");
        let expected = format!("line {line}: depth 2, expected 401, found 400, {START}");
        assert_eq!(outcome.lines[0], expected, "{name}");
    }
}

/// Nothing was checked, so the file is not right.
#[test]
fn a_file_without_counts_is_no_success() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let skipped = file(
        "skipped.epd",
        &format!("# FENs\n{start}\n{start}; id \"a\"\n"),
    );
    let empty = file("empty.epd", "# nothing\n");
    let program = env!("CARGO_BIN_EXE_ox88");
    let line = format!(
        "info string error: suite checked nothing, every position is skipped, \
         expected counts like 'D1 20' within the limits; the first is line 2: {start}"
    );
    for (path, last) in [
        (&skipped, line.as_str()),
        (
            &empty,
            "info string error: suite checked nothing, the file has no position",
        ),
    ] {
        let outcome = check(path, "");
        assert_eq!(outcome.status.code(), Some(1), "{path}");
        assert_eq!(
            outcome.lines.last().map(String::as_str),
            Some(last),
            "{path}"
        );
        let outcome = run_arguments(&["check", program, "suite", path, "jobs", "1"]);
        assert_eq!(outcome.status.code(), Some(1), "{outcome:?}");
    }
    // The counts of a file are not used by `compare`.
    let compare = |path: &str| run_arguments(&["compare", program, "depth", "1", "suite", path]);
    let outcome = compare(&empty);
    assert_eq!(outcome.status.code(), Some(1), "{outcome:?}");
    let last = "info string error: compare found no position in the file";
    assert_eq!(outcome.lines.first().map(String::as_str), Some(last));
    compare(&skipped).check_success("FENs alone");
}

/// The file has two megabytes of objects whose FENs are escaped.
#[test]
fn a_large_json_value_with_escaped_fens_is_read() {
    let fen = "8\\u002f8\\u002f8\\u002f8\\/8\\/8\\/8\\/K1k5 w - -";
    let object = format!("{{\"fen\": \"{fen}\", \"nodes\": {{\"1\": 1}}}}");
    let objects = vec![object; 25_000].join(",\n");
    let path = file("large.json", &format!("{{\"positions\": [\n{objects}]}}"));
    let outcome = check(&path, "");
    outcome.check_success("large");
    let summary = "25000 positions, 25000 counts: 25000 agree, 0 differ, 0 broken, 0 skipped";
    assert_eq!(outcome.lines[1], summary);
}

#[test]
fn wrong_moves_and_positions_after_them_are_named() {
    let text = fs::read_to_string("tests/suites/forms/moves.json").expect("a form");
    let text = text
        .replace("\"Kh7\"", "\"Kh6\"")
        .replace("R4RK1 b - - 1 1", "R4RK1 b Q - 1 1");
    let outcome = check(&file("wrong-moves.json", &text), "");
    assert_eq!(outcome.status.code(), Some(1));
    let expected = [
        "line 9: moves, 7k/8/8/8/pPp5/8/8/7K b - b3 0 1",
        "    legal, not in the file: Kh7",
        "    in the file, not legal: 'Kh6'",
        "line 34: moves, 8/4k3/8/8/8/8/r6r/R3K2R w KQ - 0 1",
        "    after O-O: expected '8/4k3/8/8/8/8/r6r/R4RK1 b Q - 1 1', \
         found 8/4k3/8/8/8/8/r6r/R4RK1 b - - 1 1",
        "",
        "4 positions, 4 counts: 2 agree, 2 differ, 0 broken, 0 skipped",
        "form: JSON with moves",
        "info nodes 26 time T nps R",
    ];
    assert_eq!(masked(&outcome), expected);
}

/// The tests of shakmaty have this position, which its board can hold.
#[test]
fn a_position_with_too_many_pieces_is_skipped() {
    let text = "id max-legals-too-much-material\n\
                epd kBQQQQQQ/BR5Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - -\n\
                perft 1 270\n\
                epd 8/8/8/r2Pp2K/8/8/8/4k3 w - e6\n\
                perft 1 6\n";
    let outcome = check(&file("material.perft", text), "");
    outcome.check_success("material");
    let expected = [
        "line 2: skipped, White has 28 pieces, expected at most 16",
        "",
        "2 positions, 1 count: 1 agree, 0 differ, 0 broken, 1 skipped",
    ];
    assert_eq!(outcome.lines[..3], expected);
}

#[test]
fn standard_input_is_a_file_of_program_arguments_only() {
    let text = fs::read("tests/suites/forms/depths.json").expect("a form");
    for arguments in [&["suite", "-", "depth", "2"][..], &["suite - depth 2"]] {
        let mut program = Command::new(env!("CARGO_BIN_EXE_ox88"));
        let output = program.args(arguments).write_stdin(text.clone()).output();
        let output = output.expect("the program runs").stdout;
        let summary = b"\n4 positions, 7 counts: 4 agree, 0 differ, 0 broken, 0 skipped\n";
        assert!(
            output.starts_with(summary),
            "{}",
            String::from_utf8_lossy(&output)
        );
    }
    let mut engine = Engine::start();
    for command in ["suite -", "compare ox88 depth 1 suite -"] {
        engine.send(command);
        let line = engine.line();
        let is_refused = line.contains("'-' after 'suite'") && line.contains("program argument");
        engine.check(is_refused, &line);
    }
    engine.finish_quietly();
}
