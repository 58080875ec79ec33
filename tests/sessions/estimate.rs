//! `estimate` as a session sees it: the published count within reach, the same digits for the same
//! seed, and an end whenever it is told to.

use crate::common::{Engine, mask, run_arguments};

/// The numbers of `Estimate: …` and of the ends of `95 % interval: … to …`.
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
        let reach = high - low;
        assert!(low < estimate && estimate < high);
        assert!((estimate - published).abs() < reach, "{estimate}");
        assert!(reach < 0.05 * published, "{reach}");
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
    // Something is known after a second.
    let told = engine.line();
    assert!(told.starts_with("info string estimate "), "{told}");
    engine.send("stop");
    let lines = last_lines(&mut engine);
    let [estimate, ..] = numbers(&lines);
    assert!(estimate > 1e30);
    assert!(lines.last().is_some_and(|line| line.ends_with(" stopped")));
    // The same at once, whatever is known then.
    engine.send("estimate 30 samples 1000000000000");
    engine.send("stop");
    while !engine.line().contains(" stopped") {}
    engine.expect_total(2, 400);
    engine.finish_quietly();
}
