//! Moves: what can be played in a [`Position`](crate::board::Position), and
//! how it is written. Counting and choosing moves live elsewhere.

pub(crate) mod king_zone;
mod legal;
mod list;
mod notation;
mod pinned;
mod pseudo_legal;
mod san;
pub(crate) mod sink;
pub(crate) mod strictly_legal;
pub(crate) mod threats;

pub use crate::board::{Move, MoveKind};
pub use legal::{is_legal, legal};
pub use list::{MAX_MOVES, MoveList};
pub use notation::{Written, parse_move};
pub use pinned::pinned;
pub use pseudo_legal::pseudo_legal;
pub use san::legal_with_san;

pub(crate) use pseudo_legal::pseudo_legal_of;
