//! `diff`: a divide that is pasted, or in a file, against the position in force.

use std::fs;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::Stdio;

use crate::common::{BANNER, Engine, command, run_arguments, run_script};
use crate::styles::{self, Line, STYLES};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Stockfish's divide of the start position at depth 5.
fn start_lines() -> Vec<Line> {
    let text = fs::read_to_string("tests/suites/divide/startpos-d5.divide").expect("a divide");
    let lines = text.lines().filter_map(|line| line.split_once(": "));
    lines
        .filter(|(uci, _)| uci.len() == 4)
        .map(|(uci, count)| Line {
            uci: uci.to_owned(),
            san: match &uci[..1] {
                "b" | "g" if uci.ends_with('3') && uci[..1] != uci[2..3] => {
                    format!("N{}", &uci[2..])
                }
                _ => uci[2..].to_owned(),
            },
            count: count.parse().expect("a count"),
        })
        .collect()
}

/// The replies to these lines, without the banner.
fn replies(lines: &str) -> Vec<String> {
    let outcome = run_script(lines);
    outcome.check_success(lines);
    outcome.lines
}

fn file(name: &str, text: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).expect("a file can be written");
    path.display().to_string()
}

#[test]
fn every_form_is_compared_and_its_fault_is_found() {
    for (number, style) in STYLES.iter().enumerate() {
        let mut lines = start_lines();
        let right = styles::print(style, 5, &lines);
        let found = replies(&format!("diff\n{right}\nend\n"));
        assert_eq!(
            found,
            ["no difference at depth 5, 4865609 leaves"],
            "{style}"
        );

        let expected = match number % 3 {
            0 => {
                lines.retain(|line| line.uci != "b1c3");
                [
                    "difference at depth 5: 4630953, right is 4865609",
                    "Missing: b1c3",
                    "Rule: ordinary move missing (b1c3 is a move of the knight, which has 2 in all)",
                ]
            }
            1 => {
                lines.push(Line {
                    uci: "b1d2".to_owned(),
                    san: "Nd2".to_owned(),
                    count: 391,
                });
                [
                    "difference at depth 5: 4866000, right is 4865609",
                    match *style {
                        "san" | "san-numbered" | "json-with-total" | "python-tuples" => {
                            "Extra: Nd2"
                        }
                        _ => "Extra: b1d2",
                    },
                    "Rule: piece captures one of its own side (b1d2 captures the pawn on d2)",
                ]
            }
            _ => {
                let line = lines.iter_mut().find(|line| line.uci == "e2e4");
                line.expect("e2e4 is listed").count += 1;
                [
                    "difference at depth 5: 4865610, right is 4865609",
                    "Count: e2e4: 405386, right is 405385",
                    "Next: below e2e4, to depth 4",
                ]
            }
        };
        let wrong = styles::print(style, 5, &lines);
        let found = replies(&format!("diff\n{wrong}\nend\n"));
        for line in expected {
            assert!(
                found.iter().any(|other| other == line),
                "{style}: {line} in {found:#?}"
            );
        }
        assert!(
            !found.iter().any(|line| line.starts_with("Total")),
            "{style}: {found:#?}"
        );
    }
}

/// The whole reply, for a fault in the position of the wiki that needs the moves before.
#[test]
fn the_rule_is_named_from_the_game() {
    let position = "position fen rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8 \
                    moves a2a3 f2h1";
    let mut engine = Engine::start();
    engine.silent(position);
    let mut list: String = engine
        .perft(1)
        .moves
        .iter()
        .map(|(mv, count)| format!("{mv}: {count}\n"))
        .collect();
    engine.finish_quietly();
    let moves = list.lines().count();
    list += "e1g1: 1\n";
    assert_eq!(
        replies(&format!("{position}\ndiff\n{list}end\n")),
        [
            &format!("difference at depth 1: {}, right is {moves}", moves + 1),
            "",
            "Fen: rnbq1k1r/pp1Pbppp/2p5/8/2B5/P7/1PP1N1PP/RNBQK2n w Q - 0 9",
            "",
            "Extra: e1g1",
            "Rule: castling right not lost when the rook is captured (f2h1 captured the rook on h1)",
        ]
    );
}

#[test]
fn a_wrong_count_leads_to_the_next_position() {
    let lines = "position startpos moves e2e4\ndiff depth 2\na7a6: 31\nend\n";
    let found = replies(lines);
    assert_eq!(found[0], "difference at depth 2: 31, right is 600");
    let only = "position fen 7k/8/8/8/8/8/8/K7 w - - 0 1 moves a1b1\ndiff\n\
                h8g8: 5\nh8g7: 5\nh8h7: 6\nNodes: 16\n";
    // At the end of the input, the list ends, too.
    assert_eq!(
        replies(only),
        [
            "difference at depth 2: 16, right is 15",
            "",
            "Fen: 7k/8/8/8/8/8/8/1K6 b - - 1 1",
            "",
            "Count: h8h7: 6, right is 5",
            "Next: below h8h7, to depth 1",
            "    position fen 7k/8/8/8/8/8/8/K7 w - - 0 1 moves a1b1 h8h7",
        ]
    );
}

const NO_MOVES: &str = "No moves: paste a divide, a list of moves with their counts";

/// The count of an illegal move may be what cannot be read.
#[test]
fn an_unread_line_is_no_agreement() {
    let divide = styles::print("stockfish", 5, &start_lines());
    let odd = file("odd divide.txt", &format!("e2e5: -3\n{divide}"));
    let outcome = run_arguments(&["diff", &odd]);
    assert_eq!(outcome.status.code(), Some(1));
    let lines = [
        "no difference at depth 5, 4865609 leaves",
        "Unread: 'e2e5: -3'",
    ];
    assert_eq!(outcome.lines, lines);
}

#[test]
fn a_total_alone_or_a_wrong_one_is_compared_too() {
    assert_eq!(
        replies("diff\nNodes searched: 8902\nend\n"),
        ["no difference at depth 3, 8902 leaves", NO_MOVES]
    );
    let found = replies("diff\nNodes searched: 8903\nend\n");
    assert_eq!(found[0], "difference at depth 3: 8903, right is 8902");
    let lines = styles::print("stockfish", 5, &start_lines());
    let found = replies(&format!(
        "diff\n{}\nend\n",
        lines.replace("4865609", "4865610")
    ));
    let total = "Total: 4865610, the moves add up to 4865609";
    assert!(found.iter().any(|line| line == total), "{found:#?}");
}

#[test]
fn what_cannot_be_read_is_shown_with_the_forms() {
    for (lines, start) in [
        (
            "diff\nhello\nend\n",
            "'hello' in the divide for 'diff', expected moves",
        ),
        (
            "diff\nend\n",
            "nothing in the divide for 'diff', expected moves",
        ),
        (
            "diff\n\n\ne2e4: 5x\n",
            "'e2e4: 5x' in the divide for 'diff', expected moves",
        ),
        ("diff -\n", "'-' after 'diff', expected a file"),
        (
            "diff depth x\n",
            "'x' after 'depth' in 'diff', expected a depth from 1 to 127",
        ),
        ("diff /no/such/file\n", "divide '/no/such/file': "),
        (
            "position fen 8/8 w\ndiff\ne2e4: 1\nend\n",
            "FEN placement has 2 ranks",
        ),
    ] {
        let found = replies(lines);
        let error = format!("info string error: {start}");
        assert!(found[0].starts_with(&error), "{lines:?}: {found:?}");
    }
    let found = replies("diff\na2a3: 1\nb2b3: 1x\nend\n");
    assert!(
        found.contains(&"Unread: 'b2b3: 1x'".to_owned()),
        "{found:?}"
    );
}

/// The lines behind a refused `diff` are no commands. Behind a file, none follow.
#[test]
fn a_refused_diff_takes_its_lines() {
    for refused in ["diff depth x", "diff depth 0", "diff -", "diff - depth 3"] {
        let found = replies(&format!(
            "{refused}\nperft 1\nposition fen 8/8 w\nquit\nend\ngo perft 1\n"
        ));
        assert!(found[0].starts_with("info string error: "), "{found:?}");
        assert_eq!(found[1], "a2a3: 1", "{found:?}");
    }
    for refused in ["diff ./no-such-file", "diff a.txt depth 0", "diff \"a"] {
        let found = replies(&format!("{refused}\ngo perft 1\n"));
        assert!(found[0].starts_with("info string error: "), "{found:?}");
        assert_eq!(found[1], "a2a3: 1", "{found:?}");
    }
}

/// The lines belong to `diff`, whatever they are, and the session goes on behind them.
#[test]
fn a_session_goes_on_behind_the_list() {
    let mut engine = Engine::start();
    engine.send("diff\nquit\nposition startpos moves e2e4\nstop\nisready\nNodes: 20\n  end\r");
    assert_eq!(engine.line(), "no difference at depth 1, 20 leaves");
    assert_eq!(engine.line(), NO_MOVES);
    engine.expect_total(2, 400);
    engine.send("diff");
    for _ in 0..20_000 {
        engine.send("a2a3: 380 and so on");
    }
    engine.send(&"x".repeat(9 << 20));
    engine.send_bytes(b"\xff\xfe\0\r\nend\n");
    let first = engine.line();
    engine.check(first.starts_with("difference at depth"), &first);
    engine.send("isready");
    engine.lines_before("readyok");
    engine.finish_quietly();
}

#[test]
fn files_and_standard_input_are_compared() {
    let lines = styles::print("json-pretty", 5, &start_lines());
    let right = file("right divide.txt", &lines);
    let wrong = file("wrong-divide.txt", &lines.replace("405385", "405386"));
    let outcome = run_arguments(&["diff", &right]);
    outcome.check_success("a right divide");
    assert_eq!(outcome.lines, ["no difference at depth 5, 4865609 leaves"]);
    let outcome = run_arguments(&["diff", &wrong, "depth", "5"]);
    assert_eq!(outcome.status.code(), Some(1));
    assert_eq!(
        outcome.lines.last(),
        Some(&format!("    position fen {START} moves e2e4"))
    );
    assert_eq!(
        replies(&format!("diff {right}\n")),
        ["no difference at depth 5, 4865609 leaves"]
    );
    let outcome = run_arguments(&["diff"]);
    assert_eq!(outcome.status.code(), Some(1));
    assert_eq!(
        outcome.lines,
        ["info string error: nothing after 'diff', expected a file, or '-' for standard input"]
    );

    let mut child = command()
        .args(["diff", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the built engine starts");
    let mut stdin = child.stdin.take().expect("stdin is a pipe");
    stdin
        .write_all(lines.as_bytes())
        .expect("the engine reads its input");
    drop(stdin);
    let output = child.wait_with_output().expect("the engine ends");
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(text, "no difference at depth 5, 4865609 leaves\n");
    assert!(output.status.success() && !text.contains(BANNER));
}
