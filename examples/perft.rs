//! Counts the leaves of the tree of legal moves, some plies deep:
//!
//! ```sh
//! cargo run --release --example perft -- "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1" 6
//! ```

#![allow(clippy::print_stdout)]

use ox88::{Position, perft};
use std::env;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [fen, depth] = arguments.as_slice() else {
        return Err("expected a FEN in quotes, and a depth".into());
    };
    let position: Position = fen.parse()?;
    println!("{}", perft(&position, depth.parse()?));
    Ok(())
}
