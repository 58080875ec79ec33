//! `isready`: answers `readyok` when everything sent before has taken effect. During
//! a count or search, it answers at once.

use super::protocol;
use super::{Printed, Row};

/// The row of `isready`.
pub static ROW: Row = Row {
    words: &["isready"],
    usage: "isready",
    purpose: "answer readyok, at once during a count or search",
    example: "isready",
    section: "other-uci-commands",
    read: protocol::read,
    ..Row::UCI
};

/// The reply `readyok`.
#[derive(Clone, Copy, Debug)]
pub struct Ready;

impl Printed for Ready {
    fn text(&self) -> String {
        protocol::ready()
    }
}
