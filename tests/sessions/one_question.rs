//! Commands with a position of their own: `count 5 kiwipete`. The counts are published ones; those
//! of Chess960 and of `d` were computed with python-chess 1.11.

use crate::common::{Engine, run_arguments};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// Ways to name a position, and perft(3) there.
const POSITIONS: &[(&str, u128)] = &[
    ("startpos", 8_902),
    (
        "fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq",
        8_902,
    ),
    ("kiwipete", 97_862),
    ("position2", 97_862),
    ("position3", 2_812),
    ("position4", 9_467),
    ("position5", 62_379),
    ("position6", 89_890),
    ("position5 moves", 62_379),
    ("frc 0", 9_006),
    ("frc 356", 6_648),
    ("frc 518", 8_902),
    ("frc 959", 9_006),
];

#[test]
fn each_command_that_counts_takes_each_position() {
    for (position, leaves) in POSITIONS {
        for (command, expected) in [
            ("perft 3", format!("Nodes searched: {leaves}")),
            ("divide 3", format!("Nodes searched: {leaves}")),
            ("count 3", format!("Nodes searched: {leaves}")),
            ("estimate 3", format!("Estimate: {leaves}")),
            ("split 3", format!("Paths: {leaves}")),
            ("stats 3 csv", format!("3,{leaves},")),
            ("ladder 3", format!("depth 3 nodes {leaves} ")),
        ] {
            let outcome = run_arguments(&[&format!("{command} {position}")]);
            outcome.check_success(command);
            let is_there = |line: &String| line.starts_with(&expected);
            assert!(
                outcome.lines.iter().any(is_there),
                "{command} {position}: {outcome:?}"
            );
        }
    }
    let known = run_arguments(&["known", "position6"]);
    assert!(
        known.lines.contains(&"depth 3 nodes 89890".to_owned()),
        "{known:?}"
    );
}

#[test]
fn a_position_comes_behind_or_between_the_words_of_a_command() {
    for (command, expected) in [
        ("stats 2 kiwipete csv", "2,2039,"),
        ("stats 2 csv kiwipete", "2,2039,"),
        ("estimate 2 kiwipete seed 7", "Estimate: 2039"),
        (
            "estimate 2 seed 7 fen 4k3/8/8/8/8/8/8/4K3 w samples 1000",
            "Estimate: 25",
        ),
        ("count 2 kiwipete moves e2a6 b4c3", "Nodes searched: 1976"),
        ("count 2 kiwipete moves O-O", "Nodes searched: 2059"),
    ] {
        let outcome = run_arguments(&[command]);
        let is_there = |line: &String| line.starts_with(expected);
        assert!(outcome.lines.iter().any(is_there), "{command}: {outcome:?}");
    }
    let (file, engine) = (
        "tests/suites/divide/startpos-d5.divide",
        env!("CARGO_BIN_EXE_ox88"),
    );
    for arguments in [
        &["diff", file, "startpos"][..],
        &["diff", file, "startpos", "depth", "5"],
        &["compare", engine, "kiwipete", "depth", "2"],
        &["compare", engine, "depth", "2", "frc", "17", "moves"],
    ] {
        let outcome = run_arguments(arguments);
        outcome.check_success(&format!("{arguments:?}"));
        assert!(outcome.lines[0].starts_with("no difference"), "{outcome:?}");
    }
}

#[test]
fn the_position_in_force_stays() {
    let mut engine = Engine::start();
    engine.silent("position fen 8/8/8/r2Pp2K/8/8/8/4k3 w - e6 0 1");
    for command in ["moves startpos", "d frc 3", "known position3"] {
        engine.reply(command);
        engine.expect_total(3, 653);
    }
    // Nor does a refused one leave the session without a position.
    for (command, error) in [
        ("moves fen 8/8 w", "FEN placement has 2 ranks"),
        ("d startpos moves e2e5", "illegal move 'e2e5'"),
        (
            "count 2 position7",
            "'position7' after '2' in 'count', expected startpos",
        ),
        (
            "count 2 frc 960",
            "'960' after 'frc' in 'count', expected a number from 0 to 959",
        ),
        ("d kiwipeet", "'kiwipeet' after 'd', expected startpos"),
        ("moves please", "'please' after 'moves', expected startpos"),
    ] {
        let message = engine.error(command);
        engine.check(message.contains(error), error);
        engine.expect_total(3, 653);
    }
    let refused = engine.refused_count("perft 2 fen 8/8 w");
    engine.check(refused.contains("FEN placement"), "the reason");
    engine.expect_total(3, 653);
    // Without a position in force, the commands still count elsewhere.
    engine.error("position fen nonsense");
    engine.send("count 3 startpos\ncount 3\ncount 1 fen 8/8 w");
    let lines = [engine.line(), engine.line(), engine.line()];
    let starts = [
        "Nodes searched: 8902",
        "info string error: no position, ",
        "info string error: FEN placement has 2 ranks",
    ];
    let agree = lines
        .iter()
        .zip(starts)
        .all(|(line, start)| line.starts_with(start));
    engine.check(agree, "a count and two errors");
    engine.finish_quietly();
}

#[test]
fn position_sets_up_a_named_one() {
    let mut engine = Engine::start();
    for (position, total) in POSITIONS {
        engine.silent(&format!("position {position}"));
        engine.expect_total(3, *total);
    }
    engine.silent("position kiwipete");
    let shown = engine.reply("d");
    engine.check(shown.contains(&format!("Fen: {KIWIPETE}")), "Kiwipete");
    engine.error("position frc");
    engine.error("d");
    engine.finish_quietly();
}

#[test]
fn a_numbered_position_is_counted_with_the_castling_of_chess960() {
    let mut engine = Engine::start();
    let moves = "moves e2e4 e7e5 g1f3 b8c6 f1c4 f8c5";
    let castles = |engine: &mut Engine, command: &str, castling: &str| {
        engine.send(command);
        let count = engine.read_count();
        let found = count.moves.iter().any(|(mv, _)| mv == castling);
        engine.check(found, format_args!("{castling} expected"));
    };
    castles(&mut engine, &format!("perft 1 frc 518 {moves}"), "e1h1");
    castles(&mut engine, &format!("perft 1 startpos {moves}"), "e1g1");
    engine.silent(&format!("position frc 518 {moves} e1h1"));
    engine.silent(&format!("position frc 518 {moves}"));
    castles(&mut engine, "go perft 1", "e1h1");
    engine.silent(&format!("position startpos {moves}"));
    castles(&mut engine, "go perft 1", "e1g1");
    engine.finish_quietly();
}

/// The last move leaves two knights for d2.
#[test]
fn algebraic_notation_is_read_where_it_names_one_move() {
    let mut engine = Engine::start();
    engine.silent("position startpos moves e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6 d3 0-0");
    let shown = engine.reply("d");
    let fen = "r1bq1rk1/pppp1ppp/2n2n2/2b1p3/2B1P3/3P1N2/PPP2PPP/RNBQ1RK1 w - - 1 6";
    engine.check(shown.contains(&format!("Fen: {fen}")), fen);
    let error = engine.error("position startpos moves Nf3 e5 d3 d5 Nd2");
    let expected = "ambiguous move 'Nd2' (move 5 of 'position')";
    engine.check(error.contains(expected), expected);
    engine.check(
        error.ends_with("expected one of: Nfd2, Nbd2")
            || error.ends_with("expected one of: Nbd2, Nfd2"),
        "both knights",
    );
    engine.error("position startpos moves Nf4");
    engine.finish_quietly();
}
