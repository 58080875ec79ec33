//! `estimate`: estimates the number of leaves at a depth that is too large to count.

use super::at_position::at;
use super::json;
use super::position_request::PositionRequest;
use super::run::{Context, LastReply, Run};
use super::words::Words;
use super::{Command, Printed, Row};
use crate::engine::Engine;
use crate::tools::estimate::{
    Estimate, EstimateOutcome, MAX_SAMPLES, MIN_SAMPLES, Request, estimate,
};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// The row of `estimate`.
pub static ROW: Row = Row {
    words: &["estimate"],
    usage: "estimate DEPTH [samples S] [seconds T] [seed N] [POSITION]",
    purpose: "estimate the leaves at a depth that nobody can count, by random walks",
    options: &[
        ("samples S", "the number of random walks"),
        ("seconds T", "the time to take"),
        ("seed N", "the seed of the random numbers"),
    ],
    example: "estimate 12 samples 20000",
    section: "estimate-depth-samples-s-seconds-t-seed-n",
    has_json: true,
    read: |words| {
        let (request, position) = read(words)?;
        Ok(Command::Go(at(position, EstimateLeaves(request))))
    },
    ..Row::OWN
};

/// Estimates the number of leaves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EstimateLeaves(pub Request);

/// The number of samples if the command sets neither that nor a time.
const DEFAULT_SAMPLES: u64 = 1_000_000;
/// The greatest time, in seconds: a week.
const MAX_SECONDS: u64 = 7 * 24 * 3600;

/// The words that end a position.
const KEYWORDS: [&str; 3] = ["samples", "seconds", "seed"];

fn read(words: &mut Words) -> Result<(Request, Option<PositionRequest>), String> {
    let depth = words.depth(0)?;
    let (mut samples, mut seconds, mut seed) = (None, None, 0);
    let mut position = None;
    let number = |words: &mut Words, least, greatest| {
        let expected = format!("a number from {least} to {greatest}");
        words.number(least..=greatest, expected)
    };
    while words.peek().is_some() {
        if words.take("samples") {
            samples = Some(number(words, MIN_SAMPLES, MAX_SAMPLES)?);
        } else if words.take("seconds") {
            seconds = Some(number(words, 1, MAX_SECONDS)?);
        } else if words.take("seed") {
            seed = number(words, 0, u64::MAX)?;
        } else if let Some(request) = words.position(&KEYWORDS)? {
            position = Some(request);
        } else {
            return words.refuse("samples, seconds, seed, startpos, fen or a named position");
        }
    }
    if seconds.is_none() {
        samples = samples.or(Some(DEFAULT_SAMPLES));
    }
    let request = Request {
        depth,
        samples,
        time: seconds.map(Duration::from_secs),
        seed,
    };
    Ok((request, position))
}

impl Run for EstimateLeaves {
    fn run(self, engine: &mut Engine, context: &Context) -> LastReply {
        let position = engine.position()?;
        let request = self.0;
        let started = Instant::now();
        let threads = engine.counting.threads;
        let outcome = estimate(position, request, threads, context.stop(), |estimate| {
            let elapsed = started.elapsed();
            context.reply(Reply::Progress { estimate, elapsed });
        });
        let end = Reply::End {
            outcome,
            request,
            elapsed: started.elapsed(),
        };
        Ok(Some(end.into()))
    }
}

/// A reply to `estimate`.
#[derive(Clone, Copy, Debug)]
pub enum Reply {
    /// The estimate so far.
    Progress {
        /// The estimate.
        estimate: Estimate,
        /// The time since the command began.
        elapsed: Duration,
    },
    /// The end of the estimate.
    End {
        /// The outcome.
        outcome: EstimateOutcome,
        /// The parameters of the estimate.
        request: Request,
        /// The time that the estimate took.
        elapsed: Duration,
    },
}

impl Printed for Reply {
    fn json(&self) -> Vec<Value> {
        let (estimate, elapsed) = match self {
            Reply::Progress { .. } => return Vec::new(),
            Reply::End {
                outcome: EstimateOutcome::Stopped,
                ..
            } => return vec![json!({ "stopped": true })],
            Reply::End {
                outcome: EstimateOutcome::Exact(leaves),
                elapsed,
                ..
            } => {
                let time = json::count(elapsed.as_millis());
                return vec![json!({ "exact": json::count(*leaves), "time": time })];
            }
            Reply::End {
                outcome: EstimateOutcome::Estimated { estimate, .. },
                elapsed,
                ..
            } => (estimate, elapsed),
        };
        vec![json!({
            "estimate": estimate.leaves,
            "error": estimate.error,
            "low": (estimate.leaves - estimate.half_width).max(0.0),
            "high": estimate.leaves + estimate.half_width,
            "samples": estimate.samples,
            "time": json::count(elapsed.as_millis()),
        })]
    }

    fn text(&self) -> String {
        match self {
            Reply::Progress { estimate, elapsed } => format!(
                "info string estimate {} error {} samples {} time {}\n",
                scientific(estimate.leaves, digits(estimate)),
                percent(estimate),
                estimate.samples,
                elapsed.as_millis()
            ),
            Reply::End {
                outcome,
                request,
                elapsed,
            } => end(outcome, request, *elapsed),
        }
    }
}

fn end(outcome: &EstimateOutcome, request: &Request, elapsed: Duration) -> String {
    let (depth, seed, time) = (request.depth, request.seed, elapsed.as_millis());
    match outcome {
        EstimateOutcome::Stopped => "\ninfo string estimate stopped: no samples\n".to_owned(),
        EstimateOutcome::Exact(leaves) => format!(
            "Estimate: {leaves}\nStandard error: 0, 0 %\n95 % interval: {leaves} to {leaves}\n\n\
             info string estimate depth {depth} exact time {time}\n"
        ),
        // The interval would be from 0 to 0, but the tree may have leaves.
        EstimateOutcome::Estimated { estimate, .. } if estimate.leaves == 0.0 => format!(
            "\ninfo string estimate: none of {} samples reached depth {depth}\n",
            estimate.samples
        ),
        EstimateOutcome::Estimated { estimate, stopped } => {
            let digits = digits(estimate);
            let Estimate {
                leaves,
                error,
                half_width,
                samples,
            } = estimate;
            let state = if *stopped { " stopped" } else { "" };
            format!(
                "Estimate: {}\nStandard error: {}, {}\n95 % interval: {} to {}\n\n\
                 info string estimate depth {depth} samples {samples} seed {seed} \
                 time {time}{state}\n",
                scientific(*leaves, digits),
                scientific(*error, 2),
                percent(estimate),
                scientific((leaves - half_width).max(0.0), digits),
                scientific(leaves + half_width, digits),
            )
        }
    }
}

/// The number of significant digits of an estimate: up to the second digit of its
/// error.
fn digits(estimate: &Estimate) -> usize {
    let relative = estimate.error / estimate.leaves;
    if relative.is_nan() || relative < 1e-12 {
        return 14;
    }
    (-relative.log10()).floor().max(0.0) as usize + 3
}

/// A number in scientific notation, such as `1.98e18`.
fn scientific(number: f64, digits: usize) -> String {
    format!("{number:.*e}", digits.saturating_sub(1))
}

/// The standard error in percent of the estimate, with two significant digits.
fn percent(estimate: &Estimate) -> String {
    let percent = estimate.error / estimate.leaves * 100.0;
    if percent.is_nan() || percent <= 0.0 {
        return "0 %".to_owned();
    }
    let decimals = (1.0 - percent.log10().floor()).max(0.0) as usize;
    format!("{percent:.decimals$} %")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_the_digits_that_mean_something() {
        let estimate = |leaves, error| Estimate {
            leaves,
            error,
            half_width: 2.0 * error,
            samples: 1_000,
        };
        for (leaves, error, text, relative) in [
            (1.980_512e18, 7.4e15, "1.9805e18", "0.37 %"),
            (1.980_512e18, 7.4e17, "1.98e18", "37 %"),
            (3.195_901_86e9, 1.0e5, "3.195902e9", "0.0031 %"),
            (5e150, 0.0, "5.0000000000000e150", "0 %"),
            (1e3, 4e3, "1.00e3", "400 %"),
        ] {
            let estimate = estimate(leaves, error);
            assert_eq!(scientific(leaves, digits(&estimate)), text);
            assert_eq!(percent(&estimate), relative);
        }
    }

    #[test]
    fn samples_that_all_end_before_say_so() {
        let nothing = Estimate {
            leaves: 0.0,
            error: 0.0,
            half_width: 0.0,
            samples: 1_000,
        };
        let outcome = EstimateOutcome::Estimated {
            estimate: nothing,
            stopped: false,
        };
        let request = Request {
            depth: 9,
            samples: None,
            time: None,
            seed: 0,
        };
        let expected = "\ninfo string estimate: none of 1000 samples reached depth 9\n";
        assert_eq!(end(&outcome, &request, Duration::ZERO), expected);
    }

    #[test]
    fn words_come_in_any_order_and_have_defaults() {
        let read = |line| Some(read(&mut Words::of_line(line)).ok()?.0);
        let request = |samples, seconds: Option<u64>, seed| Request {
            depth: 9,
            samples,
            time: seconds.map(Duration::from_secs),
            seed,
        };
        for (line, expected) in [
            ("9", request(Some(DEFAULT_SAMPLES), None, 0)),
            ("9 seconds 5", request(None, Some(5), 0)),
            ("9 seed 3 samples 2000", request(Some(2_000), None, 3)),
            ("9 samples 2000 seconds 5", request(Some(2_000), Some(5), 0)),
        ] {
            assert_eq!(read(line), Some(expected), "{line}");
        }
        for line in [
            "",
            "-1",
            "128",
            "x",
            "9 samples",
            "9 samples 0",
            "9 samples 999",
            "9 samples 1000000000001",
            "9 samples -5",
            "9 seconds 0",
            "9 seconds 1.5",
            "9 seconds 99999999999999999999999",
            "9 seed -1",
            "9 seed x",
            "9 10",
        ] {
            assert_eq!(read(line), None, "{line}");
        }
    }
}
