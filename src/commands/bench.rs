//! `bench`: counts a fixed list of positions, to measure the speed.

use super::json;
use super::rate::speed;
use super::run::{Context, LastReply, Run};
use super::words::Words;
use super::{Command, Printed, Row};
use crate::engine::Engine;
use crate::perft::{self, BenchCount, Method};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// The row of `bench`.
pub static ROW: Row = Row {
    words: &["bench"],
    usage: "bench [reference | bulk | leaf-parent]",
    purpose: "count a fixed list of positions, to measure speed and prove the counts",
    options: &[
        ("reference", "count by making every move"),
        ("bulk", "count the moves of the last ply"),
        ("leaf-parent", "count the last two plies together"),
    ],
    example: "bench bulk",
    section: "bench",
    has_json: true,
    read,
    ..Row::OWN
};

/// Counts the list, by this method or by the one of the option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bench(pub Option<Method>);

fn read(words: &mut Words) -> Result<Command, String> {
    let method = words.peek().and_then(Method::from_name);
    if method.is_none() && words.peek().is_some() {
        let names = Method::ALL.map(Method::name).join(", ");
        return words.refuse(format_args!("one of: {names}"));
    }
    words.word();
    words.end()?;
    Ok(Command::Go(Box::new(Bench(method))))
}

impl Run for Bench {
    fn run(self, engine: &mut Engine, context: &Context) -> LastReply {
        let method = self.0.unwrap_or(engine.counting.method);
        let plies_less = u32::from(method == Method::Reference);
        let threads = engine.counting.threads;
        let started = Instant::now();
        let positions = perft::BENCH_POSITIONS as u64;
        let progress = context.host().progress.begin(positions, "0 positions");
        let mut done = 0;
        let bench = perft::bench(method, plies_less, threads, context.stop(), |count| {
            done += 1;
            progress.update(done, || format!("{done} of {positions} positions"));
            context.reply(Reply::Count(count));
        });
        let elapsed = started.elapsed();
        Ok(Some(Reply::End { bench, elapsed }.into()))
    }
}

/// A reply to `bench`.
#[derive(Clone, Copy, Debug)]
pub enum Reply {
    /// The count of one position.
    Count(BenchCount),
    /// The end of the bench.
    End {
        /// The total, or the number of positions counted before a stop.
        bench: perft::BenchOutcome,
        /// The time that the bench took.
        elapsed: Duration,
    },
}

impl Printed for Reply {
    fn json(&self) -> Vec<Value> {
        vec![match self {
            Reply::Count(count) => {
                let mut object = json::speed(count.leaves, count.elapsed);
                object["name"] = json!(count.name);
                object["depth"] = json!(count.depth);
                object
            }
            Reply::End { bench, elapsed } => match bench {
                perft::BenchOutcome::Complete(total) => json::speed(*total, *elapsed),
                perft::BenchOutcome::Stopped { counted, positions } => {
                    json::stopped(*counted as u64, *positions as u64)
                }
            },
        }]
    }

    fn text(&self) -> String {
        match self {
            Reply::Count(BenchCount {
                name,
                depth,
                leaves,
                elapsed,
            }) => format!(
                "{name}, depth {depth}: {leaves} in {} ms\n",
                elapsed.as_millis()
            ),
            Reply::End { bench, elapsed } => match bench {
                perft::BenchOutcome::Complete(total) => {
                    let speed = speed(*total, *elapsed);
                    format!("\nNodes searched: {total}\n\ninfo {speed}\n")
                }
                perft::BenchOutcome::Stopped { counted, positions } => format!(
                    "\ninfo string bench stopped: {counted} of {positions} positions counted\n"
                ),
            },
        }
    }
}
