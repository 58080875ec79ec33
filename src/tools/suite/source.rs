//! Reads a file line by line, or byte by byte, so that it may be of any size. It
//! counts lines and bytes.

use crate::control::Token;
use std::io::{self, BufRead, BufReader, Read};

/// The greatest length of a line, in bytes, with room to spare. Without a limit,
/// a file without line breaks would be read into memory.
const MAX_LINE: u64 = 64 * 1024;

/// A file that is being read.
pub(super) struct Source {
    reader: BufReader<Box<dyn Read + Send>>,
    /// The number of line breaks read, and 1 for a last line without one.
    lines: u64,
    /// The number of bytes read.
    bytes: u64,
    buffer: Vec<u8>,
    pub(super) stop: Token,
}

/// A line as it stands in the file.
pub(super) struct RawLine {
    /// Counted from 1.
    pub(super) number: u64,
    /// Its text without the line break, or the start of the text if `is_cut`.
    text: String,
    /// Whether the line is longer than [`MAX_LINE`].
    is_cut: bool,
}

impl RawLine {
    /// Its whole text.
    ///
    /// # Errors
    ///
    /// If the line is too long.
    pub(super) fn whole(&self) -> Result<&str, String> {
        match self.is_cut {
            true => Err("longer than any position with its counts".to_owned()),
            false => Ok(&self.text),
        }
    }
}

impl Source {
    pub(super) fn new(file: Box<dyn Read + Send>, stop: &Token) -> Source {
        Source {
            reader: BufReader::new(file),
            lines: 0,
            bytes: 0,
            buffer: Vec::new(),
            stop: stop.clone(),
        }
    }

    /// The number of bytes read.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The bytes that can be read without waiting, or none at the end of the file.
    pub(super) fn peek(&mut self) -> io::Result<&[u8]> {
        loop {
            // The borrow checker needs the second call, which costs nothing.
            match self.reader.fill_buf() {
                Ok(_) => return self.reader.fill_buf(),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Takes bytes from those of [`Source::peek`].
    pub(super) fn take(&mut self, bytes: usize) {
        let taken = self.reader.buffer().get(..bytes).unwrap_or_default();
        self.lines += taken.iter().filter(|byte| **byte == b'\n').count() as u64;
        self.bytes += bytes as u64;
        self.reader.consume(bytes);
    }

    /// The number of the line with the next byte.
    pub(super) fn line(&self) -> u64 {
        self.lines + 1
    }

    /// The next line, or `None` at the end of the file. The rest of a line that is
    /// too long is skipped, until the job is stopped.
    pub(super) fn next_line(&mut self) -> io::Result<Option<RawLine>> {
        self.buffer.clear();
        let bytes = self.read_some()?;
        if bytes == 0 {
            return Ok(None);
        }
        self.lines += 1;
        // Some programs begin a file with a byte order mark, or end lines with NUL.
        let is_margin = |c: char| c.is_whitespace() || matches!(c, '\0' | '\u{feff}');
        let text = String::from_utf8_lossy(&self.buffer);
        let text = text.trim_matches(is_margin).to_owned();
        let is_cut = bytes == MAX_LINE && !self.is_complete();
        while !(self.is_complete() || self.stop.is_set()) {
            self.buffer.clear();
            if self.read_some()? == 0 {
                break;
            }
        }
        Ok(Some(RawLine {
            number: self.lines,
            text,
            is_cut,
        }))
    }

    fn read_some(&mut self) -> io::Result<u64> {
        let mut start = self.reader.by_ref().take(MAX_LINE);
        let bytes = start.read_until(b'\n', &mut self.buffer)? as u64;
        self.bytes += bytes;
        Ok(bytes)
    }

    fn is_complete(&self) -> bool {
        self.buffer.ends_with(b"\n")
    }
}
