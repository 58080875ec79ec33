//! The man page, in troff with the macros of man(7).

use super::{GROUPS, options, rows};
use std::fmt::Write;

const HEAD: &str = r#".SH NAME
ox88 \- count chess positions, and find faults in move generators
.SH SYNOPSIS
.B ox88
[\-\-\fINAME\fR \fIVALUE\fR]...
[\fICOMMAND\fR [\fBthen\fR \fICOMMAND\fR]...]
.br
.B ox88
.I DEPTH FEN
[\fIMOVES\fR]
.br
.B ox88
.I FEN DEPTH
.SH DESCRIPTION
Without a command, ox88 reads commands from standard input, as a UCI engine does.
Commands given as arguments are separated by an argument that is exactly ; or
.BR then .
The other two forms are calls by perftree and by pretty\-perft.
.SH OPTIONS
Any option that the command
.B uci
lists, with dashes for blanks:
.BR "\-\-threads 2" ,
.BR \-\-hash=256 ,
.BR \-\-chess960 ,
.BR "\-\-method bulk" .
.SH COMMANDS
"#;

const FOOT: &str = r".SH EXIT STATUS
0, or 1 if a command failed, or 2 if a program to be checked gives no count at all.
.SH SEE ALSO
docs/protocol.md in the source of ox88 describes every reply.
";

pub(super) fn page() -> String {
    let version = env!("CARGO_PKG_VERSION");
    let mut page = format!(".TH OX88 1 \"\" \"ox88 {version}\" \"User Commands\"\n{HEAD}");
    for (group, heading) in GROUPS {
        let _ = writeln!(page, ".SS {heading}");
        for row in rows(group) {
            let _ = writeln!(page, ".TP\n.B \"{}\"", escaped(row.usage));
            let _ = writeln!(page, "{}", escaped(row.purpose));
            for (option, meaning) in options(row) {
                let (option, meaning) = (escaped(option), escaped(meaning));
                let _ = writeln!(page, ".br\n\\fI{option}\\fR: {meaning}");
            }
            let _ = writeln!(page, ".br\nExample: ox88 {}", escaped(row.example));
        }
    }
    page + FOOT
}

/// A text without what troff would read as its own. No text begins with a dot.
fn escaped(text: &str) -> String {
    let text = text.replace('\\', "\\e").replace('-', "\\-");
    text.replace('\'', "\\(aq").replace('"', "\\(dq")
}
