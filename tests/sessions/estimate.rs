//! `estimate` in a session: the published count lies near the estimate, the same seed gives the
//! same digits, and `stop` ends it.

use crate::common::{Engine, mask, run_arguments};

/// Reads the number of `Estimate: …` and the two ends of `95 % interval: … to …`.
fn numbers(lines: &[String]) -> [f64; 3] {
    let after = |name: &str| {
        let line = lines.iter().find_map(|line| line.strip_prefix(name));
        line.unwrap_or_else(|| panic!("no {name} in {lines:?}"))
    };
    let (low, high) = after("95 % interval: ")
        .split_once(" to ")
        .expect("two ends");
    [after("Estimate: "), low, high].map(|number| number.parse().expect("a number"))
}

fn last_lines(engine: &mut Engine) -> Vec<String> {
    let mut lines = Vec::new();
    while !lines
        .last()
        .is_some_and(|line: &String| line.starts_with("info string estimate depth"))
    {
        lines.push(engine.line());
    }
    lines
}

#[test]
fn the_estimate_is_near_the_published_count() {
    let mut engine = Engine::start();
    // OEIS A048987.
    for (depth, published) in [(7, 3_195_901_860.0), (10, 69_352_859_712_417.0)] {
        engine.send(&format!("estimate {depth} samples 100000"));
        let [estimate, low, high] = numbers(&last_lines(&mut engine));
        let width = high - low;
        assert!(low < estimate && estimate < high);
        assert!((estimate - published).abs() < width, "{estimate}");
        assert!(width < 0.05 * published, "{width}");
    }
    engine.finish_quietly();
}

#[test]
fn the_same_seed_and_samples_print_the_same_digits() {
    let printed = |threads: &str, seed: &str| {
        let outcome = run_arguments(&[
            "setoption name Threads value",
            threads,
            ";",
            "estimate 11 samples 30000 seed",
            seed,
        ]);
        outcome.check_success("estimate");
        outcome
            .lines
            .iter()
            .map(|line| mask(line))
            .collect::<Vec<_>>()
    };
    let one = printed("1", "5");
    assert_eq!(printed("3", "5"), one);
    assert_ne!(printed("3", "6"), one);
}

#[test]
fn an_estimate_answers_isready_and_can_be_stopped() {
    let mut engine = Engine::start();
    engine.send("estimate 30 samples 1000000000000");
    engine.send("isready");
    assert_eq!(engine.line(), "readyok");
    // The first interim estimate comes after a second.
    let interim = engine.line();
    assert!(interim.starts_with("info string estimate "), "{interim}");
    engine.send("stop");
    let lines = last_lines(&mut engine);
    let [estimate, ..] = numbers(&lines);
    assert!(estimate > 1e30);
    assert!(lines.last().is_some_and(|line| line.ends_with(" stopped")));
    // A stop that follows at once ends it too.
    engine.send("estimate 30 samples 1000000000000");
    engine.send("stop");
    while !engine.line().contains(" stopped") {}
    engine.expect_total(2, 400);
    engine.finish_quietly();
}
