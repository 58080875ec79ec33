//! The mirror image of a position.

use super::{CastlingNotation, Position, fen};

impl Position {
    /// The position with the board turned over and the colours swapped. Ranks
    /// 1 and 8 change places, White's pieces become Black's, and the side to
    /// move, the castling rights and the en passant square change with them.
    /// The clocks stay.
    ///
    /// Perft of both positions is the same. A generator for which it differs
    /// treats the colours differently.
    ///
    /// ```
    /// use ox88::board::Position;
    ///
    /// let flipped = Position::start().flipped();
    /// let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1";
    /// assert_eq!(flipped.to_fen(), fen);
    /// ```
    #[must_use]
    pub fn flipped(&self) -> Position {
        let fen = flip_fen(&self.to_fen());
        // The rules treat both sides alike, so this FEN is valid too.
        match fen::parse(&fen, CastlingNotation::Standard) {
            Ok(parsed) => parsed.position,
            Err(error) => unreachable!("{fen} mirrors a position: {error}"),
        }
    }
}

/// The FEN of the mirror image of a position's FEN.
fn flip_fen(fen: &str) -> String {
    let flipped = fen.split(' ').enumerate().map(|(field, text)| match field {
        0 => {
            let ranks: Vec<String> = text.split('/').rev().map(swap_case).collect();
            ranks.join("/")
        }
        1 => match text {
            "w" => "b".to_owned(),
            _ => "w".to_owned(),
        },
        2 => swap_case(text),
        3 => text.chars().map(flip_rank).collect(),
        _ => text.to_owned(),
    });
    flipped.collect::<Vec<_>>().join(" ")
}

fn swap_case(text: &str) -> String {
    let swap = |letter: char| {
        if letter.is_ascii_uppercase() {
            letter.to_ascii_lowercase()
        } else {
            letter.to_ascii_uppercase()
        }
    };
    text.chars().map(swap).collect()
}

fn flip_rank(character: char) -> char {
    match character {
        '3' => '6',
        '6' => '3',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_changes_sides() {
        for (fen, flipped) in [
            (
                "r3k2r/8/8/3pP3/8/8/8/R3K3 w Qkq d6 3 20",
                "r3k3/8/8/8/3Pp3/8/8/R3K2R b KQq d3 3 20",
            ),
            // A rook that castles from the b-file, written by its file.
            (
                "1r2k3/8/8/8/8/8/8/4K1R1 b Gb - 0 1",
                "4k1r1/8/8/8/8/8/8/1R2K3 w Bg - 0 1",
            ),
        ] {
            let parsed = fen::parse(fen, CastlingNotation::Standard).unwrap();
            assert_eq!(parsed.repairs, []);
            let image = parsed.position.flipped();
            assert_eq!(image.to_fen(), flipped);
            assert_eq!(image.flipped().to_fen(), fen);
            assert_eq!(image.flipped().key(), parsed.position.key());
        }
    }
}
