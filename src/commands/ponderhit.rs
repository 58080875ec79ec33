//! `ponderhit`: the expected move was played. The signal goes past the
//! queue, like that of `stop`.

use super::protocol;
use super::{Awaited, Row};

/// The row of `ponderhit`.
pub static ROW: Row = Row {
    words: &["ponderhit"],
    usage: "ponderhit",
    purpose: "the move pondered on was played: from now on time counts",
    is_uci: true,
    awaited: Awaited::Nothing,
    read: protocol::read,
};
