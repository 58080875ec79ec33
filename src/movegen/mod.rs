//! Moves: the generators of legal and pseudo-legal moves of a
//! [`Position`](crate::board::Position), and moves as text. Counting and
//! choosing moves live elsewhere.

mod any_notation;
mod by_making;
pub(crate) mod count;
pub(crate) mod king_zone;
pub(crate) mod legal;
mod legal_in_order;
mod list;
mod notation;
mod pinned;
mod pseudo_legal;
mod san;
mod san_text;
pub(crate) mod sink;
pub(crate) mod threats;

pub use crate::board::{Move, MoveKind};
pub use any_notation::NoMove;
pub use legal_in_order::IllegalMove;
pub use list::{MAX_MOVES, MoveList};
pub use notation::UciMove;

pub(crate) use pseudo_legal::pseudo_legal_moves;
pub(crate) use san_text::SanText;
