//! `count`: the total number of leaves at a depth.

use super::at_position::at;
use super::json;
use super::plan::count_plan;
use super::run::{Context, LastReply, Run};
use super::verify;
use super::words::Words;
use super::{Command, Printed, Row};
use crate::engine::Engine;
use crate::movegen::Move;
use crate::perft::{Divide, Listener, Verified};
use crate::progress::CountProgress;
use crate::text::grouped;
use serde_json::{Value, json};

/// The row of `count`.
pub static ROW: Row = Row {
    words: &["count"],
    usage: "count DEPTH [verify] [POSITION]",
    purpose: "count the leaves DEPTH plies below, and print nothing but the total",
    options: &[verify::OPTION],
    example: "count 4 fen 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -",
    section: "count-depth",
    has_json: true,
    read,
    ..Row::OWN
};

/// Counts the leaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Count {
    /// The depth, in plies.
    pub depth: u32,
    /// Whether some of the subtrees are verified.
    pub is_verified: bool,
}

fn read(words: &mut Words) -> Result<Command, String> {
    let depth = words.depth(0)?;
    let (is_verified, position) = words.end_with_verify_and_position()?;
    Ok(Command::Go(at(position, Count { depth, is_verified })))
}

impl Run for Count {
    fn run(self, engine: &mut Engine, context: &Context) -> LastReply {
        let position = engine.game.as_ref()?.position();
        let Count { depth, is_verified } = self;
        let plan = || count_plan(&mut engine.counting, position, depth, context.stop());
        let mut watch = Watch(context.host().progress.begin_count(plan));
        let (settings, stop) = (&mut engine.counting, context.stop());
        let (outcome, verified) =
            verify::divide(settings, is_verified, position, depth, stop, &mut watch)?;
        Ok(Some(Reply { outcome, verified }.into()))
    }
}

/// Shows the progress of a count.
struct Watch(CountProgress);

impl Listener for Watch {
    fn root_move(&mut self, _: Move, _: u128) {
        self.0.add_move();
    }

    fn part(&mut self, leaves: u128) {
        self.0.add(leaves);
    }
}

/// The reply to `count`.
#[derive(Clone, Copy, Debug)]
pub struct Reply {
    /// The total, or the number of root moves counted before a stop.
    pub outcome: Divide,
    /// What was verified, if that was wanted.
    pub verified: Option<Verified>,
}

impl Printed for Reply {
    fn json(&self) -> Vec<Value> {
        vec![match self.outcome {
            Divide::Complete(total) => {
                let mut object = json!({ "nodes": json::count(total) });
                verify::add_to(&mut object, self.verified);
                object
            }
            Divide::Stopped {
                counted,
                root_moves,
            } => json::stopped(counted as u64, root_moves as u64),
        }]
    }

    /// The total is always the last line.
    fn text(&self) -> String {
        match self.outcome {
            Divide::Complete(total) => {
                let verified = verify::line(self.verified);
                format!("{verified}Nodes searched: {total}\n")
            }
            Divide::Stopped {
                counted,
                root_moves,
            } => {
                format!("info string count stopped: {counted} of {root_moves} root moves counted\n")
            }
        }
    }

    fn text_on_terminal(&self) -> String {
        match self.outcome {
            Divide::Complete(total) => {
                let verified = verify::line(self.verified);
                format!("{verified}Nodes searched: {}\n", grouped(total))
            }
            Divide::Stopped { .. } => self.text(),
        }
    }
}
