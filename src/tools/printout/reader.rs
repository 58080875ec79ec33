//! Reads a whole printout line by line: which numbers are the counts, if a line has
//! several, and which total is meant, if there are several.

use super::clean::{clean, without_log_mark};
use super::column::Column;
use super::object::{self, Objects};
use super::row::{self, Row, Unread};
use super::table::Table;
use super::total::{self, Total};
use super::{Entry, Item};

/// The most moves that are kept. No position has nearly as many.
const MAX_ROWS: usize = 2048;
/// The most totals that are kept.
const MAX_TOTALS: usize = 256;
/// The most lines with a move, but without a count, that are shown.
const MAX_UNREAD: usize = 3;
/// The most of them that are kept.
const MAX_UNREAD_KEPT: usize = 256;
/// The most characters of one of them that are kept.
const LONGEST_UNREAD: usize = 1024;
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
    /// The first moves whose counts cannot be read.
    unread: Vec<Unread>,
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

    /// The total, if the program printed one. Of several, it is the sum of the counts, or
    /// else one of the depth asked for, and the last one that names leaves.
    #[must_use]
    pub fn total(&self) -> Option<u128> {
        let meant = self.meant()?;
        Some(match meant.spaced {
            Some(spaced) if self.rows.is_empty() || !self.sum_is(meant.leaves) => spaced,
            _ => meant.leaves,
        })
    }

    /// Returns whether a total was read.
    #[must_use]
    pub fn has_total(&self) -> bool {
        !self.totals.is_empty()
    }

    /// The first lines that name a move or a total, but have no count that can be read. A time or a
    /// share of a move whose count stands elsewhere is not among them.
    #[must_use]
    pub fn unread(&self) -> Vec<&str> {
        let has_row = |mv: &str| self.rows.iter().any(|row| row.mv == mv);
        let unread = self.unread.iter();
        unread
            .filter(|it| !it.is_quantity || !has_row(&it.mv))
            .take(MAX_UNREAD)
            .map(|it| it.text.as_str())
            .collect()
    }

    /// Reads a line of `info`. Only `info string`, and the lines with which some
    /// programs report a divide, say something.
    fn info(&mut self, line: &str) -> Said {
        let words: Vec<&str> = line.split_whitespace().take(64).collect();
        if let ["info", "string", ..] = words[..] {
            let (_, rest) = line.split_once("string").unwrap_or_default();
            let rest = without_log_mark(rest.trim_start());
            return self.text(rest, total::read_info);
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
                is_of_leaves: true,
            })),
        }
    }

    fn object(&mut self, line: &str) -> Said {
        // An object that never ends does not hide a list behind it, or a total. But
        // `nodes: 380,` belongs to the object.
        if !line.contains(['{', '[', '}', ']', '"', '\'', '(']) {
            let found = row::read(line);
            if !found.rows.is_empty() {
                self.objects = Objects::default();
                return self.add_line(found);
            }
            if !self.objects.has_move() && !line.ends_with(',') {
                let said = self.add_total(total::read(line));
                if said != Said::Nothing {
                    return said;
                }
            }
        }
        let mut items = Vec::new();
        self.objects.read(line, &mut |item| items.push(item));
        let said = items.into_iter().map(|item| self.add(item));
        said.fold(Said::Nothing, Said::max)
    }

    fn plain(&mut self, line: &str) -> Said {
        if let Some(item) = self.table.as_ref().and_then(|table| table.read(line)) {
            return self.add(item);
        }
        if let Some(table) = Table::of_headings(line) {
            self.table = Some(table);
            return Said::Nothing;
        }
        self.text(line, total::read)
    }

    /// Reads a line of text. `read_total` finds the total in it.
    fn text(&mut self, line: &str, read_total: fn(&str) -> Option<Total>) -> Said {
        let said = match self.add_line(row::read(line)) {
            Said::Nothing => self.add_total(read_total(line)),
            said => said,
        };
        if said == Said::Nothing && total::is_unreadable(line) {
            self.add_unread(Unread {
                mv: String::new(),
                is_quantity: false,
                text: line.to_owned(),
            });
        }
        said
    }

    fn add(&mut self, item: Item) -> Said {
        match item {
            Item::Row(row) => self.add_rows(vec![row]),
            Item::Total(total) => self.add_total(Some(total)),
            Item::Unread(unread) => self.add_unread(unread),
        }
    }

    fn add_line(&mut self, line: row::Line) -> Said {
        if let Some(unread) = line.unread {
            self.add_unread(unread);
        }
        self.add_total(line.total).max(self.add_rows(line.rows))
    }

    fn add_unread(&mut self, mut unread: Unread) -> Said {
        if self.unread.len() < MAX_UNREAD_KEPT {
            unread.text = unread.text.chars().take(LONGEST_UNREAD).collect();
            self.unread.push(unread);
        }
        Said::Nothing
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
        let is_sum = |total: &&Total| {
            let spaced = total.spaced.is_some_and(|spaced| self.sum_is(spaced));
            spaced || self.sum_is(total.leaves)
        };
        if !self.rows.is_empty()
            && let Some(total) = self.totals.iter().find(is_sum)
        {
            return Some(total);
        }
        let depths: Vec<u128> = self.totals.iter().filter_map(|total| total.depth).collect();
        // Totals of one depth after the other: the last one is that of the list.
        let is_series = self.depth.is_none()
            && depths.len() == self.totals.len()
            && depths.is_sorted_by(|a, b| a < b);
        if is_series {
            return self.totals.last();
        }
        let has_depth = |total: &&Total| self.depth.is_some() && total.depth.is_some();
        let of_depth: Vec<&Total> = self.totals.iter().filter(has_depth).collect();
        let totals = match of_depth.is_empty() {
            true => self.totals.iter().collect(),
            false => of_depth,
        };
        // A total such as `Total moves: 20` stands beside that of the leaves.
        let of_leaves = totals.iter().rfind(|total| total.is_of_leaves);
        of_leaves.or(totals.first()).copied()
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
        if Column::are_spaced(&self.rows) {
            return Column::Spaced;
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
