//! Reads a whole printout line by line: which numbers are the counts, if a line has
//! several, and which total is meant, if there are several.

use super::clean::{clean, without_log_mark};
use super::column::Column;
use super::object::{self, Objects};
use super::row::{self, Row};
use super::table::Table;
use super::total::{self, Total};
use super::{Entry, Item};

/// The most moves that are kept. No position has nearly as many.
const MAX_ROWS: usize = 2048;
/// The most totals that are kept.
const MAX_TOTALS: usize = 256;
/// The most lines with a move, but without a count, that are kept.
const MAX_UNREAD: usize = 3;
/// The most bytes of a line that can be a row.
const LONGEST_ROW: usize = 8192;

/// What a line says.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Said {
    /// Nothing about a divide.
    Nothing,
    /// A total.
    Total,
    /// A move and its count, or several.
    Moves,
}

/// Reads the printout of a divide line by line, in any of [the usual
/// forms](super::KNOWN_FORMS).
///
/// ```
/// use ox88::tools::printout::Reader;
///
/// let mut reader = Reader::default();
/// for line in ["| Move | Checks | Nodes |", "| Nf3 | 12 | 440 |", "Total: 440"] {
///     reader.line(line);
/// }
/// assert_eq!(reader.counts(), [("Nf3".to_owned(), 440)]);
/// assert_eq!(reader.total(), Some(440));
/// ```
#[derive(Debug, Default)]
pub struct Reader {
    /// The depth that was asked for.
    depth: Option<u32>,
    rows: Vec<Row>,
    /// How many moves were read, those that are not kept included.
    moves: usize,
    /// The totals that may be those of the depth asked for.
    totals: Vec<Total>,
    table: Option<Table>,
    objects: Objects,
    unread: Vec<String>,
}

impl Reader {
    /// A reader of a divide to this depth: totals of other depths, which some programs
    /// print first, do not count.
    #[must_use]
    pub fn at_depth(depth: u32) -> Reader {
        Reader {
            depth: Some(depth),
            ..Reader::default()
        }
    }

    /// Reads the next line. It may be of any length, and hold anything.
    pub fn line(&mut self, line: &str) -> Said {
        let line = clean(line);
        let line = without_log_mark(&line);
        let first = line.split_whitespace().next().unwrap_or_default();
        match first {
            "" | "bestmove" | "option" | "id" => Said::Nothing,
            "info" => self.info(line),
            _ if self.objects.is_open() || object::begins(line) => self.object(line),
            _ if line.len() > LONGEST_ROW => Said::Nothing,
            _ => self.plain(line),
        }
    }

    /// The moves and their counts, in the order in which they were printed.
    ///
    /// The moves are as [`Entry::Count`] has them. If the lines have several numbers,
    /// the count is the column that adds up to the total, or else the first one.
    #[must_use]
    pub fn counts(&self) -> Vec<(String, u128)> {
        let column = self.column();
        let rows = self.rows.iter();
        rows.filter_map(|row| Some((row.mv.clone(), column.of(row)?)))
            .collect()
    }

    /// How many moves were read: [`Reader::counts`] keeps only the first 2048.
    #[must_use]
    pub fn moves(&self) -> usize {
        self.moves
    }

    /// The total, if the program printed one: of several, the first one of the depth
    /// asked for, or if each has a greater depth, the last.
    #[must_use]
    pub fn total(&self) -> Option<u128> {
        let meant = self.meant()?;
        Some(match meant.spaced {
            Some(spaced) if self.rows.is_empty() || self.sum_is(spaced) => spaced,
            _ => meant.leaves,
        })
    }

    /// Returns whether a total was read.
    #[must_use]
    pub fn has_total(&self) -> bool {
        !self.totals.is_empty()
    }

    /// The first lines that name a move, but have no count that can be read.
    #[must_use]
    pub fn unread(&self) -> &[String] {
        &self.unread
    }

    /// Reads a line of `info`. Only `info string`, and the lines with which some
    /// programs report a divide, say something.
    fn info(&mut self, line: &str) -> Said {
        let words: Vec<&str> = line.split_whitespace().take(64).collect();
        if let ["info", "string", ..] = words[..] {
            let (_, rest) = line.split_once("string").unwrap_or_default();
            let rest = without_log_mark(rest.trim_start());
            return match row::read(rest) {
                rows if rows.is_empty() => self.add_total(total::read_info(rest)),
                rows => self.add_rows(rows),
            };
        }
        let value = |name: &str| {
            let at = words.iter().position(|word| *word == name)?;
            words.get(at + 1).copied()
        };
        let count = match words[..] {
            [_, "currmove", _, "currmovenumber", _, "nodes", count] => Some(count),
            _ => value("perft"),
        };
        let Some(count) = count.and_then(crate::text::number::<u128>) else {
            return Said::Nothing;
        };
        match value("currmove").and_then(super::notation::whole_move) {
            Some(mv) => self.add_rows(vec![Row::new(mv, count)]),
            None => self.add_total(Some(Total {
                leaves: count,
                spaced: None,
                depth: value("depth").and_then(crate::text::number),
            })),
        }
    }

    fn object(&mut self, line: &str) -> Said {
        // An object that never ends does not hide a list behind it.
        if !line.contains(['{', '[', '}', ']', '"', '\'', '(']) {
            let said = self.plain(line);
            if said != Said::Nothing {
                return said;
            }
        }
        let (mut rows, mut totals) = (Vec::new(), Vec::new());
        self.objects.read(line, &mut |said| match said {
            Item::Row(row) => rows.push(row),
            Item::Total(total) => totals.push(total),
        });
        let mut said = self.add_rows(rows);
        for total in totals {
            said = said.max(self.add_total(Some(total)));
        }
        said
    }

    fn plain(&mut self, line: &str) -> Said {
        if let Some(line) = self.table.as_ref().and_then(|table| table.read(line)) {
            return match line {
                Item::Row(row) => self.add_rows(vec![row]),
                Item::Total(total) => self.add_total(Some(total)),
            };
        }
        if let Some(table) = Table::of_headings(line) {
            self.table = Some(table);
            return Said::Nothing;
        }
        let rows = row::read(line);
        if !rows.is_empty() {
            return self.add_rows(rows);
        }
        let said = self.add_total(total::read(line));
        let is_unread = said == Said::Nothing && self.unread.len() < MAX_UNREAD;
        if is_unread && row::is_like_a_row(line) {
            self.unread.push(line.chars().take(LONGEST_ROW).collect());
        }
        said
    }

    fn add_rows(&mut self, rows: Vec<Row>) -> Said {
        if rows.is_empty() {
            return Said::Nothing;
        }
        self.moves = self.moves.saturating_add(rows.len());
        let free = MAX_ROWS.saturating_sub(self.rows.len());
        self.rows.extend(rows.into_iter().take(free));
        Said::Moves
    }

    fn add_total(&mut self, total: Option<Total>) -> Said {
        let Some(total) = total else {
            return Said::Nothing;
        };
        if !self.is_eligible(&total) {
            return Said::Nothing;
        }
        if self.totals.len() < MAX_TOTALS {
            self.totals.push(total);
        }
        Said::Total
    }

    /// Returns whether a total may be that of the depth asked for.
    fn is_eligible(&self, total: &Total) -> bool {
        match (self.depth, total.depth) {
            (Some(asked), Some(depth)) => u128::from(asked) == depth,
            _ => true,
        }
    }

    /// The total that is meant.
    fn meant(&self) -> Option<&Total> {
        let depths: Vec<u128> = self.totals.iter().filter_map(|total| total.depth).collect();
        // Totals of one depth after the other: the last one is that of the list.
        let is_series = self.depth.is_none()
            && depths.len() == self.totals.len()
            && depths.is_sorted_by(|a, b| a < b);
        match is_series {
            true => self.totals.last(),
            false => self.totals.first(),
        }
    }

    fn sum_is(&self, total: u128) -> bool {
        let mut columns = Column::all(&self.rows);
        columns.any(|column| column.sum(&self.rows) == Some(total))
    }

    /// The column of the counts.
    fn column(&self) -> Column {
        let is_total = |sum: u128| {
            let mut totals = self.totals.iter();
            totals.any(|total| total.leaves == sum || total.spaced == Some(sum))
        };
        let sum = |column: Column| column.sum(&self.rows);
        let mut columns = Column::all(&self.rows);
        if let Some(column) = columns.find(|&column| sum(column).is_some_and(is_total)) {
            return column;
        }
        // A column with decimals in it has no counts.
        let mut whole = Column::numbered(&self.rows);
        whole
            .find(|&column| sum(column).is_some())
            .unwrap_or(Column::First)
    }
}

/// What one line says by itself.
pub(super) fn read_alone(line: &str) -> Entry {
    let mut reader = Reader::default();
    reader.line(line);
    if let Some((mv, count)) = reader.counts().into_iter().next() {
        return Entry::Count { mv, count };
    }
    reader.total().map_or(Entry::Other, Entry::Total)
}
