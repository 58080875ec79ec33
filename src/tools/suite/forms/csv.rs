//! Reads comma-separated values with a header: `fen,depth,nodes` in any order, or
//! a column for each depth. Semicolons, tabs and `|` separate values, too.

use super::super::record::{Draft, no_count};
use super::keys::{Key, is_like_count, is_numeric, plain};
use super::{Form, counts, line, looks_like_fen};
use crate::text::{self, Quoted};
use ::csv::{ReaderBuilder, StringRecord, Trim};

/// The columns of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::tools::suite) struct Columns {
    delimiter: u8,
    keys: Vec<Key>,
    names: Vec<String>,
}

impl Columns {
    /// Reads the header, or returns `None` if the line is none: no column is called
    /// `fen` or the like.
    pub(in crate::tools::suite) fn read(text: &str) -> Option<Columns> {
        b",;\t|".iter().find_map(|&delimiter| {
            let names = fields(text, delimiter)?;
            let keys: Vec<Key> = names.iter().map(Key::read).collect();
            // `start; FEN; 20` has a name.
            let has_fen = keys.contains(&Key::Fen) && !names.iter().any(looks_like_fen);
            (has_fen && keys.len() > 1).then(|| Columns {
                delimiter,
                keys,
                names: names.iter().map(str::to_owned).collect(),
            })
        })
    }

    /// Returns whether a line is the header of a file with one column.
    pub(in crate::tools::suite) fn is_title(text: &str) -> bool {
        Key::read(text) == Key::Fen && plain(text) == text.trim_matches('"').to_ascii_lowercase()
    }

    /// Returns whether a row goes on in the next line, within a quoted value.
    pub(in crate::tools::suite) fn is_open(&self, text: &str) -> bool {
        let (mut in_quotes, mut is_start) = (false, true);
        for byte in text.bytes() {
            // A doubled quote ends the value and begins it again.
            if byte == b'"' && (is_start || in_quotes) {
                in_quotes = !in_quotes;
                is_start = !in_quotes;
            } else if !in_quotes {
                is_start = byte == self.delimiter;
            }
        }
        in_quotes
    }

    /// Reads a row. Returns `None` if it is empty.
    pub(in crate::tools::suite) fn row(&self, number: u64, text: &str) -> Option<Draft> {
        let Some(values) = fields(text, self.delimiter) else {
            let mut draft = line::read_value(number, text);
            draft.refuse("no row of values".to_owned());
            return Some(draft);
        };
        if values.iter().all(str::is_empty) {
            return None;
        }
        let mut draft = self.position(number, &values);
        let (mut depth, mut ply, mut counts) = (None, None, Vec::new());
        for ((value, key), name) in values.iter().zip(&self.keys).zip(&self.names) {
            if value.is_empty() {
                continue;
            }
            let number = text::number(value);
            match (*key, number) {
                (Key::Name, _) => draft.name = Some(value.to_owned()),
                (Key::Variant, _) => draft.variant = Some(value.to_owned()),
                (Key::Depth, Some(number)) if depth.is_some_and(|it| it != number) => {
                    draft.refuse(format!("{} is a second depth", Quoted(value)));
                }
                (Key::Depth, Some(_)) => depth = number,
                (Key::Ply, Some(_)) => ply = number,
                (Key::CountAt(depth), Some(number)) => draft.add(u128::from(depth), number),
                (Key::Count | Key::Result, Some(number)) => counts.push(number),
                (Key::Result, None) if !is_numeric(value) => {}
                (Key::Depth | Key::Ply | Key::Count | Key::Result | Key::CountAt(_), None) => {
                    draft.refuse(no_count(value, name));
                }
                (Key::Other | Key::Moves, _) if self.may_count(name) && counts::may_be(value) => {
                    draft.refuse(format!(
                        "{} in the column {} is not understood, expected a column like 'nodes'",
                        Quoted(value),
                        Quoted(name)
                    ));
                }
                (Key::Fen | Key::Note | Key::Other | Key::Moves, _) => {}
            }
        }
        let has_depth = depth.is_some();
        match depth.or(ply) {
            Some(depth) => counts.iter().for_each(|count| draft.add(depth, *count)),
            None => {
                if let Some(count) = counts.first() {
                    draft.refuse(format!("'{count}' is a count without a depth"));
                }
            }
        }
        if has_depth && counts.is_empty() && self.keys.contains(&Key::Count) {
            draft.refuse("a depth without a count".to_owned());
        }
        let more = values.iter().skip(self.keys.len());
        if let Some(value) = more.into_iter().find(|value| !value.is_empty()) {
            draft.refuse(format!("{} is in no column of the header", Quoted(value)));
        }
        draft.form = Form::Csv;
        Some(draft)
    }

    /// The position of a row, with the counts that stand behind its FEN.
    fn position(&self, number: u64, values: &StringRecord) -> Draft {
        let mut fens = values.iter().zip(&self.keys);
        let mut fens = fens
            .by_ref()
            .filter(|(value, key)| **key == Key::Fen && !value.is_empty())
            .map(|(value, _)| value);
        let fen = fens.next().unwrap_or_default();
        let mut draft = line::read_value(number, fen);
        if let Some(other) = fens.find(|other| !fen.starts_with(other) && !other.starts_with(fen)) {
            draft.refuse(format!("{} is a second FEN", Quoted(other)));
        }
        draft
    }

    /// Returns whether a column that is not understood may be meant to hold counts: by
    /// its name, or because there is no other.
    fn may_count(&self, name: &str) -> bool {
        let is_count = |key: &Key| matches!(key, Key::Count | Key::CountAt(_));
        is_like_count(name) || !self.keys.iter().any(is_count)
    }
}

fn fields(text: &str, delimiter: u8) -> Option<StringRecord> {
    let mut reader = ReaderBuilder::new()
        .delimiter(delimiter)
        .has_headers(false)
        .trim(Trim::All)
        .from_reader(text.as_bytes());
    let mut records = reader.records();
    let record = records.next()?.ok()?;
    // A line break of another kind would hide a row.
    records.next().is_none().then_some(record)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(header: &str, row: &str) -> Vec<(u32, u128)> {
        let draft = Columns::read(header).unwrap().row(2, row).unwrap();
        assert_eq!(draft.fen, "8/8/8/8/8/8/8/K1k5 w - -", "{row}");
        draft.counts
    }

    #[test]
    fn columns_may_stand_in_any_order() {
        const FEN: &str = "8/8/8/8/8/8/8/K1k5 w - -";
        for (header, row) in [
            ("fen,depth,nodes", format!("{FEN},2,9")),
            ("Nodes;Depth;FEN;note", format!("9;2;\"{FEN}\";\"a; b\"")),
            ("id\tdepth\tfen\tcount", format!("x\t2\t{FEN}\t9")),
            ("fen, depth 1, depth 2", format!("{FEN},,9")),
            ("name|fen|D1|D2", format!("x|{FEN}||9")),
        ] {
            assert_eq!(counts(header, &row), [(2, 9)], "{header}");
        }
        for line in ["fen", "a,b", "8/8/8/8/8/8/8/K1k5 w - -,1,9", "perft 1 20"] {
            assert_eq!(Columns::read(line), None, "{line}");
        }
        let columns = Columns::read("fen,depth,nodes").unwrap();
        let draft = columns.row(2, "8/8 w,2,many").unwrap();
        let fault = "'many' after nodes is no count, expected digits";
        assert_eq!(draft.fault.as_deref(), Some(fault));
    }
}
