//! What a file says about one position, whatever its form, and how the text of it
//! becomes a position.

use super::forms::Form;
use super::variant;
use crate::board::fen::{self, FenError, Illegal, Repair};
use crate::board::{CastlingNotation, Position};
use crate::perft::MAX_DEPTH;
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
    pub(super) fn add(&mut self, depth: u128, count: u128) {
        match u32::try_from(depth).ok().filter(|it| *it <= MAX_DEPTH) {
            Some(depth) => self.counts.push((depth, count)),
            None => self.refuse(format!(
                "'{depth}' is no depth, expected one from 0 to {MAX_DEPTH}"
            )),
        }
    }

    /// Keeps the first thing that cannot be read.
    pub(super) fn refuse(&mut self, fault: String) {
        self.fault.get_or_insert(fault);
    }

    fn has_counts(&self) -> bool {
        !self.counts.is_empty() || self.list.iter().any(Option::is_some)
    }

    /// Numbers behind the fourth field are clocks. Without other counts, those that
    /// no game has are counts, and what separates them is missing.
    fn refuse_clocks(&mut self, position: &Position) {
        let (half, full) = (position.halfmove_clock(), position.fullmove_number());
        if half > MOST_HALFMOVES || full > MOST_MOVES_OF_A_GAME {
            let clocks = Quoted(&format!("{half} {full}")).to_string();
            self.refuse(format!(
                "{clocks} are no clocks of a game, expected counts behind ';' or like 'D1 20'"
            ));
        }
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
        if self.list.len() > MAX_DEPTH as usize {
            self.refuse(format!("more than {MAX_DEPTH} counts"));
        }
        if !self.has_counts() && self.moves.is_none() {
            self.refuse_clocks(&parsed.position);
        }
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

/// The seventy-five-move rule ends a game at this half-move clock.
const MOST_HALFMOVES: u16 = 150;

/// Longer games are hardly ever played.
const MOST_MOVES_OF_A_GAME: u32 = 300;

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
        let has = |depth| has_leaves(position, depth, count);
        let is_by_depth = legal == u128::from(depth) && has(2);
        if u128::from(depth) * MOST_MOVES < count || (!is_by_depth && has(depth)) {
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
        .collect()
}

/// The most positions that are looked at to tell a depth from a count.
const MOST_POSITIONS: u32 = 100_000;

/// Returns whether a small number of leaves is right.
fn has_leaves(position: &Position, depth: u32, leaves: u128) -> bool {
    let (mut found, mut left) = (0, MOST_POSITIONS);
    count_up_to(&mut position.clone(), depth, leaves, &mut found, &mut left);
    found == leaves && left > 0
}

/// Adds the leaves, and ends early when there are too many.
fn count_up_to(position: &mut Position, depth: u32, most: u128, found: &mut u128, left: &mut u32) {
    if depth == 0 {
        *found += 1;
        return;
    }
    for mv in position.legal_moves() {
        if *found > most || *left == 0 {
            return;
        }
        *left -= 1;
        let undo = position.make(mv);
        count_up_to(position, depth - 1, most, found, left);
        position.unmake(mv, &undo);
    }
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
        let kings = "8/8/8/8/8/8/8/K1k5 w - - 0 1".parse().unwrap();
        let pawn = "8/8/8/8/8/8/1p6/K2k4 w - - 0 1".parse().unwrap();
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
            // The values of python-chess.
            (&kings, &[4, 65], &[(4, 65)]),
            (&kings, &[1, 3], &[(1, 1), (2, 3)]),
            (&pawn, &[3, 57], &[(3, 57)]),
            (&pawn, &[3, 15], &[(1, 3), (2, 15)]),
        ] {
            let list: Vec<Option<u128>> = list.iter().copied().map(Some).collect();
            assert_eq!(with_depths(&list, position), expected, "{list:?}");
        }
    }
}
