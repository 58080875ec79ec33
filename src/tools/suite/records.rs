//! The positions of a file, one after another, in whatever form it is written.
//!
//! Only one line or JSON value is in memory at a time.

use super::chunks::{self, Chunks};
use super::forms::block::{self, Blocks};
use super::forms::csv::Columns;
use super::forms::{json, line};
use super::record::{Broken, Draft, Record};
use super::source::Source;
use crate::board::CastlingNotation;
use crate::control::Token;
use std::collections::VecDeque;
use std::io::{self, Read};

/// The positions of a file.
///
/// An error is the end: the file cannot be read. Otherwise an item is a position, or
/// a part of the file that cannot be read as one.
pub struct Records {
    source: Source,
    castling: CastlingNotation,
    mode: Mode,
    blocks: Blocks,
    /// The start of a row with a value of several lines, and its line.
    row: Option<(u64, String)>,
    /// What is read but not returned yet.
    ready: VecDeque<Result<Draft, (u64, String)>>,
    /// What has shown that the file is not of chess.
    variant: Option<String>,
    /// Where the last record ended, in bytes.
    end: u64,
    has_ended: bool,
    is_cut_short: bool,
}

/// The greatest length of a row of several lines, in bytes.
const MAX_ROW: usize = 64 * 1024;

const UNCLOSED: &str = "a double quote is not closed";

/// How the file is read.
enum Mode {
    /// Nothing is read yet.
    Start,
    /// Line by line, up to the first line with a position.
    Begun,
    /// Line by line.
    Lines,
    /// Line by line, as rows under a header.
    Rows(Columns),
    /// Value by value.
    Json(Chunks),
}

/// Reads the positions of a file. `castling` is the meaning of castling letters that
/// are possible in both notations. After `stop`, there are no more.
///
/// ```
/// use ox88::board::CastlingNotation;
/// use ox88::control::Token;
/// use ox88::tools::suite::records;
///
/// let text = "id a\nepd 8/8/8/r2Pp2K/8/8/8/4k3 w - e6\nperft 1 6\nperft 3 653\n";
/// let stop = Token::never();
/// let records = records(Box::new(text.as_bytes()), CastlingNotation::Standard, &stop);
/// for record in records {
///     let record = record?.expect("every position can be read");
///     assert_eq!((record.number, record.name.as_deref()), (2, Some("a")));
///     assert_eq!(record.counts, Ok(vec![(1, 6), (3, 653)]));
/// }
/// # Ok::<(), std::io::Error>(())
/// ```
#[must_use]
pub fn records(file: Box<dyn Read + Send>, castling: CastlingNotation, stop: &Token) -> Records {
    Records {
        source: Source::new(file, stop),
        castling,
        mode: Mode::Start,
        blocks: Blocks::default(),
        row: None,
        ready: VecDeque::new(),
        variant: None,
        end: 0,
        has_ended: false,
        is_cut_short: false,
    }
}

impl Records {
    /// Returns whether a stop was noticed before the end of the file.
    #[must_use]
    pub fn is_cut_short(&self) -> bool {
        self.is_cut_short
    }
}

impl Iterator for Records {
    type Item = io::Result<Result<Record, Broken>>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            self.is_cut_short |= self.source.stop.is_set() && !self.is_at_end();
            if self.is_cut_short || self.is_at_end() {
                return None;
            }
            if !self.ready.is_empty() {
                break;
            }
            if let Err(error) = self.read_more() {
                self.has_ended = true;
                return Some(Err(error));
            }
            // A stop may look like the end of the file.
            self.is_cut_short |= self.source.stop.is_set();
        }
        let draft = self.ready.pop_front()?;
        let bytes = self.source.bytes() - self.end;
        self.end = self.source.bytes();
        // The values of a JSON file have nothing to do with each other.
        let variant = match self.mode {
            Mode::Json(_) => &mut None,
            _ => &mut self.variant,
        };
        Some(Ok(match draft {
            Ok(draft) => draft.finish(self.castling, variant, bytes),
            Err((number, reason)) => Err(Broken {
                number,
                reason,
                is_too_large: false,
                bytes,
            }),
        }))
    }
}

impl Records {
    fn is_at_end(&self) -> bool {
        self.has_ended && self.ready.is_empty()
    }

    /// Reads a line or a value.
    fn read_more(&mut self) -> io::Result<()> {
        if matches!(self.mode, Mode::Start) {
            self.mode = match chunks::is_json(&mut self.source)? {
                true => Mode::Json(Chunks::default()),
                false => Mode::Begun,
            };
        }
        if let Mode::Json(chunks) = &mut self.mode {
            let Some(chunk) = chunks.next(&mut self.source)? else {
                self.has_ended = true;
                return Ok(());
            };
            let number = chunk.number;
            match chunk.whole() {
                Ok(text) => self
                    .ready
                    .extend(json::read(number, &text, &self.source.stop)),
                Err(reason) => self.ready.push_back(Err((number, reason))),
            }
            return Ok(());
        }
        let Some(raw) = self.source.next_line()? else {
            self.has_ended = true;
            let open = self
                .row
                .take()
                .map(|(number, _)| (number, UNCLOSED.to_owned()));
            self.ready.extend(open.map(Err));
            self.ready.extend(self.blocks.end().map(Ok));
            return Ok(());
        };
        match raw.whole() {
            Ok(text) => self.read_line(raw.number, text),
            Err(reason) => self.push(Err((raw.number, reason))),
        }
        Ok(())
    }

    fn read_line(&mut self, number: u64, text: &str) {
        if self.row.is_none() && (text.is_empty() || line::is_comment(text)) {
            return;
        }
        if matches!(self.mode, Mode::Begun) {
            let columns = Columns::read(text);
            let is_header = columns.is_some() || Columns::is_title(text);
            self.mode = columns.map_or(Mode::Lines, Mode::Rows);
            if is_header {
                return;
            }
        }
        if let Mode::Rows(columns) = &self.mode {
            let (number, text) = match self.row.take() {
                Some((number, start)) => (number, format!("{start}\n{text}")),
                None => (number, text.to_owned()),
            };
            if !columns.is_open(&text) {
                self.ready.extend(columns.row(number, &text).map(Ok));
            } else if text.len() < MAX_ROW {
                self.row = Some((number, text));
            } else {
                self.ready.push_back(Err((number, UNCLOSED.to_owned())));
            }
        } else if let Some(part) = block::part(text) {
            let ended = self.blocks.take(number, &part);
            let ended = ended.map_err(|reason| (number, reason));
            self.ready.extend(ended.transpose());
        } else if let Some(draft) = line::read(number, text) {
            self.push(Ok(draft));
        }
    }

    /// Adds a record, after the block that ends before it.
    fn push(&mut self, draft: Result<Draft, (u64, String)>) {
        self.ready.extend(self.blocks.end().map(Ok));
        self.ready.push_back(draft);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORMS: [&str; 6] = [
        include_str!("../../../tests/suites/forms/depths.json"),
        include_str!("../../../tests/suites/forms/header.csv"),
        include_str!("../../../tests/suites/forms/lines.jsonl"),
        include_str!("../../../tests/suites/forms/named.txt"),
        include_str!("../../../tests/suites/forms/operands.epd"),
        include_str!("../../../tests/suites/forms/perft-random.epd"),
    ];

    fn read(text: &[u8]) -> Vec<Result<Record, Broken>> {
        let text = io::Cursor::new(text.to_owned());
        let records = records(Box::new(text), CastlingNotation::Standard, &Token::never());
        records
            .map(|record| record.expect("a readable file"))
            .collect()
    }

    /// Any text is read to its end, and the bytes are counted.
    #[test]
    fn faulty_files_are_read_to_their_end() {
        for form in FORMS {
            let form = form.as_bytes();
            for at in (0..form.len()).step_by(11) {
                let _ = read(&form[..at]);
                for byte in *b"{]\";,/#7\n\0\xff" {
                    let mut text = form.to_owned();
                    text[at] = byte;
                    let bytes: u64 = read(&text)
                        .iter()
                        .map(|record| match record {
                            Ok(record) => record.bytes,
                            Err(broken) => broken.bytes,
                        })
                        .sum();
                    assert!(bytes <= text.len() as u64);
                }
            }
        }
    }

    #[test]
    fn the_signs_of_a_variant_count_for_later_lines_but_not_for_json() {
        let lines = "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - -\n4k3/8/8/8/8/8/8/4K3 w - -\n";
        let broken = read(lines.as_bytes());
        assert!(broken.iter().all(Result::is_err));
        let json = r#"[{"name": "atomic-1", "fen": "4k3/8/8/8/8/8/8/4K3 w - -"},
            {"name": "b", "fen": "4k3/8/8/8/8/8/8/4K3 w - -"}]"#;
        let records = read(json.as_bytes());
        assert!(records[0].is_err() && records[1].is_ok());
    }

    #[test]
    fn records_know_their_lines_and_names() {
        let text = "# a\n\nid one\nepd 4k3/8/8/8/8/8/8/4K3 w - -\nperft 1 5\n\
                    4k3/8/8/8/8/8/8/4K3 b - - ; id \"two\"; D1 5\nperft 2 25\n";
        let records = read(text.as_bytes());
        let [Ok(one), Ok(two), Err(stray)] = records.as_slice() else {
            panic!("{records:?}");
        };
        assert_eq!((one.number, one.name.as_deref()), (4, Some("one")));
        assert_eq!(one.counts, Ok(vec![(1, 5)]));
        assert_eq!((two.number, two.name.as_deref()), (6, Some("two")));
        assert_eq!(stray.number, 7);
        assert!(stray.reason.contains("'perft 2 25'"), "{}", stray.reason);
    }
}
