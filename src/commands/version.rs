//! `version`: the line with the name and the version, which also begins a session.
//! Its text is in the file of `uci`.

use super::{Command, Group, Row};

/// The row of `version`.
pub static ROW: Row = Row {
    words: &["version", "--version", "-V", "-v"],
    usage: "version",
    purpose: "print name and version",
    group: Group::Program,
    example: "version",
    section: "help",
    read: |_| Ok(Command::ShowVersion),
    ..Row::OWN
};
