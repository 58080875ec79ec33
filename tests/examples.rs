//! The programs in `examples/`, run as a newcomer runs them. What an engine of
//! one's own answers is asked through the trait, without a session.

#![cfg(feature = "cli")]

use ox88::board::{CastlingNotation, fen};
use ox88::control::Control;
use ox88::game::Game;
use ox88::search::{BestMove, Limits, Search};
use std::process::{Command, Output};

// Its `main` is run as a program.
#[allow(dead_code)]
#[path = "../examples/my_engine.rs"]
mod my_engine;

use my_engine::MyEngine;

const POSITION_3: &str = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";

/// Runs an example with cargo, which builds it if need be.
fn run(example: &str, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO"))
        .args(["run", "--quiet", "--example", example, "--"])
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env_remove("RUST_LOG")
        .output()
        .expect("cargo starts")
}

fn stdout(example: &str, arguments: &[&str]) -> String {
    let output = run(example, arguments);
    assert!(output.status.success(), "{example}: {output:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn perft_prints_the_count() {
    // https://www.chessprogramming.org/Perft_Results, position 3.
    assert_eq!(stdout("perft", &[POSITION_3, "4"]), "43238\n");
    assert_eq!(stdout("perft", &[POSITION_3, "0"]), "1\n");
    for arguments in [&[POSITION_3][..], &["8/8 w", "3"], &[POSITION_3, "x"]] {
        assert_eq!(run("perft", arguments).status.code(), Some(1));
    }
}

#[test]
fn divide_prints_the_count_of_each_move() {
    // Stockfish's `go perft 3`.
    let expected = [
        "b4a4: 202",
        "b4b1: 265",
        "b4b2: 205",
        "b4b3: 248",
        "b4c4: 254",
        "b4d4: 243",
        "b4e4: 228",
        "b4f4: 41",
        "a5a4: 224",
        "a5a6: 240",
        "e2e3: 205",
        "e2e4: 177",
        "g2g3: 54",
        "g2g4: 226",
    ];
    let mut expected: Vec<String> = expected.map(str::to_owned).to_vec();
    let printed = stdout("divide", &[POSITION_3, "3"]);
    let mut lines: Vec<String> = printed.lines().map(str::to_owned).collect();
    expected.sort();
    lines.sort();
    assert_eq!(lines, expected);
}

/// The engine's move, as text.
fn choice(engine: &mut MyEngine, fen: &str) -> Option<String> {
    let start = fen::parse(fen, CastlingNotation::Standard).unwrap();
    let game = Game::new(start.position);
    let mut reports = 0;
    let report = &mut |_: &_| reports += 1;
    let answer = engine.search(&game, &Limits::default(), &Control::never(), report);
    assert!(reports > 0, "{fen}: nothing reported");
    let BestMove { best, ponder: None } = answer else {
        panic!("{fen}: a move to ponder on");
    };
    best.map(|mv| mv.uci(CastlingNotation::Standard).to_string())
}

#[test]
fn my_engine_captures_what_is_worth_most() {
    let mut engine = MyEngine::default();
    for (fen, best) in [
        // A queen and a pawn hang.
        ("4k3/8/8/3p1q2/4P3/8/8/4K3 w - - 0 1", Some("e4f5")),
        (
            "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
            Some("e4d5"),
        ),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", None),
    ] {
        assert_eq!(choice(&mut engine, fen).as_deref(), best, "{fen}");
    }
    // The queen can take a pawn that another pawn guards.
    let chosen = choice(&mut engine, "4k3/2p5/3p4/8/8/8/3Q4/4K2N w - - 0 1");
    assert_ne!(chosen.as_deref(), Some("d2d6"));
    engine.set_option("Peaceful", "true").unwrap();
    let chosen = choice(&mut engine, "4k3/8/8/3p1q2/4P3/8/8/4K3 w - - 0 1");
    assert_ne!(chosen.as_deref(), Some("e4f5"));
    assert_ne!(chosen.as_deref(), Some("e4d5"));
}
