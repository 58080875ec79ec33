//! The options of the search: `MultiPV`, which reports the best lines of every iteration, and
//! `Move Overhead`, the time that it keeps in reserve.

use crate::common::Engine;
use crate::info::{Line, Score, read_search};
use crate::search::search;

#[test]
fn multipv_and_move_overhead_are_declared() {
    let mut engine = Engine::start();
    let reply = engine.reply("uci");
    for option in [
        "option name MultiPV type spin default 1 min 1 max 256",
        "option name Move Overhead type spin default 20 min 0 max 5000",
    ] {
        let is_declared = reply.iter().any(|line| line == option);
        engine.check(is_declared, format_args!("'{option}' is not in {reply:?}"));
    }
    for (option, values, range) in [
        (
            "MultiPV",
            ["0", "257", "500", "-1", "many"],
            "from 1 to 256",
        ),
        (
            "Move Overhead",
            ["-1", "5001", "99999999999999999999", "+5", ""],
            "from 0 to 5000",
        ),
    ] {
        for value in values {
            let line = format!("setoption name {option} value {value}");
            let error = engine.error(&line);
            engine.check(error.contains(option) && error.contains(range), &error);
        }
    }
    // A reserve beyond the clock still leaves time for a move.
    engine.silent("setoption name Move Overhead value 5000");
    search(&mut engine, "go wtime 100 btime 100");
    engine.silent("setoption name move overhead value 0");
    search(&mut engine, "go wtime 100 btime 100");
    engine.finish_quietly();
}

/// Checks that every iteration has `number` lines: numbered from 1, with different legal first
/// moves, in the order of their scores. The bestmove is the first move of the last iteration.
fn check_multipv(engine: &mut Engine, lines: &[Line], best: &str, number: usize) {
    let legal = engine.perft(1);
    let iterations: Vec<_> = lines.chunk_by(|a, b| a.depth == b.depth).collect();
    for (index, iteration) in iterations.iter().enumerate() {
        engine.check(
            iteration[0].depth as usize == index + 1 && iteration.len() == number,
            format_args!(
                "{number} lines of depth {} expected: {iteration:?}",
                index + 1
            ),
        );
        let mut first_moves: Vec<_> = iteration.iter().map(|line| &line.pv[0]).collect();
        for (index, line) in iteration.iter().enumerate() {
            let is_numbered = line.multipv == index + 1;
            engine.check(
                is_numbered && legal.of(&line.pv[0]).is_some(),
                format_args!("{line:?}"),
            );
        }
        let is_sorted = iteration.is_sorted_by_key(|line| -line.score.order());
        first_moves.sort_unstable();
        first_moves.dedup();
        engine.check(
            is_sorted && first_moves.len() == number,
            format_args!("{iteration:?}"),
        );
    }
    let last = iterations.last().and_then(|iteration| iteration.first());
    engine.check(last.is_some_and(|line| line.pv[0] == best), best);
}

#[test]
fn multipv_reports_the_best_lines_of_every_iteration() {
    let mut engine = Engine::start();
    engine.silent("setoption name multipv value 3");
    let (lines, best) = read_search(&mut engine, "go depth 2");
    check_multipv(&mut engine, &lines, &best, 3);
    assert_eq!(lines.len(), 6, "two iterations: {lines:?}");

    // Rook to a3 and rook to a5 mate; python-chess finds no other mate in one.
    engine.silent("position fen k7/8/8/1R6/8/1R6/8/K6R w - - 0 1");
    let (lines, best) = read_search(&mut engine, "go depth 2");
    check_multipv(&mut engine, &lines, &best, 3);
    for iteration in lines.chunks(3) {
        let mut mates: Vec<_> = iteration[..2]
            .iter()
            .map(|line| line.pv.join(" "))
            .collect();
        mates.sort_unstable();
        assert_eq!(mates, ["b3a3", "b5a5"], "{iteration:?}");
        let scores: Vec<_> = iteration.iter().map(|line| line.score).collect();
        assert_eq!(scores[..2], [Score::Mate(1); 2], "{iteration:?}");
        assert_ne!(scores[2], Score::Mate(1), "{iteration:?}");
    }
    engine.finish_quietly();
}

#[test]
fn multipv_prints_no_more_lines_than_there_are_moves() {
    let mut engine = Engine::start();
    engine.silent("setoption name MultiPV value 256");
    for (position, limits, moves) in [
        ("startpos", "", 20),
        // One legal move, which blocks the check.
        ("startpos moves e2e4 f7f5 d1h5", "", 1),
        ("startpos", " searchmoves e2e4 d2d4", 2),
    ] {
        engine.subject(&format!("{position}{limits}"));
        engine.silent(&format!("position {position}"));
        let (lines, best) = read_search(&mut engine, &format!("go depth 2{limits}"));
        check_multipv(&mut engine, &lines, &best, moves);
    }
    // Without a legal move there is one line, and no bestmove.
    engine.silent("position startpos moves f2f3 e7e5 g2g4 d8h4");
    let (lines, best) = read_search(&mut engine, "go depth 2");
    assert_eq!((lines.len(), best.as_str()), (1, "(none)"), "{lines:?}");
    engine.finish_quietly();
}

#[test]
fn a_refused_multipv_changes_nothing() {
    let mut engine = Engine::start();
    engine.silent("setoption name MultiPV value 2");
    let error = engine.error("setoption name MultiPV value 500");
    engine.check(
        error.contains("'500'") && error.contains("'MultiPV'"),
        &error,
    );
    let (lines, best) = read_search(&mut engine, "go depth 2");
    check_multipv(&mut engine, &lines, &best, 2);
    engine.silent("setoption name MultiPV value 1");
    let (lines, best) = read_search(&mut engine, "go depth 2");
    check_multipv(&mut engine, &lines, &best, 1);
    engine.finish_quietly();
}
