//! Writing a FEN.

use crate::board::{Color, Position, Square, Wing};
use std::fmt::{self, Write};

impl Position {
    /// The position as a FEN of six fields, as `to_string` writes it.
    ///
    /// Castling rights are written KQkq if all of them belong to kings on the
    /// e-file and rooks in the corners, and by the files of the rooks
    /// (Shredder-FEN) otherwise. [`parse`](super::parse) reads the same position
    /// from it in either notation.
    ///
    /// ```
    /// use ox88::board::Position;
    ///
    /// let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    /// assert_eq!(Position::start().to_fen(), start);
    /// ```
    #[must_use]
    pub fn to_fen(&self) -> String {
        let mut fen = String::new();
        // A String takes everything. Through a formatter it takes more time.
        let _ = self.write_fen(&mut fen);
        fen
    }

    fn castling_field(&self) -> String {
        let mut standard = String::new();
        let mut shredder = String::new();
        let mut is_standard = true;
        for color in [Color::White, Color::Black] {
            let cased = |letter: char| match color {
                Color::White => letter.to_ascii_uppercase(),
                Color::Black => letter,
            };
            for (wing, letter, corner) in [(Wing::KingSide, 'k', 7), (Wing::QueenSide, 'q', 0)] {
                let Some(rook) = self.castling_rook(color, wing) else {
                    continue;
                };
                standard.push(cased(letter));
                shredder.push(cased(char::from(b'a' + rook.file())));
                is_standard &= rook.file() == corner && self.king_square(color).file() == 4;
            }
        }
        match (standard.is_empty(), is_standard) {
            (true, _) => "-".to_owned(),
            (false, true) => standard,
            (false, false) => shredder,
        }
    }
}

/// The FEN of the position, see [`Position::to_fen`].
impl fmt::Display for Position {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        self.write_fen(formatter)
    }
}

impl Position {
    fn write_fen(&self, fen: &mut impl Write) -> fmt::Result {
        for rank in (0..8).rev() {
            let mut empty = 0;
            for file in 0..8 {
                let Some(piece) = self.piece_on(Square::at(file, rank)) else {
                    empty += 1;
                    continue;
                };
                write_empty(fen, &mut empty)?;
                fen.write_char(piece.letter())?;
            }
            write_empty(fen, &mut empty)?;
            if rank > 0 {
                fen.write_char('/')?;
            }
        }
        let side = match self.side_to_move() {
            Color::White => 'w',
            Color::Black => 'b',
        };
        write!(
            fen,
            " {side} {} {} {} {}",
            self.castling_field(),
            self.en_passant().unwrap_or(Square::NONE),
            self.halfmove_clock(),
            self.fullmove_number()
        )
    }
}

fn write_empty(fen: &mut impl Write, empty: &mut u32) -> fmt::Result {
    if *empty > 0 {
        write!(fen, "{empty}")?;
        *empty = 0;
    }
    Ok(())
}
