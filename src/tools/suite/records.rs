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
    /// What is read but not returned yet.
    ready: VecDeque<Result<Draft, (u64, String)>>,
    /// What has shown that the file is not of chess.
    variant: Option<String>,
    /// Where the last record ended, in bytes.
    end: u64,
    has_ended: bool,
    is_cut_short: bool,
}

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
        }
        let draft = self.ready.pop_front()?;
        let bytes = self.source.bytes() - self.end;
        self.end = self.source.bytes();
        Some(Ok(match draft {
            Ok(draft) => draft.finish(self.castling, &mut self.variant, bytes),
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
            self.mode = match chunks::is_json(self.source.peek()?) {
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
            match chunk.whole().and_then(|text| json::read(number, &text)) {
                Ok(drafts) => self.ready.extend(drafts.into_iter().map(Ok)),
                Err(reason) => self.ready.push_back(Err((number, reason))),
            }
            return Ok(());
        }
        let Some(raw) = self.source.next_line()? else {
            self.has_ended = true;
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
        if text.is_empty() || text.starts_with('#') {
            return;
        }
        if matches!(self.mode, Mode::Begun) {
            self.mode = match Columns::read(text) {
                Some(columns) => {
                    self.mode = Mode::Rows(columns);
                    return;
                }
                None => Mode::Lines,
            };
        }
        if let Mode::Rows(columns) = &self.mode {
            let draft = columns.row(number, text);
            self.ready.extend(draft.map(Ok));
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
