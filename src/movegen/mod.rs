//! Moves: what can be played in a [`Position`](crate::board::Position), and
//! how it is written. Counting and choosing moves live elsewhere.

mod chess_move;
pub(crate) mod king_zone;
mod legal;
mod notation;
mod pseudo_legal;
pub(crate) mod sink;
pub(crate) mod strictly_legal;
pub(crate) mod threats;

pub use chess_move::{MAX_MOVES, Move, MoveKind, MoveList};
pub use legal::{is_legal, legal};
pub use notation::{Written, looks_like_move, parse_move};
pub use pseudo_legal::pseudo_legal;

pub(crate) use pseudo_legal::pseudo_legal_of;
