//! The overview: all commands in groups, on a screen of 24 lines of 80 columns.

use super::{GROUPS, names, rows};
use std::fmt::Write;

/// The columns of a screen.
const COLUMNS: usize = 80;
/// The columns before the names of commands.
const INDENT: usize = 17;

const HEAD: &str = "\
ox88 counts chess. Type a command, or give it as arguments:
  ox88 count 5 kiwipete
  ox88 --threads 2 --hash 256 perft 6 fen 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -

";

const FOOT: &str = "
POSITION  startpos, fen FEN, kiwipete, position3 to position6, or frc N for
          Chess960; behind it perhaps moves MOVE...
json      as the last word of a command that counts or lists: JSON for programs
--NAME    an option in front of the commands; 'uci' lists them
; then    separate commands among arguments
perftree calls it with DEPTH FEN [MOVES], pretty-perft with FEN DEPTH.
'help COMMAND' or 'COMMAND --help' says all about one. Also 'help man',
'help completions bash|zsh|fish'.
";

pub(super) fn text() -> String {
    let mut text = HEAD.to_owned();
    for (group, heading) in GROUPS {
        let mut line = format!("{heading:INDENT$}");
        for name in rows(group).flat_map(names) {
            let name = match name.contains(' ') {
                true => format!("'{name}'"),
                false => name.to_owned(),
            };
            if line.len() + name.len() >= COLUMNS {
                let _ = writeln!(text, "{}", line.trim_end());
                line = " ".repeat(INDENT);
            }
            line += &name;
            line.push(' ');
        }
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text + FOOT
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::COMMANDS;

    #[test]
    fn it_fits_a_screen_and_names_every_command() {
        let text = text();
        // The line of a prompt belongs to the screen, too.
        assert!(text.lines().count() < 24, "{text}");
        for line in text.lines() {
            assert!(line.len() <= COLUMNS, "{line}");
        }
        for name in COMMANDS.iter().flat_map(|row| names(row)) {
            let mut words = text.split([' ', '\n', '\'']);
            assert!(name == "go perft" || words.any(|it| it == name), "{name}");
        }
    }
}
