//! `ponderhit`: signals that the expected move was played. Like that of `stop`, the
//! signal goes past the queue.

use super::Row;
use super::protocol;

/// The row of `ponderhit`.
pub static ROW: Row = Row {
    words: &["ponderhit"],
    usage: "ponderhit",
    purpose: "the expected move was played: time counts from now on",
    example: "ponderhit",
    section: "order",
    read: protocol::read,
    ..Row::UCI
};
