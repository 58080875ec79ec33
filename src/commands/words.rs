//! A cursor over the words of a command, and the only place that knows how a
//! depth, a number, a keyword or a position is read. What the words mean to a
//! command is the command's business.
//!
//! A line is split at blanks. Double quotes group words, but only in commands
//! that are no part of UCI; a backslash means nothing. Program arguments keep
//! their borders: they are split at blanks where words are expected, and stay
//! whole where a program, a path or a template is.

use crate::perft::MAX_DEPTH;
use crate::text::{self, Quoted};
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// The words of one command, read from the front.
#[derive(Clone, Debug)]
pub struct Words<'a> {
    /// What is still to be read: the rest of a line, then whole arguments.
    line: &'a str,
    arguments: &'a [String],
    /// The rest of the argument that words are being read from.
    argument: &'a str,
    quotes_group: bool,
    /// The first word of the command.
    command: &'a str,
    /// The word before the next one, if the command has begun.
    previous: Option<&'a str>,
}

/// A word, or an argument as a whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token<'a> {
    /// Its text, without the quotes around it.
    pub text: &'a str,
    /// Whether it stood in quotes, and so is no keyword.
    pub is_quoted: bool,
}

/// A position as text, which only the engine can judge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionRequest {
    /// A FEN, or none for the start position.
    pub fen: Option<String>,
    /// Moves to play from there, in coordinate notation.
    pub moves: Vec<String>,
}

impl Token<'_> {
    /// Returns whether this is one of these keywords.
    #[must_use]
    pub fn is_one_of(&self, keywords: &[&str]) -> bool {
        !self.is_quoted && keywords.contains(&self.text)
    }
}

impl<'a> Words<'a> {
    /// The words of a line.
    #[must_use]
    pub fn of_line(line: &'a str) -> Words<'a> {
        Words {
            line,
            arguments: &[],
            argument: "",
            quotes_group: false,
            command: "",
            previous: None,
        }
    }

    /// The words of program arguments. The first one, where a command is
    /// expected, is read like a line.
    #[must_use]
    pub fn of_arguments(arguments: &'a [String]) -> Words<'a> {
        let (line, arguments) = match arguments.split_first() {
            Some((first, rest)) => (first.as_str(), rest),
            None => ("", arguments),
        };
        Words {
            arguments,
            ..Words::of_line(line)
        }
    }

    /// Takes the words up to here for the command's name.
    pub(super) fn begin(&mut self, command: &'a str, quotes_group: bool) {
        self.command = command;
        self.previous = None;
        self.quotes_group = quotes_group;
    }

    /// What is left of the line.
    #[must_use]
    pub fn line(&self) -> &'a str {
        self.line.trim_start()
    }

    /// The first word of the command, as it was typed.
    #[must_use]
    pub fn command(&self) -> &'a str {
        self.command
    }

    /// Takes the next word.
    pub fn word(&mut self) -> Option<&'a str> {
        let word = if self.fill() {
            split_word(&mut self.argument)
        } else {
            self.line_token()?.text
        };
        self.previous = Some(word);
        Some(word)
    }

    /// The next word, which stays the next one.
    #[must_use]
    pub fn peek(&self) -> Option<&'a str> {
        self.clone().word()
    }

    /// Takes the next word if it is this one.
    pub fn take(&mut self, keyword: &str) -> bool {
        let mut after = self.clone();
        let is_next = after.word() == Some(keyword);
        if is_next {
            *self = after;
        }
        is_next
    }

    /// Takes the next word of a line, or the next argument as a whole.
    pub fn token(&mut self) -> Option<Token<'a>> {
        let token = if self.fill() {
            let whole = std::mem::take(&mut self.argument);
            match whole.strip_prefix('"').and_then(|it| it.strip_suffix('"')) {
                Some(text) => Token {
                    text,
                    is_quoted: true,
                },
                None => Token {
                    text: whole,
                    is_quoted: false,
                },
            }
        } else {
            self.line_token()?
        };
        self.previous = Some(token.text);
        Some(token)
    }

    /// Takes all tokens up to one of these keywords, or to the end.
    pub fn tokens_before(&mut self, keywords: &[&str]) -> Vec<Token<'a>> {
        let mut tokens = Vec::new();
        loop {
            let mut after = self.clone();
            match after.token() {
                Some(token) if !token.is_one_of(keywords) => tokens.push(token),
                _ => return tokens,
            }
            *self = after;
        }
    }

    /// Takes a path: an argument as a whole; or the words of a line up to one of
    /// these keywords, or what stands in quotes. `None` if there is none.
    pub fn path(&mut self, keywords: &[&str]) -> Option<String> {
        let mut after = self.clone();
        let is_whole = after.fill();
        let first = after.token()?;
        if first.is_one_of(keywords) {
            return None;
        }
        *self = after;
        let mut path = first.text.to_owned();
        if !(is_whole || first.is_quoted) {
            for token in self.tokens_before(keywords) {
                path.push(' ');
                path += token.text;
            }
        }
        Some(path)
    }

    /// Takes all words up to one of these keywords, or to the end.
    pub fn words_before(&mut self, keywords: &[&str]) -> Vec<&'a str> {
        let mut words = Vec::new();
        loop {
            let mut after = self.clone();
            match after.word() {
                Some(word) if !keywords.contains(&word) => words.push(word),
                _ => return words,
            }
            *self = after;
        }
    }

    /// Takes all words that are left.
    pub fn rest(&mut self) -> Vec<&'a str> {
        self.words_before(&[])
    }

    /// Reads a depth of this many plies or more, up to [`MAX_DEPTH`].
    ///
    /// # Errors
    ///
    /// If the next word is none.
    pub fn depth(&mut self, least: u32) -> Result<u32, String> {
        self.number(
            least..=MAX_DEPTH,
            format_args!("a depth from {least} to {MAX_DEPTH}"),
        )
    }

    /// Reads a number within a range: digits and nothing else.
    ///
    /// # Errors
    ///
    /// If the next word is none.
    pub fn number<T: FromStr + PartialOrd>(
        &mut self,
        range: RangeInclusive<T>,
        expected: impl Display,
    ) -> Result<T, String> {
        let number = self.peek().and_then(text::number);
        match number.filter(|number| range.contains(number)) {
            Some(number) => {
                self.word();
                Ok(number)
            }
            None => self.refuse(expected),
        }
    }

    /// Reads `startpos` or `fen FEN`, and `moves MOVE...` if they follow, up to
    /// one of these keywords or to the end; none if neither comes next.
    ///
    /// # Errors
    ///
    /// If it is begun and makes no sense.
    pub fn position(&mut self, end: &[&str]) -> Result<Option<PositionRequest>, String> {
        let mut ends = vec!["moves"];
        ends.extend(end);
        let fen = if self.take("startpos") {
            None
        } else if self.take("fen") {
            if self.peek().is_none_or(|word| ends.contains(&word)) {
                return self.refuse("a FEN");
            }
            Some(self.words_before(&ends).join(" "))
        } else {
            return Ok(None);
        };
        let moves = match self.peek() {
            Some("moves") => {
                self.word();
                let moves = self.words_before(end);
                moves.into_iter().map(str::to_owned).collect()
            }
            Some(word) if !end.contains(&word) => return self.refuse("moves"),
            _ => Vec::new(),
        };
        Ok(Some(PositionRequest { fen, moves }))
    }

    /// Reads the end of the command.
    ///
    /// # Errors
    ///
    /// If a word follows.
    pub fn end(&mut self) -> Result<(), String> {
        match self.peek() {
            None => Ok(()),
            Some(_) => self.refuse("nothing"),
        }
    }

    /// Refuses the next word, or that there is none: names it, says where it
    /// stands, and what was expected.
    ///
    /// # Errors
    ///
    /// Always.
    pub fn refuse<T>(&self, expected: impl Display) -> Result<T, String> {
        let found = match self.peek() {
            Some(word) => Quoted(word).to_string(),
            None => "nothing".to_owned(),
        };
        let command = Quoted(self.command);
        let place = match self.previous {
            None => format!("after {command}"),
            Some(previous) => format!("after {} in {command}", Quoted(previous)),
        };
        Err(format!("{found} {place}, expected {expected}"))
    }

    /// Returns whether the next word is one of an argument, and not of a line.
    fn fill(&mut self) -> bool {
        if !self.line.trim_start().is_empty() {
            return false;
        }
        while self.argument.trim_start().is_empty() {
            let Some((next, rest)) = self.arguments.split_first() else {
                return false;
            };
            self.argument = next;
            self.arguments = rest;
        }
        true
    }

    fn line_token(&mut self) -> Option<Token<'a>> {
        self.line = self.line.trim_start_matches(is_blank);
        if self.line.is_empty() {
            return None;
        }
        if self.quotes_group
            && let Some(inner) = self.line.strip_prefix('"')
        {
            let end = closing_quote(inner).unwrap_or(inner.len());
            let (text, rest) = inner.split_at(end);
            self.line = rest.strip_prefix('"').unwrap_or(rest);
            return Some(Token {
                text,
                is_quoted: true,
            });
        }
        Some(Token {
            text: split_word(&mut self.line),
            is_quoted: false,
        })
    }
}

fn is_blank(c: char) -> bool {
    c.is_ascii_whitespace()
}

/// Splits the first word off a text that is not blank.
fn split_word<'a>(text: &mut &'a str) -> &'a str {
    let trimmed = text.trim_start_matches(is_blank);
    let end = trimmed.find(is_blank).unwrap_or(trimmed.len());
    let (word, rest) = trimmed.split_at(end);
    *text = rest;
    word
}

/// Where the quote is that ends a group: one that ends a word.
fn closing_quote(text: &str) -> Option<usize> {
    text.match_indices('"')
        .map(|(index, _)| index)
        .find(|index| text[index + 1..].chars().next().is_none_or(is_blank))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(mut words: Words) -> Vec<(String, bool)> {
        words.begin("", true);
        let tokens = words.tokens_before(&[]).into_iter();
        tokens
            .map(|token| (token.text.to_owned(), token.is_quoted))
            .collect()
    }

    fn token(text: &str, is_quoted: bool) -> (String, bool) {
        (text.to_owned(), is_quoted)
    }

    #[test]
    fn quotes_group_the_words_of_a_line_and_a_backslash_is_literal() {
        assert_eq!(
            tokens(Words::of_line(r#"  "my  engine" "depth" a\b "c"d e"f "#)),
            [
                token("my  engine", true),
                token("depth", true),
                token(r"a\b", false),
                token(r#"c"d e"f "#, true),
            ]
        );
        assert_eq!(tokens(Words::of_line("\"")), [token("", true)]);
        let mut words = Words::of_line("\"a b\"");
        assert_eq!(
            words.word(),
            Some("\"a"),
            "UCI's own commands know no quotes"
        );
    }

    #[test]
    fn arguments_are_split_where_words_are_expected_and_else_whole() {
        let arguments = ["a b", "c d", "", "e"].map(str::to_owned);
        let mut words = Words::of_arguments(&arguments);
        assert_eq!(words.clone().rest(), ["a", "b", "c", "d", "e"]);
        assert_eq!(words.word(), Some("a"));
        assert_eq!(
            tokens(words),
            [token("b", false), token("c d", false), token("e", false)]
        );
    }

    #[test]
    fn what_is_refused_is_named_with_its_place() {
        let mut words = Words::of_line("stats 3 csv 4");
        let command = words.word().unwrap();
        words.begin(command, true);
        assert_eq!(
            words.clone().number(5..=9, "a number from 5 to 9"),
            Err("'3' after 'stats', expected a number from 5 to 9".to_owned())
        );
        assert_eq!(words.depth(0), Ok(3));
        assert!(words.take("csv"));
        assert_eq!(
            words.end(),
            Err("'4' after 'csv' in 'stats', expected nothing".to_owned())
        );
        words.word();
        assert_eq!(
            words.depth(1),
            Err("nothing after '4' in 'stats', expected a depth from 1 to 127".to_owned())
        );
    }

    #[test]
    fn numbers_are_digits_and_nothing_else() {
        for text in ["", "+5", "-5", "5.0", "0x5", "128", "five"] {
            assert!(Words::of_line(text).depth(0).is_err(), "{text}");
        }
        assert_eq!(Words::of_line("007").depth(0), Ok(7));
    }
}
