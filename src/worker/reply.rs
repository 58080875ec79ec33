//! What the worker answers, as values: how they look on the wire is not known
//! here.

use super::ToolReply;
use crate::board::Position;
use crate::movegen::UciMove;
use crate::perft;
use crate::search::Score;
use std::time::Duration;

/// One reply; each is written with a single write, so that nothing can come
/// between its lines.
#[derive(Clone, Debug)]
pub enum Reply {
    /// Who speaks, and in which version.
    Banner,
    /// The answer to `uci`.
    Identity,
    /// The answer to `isready`.
    Ready,
    /// The list of commands.
    Help,
    /// Something was refused; says what, where, and what was expected.
    Error(String),
    /// Something was repaired or is not as asked for.
    Warning(String),
    /// The position, to be looked at.
    Board(Box<BoardView>),
    /// The count below one root move.
    RootMove {
        /// The root move.
        mv: UciMove,
        /// The leaves below it.
        count: u128,
    },
    /// The end of a complete count.
    PerftComplete {
        /// The depth, in plies.
        depth: u32,
        /// All leaves.
        total: u128,
        /// The time it took.
        elapsed: Duration,
        /// What was not as asked for.
        warning: Option<String>,
    },
    /// The end of a count that was stopped.
    PerftStopped {
        /// Root moves counted.
        counted: usize,
        /// Root moves there are.
        root_moves: usize,
    },
    /// A count that could not begin, and why.
    PerftRefused(String),
    /// A total alone.
    Total(u128),
    /// The end of a count of which only the total was wanted, and that was
    /// stopped.
    TotalStopped {
        /// Root moves counted.
        counted: usize,
        /// Root moves there are.
        root_moves: usize,
    },
    /// One position of a bench.
    BenchCount(perft::BenchCount),
    /// The end of a complete bench.
    BenchComplete {
        /// All leaves.
        total: u128,
        /// The time it took.
        elapsed: Duration,
    },
    /// The end of a bench that was stopped.
    BenchStopped {
        /// Positions counted.
        counted: usize,
        /// Positions there are.
        positions: usize,
    },
    /// What a search knows so far.
    SearchProgress {
        /// The iteration, in plies.
        depth: u32,
        /// The value of the root for the side to move.
        score: Score,
        /// Moves made.
        nodes: u64,
        /// Time since the search began.
        elapsed: Duration,
        /// The line that the value rests on.
        line: Vec<UciMove>,
    },
    /// The end of a search.
    BestMove {
        /// The move chosen; none if there is none.
        best: Option<UciMove>,
        /// The reply to think about meanwhile.
        ponder: Option<UciMove>,
    },
    /// A search that could not begin, and why.
    SearchRefused(String),
    /// What a tool says.
    Tool(ToolReply),
}

impl Reply {
    /// Whether the reply says that a command failed.
    #[must_use]
    pub fn is_failure(&self) -> bool {
        match self {
            Reply::Error(_) | Reply::PerftRefused(_) | Reply::SearchRefused(_) => true,
            Reply::Tool(reply) => reply.is_failure(),
            _ => false,
        }
    }
}

/// A position and what is said about it.
#[derive(Clone, Debug)]
pub struct BoardView {
    /// The position.
    pub position: Position,
    /// Its legal moves, with their names in standard algebraic notation.
    pub moves: Vec<(UciMove, String)>,
}
