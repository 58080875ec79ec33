//! Counts the leaves of the tree of legal moves, some plies deep:
//!
//! ```sh
//! cargo run --release --example perft -- "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1" 6
//! ```

use ox88::board::{CastlingNotation, fen};
use ox88::control::Token;
use ox88::perft::{Bulk, Counter};
use std::env;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [fen, depth] = arguments.as_slice() else {
        return Err("expected a FEN in quotes, and a depth".into());
    };
    let mut position = fen::parse(fen, CastlingNotation::Standard)?.position;
    let leaves = Bulk.count(&mut position, depth.parse()?, &Token::never());
    println!("{}", leaves.ok_or("stopped")?);
    Ok(())
}
