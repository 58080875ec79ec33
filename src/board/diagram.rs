//! The board as a diagram for people. Nothing here prints it.

use super::{Piece, Position, Square};
use std::fmt;

const RULE: &str = " +---+---+---+---+---+---+---+---+";

/// A position as a diagram: see [`Position::diagram`].
#[derive(Clone, Copy, Debug)]
pub struct Diagram<'a>(&'a Position);

impl Position {
    /// The board as a diagram of eighteen lines with White at the bottom, ranks
    /// and files named, and no line break at the end.
    ///
    /// ```
    /// use ox88::board::Position;
    ///
    /// let diagram = Position::start().diagram().to_string();
    /// let top = diagram.lines().nth(1);
    /// assert_eq!(top, Some(" | r | n | b | q | k | b | n | r | 8"));
    /// ```
    #[must_use]
    pub fn diagram(&self) -> Diagram<'_> {
        Diagram(self)
    }
}

impl fmt::Display for Diagram<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        writeln!(formatter, "{RULE}")?;
        for rank in (0..8).rev() {
            for file in 0..8 {
                let piece = self.0.piece_on(Square::new(file, rank));
                write!(formatter, " | {}", piece.map_or(' ', Piece::letter))?;
            }
            writeln!(formatter, " | {}", rank + 1)?;
            writeln!(formatter, "{RULE}")?;
        }
        write!(formatter, "   a   b   c   d   e   f   g   h")
    }
}
