//! What a file says about one position, whatever its form, and how the text of it
//! becomes a position.

use super::forms::Form;
use super::variant;
use crate::board::fen::{self, FenError, Illegal, Repair};
use crate::board::{CastlingNotation, Position};
use crate::perft::{MAX_DEPTH, perft};
use crate::text::Quoted;

/// A position of a file, with what the file says about it.
#[derive(Clone, Debug)]
pub struct Record {
    /// The number of its line, from 1.
    pub number: u64,
    /// The form in which it is written.
    pub form: Form,
    /// Its name in the file.
    pub name: Option<String>,
    /// The position.
    pub position: Position,
    /// The repairs that its FEN needed.
    pub repairs: Vec<Repair>,
    /// Depths and counts, depth ascending, or what cannot be read of them.
    pub counts: Result<Vec<(u32, u128)>, String>,
    /// The legal moves, if the file lists them.
    pub moves: Option<Vec<ExpectedMove>>,
    /// Its length in the file, in bytes, with what precedes it.
    pub bytes: u64,
}

/// A legal move, as a file lists it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExpectedMove {
    /// The move, in standard algebraic or coordinate notation.
    pub text: String,
    /// The FEN of the position after it.
    pub fen: Option<String>,
}

/// A part of a file that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Broken {
    /// The number of its line, from 1.
    pub number: u64,
    /// What cannot be read, and what was expected.
    pub reason: String,
    /// Whether it can be read, but has more pieces than the board can hold.
    pub is_too_large: bool,
    /// Its length in the file, in bytes, with what precedes it.
    pub bytes: u64,
}

/// The text of a record, which is not validated yet.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Draft {
    /// The number of its line, from 1.
    pub(super) number: u64,
    pub(super) form: Form,
    pub(super) name: Option<String>,
    /// The game that is played, if the file says it.
    pub(super) variant: Option<String>,
    /// A FEN of 2 to 6 fields, or an EPD.
    pub(super) fen: String,
    /// Depths and counts.
    pub(super) counts: Vec<(u32, u128)>,
    /// Counts without depths, in the order of the file.
    pub(super) list: Vec<Option<u128>>,
    /// What cannot be read of the counts.
    pub(super) fault: Option<String>,
    pub(super) moves: Option<Vec<ExpectedMove>>,
}

impl Draft {
    /// Adds a count, unless its depth is too great.
    pub(super) fn add(&mut self, depth: u32, count: u128) {
        if depth > MAX_DEPTH {
            self.refuse(format!(
                "'D{depth}' is no depth, expected one from D0 to D{MAX_DEPTH}"
            ));
        } else {
            self.counts.push((depth, count));
        }
    }

    /// Keeps the first thing that cannot be read.
    pub(super) fn refuse(&mut self, fault: String) {
        self.fault.get_or_insert(fault);
    }

    /// Sets up the position. `file` is the variant of the whole file, if an earlier
    /// record has told it.
    ///
    /// # Errors
    ///
    /// If it is no position of chess.
    pub(super) fn finish(
        mut self,
        castling: CastlingNotation,
        file: &mut Option<String>,
        bytes: u64,
    ) -> Result<Record, Broken> {
        let number = self.number;
        let broken = |reason| Broken {
            number,
            reason,
            is_too_large: false,
            bytes,
        };
        variant::refuse(&self, file).map_err(broken)?;
        // A file does not declare which of its positions are Chess960.
        let parsed =
            fen::parse_with_x_fen_fallback(&self.fen, castling).map_err(|error| Broken {
                is_too_large: matches!(error, FenError::Illegal(Illegal::TooManyPieces { .. })),
                ..broken(error.to_string())
            })?;
        self.counts
            .extend(with_depths(&self.list, &parsed.position));
        self.counts.sort_by_key(|&(depth, _)| depth);
        Ok(Record {
            number,
            form: self.form,
            name: self.name,
            position: parsed.position,
            repairs: parsed.repairs,
            counts: self.fault.map_or(Ok(self.counts), Err),
            moves: self.moves,
            bytes,
        })
    }
}

/// The most legal moves of a position that a game can reach.
const MOST_MOVES: u128 = 218;

/// Gives depths to counts without them: 1, 2 and so on.
///
/// Some lists begin with the 1 of depth 0, and some have one depth and its count. The
/// position tells them apart.
fn with_depths(list: &[Option<u128>], position: &Position) -> Vec<(u32, u128)> {
    if list.is_empty() {
        return Vec::new();
    }
    let legal = position.legal_moves().len() as u128;
    if let [Some(depth), Some(count)] = *list
        && let Some(depth) = u32::try_from(depth).ok().filter(|it| (1..=15).contains(it))
    {
        let is_count = match u128::from(depth) * MOST_MOVES < count {
            true => true,
            false => legal != u128::from(depth) && depth <= 3 && perft(position, depth) == count,
        };
        if is_count {
            return vec![(depth, count)];
        }
    }
    let first = match *list {
        [Some(1), Some(second), ..] if legal != 1 && second == legal => 0,
        _ => 1,
    };
    let counts = (first..).zip(list);
    counts
        .filter_map(|(depth, count)| Some((depth, (*count)?)))
        .filter(|(depth, _)| *depth <= MAX_DEPTH)
        .collect()
}

/// The error that a text is no count.
pub(super) fn no_count(text: &str, behind: &str) -> String {
    format!(
        "{} after {behind} is no count, expected digits",
        Quoted(text)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_by_depth_or_one_depth_and_its_count() {
        let start = Position::start();
        // One legal move, then four.
        let single = "k7/8/K7/8/8/8/8/1R6 b - - 0 1".parse().unwrap();
        for (position, list, expected) in [
            (
                &start,
                &[20, 400, 8902][..],
                &[(1, 20), (2, 400), (3, 8902)][..],
            ),
            (&start, &[1, 20, 400], &[(0, 1), (1, 20), (2, 400)]),
            (&start, &[20, 400], &[(1, 20), (2, 400)]),
            (&start, &[20, 401], &[(1, 20), (2, 401)]),
            (&start, &[19, 400], &[(1, 19), (2, 400)]),
            (&start, &[5, 4_865_609], &[(5, 4_865_609)]),
            (&start, &[2, 400], &[(2, 400)]),
            (&start, &[1, 20], &[(1, 20)]),
            (&start, &[20], &[(1, 20)]),
            (&single, &[1, 9], &[(1, 1), (2, 9)]),
        ] {
            let list: Vec<Option<u128>> = list.iter().copied().map(Some).collect();
            assert_eq!(with_depths(&list, position), expected, "{list:?}");
        }
    }
}
