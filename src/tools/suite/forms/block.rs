//! Reads the form of Marcel van Kervinck's perft-random.epd, in which a record has
//! several lines:
//!
//! ```text
//! id gentest-1
//! epd rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -
//! perft 1 20
//! perft 2 400
//! ```

use super::super::record::Draft;
use super::{Form, counts, line, unquoted};
use crate::text::Quoted;

/// A line of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::tools::suite) enum Part<'a> {
    /// The name of the record that begins here.
    Name(&'a str),
    /// The game that is played from here on.
    Variant(&'a str),
    /// The position.
    Position(&'a str),
    /// A depth and its count.
    Count(&'a str),
}

/// The records that are being read.
#[derive(Default)]
pub(in crate::tools::suite) struct Blocks {
    /// The current record, if it has a position.
    current: Option<Draft>,
    /// The name of the next record.
    name: Option<String>,
    variant: Option<String>,
}

/// Reads a line of a record, or returns `None` if it is none.
pub(in crate::tools::suite) fn part(text: &str) -> Option<Part<'_>> {
    let (keyword, rest) = text.split_once(char::is_whitespace)?;
    let rest = rest.trim();
    match keyword {
        "id" if !rest.contains(';') => Some(Part::Name(unquoted(rest))),
        "variant" if !rest.contains(';') => Some(Part::Variant(unquoted(rest))),
        "epd" | "fen" => Some(Part::Position(rest)),
        // A position may be called so.
        _ if counts::begins(text) && !text.contains(['/', ';']) => {
            Some(Part::Count(text.split('#').next()?.trim()))
        }
        _ => None,
    }
}

impl Blocks {
    /// Takes a line. Returns the record that it ends.
    ///
    /// # Errors
    ///
    /// If the line makes no sense here.
    pub(in crate::tools::suite) fn take(
        &mut self,
        number: u64,
        part: &Part,
    ) -> Result<Option<Draft>, String> {
        match part {
            Part::Name(name) => {
                self.name = Some((*name).to_owned());
                Ok(self.current.take())
            }
            Part::Variant(variant) => {
                self.variant = Some((*variant).to_owned());
                Ok(self.current.take())
            }
            Part::Position(text) => {
                let ended = self.current.take();
                let Some(mut draft) = line::read(number, text) else {
                    return Ok(ended);
                };
                draft.form = Form::PerftRandom;
                draft.name = self.name.take().or(draft.name);
                draft.variant = self.variant.clone().or(draft.variant);
                self.current = Some(draft);
                Ok(ended)
            }
            Part::Count(text) => match &mut self.current {
                Some(draft) => {
                    counts::add(text, draft);
                    draft.form = Form::PerftRandom;
                    Ok(None)
                }
                None => Err(format!(
                    "{} without a position, expected a line 'epd FEN' before it",
                    Quoted(text)
                )),
            },
        }
    }

    /// The record that ends here.
    pub(in crate::tools::suite) fn end(&mut self) -> Option<Draft> {
        self.current.take()
    }
}
