//! A position as the words of a command name it: `startpos`, a FEN, or a name, with the
//! moves behind it. The engine decides whether it is valid.

use super::words::Words;
use crate::board::{CHESS960_STARTS, NamedPosition, chess960_start};

/// A position as text. The engine decides whether it is valid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionRequest {
    /// The FEN, or `None` for the start position.
    pub fen: Option<String>,
    /// The moves to make from there, in coordinate or algebraic notation.
    pub moves: Texts,
    /// Whether it was called by its number in Chess960. Castling moves are then in
    /// Chess960's notation.
    pub is_chess960: bool,
}

/// A list of words, in one text: a game of a million moves takes no more memory than its
/// line.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Texts(String);

impl Texts {
    /// The words.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.split_ascii_whitespace()
    }
}

impl<T: AsRef<str>> FromIterator<T> for Texts {
    fn from_iter<I: IntoIterator<Item = T>>(words: I) -> Texts {
        let mut texts = String::new();
        for word in words {
            texts += word.as_ref();
            texts.push(' ');
        }
        Texts(texts)
    }
}

/// The words that begin a position. Where they may follow a program or a path, they
/// end it.
pub const POSITION_WORDS: [&str; 9] = [
    "startpos",
    "fen",
    "kiwipete",
    "position2",
    "position3",
    "position4",
    "position5",
    "position6",
    "frc",
];

impl Words<'_> {
    /// Reads `startpos`, `fen FEN`, a named position such as `kiwipete`, or `frc N`,
    /// and `moves MOVE...` after it. The position ends before one of the keywords
    /// `end`. Returns `None` if the next word is none of [`POSITION_WORDS`].
    ///
    /// # Errors
    ///
    /// If the FEN or the number is missing, or if other words follow.
    ///
    /// ```
    /// use ox88::commands::words::Words;
    ///
    /// let mut words = Words::of_line("frc 0 moves e2e4 depth 3");
    /// let position = words.position(&["depth"])?.unwrap();
    /// assert!(position.fen.unwrap().starts_with("bbqnnrkr/"));
    /// assert!(position.moves.iter().eq(["e2e4"]));
    /// assert_eq!(words.rest(), ["depth", "3"]);
    /// # Ok::<(), String>(())
    /// ```
    pub fn position(&mut self, end: &[&str]) -> Result<Option<PositionRequest>, String> {
        let mut ends = vec!["moves"];
        ends.extend(end);
        let mut is_chess960 = false;
        let fen = if self.take("startpos") {
            None
        } else if self.take("frc") {
            is_chess960 = true;
            chess960_start(self.number(
                0..=CHESS960_STARTS - 1,
                "a number from 0 to 959 of a start position in Chess960",
            )?)
        } else if let Some(named) = self.peek().and_then(NamedPosition::by_word) {
            self.word();
            Some(named.fen.to_owned())
        } else if self.take("fen") {
            if self.peek().is_none_or(|word| ends.contains(&word)) {
                return self.refuse("a FEN");
            }
            Some(self.words_before_unquoted(&ends).join(" "))
        } else {
            return Ok(None);
        };
        let moves = match self.peek() {
            Some("moves") => {
                self.word();
                let next = || {
                    let word = self.peek().filter(|word| !end.contains(word));
                    word.and_then(|_| self.word())
                };
                std::iter::from_fn(next).collect()
            }
            Some(word) if !end.contains(&word) => return self.refuse("moves"),
            _ => Texts::default(),
        };
        Ok(Some(PositionRequest {
            fen,
            moves,
            is_chess960,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::NAMED_POSITIONS;

    #[test]
    fn a_position_may_have_keywords_between_quotes() {
        for (fen, behind, moves, rest) in [
            (
                "8/8 w - - c0 \"White moves, wins\"; id \"x\";",
                "",
                &[][..],
                "",
            ),
            (
                "8/8 w - - c0 \"all moves\";",
                " moves e2e4 depth 3",
                &["e2e4"],
                "depth 3",
            ),
            ("8/8 w - - c0 \"no end", " moves e2e4", &["e2e4"], ""),
            ("8/8 w - - c0 \"depth\"", " depth 3", &[], "depth 3"),
        ] {
            let line = format!("fen {fen}{behind}");
            let mut words = Words::of_line(&line);
            let expected = PositionRequest {
                fen: Some(fen.to_owned()),
                moves: moves.iter().collect(),
                is_chess960: false,
            };
            assert_eq!(words.position(&["depth"]), Ok(Some(expected)), "{line}");
            assert_eq!(words.line(), rest, "{line}");
        }
    }

    #[test]
    fn named_positions_begin_with_the_listed_words() {
        for named in &NAMED_POSITIONS {
            for word in named.words {
                assert!(POSITION_WORDS.contains(word));
                let position = Words::of_line(word).position(&[]).unwrap().unwrap();
                let fen = position.fen.unwrap_or(NAMED_POSITIONS[0].fen.to_owned());
                assert_eq!(fen, named.fen);
            }
        }
        for line in ["frc", "frc 960", "frc -1", "frc x", "kiwipete e2a6", "fen"] {
            assert!(Words::of_line(line).position(&[]).is_err(), "{line}");
        }
        assert_eq!(Words::of_line("position7").position(&[]), Ok(None));
    }
}
