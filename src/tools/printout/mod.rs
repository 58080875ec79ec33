//! Reads the divide that another program printed, in any of the usual forms. It finds
//! the moves with their counts, and the total. It does not test whether a move is
//! legal; see [`differences`](super::differences).
//!
//! [`Reader`] reads a whole printout, and [`read`] a single line. `clean` removes
//! colours, `row` reads a line with a move and its count, `table` the headings of a
//! table, `object` JSON and its like, and `total` the lines with a total; `tokens`,
//! `notation` and `number` find moves and numbers within them. `column` chooses the
//! count if a row has several numbers.

mod clean;
mod column;
mod notation;
mod number;
mod object;
mod reader;
mod row;
mod table;
mod tokens;
mod total;
mod words;

pub use reader::{Reader, Said};

use row::{Row, Unread};
use total::Total;

/// A part of a printout.
enum Item {
    Row(Row),
    Total(Total),
    Unread(Unread),
}

/// Examples of the forms that are understood, for messages.
pub const KNOWN_FORMS: [&str; 8] = [
    "a2a3: 380",
    "a2a3 380",
    "Nf3 - 440 nodes",
    "move 1: a2a3 380",
    "| a2a3 | 380 |",
    "{\"a2a3\": 380}",
    "info string a2a3: 380",
    "Nodes searched: 8902",
];

/// The sum of printed counts, which saturates: a program may print anything.
#[must_use]
pub fn sum_of(counts: &[(String, u128)]) -> u128 {
    let counts = counts.iter().map(|&(_, count)| count);
    counts.fold(0, u128::saturating_add)
}

/// The meaning of one line of a divide.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Entry {
    /// A move and the leaves below it.
    Count {
        /// The move: in lower case if it has two squares or is castling (`e2e4`,
        /// `e7e8q`, `o-o`), and otherwise in standard algebraic notation, as it is
        /// written (`Nf3`, `e8=Q`).
        mv: String,
        /// The number of leaves.
        count: u128,
    },
    /// The total number of leaves.
    Total(u128),
    /// Anything else, such as a banner, `info`, a time or an empty line.
    Other,
}

/// Reads one line of a divide by itself. Forms with several lines need a [`Reader`].
///
/// ```
/// use ox88::tools::printout::{Entry, read};
///
/// let count = Entry::Count { mv: "e2e4".to_owned(), count: 20 };
/// assert_eq!(read("e2e4: 20"), count);
/// assert_eq!(read("12. e2-e4 = 20"), count);
/// assert_eq!(read("Nodes searched: 8,902"), Entry::Total(8_902));
/// assert_eq!(read("Time: 12 ms"), Entry::Other);
/// ```
#[must_use]
pub fn read(line: &str) -> Entry {
    reader::read_alone(line)
}

#[cfg(test)]
mod tests;
