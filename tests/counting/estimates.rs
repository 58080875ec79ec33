//! Estimates against published counts. A single estimate may be off, but 95 % intervals must
//! contain the published count about as often as that.

use ox88::board::{CastlingNotation, Position, fen};
use ox88::control::Token;
use ox88::perft::published;
use ox88::tools::estimate::{Estimate, EstimateOutcome, Request, estimate};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn position(text: &str) -> Position {
    let parsed = fen::parse(text, CastlingNotation::Standard).expect("a FEN");
    parsed.position
}

fn run(
    position: &Position,
    depth: u32,
    samples: u64,
    seed: u64,
    threads: usize,
) -> EstimateOutcome {
    let request = Request {
        depth,
        samples: Some(samples),
        time: None,
        seed,
    };
    estimate(position, request, threads, &Token::never(), |_| {})
}

fn estimated(outcome: EstimateOutcome) -> Estimate {
    match outcome {
        EstimateOutcome::Estimated {
            estimate,
            stopped: false,
        } => estimate,
        other => panic!("{other:?}"),
    }
}

/// The number of intervals, out of 200, that contain the published count, and the error of the
/// mean of all estimates in standard errors.
fn coverage(position: &Position, depth: u32, samples: u64) -> (u32, f64) {
    const RUNS: u32 = 200;
    let truth = published(position, depth).expect("published") as f64;
    let (mut inside, mut sum, mut squares) = (0, 0.0, 0.0);
    for seed in 0..RUNS {
        let estimate = estimated(run(position, depth, samples, seed.into(), 2));
        let distance = estimate.leaves - truth;
        inside += u32::from(distance.abs() <= estimate.half_width);
        sum += distance;
        squares += distance * distance;
    }
    (inside, sum / squares.sqrt())
}

#[test]
fn intervals_contain_the_published_counts_as_often_as_they_should() {
    for (position, depth, samples) in [
        (Position::start(), 7, 5_000),
        (position(KIWIPETE), 5, 5_000),
        // Neither castling nor en passant, few moves, and checks.
        (
            position("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"),
            7,
            3_000,
        ),
    ] {
        let (inside, off) = coverage(&position, depth, samples);
        assert!((180..=198).contains(&inside), "{inside} of 200, {position}");
        // A bias would show. By chance, this is exceeded once in 15,000 runs.
        assert!(off.abs() < 4.0, "{off}, {position}");
    }
}

#[test]
fn threads_do_not_change_a_digit() {
    let start = &Position::start();
    for samples in [1_000, 50_001] {
        let one = run(start, 9, samples, 7, 1);
        for threads in [2, 3, 8] {
            assert_eq!(run(start, 9, samples, 7, threads), one, "{threads} threads");
        }
        assert_eq!(estimated(one).samples, samples);
        assert_ne!(run(start, 9, samples, 8, 1), one, "another seed");
    }
}

#[test]
fn small_trees_are_counted() {
    let start = &Position::start();
    for (depth, leaves) in [(0, 1), (1, 20), (2, 400), (3, 8_902), (5, 4_865_609)] {
        assert_eq!(
            run(start, depth, 1_000, 1, 2),
            EstimateOutcome::Exact(leaves)
        );
    }
    for (text, depth) in [
        // Mate, stalemate, and depth 0.
        ("R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1", 9),
        ("7k/8/6Q1/8/8/8/8/K7 b - - 0 1", 9),
        ("8/8/8/8/8/p1k5/P7/K7 w - - 0 1", 0),
    ] {
        let expected = u128::from(depth == 0);
        assert_eq!(
            run(&position(text), depth, 1_000, 1, 1),
            EstimateOutcome::Exact(expected)
        );
    }
}

/// The squares of these samples would exceed the range of a floating-point number.
#[test]
fn the_greatest_depth_has_a_finite_estimate() {
    for text in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
        "7k/8/8/8/8/8/8/K7 w - - 0 1",
    ] {
        let estimate = estimated(run(&position(text), 127, 1_000, 1, 2));
        assert!(
            estimate.leaves.is_finite() && estimate.leaves > 1e30,
            "{text}"
        );
        assert!(
            estimate.half_width.is_finite() && estimate.error > 0.0,
            "{text}"
        );
    }
}
