//! A cursor over the words of a command. All commands read their depths, numbers,
//! keywords and paths with it; how it reads positions is in
//! [`position_request`](super::position_request).
//!
//! A line is split at blanks. Where a program or a path is expected, double quotes
//! group words; a backslash is an ordinary character. A program argument is split at
//! blanks where words are expected, and stays whole where a program or a path is
//! expected.

use crate::perft::MAX_DEPTH;
use crate::text::{self, Quoted};
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// The words of one command, which are read from front to back.
///
/// ```
/// use ox88::commands::words::Words;
///
/// let mut words = Words::of_line("depth 5 moves e2e4 e7e5");
/// assert!(words.take("depth"));
/// assert_eq!(words.depth(1), Ok(5));
/// assert!(!words.take("startpos"));
/// assert_eq!(words.word(), Some("moves"));
/// assert_eq!(words.rest(), ["e2e4", "e7e5"]);
/// assert_eq!(words.end(), Ok(()));
/// ```
#[derive(Clone, Debug)]
pub struct Words<'a> {
    /// The unread rest of the line. The arguments follow it.
    line: &'a str,
    /// The arguments from which nothing is read yet.
    arguments: &'a [String],
    /// The unread rest of the argument before them.
    argument: &'a str,
    /// The first word of the command.
    command: &'a str,
    /// The last word read after the command.
    previous: Option<&'a str>,
    /// Whether these are the words of program arguments.
    are_arguments: bool,
}

/// A word or group in quotes of a line, or a whole program argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Item<'a> {
    /// Its text, without quotes around it.
    pub text: &'a str,
    /// Whether it was in quotes. It is then not a keyword.
    pub is_quoted: bool,
}

/// The most words of a program with its arguments, of a path, or of a template. A line has
/// room for millions.
pub(super) const MOST_WORDS: usize = 4_096;

/// Puts lists of keywords together. `N` is their number.
pub(super) const fn joined<const N: usize>(lists: [&[&'static str]; 2]) -> [&'static str; N] {
    let mut words = [""; N];
    let (mut list, mut index, mut next) = (0, 0, 0);
    while list < lists.len() {
        while index < lists[list].len() {
            words[next] = lists[list][index];
            index += 1;
            next += 1;
        }
        list += 1;
        index = 0;
    }
    assert!(next == N, "N is the number of the words");
    words
}

impl<'a> Item<'a> {
    /// An item from a text that may be in quotes.
    fn unquoted(text: &'a str) -> Item<'a> {
        let inner = text.strip_prefix('"').and_then(|it| it.strip_suffix('"'));
        Item {
            text: inner.unwrap_or(text),
            is_quoted: inner.is_some(),
        }
    }

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
            command: "",
            previous: None,
            are_arguments: false,
        }
    }

    /// The words of program arguments. The first argument is read like a line.
    ///
    /// ```
    /// use ox88::commands::words::Words;
    ///
    /// let arguments = ["go perft".to_owned(), "1".to_owned()];
    /// assert_eq!(Words::of_arguments(&arguments).rest(), ["go", "perft", "1"]);
    /// ```
    #[must_use]
    pub fn of_arguments(arguments: &'a [String]) -> Words<'a> {
        let Some((line, arguments)) = arguments.split_first() else {
            return Words::of_line("");
        };
        Words {
            arguments,
            are_arguments: true,
            ..Words::of_line(without_mark(line))
        }
    }

    /// Begins the words of `command`, whose name has been read.
    pub(super) fn begin(&mut self, command: &'a str) {
        self.command = command;
        self.previous = None;
    }

    /// The unread rest of the line.
    #[must_use]
    pub fn line(&self) -> &'a str {
        self.line.trim_start()
    }

    /// Whether these are the words of program arguments, not of a session's line.
    #[must_use]
    pub fn are_arguments(&self) -> bool {
        self.are_arguments
    }

    /// The name of the command, as it was typed.
    #[must_use]
    pub fn command(&self) -> &'a str {
        self.command
    }

    /// Takes the next word.
    pub fn word(&mut self) -> Option<&'a str> {
        let rest = match self.begin_argument() {
            true => &mut self.argument,
            false => &mut self.line,
        };
        let word = split_word(rest)?;
        self.previous = Some(word);
        Some(word)
    }

    /// Returns whether nothing but `--help` or `-h` is left.
    pub(super) fn is_help_wanted(&self) -> bool {
        let mut ahead = self.clone();
        matches!(ahead.word(), Some("--help" | "-h")) && ahead.peek().is_none()
    }

    /// Takes this word off the end, if it is the last one: of the line, or a whole
    /// argument.
    pub(super) fn take_last(&mut self, keyword: &str) -> bool {
        if let Some((last, others)) = self.arguments.split_last() {
            let is_last = last == keyword;
            if is_last {
                self.arguments = others;
            }
            return is_last;
        }
        let before = self.line.trim_end().strip_suffix(keyword);
        let before = before.filter(|before| before.is_empty() || before.ends_with(is_blank));
        self.line = before.unwrap_or(self.line);
        before.is_some()
    }

    /// The next word, without taking it.
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

    /// Takes the next item.
    ///
    /// # Errors
    ///
    /// If it begins with a quote that is not closed.
    pub fn item(&mut self) -> Result<Option<Item<'a>>, String> {
        let item = if self.begin_argument() {
            Item::unquoted(std::mem::take(&mut self.argument))
        } else if let Some(inner) = self.line().strip_prefix('"') {
            let Some(end) = closing_quote(inner) else {
                return self.refuse("a closing double quote");
            };
            self.line = &inner[end + 1..];
            Item {
                text: &inner[..end],
                is_quoted: true,
            }
        } else {
            let Some(text) = split_word(&mut self.line) else {
                return Ok(None);
            };
            let is_quoted = false;
            Item { text, is_quoted }
        };
        self.previous = Some(item.text);
        Ok(Some(item))
    }

    /// Takes all items before the first one that is one of these keywords.
    ///
    /// # Errors
    ///
    /// If one of them begins with a quote that is not closed, or if there are more than
    /// 4,096.
    pub fn items_before(&mut self, keywords: &[&str]) -> Result<Vec<Item<'a>>, String> {
        let mut items = Vec::new();
        loop {
            let mut after = self.clone();
            match after.item()? {
                Some(item) if item.is_one_of(keywords) => return Ok(items),
                Some(_) if items.len() == MOST_WORDS => {
                    return self.refuse(format_args!("at most {MOST_WORDS} words before it"));
                }
                Some(item) => items.push(item),
                None => return Ok(items),
            }
            *self = after;
        }
    }

    /// Takes a path, or returns `None` if there is none. A path is a whole program
    /// argument, a group in quotes, or all words of a line before one of these
    /// keywords.
    ///
    /// # Errors
    ///
    /// If it begins with a quote that is not closed, or if it has more than 4,096 words.
    pub fn path(&mut self, keywords: &[&str]) -> Result<Option<String>, String> {
        let mut after = self.clone();
        let is_argument = after.begin_argument();
        let Some(first) = after.item()?.filter(|item| !item.is_one_of(keywords)) else {
            return Ok(None);
        };
        *self = after;
        let mut path = first.text.to_owned();
        if !(is_argument || first.is_quoted) {
            for item in self.items_before(keywords)? {
                path.push(' ');
                path += item.text;
            }
        }
        Ok(Some(path))
    }

    /// Takes all words before the first one that is one of these keywords.
    pub fn words_before(&mut self, keywords: &[&str]) -> Vec<&'a str> {
        let mut words = Vec::new();
        while let Some(word) = self.peek().filter(|word| !keywords.contains(word)) {
            self.word();
            words.push(word);
        }
        words
    }

    /// Takes all words before the first one that is one of these keywords, and is not
    /// between double quotes, as the operands of an EPD are.
    pub(super) fn words_before_unquoted(&mut self, keywords: &[&str]) -> Vec<&'a str> {
        let mut after = self.clone();
        let words = after.words_before(keywords);
        if !words.iter().any(|word| word.contains('"')) {
            *self = after;
            return words;
        }
        // A quoted part becomes one word, with underscores for its blanks.
        let all = self.clone().rest();
        let masked = text::without_quoted(&all.join(" "));
        let outside = masked.split(' ');
        let outside = outside.take_while(|word| !keywords.contains(word));
        let length = outside.map(|word| word.len() + 1).sum();
        let mut taken = 0;
        let before_keyword = |word: &&str| {
            taken += word.len() + 1;
            taken <= length
        };
        let count = all.iter().copied().take_while(before_keyword).count();
        (0..count).map_while(|_| self.word()).collect()
    }

    /// Takes the text that is left, with its blanks. Arguments are joined by single
    /// blanks.
    pub fn text(&mut self) -> String {
        let mut parts = vec![std::mem::take(&mut self.line).trim()];
        parts.push(std::mem::take(&mut self.argument).trim());
        parts.extend(
            std::mem::take(&mut self.arguments)
                .iter()
                .map(String::as_str),
        );
        parts.retain(|part| !part.is_empty());
        parts.join(" ")
    }

    /// Takes all words that are left.
    pub fn rest(&mut self) -> Vec<&'a str> {
        self.words_before(&[])
    }

    /// Reads a depth in plies, from `least` to [`MAX_DEPTH`].
    ///
    /// # Errors
    ///
    /// If the next word is not such a depth.
    pub fn depth(&mut self, least: u32) -> Result<u32, String> {
        self.number(
            least..=MAX_DEPTH,
            format_args!("a depth from {least} to {MAX_DEPTH}"),
        )
    }

    /// Reads a number in a range, which consists of digits only. `expected`
    /// describes it in the error message.
    ///
    /// # Errors
    ///
    /// If the next word is not such a number.
    ///
    /// ```
    /// use ox88::commands::words::Words;
    ///
    /// let mut words = Words::of_line("7 +8");
    /// assert_eq!(words.number(1..=9, "a digit"), Ok(7));
    /// assert!(words.number(1..=9, "a digit").is_err());
    /// ```
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

    /// Returns an error that names the next word, its place, and what was expected.
    ///
    /// # Errors
    ///
    /// Always.
    ///
    /// ```
    /// use ox88::commands::words::Words;
    ///
    /// let mut words = Words::of_line("depth five");
    /// words.take("depth");
    /// let error = words.refuse::<()>("a number").unwrap_err();
    /// assert!(error.starts_with("'five' after 'depth'"));
    /// assert!(error.ends_with(", expected a number"));
    /// ```
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

    /// If the line is read, goes on to the next argument that has a word. Returns
    /// whether the next word is in an argument.
    fn begin_argument(&mut self) -> bool {
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
}

/// A text without the byte order mark that some shells put before what they pass
/// on.
#[must_use]
pub fn without_mark(text: &str) -> &str {
    text.trim_start_matches('\u{feff}')
}

fn is_blank(c: char) -> bool {
    c.is_ascii_whitespace()
}

/// Splits the first word off a text, unless it is blank.
fn split_word<'a>(text: &mut &'a str) -> Option<&'a str> {
    let trimmed = text.trim_start_matches(is_blank);
    let end = trimmed.find(is_blank).unwrap_or(trimmed.len());
    let (word, rest) = trimmed.split_at(end);
    *text = rest;
    (!word.is_empty()).then_some(word)
}

/// The index of the quote that ends a group. A blank or the end follows it.
fn closing_quote(text: &str) -> Option<usize> {
    text.match_indices('"')
        .map(|(index, _)| index)
        .find(|index| text[index + 1..].chars().next().is_none_or(is_blank))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn items(mut words: Words) -> Vec<(String, bool)> {
        words.begin("");
        let items = words.items_before(&[]).unwrap().into_iter();
        items
            .map(|item| (item.text.to_owned(), item.is_quoted))
            .collect()
    }

    fn item(text: &str, is_quoted: bool) -> (String, bool) {
        (text.to_owned(), is_quoted)
    }

    #[test]
    fn quotes_group_the_words_of_a_line_and_a_backslash_is_literal() {
        assert_eq!(
            items(Words::of_line(r#"  "my  engine" "depth" a\b "c"d e" f"g "#)),
            [
                item("my  engine", true),
                item("depth", true),
                item(r"a\b", false),
                item(r#"c"d e"#, true),
                item(r#"f"g"#, false),
            ]
        );
        for line in ["\"", "\"a b\r\n", "\"a\"b"] {
            assert!(Words::of_line(line).item().is_err(), "{line}");
            assert!(Words::of_line(line).path(&[]).is_err(), "{line}");
        }
        let mut words = Words::of_line("\"a b\"");
        assert_eq!(words.word(), Some("\"a"), "a word knows no quotes");
    }

    #[test]
    fn arguments_are_split_where_words_are_expected_and_else_whole() {
        let arguments = ["a b", "c d", "", "e"].map(str::to_owned);
        let mut words = Words::of_arguments(&arguments);
        assert_eq!(words.clone().rest(), ["a", "b", "c", "d", "e"]);
        assert_eq!(words.word(), Some("a"));
        assert_eq!(
            items(words),
            [item("b", false), item("c d", false), item("e", false)]
        );
    }

    #[test]
    fn what_is_refused_is_named_with_its_place() {
        let mut words = Words::of_line("stats 3 csv 4");
        let command = words.word().unwrap();
        words.begin(command);
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
