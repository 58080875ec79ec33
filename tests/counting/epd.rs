//! Reading the suites: one position a line, `FEN;D1 n;D2 n;…`, after comment
//! lines that start with `#`.

use ox88::board::{CastlingNotation, Position, fen};
use std::fs;
use std::path::{Path, PathBuf};

/// One line of a suite.
pub struct Line {
    /// File and line number, for messages.
    pub place: String,
    pub fen: String,
    pub position: Position,
    /// Depths and counts, depth ascending.
    pub counts: Vec<(u32, u128)>,
}

impl Line {
    /// The depths whose counts are within a budget of leaves, and always those to
    /// depth 2.
    pub fn within(&self, budget: u128) -> impl Iterator<Item = (u32, u128)> {
        let is_within = move |(depth, count): &(u32, u128)| *depth <= 2 || *count <= budget;
        self.counts.iter().copied().take_while(is_within)
    }
}

/// The path of a file among the suites.
pub fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/suites")
        .join(name)
}

/// All lines of a suite.
pub fn read(name: &str, notation: CastlingNotation) -> Vec<Line> {
    let text = fs::read_to_string(path(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    let lines: Vec<Line> = text
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(index, line)| read_line(&format!("{name}:{}", index + 1), line, notation))
        .collect();
    assert!(!lines.is_empty(), "{name} is empty");
    lines
}

fn read_line(place: &str, line: &str, notation: CastlingNotation) -> Line {
    let mut fields = line.split(';');
    let fen = fields.next().unwrap_or_default();
    let counts = fields
        .map(|field| {
            let (depth, count) = field
                .strip_prefix('D')
                .and_then(|field| field.split_once(' '))
                .unwrap_or_else(|| panic!("{place}: {field}"));
            (depth.parse().unwrap(), count.parse().unwrap())
        })
        .collect();
    Line {
        place: place.to_owned(),
        fen: fen.to_owned(),
        position: position(fen, notation),
        counts,
    }
}

/// The position of a FEN, which must have no fault that cannot be repaired.
pub fn position(fen: &str, notation: CastlingNotation) -> Position {
    fen::parse(fen, notation)
        .unwrap_or_else(|error| panic!("{fen}: {error}"))
        .position
}
