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
}

/// A value as it stands in the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Chunk {
    /// The line on which it begins, from 1.
    pub(super) number: u64,
    text: Vec<u8>,
    is_cut: bool,
}

/// How far a value is read.
#[derive(Default)]
struct Nesting {
    /// How many arrays and objects are open.
    depth: usize,
    in_string: bool,
    is_escaped: bool,
}

/// Returns whether a file is JSON, from its first bytes.
pub(super) fn is_json(start: &[u8]) -> bool {
    let first = start.iter().find(|byte| !is_margin(**byte));
    matches!(first, Some(b'{' | b'['))
}

impl Chunk {
    /// Its text.
    ///
    /// # Errors
    ///
    /// If the value is too long.
    pub(super) fn whole(self) -> Result<String, String> {
        match self.is_cut {
            true => Err(format!("a JSON value of more than {} MiB", MAX_VALUE >> 20)),
            false => Ok(String::from_utf8_lossy(&self.text).into_owned()),
        }
    }
}

impl Chunks {
    /// The next value, or `None` at the end of the file or after a stop.
    pub(super) fn next(&mut self, source: &mut Source) -> io::Result<Option<Chunk>> {
        loop {
            let bytes = source.peek()?;
            let Some(&first) = bytes.first() else {
                return Ok(None);
            };
            let margin = bytes.iter().take_while(|byte| is_margin(**byte)).count();
            if source.stop.is_set() {
                return Ok(None);
            }
            match first {
                b'[' if !self.in_array => self.in_array = true,
                b']' if self.in_array => self.in_array = false,
                b',' => {}
                _ if margin > 0 => {
                    source.take(margin);
                    continue;
                }
                _ => return value(source).map(Some),
            }
            source.take(1);
        }
    }
}

/// Reads one value.
fn value(source: &mut Source) -> io::Result<Chunk> {
    let mut chunk = Chunk {
        number: source.line(),
        text: Vec::new(),
        is_cut: false,
    };
    let mut nesting = Nesting::default();
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
    fn a_value_that_is_too_long_is_skipped() {
        let text = format!("[\"{}\", 2]", "x".repeat(MAX_VALUE));
        let mut source = Source::new(Box::new(std::io::Cursor::new(text)), &Token::never());
        let mut chunks = Chunks::default();
        let long = chunks.next(&mut source).unwrap().unwrap();
        assert!(long.whole().is_err());
        let next = chunks.next(&mut source).unwrap().unwrap();
        assert_eq!(next.whole().as_deref(), Ok("2"));
    }
}
