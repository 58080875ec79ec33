//! `split`: the unique positions some plies below, and the number of paths to each. The figures for
//! the start position are the published ones. The others were computed with python-chess 1.11,
//! ply by ply in a dictionary. Its key was `board_fen()`, `turn`, `clean_castling_rights()`, and
//! `ep_square` where `has_legal_en_passant()`.

use std::collections::HashSet;
use std::thread::sleep;
use std::time::Duration;

use crate::common::{Engine, parse_number, run_arguments, run_script};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// The sums over a list of positions.
#[derive(PartialEq, Eq, Debug)]
struct Summary {
    positions: u128,
    paths: u128,
    greatest: u128,
    squares: u128,
    /// Positions with an en-passant square.
    en_passant: u128,
}

/// Sums up a reply. Checks that every FEN is unique and that the last lines hold the sums.
fn summed_up(lines: &[String]) -> Summary {
    let mut summary = Summary {
        positions: 0,
        paths: 0,
        greatest: 0,
        squares: 0,
        en_passant: 0,
    };
    let [list @ .., empty, paths_line, positions_line] = lines else {
        panic!("too short: {lines:?}");
    };
    let mut fens = HashSet::new();
    for line in list {
        let (fen, paths) = line.split_once(" ;c ").expect("a FEN and its paths");
        let paths = parse_number(paths).expect("a number");
        assert!(fens.insert(fen), "{fen} comes twice");
        assert!(fen.ends_with(" 0 1"), "{fen}");
        summary.positions += 1;
        summary.paths += paths;
        summary.greatest = summary.greatest.max(paths);
        summary.squares = paths.saturating_mul(paths).saturating_add(summary.squares);
        summary.en_passant += u128::from(!fen.ends_with(" - 0 1"));
    }
    assert_eq!(empty, "");
    assert_eq!(*paths_line, format!("Paths: {}", summary.paths));
    assert_eq!(*positions_line, format!("Positions: {}", summary.positions));
    summary
}

fn check(position: &str, plies: u32, expected: [u128; 5]) {
    let outcome = run_arguments(&[&format!("split {plies} {position}")]);
    outcome.check_success(position);
    let [positions, paths, greatest, squares, en_passant] = expected;
    let expected = Summary {
        positions,
        paths,
        greatest,
        squares,
        en_passant,
    };
    assert_eq!(summed_up(&outcome.lines), expected, "{position}, {plies}");
}

/// The sum of the paths is perft. The numbers of unique positions are published for the start
/// position. Six plies would list 9,417,681 positions.
#[test]
fn the_start_position_matches_the_published_numbers() {
    for (plies, positions, paths) in [
        (0, 1, 1),
        (1, 20, 20),
        (2, 400, 400),
        (3, 5_362, 8_902),
        (4, 72_078, 197_281),
        (5, 822_518, 4_865_609),
    ] {
        let outcome = run_arguments(&["split", &plies.to_string()]);
        outcome.check_success("the start position");
        let summary = summed_up(&outcome.lines);
        assert_eq!((summary.positions, summary.paths), (positions, paths));
    }
}

#[test]
fn other_positions_match_python_chess() {
    let kiwipete = &format!("fen {KIWIPETE}");
    check(kiwipete, 1, [48, 48, 1, 48, 1]);
    check(kiwipete, 2, [2_038, 2_039, 2, 2_041, 45]);
    check(kiwipete, 3, [57_548, 97_862, 25, 205_142, 1_929]);
    // Many en-passant captures.
    let pawns = "fen 4k3/p1p1p1p1/8/1P1P1P1P/p1p1p1p1/8/1P1P1P1P/4K3 w - - 0 1";
    check(pawns, 3, [3_208, 4_287, 3, 6_477, 867]);
    check(pawns, 4, [30_832, 74_494, 12, 221_426, 8_148]);
    // En-passant captures that would uncover a rook.
    let pinned = "fen 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";
    check(pinned, 4, [16_978, 43_238, 98, 206_486, 682]);
    // Castling rights that are lost although the pieces return to their squares.
    let rights = "fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    check(rights, 4, [104_847, 314_346, 84, 1_606_910, 0]);
    // Chess960.
    let bishops = "fen rqbbkr1n/pp1p1p1p/4pn2/2p3p1/4P1P1/3P3P/PPP2P2/RQBBKRNN w FAfa - 0 9";
    check(bishops, 3, [8_849, 14_629, 8, 27_359, 22]);
    let rooks = "fen 1rk4r/8/8/8/8/8/8/1RK4R w HBhb - 0 1";
    check(rooks, 3, [6_564, 10_990, 10, 24_668, 0]);
    // Lines that end in mate or stalemate earlier.
    let mates = "fen k7/8/1K6/8/8/8/8/6Q1 w - - 0 1";
    check(mates, 3, [270, 659, 21, 2_961, 0]);
    check(mates, 4, [556, 1_634, 21, 6_938, 0]);
}

#[test]
fn positions_are_listed_in_move_order() {
    let mut engine = Engine::start();
    let moves = engine.reply("moves");
    let mut expected = Vec::new();
    for line in &moves {
        let mv = line.split(' ').next().expect("a move");
        let lines = run_arguments(&[&format!("split 1 startpos moves {mv}")]).lines;
        expected.extend_from_slice(&lines[..lines.len() - 3]);
    }
    engine.send("split 2");
    assert_eq!(engine.lines_before(""), expected);
    assert_eq!(
        [engine.line(), engine.line()],
        ["Paths: 400", "Positions: 400"]
    );
    engine.finish_quietly();
}

#[test]
fn a_position_given_to_split_does_not_replace_the_current_one() {
    let mut engine = Engine::start();
    engine.silent("position startpos moves e2e4");
    engine.send("split 0");
    // No black pawn can capture on e3, so the FEN has no en-passant square.
    let line = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 ;c 1";
    assert_eq!(engine.lines_before(""), [line]);
    assert_eq!([engine.line(), engine.line()], ["Paths: 1", "Positions: 1"]);
    engine.send(&format!("split 0 fen {KIWIPETE} moves e1g1 e8c8"));
    let line = "2kr3r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R4RK1 w - - 0 1 ;c 1";
    assert_eq!(engine.lines_before(""), [line]);
    engine.lines_before("Positions: 1");
    engine.expect_total(1, 20);
    engine.send("split 0 fen 8/8/8/r2Pp2K/8/8/8/4k3 w - e6 0 1");
    assert_eq!(engine.line(), "8/8/8/r2Pp2K/8/8/8/4k3 w - - 0 1 ;c 1");
    engine.lines_before("Positions: 1");
    engine.send("split 0 fen 4k3/8/8/3Pp3/8/8/8/4K3 w - e6 7 30");
    assert_eq!(engine.line(), "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1 ;c 1");
    engine.lines_before("Positions: 1");
    engine.finish_quietly();
}

#[test]
fn mate_and_stalemate_have_no_positions_below() {
    for position in [
        "startpos moves f2f3 e7e5 g2g4 d8h4",
        "fen 7k/8/6Q1/8/8/8/8/K7 b - - 0 1",
    ] {
        let outcome = run_arguments(&[&format!("split 1 {position}")]);
        outcome.check_success(position);
        assert_eq!(outcome.lines, ["", "Paths: 0", "Positions: 0"]);
    }
}

/// Two kings have a few thousand positions, but at a great depth more paths than 128 bits hold.
#[test]
fn more_paths_than_128_bits_are_refused() {
    let kings = "fen 7k/8/8/8/8/8/8/K7 w - - 0 1";
    let outcome = run_arguments(&[&format!("split 30 {kings}")]);
    outcome.check_success(kings);
    let summary = summed_up(&outcome.lines);
    assert!(summary.paths > u64::MAX.into(), "{summary:?}");
    let outcome = run_arguments(&[&format!("split 127 {kings}")]);
    assert_eq!(outcome.status.code(), Some(1));
    let [line] = &outcome.lines[..] else {
        panic!("{outcome:?}");
    };
    let start = "info string error: more paths than 128 bits hold at ply ";
    assert!(line.starts_with(start), "{line}");
}

#[test]
fn a_split_is_stopped_like_a_count() {
    let mut engine = Engine::start();
    engine.send("split 9\nisready");
    assert_eq!(engine.line(), "readyok");
    sleep(Duration::from_millis(50));
    engine.send("stop");
    assert_eq!(engine.line(), "");
    let line = engine.line();
    let plies = line
        .strip_prefix("info string split stopped: ")
        .and_then(|rest| rest.strip_suffix(" of 9 plies searched"));
    engine.check(plies.and_then(parse_number).is_some(), &line);
    engine.expect_total(2, 400);

    // The printing can be stopped as well. It waits for a reader that does not read.
    engine.send("split 5");
    let first = engine.line();
    engine.check(first.ends_with(" ;c 6"), &first);
    engine.send("isready\nstop");
    let mut printed = 1;
    let last = loop {
        match engine.line().as_str() {
            "readyok" => {}
            "" => break engine.line(),
            _ => printed += 1,
        }
    };
    let stopped = format!("info string split stopped: {printed} of 822518 positions told");
    engine.check(last == stopped || last == "Paths: 4865609", &last);
    if last.starts_with("Paths") {
        engine.line();
    }
    engine.expect_total(2, 400);
    engine.finish_quietly();
}

#[test]
fn the_end_of_input_lets_a_split_finish() {
    for input in ["split 3\nquit\n", "split 3"] {
        let outcome = run_script(input);
        outcome.check_success(input);
        assert_eq!(summed_up(&outcome.lines).positions, 5_362);
    }
}

#[test]
fn invalid_splits_are_refused_and_the_position_stays() {
    let mut engine = Engine::start();
    for line in [
        "split",
        "split x",
        "split -1",
        "split 200",
        "split 18446744073709551616",
        "split 3 4",
        "split 3 moves e2e4",
        "split 3 fen",
        "split 3 startpos e2e4",
    ] {
        engine.error(line);
    }
    for (line, error) in [
        ("split 1 fen 8/8 w", "FEN placement has 2 ranks"),
        ("split 1 startpos moves e2e5", "illegal move 'e2e5'"),
    ] {
        engine.send(line);
        let reply = engine.line();
        let start = format!("info string error: {error}");
        engine.check(reply.starts_with(&start), &reply);
    }
    engine.send("split 0 fen 4k3/8/8/8/8/8/8/4K2R w KQ");
    let warning = engine.line();
    engine.check(
        warning.starts_with("info string warning: castling right 'Q'"),
        &warning,
    );
    engine.lines_before("Positions: 1");
    engine.expect_total(2, 400);
    engine.error("position fen 8/8 w");
    engine.send("split 2");
    let line = engine.line();
    engine.check(line.starts_with("info string error: no position"), &line);
    engine.finish_quietly();
}
