//! The library of faults: each fault shows where it says, the sieve shows all of
//! them, and it would show others as well.

use ox88::board::{CastlingNotation, fen};
use ox88::tools::faults::{FAULTS, Fault, FaultKind, FaultyGenerator};
use ox88::{Position, perft};
use std::collections::HashSet;
use std::path::Path;

#[allow(dead_code)]
#[path = "../examples/fault_matrix/corpus.rs"]
mod corpus;
#[allow(dead_code)]
#[path = "../examples/fault_matrix/cover.rs"]
mod cover;
#[allow(dead_code)]
#[path = "../examples/fault_matrix/matrix.rs"]
mod matrix;

use corpus::Line;

const SMALL: [&str; 5] = [
    "hand-made",
    "endgame",
    "standard",
    "tricky",
    "chess960-extra",
];
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn suites(names: &[&'static str]) -> Vec<Line> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suites");
    corpus::read(&folder, names).expect("the suites are sound")
}

fn sieve() -> Vec<Line> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/tools/corpus");
    corpus::read(&folder, &["sieve"]).expect("the sieve is sound")
}

fn parse(fen: &str) -> Position {
    let parsed = fen::parse(fen, CastlingNotation::Chess960);
    parsed.expect("a sound FEN").position
}

fn faults() -> Vec<&'static Fault> {
    FAULTS.iter().filter(|fault| !fault.is_random()).collect()
}

#[test]
fn without_a_fault_the_generator_is_right() {
    for line in suites(&SMALL) {
        for (depth, &right) in (1..).zip(&line.counts) {
            if right <= 20_000 {
                let count = FaultyGenerator::new(&line.position, None).count(depth);
                assert_eq!(
                    count,
                    u128::from(right),
                    "depth {depth} of {}",
                    line.position
                );
            }
        }
    }
}

#[test]
fn names_are_unique_words() {
    let names: HashSet<&str> = FAULTS.iter().map(|fault| fault.name).collect();
    assert_eq!(names.len(), FAULTS.len());
    for fault in FAULTS {
        let is_letter = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit();
        assert!(
            fault
                .name
                .split('-')
                .all(|word| word.chars().all(is_letter))
        );
        assert!(fault.story.ends_with('.'), "{}", fault.name);
    }
}

#[test]
fn each_fault_shows_soonest_where_it_says() {
    for fault in faults() {
        let soonest = fault.soonest().expect(fault.name);
        let position = parse(soonest.fen);
        let count = |depth| FaultyGenerator::new(&position, Some(fault)).count(depth);
        assert_eq!(perft(&position, soonest.depth), u128::from(soonest.leaves));
        for depth in 1..soonest.depth {
            assert_eq!(count(depth), perft(&position, depth), "{}", fault.name);
        }
        assert_ne!(
            count(soonest.depth),
            u128::from(soonest.leaves),
            "{}",
            fault.name
        );
    }
}

#[test]
fn the_sieve_is_right_and_shows_every_fault() {
    let lines = sieve();
    for line in &lines {
        for (depth, &right) in (1..).zip(&line.counts) {
            assert_eq!(
                perft(&line.position, depth),
                u128::from(right),
                "{}",
                line.position
            );
        }
    }
    for fault in faults() {
        // An engine without Chess960 is not asked for it.
        let may_show = |line: &&Line| fault.kind == FaultKind::Chess960 || line.is_standard();
        let shows = |line| matrix::first_wrong(line, fault, u64::MAX).is_some();
        assert!(lines.iter().filter(may_show).any(shows), "{}", fault.name);
    }
}

/// A smaller matrix than that of the program, to save time.
#[test]
fn a_sieve_from_half_of_the_faults_shows_the_other_half() {
    let small = suites(&SMALL);
    let large = suites(&["evasion", "enpassant", "chess960", "random"]);
    let lines: Vec<&Line> = small.iter().chain(large.iter().step_by(25)).collect();
    let faults = faults();
    let matrix = matrix::compute(&lines, &faults, |_| 4_000, 2);
    let matrix = matrix::for_any_engine(&matrix, &lines, &faults);
    let counts: Vec<&[u64]> = lines.iter().map(|line| line.counts.as_slice()).collect();
    let candidates = cover::candidates(&matrix, &counts);
    let is_shown = |&fault: &usize| matrix.iter().any(|row| row[fault].is_some());
    let shown: Vec<usize> = (0..faults.len()).filter(is_shown).collect();
    assert!(shown.len() > 110, "{}", shown.len());
    let share = cover::cross_validation(&candidates, &shown, faults.len(), cover::TIMES);
    assert!(share >= 0.9, "{share}");
}

#[test]
fn faults_of_threads_depend_on_the_seed_alone() {
    let position = parse(KIWIPETE);
    for fault in FAULTS.iter().filter(|fault| fault.is_random()) {
        let count = |seed| {
            let mut faulty = FaultyGenerator::new(&position, Some(fault)).with_seed(seed);
            [faulty.count(3), faulty.count(3)]
        };
        let counts: Vec<_> = (0..20).map(count).collect();
        assert_eq!(counts, (0..20).map(count).collect::<Vec<_>>());
        let wrong = counts.iter().filter(|counts| **counts != [97_862; 2]);
        assert!(wrong.count() >= 18, "{}: {counts:?}", fault.name);
        assert!(counts.iter().any(|counts| counts[0] != counts[1]));
    }
}
