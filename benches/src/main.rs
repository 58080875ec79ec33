//! ox88's perft side by side with other generators, in one interleaved run: in
//! each round every contender counts every position once, so a noisy machine
//! disturbs all of them alike. It prints Markdown tables.
//!
//! ```text
//! cargo run --release --manifest-path benches/Cargo.toml -- methods [ROUNDS] [NAME=ENGINE...]
//! cargo run --release --manifest-path benches/Cargo.toml -- table|threads|depth [ROUNDS]
//! ```
//!
//! `NAME=ENGINE` adds a UCI engine with `go perft`.

mod contenders;
mod report;

use contenders::{Contender, Engine, Ox88, chess_crate, cozy_chess_crate, shakmaty_crate};
use ox88::board::Position;
use ox88::perft::{Method, published};
use report::Table;
use std::time::{Duration, Instant};

/// A position to count.
struct Work {
    name: &'static str,
    fen: &'static str,
    depth: u32,
}

impl Work {
    /// The published number of leaves.
    fn leaves(&self) -> u128 {
        let position: Position = self.fen.parse().expect("a correct FEN");
        published(&position, self.depth).expect("a published count")
    }
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// Positions of the Chess Programming Wiki, "Perft Results".
static POSITIONS: &[Work] = &[
    Work {
        name: "start",
        fen: START,
        depth: 6,
    },
    Work {
        name: "Kiwipete",
        fen: KIWIPETE,
        depth: 5,
    },
    Work {
        name: "position 3",
        fen: "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        depth: 6,
    },
    Work {
        name: "position 4",
        fen: "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        depth: 5,
    },
    Work {
        name: "position 5",
        fen: "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        depth: 5,
    },
];

fn start(depth: u32) -> Work {
    Work {
        name: "start",
        fen: START,
        depth,
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let what = arguments.first().map_or("methods", String::as_str);
    let rounds = arguments
        .get(1)
        .and_then(|text| text.parse().ok())
        .unwrap_or(5);
    let engines = &arguments[arguments.len().min(2)..];
    match what {
        "methods" => methods(rounds, engines),
        "table" => table(rounds),
        "threads" => threads(rounds),
        "depth" => depth(rounds),
        other => eprintln!("unknown table '{other}', expected methods, table, threads or depth"),
    }
}

/// Each method and each other generator, one thread, no table.
fn methods(rounds: u32, engines: &[String]) {
    let mut contenders: Vec<Box<dyn Contender>> = vec![
        Box::new(Ox88::new("ox88 leaf-parent", Method::LeafParent, 1, 0)),
        Box::new(Ox88::new("ox88 bulk", Method::Bulk, 1, 0)),
        Box::new(Ox88::new("ox88 reference", Method::Reference, 1, 0)),
        cozy_chess_crate(),
        chess_crate(),
        shakmaty_crate(),
    ];
    for engine in engines {
        match engine.split_once('=') {
            Some((name, path)) => contenders.push(Box::new(Engine::start(name, path))),
            None => return eprintln!("'{engine}', expected NAME=ENGINE"),
        }
    }
    for work in POSITIONS {
        run(work, &mut contenders, rounds);
    }
}

/// The start position at depth 7 by size of the table.
fn table(rounds: u32) {
    let sizes = [0, 1, 4, 16, 64, 256, 1024];
    let mut contenders: Vec<Box<dyn Contender>> = Vec::new();
    for size in sizes {
        let name = format!("{size} MiB");
        contenders.push(Box::new(Ox88::new(&name, Method::LeafParent, 1, size)));
    }
    run(&start(7), &mut contenders, rounds);
}

/// The start position by number of threads, without and with a table.
fn threads(rounds: u32) {
    for (depth, size) in [(7, 0), (8, 256)] {
        let mut contenders: Vec<Box<dyn Contender>> = Vec::new();
        for threads in [1, 2] {
            let name = format!("{threads} threads, {size} MiB");
            contenders.push(Box::new(Ox88::new(
                &name,
                Method::LeafParent,
                threads,
                size,
            )));
        }
        run(&start(depth), &mut contenders, rounds);
    }
}

/// The start position by depth, without and with a table.
fn depth(rounds: u32) {
    for depth in 3..=7 {
        let mut contenders: Vec<Box<dyn Contender>> = vec![
            Box::new(Ox88::new("no table", Method::LeafParent, 1, 0)),
            Box::new(Ox88::new("64 MiB", Method::LeafParent, 1, 64)),
        ];
        run(&start(depth), &mut contenders, rounds);
    }
}

/// Lets all contenders count one position, `rounds` times in turn.
fn run(work: &Work, contenders: &mut [Box<dyn Contender>], rounds: u32) {
    let right = work.leaves();
    let mut table = Table::new(work.name, work.depth, right);
    let mut times: Vec<Vec<Duration>> = vec![Vec::new(); contenders.len()];
    for _ in 0..rounds.max(1) {
        for (contender, times) in contenders.iter_mut().zip(&mut times) {
            contender.prepare();
            let started = Instant::now();
            let leaves = contender.count(work.fen, work.depth);
            times.push(started.elapsed());
            assert_eq!(leaves, right, "{} at {}", contender.name(), work.name);
        }
    }
    for (contender, times) in contenders.iter().zip(times) {
        table.add(contender.name(), times);
    }
    println!("{table}");
}
