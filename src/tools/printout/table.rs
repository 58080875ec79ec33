//! Reads tables with a line of headings: which column has the moves, which one the
//! counts, and which one the depth, if it is a table of totals.

use super::Item;
use super::notation::whole_move;
use super::number::{Number, split_number, split_whole};
use super::row::{Row, Unread};
use super::total::Total;
use super::words::{is_other, is_total};

/// The headings of a column of moves.
const MOVE_HEADINGS: [&str; 8] = [
    "move", "moves", "mv", "san", "uci", "lan", "root", "rootmove",
];

/// How the cells of a line are separated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Separator {
    Character(char),
    /// Two blanks or more, so that a cell may have a blank.
    Blanks,
    Blank,
}

/// The headings of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Table {
    separator: Separator,
    /// The number of cells.
    cells: usize,
    /// The column of the moves, or of the depths.
    first: usize,
    /// Whether the rows are totals, one for each depth.
    has_depths: bool,
    /// The column of the counts.
    counts: usize,
}

impl Table {
    /// Reads the headings of a table.
    pub(super) fn of_headings(line: &str) -> Option<Table> {
        if line.contains(|c: char| c.is_ascii_digit()) {
            return None;
        }
        let separators = match [',', ';', '|', '\t']
            .into_iter()
            .find(|&c| line.contains(c))
        {
            Some(character) => &[Separator::Character(character)][..],
            None => &[Separator::Blanks, Separator::Blank],
        };
        separators
            .iter()
            .find_map(|&separator| Table::with(line, separator))
    }

    fn with(line: &str, separator: Separator) -> Option<Table> {
        let cells = cells(line, separator);
        let words: Vec<Vec<String>> = cells.iter().map(|cell| words(cell)).collect();
        let has = |names: &[&str]| {
            let is_named =
                |cell: &Vec<String>| cell.iter().any(|word| names.contains(&word.as_str()));
            words.iter().position(is_named)
        };
        let counts = words.iter().position(|cell| {
            cell.iter().any(|word| is_total(word)) && !cell.iter().any(|word| is_other(word))
        })?;
        let moves = has(&MOVE_HEADINGS).filter(|&column| column != counts);
        let first = moves.or_else(|| has(&["depth", "ply", "d"]))?;
        (first != counts).then_some(Table {
            separator,
            cells: cells.len(),
            first,
            has_depths: moves.is_none(),
            counts,
        })
    }

    /// Reads a line below the headings.
    pub(super) fn read(&self, line: &str) -> Option<Item> {
        let line = match self.separator {
            Separator::Character('|') if !line.contains('|') => return None,
            _ => line,
        };
        let mut cells = cells(line, self.separator);
        if cells.len() != self.cells && self.separator == Separator::Blanks {
            cells = self::cells(line, Separator::Blank);
        }
        if cells.len() != self.cells {
            return None;
        }
        let cell = |column: usize| cells.get(column).map(|cell| unquoted(cell));
        let (count, first) = (cell(self.counts)?, cell(self.first)?);
        if self.has_depths {
            return Some(Item::Total(Total {
                leaves: whole(count)?,
                spaced: None,
                depth: Some(whole(first)?),
                is_of_leaves: true,
            }));
        }
        let mv = whole_move(first)?;
        // Another column must not be taken for the count.
        Some(match count_in(count) {
            Ok(count) => Item::Row(Row::new(mv, count)),
            Err(is_quantity) => Item::Unread(Unread {
                mv,
                is_quantity,
                text: line.to_owned(),
            }),
        })
    }
}

fn cells(line: &str, separator: Separator) -> Vec<&str> {
    match separator {
        // A border at either end makes no cell.
        Separator::Character('|') => line.trim_matches('|').split('|').map(str::trim).collect(),
        Separator::Character(character) => line.split(character).map(str::trim).collect(),
        Separator::Blanks => {
            let cells = line.split("  ").map(str::trim);
            cells.filter(|cell| !cell.is_empty()).collect()
        }
        Separator::Blank => line.split_whitespace().collect(),
    }
}

fn words(cell: &str) -> Vec<String> {
    let words = cell.split(|c: char| !c.is_alphanumeric());
    words.map(str::to_lowercase).collect()
}

fn unquoted(cell: &str) -> &str {
    cell.trim_matches(['"', '\'', '`', '*'])
}

/// The count in a cell, behind which anything may stand, as in `380 (4 %)`. The error
/// is whether the cell has another quantity.
fn count_in(cell: &str) -> Result<u128, bool> {
    if let Some(count) = whole(&cell.replace(' ', "_")) {
        return Ok(count);
    }
    match split_number(cell) {
        Some((Number::Whole(count), _)) => Ok(count),
        Some((Number::Quantity, _)) => Err(true),
        Some((Number::Unreadable, _)) | None => Err(false),
    }
}

fn whole(cell: &str) -> Option<u128> {
    let (number, rest) = split_whole(cell)?;
    rest.is_empty().then_some(number)
}
