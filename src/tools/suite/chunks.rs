//! Splits a JSON file into the values that it consists of: the elements of its
//! outermost array, or the values of JSON lines. So a file may be of any size.

use super::source::Source;
use std::io;

/// The greatest length of a value, in bytes.
const MAX_VALUE: usize = 16 << 20;

/// The place in a JSON file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Chunks {
    /// Whether this is inside the outermost array.
    in_array: bool,
    /// Whether a bracket was read that may begin the outermost array, or the value of
    /// a position: `[FEN, 20, 400]`.
    has_bracket: bool,
}

/// A value as it stands in the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Chunk {
    /// The line on which it begins, from 1.
    pub(super) number: u64,
    text: Vec<u8>,
    is_cut: bool,
    /// Whether the file ends here, within an array.
    is_end: bool,
}

/// How far a value is read.
#[derive(Default)]
struct Nesting {
    /// How many arrays and objects are open.
    depth: usize,
    in_string: bool,
    is_escaped: bool,
}

/// Returns whether a file is JSON, from the first byte that is no margin. Takes the
/// bytes before it.
pub(super) fn is_json(source: &mut Source) -> io::Result<bool> {
    loop {
        let bytes = source.peek()?;
        let margin = bytes.iter().take_while(|byte| is_margin(**byte)).count();
        let first = bytes.get(margin).copied();
        let is_end = bytes.is_empty();
        source.take(margin);
        if first.is_some() || is_end || source.stop.is_set() {
            return Ok(matches!(first, Some(b'{' | b'[')));
        }
    }
}

impl Chunk {
    /// Its text.
    ///
    /// # Errors
    ///
    /// If the value is too long, or if there is none.
    pub(super) fn whole(self) -> Result<String, String> {
        if self.is_end {
            return Err("the file ends within an array, expected ']'".to_owned());
        }
        match self.is_cut {
            true => Err(format!("a JSON value of more than {} MiB", MAX_VALUE >> 20)),
            // Some programs end lines with NUL, which is no JSON.
            false => Ok(String::from_utf8_lossy(&self.text).replace('\0', " ")),
        }
    }
}

impl Chunks {
    /// The next value, or `None` at the end of the file or after a stop.
    pub(super) fn next(&mut self, source: &mut Source) -> io::Result<Option<Chunk>> {
        loop {
            let bytes = source.peek()?;
            let first = bytes.first().copied();
            let margin = bytes.iter().take_while(|byte| is_margin(**byte)).count();
            if source.stop.is_set() {
                return Ok(None);
            }
            if margin > 0 {
                source.take(margin);
                continue;
            }
            // An array that begins with a text is one value.
            let is_bracket = std::mem::take(&mut self.has_bracket);
            if is_bracket && first == Some(b'"') {
                return value(source, b"[").map(Some);
            }
            self.in_array |= is_bracket;
            match first {
                None if self.in_array => {
                    self.in_array = false;
                    let number = source.line();
                    return Ok(Some(Chunk {
                        number,
                        text: Vec::new(),
                        is_cut: false,
                        is_end: true,
                    }));
                }
                None => return Ok(None),
                Some(b'[') if !self.in_array => self.has_bracket = true,
                Some(b']') if self.in_array => self.in_array = false,
                Some(b',') => {}
                Some(_) => return value(source, b"").map(Some),
            }
            source.take(1);
        }
    }
}

/// Reads one value, of which `start` was read before.
fn value(source: &mut Source, start: &[u8]) -> io::Result<Chunk> {
    let mut chunk = Chunk {
        number: source.line(),
        text: start.to_owned(),
        is_cut: false,
        is_end: false,
    };
    let mut nesting = Nesting {
        depth: start.len(),
        ..Nesting::default()
    };
    loop {
        let is_stopped = source.stop.is_set();
        let bytes = source.peek()?;
        if bytes.is_empty() || is_stopped {
            return Ok(chunk);
        }
        let mut ends = bytes.iter().enumerate();
        let end = ends.find_map(|(index, byte)| nesting.end(index, *byte));
        let part = bytes.get(..end.unwrap_or(bytes.len())).unwrap_or_default();
        if chunk.text.len() + part.len() > MAX_VALUE {
            chunk.is_cut = true;
        } else if !chunk.is_cut {
            chunk.text.extend_from_slice(part);
        }
        let length = part.len();
        source.take(length);
        if end.is_some() {
            return Ok(chunk);
        }
    }
}

impl Nesting {
    /// Takes a byte of a value. Returns the value's end if it ends here.
    fn end(&mut self, index: usize, byte: u8) -> Option<usize> {
        if self.in_string {
            match byte {
                _ if self.is_escaped => self.is_escaped = false,
                b'\\' => self.is_escaped = true,
                b'"' => self.in_string = false,
                _ => {}
            }
            return None;
        }
        match byte {
            b'"' => self.in_string = true,
            b'{' | b'[' => self.depth += 1,
            b'}' | b']' if self.depth > 0 => {
                self.depth -= 1;
                return (self.depth == 0).then_some(index + 1);
            }
            // A stray bracket is a value of its own, which is no JSON.
            b'}' | b']' if index == 0 => return Some(1),
            b',' | b'}' | b']' | b'\n' if self.depth == 0 => return Some(index),
            _ => {}
        }
        None
    }
}

/// White space, NUL, and the bytes of a byte order mark.
fn is_margin(byte: u8) -> bool {
    byte.is_ascii_whitespace() || matches!(byte, 0 | 0xef | 0xbb | 0xbf)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Token;

    fn values(text: &str) -> Vec<(u64, String)> {
        let text = std::io::Cursor::new(text.to_owned());
        let mut source = Source::new(Box::new(text), &Token::never());
        let mut chunks = Chunks::default();
        std::iter::from_fn(|| chunks.next(&mut source).unwrap())
            .map(|chunk| (chunk.number, chunk.whole().unwrap()))
            .collect()
    }

    #[test]
    fn values_of_arrays_and_lines_are_found() {
        for (text, expected) in [
            (
                "\u{feff}{\"a\": [1]}\r\n\n{}\0",
                &[(1, "{\"a\": [1]}"), (3, "{}")][..],
            ),
            (
                "[\n {\"a\": 1}, {\"}]\": \"\\\"}\"}\n]",
                &[(2, "{\"a\": 1}"), (2, "{\"}]\": \"\\\"}\"}")],
            ),
            ("[[1, 2],\n[3]]", &[(1, "[1, 2]"), (2, "[3]")]),
            ("[1, ab\n]", &[(1, "1"), (1, "ab")]),
            (
                "[ \"a]\", 1]\n[\"b\"]",
                &[(1, "[\"a]\", 1]"), (2, "[\"b\"]")],
            ),
            ("{\0\"a\"\0: 1}", &[(1, "{ \"a\" : 1}")]),
            ("{}]{", &[(1, "{}"), (1, "]"), (1, "{")]),
            ("[]", &[]),
        ] {
            let expected: Vec<(u64, String)> = expected
                .iter()
                .map(|(line, value)| (*line, (*value).to_owned()))
                .collect();
            assert_eq!(values(text), expected, "{text}");
        }
    }

    #[test]
    fn an_array_without_an_end_is_no_json() {
        for text in ["[1", "[1,", "[", "[1\n"] {
            let mut source = Source::new(Box::new(text.as_bytes()), &Token::never());
            let mut chunks = Chunks::default();
            let values = std::iter::from_fn(|| chunks.next(&mut source).unwrap());
            assert!(values.last().unwrap().whole().is_err(), "{text}");
        }
    }

    #[test]
    fn a_value_that_is_too_long_is_skipped() {
        let text = format!("[[\"{}\"], 2]", "x".repeat(MAX_VALUE));
        let mut source = Source::new(Box::new(std::io::Cursor::new(text)), &Token::never());
        let mut chunks = Chunks::default();
        let long = chunks.next(&mut source).unwrap().unwrap();
        assert!(long.whole().is_err());
        let next = chunks.next(&mut source).unwrap().unwrap();
        assert_eq!(next.whole().as_deref(), Ok("2"));
    }
}
