//! ox88 as perftree uses it, with perftree's requests and its parser reimplemented here. perftree
//! starts a reference engine as `stockfish` and sends `position` and `go perft` without a
//! handshake, and it calls a script for every position. ox88 can be both.

use crate::common::{Engine, parse_move_count, run_arguments};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const POSITION_5: &str = "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8";

/// FEN, moves from there, depth and total. The totals are Stockfish's.
const WALK: &[(&str, &str, u64, u128)] = &[
    (START, "", 4, 197_281),
    (START, "e2e4", 3, 13_160),
    (START, "e2e4 e7e5", 2, 835),
    (POSITION_5, "", 3, 62_379),
    (POSITION_5, "d7c8q", 2, 1_459),
    (POSITION_5, "d7c8q d8c8", 2, 1_531),
    (POSITION_5, "d7c8r", 1, 31),
    (START, "f2f3 e7e5 g2g4 d8h4", 1, 0),
    (START, "", 0, 1),
];

type Divide = (Vec<(String, u128)>, u128);

/// perftree's reference engine.
struct Reference {
    engine: Engine,
}

impl Reference {
    fn start() -> Reference {
        let mut engine = Engine::start_with::<&str>(&[]);
        // perftree drops the first line.
        engine.line();
        Reference { engine }
    }

    fn perft(&mut self, fen: &str, moves: &str, depth: u64) -> Divide {
        let engine = &mut self.engine;
        engine.subject(&format!("{fen} moves {moves}, depth {depth}"));
        let moves = match moves {
            "" => String::new(),
            _ => format!(" moves {moves}"),
        };
        engine.send(&format!("position fen {fen}{moves}"));
        engine.send(&format!("go perft {depth}"));
        let mut lines = Vec::new();
        loop {
            let line = engine.line();
            if line.trim().is_empty() {
                break;
            }
            if line.starts_with("info") {
                continue;
            }
            let (name, count) = after_colon(&line);
            lines.push((name.to_string(), number(count)));
        }
        let total = engine.line();
        let total = number(after_colon(&total).1);
        // perftree drops the line after the total.
        engine.line();
        (lines, total)
    }
}

/// The parts before and after the first `": "`. perftree ignores a third part.
fn after_colon(line: &str) -> (&str, &str) {
    let mut parts = line.trim().split(": ");
    match (parts.next(), parts.next()) {
        (Some(before), Some(behind)) => (before, behind),
        _ => panic!("perftree fails on '{line}'"),
    }
}

/// Parses a number as perftree does, without trimming.
fn number(text: &str) -> u128 {
    text.parse()
        .unwrap_or_else(|_| panic!("perftree fails on the number '{text}'"))
}

/// perftree's script: `PROGRAM DEPTH FEN [MOVES]`.
fn script(fen: &str, moves: &str, depth: u64) -> Divide {
    let depth = depth.to_string();
    let mut arguments = vec![depth.as_str(), fen];
    if !moves.is_empty() {
        arguments.push(moves);
    }
    let outcome = run_arguments(&arguments);
    outcome.check_success(fen);
    let mut lines = outcome.lines.iter();
    let mut divide = Vec::new();
    loop {
        let line = lines.next().expect("an empty line ends the moves");
        if line.is_empty() {
            break;
        }
        divide.push(parse_move_count(line, " ").expect(line));
    }
    let total = number(lines.next().expect("the total follows the empty line"));
    assert_eq!(lines.next(), None, "nothing follows the total");
    (divide, total)
}

#[test]
fn perftree_reads_every_count_of_its_reference_engine() {
    let mut reference = Reference::start();
    for &(fen, moves, depth, expected) in WALK {
        let (_, total) = reference.perft(fen, moves, depth);
        assert_eq!(total, expected, "{fen} moves {moves}, depth {depth}");
    }
    reference.engine.finish().check_success("perftree");
}

#[test]
fn perftree_reads_every_count_of_its_script() {
    for &(fen, moves, depth, expected) in WALK {
        let (_, total) = script(fen, moves, depth);
        assert_eq!(total, expected, "{fen} moves {moves}, depth {depth}");
    }
}

#[test]
fn both_roles_print_the_same_moves() {
    // perftree compares the moves as text, so the notation must be equal too.
    let mut reference = Reference::start();
    for &(fen, moves, depth, _) in WALK {
        let (mut left, _) = reference.perft(fen, moves, depth);
        let (mut right, _) = script(fen, moves, depth);
        left.sort();
        right.sort();
        assert_eq!(left, right, "{fen} moves {moves}, depth {depth}");
    }
    reference.engine.finish().check_success("perftree");
}

#[test]
fn an_illegal_move_is_reported_and_nothing_is_counted() {
    let mut reference = Reference::start();
    let (lines, total) = reference.perft(POSITION_5, "e5e7", 2);
    assert_eq!((lines.len(), total), (0, 0));
    let (_, total) = reference.perft(POSITION_5, "d7c8q", 2);
    assert_eq!(total, 1_459, "the next position is counted again");
    reference.engine.finish().check_success("perftree");

    let outcome = run_arguments(&["2", POSITION_5, "d7c8q e5e7"]);
    assert_eq!(outcome.status.code(), Some(1));
    assert!(outcome.stderr.contains("e5e7"), "{outcome:?}");
    assert!(outcome.lines.is_empty(), "{outcome:?}");
}

#[test]
fn the_script_counts_one_at_depth_0_and_refuses_a_huge_depth() {
    assert_eq!(script(START, "e2e4", 0), (vec![], 1));
    // perftree's depth wraps around when it is lower than the number of moves.
    for depth in [u64::MAX.to_string(), "9".repeat(40)] {
        let outcome = run_arguments(&[depth.as_str(), START, "e2e4 e7e5"]);
        assert_eq!(outcome.status.code(), Some(1), "{depth}: {outcome:?}");
        assert!(!outcome.stderr.trim().is_empty());
        assert!(outcome.lines.is_empty(), "{depth}: {outcome:?}");
    }
}

#[test]
fn the_divide_holds_only_move_lines() {
    // webperft and other tools read the first word of every line as a move. Only the line of the
    // total may be read wrongly.
    let mut reference = Reference::start();
    reference.engine.send("go perft 3");
    let count = reference.engine.read_count();
    assert_eq!((count.moves.len(), count.total), (20, 8_902));
    reference.engine.finish_quietly();
}

#[test]
fn the_script_refuses_invalid_fens() {
    for fen in ["4k3/8/8/8/8/8/8/8 w - - 0 1", "nonsense", ""] {
        let outcome = run_arguments(&["3", fen]);
        assert_eq!(outcome.status.code(), Some(1), "{fen}: {outcome:?}");
        assert!(!outcome.stderr.trim().is_empty() && outcome.lines.is_empty());
    }
}
