//! The way from the start of a game to its position, as `move`, `undo`, `root` and `d`
//! show it.

use super::Printed;
use crate::board::Color;
use crate::game::Game;
use std::fmt::Write;

/// The reply to `move`, `undo` and `root`: the moves that lead to the position.
#[derive(Clone, Debug)]
pub struct Line {
    /// The moves in algebraic notation, with their numbers.
    moves: Vec<String>,
}

/// The most moves that are shown. Of a longer game, these are the last ones.
const MOVES_SHOWN: usize = 200;

impl Line {
    /// The way that a game has gone.
    pub(super) fn of(game: &Game) -> Line {
        let mut moves: Vec<String> = Vec::new();
        for (before, mv) in game.backwards().take(MOVES_SHOWN) {
            let san = before.san(mv).unwrap_or_else(|| mv.to_string());
            let is_first = game.moves().len().min(MOVES_SHOWN) == moves.len() + 1;
            let number = before.fullmove_number();
            moves.push(match before.side_to_move() {
                Color::White => format!("{number}. {san}"),
                Color::Black if is_first => format!("{number}... {san}"),
                Color::Black => san,
            });
        }
        if moves.len() < game.moves().len() {
            moves.push("...".to_owned());
        }
        moves.reverse();
        Line { moves }
    }

    /// The moves, each after a space.
    pub(super) fn listed(&self) -> String {
        let mut text = String::new();
        for mv in &self.moves {
            let _ = write!(text, " {mv}");
        }
        text
    }
}

impl Printed for Line {
    fn text(&self) -> String {
        format!("Line:{}\n", self.listed())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::CastlingNotation;

    fn line(start: &str, moves: &[&str]) -> String {
        let mut game = Game::new(start.parse().unwrap());
        for text in moves {
            game.play(text, 1, CastlingNotation::Standard).unwrap();
        }
        Line::of(&game).text()
    }

    #[test]
    fn moves_have_their_numbers() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(line(start, &[]), "Line:\n");
        let moves = ["e2e4", "g8f6", "e5"];
        assert_eq!(line(start, &moves), "Line: 1. e4 Nf6 2. e5\n");
        let black = "4k3/8/8/8/8/8/8/4K2R b K - 0 9";
        let moves = ["Kd8", "O-O", "Ke8"];
        assert_eq!(line(black, &moves), "Line: 9... Kd8 10. O-O Ke8\n");
    }

    #[test]
    fn of_a_long_game_the_end_is_shown() {
        let kings = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
        let moves = ["e1d1", "e8d8", "d1e1", "d8e8"].repeat(51);
        let line = line(kings, &moves);
        assert!(line.starts_with("Line: ... 3. Kd1 Kd8 4. Ke1 "), "{line}");
        assert!(line.ends_with(" 102. Ke1 Ke8\n"), "{line}");
    }
}
