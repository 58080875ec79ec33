//! Splitting a position into those below it, as a job.

use super::set_up::set_up;
use super::{PositionRequest, Reply, ToolReply, Worker, no_position};
use crate::control::Control;
use crate::tools::split::{SplitError, split};

/// Positions that go into one reply: enough to save on writes, few enough for
/// a queue full of them to fit in memory.
const BATCH: usize = 64;

/// What a `split` command asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SplitRequest {
    /// How many plies below the root.
    pub plies: u32,
    /// The root, which does not become the present position; none for that one.
    pub position: Option<PositionRequest>,
}

/// What a split answers.
#[derive(Clone, Debug)]
pub enum SplitReply {
    /// Some positions as FENs, each with the number of paths to it.
    Positions(Vec<(String, u128)>),
    /// The end of a complete split.
    Complete {
        /// Paths to all positions.
        paths: u128,
        /// Positions.
        positions: usize,
    },
    /// The end of one that was stopped before it knew all positions.
    StoppedSearching {
        /// Plies that were complete.
        searched: u32,
        /// Plies asked for.
        plies: u32,
    },
    /// The end of one that was stopped while it told them.
    StoppedTelling {
        /// Positions told.
        told: usize,
        /// Positions there are.
        positions: usize,
    },
}

impl Worker {
    /// Splits; returns the last reply, which is still to be sent.
    pub(super) fn split(&self, request: SplitRequest, control: &Control) -> Reply {
        match self.try_split(request, control) {
            Ok(reply) => Reply::Tool(ToolReply::Split(reply)),
            Err(error) => Reply::Error(error),
        }
    }

    fn try_split(&self, request: SplitRequest, control: &Control) -> Result<SplitReply, String> {
        let plies = request.plies;
        let given = match &request.position {
            None => None,
            Some(request) => {
                let (position, warning) = set_up(request, self.castling)?;
                if let Some(warning) = warning {
                    self.say(Reply::Warning(warning));
                }
                Some(position)
            }
        };
        let root = match &given {
            Some(position) => position,
            None => (self.position.as_ref()).map_err(|reason| no_position(reason))?,
        };
        let layer = match split(root, plies, control.stop()) {
            Ok(layer) => layer,
            Err(SplitError::Stopped { plies: searched }) => {
                return Ok(SplitReply::StoppedSearching { searched, plies });
            }
            Err(error) => return Err(format!("{error} of split, expected fewer plies")),
        };
        let positions = layer.positions();
        let mut lines = layer.iter();
        let mut told = 0;
        loop {
            let batch: Vec<(String, u128)> = lines.by_ref().take(BATCH).collect();
            if batch.is_empty() {
                break;
            }
            if control.stop().is_set() {
                return Ok(SplitReply::StoppedTelling { told, positions });
            }
            told += batch.len();
            self.say(Reply::Tool(ToolReply::Split(SplitReply::Positions(batch))));
        }
        Ok(SplitReply::Complete {
            paths: layer.paths(),
            positions,
        })
    }
}
