//! A text with placeholders for a position and a depth. It is a question to another
//! program, or an argument of one.

use crate::board::{CastlingNotation, Position};
use crate::game::Game;
use crate::movegen::Move;
use crate::text::Quoted;
use std::fmt;

/// The placeholders of a template.
const PLACEHOLDERS: [&str; 3] = ["{fen}", "{depth}", "{moves}"];

/// A text with the placeholders `{fen}`, `{depth}` and `{moves}`.
///
/// ```
/// use ox88::tools::compare::Template;
///
/// assert!(Template::new("perft {depth}").is_ok());
/// let error = Template::new("perft {deep}").unwrap_err();
/// assert_eq!(error, "'{deep}' in a template, expected {fen}, {depth} or {moves}");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Template(String);

/// What fills the placeholders.
pub(super) struct Filling {
    pub(super) fen: String,
    depth: String,
    pub(super) moves: String,
}

impl Template {
    /// A template from its text.
    ///
    /// # Errors
    ///
    /// If a word in braces is not a placeholder. Other braces stand for themselves.
    pub fn new(text: impl Into<String>) -> Result<Template, String> {
        let text = text.into();
        for (start, _) in text.match_indices('{') {
            let inner = &text[start + 1..];
            let word = inner.trim_start_matches(|c: char| c.is_ascii_lowercase());
            let end = start + 1 + inner.len() - word.len();
            let is_word = word.starts_with('}') && end > start + 1;
            if is_word && !PLACEHOLDERS.contains(&&text[start..=end]) {
                return Err(format!(
                    "{} in a template, expected {{fen}}, {{depth}} or {{moves}}",
                    Quoted(&text[start..=end])
                ));
            }
        }
        Ok(Template(text))
    }

    /// A template whose placeholders are known to be right.
    pub(super) fn fixed(text: &str) -> Template {
        Template(text.to_owned())
    }

    /// Returns whether it holds this placeholder.
    #[must_use]
    pub fn holds(&self, placeholder: &str) -> bool {
        self.0.contains(placeholder)
    }

    /// The text with its placeholders filled. A placeholder in what fills one is
    /// not filled again.
    pub(super) fn fill(&self, filling: &Filling) -> String {
        let mut text = String::new();
        let mut rest = self.0.as_str();
        while let Some(start) = rest.find('{') {
            text += &rest[..start];
            rest = &rest[start..];
            let values = [&filling.fen, &filling.depth, &filling.moves];
            let found = PLACEHOLDERS
                .into_iter()
                .zip(values)
                .find(|(placeholder, _)| rest.starts_with(placeholder));
            let (length, value) = found.map_or((1, "{"), |(placeholder, value)| {
                (placeholder.len(), value.as_str())
            });
            if rest.starts_with("{moves}") && filling.moves.is_empty() {
                // Without moves, UCI's word for them does not stand there either.
                let kept = text.trim_end();
                let kept = kept.strip_suffix(" moves").unwrap_or(kept).len();
                text.truncate(kept);
            }
            text += value;
            rest = &rest[length..];
        }
        text + rest
    }

    /// The argument that this makes. One that is only `{moves}` is left out where
    /// there are no moves.
    pub(super) fn argument(&self, filling: &Filling) -> Option<String> {
        let is_left_out = self.0 == "{moves}" && filling.moves.is_empty();
        (!is_left_out).then(|| self.fill(filling))
    }

    /// The lines of the filled text. `\n` in a template begins a new line.
    pub(super) fn lines(&self, filling: &Filling) -> Vec<String> {
        let text = self.fill(filling).replace("\\n", "\n");
        let lines = text.lines().map(str::trim_end).filter(|it| !it.is_empty());
        lines.map(str::to_owned).collect()
    }
}

impl fmt::Display for Template {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl Filling {
    /// The values for a game. `splits` tells whether the templates take the start
    /// position and the moves from there, with `tail` behind them. Otherwise the FEN
    /// is that of the position after all moves.
    pub(super) fn new(
        game: &Game,
        tail: &str,
        depth: u32,
        splits: bool,
        notation: CastlingNotation,
    ) -> Filling {
        let (position, moves): (&Position, &[Move]) = match splits {
            true => (game.start(), game.moves()),
            false => (game.position(), &[]),
        };
        let moves = moves.iter().map(|mv| mv.uci(notation).to_string());
        let tail = Some(tail.to_owned()).filter(|tail| !tail.is_empty());
        Filling {
            fen: position.to_fen(),
            depth: depth.to_string(),
            moves: moves.chain(tail).collect::<Vec<_>>().join(" "),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(text: &str, splits: bool) -> String {
        let mut game = Game::default();
        let mv = game
            .position()
            .parse_move("e2e4", CastlingNotation::Standard);
        game.make(mv.unwrap());
        let filling = Filling::new(&game, "", 3, splits, CastlingNotation::Standard);
        Template::new(text).unwrap().fill(&filling)
    }

    #[test]
    fn placeholders_are_filled_and_other_braces_stay() {
        assert_eq!(filled("perft {depth} {", false), "perft 3 {");
        assert_eq!(filled("{\"depth\": {depth}}", false), "{\"depth\": 3}");
        assert_eq!(
            filled("set {fen}", false),
            "set rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"
        );
        assert_eq!(
            filled("set {fen} moves {moves}", true),
            "set rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves e2e4"
        );
    }

    #[test]
    fn a_template_has_lines_and_arguments() {
        let filling = Filling::new(&Game::default(), "", 2, true, CastlingNotation::Standard);
        let template = Template::new(r"new\nperft {depth} {moves}\n").unwrap();
        assert_eq!(template.lines(&filling), ["new", "perft 2"]);
        let template = Template::fixed("go {depth} moves {moves}");
        assert_eq!(template.lines(&filling), ["go 2"]);
        assert_eq!(Template::fixed("{moves}").argument(&filling), None);
        assert_eq!(
            Template::fixed("-d{depth}").argument(&filling),
            Some("-d2".to_owned())
        );
        assert!(Template::new("{position}").is_err());
    }
}
