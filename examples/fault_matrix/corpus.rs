//! The suites of `tests/suites`, read for the matrix.

use ox88::Position;
use ox88::board::{CastlingNotation, fen};
use std::error::Error;
use std::fs;
use std::path::Path;

/// One line of a suite.
pub struct Line {
    /// The file without its extension.
    pub suite: &'static str,
    /// Its position.
    pub position: Position,
    /// The right counts: the leaves at depth 1, 2 and so on.
    pub counts: Vec<u64>,
}

impl Line {
    /// Returns whether its castling rights exist in standard chess.
    pub fn is_standard(&self) -> bool {
        let fen = self.position.to_fen();
        let castling = fen.split(' ').nth(2).unwrap_or_default();
        castling.chars().all(|letter| "KQkq-".contains(letter))
    }
}

/// The files of the corpus, the small ones first. In `irregular.epd` right
/// generators differ, and `chess960-xfen.epd` has positions of `chess960.epd`.
pub const SUITES: [&str; 9] = [
    "hand-made",
    "endgame",
    "standard",
    "tricky",
    "chess960-extra",
    "evasion",
    "enpassant",
    "chess960",
    "random",
];

/// The six positions of the Chess Programming Wiki's page "Perft Results", with the
/// counts that people compare.
pub fn wiki() -> Vec<Line> {
    let lines = WIKI.lines();
    lines.filter_map(|line| parse("wiki", line)).collect()
}

const WIKI: &str = "\
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1;D1 20;D2 400;D3 8902;D4 197281;D5 4865609
r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1;D1 48;D2 2039;D3 97862;D4 4085603
8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1;D1 14;D2 191;D3 2812;D4 43238;D5 674624
r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1;D1 6;D2 264;D3 9467;D4 422333
rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8;D1 44;D2 1486;D3 62379;D4 2103487
r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10;D1 46;D2 2079;D3 89890;D4 3894594
";

/// Reads these suites from a folder.
pub fn read(folder: &Path, suites: &[&'static str]) -> Result<Vec<Line>, Box<dyn Error>> {
    let mut lines = Vec::new();
    for &suite in suites {
        let text = fs::read_to_string(folder.join(suite).with_extension("epd"))?;
        let positions = text.lines().filter(|line| !line.starts_with('#'));
        for line in positions {
            lines.push(parse(suite, line).ok_or(format!("{suite}: {line}"))?);
        }
    }
    Ok(lines)
}

/// Reads a line. Its counts end at the first depth that is missing.
fn parse(suite: &'static str, line: &str) -> Option<Line> {
    let mut fields = line.split(';').map(str::trim);
    let fen = fields.next()?;
    let position = fen::parse(fen, CastlingNotation::Chess960).ok()?.position;
    let mut counts = Vec::new();
    for field in fields {
        let (depth, count) = field.strip_prefix('D')?.split_once(' ')?;
        if depth.parse() != Ok(counts.len() + 1) {
            break;
        }
        counts.push(count.parse().ok()?);
    }
    Some(Line {
        suite,
        position,
        counts,
    })
}
