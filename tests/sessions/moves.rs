//! `moves`, `flip`, and the lines of `d` about checks and pins. The names of the moves were
//! computed with python-chess.

use crate::common::Engine;

/// Positions, and the names of their legal moves in alphabetical order.
const NAMES: &[(&str, &str)] = &[
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "Na3 Nc3 Nf3 Nh3 a3 a4 b3 b4 c3 c4 d3 d4 e3 e4 f3 f4 g3 g4 h3 h4",
    ),
    (
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "Bb5 Bc1 Bc4 Bd1 Bd3 Be3 Bf1 Bf4 Bg5 Bh6 Bxa6 Kd1 Kf1 Na4 Nb1 Nb5 Nc4 Nc6 Nd1 Nd3 Ng4 Nxd7 Nxf7 Nxg6 O-O O-O-O Qd3 Qe3 Qf4 Qf5 Qg3 Qg4 Qh5 Qxf6 Qxh3 Rb1 Rc1 Rd1 Rf1 Rg1 a3 a4 b3 d6 dxe6 g3 g4 gxh3",
    ),
    (
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        "Ba6 Bb3 Bb5 Bd2 Bd3 Bd5 Be3 Be6 Bf4 Bg5 Bh6 Bxf7 Kd2 Kf1 Kxf2 Na3 Nbc3 Nd2 Nd4 Nec3 Nf4 Ng1 Ng3 O-O Qd2 Qd3 Qd4 Qd5 Qd6 Rf1 Rg1 a3 a4 b3 b4 c3 dxc8=B dxc8=N dxc8=Q dxc8=R g3 g4 h3 h4",
    ),
    (
        "2k5/8/8/8/4Q2Q/8/8/K6Q w - - 0 1",
        "Ka2 Kb1 Kb2 Q1e1 Q1h2 Q1h3+ Q4h2 Q4h3+ Qa4 Qa8+ Qb4 Qb7# Qc1+ Qc2+ Qc4+ Qc6+ Qd1 Qd3 Qd4 Qd5 Qd8+ Qe2 Qe3 Qe5 Qe6+ Qe8+ Qeb1 Qee1 Qee7 Qef3 Qef4 Qeg2 Qeg4+ Qeh7 Qf1 Qf2 Qf5+ Qf6 Qg1 Qg3 Qg5 Qg6 Qh4e1 Qh5 Qh6 Qh8+ Qhb1 Qhe7 Qhf3 Qhf4 Qhg2 Qhg4+ Qhh7",
    ),
    (
        "k7/8/8/1R6/8/1R6/8/K6R w - - 0 1",
        "Ka2 Kb1 Kb2 R3b4 R5b4 Ra3# Ra5# Rb2 Rb6 Rb7 Rb8+ Rbb1 Rbh3 Rbh5 Rc1 Rc3 Rc5 Rd1 Rd3 Rd5 Re1 Re3 Re5 Rf1 Rf3 Rf5 Rg1 Rg3 Rg5 Rh2 Rh4 Rh6 Rh7 Rh8+ Rhb1 Rhh3 Rhh5",
    ),
    (
        "4k3/8/8/2NpP3/8/2N5/8/4K3 w - d6 0 1",
        "Kd1 Kd2 Ke2 Kf1 Kf2 N3a4 N3e4 N5a4 N5e4 Na2 Na6 Nb1 Nb3 Nb5 Nb7 Nd1 Nd3 Nd7 Ne2 Ne6 Nxd5 e6 exd6",
    ),
    (
        "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1",
        "Kd1 Kd2 Ke2 Kf1 Kf2 O-O-O Ra2 Ra3 Ra4 Ra5 Ra6 Ra7 Ra8# Rb1 Rc1 Rd1",
    ),
    (
        "5k2/8/8/8/8/8/8/4K2R w K - 0 1",
        "Kd1 Kd2 Ke2 Kf1 Kf2 O-O+ Rf1+ Rg1 Rh2 Rh3 Rh4 Rh5 Rh6 Rh7 Rh8+",
    ),
    (
        "4r2k/8/8/3N4/8/8/2N1N3/4K3 w - - 0 1",
        "Kd1 Kd2 Kf1 Kf2 Na1 Na3 Nb6 Nc3 Nc7 Ncb4 Nce3 Nd4 Ndb4 Nde3 Ne7 Nf4 Nf6",
    ),
    (
        "4k3/P7/8/8/8/8/7p/K7 w - - 0 1",
        "Ka2 Kb1 Kb2 a8=B a8=N a8=Q+ a8=R+",
    ),
    (
        "2k5/8/8/8/8/8/4p3/3R1R1K b - - 0 1",
        "Kb7 Kb8 Kc7 e1=B e1=N e1=Q e1=R exd1=B exd1=N exd1=Q exd1=R exf1=B exf1=N exf1=Q+ exf1=R+",
    ),
    (
        "4k3/8/8/8/8/8/8/1K4R1 w G - 0 1",
        "Ka1 Ka2 Kb2 Kc1 Kc2 O-O Rc1 Rd1 Re1+ Rf1 Rg2 Rg3 Rg4 Rg5 Rg6 Rg7 Rg8+ Rh1",
    ),
    (
        "4k3/8/8/8/8/8/8/1RK3R1 w GB - 0 1",
        "Kb2 Kc2 Kd1 Kd2 O-O O-O-O Ra1 Rb2 Rb3 Rb4 Rb5 Rb6 Rb7 Rb8+ Rd1 Re1+ Rf1 Rg2 Rg3 Rg4 Rg5 Rg6 Rg7 Rg8+ Rh1",
    ),
    ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", ""),
];

#[test]
fn moves_are_named_in_standard_algebraic_notation() {
    let mut engine = Engine::start();
    for (fen, names) in NAMES {
        engine.subject(fen);
        engine.silent(&format!("position fen {fen}"));
        let lines = engine.reply("moves");
        if names.is_empty() {
            engine.check(
                lines == ["info string no legal moves, stalemate"],
                "stalemate",
            );
            continue;
        }
        let (mut coordinates, mut found) = (Vec::new(), Vec::new());
        for line in &lines {
            let (mv, san) = line.split_once(' ').expect("two names");
            coordinates.push(mv);
            found.push(san);
        }
        let shown = engine.reply("d");
        let has = |line: String| shown.contains(&line);
        engine.check(
            has(format!("Moves: {}", coordinates.join(" ")))
                && has(format!("SAN: {}", found.join(" ")))
                && has(format!("Legal moves: {}", found.len())),
            "d lists the same moves in the same order",
        );
        found.sort_unstable();
        engine.check(found.join(" ") == *names, format_args!("{found:?}"));
        engine.send("go perft 1");
        let divided: Vec<_> = engine.read_count().moves;
        let divided: Vec<_> = divided.iter().map(|(mv, _)| mv.as_str()).collect();
        engine.check(divided == coordinates, "the order is that of perft");
    }
    engine.finish_quietly();
}

#[test]
fn moves_reports_checkmate_and_refuses_without_a_position() {
    let mut engine = Engine::start();
    engine.silent("position startpos moves f2f3 e7e5 g2g4 d8h4");
    let lines = engine.reply("moves");
    assert_eq!(lines, ["info string no legal moves, checkmate"]);
    engine.error("position fen 8/8 w");
    engine.error("moves");
    engine.error("flip");
    engine.finish_quietly();
}

#[test]
fn d_shows_pinned_pieces_and_checkers() {
    let mut engine = Engine::start();
    for (fen, checkers, pinned) in [
        ("4k3/8/8/8/1b2r3/2N5/4B3/4K3 w - - 0 1", "", " e2 c3"),
        ("4k3/4r3/8/8/1b6/8/3P4/4K3 w - - 0 1", " e7", " d2"),
        // Two pieces on the line, or a piece of the attacker's side, are not pinned.
        ("4k3/8/8/4r3/4b3/8/4B3/4K3 w - - 0 1", "", ""),
        ("4k3/8/8/4r3/8/4N3/4B3/4K3 w - - 0 1", "", ""),
    ] {
        engine.subject(fen);
        engine.silent(&format!("position fen {fen}"));
        let lines = engine.reply("d");
        engine.check(lines.contains(&format!("Checkers:{checkers}")), "checkers");
        engine.check(lines.contains(&format!("Pinned:{pinned}")), "pinned pieces");
    }
    engine.finish_quietly();
}

#[test]
fn flip_mirrors_the_position_and_keeps_the_count() {
    let mut engine = Engine::start();
    for (fen, flipped, depth, leaves) in [
        (
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3k2r/pppbbppp/2n2q1P/1P2p3/3pn3/BN2PNP1/P1PPQPB1/R3K2R b KQkq - 0 1",
            3,
            97_862,
        ),
        (
            "8/8/8/r2Pp2K/8/8/8/4k3 w - e6 0 1",
            "4K3/8/8/8/R2pP2k/8/8/8 b - e3 0 1",
            3,
            653,
        ),
        // From the Chess960 suite.
        (
            "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
            "bq1bnrkr/npp1p1pp/p2p4/5p2/2P5/3PPN2/PP3PPP/BQNB1RKR b HFhf - 2 9",
            3,
            12_189,
        ),
    ] {
        engine.subject(fen);
        engine.silent(&format!("position fen {fen}"));
        let shown = engine.reply("d");
        engine.silent("flip");
        let turned = engine.reply("d");
        engine.check(
            turned.contains(&format!("Fen: {flipped}")),
            "the mirror image",
        );
        engine.expect_total(depth, leaves);
        engine.silent("flip");
        let again = engine.reply("d");
        // `flip` rebuilds the piece lists, so the order of the moves may differ.
        let up_to_checkers = |lines: &[String]| lines[..22].to_vec();
        engine.check(
            up_to_checkers(&again) == up_to_checkers(&shown),
            "twice is nothing",
        );
    }
    engine.finish_quietly();
}
