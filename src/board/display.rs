//! The board as a person wants to see it. Where it is printed is not decided
//! here.

use super::{Position, Square};
use std::fmt;

const RULE: &str = " +---+---+---+---+---+---+---+---+";

/// The board as a diagram of eighteen lines, White at the bottom, with ranks
/// and files named; no line break at the end.
impl fmt::Display for Position {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        writeln!(formatter, "{RULE}")?;
        for rank in (0..8).rev() {
            for file in 0..8 {
                let piece = self.piece_on(Square::new(file, rank));
                write!(formatter, " | {}", piece.map_or(' ', super::Piece::letter))?;
            }
            writeln!(formatter, " | {}", rank + 1)?;
            writeln!(formatter, "{RULE}")?;
        }
        write!(formatter, "   a   b   c   d   e   f   g   h")
    }
}
