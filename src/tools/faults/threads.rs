//! Faults of threads that count together. They show by chance: here the stream of
//! random numbers stands for the time at which each thread comes by.

use super::flaw::Flaw::Threads;
use super::{Fault, FaultKind};
use crate::random::Random;
use crate::tools::diagnosis::Rule;

const KIND: FaultKind = FaultKind::Threads;

/// One of this number of moves goes wrong.
const RARE: usize = 50;

#[rustfmt::skip] // One row for each fault, as in a table.
pub(super) const FAULTS: &[Fault] = &[
    Fault::new("threads-lose-update", KIND, Rule::WrongWithThreads, Threads(|random, count, _| if happens(random) { 0 } else { count }),
        "Two threads add to one counter without an atomic operation, and one of the sums is lost."),
    Fault::new("threads-share-board", KIND, Rule::WrongWithThreads, Threads(|random, count, other| if happens(random) { other } else { count }),
        "Two threads make moves on one board, and a thread counts below a move of the other."),
    Fault::new("threads-work-twice", KIND, Rule::WrongWithThreads, Threads(|random, count, _| if happens(random) { count * 2 } else { count }),
        "Two threads read the number of the next move before either writes it, and both count that move."),
    Fault::new("threads-stop-early", KIND, Rule::WrongWithThreads, Threads(|random, count, _| if happens(random) { count - count / 4 } else { count }),
        "The total is read before the last thread has added its part."),
];

fn happens(random: &mut Random) -> bool {
    random.below(RARE) == 0
}
