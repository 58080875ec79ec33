//! The ways to ask a program: in UCI's way and the other ways that are found out, with templates,
//! and with totals only.

use super::{compare, faulty, has_line, printed, trial};
use libtest_mimic::Trial;
use std::process::Command;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// A program that prints totals only, the depth, and lines of the report.
struct Totals {
    fault: &'static str,
    fen: &'static str,
    depth: u32,
    lines: &'static [&'static str],
}

#[rustfmt::skip] // One line for each case, as in a table.
const TOTALS: &[Totals] = &[
    Totals { fault: "ep-missing", fen: KIWIPETE, depth: 3, lines: &["Moves: a2a4", "Missing: b4a3", "Count: 43 moves, right is 44"] },
    Totals { fault: "pin-ignored", fen: KIWIPETE, depth: 2, lines: &["Moves: e2b5", "Extra: d7d6"] },
    Totals { fault: "castling-through-check", fen: KIWIPETE, depth: 2, lines: &["Moves: e5c6", "Extra: e8c8"] },
    Totals { fault: "rook-jumps", fen: "4k3/8/8/8/8/8/P7/R3K3 w - - 0 1", depth: 1, lines: &["Extra: a1f1 a1a3", "Count: 12 moves, right is 10"] },
    Totals { fault: "knight-on-rim", fen: START, depth: 2, lines: &["Moves:", "Missing: g1h3"] },
    Totals { fault: "right-kept-captured", fen: "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", depth: 3, lines: &["Moves: a2a3 f2h1", "Extra: e1g1"] },
    Totals { fault: "promotions-twice", fen: "8/5P1k/8/8/8/8/7K/8 w - - 0 1", depth: 1, lines: &["Count: 13 moves, right is 9", "Rule: illegal moves counted (4 moves too many; let the program list its moves)"] },
    Totals { fault: "mate-counted", fen: KIWIPETE, depth: 4, lines: &["Moves: f3f6 e7d8", "Rule: mate or stalemate counted as a leaf (1 of the 1844 are games that are over before)"] },
];

pub fn trials() -> Vec<Trial> {
    let totals = TOTALS.iter().map(|case| {
        trial(format!("dialogue::totals::{}", case.fault), move || {
            let program = faulty("", &format!("totals+{}", case.fault));
            let words = format!("{program} depth {} fen {}", case.depth, case.fen);
            let text = printed(compare(&words), 1)?;
            has_line(&text, "asked with: go perft N (it prints only totals)")?;
            case.lines.iter().try_for_each(|line| has_line(&text, line))
        })
    });
    let questions = [
        ("perft-only+none", "perft N"),
        ("perft-only+totals+none", "perft N (it prints only totals)"),
        ("divide-only+none", "divide N"),
    ]
    .map(|(fault, question)| {
        trial(format!("dialogue::{fault}"), move || {
            let text = printed(
                compare(&format!("{} depth 3 startpos", faulty("", fault))),
                0,
            )?;
            has_line(&text, "no difference to depth 3, 8902 leaves")?;
            has_line(&text, &format!("asked with: {question}"))
        })
    });
    let others = [
        trial(
            "dialogue::a_usual_engine_is_not_remarked".to_owned(),
            || {
                let text = printed(
                    compare(&format!("{} depth 3 startpos", faulty("", "none"))),
                    0,
                )?;
                match text == "no difference to depth 3, 8902 leaves\n" {
                    true => Ok(()),
                    false => Err(text),
                }
            },
        ),
        trial("dialogue::perft_finds_a_fault".to_owned(), || {
            let program = faulty("", "perft-only+ep-missing");
            let text = printed(compare(&format!("{program} depth 3 fen {KIWIPETE}")), 1)?;
            has_line(&text, "Missing: b4a3")?;
            has_line(&text, "asked with: perft N")
        }),
        trial("dialogue::a_search_without_end".to_owned(), || {
            let program = faulty("", "searches-on+none");
            let text = printed(compare(&format!("{program} depth 3 startpos timeout 2")), 2)?;
            match text.contains("' does not know perft: it searches\n") {
                true => has_line(
                    &text,
                    &format!("asked: position fen {START}; go perft 1, perft 1, divide 1"),
                ),
                false => Err(text),
            }
        }),
        trial("dialogue::xboard".to_owned(), || {
            let program = faulty("", "xboard+none");
            let text = printed(compare(&format!("{program} depth 3 startpos timeout 2")), 2)?;
            let advice = "ask \"perft {depth}\" position \"setboard {fen}\"";
            match text.contains("' does not speak UCI\n") && text.contains(advice) {
                true => Ok(()),
                false => Err(text),
            }
        }),
    ];
    // From a FEN, the engine knows the ep square, so the fault shows in the move before.
    let path = trial("dialogue::a_path_with_a_space".to_owned(), || {
        let folder = std::env::temp_dir().join(format!("ox88 compare {}", std::process::id()));
        let engine = folder.join("my engine");
        let executable = std::env::current_exe().expect("this executable has a path");
        std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
        std::os::unix::fs::symlink(executable, &engine).map_err(|error| error.to_string())?;
        // With a copy of what a shell passes on, not with one line.
        let output = Command::new(env!("CARGO_BIN_EXE_ox88"))
            .arg("compare")
            .arg(&engine)
            .args(["--faulty", "none", "depth", "2", "startpos"])
            .env_remove("RUST_LOG")
            .output();
        let _ = std::fs::remove_dir_all(&folder);
        let text = printed(output.map_err(|error| error.to_string())?, 0)?;
        has_line(&text, "no difference to depth 2, 400 leaves")
    });
    let templates = [
        (
            "setboard+",
            r#"ask "perft {depth}" position "setboard {fen}""#,
            "Moves: a2a4",
        ),
        (
            "setboard+totals+",
            r#"ask "divide {depth}" position "new\nsetboard {fen}""#,
            "Moves:",
        ),
        (
            "setboard+",
            r#"ask "setboard {fen}\nperft {depth}""#,
            "Moves: a2a4",
        ),
        ("perft-only+", r#"ask "perft {depth}""#, "Missing: b4a3"),
        (
            "",
            r#"ask "go perft {depth}" position "uci\nposition fen {fen} moves {moves}""#,
            "Missing: b4a3",
        ),
    ]
    .into_iter()
    .enumerate()
    .map(|(number, (manners, template, expected))| {
        trial(format!("dialogue::template::{number}"), move || {
            let words = format!("{template} depth 3 fen {KIWIPETE}");
            let program = faulty("", &format!("{manners}none"));
            let text = printed(compare(&format!("{program} {words}")), 0)?;
            has_line(&text, "no difference to depth 3, 97862 leaves")?;
            let program = faulty("", &format!("{manners}ep-not-set"));
            let text = printed(compare(&format!("{program} {words}")), 1)?;
            has_line(&text, expected)
        })
    });
    // Without a total, nothing shows the end of a list that lacks a move.
    let lacks = trial(
        "dialogue::a_list_without_a_total_lacks_a_move".to_owned(),
        || {
            let program = faulty("", "setboard+knight-on-rim@no-total");
            let template = r#"ask "perft {depth}" position "setboard {fen}""#;
            let words = format!("{program} {template} depth 2 startpos timeout 2");
            let text = printed(compare(&words), 1)?;
            has_line(&text, "Missing: g1h3")
        },
    );
    let call = trial("dialogue::a_call_is_shown".to_owned(), || {
        let program = faulty("script:", "totals+none");
        let text = printed(compare(&format!("{program} depth 2 startpos")), 0)?;
        let call = "--faulty totals+none N {fen} {moves} (it prints only totals)";
        let mut lines = text.lines();
        match lines.any(|line| line.starts_with("asked with: /") && line.ends_with(call)) {
            true => Ok(()),
            false => Err(text),
        }
    });
    let calls = [
        ("{fen} {depth}", "right when counted alone"),
        ("{depth} {fen} {moves}", "en passant missing"),
    ]
    .map(|(arguments, rule)| {
        trial(format!("dialogue::run::{arguments}"), move || {
            let executable = std::env::current_exe().expect("this executable has a path");
            let call = |fault: &str| {
                let executable = executable.display();
                let call = format!("run \"'{executable}' --faulty {fault} {arguments}\"");
                compare(&format!("{call} depth 2 fen {KIWIPETE}"))
            };
            let text = printed(call("none"), 0)?;
            has_line(&text, "no difference to depth 2, 2039 leaves")?;
            let text = printed(call("ep-not-set"), 1)?;
            match text.contains(&format!("Rule: {rule}")) {
                true => Ok(()),
                false => Err(text),
            }
        })
    });
    totals
        .chain(questions)
        .chain(others)
        .chain(templates)
        .chain(calls)
        .chain([path, lacks, call])
        .collect()
}
