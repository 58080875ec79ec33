//! Reads the lines of a file one by one, so that a file may be of any size.

use crate::control::Token;
use std::io::{self, BufRead, BufReader, Read};

/// The greatest length of a line, in bytes, with room to spare. Without a limit,
/// a file without line breaks would be read into memory.
const MAX_LINE: u64 = 64 * 1024;

/// A file that is being read.
pub(in crate::tools) struct Source {
    reader: BufReader<Box<dyn Read + Send>>,
    number: u64,
    buffer: Vec<u8>,
    stop: Token,
}

/// A line as it stands in the file.
pub(in crate::tools) struct RawLine {
    /// Counted from 1.
    pub(in crate::tools) number: u64,
    /// Its text without the line break, or the start of the text if `is_cut`.
    text: String,
    /// Whether the line is longer than [`MAX_LINE`].
    is_cut: bool,
    /// Its length in the file, in bytes.
    pub(in crate::tools) bytes: u64,
}

impl RawLine {
    /// Its whole text.
    ///
    /// # Errors
    ///
    /// If the line is too long.
    pub(in crate::tools) fn whole(&self) -> Result<&str, String> {
        match self.is_cut {
            true => Err("longer than any position with its counts".to_owned()),
            false => Ok(&self.text),
        }
    }
}

impl Source {
    pub(in crate::tools) fn new(file: Box<dyn Read + Send>, stop: &Token) -> Source {
        Source {
            reader: BufReader::new(file),
            number: 0,
            buffer: Vec::new(),
            stop: stop.clone(),
        }
    }

    /// The next line, or `None` at the end of the file. The rest of a line that is
    /// too long is skipped, until the job is stopped.
    pub(in crate::tools) fn next(&mut self) -> io::Result<Option<RawLine>> {
        self.buffer.clear();
        let mut bytes = self.read_some()?;
        if bytes == 0 {
            return Ok(None);
        }
        self.number += 1;
        // Some programs begin a file with a byte order mark.
        let text = String::from_utf8_lossy(&self.buffer);
        let text = text.trim_start_matches('\u{feff}').trim_end().to_owned();
        let is_cut = bytes == MAX_LINE && !self.is_complete();
        while !(self.is_complete() || self.stop.is_set()) {
            self.buffer.clear();
            let more = self.read_some()?;
            if more == 0 {
                break;
            }
            bytes += more;
        }
        Ok(Some(RawLine {
            number: self.number,
            text,
            is_cut,
            bytes,
        }))
    }

    fn read_some(&mut self) -> io::Result<u64> {
        let mut start = self.reader.by_ref().take(MAX_LINE);
        let bytes = start.read_until(b'\n', &mut self.buffer)?;
        Ok(bytes as u64)
    }

    fn is_complete(&self) -> bool {
        self.buffer.ends_with(b"\n")
    }
}
