//! `stop`: ends every count and search so far. The signal goes past the
//! queue; see [`Signals`](crate::control::Signals).

use super::protocol;
use super::{Awaited, Row};

/// The row of `stop`.
pub static ROW: Row = Row {
    words: &["stop"],
    usage: "stop",
    purpose: "end every count and search that was asked for",
    is_uci: true,
    awaited: Awaited::Nothing,
    read: protocol::read,
};
