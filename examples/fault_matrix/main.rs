//! Computes which position of our suites shows which fault of
//! [`ox88::tools::faults`], and takes the sieve from it:
//!
//! ```sh
//! cargo run --release --example fault_matrix
//! ```
//!
//! It takes some minutes, and writes `src/tools/corpus/sieve.epd`,
//! `src/tools/faults/soonest.txt`, and the tables in `docs/faults.md`.

#![allow(clippy::print_stdout)]

mod corpus;
mod cover;
mod document;
mod matrix;

use corpus::Line;
use cover::{Candidate, TIMES};
use document::Suite;
use ox88::tools::faults::{FAULTS, Fault};
use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::thread;

/// The greatest count of the matrix, in leaves: in the small suites, and in the large
/// ones of a thousand positions or about that.
const LIMITS: [u64; 2] = [40_000, 4_000];

/// The greatest count for faults that show at none of these, in the small suites.
const DEEP_LIMIT: u64 = 300_000;

/// The suites that are large.
const LARGE: [&str; 4] = ["chess960", "enpassant", "evasion", "random"];

fn main() -> Result<(), Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let lines = corpus::read(&root.join("tests/suites"), &corpus::SUITES)?;
    let faults: Vec<&Fault> = FAULTS.iter().filter(|fault| !fault.is_random()).collect();
    println!("{} positions, {} faults", lines.len(), faults.len());

    let all: Vec<&Line> = lines.iter().collect();
    let is_large = |line: &Line| LARGE.contains(&line.suite);
    let limit = |line: &Line| LIMITS[usize::from(is_large(line))];
    let mut matrix = matrix::compute(&all, &faults, limit, threads);
    let useful = matrix::for_any_engine(&matrix, &all, &faults);
    let is_rare = |fault: &usize| useful.iter().all(|row| row[*fault].is_none());
    let rare: Vec<usize> = (0..faults.len()).filter(is_rare).collect();
    let small: Vec<&Line> = lines.iter().filter(|line| !is_large(line)).collect();
    let deep: Vec<&Fault> = rare.iter().map(|&fault| faults[fault]).collect();
    let deep = matrix::compute(&small, &deep, |_| DEEP_LIMIT, threads);
    // The small suites come first in the corpus.
    for (row, deep) in matrix.iter_mut().zip(deep) {
        for (&fault, found) in rare.iter().zip(deep) {
            row[fault] = found;
        }
    }
    let useful = matrix::for_any_engine(&matrix, &all, &faults);
    let counts: Vec<&[u64]> = lines.iter().map(|line| line.counts.as_slice()).collect();
    let candidates = cover::candidates(&useful, &counts);
    let shown: Vec<bool> = (0..faults.len())
        .map(|fault| useful.iter().any(|row| row[fault].is_some()))
        .collect();
    for (fault, _) in faults.iter().zip(&shown).filter(|(_, shown)| !**shown) {
        println!("no position shows {}", fault.name);
    }

    let once = cover::greedy(&candidates, &shown, 1);
    println!(
        "{} lines show each fault once, cost {}; no set costs less than {}",
        once.len(),
        cover::cost(&candidates, &once),
        cover::lower_bound(&candidates, &shown),
    );
    let numbers: Vec<usize> = (0..faults.len()).filter(|&fault| shown[fault]).collect();
    for times in [1, TIMES] {
        let chosen = cover::greedy(&candidates, &shown, times);
        println!(
            "{times} times: {} lines, {} leaves; made from one half it shows {:.1} % of the other",
            chosen.len(),
            leaves(&candidates, &chosen),
            100.0 * cover::cross_validation(&candidates, &numbers, faults.len(), times),
        );
    }
    let sieve = cover::greedy(&candidates, &shown, TIMES);
    fs::create_dir_all(root.join("src/tools/corpus"))?;
    fs::write(
        root.join("src/tools/corpus/sieve.epd"),
        sieve_text(&candidates, &sieve, &lines),
    )?;
    let soonest = soonest(&useful, &faults, &lines);
    let mut text = String::new();
    for (fault, soonest) in faults.iter().zip(&soonest) {
        if let Some((leaves, depth, line)) = soonest {
            let _ = writeln!(text, "{};{};D{depth} {leaves}", fault.name, line.position);
        }
    }
    fs::write(root.join("src/tools/faults/soonest.txt"), text)?;

    let wiki = corpus::wiki();
    let of = |names: &[&str]| -> Vec<&Line> {
        let lines = lines.iter();
        lines.filter(|line| names.contains(&line.suite)).collect()
    };
    let mut roce = of(&["standard"]);
    roce.truncate(126); // The last line was added later.
    let in_sieve = |index: &usize| &lines[candidates[*index].line];
    let suite = |name, lines, limit| Suite { name, lines, limit };
    let suites = [
        suite("the wiki's six positions", wiki.iter().collect(), 5_000_000),
        suite("ROCE's 126 (`standard.epd`)", roce, 400_000),
        suite(
            "Marcel van Kervinck's (`random.epd`)",
            of(&["random"]),
            10_000,
        ),
        suite("`tricky.epd`", of(&["tricky"]), 400_000),
        suite("`enpassant.epd`", of(&["enpassant"]), 10_000),
        suite("`evasion.epd`", of(&["evasion"]), 10_000),
        suite("Chess960 (`chess960.epd`)", of(&["chess960"]), 10_000),
        suite(
            "Chess960 corner cases (`chess960-extra.epd`)",
            of(&["chess960-extra"]),
            400_000,
        ),
        suite(
            "the sieve (`sieve.epd`)",
            sieve.iter().map(in_sieve).collect(),
            DEEP_LIMIT,
        ),
    ];
    // The matrix knows most answers already.
    let known = |line: &Line, fault: usize| {
        let row = lines.iter().position(|other| std::ptr::eq(other, line));
        row.is_some_and(|row| matrix[row][fault].is_some())
    };
    let suites: Vec<_> = suites
        .into_iter()
        .map(|suite| {
            let found = document::found(&suite, &faults, known, threads);
            println!(
                "{}: {}",
                suite.name,
                found.iter().filter(|found| **found).count()
            );
            (suite, found)
        })
        .collect();
    let file = root.join("docs/faults.md");
    document::replace(&file, "suites", &document::suites_table(&suites, &faults))?;
    document::replace(&file, "faults", &document::faults_tables(FAULTS, &soonest))?;
    Ok(())
}

fn leaves(candidates: &[Candidate], chosen: &[usize]) -> u64 {
    chosen.iter().map(|&index| candidates[index].leaves).sum()
}

/// The sieve as a suite.
fn sieve_text(candidates: &[Candidate], chosen: &[usize], lines: &[Line]) -> String {
    let mut text = format!(
        "# The sieve: {} positions that show each injected fault {TIMES} times, as far as our suites \
         do.\n# Most faults show first. Format: FEN;D1 n;D2 n;...\n# Made by `cargo run \
         --release --example fault_matrix` from tests/suites.\n",
        chosen.len()
    );
    for &index in chosen {
        let candidate = &candidates[index];
        let line = &lines[candidate.line];
        text += &line.position.to_fen();
        for (depth, count) in (1..=candidate.depth).zip(&line.counts) {
            let _ = write!(text, ";D{depth} {count}");
        }
        text += "\n";
    }
    text
}

/// For each fault, what shows it with the fewest leaves: the leaves, the depth and
/// the line.
fn soonest<'a>(
    matrix: &[Vec<Option<u32>>],
    faults: &[&Fault],
    lines: &'a [Line],
) -> Vec<Option<(u64, u32, &'a Line)>> {
    let soonest = (0..faults.len()).map(|number| {
        let shows = matrix.iter().zip(lines).filter_map(|(row, line)| {
            let depth = row[number]?;
            let leaves = *line.counts.get(depth as usize - 1)?;
            Some((leaves, depth, line))
        });
        shows.min_by_key(|&(leaves, ..)| leaves)
    });
    soonest.collect()
}
