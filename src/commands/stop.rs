//! `stop`: ends every count and search sent so far. The signal goes past the queue;
//! see [`Signals`](crate::control::Signals).

use super::Row;
use super::protocol;

/// The row of `stop`.
pub static ROW: Row = Row {
    words: &["stop"],
    usage: "stop",
    purpose: "end every count and search sent so far",
    example: "stop",
    section: "order",
    read: protocol::read,
    ..Row::UCI
};
