//! `help`: lists the commands, from the table.

use super::{COMMANDS, Command, Printed, Row};

/// The row of `help`.
pub static ROW: Row = Row {
    words: &["help", "?", "--help", "-h"],
    usage: "help",
    purpose: "this list",
    read: |_| Ok(Command::Say(Help.into())),
    ..Row::OWN
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
