//! The forms in which files of positions are written, one file for each. A form
//! turns text into [`Draft`](super::record::Draft)s; nothing here knows chess beyond
//! the look of a FEN.

pub(super) mod block;
mod counts;
pub(super) mod csv;
pub(super) mod json;
pub(super) mod keys;
pub(super) mod line;

use std::fmt;

/// The form in which a position is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Form {
    /// `FEN;D1 20;D2 400`.
    #[default]
    Epd,
    /// `FEN,20,400` or `FEN;20;400`.
    List,
    /// `FEN; perft 6 = 123`.
    Sentence,
    /// `id`, `epd` and `perft` on lines of their own.
    PerftRandom,
    /// Comma-separated values with a header.
    Csv,
    /// JSON or JSON lines.
    Json,
    /// JSON with the legal moves and the FEN after each.
    JsonMoves,
    /// A position without counts.
    Fen,
}

const ALL: [Form; 8] = [
    Form::Epd,
    Form::List,
    Form::Sentence,
    Form::PerftRandom,
    Form::Csv,
    Form::Json,
    Form::JsonMoves,
    Form::Fen,
];

impl fmt::Display for Form {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str(match self {
            Form::Epd => "FEN;D1 20",
            Form::List => "FEN;20;400",
            Form::Sentence => "FEN; perft 1 = 20",
            Form::PerftRandom => "perft-random",
            Form::Csv => "CSV",
            Form::Json => "JSON",
            Form::JsonMoves => "JSON with moves",
            Form::Fen => "FEN",
        })
    }
}

/// The forms of a file.
///
/// ```
/// use ox88::tools::suite::{Form, Forms};
///
/// let mut forms = Forms::default();
/// assert_eq!(forms.to_string(), "none");
/// forms.add(Form::Fen);
/// forms.add(Form::PerftRandom);
/// assert_eq!(forms.to_string(), "perft-random and FEN");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Forms([bool; ALL.len()]);

impl Forms {
    /// Adds a form.
    pub fn add(&mut self, form: Form) {
        for (is_in, other) in self.0.iter_mut().zip(ALL) {
            *is_in |= other == form;
        }
    }
}

impl fmt::Display for Forms {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        let forms = self.0.iter().zip(ALL).filter(|(is_in, _)| **is_in);
        let names: Vec<String> = forms.map(|(_, form)| form.to_string()).collect();
        formatter.write_str(match names.is_empty() {
            true => "none",
            false => "",
        })?;
        formatter.write_str(&names.join(" and "))
    }
}

/// Returns whether a text looks like a FEN: a placement, and a side to move.
pub(super) fn looks_like_fen(text: &str) -> bool {
    let mut fields = text.split_ascii_whitespace();
    let placement = fields.next().unwrap_or_default();
    placement.contains('/') && matches!(fields.next(), Some("w" | "b"))
}

/// A text without double quotes around it.
pub(super) fn unquoted(text: &str) -> &str {
    let inner = text.strip_prefix('"').and_then(|it| it.strip_suffix('"'));
    inner.unwrap_or(text)
}
