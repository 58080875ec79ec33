//! `help`: lists the commands, from the table.

use super::{Awaited, COMMANDS, Command, Printed, Row};

/// The row of `help`.
pub static ROW: Row = Row {
    words: &["help", "--help", "-h"],
    usage: "help",
    purpose: "this list",
    is_uci: false,
    awaited: Awaited::Nothing,
    read: |_| Ok(Command::Say(Help.into())),
};

/// The list of commands.
#[derive(Clone, Copy, Debug)]
pub struct Help;

impl Printed for Help {
    fn text(&self) -> String {
        COMMANDS
            .iter()
            .map(|row| format!("{}\n    {}\n", row.usage, row.purpose))
            .collect()
    }
}
