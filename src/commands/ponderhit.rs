//! `ponderhit`: the expected move was played. The signal goes past the
//! queue, like that of `stop`.

use super::Row;
use super::protocol;

/// The row of `ponderhit`.
pub static ROW: Row = Row {
    words: &["ponderhit"],
    usage: "ponderhit",
    purpose: "the expected move was played: time counts from now on",
    read: protocol::read,
    ..Row::UCI
};
