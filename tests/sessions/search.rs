//! `go` as GUIs use it: every search ends with one `bestmove`, and a scored `info` line comes
//! before it. The tests check the protocol and the rules of chess, not the playing strength.

use crate::common::{Engine, run_script};
use crate::info::{Score, read_search};

/// Returns whether an `info` line has every part that GUIs read.
fn is_scored(info: &str) -> bool {
    let scored = info.contains(" score cp ") || info.contains(" score mate ");
    let parts = [" depth ", " nodes ", " nps ", " time ", " pv "];
    scored && parts.iter().all(|part| info.contains(part))
}

/// Searches the current position. The bestmove must be legal.
pub fn search(engine: &mut Engine, command: &str) -> String {
    engine.send(command);
    finished_search(engine)
}

fn finished_search(engine: &mut Engine) -> String {
    let (infos, best) = engine.read_search();
    engine.check(
        infos.iter().any(|info| is_scored(info)),
        format_args!("no scored line before the move in {infos:?}"),
    );
    // `perft 1` lists the legal moves. The search must not change the position.
    let legal = engine.perft(1);
    engine.check(
        legal.of(&best).is_some(),
        format_args!("'{best}' is not legal here"),
    );
    best
}

#[test]
fn a_scored_info_line_comes_before_every_bestmove() {
    let mut engine = Engine::start();
    for limits in [
        "depth 1",
        "depth 3",
        "nodes 1",
        "nodes 500",
        "movetime 1",
        "movetime 20",
        "wtime 1 btime 1",
        "wtime 100 btime 100",
        "wtime 100 btime 100 winc 1 binc 1 movestogo 1",
        "wtime 0 btime 0",
        "wtime -20 btime -20",
        "mate 1 movetime 20",
        "depth 200 movetime 20",
        "depth 0",
        "nodes 0",
        "movetime 0",
    ] {
        engine.subject(limits);
        search(&mut engine, &format!("go {limits}"));
    }
    engine.expect_total(3, 8_902);
    engine.finish_quietly();
}

#[test]
fn mate_and_stalemate_answer_bestmove_none() {
    let mut engine = Engine::start();
    for position in [
        "startpos moves f2f3 e7e5 g2g4 d8h4",
        "fen 8/8/8/8/8/6k1/6p1/6K1 w - - 0 1",
    ] {
        engine.subject(position);
        engine.silent(&format!("position {position}"));
        for limits in ["depth 1", "movetime 1", "nodes 1", "wtime 1000 btime 1000"] {
            engine.send(&format!("go {limits}"));
            let (_, best) = engine.read_search();
            engine.check(best == "(none)", format_args!("bestmove {best}"));
        }
        engine.silent("");
        engine.expect_total(1, 0);
    }
    engine.finish_quietly();
}

#[test]
fn a_mate_in_one_is_found_and_scored() {
    let mut engine = Engine::start();
    for (position, mate) in [
        ("fen 6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "a1a8"),
        ("startpos moves f2f3 e7e5 g2g4", "d8h4"),
    ] {
        engine.silent(&format!("position {position}"));
        for limits in ["depth 2", "mate 1"] {
            engine.subject(&format!("{position}, {limits}"));
            engine.send(&format!("go {limits}"));
            let (infos, best) = engine.read_search();
            engine.check(best == mate, format_args!("bestmove {best}, not {mate}"));
            let last = infos.last().cloned().unwrap_or_default();
            engine.check(format!("{last} ").contains(" score mate 1 "), last);
        }
    }
    engine.finish_quietly();
}

#[test]
fn go_without_limits_answers_at_once_on_mate_and_stalemate() {
    // Reported for other engines: LeelaChessZero/lc0#888.
    let mut engine = Engine::start();
    for (position, score) in [
        ("startpos moves f2f3 e7e5 g2g4 d8h4", Score::Mate(0)),
        ("fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Score::Centipawns(0)),
    ] {
        engine.subject(position);
        engine.silent(&format!("position {position}"));
        let (lines, best) = read_search(&mut engine, "go");
        engine.check(best == "(none)", &best);
        engine.check(
            lines.len() == 1 && lines[0].depth == 0 && lines[0].score == score,
            format_args!("{lines:?}"),
        );
        engine.silent("");
    }
    engine.finish_quietly();
}

#[test]
fn go_infinite_waits_for_stop_on_mate_and_stalemate() {
    let mut engine = Engine::start();
    for position in [
        "startpos moves f2f3 e7e5 g2g4 d8h4",
        "fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    ] {
        engine.subject(position);
        engine.silent(&format!("position {position}"));
        engine.send("go infinite");
        let info = engine.line();
        engine.check(info.starts_with("info depth 0 score "), &info);
        // While the search runs, nothing but `readyok` follows.
        for _ in 0..2 {
            engine.silent("");
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        engine.send("stop");
        assert_eq!(engine.line(), "bestmove (none)");
    }
    engine.finish_quietly();
}

#[test]
fn numbers_below_their_range_are_raised_to_it() {
    // Some GUIs send negative numbers: lynx-chess/Lynx#1519, bdmendes/camel#219.
    let mut engine = Engine::start();
    for limits in [
        "wtime -5 btime -5 movestogo -5",
        "movestogo 0 wtime 1000",
        "wtime 1000 movestogo -99999999999999999999",
        "depth -3",
        "depth 0",
        "nodes -1",
        "mate 0",
        "mate -2",
        "movetime -1",
        "wtime 100 btime 100 winc -7 binc -7",
    ] {
        engine.subject(limits);
        engine.send(&format!("go {limits}"));
        let (infos, best) = engine.read_search();
        engine.check(
            infos.iter().all(|info| is_scored(info)) && !infos.is_empty(),
            format_args!("{infos:?}"),
        );
        let is_legal = engine.perft(1).of(&best).is_some();
        engine.check(is_legal, format_args!("'{best}' is not legal"));
    }
    for limits in [
        "depth x",
        "depth -",
        "depth --3",
        "depth -3x",
        "nodes 1.5",
        "movestogo",
    ] {
        engine.subject(limits);
        engine.send(&format!("go {limits}"));
        let error = engine.line();
        engine.check(error.starts_with("info string error: "), &error);
        assert_eq!(engine.line(), "bestmove (none)", "{limits}");
    }
    engine.finish_quietly();
}

#[test]
fn go_mate_finds_mates_for_and_against_the_side_to_move() {
    // Checked with Stockfish, and with python-chess by trying every move and reply.
    let mut engine = Engine::start();
    for (fen, moves) in [
        // One legal move, six, two, and three out of a check: all lead to a mate in one.
        ("7k/8/6K1/8/8/8/8/R7 b - - 0 1", -1),
        ("8/1n6/6R1/3R4/5K2/8/7k/8 b - - 0 1", -1),
        ("3k4/R7/K7/8/6R1/8/8/8 b - - 0 1", -1),
        ("8/4k2Q/1R6/8/8/8/2K5/8 b - - 0 1", -1),
        // Three legal moves, and two out of a check.
        ("4k3/8/R4K2/8/8/2R5/8/8 b - - 0 1", -2),
        ("8/8/8/8/1Q6/8/p6k/5K1R b - - 0 1", -2),
        // Paul Morphy's problem.
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2),
    ] {
        engine.subject(fen);
        engine.silent(&format!("position fen {fen}"));
        for limit in [i32::abs(moves), i32::abs(moves) + 1] {
            let (lines, best) = read_search(&mut engine, &format!("go mate {limit}"));
            let found = lines.last().map(|line| line.score);
            engine.check(
                found == Some(Score::Mate(moves)),
                format_args!("go mate {limit}: {found:?}, not mate {moves}"),
            );
            let is_legal = engine.perft(1).of(&best).is_some();
            engine.check(is_legal, format_args!("'{best}' is not legal"));
        }
    }
    engine.silent("position fen kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1");
    let (_, best) = read_search(&mut engine, "go mate 2");
    assert_eq!(best, "a1a6");
    // There is no mate in one here, but still a legal bestmove.
    for position in ["startpos", "fen 4k3/8/R4K2/8/8/2R5/8/8 b - - 0 1"] {
        engine.silent(&format!("position {position}"));
        search(&mut engine, "go mate 1");
    }
    engine.finish_quietly();
}

#[test]
fn searchmoves_restricts_the_bestmove() {
    let mut engine = Engine::start();
    for limits in [
        "depth 2 searchmoves a2a3",
        "searchmoves a2a3 depth 2",
        "searchmoves a2a3 h2h3 movetime 10",
    ] {
        engine.subject(limits);
        let best = search(&mut engine, &format!("go {limits}"));
        engine.check(best == "a2a3" || best == "h2h3", best);
    }
    engine.finish_quietly();
}

#[test]
fn limits_out_of_range_end_in_a_legal_move() {
    let mut engine = Engine::start();
    for line in [
        "go ",
        "go infinite ",
        "go depth 5 ",
        "go depth 256",
        "go depth 99999999999999999999",
        "go mate 256",
        "go wtime 100 movestogo 256",
        "go wtime 100 btime 100 movestogo 0",
        "go nodes 99999999999999999999",
        "go   infinite\t",
        "go ponder ",
    ] {
        engine.subject(line);
        engine.send(line);
        // Some of these searches do not end by themselves. `stop` does not affect the others.
        engine.send("stop");
        finished_search(&mut engine);
    }
    engine.finish_quietly();
}

#[test]
fn unreadable_limits_are_refused_with_one_answer() {
    // Some engines read the first line as `go depth 5`.
    for line in ["go depth 5 perft 3", "go depth", "go depth x", "go flurb"] {
        let outcome = run_script(line);
        let starts = |start: &str| {
            outcome
                .lines
                .iter()
                .filter(|l| l.starts_with(start))
                .count()
        };
        let counted = outcome.lines.contains(&"Nodes searched: 8902".to_string());
        assert!(
            counted || starts("info string error: ") == 1,
            "{line}: {outcome:?}"
        );
        assert_eq!(
            starts("Nodes searched: ") + starts("bestmove "),
            1,
            "{line}: a waiting client gets one answer: {outcome:?}"
        );
        outcome.check_success(line);
    }
}

#[test]
fn stop_ends_a_search_without_limits() {
    let mut engine = Engine::start();
    for line in [
        "go",
        "go infinite",
        "go ponder wtime 1000 btime 1000",
        "go ponder",
    ] {
        engine.subject(line);
        engine.send(line);
        engine.send("isready\nstop");
        // `readyok` may come between the `info` lines of the running search.
        let mut ready = 0;
        let best = loop {
            let next = engine.line();
            if next == "readyok" {
                ready += 1;
            } else if let Some(best) = next.strip_prefix("bestmove ") {
                break best.to_string();
            } else {
                engine.check(next.starts_with("info "), &next);
            }
        };
        engine.check(ready == 1, "one readyok, before the move");
        engine.check(best != "(none)", "a move from the start position");
    }
    engine.expect_total(3, 8_902);
    engine.finish_quietly();
}

#[test]
fn ponderhit_turns_pondering_into_a_search_with_a_clock() {
    let mut engine = Engine::start();
    engine.silent("ponderhit");
    engine.silent("position startpos moves e2e4");
    for line in [
        "go ponder movetime 20",
        "go ponder wtime 200 btime 200",
        "go ponder depth 2",
    ] {
        engine.subject(line);
        engine.send(line);
        engine.send("ponderhit");
        finished_search(&mut engine);
    }
    engine.finish_quietly();
}

#[test]
fn searches_without_limits_end_with_the_input() {
    for end in ["", "quit\n"] {
        for line in [
            "go",
            "go infinite",
            "go ponder",
            "go ponder wtime 9 btime 9",
        ] {
            let outcome = run_script(format!("{line}\n{end}"));
            let best: Vec<_> = outcome
                .lines
                .iter()
                .filter(|line| line.starts_with("bestmove "))
                .collect();
            assert_eq!(best.len(), 1, "{line} {end}: {outcome:?}");
            outcome.check_success(line);
        }
        // Queued searches end too, and the counts between them are finished.
        let outcome = run_script(format!(
            "go perft 4\ngo infinite\ngo perft 3\ngo\ngo depth 2\n{end}"
        ));
        let ends: Vec<_> = outcome
            .lines
            .iter()
            .map(String::as_str)
            .filter(|line| line.starts_with("Nodes") || line.starts_with("bestmove "))
            .map(|line| {
                if line.starts_with('b') {
                    "bestmove"
                } else {
                    line
                }
            })
            .collect();
        assert_eq!(
            ends,
            [
                "Nodes searched: 197281",
                "bestmove",
                "Nodes searched: 8902",
                "bestmove",
                "bestmove"
            ],
            "{outcome:?}"
        );
        outcome.check_success("queued searches");
    }
}

#[test]
fn chess960_castling_is_a_legal_bestmove() {
    // `searchmoves` allows only castling.
    let mut engine = Engine::start();
    let fen = "fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    for (option, castling) in [("true", "e1h1"), ("false", "e1g1")] {
        engine.subject(&format!("UCI_Chess960 {option}"));
        engine.silent(&format!("setoption name UCI_Chess960 value {option}"));
        engine.silent(&format!("position {fen}"));
        let best = search(&mut engine, &format!("go depth 2 searchmoves {castling}"));
        engine.check(best == castling, best);
    }
    engine.finish_quietly();
}
