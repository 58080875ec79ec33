//! `version`: the line with name and version, which a session begins with. It
//! is printed in the file of `uci`.

use super::{Command, Row};

/// The row of `version`.
pub static ROW: Row = Row {
    words: &["version", "--version", "-V"],
    usage: "version",
    purpose: "print name and version",
    read: |_| Ok(Command::ShowVersion),
    ..Row::OWN
};
