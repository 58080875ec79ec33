//! The replies of the tools as text.

use super::wire::rate;
use super::{compare, estimate};
use crate::text::{grouped, number_of};
use crate::tools::ladder::Rung;
use crate::tools::stats::Stats;
use crate::tools::suite::{Difference, Summary};
use crate::worker::{SplitReply, StatsFormat, ToolReply};
use std::fmt::Write;
use std::time::Duration;

/// How wide the columns of statistics are, so that each line can be written
/// when it is known: numbers of depth 8 fit.
const WIDTHS: [usize; 9] = [15, 13, 11, 11, 11, 13, 11, 10, 11];

pub(super) fn text(reply: &ToolReply) -> String {
    match reply {
        ToolReply::Compared(reply) => compare::text(reply),
        ToolReply::Moves { moves, in_check } if moves.is_empty() => {
            let end = if *in_check { "checkmate" } else { "stalemate" };
            format!("info string no legal moves, {end}\n")
        }
        ToolReply::Moves { moves, .. } => moves
            .iter()
            .map(|(mv, san)| format!("{mv} {san}\n"))
            .collect(),
        ToolReply::StatsBegin(format) => {
            let names = Stats::default().columns().map(|(name, _)| name.to_owned());
            stats_line(*format, "depth", names)
        }
        ToolReply::StatsRow {
            format,
            depth,
            stats,
        } => {
            let numbers = stats.columns().map(|(_, number)| match format {
                StatsFormat::Table => grouped(number.into()),
                StatsFormat::Csv => number.to_string(),
            });
            stats_line(*format, &depth.to_string(), numbers)
        }
        ToolReply::StatsComplete {
            format: StatsFormat::Csv,
            ..
        } => String::new(),
        ToolReply::StatsComplete {
            format: StatsFormat::Table,
            leaves,
            elapsed,
        } => {
            let (time, rate) = (elapsed.as_millis(), rate(*leaves, *elapsed));
            format!("\ninfo nodes {leaves} time {time} nps {rate}\n")
        }
        ToolReply::StatsStopped { counted, depths } => {
            format!("\ninfo string stats stopped: {counted} of {depths} depths counted\n")
        }
        ToolReply::Rung(rung) => rung_line(rung),
        ToolReply::LadderEnd {
            counted,
            depths,
            published: [known, agree],
        } => {
            let mut text = String::from("\n");
            if counted < depths {
                let _ = writeln!(
                    text,
                    "info string ladder stopped: {counted} of {depths} depths counted"
                );
            } else {
                let _ = writeln!(
                    text,
                    "{counted} counted, {agree} of {known} published values agree"
                );
            }
            text
        }
        ToolReply::Estimate(reply) => estimate::text(reply),
        ToolReply::Split(reply) => split(reply),
        ToolReply::SuiteDifference { line, difference } => suite_difference(*line, difference),
        ToolReply::SuiteBroken { line, reason } => format!("line {line}: broken, {reason}\n"),
        ToolReply::SuiteEnd { summary, elapsed } => suite_end(summary, *elapsed),
    }
}

fn stats_line(format: StatsFormat, depth: &str, columns: [String; 9]) -> String {
    match format {
        StatsFormat::Csv => format!("{depth},{}\n", columns.join(",")),
        StatsFormat::Table => {
            let mut line = format!("{depth:>5}");
            for (column, width) in columns.iter().zip(WIDTHS) {
                let _ = write!(line, " {column:>width$}");
            }
            line + "\n"
        }
    }
}

fn rung_line(rung: &Rung) -> String {
    let Rung {
        depth,
        leaves,
        elapsed,
        published,
    } = rung;
    let (time, rate) = (elapsed.as_millis(), rate(*leaves, *elapsed));
    let mark = match published {
        None => String::new(),
        Some(value) if value == leaves => " as published".to_owned(),
        Some(value) => format!(" WRONG, published is {value}"),
    };
    format!("depth {depth} nodes {leaves} time {time} nps {rate}{mark}\n")
}

fn split(reply: &SplitReply) -> String {
    match reply {
        SplitReply::Positions(positions) => positions
            .iter()
            .map(|(fen, paths)| format!("{fen} ;c {paths}\n"))
            .collect(),
        SplitReply::Complete { paths, positions } => {
            format!("\nPaths: {paths}\nPositions: {positions}\n")
        }
        SplitReply::StoppedSearching { searched, plies } => {
            format!("\ninfo string split stopped: {searched} of {plies} plies searched\n")
        }
        SplitReply::StoppedTelling { told, positions } => {
            format!("\ninfo string split stopped: {told} of {positions} positions told\n")
        }
    }
}

fn suite_difference(line: u64, difference: &Difference) -> String {
    let Difference {
        fen,
        depth,
        expected,
        found,
        repairs,
    } = difference;
    let mut text =
        format!("line {line}: depth {depth}, expected {expected}, found {found}, {fen}\n");
    if !repairs.is_empty() {
        let _ = writeln!(text, "    read with repairs: {}", repairs.join("; "));
    }
    let _ = writeln!(text, "    compare ENGINE depth {depth} fen {fen}");
    text
}

fn suite_end(summary: &Summary, elapsed: Duration) -> String {
    let Summary {
        positions,
        agree,
        differ,
        broken,
        skipped,
        counts,
        leaves,
        stopped,
    } = summary;
    let (time, rate) = (elapsed.as_millis(), rate(*leaves, elapsed));
    let state = if *stopped {
        "info string suite stopped: "
    } else {
        ""
    };
    format!(
        "\n{state}{}, {}: {agree} agree, {differ} differ, {broken} broken, {skipped} skipped\n\
         info nodes {leaves} time {time} nps {rate}\n",
        number_of(*positions, "position"),
        number_of(*counts, "count"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No count of ours is wrong, so that nothing else shows this.
    #[test]
    fn a_count_that_is_not_the_published_one_is_a_failure() {
        let rung = Rung {
            depth: 2,
            leaves: 401,
            elapsed: Duration::from_millis(2),
            published: Some(400),
        };
        assert!(rung.is_wrong());
        let line = text(&ToolReply::Rung(rung));
        assert_eq!(
            line,
            "depth 2 nodes 401 time 2 nps 200500 WRONG, published is 400\n"
        );
        let end = |published| ToolReply::LadderEnd {
            counted: 2,
            depths: 2,
            published,
        };
        assert!(end([2, 1]).is_failure());
        assert!(!end([2, 2]).is_failure());
    }
}
