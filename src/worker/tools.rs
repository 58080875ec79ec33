//! The tools as jobs: what each is asked for, what it answers, and how the
//! worker runs it.

use super::{
    CompareReply, CompareRequest, EstimateReply, Reply, SplitReply, SplitRequest, Worker,
    no_position,
};
use crate::board::Position;
use crate::movegen::UciMove;
use crate::progress::Progress;
use crate::search::Control;
use crate::text::Quoted;
use crate::tools::estimate;
use crate::tools::ladder::{Rung, ladder};
use crate::tools::stats::{Stats, stats};
use crate::tools::suite::{self, Difference, Summary, Verdict};
use std::fs::File;
use std::time::{Duration, Instant};

/// A tool and what it is asked for. Like every `go`, it can be stopped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ToolTask {
    /// Count the leaves of depth 1 up to this one by kinds of moves.
    Stats {
        /// The last depth, in plies.
        depth: u32,
        /// How the answer is to look.
        format: StatsFormat,
    },
    /// Count depth 1 up to this one.
    Ladder(u32),
    /// Estimate the leaves at some depth.
    Estimate(estimate::Request),
    /// List the positions some plies below one.
    Split(SplitRequest),
    /// Check a file of positions and counts.
    Suite(SuiteRequest),
    /// Compare with another program.
    Compare(Box<CompareRequest>),
}

/// How statistics are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StatsFormat {
    /// As a table for people.
    Table,
    /// As comma-separated values for programs.
    Csv,
}

/// What a `suite` command asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SuiteRequest {
    /// The path of the file.
    pub file: String,
    /// The greatest depth to check.
    pub depth: Option<u32>,
    /// The greatest count to check.
    pub nodes: Option<u128>,
}

/// What the tools answer.
#[derive(Clone, Debug)]
pub enum ToolReply {
    /// The legal moves with their names in standard algebraic notation.
    Moves {
        /// All of them, in the generator's order.
        moves: Vec<(UciMove, String)>,
        /// Whether the side to move is in check.
        in_check: bool,
    },
    /// Statistics begin.
    StatsBegin(StatsFormat),
    /// The statistics of one depth.
    StatsRow {
        /// How they are to look.
        format: StatsFormat,
        /// The depth, in plies.
        depth: u32,
        /// The numbers.
        stats: Stats,
    },
    /// The end of complete statistics.
    StatsComplete {
        /// How they looked.
        format: StatsFormat,
        /// The leaves of all depths.
        leaves: u128,
        /// The time it took.
        elapsed: Duration,
    },
    /// The end of statistics that were stopped.
    StatsStopped {
        /// Depths that were complete.
        counted: u32,
        /// Depths asked for.
        depths: u32,
    },
    /// One depth of a ladder.
    Rung(Rung),
    /// The end of a ladder.
    LadderEnd {
        /// Depths that were counted.
        counted: u32,
        /// Depths asked for: more than counted if it was stopped.
        depths: u32,
        /// Counts that have a published value, and how many of them agree.
        published: [u32; 2],
    },
    /// A line of a suite that does not agree.
    SuiteDifference {
        /// The line's number, from 1.
        line: u64,
        /// What differs.
        difference: Difference,
    },
    /// A line of a suite that cannot be read.
    SuiteBroken {
        /// The line's number, from 1.
        line: u64,
        /// Why.
        reason: String,
    },
    /// What an estimate says.
    Estimate(EstimateReply),
    /// What a split says.
    Split(SplitReply),
    /// What a comparison came to.
    Compared(Box<CompareReply>),
    /// The end of a suite.
    SuiteEnd {
        /// What became of its lines.
        summary: Summary,
        /// The time it took.
        elapsed: Duration,
    },
}

impl ToolReply {
    /// Whether it says that something is wrong.
    #[must_use]
    pub fn is_failure(&self) -> bool {
        match self {
            ToolReply::LadderEnd {
                published: [known, agree],
                ..
            } => agree < known,
            ToolReply::SuiteEnd { summary, .. } => summary.has_failures(),
            ToolReply::Compared(reply) => reply.is_failure(),
            _ => false,
        }
    }
}

impl Worker {
    /// Lists the legal moves.
    pub(super) fn list_moves(&self) -> Reply {
        let position = match &self.position {
            Ok(position) => position,
            Err(reason) => return Reply::Error(no_position(reason)),
        };
        Reply::Tool(ToolReply::Moves {
            moves: self.named_moves(position),
            in_check: position.is_in_check(),
        })
    }

    /// The legal moves of a position, with their names.
    pub(super) fn named_moves(&self, position: &Position) -> Vec<(UciMove, String)> {
        position
            .legal_moves_with_san()
            .into_iter()
            .map(|(mv, san)| (mv.uci(self.castling), san))
            .collect()
    }

    /// Turns the board over.
    pub(super) fn flip(&mut self) {
        match &mut self.position {
            Ok(position) => *position = position.flipped(),
            Err(reason) => {
                let error = no_position(reason);
                self.say(Reply::Error(error));
            }
        }
    }

    /// Runs a tool; returns its last reply, which is still to be sent.
    pub(super) fn run_tool(&mut self, task: ToolTask, control: &Control) -> Reply {
        match task {
            ToolTask::Stats { depth, format } => self.stats(depth, format, control),
            ToolTask::Ladder(depths) => self.ladder(depths, control),
            ToolTask::Estimate(request) => self.estimate(request, control),
            ToolTask::Split(request) => self.split(request, control),
            ToolTask::Suite(request) => self.suite(&request, control),
            ToolTask::Compare(request) => self.compare(*request, control),
        }
    }

    fn stats(&self, depths: u32, format: StatsFormat, control: &Control) -> Reply {
        let position = match &self.position {
            Ok(position) => position,
            Err(reason) => return Reply::Error(no_position(reason)),
        };
        let started = Instant::now();
        let mut leaves = 0;
        self.say(Reply::Tool(ToolReply::StatsBegin(format)));
        for depth in 1..=depths {
            let stats = stats(position, depth, self.counting.threads, &control.stop);
            let Some(stats) = stats else {
                return Reply::Tool(ToolReply::StatsStopped {
                    counted: depth - 1,
                    depths,
                });
            };
            leaves += u128::from(stats.nodes);
            self.say(Reply::Tool(ToolReply::StatsRow {
                format,
                depth,
                stats,
            }));
        }
        Reply::Tool(ToolReply::StatsComplete {
            format,
            leaves,
            elapsed: started.elapsed(),
        })
    }

    fn ladder(&mut self, depths: u32, control: &Control) -> Reply {
        let position = match &self.position {
            Ok(position) => position,
            Err(reason) => return Reply::Error(no_position(reason)),
        };
        let mut published = [0, 0];
        let replies = &self.replies;
        let counting = &mut self.counting;
        let counted = ladder(position, depths, counting, &control.stop, |rung| {
            if rung.published.is_some() {
                published[0] += 1;
                published[1] += u32::from(!rung.is_wrong());
            }
            super::say(replies, Reply::Tool(ToolReply::Rung(rung)));
        });
        Reply::Tool(ToolReply::LadderEnd {
            counted,
            depths,
            published,
        })
    }

    fn suite(&self, request: &SuiteRequest, control: &Control) -> Reply {
        let started = Instant::now();
        let options = suite::Options {
            depth: request.depth,
            nodes: request.nodes,
            castling: self.castling,
            method: self.counting.method,
            threads: self.counting.threads,
        };
        let file = Quoted(&request.file);
        let file = match File::open(&request.file) {
            Ok(file) => file,
            Err(error) => {
                return Reply::Error(format!("suite {file}: {error}, expected a file to read"));
            }
        };
        let length = file.metadata().map_or(0, |file| file.len());
        let progress = Progress::begin(length, "");
        let (mut bytes, mut lines, mut failures) = (0, 0, 0);
        let summary = suite::check(file, &options, &control.stop, |result| {
            bytes += result.bytes;
            lines += 1;
            failures += u64::from(result.verdict.is_failure());
            progress.update(bytes, || format!("{lines} lines, {failures} of them fail"));
            let line = result.number;
            match &result.verdict {
                Verdict::Differs(difference) => {
                    let difference = difference.clone();
                    self.say(Reply::Tool(ToolReply::SuiteDifference { line, difference }));
                }
                Verdict::Broken(reason) => {
                    let reason = reason.clone();
                    self.say(Reply::Tool(ToolReply::SuiteBroken { line, reason }));
                }
                Verdict::Agrees | Verdict::Skipped | Verdict::Nothing => {}
            }
        });
        match summary {
            Ok(summary) => Reply::Tool(ToolReply::SuiteEnd {
                summary,
                elapsed: started.elapsed(),
            }),
            Err(error) => Reply::Error(format!(
                "suite {}: {error}, expected a file to read",
                Quoted(&request.file)
            )),
        }
    }
}
