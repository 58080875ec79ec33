//! An estimate as a job.

use super::{Reply, ToolReply, Worker, no_position};
use crate::search::Control;
use crate::tools::estimate::{Estimate, EstimateOutcome, Request, estimate};
use std::time::{Duration, Instant};

/// What an estimate answers.
#[derive(Clone, Copy, Debug)]
pub enum EstimateReply {
    /// What is known so far.
    Progress {
        /// The estimate.
        estimate: Estimate,
        /// The time since it began.
        elapsed: Duration,
    },
    /// The end.
    End {
        /// What it came to.
        outcome: EstimateOutcome,
        /// What was asked for.
        request: Request,
        /// The time it took.
        elapsed: Duration,
    },
}

impl Worker {
    /// Estimates; returns the last reply, which is still to be sent.
    pub(super) fn estimate(&self, request: Request, control: &Control) -> Reply {
        let position = match &self.position {
            Ok(position) => position,
            Err(reason) => return Reply::Error(no_position(reason)),
        };
        let started = Instant::now();
        let replies = &self.replies;
        let threads = self.counting.threads;
        let outcome = estimate(position, request, threads, &control.stop, |estimate| {
            let elapsed = started.elapsed();
            let progress = EstimateReply::Progress { estimate, elapsed };
            super::say(replies, Reply::Tool(ToolReply::Estimate(progress)));
        });
        Reply::Tool(ToolReply::Estimate(EstimateReply::End {
            outcome,
            request,
            elapsed: started.elapsed(),
        }))
    }
}
