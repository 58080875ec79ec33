//! A fixed list of positions to count: the sum of their leaves is a signature
//! by which two builds, methods or machines prove that they count the same, and
//! the time tells how fast they are.
//!
//! It measures the counting of leaves, so there is no table, whatever `Hash`
//! says; threads are as set. The depths suit the fast methods. The reference
//! method, which would take minutes, counts one ply less, so that its signature
//! is another: that of the other methods for one ply less.

use super::{Divide, Method, Settings, divide};
use crate::board::{CastlingNotation, fen};
use crate::control::Token;
use std::time::{Duration, Instant};

/// One position of the list.
struct Entry {
    name: &'static str,
    fen: &'static str,
    depth: u32,
}

/// Positions 3 to 6 and Kiwipete are those of the Chess Programming Wiki's
/// page "Perft Results".
static POSITIONS: &[Entry] = &[
    Entry {
        name: "start position",
        fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        depth: 6,
    },
    Entry {
        name: "Kiwipete",
        fen: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        depth: 5,
    },
    Entry {
        name: "position 3",
        fen: "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        depth: 7,
    },
    Entry {
        name: "position 4",
        fen: "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        depth: 6,
    },
    Entry {
        name: "position 5",
        fen: "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        depth: 5,
    },
    Entry {
        name: "position 6",
        fen: "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        depth: 5,
    },
    Entry {
        name: "queen ending",
        fen: "8/8/6k1/5p2/4q3/8/3Q4/3K4 w - - 0 1",
        depth: 6,
    },
    Entry {
        name: "Chess960 start",
        fen: "bnrkqrnb/pppppppp/8/8/8/8/PPPPPPPP/BNRKQRNB w FCfc - 0 1",
        depth: 6,
    },
    Entry {
        name: "many checks",
        fen: "r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1",
        depth: 5,
    },
];

/// The count of one position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BenchCount {
    /// The position's name.
    pub name: &'static str,
    /// The depth, in plies.
    pub depth: u32,
    /// Its leaves.
    pub leaves: u128,
    /// The time it took.
    pub elapsed: Duration,
}

/// How a bench ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bench {
    /// Everything was counted; the sum over all positions.
    Complete(u128),
    /// The bench was stopped.
    Stopped {
        /// How many positions had been counted, and reported.
        counted: usize,
        /// How many positions there are.
        positions: usize,
    },
}

/// Counts all positions without a table, each given to `report` when it is
/// done; `plies_less` makes all of them less deep.
pub fn bench(
    method: Method,
    plies_less: u32,
    threads: usize,
    stop: &Token,
    mut report: impl FnMut(BenchCount),
) -> Bench {
    let mut settings = Settings::plain(method);
    settings.threads = threads;
    let mut total = 0;
    for (counted, entry) in POSITIONS.iter().enumerate() {
        let Ok(parsed) = fen::parse(entry.fen, CastlingNotation::Standard) else {
            unreachable!("{} is a position", entry.fen);
        };
        let depth = entry.depth.saturating_sub(plies_less);
        let started = Instant::now();
        let outcome = divide(&parsed.position, depth, &mut settings, stop, |_, _| {});
        let Divide::Complete(leaves) = outcome else {
            return Bench::Stopped {
                counted,
                positions: POSITIONS.len(),
            };
        };
        total += leaves;
        report(BenchCount {
            name: entry.name,
            depth,
            leaves,
            elapsed: started.elapsed(),
        });
    }
    Bench::Complete(total)
}
