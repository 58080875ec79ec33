//! What `position` accepts, repairs and refuses: incomplete FENs, castling rights and en-passant
//! squares that do not fit the board, and invalid positions. After a refusal there is no position
//! until a valid one arrives.

use crate::common::{Count, Engine};

struct Case {
    subject: &'static str,
    /// The words after `position fen`.
    fen: &'static str,
    totals: &'static [(u32, u128)],
}

/// Accepted without any output.
const ACCEPTED: &[Case] = &[
    // The double step cannot have uncovered the checker.
    Case {
        subject: "en-passant square while in check from a knight",
        fen: "k7/8/8/3pP3/8/7n/5K2/8 w - d6 0 1",
        totals: &[(1, 7)],
    },
    // Stalemate. The last fields are missing, or EPD operations stand in their place.
    Case {
        subject: "three fields",
        fen: "8/8/8/8/8/6k1/6p1/6K1 w -",
        totals: &[(1, 0)],
    },
    Case {
        subject: "two fields",
        fen: "8/8/8/8/8/6k1/6p1/6K1 w",
        totals: &[(0, 1), (1, 0), (2, 0)],
    },
    Case {
        subject: "EPD operands with words that are keywords elsewhere",
        fen: "8/8/8/8/8/6k1/6p1/6K1 w - - c0 \"Black moves and wins; D1 5\"; id \"moves\";",
        totals: &[(1, 0)],
    },
    Case {
        subject: "EPD operations",
        fen: "8/8/8/8/8/6k1/6p1/6K1 w - - bm Kg2; id \"example\";",
        totals: &[(1, 0)],
    },
    // `moves` is not the half-move clock.
    Case {
        subject: "four fields and a bare moves",
        fen: "5rk1/2p4p/2p4r/3P4/4p1b1/1Q2NqPp/PP3P1K/R4R2 b - - moves",
        totals: &[(1, 36), (3, 37_930)],
    },
    // No game reaches this position, but it is playable.
    Case {
        subject: "an unreachable position",
        fen: "B6b/8/8/8/2K5/5k2/8/b6B b - - 0 1",
        totals: &[(1, 6), (2, 106), (3, 1_829), (4, 31_151)],
    },
    Case {
        subject: "full-move number 150",
        fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 150",
        totals: &[(3, 8_902)],
    },
    Case {
        subject: "full-move number 0",
        fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 0",
        totals: &[(3, 8_902)],
    },
    Case {
        subject: "clocks",
        fen: "4k3/8/8/8/8/8/8/3K4 b - - 12 13",
        totals: &[(1, 5)],
    },
    Case {
        subject: "a line of a suite",
        fen: "4k3/8/8/8/8/8/8/3K4 b - - 12 13 ;D1 5",
        totals: &[(1, 5)],
    },
    Case {
        subject: "blanks and tabs between the fields",
        fen: "  rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR \t w   KQkq\t-  0   1  ",
        totals: &[(2, 400)],
    },
    Case {
        subject: "half-move clock over 100",
        fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 150 200",
        totals: &[(2, 400)],
    },
    // Standard chess in Shredder-FEN.
    Case {
        subject: "file letters",
        fen: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w HAha - 0 1",
        totals: &[(1, 48), (2, 2_039), (3, 97_862)],
    },
];

/// Accepted with one warning, after a castling right or the en-passant square was dropped.
const REPAIRED: &[Case] = &[
    Case {
        subject: "no pawn before the en-passant square",
        fen: "rnbqkb1r/ppp3pp/3p1n2/3P4/8/2P5/PP3PPP/RNBQKB1R w KQkq e6",
        totals: &[(1, 36)],
    },
    Case {
        subject: "en-passant square behind a pawn of the side to move",
        fen: "rnbqkbnr/pppppppp/8/8/P7/8/1PPPPPPP/RNBQKBNR w KQkq a3 0 1",
        totals: &[(1, 21)],
    },
    Case {
        subject: "an enemy queen on the rook's square",
        fen: "2b1kbnQ/rpq1pp1p/2n3p1/8/8/2P5/PP3PPP/RN2KBNR b KQk - 0 9",
        totals: &[(1, 42), (2, 1_210)],
    },
    Case {
        subject: "both kings away from e1 and e8",
        fen: "2r5/5p1k/p4b2/2Rp1pr1/1Pn1q3/2P3PP/P4P2/2RQ2K1 b KQkq - 0 1",
        totals: &[(1, 56), (2, 1_672)],
    },
    Case {
        subject: "black king on d8, rights Qkq",
        fen: "r2k3r/p1ppqpb1/bn2pQp1/3PN3/1p2P3/2N4p/PPPBBPPP/R3K1R1 b Qkq - 0 1",
        totals: &[(1, 33)],
    },
    Case {
        subject: "black king on d8, rights Kq",
        fen: "r2k4/p1ppqpb1/1n2p1p1/1b1PN3/Pp2P3/2N2Q2/1PPBBPpr/1R2K2R b Kq - 0 1",
        totals: &[(1, 52)],
    },
    Case {
        subject: "kings on g1 and h8, rights KQkq",
        fen: "r2q1rnk/ppR5/3P2pp/1P1Nbp2/4p3/BQ4P1/P3BP1P/6K1 w KQkq -",
        totals: &[(1, 52), (2, 1_701)],
    },
    Case {
        subject: "a right that is named twice",
        fen: "r3k2r/8/8/8/8/8/8/R3K2R w KQkk - 0 1",
        totals: &[(2, 547), (3, 13_231)],
    },
];

/// Refused with one reason.
const REFUSED: &[(&str, &str)] = &[
    (
        "half an en-passant square",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e",
    ),
    (
        "side not to move in check",
        "rnk2bnr/p3p2p/5p2/1BQP2pP/3PP3/5PB1/PP5P/RN2K1NR w",
    ),
    ("no white king", "4k3/8/8/8/8/8/8/8 w - - 0 1"),
    ("two white kings", "4k3/8/8/8/8/8/8/K3K3 w - - 0 1"),
    (
        "22 white pieces",
        "rnbqkbnr/pppppppp/8/8/8/N2NNNNN/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    ),
    ("a number", "1"),
    ("no field", ""),
    ("one field", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"),
    ("no black king", "8/8/8/8/8/8/8/4K3 w - - 0 1"),
    ("adjacent kings", "8/8/8/3kK3/8/8/8/8 w - - 0 1"),
    ("pawn on rank 8", "P3k3/8/8/8/8/8/8/4K3 w - - 0 1"),
    ("pawn on rank 1", "4k3/8/8/8/8/8/8/p3K3 w - - 0 1"),
    ("nine pawns", "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1"),
    ("seven ranks", "4k3/8/8/8/8/8/4K3 w - - 0 1"),
    ("nine ranks", "4k3/8/8/8/8/8/8/8/4K3 w - - 0 1"),
    ("a rank of nine", "4k3/9/8/8/8/8/8/4K3 w - - 0 1"),
    ("a rank of seven", "4k3/7/8/8/8/8/8/4K3 w - - 0 1"),
    (
        "a rank of nine squares with pieces",
        "4k3/8/8/8/8/8/8/4KNNNNN w - - 0 1",
    ),
    ("an unknown letter", "4k3/8/8/8/8/8/8/4Kx2 w - - 0 1"),
    ("an unknown side", "4k3/8/8/8/8/8/8/4K3 x - - 0 1"),
    (
        "unknown castling letters",
        "4k3/8/8/8/8/8/8/4K3 w xyz - 0 1",
    ),
];

#[test]
fn valid_fens_are_accepted_silently() {
    let mut engine = Engine::start();
    for case in ACCEPTED {
        engine.subject(case.subject);
        engine.silent(&format!("position fen {}", case.fen));
        for &(depth, total) in case.totals {
            engine.expect_total(depth, total);
        }
    }
    engine.finish_quietly();
}

#[test]
fn repairable_fens_are_counted_after_one_warning() {
    let mut engine = Engine::start();
    for case in REPAIRED {
        engine.subject(case.subject);
        engine.warning(&format!("position fen {}", case.fen));
        for &(depth, total) in case.totals {
            engine.expect_total(depth, total);
        }
    }
    engine.finish_quietly();
}

#[test]
fn invalid_fens_are_refused_and_leave_no_position() {
    let mut engine = Engine::start();
    for (subject, fen) in REFUSED {
        engine.subject(subject);
        engine.silent("position startpos");
        engine.error(&format!("position fen {fen}"));
        // The engine must not count the start position instead.
        engine.refused_count("go perft 1");
        let shown = engine.reply("d");
        engine.check(
            shown
                .iter()
                .any(|line| line.starts_with("info string error: ")),
            format_args!("'d' does not report that there is no position: {shown:?}"),
        );
        engine.silent("position startpos");
        engine.expect_total(1, 20);
    }
    engine.finish_quietly();
}

#[test]
fn rights_dropped_in_standard_chess_are_valid_in_chess960() {
    // Counts of Stockfish and python-chess in Chess960 mode.
    let mut engine = Engine::start();
    engine.silent("setoption name UCI_Chess960 value true");
    engine
        .silent("position fen r2k3r/p1ppqpb1/bn2pQp1/3PN3/1p2P3/2N4p/PPPBBPPP/R3K1R1 b Qkq - 0 1");
    let count = engine.expect_total(1, 35);
    assert_eq!((count.of("d8h8"), count.of("d8a8")), (Some(1), Some(1)));
    engine
        .silent("position fen r2k4/p1ppqpb1/1n2p1p1/1b1PN3/Pp2P3/2N2Q2/1PPBBPpr/1R2K2R b Kq - 0 1");
    engine.expect_total(1, 53);
    engine.finish_quietly();
}

#[test]
fn a_search_without_a_position_answers_bestmove_none() {
    let mut engine = Engine::start();
    engine.error("position fen 4k3/8/8/8/8/8/8/8 w - - 0 1");
    engine.send("go depth 1");
    let error = engine.line();
    assert!(error.starts_with("info string error: "), "{error}");
    assert_eq!(engine.line(), "bestmove (none)");
    engine.send("quit");
    engine.finish_quietly();
}

#[test]
fn d_shows_the_clocks_as_given() {
    let mut engine = Engine::start();
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 150",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 12345",
        "4k3/8/8/8/8/8/8/3K4 b - - 12 13",
    ] {
        engine.subject(fen);
        engine.silent(&format!("position fen {fen}"));
        let shown = engine.reply("d");
        engine.check(
            shown.iter().any(|line| line.ends_with(fen)),
            format_args!("the FEN is not shown: {shown:?}"),
        );
    }
    engine.finish_quietly();
}

#[test]
fn file_letters_are_read_with_the_option_off_and_on() {
    let lines = |count: Count| count.moves;
    let fen = "nrkb2nr/ppppp1p1/6bp/5p2/BPP1P1P1/P7/3P1P1P/qRK1BQNR w BHbh - 0 3";
    let mut engine = Engine::start();
    engine.silent(&format!("position fen {fen}"));
    let off = lines(engine.expect_total(1, 28));
    engine.silent("setoption name UCI_Chess960 value true");
    engine.silent(&format!("position fen {fen}"));
    let on = lines(engine.expect_total(1, 28));
    assert_eq!(off, on);
    engine.finish_quietly();
}

#[test]
fn chess960_rights_in_both_notations_give_the_same_count() {
    // python-chess: perft(3) of the Chess960 start positions 0, 1 and 959.
    let cases = [
        (
            "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w",
            "HFhf",
            9_006,
        ),
        (
            "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w",
            "HFhf",
            8_948,
        ),
        (
            "rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w",
            "CAca",
            9_006,
        ),
    ];
    let mut engine = Engine::start();
    engine.silent("setoption name UCI_Chess960 value true");
    for (board, letters, total) in cases {
        for rights in ["KQkq", letters] {
            engine.subject(&format!("{board} {rights}"));
            engine.silent(&format!("position fen {board} {rights} - 0 1"));
            engine.expect_total(3, total);
        }
    }
    engine.finish_quietly();
}
