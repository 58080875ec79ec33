//! Counts the leaves below each legal move, some plies deep from before it:
//!
//! ```sh
//! cargo run --release --example divide -- "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1" 5
//! ```

use ox88::board::{CastlingNotation, fen};
use ox88::control::Token;
use ox88::movegen;
use ox88::perft::{Bulk, Counter};
use std::env;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [fen, depth] = arguments.as_slice() else {
        return Err("expected a FEN in quotes, and a depth".into());
    };
    let mut position = fen::parse(fen, CastlingNotation::Standard)?.position;
    let depth: u32 = depth.parse()?;
    let plies_below = depth
        .checked_sub(1)
        .ok_or("expected a depth of at least 1")?;
    for mv in movegen::legal(&position) {
        let undo = position.make(mv);
        let leaves = Bulk.count(&mut position, plies_below, &Token::never());
        position.unmake(mv, &undo);
        let mv = mv.written(CastlingNotation::Standard);
        println!("{mv}: {}", leaves.ok_or("stopped")?);
    }
    Ok(())
}
