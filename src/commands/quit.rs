//! `quit`: ends the session. Searches end at once, and counts run to their end.

use super::{Command, Group, Row};

/// The row of `quit`.
pub static ROW: Row = Row {
    words: &["quit", "exit", "q"],
    usage: "quit",
    purpose: "finish counts, end searches, and exit; 'stop' first to end at once",
    group: Group::Program,
    example: "quit",
    section: "start-and-end",
    read: |_| Ok(Command::Quit),
    ..Row::OWN
};
