//! Small helpers for text: they quote users' input in messages, and read and
//! write numbers.

use std::fmt::{self, Write};
use std::str::FromStr;

/// The most characters of a text that a message repeats.
const SHOWN: usize = 100;

/// Displays a text in single quotes on one line. Control characters are escaped,
/// and the text is cut after 100 characters.
///
/// ```
/// use ox88::text::Quoted;
///
/// assert_eq!(Quoted("e2e5").to_string(), "'e2e5'");
/// assert_eq!(Quoted("a\nb").to_string(), "'a\\nb'");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Quoted<'a>(pub &'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        let mut characters = self.0.chars();
        formatter.write_str("'")?;
        for character in characters.by_ref().take(SHOWN) {
            // Only a person reads this, who needs no escaped single quote.
            if character == '\'' {
                formatter.write_str("'")?;
            } else {
                write!(formatter, "{}", character.escape_debug())?;
            }
        }
        formatter.write_str(if characters.next().is_some() {
            "…'"
        } else {
            "'"
        })
    }
}

/// A text whose control characters are escaped, except for line breaks and tabs. Another
/// program may print any, and a terminal would obey them.
///
/// ```
/// use ox88::text::printable;
///
/// assert_eq!(printable("a2a3: 1\n".into()), "a2a3: 1\n");
/// assert_eq!(printable("\u{1b}[2J\n".into()), "\\u001b[2J\n");
/// ```
#[must_use]
pub fn printable(text: String) -> String {
    let is_odd = |c: char| c.is_control() && !matches!(c, '\n' | '\t');
    if !text.contains(is_odd) {
        return text;
    }
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match is_odd(character) {
            // This form is right in JSON, too.
            true => drop(write!(escaped, "\\u{:04x}", u32::from(character))),
            false => escaped.push(character),
        }
    }
    escaped
}

/// Writes a number with its digits in groups of three.
///
/// ```
/// use ox88::text::grouped;
///
/// assert_eq!(grouped(119_060_324), "119,060,324");
/// assert_eq!(grouped(400), "400");
/// ```
#[must_use]
pub fn grouped(number: u128) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Writes a large number roughly, with a letter for its size: k, M, G, T, P.
///
/// ```
/// use ox88::text::short;
///
/// assert_eq!(short(400.0), "400");
/// assert_eq!(short(4_865_609.0), "4.9 M");
/// assert_eq!(short(3_195_901_860.0), "3.2 G");
/// assert_eq!(short(119_060_324.0), "119 M");
/// ```
#[must_use]
pub fn short(number: f64) -> String {
    let sizes = [(1e15, "P"), (1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")];
    match sizes.iter().find(|(size, _)| number >= *size) {
        Some((size, letter)) if number < 10.0 * size => format!("{:.1} {letter}", number / size),
        Some((size, letter)) => format!("{:.0} {letter}", number / size),
        None => format!("{number:.0}"),
    }
}

/// Reads a number that consists of digits only, without a sign or a space.
/// Returns `None` for any other text, and if the number does not fit the type.
///
/// ```
/// use ox88::text::number;
///
/// assert_eq!(number::<u32>("20"), Some(20));
/// assert_eq!(number::<u32>("+20"), None);
/// assert_eq!(number::<u8>("400"), None, "too large");
/// ```
#[must_use]
pub fn number<T: FromStr>(digits: &str) -> Option<T> {
    let is_plain = digits.bytes().all(|byte| byte.is_ascii_digit());
    is_plain.then(|| digits.parse().ok()).flatten()
}

/// A text of the same length in which every character between double quotes is
/// replaced by underscores. A quote without a second one is an ordinary character.
///
/// ```
/// use ox88::text::without_quoted;
///
/// assert_eq!(without_quoted("c0 \"a; b\"; c1"), "c0 \"____\"; c1");
/// assert_eq!(without_quoted("5\" c"), "5\" c");
/// ```
#[must_use]
pub fn without_quoted(text: &str) -> String {
    let mut masked = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, inside, behind)) = quoted(rest) {
        masked += before;
        masked.push('"');
        masked.extend(std::iter::repeat_n('_', inside.len()));
        masked.push('"');
        rest = behind;
    }
    masked += rest;
    masked
}

/// Splits a text at its first part in double quotes.
fn quoted(text: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = text.split_once('"')?;
    let (inside, behind) = rest.split_once('"')?;
    Some((before, inside, behind))
}

/// Writes a number with its noun, which takes an `s` in the plural.
///
/// ```
/// use ox88::text::number_of;
///
/// assert_eq!(number_of(1_u64, "line"), "1 line");
/// assert_eq!(number_of(0_u64, "line"), "0 lines");
/// ```
#[must_use]
pub fn number_of(number: impl Into<u128>, thing: &str) -> String {
    let number: u128 = number.into();
    let ending = if number == 1 { "" } else { "s" };
    format!("{number} {thing}{ending}")
}

/// Parts of a text behind `start`, in lines of at most [`WIDTH`] characters (as far as one
/// part fits), of which the later ones are indented.
///
/// ```
/// use ox88::text::wrapped;
///
/// let part = "a".repeat(40);
/// let lines = wrapped("Is: ", [part.as_str(), part.as_str()], 2);
/// assert_eq!(lines, format!("Is: {part}\n  {part}\n"));
/// ```
#[must_use]
pub fn wrapped<'a>(start: &str, parts: impl IntoIterator<Item = &'a str>, indent: usize) -> String {
    let mut lines = start.to_owned();
    let mut length = start.len();
    for (number, part) in parts.into_iter().enumerate() {
        if number > 0 && length + 1 + part.len() > WIDTH {
            let _ = write!(lines, "\n{:indent$}", "");
            length = indent;
        } else if number > 0 {
            lines.push(' ');
            length += 1;
        }
        lines += part;
        length += part.len();
    }
    lines + "\n"
}

/// The columns of a terminal.
pub const WIDTH: usize = 80;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_and_odd_texts_stay_on_one_short_line() {
        let shown = Quoted(&"x\r\0\u{1b}".repeat(1000)).to_string();
        assert!(shown.ends_with("…'"));
        assert!(shown.len() < 1000);
        assert!(!shown.chars().any(char::is_control));
    }
}
