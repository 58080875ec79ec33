//! Random games as test inputs: their positions, each with its legal moves.

use ox88::board::{CastlingNotation, Position};
use ox88::movegen::Move;
use proptest::prelude::*;

use crate::epd;

/// The start positions of random games: openings and endings, castling of every
/// kind, en passant and promotions within reach.
const STARTS: &[&str] = &[
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    // Chess960 starts, with inner and outer rooks.
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "rkr5/pppppppp/8/8/8/8/PPPPPPPP/RKR5 w CAca - 0 1",
    "1r1k1nr1/pp2pppp/8/8/8/8/PP2PPPP/1R1K1NR1 w GBgb - 0 1",
    // A rook that is pinned against the king once it has castled, rooks that
    // are attacked, and rooks that attack each other.
    "4k3/8/8/8/8/8/8/qR1K2R1 w GB - 0 1",
    "r3k2r/8/1B3q2/8/8/2Q3b1/8/R3K2R w KQkq - 0 1",
    "rk2r3/8/8/8/8/8/8/RK2R3 b EAea - 0 1",
    // Promotions on every file, with and without captures.
    "8/PPPPPPPP/8/7k/K7/8/pppppppp/8 w - - 0 1",
    "n1b1r1n1/PPPPPPPP/8/7k/K7/8/pppppppp/N1B1R1N1 b - - 0 1",
    // Discovered and double checks at every turn.
    "3k4/8/3N4/3R4/3n4/3r4/8/3K2B1 w - - 0 1",
    "7k/8/8/4N3/3B4/8/1Q6/K3R3 w - - 0 1",
    // En passant captures that are pinned along the rank and on diagonals.
    "4k3/3p1p2/8/K3P2r/8/8/8/8 b - - 0 1",
    "k6b/3p1p2/8/4P3/8/8/8/K7 b - - 0 1",
    "8/8/8/8/k2p3R/8/2P1P3/4K2B w - - 0 1",
    // Many queens, on one side and on both.
    "QQQQ4/QQQQ4/QQQQ4/QQQ5/8/8/k7/2rn3K b - - 0 1",
    "k6q/1qq3q1/2q2q2/8/8/2Q2Q2/1QQ3Q1/K6Q w - - 0 1",
];

/// The start positions, and the suite of positions that cannot arise in play.
fn starts() -> Vec<Position> {
    STARTS
        .iter()
        .map(|fen| epd::position(fen, CastlingNotation::Chess960))
        .chain(
            epd::read("irregular.epd", CastlingNotation::Standard)
                .into_iter()
                .map(|line| line.position),
        )
        .collect()
}

/// A random game: its start, and for each ply the index of the move to make,
/// modulo the number of legal moves.
pub fn game() -> impl Strategy<Value = (Position, Vec<u16>)> {
    (
        prop::sample::select(starts()),
        prop::collection::vec(any::<u16>(), 0..120),
    )
}

/// Plays a game and passes each position with its legal moves to `visit`. Mate and
/// stalemate end the game early.
pub fn play(
    (mut position, choices): (Position, Vec<u16>),
    mut visit: impl FnMut(&Position, &[Move]),
) {
    for choice in choices {
        let moves = position.legal_moves();
        visit(&position, &moves);
        if moves.is_empty() {
            return;
        }
        let _ = position.make(moves[usize::from(choice) % moves.len()]);
    }
}
