//! Random games, as test inputs: the positions of a game from any start, each
//! with the move that was played in it.

use ox88::board::{CastlingNotation, Position};
use ox88::movegen::{self, Move};
use proptest::prelude::*;

use crate::epd;

/// Where random games start: openings and endings, castling of every kind, ep
/// and promotions within reach.
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
    // Fifteen queens against the rest.
    "QQQQ4/QQQQ4/QQQQ4/QQQ5/8/8/k7/2rn3K b - - 0 1",
];

/// A random game: its start, and for each ply the number of the move to play,
/// taken modulo the number of legal moves.
pub fn game() -> impl Strategy<Value = (Position, Vec<u16>)> {
    let start =
        prop::sample::select(STARTS).prop_map(|fen| epd::position(fen, CastlingNotation::Chess960));
    (start, prop::collection::vec(any::<u16>(), 0..120))
}

/// Plays a game, and shows `visit` each position with its legal moves; ends
/// early at mate or stalemate.
pub fn play(
    (mut position, choices): (Position, Vec<u16>),
    mut visit: impl FnMut(&Position, &[Move]),
) {
    for choice in choices {
        let moves = movegen::legal(&position);
        visit(&position, &moves);
        if moves.is_empty() {
            return;
        }
        let _ = position.make(moves[usize::from(choice) % moves.len()]);
    }
}
