//! `count`: the leaves at a depth, and nothing but their total.

use super::run::{Context, LastReply, Run};
use super::words::Words;
use super::{Awaited, Command, Printed, Row};
use crate::engine::Engine;
use crate::movegen::Move;
use crate::perft::{Divide, Listener};
use crate::progress::CountProgress;

/// The row of `count`.
pub static ROW: Row = Row {
    words: &["count"],
    usage: "count DEPTH",
    purpose: "count the leaves DEPTH plies below, and print nothing but the total",
    is_uci: false,
    awaited: Awaited::Nothing,
    read,
};

/// Counts this many plies deep.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Count(pub u32);

fn read(words: &mut Words) -> Result<Command, String> {
    let depth = words.depth(0)?;
    words.end()?;
    Ok(Command::Go(Box::new(Count(depth))))
}

impl Run for Count {
    fn run(self, engine: &mut Engine, context: &Context) -> LastReply {
        let position = engine.game.as_ref()?.position();
        let depth = self.0;
        let moves = position.legal_moves().len();
        let mut watch = Watch(context.host().progress.begin_count(moves));
        let stop = context.stop();
        let reply = match engine.counting.divide(position, depth, stop, &mut watch) {
            Divide::Complete(total) => Reply::Total(total),
            Divide::Stopped {
                counted,
                root_moves,
            } => Reply::Stopped {
                counted,
                root_moves,
            },
        };
        Ok(Some(reply.into()))
    }
}

/// Shows how far the count is.
struct Watch(CountProgress);

impl Listener for Watch {
    fn root_move(&mut self, _: Move, _: u128) {
        self.0.add_move();
    }

    fn part(&mut self, leaves: u128) {
        self.0.add(leaves);
    }
}

/// What a count replies.
#[derive(Clone, Copy, Debug)]
pub enum Reply {
    /// All leaves.
    Total(u128),
    /// The count was stopped.
    Stopped {
        /// Root moves counted.
        counted: usize,
        /// Root moves there are.
        root_moves: usize,
    },
}

impl Printed for Reply {
    fn text(&self) -> String {
        match self {
            Reply::Total(total) => format!("Nodes searched: {total}\n"),
            Reply::Stopped {
                counted,
                root_moves,
            } => {
                format!("info string count stopped: {counted} of {root_moves} root moves counted\n")
            }
        }
    }
}
