//! `register`: a command of the protocol that has no effect here.

use super::Row;
use super::protocol;

/// The row of `register`.
pub static ROW: Row = Row {
    words: &["register"],
    usage: "register ...",
    purpose: "accepted and ignored; nothing needs registering",
    example: "register later",
    section: "other-uci-commands",
    read: protocol::read,
    ..Row::UCI
};
