//! ox88 as pretty-perft uses it, with pretty-perft's requests and its parser reimplemented here.
//! With `--engine` it performs the UCI handshake, sends a FEN, a depth and an empty line, and reads
//! every line up to the first blank one as a move. Any other line there ends its reader thread,
//! and without the blank line it waits without end. With `--command` it calls the program once for
//! each position.

use crate::common::{Engine, parse_move_count, run_arguments};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const MATED: &str = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";

/// A line of moves: the FEN of each node, the depth of the count there, the total, the next move
/// and its count. The numbers are Stockfish's.
const WALK: &[(&str, u32, u128, &str, u128)] = &[
    (KIWIPETE, 3, 97_862, "e1g1", 2_059),
    (
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R4RK1 b kq - 1 1",
        2,
        2_059,
        "e8c8",
        48,
    ),
    (
        "2kr3r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R4RK1 w - - 2 2",
        1,
        48,
        "a1b1",
        1,
    ),
];

struct PrettyPerft {
    engine: Engine,
}

impl PrettyPerft {
    /// The handshake. pretty-perft skips every line before `uciok`, the banner included.
    fn start() -> PrettyPerft {
        let mut engine = Engine::start_with::<&str>(&[]);
        engine.send("uci");
        engine.lines_before("uciok");
        engine.send("isready");
        engine.lines_before("readyok");
        PrettyPerft { engine }
    }

    /// Counts one position. The lines before `readyok` are the rest of the previous reply.
    fn perft(&mut self, fen: &str, depth: u32) -> Vec<(String, u128)> {
        let engine = &mut self.engine;
        engine.subject(&format!("{fen}, depth {depth}"));
        engine.send(&format!("position fen {fen}"));
        engine.send("isready");
        engine.lines_before("readyok");
        engine.send_bytes(format!("go perft {depth}\n\n").as_bytes());
        let mut moves = Vec::new();
        loop {
            let line = engine.line();
            if line.trim().is_empty() {
                return moves;
            }
            match parse_move_count(&line, ": ") {
                Some(entry) => moves.push(entry),
                None => engine.fail(format_args!("pretty-perft's reader fails on '{line}'")),
            }
        }
    }
}

/// The `--command` mode, which parses the output of `PROGRAM FEN DEPTH` in the same way.
fn command(fen: &str, depth: u32) -> Vec<(String, u128)> {
    let outcome = run_arguments(&[fen, &depth.to_string()]);
    outcome.check_success(fen);
    let blank = outcome.lines.iter().position(|line| line.trim().is_empty());
    let blank = blank.unwrap_or_else(|| panic!("no blank line for {fen}: {outcome:?}"));
    let moves: Vec<_> = outcome.lines[..blank]
        .iter()
        .map(|line| parse_move_count(line, ": ").expect(line))
        .collect();
    // pretty-perft does not read the bare total, but it is part of the format.
    let total = if depth == 0 { 1 } else { sum(&moves) };
    assert_eq!(outcome.lines[blank + 1..], [total.to_string()]);
    moves
}

fn sum(moves: &[(String, u128)]) -> u128 {
    moves.iter().map(|(_, count)| count).sum()
}

#[test]
fn as_an_engine_it_counts_down_the_tree_and_back() {
    let mut client = PrettyPerft::start();
    for &(fen, depth, total, name, count) in WALK.iter().chain(WALK.iter().rev()) {
        let moves = client.perft(fen, depth);
        assert_eq!(sum(&moves), total, "{fen}");
        assert!(moves.contains(&(name.to_string(), count)), "{fen}: {name}");
    }
    client.engine.finish().check_success("pretty-perft");
}

#[test]
fn depth_0_and_a_mated_root_end_with_a_blank_line() {
    let mut client = PrettyPerft::start();
    for (fen, depth) in [(KIWIPETE, 0), (MATED, 0), (MATED, 1), (MATED, 3)] {
        assert_eq!(client.perft(fen, depth), []);
    }
    assert_eq!(sum(&client.perft(KIWIPETE, 2)), 2_039);
    client.engine.finish().check_success("pretty-perft");
}

#[test]
fn a_refused_fen_gives_an_empty_list() {
    let mut client = PrettyPerft::start();
    assert_eq!(sum(&client.perft(KIWIPETE, 2)), 2_039);
    assert_eq!(client.perft("4k3/8/8/8/8/8/8/8 w - - 0 1", 2), []);
    // The warning about a repaired FEN comes with `position`, never among the moves.
    let repaired = "2b1kbnQ/rpq1pp1p/2n3p1/8/8/2P5/PP3PPP/RN2KBNR b KQk - 0 9";
    assert_eq!(sum(&client.perft(repaired, 2)), 1_210);
    client.engine.finish().check_success("pretty-perft");
}

#[test]
fn as_a_command_it_reads_moves_and_a_bare_total() {
    for &(fen, depth, total, name, count) in WALK {
        let moves = command(fen, depth);
        assert_eq!(sum(&moves), total, "{fen}");
        assert!(moves.contains(&(name.to_string(), count)), "{fen}: {name}");
    }
    assert_eq!(command(KIWIPETE, 0), []);
    assert_eq!(command(MATED, 1), []);
}

#[test]
fn as_a_command_the_warning_of_a_repaired_fen_goes_to_stderr() {
    let fen = "2b1kbnQ/rpq1pp1p/2n3p1/8/8/2P5/PP3PPP/RN2KBNR b KQk - 0 9";
    let outcome = run_arguments(&[fen, "2"]);
    assert_eq!(outcome.lines.last().map(String::as_str), Some("1210"));
    assert!(outcome.lines.iter().all(|line| !line.contains("warning")));
    assert!(outcome.status.success(), "{outcome:?}");
}

#[test]
fn as_a_command_errors_go_to_stderr() {
    for (fen, depth) in [
        ("4k3/8/8/8/8/8/8/8 w - - 0 1", "2"),
        ("8/8", "2"),
        (KIWIPETE, "18446744073709551615"),
        (KIWIPETE, "99999999999999999999999999"),
    ] {
        let outcome = run_arguments(&[fen, depth]);
        assert_eq!(outcome.status.code(), Some(1), "{fen} {depth}: {outcome:?}");
        assert!(!outcome.stderr.trim().is_empty(), "{fen} {depth}");
        assert!(outcome.lines.is_empty(), "{fen} {depth}: {outcome:?}");
    }
}
