//! A benchmark: a fixed list of positions to count. The sum of their leaves is a
//! signature: builds, methods and machines that count correctly agree in it.
//!
//! The benchmark uses no table, since it measures how fast leaves are counted.
//! Its depths suit the fast methods. For the reference method, which would take
//! minutes, the caller asks for one ply less.

use super::methods::Method;
use super::root::Divide;
use super::settings::Settings;
use crate::board::Position;
use crate::control::Token;
use std::time::Duration;
use web_time::Instant;

/// One position of the list.
struct BenchPosition {
    name: &'static str,
    fen: &'static str,
    depth: u32,
}

/// Positions 3 to 6 and Kiwipete are those of the Chess Programming Wiki's
/// page "Perft Results".
static POSITIONS: &[BenchPosition] = &[
    BenchPosition {
        name: "start position",
        fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        depth: 6,
    },
    BenchPosition {
        name: "Kiwipete",
        fen: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        depth: 5,
    },
    BenchPosition {
        name: "position 3",
        fen: "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        depth: 7,
    },
    BenchPosition {
        name: "position 4",
        fen: "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        depth: 6,
    },
    BenchPosition {
        name: "position 5",
        fen: "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        depth: 5,
    },
    BenchPosition {
        name: "position 6",
        fen: "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        depth: 5,
    },
    BenchPosition {
        name: "queen ending",
        fen: "8/8/6k1/5p2/4q3/8/3Q4/3K4 w - - 0 1",
        depth: 6,
    },
    BenchPosition {
        name: "Chess960 start",
        fen: "bnrkqrnb/pppppppp/8/8/8/8/PPPPPPPP/BNRKQRNB w FCfc - 0 1",
        depth: 6,
    },
    BenchPosition {
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

/// How a benchmark ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use = "a benchmark may have been stopped"]
pub enum BenchOutcome {
    /// Everything was counted; the sum over all positions is the signature.
    Complete(u128),
    /// The benchmark was stopped.
    Stopped {
        /// How many positions had been counted, and reported.
        counted: usize,
        /// How many positions there are.
        positions: usize,
    },
}

/// Counts all positions without a table, each `plies_less` plies less deep than
/// the list has it, and passes each count to `report`.
///
/// ```
/// use ox88::perft::{BenchOutcome, BenchCount, Method, bench};
/// use ox88::control::Token;
///
/// let mut leaves = Vec::new();
/// let report = |count: BenchCount| leaves.push(count.leaves);
/// let outcome = bench(Method::LeafParent, 3, 1, &Token::never(), report);
/// // Perft(3) of the start position.
/// assert_eq!(leaves[0], 8_902);
/// assert_eq!(outcome, BenchOutcome::Complete(leaves.iter().sum()));
/// ```
pub fn bench(
    method: Method,
    plies_less: u32,
    threads: usize,
    stop: &Token,
    mut report: impl FnMut(BenchCount),
) -> BenchOutcome {
    let mut settings = Settings::plain(method);
    settings.threads = threads;
    let mut total = 0;
    for (counted, entry) in POSITIONS.iter().enumerate() {
        let Ok(position) = entry.fen.parse::<Position>() else {
            unreachable!("{} is a position", entry.fen);
        };
        let depth = entry.depth.saturating_sub(plies_less);
        let started = Instant::now();
        let counted_leaves = settings.divide(&position, depth, stop, &mut |_, _| {});
        let Divide::Complete(leaves) = counted_leaves else {
            return BenchOutcome::Stopped {
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
    BenchOutcome::Complete(total)
}
