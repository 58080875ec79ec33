//! `isready`: the answer means that everything sent before has taken effect,
//! unless a count or search is running, which it does not wait for.

use super::protocol;
use super::{Printed, Row};

/// The row of `isready`.
pub static ROW: Row = Row {
    words: &["isready"],
    usage: "isready",
    purpose: "answer readyok, at once during a count or search",
    read: protocol::read,
    ..Row::UCI
};

/// `readyok`.
#[derive(Clone, Copy, Debug)]
pub struct Ready;

impl Printed for Ready {
    fn text(&self) -> String {
        protocol::ready()
    }
}
