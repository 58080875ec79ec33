//! `go perft`, `perft` and `divide`: the number of leaves below each root move, and
//! their sum. Other tools read this output, so its form never changes.

use super::at_position::at;
use super::error::Error;
use super::json;
use super::plan::count_plan;
use super::rate::{speed, speed_in_words, warning_line};
use super::run::{Context, LastReply, Run};
use super::verify;
use super::words::Words;
use super::{Awaited, Command, Group, Printed, Row};
use crate::board::CastlingNotation;
use crate::engine::Engine;
use crate::movegen::{Move, UciMove};
use crate::perft::{Divide, Listener, NoDefaultTable, Verified};
use crate::progress::CountProgress;
use crate::text::grouped;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// The row of `go perft`.
pub static GO_ROW: Row = Row {
    words: &[],
    usage: "go perft DEPTH [verify]",
    purpose: "count the leaves below each move, DEPTH plies deep",
    group: Group::Count,
    options: &[verify::OPTION],
    example: "go perft 4",
    section: "go-perft-depth",
    awaited: Awaited::Total,
    read,
    ..Row::UCI
};

/// The row of `perft` and `divide`.
pub static ROW: Row = Row {
    words: &["perft", "divide"],
    usage: "perft DEPTH [verify] [POSITION] | divide DEPTH [verify] [POSITION]",
    purpose: "the same as go perft DEPTH, also at a position of its own",
    group: Group::Count,
    options: &[verify::OPTION],
    example: "perft 4 position3",
    section: "go-perft-depth",
    has_json: true,
    awaited: Awaited::Total,
    read: read_with_position,
    ..Row::OWN
};

/// Counts the leaves below each root move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Perft {
    /// The depth, in plies.
    pub depth: u32,
    /// Whether some of the subtrees are verified.
    pub is_verified: bool,
}

fn read(words: &mut Words) -> Result<Command, String> {
    let depth = words.depth(0)?;
    let is_verified = words.end_with_verify()?;
    Ok(Command::Go(Box::new(Perft { depth, is_verified })))
}

fn read_with_position(words: &mut Words) -> Result<Command, String> {
    let depth = words.depth(0)?;
    let (is_verified, position) = words.end_with_verify_and_position()?;
    Ok(Command::Go(at(position, Perft { depth, is_verified })))
}

impl Run for Perft {
    fn run(self, engine: &mut Engine, context: &Context) -> LastReply {
        let position = engine.game.as_ref()?.position();
        let Perft { depth, is_verified } = self;
        let castling = engine.notation();
        let plan = || count_plan(&mut engine.counting, position, depth, context.stop());
        let mut report = Report {
            context,
            castling,
            counted: 0,
            warning: None,
            progress: context.host().progress.begin_count(plan),
        };
        let started = Instant::now();
        let (settings, stop) = (&mut engine.counting, context.stop());
        let (outcome, verified) =
            verify::divide(settings, is_verified, position, depth, stop, &mut report)?;
        let end = Reply::End {
            depth,
            outcome,
            verified,
            elapsed: started.elapsed(),
            warning: report.warning,
        };
        Ok(Some(end.into()))
    }

    fn refused(error: Error) -> super::Reply {
        Reply::Refused(error).into()
    }
}

/// Sends each root move as soon as it is counted.
struct Report<'a> {
    context: &'a Context<'a>,
    castling: CastlingNotation,
    /// The number of root moves counted so far.
    counted: usize,
    /// A warning. It comes at the end, since clients expect the list of moves
    /// first.
    warning: Option<String>,
    progress: CountProgress,
}

impl Listener for Report<'_> {
    fn root_move(&mut self, mv: Move, count: u128) {
        self.progress.add_move();
        self.counted += 1;
        self.context.reply(Reply::RootMove {
            number: self.counted,
            mv: mv.uci(self.castling),
            count,
        });
    }

    fn part(&mut self, leaves: u128) {
        self.progress.add(leaves);
    }

    fn no_default_table(&mut self, error: &NoDefaultTable) {
        self.warning = Some(error.to_string());
    }
}

/// A reply to `go perft`.
#[derive(Clone, Debug)]
pub enum Reply {
    /// The count below one root move.
    RootMove {
        /// Its place in the list of legal moves, from 1.
        number: usize,
        /// The root move.
        mv: UciMove,
        /// The number of leaves below it.
        count: u128,
    },
    /// The end of a count.
    End {
        /// The depth, in plies.
        depth: u32,
        /// The total, or the number of root moves counted before a stop.
        outcome: Divide,
        /// What was verified, if that was wanted.
        verified: Option<Verified>,
        /// The time that the count took.
        elapsed: Duration,
        /// A warning, for example that there is no memory for the table.
        warning: Option<String>,
    },
    /// The count could not begin.
    Refused(Error),
}

impl Printed for Reply {
    fn json(&self) -> Vec<Value> {
        vec![match self {
            Reply::RootMove { mv, count, .. } => {
                json!({ "move": mv.to_string(), "nodes": json::count(*count) })
            }
            Reply::End {
                depth,
                outcome: Divide::Complete(total),
                verified,
                elapsed,
                warning,
            } => {
                let mut end = json::speed(*total, *elapsed);
                end["depth"] = json!(depth);
                verify::add_to(&mut end, *verified);
                if let Some(warning) = warning {
                    end["warning"] = json!(warning);
                }
                end
            }
            Reply::End {
                outcome:
                    Divide::Stopped {
                        counted,
                        root_moves,
                    },
                ..
            } => json::stopped(*counted as u64, *root_moves as u64),
            Reply::Refused(error) => return error.json(),
        }]
    }

    fn text(&self) -> String {
        match self {
            Reply::RootMove { mv, count, .. } => format!("{mv}: {count}\n"),
            Reply::End {
                depth,
                outcome: Divide::Complete(total),
                verified,
                elapsed,
                warning,
            } => {
                let notes = verify::line(*verified) + &warning_line(warning.as_ref());
                let speed = speed(*total, *elapsed);
                format!("\nNodes searched: {total}\n\ninfo depth {depth} {speed}\n{notes}")
            }
            Reply::End {
                outcome:
                    Divide::Stopped {
                        counted,
                        root_moves,
                    },
                ..
            } => format!(
                "\ninfo string perft stopped: {counted} of {root_moves} root moves counted\n"
            ),
            // Some clients wait for the total, and others for the empty line at
            // the end of the list.
            Reply::Refused(error) => format!("\nNodes searched: 0\n\n{}", error.text()),
        }
    }

    /// The numbers of the moves are those that `move` takes.
    fn text_on_terminal(&self) -> String {
        match self {
            Reply::RootMove { number, mv, count } => {
                format!("{number:>3}. {mv}: {}\n", grouped(*count))
            }
            Reply::End {
                depth,
                outcome: Divide::Complete(total),
                verified,
                elapsed,
                warning,
            } => {
                let notes = verify::line(*verified) + &warning_line(warning.as_ref());
                let (total, speed) = (grouped(*total), speed_in_words(*total, *elapsed));
                format!("\nNodes searched: {total}\ndepth {depth}, {speed}\n{notes}")
            }
            // The error comes first: nobody waits for a total.
            Reply::Refused(error) => error.text(),
            Reply::End { .. } => self.text(),
        }
    }

    fn is_failure(&self) -> bool {
        matches!(self, Reply::Refused(_))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Published values: perft(14) and perft(15) of the start position.
    #[test]
    fn totals_beyond_64_bits_are_written_exactly() {
        for (depth, total) in [(14, "61885021521585529237"), (15, "2015099950053364471960")] {
            let reply = Reply::End {
                depth,
                outcome: Divide::Complete(total.parse().unwrap()),
                verified: None,
                elapsed: Duration::from_secs(1000),
                warning: None,
            };
            let text = reply.text();
            assert!(text.starts_with(&format!("\nNodes searched: {total}\n\ninfo depth {depth} ")));
            assert!(text.contains(&format!(" nodes {total} time 1000000 nps ")));
        }
    }
}
