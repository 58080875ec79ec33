//! Writing a FEN.

use crate::board::{Color, Position, Square, Wing};
use std::fmt::{self, Write};

impl Position {
    /// The position as a FEN of six fields, from which
    /// [`parse`](super::parse) makes the same position in either notation.
    ///
    /// Castling rights are written KQkq if every one of them is that of a king
    /// on the e-file with a rook in the corner, and by the files of the rooks
    /// (Shredder-FEN) otherwise.
    #[must_use]
    pub fn to_fen(&self) -> String {
        let mut fen = String::new();
        // Writing to a String cannot fail.
        let _ = self.write_fen(&mut fen);
        fen
    }

    fn write_fen(&self, fen: &mut String) -> fmt::Result {
        for rank in (0..8).rev() {
            let mut empty = 0;
            for file in 0..8 {
                let Some(piece) = self.piece_on(Square::new(file, rank)) else {
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

fn write_empty(fen: &mut String, empty: &mut u32) -> fmt::Result {
    if *empty > 0 {
        write!(fen, "{empty}")?;
        *empty = 0;
    }
    Ok(())
}
