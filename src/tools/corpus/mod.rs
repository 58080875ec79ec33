//! The positions and counts that are built into the program, for `check`: the
//! verified suites of the tests, compressed by `build.rs`, and the sieve, a short list
//! of counts that shows the known faults soonest. What is done with them is in
//! [`check`](super::check).

use super::suite::records;
use crate::board::{CastlingNotation, Position};
use crate::control::Token;
use std::collections::HashSet;
use std::io::Cursor;

/// The suites, each under a line `# NAME`.
static SUITES: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/corpus.deflate"));

/// The sieve. `examples/fault_matrix/` makes it.
static SIEVE: &str = include_str!("sieve.epd");

/// The kind of a position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// Standard chess.
    Standard,
    /// Chess960, with a castling right that standard chess does not have.
    Chess960,
    /// A position that no game reaches, in which sound generators may differ.
    Irregular,
}

/// One position of the corpus, with its counts.
///
/// ```
/// use ox88::tools::corpus::{self, Kind};
///
/// let start = &corpus::positions()[0];
/// assert_eq!(start.kind, Kind::Standard);
/// assert_eq!(start.counts[..3], [(1, 20), (2, 400), (3, 8902)]);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CorpusPosition {
    /// The position.
    pub position: Position,
    /// The kind.
    pub kind: Kind,
    /// Depths, in plies, and the leaves at each.
    pub counts: Vec<(u32, u128)>,
}

/// Every position, suite by suite. A position of two suites stands in the first of
/// them. It takes some milliseconds to unpack them.
#[must_use]
pub fn positions() -> Vec<CorpusPosition> {
    let Ok(text) = miniz_oxide::inflate::decompress_to_vec(SUITES) else {
        unreachable!("the build script compressed the corpus");
    };
    let text = String::from_utf8_lossy(&text);
    let (games, irregular) = text.split_once("# irregular\n").unwrap_or((&text, ""));
    let mut positions = read(games, game_kind);
    positions.extend(read(irregular, |_| Kind::Irregular));
    let mut keys = HashSet::new();
    positions.retain(|entry| keys.insert(entry.position.key()));
    positions
}

/// The positions of the sieve with the counts that belong to it, the most telling
/// first.
#[must_use]
pub fn sieve() -> Vec<CorpusPosition> {
    read(SIEVE, game_kind)
}

fn game_kind(position: &Position) -> Kind {
    match position.has_standard_castling() {
        true => Kind::Standard,
        false => Kind::Chess960,
    }
}

fn read(text: &str, kind: fn(&Position) -> Kind) -> Vec<CorpusPosition> {
    let file = Box::new(Cursor::new(text.to_owned()));
    let records = records(file, CastlingNotation::Standard, &Token::never());
    let entries = records.flatten().flatten().map(|record| CorpusPosition {
        kind: kind(&record.position),
        position: record.position,
        counts: record.counts.unwrap_or_default(),
    });
    entries.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::perft::perft;

    #[test]
    fn every_line_of_the_suites_is_in_the_corpus() {
        let positions = positions();
        let of = |kind| positions.iter().filter(|it| it.kind == kind).count();
        assert_eq!(of(Kind::Irregular), 22);
        // The sizes of the suites, less those that stand twice: the start position (in
        // three suites) and another one. python-chess finds the same.
        let all = 127 + 131 + 16 + 7 + 1880 + 1184 + 5739 + 816 + 39 - 3;
        assert_eq!(of(Kind::Standard) + of(Kind::Chess960), all);
        assert!(of(Kind::Chess960) > 500);
        assert!(positions.iter().all(|entry| !entry.counts.is_empty()));
    }

    #[test]
    fn the_sieve_has_right_counts() {
        for entry in sieve() {
            for &(depth, leaves) in &entry.counts {
                assert_eq!(perft(&entry.position, depth), leaves, "{}", entry.position);
            }
        }
    }
}
