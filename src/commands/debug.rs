//! `debug`: turns diagnostics on stderr on or off. The program around the session
//! provides them; see [`Host`](crate::engine::Host).

use super::words::Words;
use super::{Command, Row};

/// The row of `debug`.
pub static ROW: Row = Row {
    words: &["debug"],
    usage: "debug on | off",
    purpose: "turn diagnostics on stderr on or off",
    example: "debug on",
    section: "other-uci-commands",
    read,
    ..Row::UCI
};

fn read(words: &mut Words) -> Result<Command, String> {
    if words.take("on") {
        Ok(Command::Debug(true))
    } else if words.take("off") {
        Ok(Command::Debug(false))
    } else {
        words.refuse("on or off")
    }
}
