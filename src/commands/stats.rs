//! `stats`: the leaves at each depth, by the kind of the last move.

use super::at_position::at;
use super::json;
use super::position_request::PositionRequest;
use super::rate::{speed, speed_in_words, warning_line};
use super::run::{Context, LastReply, Run};
use super::words::Words;
use super::{Command, Printed, Row};
use crate::engine::Engine;
use crate::perft::Forecast;
use crate::text::{grouped, wrapped};
use crate::tools::stats::{Stats, stats};
use serde_json::{Value, json};
use std::fmt::Write;
use std::time::{Duration, Instant};

/// The row of `stats`.
pub static ROW: Row = Row {
    words: &["stats"],
    usage: "stats DEPTH [csv] [POSITION]",
    purpose: "count captures, checks, mates and the like for each depth up to DEPTH",
    options: &[("csv", "comma-separated values")],
    example: "stats 3 kiwipete csv",
    section: "stats-depth-csv",
    has_json: true,
    read: |words| {
        let (stats, position) = read(words)?;
        Ok(Command::Go(at(position, stats)))
    },
    ..Row::OWN
};

/// Counts the statistics of each depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CountStats {
    /// The greatest depth, in plies.
    pub depth: u32,
    /// The format of the reply.
    pub format: Format,
}

/// The format of statistics.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// As a table for people.
    Table,
    /// As comma-separated values for programs.
    Csv,
}

fn read(words: &mut Words) -> Result<(CountStats, Option<PositionRequest>), String> {
    let depth = words.depth(1)?;
    let (mut format, mut position) = (Format::Table, None);
    while words.peek().is_some() {
        if words.take("csv") {
            format = Format::Csv;
        } else if let Some(request) = words.position(&["csv"])? {
            position = Some(request);
        } else {
            return words.refuse("csv, startpos, fen, a named position or nothing");
        }
    }
    Ok((CountStats { depth, format }, position))
}

impl Run for CountStats {
    fn run(self, engine: &mut Engine, context: &Context) -> LastReply {
        let position = engine.game.as_ref()?.position();
        let CountStats { depth, format } = self;
        let reply = |part| Reply { format, part };
        let started = Instant::now();
        let mut leaves = 0;
        let mut no_table = None;
        context.reply(reply(Part::Header));
        let progress = context.host().progress.begin(0, "");
        let mut forecast = Forecast::default();
        for counted in 1..=depth {
            let started = Instant::now();
            progress.update(0, || format!("counting depth {counted} of {depth}"));
            let warn = |error| no_table = Some(error);
            let stats = stats(
                position,
                counted,
                &mut engine.counting,
                context.stop(),
                warn,
            );
            let Some(stats) = stats else {
                let stopped = Part::Stopped {
                    counted: counted - 1,
                    depths: depth,
                };
                return Ok(Some(reply(stopped).into()));
            };
            leaves += stats.nodes;
            forecast.add(stats.nodes, started.elapsed());
            progress.expect(forecast.time_to(depth));
            context.reply(reply(Part::Depth(counted, Box::new(stats))));
        }
        let elapsed = started.elapsed();
        let warning = no_table.map(|error| error.to_string());
        if format == Format::Csv
            && let Some(warning) = &warning
        {
            log::warn!("{warning}");
        }
        let complete = Part::Complete {
            leaves,
            elapsed,
            warning,
        };
        Ok(Some(reply(complete).into()))
    }
}

/// A reply to `stats`.
#[derive(Clone, Debug)]
pub struct Reply {
    /// Its format.
    pub format: Format,
    /// Its content.
    pub part: Part,
}

/// A part of the statistics.
#[derive(Clone, Debug)]
pub enum Part {
    /// The names of the columns.
    Header,
    /// A depth, in plies, and its statistics.
    Depth(u32, Box<Stats>),
    /// The end of complete statistics.
    Complete {
        /// The number of leaves at all depths.
        leaves: u128,
        /// The time that the statistics took.
        elapsed: Duration,
        /// A warning: there is no memory for the table.
        warning: Option<String>,
    },
    /// The end of statistics that were stopped.
    Stopped {
        /// The number of complete depths.
        counted: u32,
        /// The number of depths to count.
        depths: u32,
    },
}

/// The widths of the columns. They are fixed, since each line is printed before the
/// next one is known. The numbers of depth 9 of the start position fit.
const WIDTHS: [usize; 13] = [17, 15, 11, 13, 11, 14, 11, 10, 11, 12, 16, 12, 10];

/// Which of the published conventions the columns follow.
const CONVENTION: &str = "checks include mates, discovered and double do not";

impl Printed for Reply {
    /// One depth below the other, with the columns that are not zero: a table would be
    /// wider than most terminals.
    fn text_on_terminal(&self) -> String {
        match (&self.part, self.format) {
            (_, Format::Csv) => self.text(),
            (Part::Header, _) => String::new(),
            (Part::Depth(depth, stats), _) => {
                let [(_, leaves), columns @ ..] = stats.columns();
                let columns = columns.iter().filter(|(_, number)| *number > 0);
                let columns: Vec<String> = columns
                    .map(|(name, number)| {
                        format!("{} {}", name.replace('_', " "), grouped(*number))
                    })
                    .collect();
                let mut text = format!("depth {depth}: {} leaves\n", grouped(leaves));
                if !columns.is_empty() {
                    text += &wrapped("  ", columns.join(",\n").lines(), 2);
                }
                text
            }
            (
                Part::Complete {
                    leaves,
                    elapsed,
                    warning,
                },
                _,
            ) => {
                let warning = warning_line(warning.as_ref());
                let speed = speed_in_words(*leaves, *elapsed);
                format!("\n{CONVENTION}\n{speed}\n{warning}")
            }
            (Part::Stopped { .. }, _) => self.text(),
        }
    }

    fn json(&self) -> Vec<Value> {
        vec![match &self.part {
            Part::Header => return Vec::new(),
            Part::Depth(depth, stats) => {
                let mut object = json!({ "depth": depth });
                for (name, number) in stats.columns() {
                    object[name] = json::count(number);
                }
                object
            }
            Part::Complete {
                leaves, elapsed, ..
            } => json::speed(*leaves, *elapsed),
            Part::Stopped { counted, depths } => json::stopped(*counted, *depths),
        }]
    }

    fn text(&self) -> String {
        match (&self.part, self.format) {
            (Part::Header, _) => {
                let names = Stats::default().columns().map(|(name, _)| name.to_owned());
                self.line("depth", names)
            }
            (Part::Depth(depth, stats), format) => {
                let numbers = stats.columns().map(|(_, number)| match format {
                    Format::Table => grouped(number),
                    Format::Csv => number.to_string(),
                });
                self.line(&depth.to_string(), numbers)
            }
            (Part::Complete { .. }, Format::Csv) => String::new(),
            (
                Part::Complete {
                    leaves,
                    elapsed,
                    warning,
                },
                Format::Table,
            ) => {
                let warning = warning_line(warning.as_ref());
                let speed = speed(*leaves, *elapsed);
                format!("\ninfo string {CONVENTION}\ninfo {speed}\n{warning}")
            }
            (Part::Stopped { counted, depths }, _) => {
                format!("\ninfo string stats stopped: {counted} of {depths} depths counted\n")
            }
        }
    }
}

impl Reply {
    fn line(&self, depth: &str, columns: [String; 13]) -> String {
        match self.format {
            Format::Csv => format!("{depth},{}\n", columns.join(",")),
            Format::Table => {
                let mut line = format!("{depth:>5}");
                for (column, width) in columns.iter().zip(WIDTHS) {
                    let _ = write!(line, " {column:>width$}");
                }
                line + "\n"
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_depth_from_1_on_is_read_and_perhaps_csv() {
        let read = |line| read(&mut Words::of_line(line));
        for line in ["", "0", "128", "x", "3 cvs", "3 csv 4", "-1"] {
            assert!(read(line).is_err(), "{line}");
        }
        let (depth, format) = (127, Format::Csv);
        assert_eq!(read("127 csv"), Ok((CountStats { depth, format }, None)));
    }
}
