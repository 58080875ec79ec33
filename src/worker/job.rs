//! What the worker can be asked to do. Requests come with their moves and FENs
//! as text, since only the worker has the board to judge them by.

use super::{Reply, ToolTask};
use crate::board::CastlingNotation;
use crate::perft::Method;
use crate::search::Limits;

/// One job; jobs are done in the order in which they were sent.
#[derive(Debug)]
pub enum Job {
    /// Back to the start position, with an empty table.
    NewGame,
    /// Set up a position. An `Err` is a request that could not be read: it
    /// leaves no position, like one that is refused.
    SetPosition(Result<PositionRequest, String>),
    /// Change an option.
    Set(Setting),
    /// Count or search; `number` is this `go`'s, counted from 1.
    Go {
        /// The number by which signals name it.
        number: u64,
        /// What to do.
        task: Task,
    },
    /// Show the position.
    Show,
    /// List the legal moves.
    ListMoves,
    /// Turn the board over.
    Flip,
    /// Pass a reply on, so that it comes in its turn.
    Say(Reply),
}

/// What a `position` command asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionRequest {
    /// A FEN, or none for the start position.
    pub fen: Option<String>,
    /// Moves to make from there, in coordinate notation.
    pub moves: Vec<String>,
}

/// A change of an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Setting {
    /// How castling is written and read.
    Castling(CastlingNotation),
    /// Whether `bestmove` names the reply to think about.
    Ponder(bool),
    /// How counts are done.
    Method(Method),
    /// How many threads count, 1 to
    /// [`MAX_THREADS`](crate::perft::MAX_THREADS).
    Threads(usize),
    /// The size of the table in MiB; 0 for none.
    Hash(usize),
    /// Empty the table.
    ClearHash,
}

/// What a `go` asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Task {
    /// Count the leaves this many plies below, by root move.
    Perft(u32),
    /// Count the leaves this many plies below, and tell their total alone.
    Count(u32),
    /// Count a fixed list of positions, by this method or the one that is set.
    Bench(Option<Method>),
    /// Choose a move.
    Search(SearchRequest),
    /// Run a tool.
    Tool(ToolTask),
}

/// What a `go` that is no count asks for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SearchRequest {
    /// The limits; their `search_moves` are still empty.
    pub limits: Limits,
    /// Root moves to look at, in coordinate notation; empty for all.
    pub search_moves: Vec<String>,
}
