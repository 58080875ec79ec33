//! `register`: part of the protocol; nothing needs registering here.

use super::protocol;
use super::{Awaited, Row};

/// The row of `register`.
pub static ROW: Row = Row {
    words: &["register"],
    usage: "register ...",
    purpose: "accepted in silence, nothing needs registering",
    is_uci: true,
    awaited: Awaited::Nothing,
    read: protocol::read,
};
