//! Reads comma-separated values with a header: `fen,depth,nodes` in any order, or
//! a column for each depth. Semicolons, tabs and `|` separate values, too.

use super::super::record::{Draft, no_count};
use super::Form;
use super::keys::Key;
use crate::text;
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
            let has_fen = keys.contains(&Key::Fen);
            (has_fen && keys.len() > 1).then(|| Columns {
                delimiter,
                keys,
                names: names.iter().map(str::to_owned).collect(),
            })
        })
    }

    /// Reads a row. Returns `None` if it has no FEN.
    pub(in crate::tools::suite) fn row(&self, number: u64, text: &str) -> Option<Draft> {
        let values = fields(text, self.delimiter)?;
        let mut draft = Draft {
            number,
            form: Form::Csv,
            ..Draft::default()
        };
        let (mut depth, mut count) = (None, None);
        for ((value, key), name) in values.iter().zip(&self.keys).zip(&self.names) {
            if value.is_empty() {
                continue;
            }
            match *key {
                Key::Fen => value.clone_into(&mut draft.fen),
                Key::Name => draft.name = Some(value.to_owned()),
                Key::Variant => draft.variant = Some(value.to_owned()),
                Key::Depth => match text::number(value) {
                    Some(number) => depth = Some(number),
                    None => draft.refuse(no_count(value, name)),
                },
                Key::Count | Key::CountAt(_) => match (text::number(value), *key) {
                    (Some(number), Key::CountAt(depth)) => draft.add(depth, number),
                    (Some(number), _) => count = Some(number),
                    (None, _) => draft.refuse(no_count(value, name)),
                },
                Key::Other => {}
            }
        }
        if let (Some(depth), Some(count)) = (depth, count) {
            draft.add(depth, count);
        }
        let has_text = !(draft.fen.is_empty() && draft.counts.is_empty());
        has_text.then_some(draft)
    }
}

fn fields(text: &str, delimiter: u8) -> Option<StringRecord> {
    let mut reader = ReaderBuilder::new()
        .delimiter(delimiter)
        .has_headers(false)
        .trim(Trim::All)
        .from_reader(text.as_bytes());
    reader.records().next()?.ok()
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
