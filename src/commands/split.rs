//! `split`: lists the unique positions at some depth below another position.

use super::at_position::at;
use super::error::Error;
use super::json;
use super::run::{Context, LastReply, Run};
use super::words::Words;
use super::{Command, Printed, Row};
use crate::engine::Engine;
use crate::tools::split::{SplitError, split};
use serde_json::{Value, json};

/// The row of `split`.
pub static ROW: Row = Row {
    words: &["split"],
    usage: "split PLIES [POSITION]",
    purpose: "list the unique positions PLIES plies below, each with the paths to it",
    example: "split 2 kiwipete",
    section: "split",
    has_json: true,
    read,
    ..Row::OWN
};

/// Lists the unique positions below a root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Split {
    /// The number of plies from the root to the positions.
    pub plies: u32,
}

fn read(words: &mut Words) -> Result<Command, String> {
    let plies = words.depth(0)?;
    let position = words.end_with_position()?;
    Ok(Command::Go(at(position, Split { plies })))
}

/// The number of positions in one reply: enough to save on writes, but few enough for
/// a full queue to fit in memory.
const BATCH: usize = 64;

impl Run for Split {
    fn run(self, engine: &mut Engine, context: &Context) -> LastReply {
        let plies = self.plies;
        let root = engine.position()?;
        let progress = context
            .host()
            .progress
            .begin(0, &format!("finding the positions of ply {plies}"));
        let layer = match split(root, plies, context.stop()) {
            Ok(layer) => layer,
            Err(SplitError::Stopped { plies: searched }) => {
                return Ok(Some(Reply::StoppedSearching { searched, plies }.into()));
            }
            Err(error) => return Err(Error::Split(error)),
        };
        drop(progress);
        let positions = layer.positions();
        let mut lines = layer.iter();
        let mut printed = 0;
        loop {
            let batch: Vec<(String, u128)> = lines.by_ref().take(BATCH).collect();
            if batch.is_empty() {
                let paths = layer.paths();
                return Ok(Some(Reply::Complete { paths, positions }.into()));
            }
            if context.stop().is_set() {
                return Ok(Some(Reply::StoppedPrinting { printed, positions }.into()));
            }
            printed += batch.len();
            context.reply(Reply::Positions(batch));
        }
    }
}

/// A reply to `split`.
#[derive(Clone, Debug)]
pub enum Reply {
    /// Some positions as FENs, each with the number of paths to it.
    Positions(Vec<(String, u128)>),
    /// The end of a complete split.
    Complete {
        /// The number of paths to all positions.
        paths: u128,
        /// The number of positions.
        positions: usize,
    },
    /// The end of a split that was stopped before all positions were found.
    StoppedSearching {
        /// The number of complete plies.
        searched: u32,
        /// The number of plies to search.
        plies: u32,
    },
    /// The end of a split that was stopped while positions were printed.
    StoppedPrinting {
        /// The number of positions printed.
        printed: usize,
        /// The number of all positions.
        positions: usize,
    },
}

impl Printed for Reply {
    fn json(&self) -> Vec<Value> {
        vec![match self {
            Reply::Positions(positions) => {
                let positions = positions.iter();
                return positions
                    .map(|(fen, paths)| json!({ "fen": fen, "paths": json::count(*paths) }))
                    .collect();
            }
            Reply::Complete { paths, positions } => {
                json!({ "paths": json::count(*paths), "positions": positions })
            }
            Reply::StoppedSearching { searched, plies } => json::stopped(*searched, *plies),
            Reply::StoppedPrinting { printed, positions } => {
                json::stopped(*printed as u64, *positions as u64)
            }
        }]
    }

    fn text(&self) -> String {
        match self {
            Reply::Positions(positions) => positions
                .iter()
                .map(|(fen, paths)| format!("{fen} ;c {paths}\n"))
                .collect(),
            Reply::Complete { paths, positions } => {
                format!("\nPaths: {paths}\nPositions: {positions}\n")
            }
            Reply::StoppedSearching { searched, plies } => {
                format!("\ninfo string split stopped: {searched} of {plies} plies searched\n")
            }
            Reply::StoppedPrinting { printed, positions } => {
                format!("\ninfo string split stopped: {printed} of {positions} positions told\n")
            }
        }
    }
}
