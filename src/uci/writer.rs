//! The one owner of stdout: turns each reply into text, writes it with one
//! call and flushes. It also knows what a closed pipe means.

use super::script::ScriptStyle;
use super::wire;
use crate::progress;
use crate::tools::compare;
use crate::worker::Reply;
use crossbeam_channel::Receiver;
use std::io::{self, ErrorKind, Write};
use std::process;

/// For whom replies are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// A UCI client, or a person.
    Uci,
    /// A tool that called the program as its script.
    Script(ScriptStyle),
}

/// Writes replies until there are no more, and returns whether any of them
/// said that a command failed.
///
/// If nobody reads any more, the process ends here and now, with status 0 and
/// in silence: the reader has what it wanted, and the thread that reads stdin
/// may be blocked for ever. If what is printed cannot be kept, on a full disk,
/// it ends as well, but as a failure that says so: a part of a reply must not
/// pass for the whole.
pub fn run(replies: &Receiver<Reply>, style: Style) -> bool {
    let mut failed = false;
    let mut stdout = io::stdout().lock();
    for reply in replies {
        let text = match style {
            Style::Uci => wire::text(&reply),
            Style::Script(script) => {
                let (output, error) = script.text(&reply);
                // Only the first fault is told: the others follow from it.
                if !(error.is_empty() || failed && reply.is_failure()) {
                    eprintln!("{}: {error}", env!("CARGO_PKG_NAME"));
                }
                output
            }
        };
        failed |= reply.is_failure();
        let written = progress::aside(|| {
            stdout
                .write_all(text.as_bytes())
                .and_then(|()| stdout.flush())
        });
        if let Err(error) = written {
            compare::end_programs();
            if error.kind() == ErrorKind::BrokenPipe {
                log::debug!("stdout is gone: {error}");
                process::exit(0);
            }
            eprintln!("{}: error: cannot write: {error}", env!("CARGO_PKG_NAME"));
            process::exit(1);
        }
    }
    failed
}
