//! `count`: the total number of leaves at a depth.

use super::at_position::{EXPECTED, at};
use super::json;
use super::plan::count_plan;
use super::run::{Context, LastReply, Run};
use super::words::Words;
use super::{Command, Printed, Row};
use crate::engine::Engine;
use crate::movegen::Move;
use crate::perft::{Divide, Listener};
use crate::progress::CountProgress;
use crate::text::grouped;
use serde_json::{Value, json};

/// The row of `count`.
pub static ROW: Row = Row {
    words: &["count"],
    usage: "count DEPTH [POSITION]",
    purpose: "count the leaves DEPTH plies below, and print nothing but the total",
    example: "count 4 fen 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -",
    section: "count-depth",
    has_json: true,
    read,
    ..Row::OWN
};

/// Counts the leaves at this depth, in plies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Count(pub u32);

fn read(words: &mut Words) -> Result<Command, String> {
    let count = Count(words.depth(0)?);
    let position = words.end_with_position(EXPECTED)?;
    Ok(Command::Go(at(position, count)))
}

impl Run for Count {
    fn run(self, engine: &mut Engine, context: &Context) -> LastReply {
        let position = engine.game.as_ref()?.position();
        let depth = self.0;
        let plan = || count_plan(&mut engine.counting, position, depth, context.stop());
        let mut watch = Watch(context.host().progress.begin_count(plan));
        let outcome = (engine.counting).divide(position, depth, context.stop(), &mut watch);
        Ok(Some(Reply(outcome).into()))
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

/// The reply to `count`: the total, or the number of root moves counted before a
/// stop.
#[derive(Clone, Copy, Debug)]
pub struct Reply(pub Divide);

impl Printed for Reply {
    fn json(&self) -> Vec<Value> {
        vec![match self.0 {
            Divide::Complete(total) => json!({ "nodes": json::count(total) }),
            Divide::Stopped {
                counted,
                root_moves,
            } => json::stopped(counted as u64, root_moves as u64),
        }]
    }

    fn text(&self) -> String {
        match self.0 {
            Divide::Complete(total) => format!("Nodes searched: {total}\n"),
            Divide::Stopped {
                counted,
                root_moves,
            } => {
                format!("info string count stopped: {counted} of {root_moves} root moves counted\n")
            }
        }
    }

    fn text_on_terminal(&self) -> String {
        match self.0 {
            Divide::Complete(total) => format!("Nodes searched: {}\n", grouped(total)),
            Divide::Stopped { .. } => self.text(),
        }
    }
}
