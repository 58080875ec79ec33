//! Commands that arrive while a count runs. `isready` and `uci` are answered at once, `stop` ends
//! the count, `quit` and the end of input let it finish, and all other commands wait. The tests
//! check the order of lines, never a clock. `go perft 20` is a count that takes too long to end by
//! itself.

use std::thread::sleep;
use std::time::Duration;

use crate::common::{Engine, mask, parse_move_count, run_script};

/// Position 4 of the Chess Programming Wiki: perft(5) is 15,833,292.
const POSITION_4: &str = "fen r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1";
const KIWIPETE: &str = "fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

#[test]
fn isready_and_uci_are_answered_during_a_count() {
    let mut engine = Engine::start();
    engine.send("go perft 20");
    for _ in 0..3 {
        engine.send("isready");
        assert_eq!(engine.line(), "readyok");
        engine.send("uci");
        assert!(engine.line().starts_with("id name "));
        engine.lines_before("uciok");
    }
    // `readyok` also comes before the output of queued counts.
    engine.send("go perft 2\ngo perft 2\nisready");
    assert_eq!(engine.line(), "readyok");
    engine.send("stop");
    for _ in 0..3 {
        assert_eq!(engine.read_stopped(), (Vec::new(), 20));
    }
    engine.expect_total(2, 400);
    engine.finish_quietly();
}

#[test]
fn readyok_comes_before_the_total_of_a_running_count() {
    let mut engine = Engine::start();
    engine.send(&format!("position {POSITION_4}\ngo perft 5\nisready"));
    let lines = engine.lines_before("Nodes searched: 15833292");
    let ready = lines.iter().filter(|line| *line == "readyok").count();
    engine.check(ready == 1, "one readyok before the total");
    assert_eq!(engine.line(), "");
    assert_eq!(
        mask(&engine.line()),
        "info depth 5 nodes 15833292 time T nps R"
    );
    engine.finish_quietly();
}

#[test]
fn two_hundred_isready_during_a_count_break_no_line() {
    const QUESTIONS: usize = 200;
    let mut engine = Engine::start();
    engine.send(&format!("position {KIWIPETE}\ngo perft 4"));
    for _ in 0..QUESTIONS {
        engine.send("isready");
        // The pauses spread the answers over the lines of the count.
        sleep(Duration::from_micros(500));
    }
    let mut others = Vec::new();
    let mut ready = 0;
    while ready < QUESTIONS || !others.iter().any(|line: &String| line.starts_with("info ")) {
        match engine.line() {
            line if line == "readyok" => ready += 1,
            line => others.push(line),
        }
    }
    assert_eq!(others.len(), 48 + 4, "48 moves, total, speed: {others:?}");
    let sum: u128 = others[..48]
        .iter()
        .map(|line| parse_move_count(line, ": ").expect(line).1)
        .sum();
    assert_eq!(sum, 4_085_603);
    assert_eq!(others[48..51], ["", "Nodes searched: 4085603", ""]);
    engine.finish_quietly();
}

#[test]
fn no_line_of_a_count_follows_the_readyok_after_it() {
    let suite = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/suites/standard.epd");
    let suite = std::fs::read_to_string(suite).expect("the standard suite is readable");
    // A few lines of the suite start at a greater depth.
    let positions: Vec<(&str, [u128; 2])> = suite
        .lines()
        .filter_map(|line| {
            let (fen, rest) = line.split_once(";D1 ")?;
            let mut counts = rest.split(";D2 ");
            let first = counts.next()?.parse().ok()?;
            let second = counts.next()?.split(';').next()?.parse().ok()?;
            Some((fen, [first, second]))
        })
        .collect();
    assert!(positions.len() > 100, "the suite was read");

    let mut engine = Engine::start();
    let mut rounds = positions.iter().cycle();
    engine.send(&format!("position fen {}", positions[0].0));
    for round in 0..1000 {
        let (_, totals) = rounds.next().expect("the suite is not empty");
        let next = rounds.clone().next().expect("the suite is not empty").0;
        let depth = round % 2 + 1;
        engine.subject(&format!("count {round}"));
        engine.send(&format!("go perft {depth}"));
        let sum: u128 = engine.read_moves().iter().map(|(_, count)| count).sum();
        // A client that reacts to the empty line reads the rest of this reply first, and then the
        // output of its own commands. The refusal shows that the engine executed them.
        engine.send(&format!(
            "position fen nonsense\nposition fen {next}\nisready"
        ));
        let mut rest = engine.lines_before("readyok");
        let refusal = rest.pop().unwrap_or_default();
        let rest: Vec<_> = rest.iter().map(|line| mask(line)).collect();
        let total = totals[depth - 1];
        let expected = [
            format!("Nodes searched: {total}"),
            String::new(),
            format!("info depth {depth} nodes {total} time T nps R"),
        ];
        engine.check(
            sum == total && rest == expected && refusal.starts_with("info string error: "),
            format_args!("{expected:?} and a refusal expected before readyok"),
        );
    }
    engine.finish_quietly();
}

#[test]
fn stop_ends_a_count_without_a_total() {
    let mut engine = Engine::start();
    engine.send("go perft 20");
    sleep(Duration::from_millis(200));
    engine.send("stop");
    assert_eq!(engine.read_stopped(), (Vec::new(), 20));
    engine.silent("");
    engine.expect_total(3, 8_902);
    engine.finish_quietly();
}

#[test]
fn a_stopped_count_prints_the_finished_moves() {
    // Stockfish's `go perft 6`.
    let expected = [
        ("a2a3", 4_463_267),
        ("b2b3", 5_310_358),
        ("c2c3", 5_417_640),
        ("d2d3", 8_073_082),
        ("e2e3", 9_726_018),
        ("f2f3", 4_404_141),
        ("g2g3", 5_346_260),
        ("h2h3", 4_463_070),
        ("a2a4", 5_363_555),
        ("b2b4", 5_293_555),
        ("c2c4", 5_866_666),
        ("d2d4", 8_879_566),
        ("e2e4", 9_771_632),
        ("f2f4", 4_890_429),
        ("g2g4", 5_239_875),
        ("h2h4", 5_385_554),
        ("b1a3", 4_856_835),
        ("b1c3", 5_708_064),
        ("g1f3", 5_723_523),
        ("g1h3", 4_877_234),
    ];
    let mut engine = Engine::start();
    engine.send("go perft 6");
    let first = engine.line();
    engine.send("stop\nisready");
    let mut moves = vec![first];
    let mut last = Vec::new();
    // `readyok` may come anywhere here, because `isready` was sent while the count ran.
    let mut ready = false;
    while !ready || last.is_empty() {
        match engine.line() {
            line if line == "readyok" => ready = true,
            line if line.starts_with("info ") => last.push(line),
            line => moves.push(line),
        }
    }
    let counted = moves.iter().take_while(|line| !line.is_empty()).count();
    for line in &moves[..counted] {
        let (name, count) = parse_move_count(line, ": ").expect(line);
        assert!(expected.contains(&(name.as_str(), count)), "{line}");
    }
    if moves.iter().any(|line| line.starts_with("Nodes")) {
        // If the stop came too late, the count must be complete.
        assert_eq!(moves[counted..], ["", "Nodes searched: 119060324", ""]);
    } else {
        assert_eq!(moves[counted..], [""]);
        let stopped = format!("info string perft stopped: {counted} of 20 root moves counted");
        assert_eq!(last, [stopped]);
    }
    engine.finish_quietly();
}

#[test]
fn stop_ends_every_earlier_count_and_no_later_one() {
    let mut engine = Engine::start();
    engine.silent("stop");
    engine.silent("stop\nstop");
    engine.expect_total(2, 400);
    // All in one write: the stop applies to the commands before it.
    engine.send("go perft 20\nstop\ngo perft 3");
    assert_eq!(engine.read_stopped(), (Vec::new(), 20));
    assert_eq!(engine.read_count().total, 8_902);
    // The stop ends every count before it, but not the `position` between them.
    engine.send("go perft 20\ngo perft 20\nposition startpos moves e2e4\ngo perft 20\nstop");
    for _ in 0..3 {
        assert_eq!(engine.read_stopped(), (Vec::new(), 20));
    }
    engine.expect_total(2, 600);
    for _ in 0..50 {
        engine.send("go perft 20\nstop\ngo perft 1\nstop\ngo perft 2");
        assert_eq!(engine.read_stopped(), (Vec::new(), 20));
        // This count may have finished before its stop.
        let mut line = engine.line();
        while !line.starts_with("info ") {
            line = engine.line();
        }
        assert_eq!(engine.read_count().total, 600);
    }
    engine.finish_quietly();
}

#[test]
fn a_stopped_search_prints_a_bestmove_and_a_stopped_count_does_not() {
    let mut engine = Engine::start();
    engine.send("go perft 20\ngo infinite\ngo perft 20\nstop\ngo perft 2");
    assert_eq!(engine.read_stopped(), (Vec::new(), 20));
    let (_, best) = engine.read_search();
    engine.check(best != "(none)", "a move from the start position");
    assert_eq!(engine.read_stopped(), (Vec::new(), 20));
    assert_eq!(engine.read_count().total, 400);
    engine.finish_quietly();
}

#[test]
fn ucinewgame_and_position_wait_for_the_count() {
    let mut engine = Engine::start();
    engine.send("go perft 20\nucinewgame\nposition startpos moves e2e4\nisready");
    assert_eq!(engine.line(), "readyok");
    engine.send("stop");
    assert_eq!(engine.read_stopped(), (Vec::new(), 20));
    engine.silent("");
    engine.expect_total(2, 600);
    engine.finish_quietly();
}

#[test]
fn commands_take_effect_in_the_order_of_the_input() {
    let outcome = run_script(
        "position startpos moves e2e4\ngo perft 3\nucinewgame\ngo perft 2\nnonsense\n\
         position fen 1\ngo perft 4\nposition startpos moves e2e4 e7e5\ngo perft 0\ngo perft 2\n",
    );
    let replies: Vec<_> = outcome
        .lines
        .iter()
        .filter(|line| line.starts_with("Nodes") || line.starts_with("info string error: "))
        .map(|line| line.strip_prefix("Nodes searched: ").unwrap_or("error"))
        .collect();
    // Stockfish: perft(3) after e2e4, and perft(2) after e2e4 e7e5.
    let expected = ["13160", "400", "error", "error", "0", "error", "1", "835"];
    assert_eq!(replies, expected, "{outcome:?}");
    outcome.check_success("the session");
}

#[test]
fn quit_and_the_end_of_input_let_counts_finish() {
    for input in [
        "go perft 5\nquit\n",
        "go perft 5\nquit",
        "go perft 5\n",
        "go perft 5",
        "position startpos\ngo perft 5\nquit\ngo perft 4\nuci\nnonsense\n",
        "go perft 20\nstop\ngo perft 5\nquit\n",
    ] {
        let outcome = run_script(input);
        let totals: Vec<_> = outcome
            .lines
            .iter()
            .filter(|line| line.starts_with("Nodes"))
            .collect();
        assert_eq!(
            totals,
            ["Nodes searched: 4865609"],
            "{input:?}: {outcome:?}"
        );
        let last = outcome.lines.last().map(|line| mask(line));
        assert_eq!(
            last.as_deref(),
            Some("info depth 5 nodes 4865609 time T nps R"),
            "{input:?}: nothing is read after quit"
        );
        outcome.check_success(input);
    }
}

/// The results in the output, in order: the total of each count, and `bestmove` for each search.
fn results(lines: &[String]) -> Vec<&str> {
    let results = lines.iter().filter_map(|line| {
        let is_search = line.starts_with("bestmove ") && *line != "bestmove (none)";
        let total = line.strip_prefix("Nodes searched: ");
        total.or(is_search.then_some("bestmove"))
    });
    results.collect()
}

/// The searches take far longer than a test may wait. Reported for other engines, which kept
/// searching after `quit`: AndyGrant/OpenBench#19, cutechess/cutechess#427.
#[test]
fn quit_ends_every_search_at_once() {
    for (commands, expected) in [
        ("go depth 30", &["bestmove"][..]),
        ("go depth 127", &["bestmove"]),
        ("go wtime 60000000 btime 60000000", &["bestmove"]),
        ("go movetime 6000000", &["bestmove"]),
        ("go nodes 999999999999", &["bestmove"]),
        ("go mate 25", &["bestmove"]),
        ("go infinite", &["bestmove"]),
        ("go ponder movetime 6000000", &["bestmove"]),
        (
            "go movetime 6000000\ngo depth 30",
            &["bestmove", "bestmove"],
        ),
        // Counts before and behind a search are finished.
        ("go perft 4\ngo depth 30", &["197281", "bestmove"]),
        (
            "go depth 30\ncount 4\ngo movetime 6000000\ngo perft 3",
            &["bestmove", "197281", "bestmove", "8902"],
        ),
    ] {
        // In one write, and with `quit` behind the first line of output.
        for is_running in [false, true] {
            let mut engine = Engine::start();
            engine.subject(commands);
            let mut lines = Vec::new();
            if is_running {
                engine.send(commands);
                lines.push(engine.line());
                engine.send("quit\ngo perft 5");
            } else {
                engine.send(&format!("{commands}\nquit\ngo perft 5"));
            }
            // Its input stays open.
            let outcome = engine.wait();
            outcome.check_success(commands);
            lines.extend(outcome.lines);
            assert_eq!(results(&lines), expected, "{commands}: {lines:?}");
        }
    }
}

#[test]
fn the_end_of_input_lets_limited_searches_finish() {
    for (input, depth) in [
        ("go depth 4", 4),
        ("go depth 4\n", 4),
        ("go perft 3\ngo depth 4 wtime 60000000\n", 4),
    ] {
        let outcome = run_script(input);
        outcome.check_success(input);
        let start = format!("info depth {depth} score ");
        let last = outcome.lines.iter().rev().nth(1);
        assert!(
            last.is_some_and(|line| line.starts_with(&start)),
            "{input:?}: {outcome:?}"
        );
        assert_eq!(results(&outcome.lines).last(), Some(&"bestmove"));
    }
}

#[test]
fn the_process_ends_with_its_input() {
    for input in [
        "",
        "uci\n",
        "uci",
        "\n",
        "quit",
        "isready\nquit\n",
        "stop\nquit\n",
    ] {
        let outcome = run_script(input);
        outcome.check_success(input);
        let last = outcome.lines.last().map(String::as_str);
        let expected = match input.get(..3) {
            Some("uci") => Some("uciok"),
            Some("isr") => Some("readyok"),
            _ => None,
        };
        assert_eq!(last, expected, "{input:?}");
    }
}

#[test]
fn quit_ends_the_process_while_its_input_stays_open() {
    let mut engine = Engine::start();
    engine.send("go perft 20\nstop\nquit");
    assert_eq!(engine.read_stopped(), (Vec::new(), 20));
    engine.wait().check_quiet("quit after stop");
}
