//! The one owner of stdout: it turns each reply into text, writes it with one
//! call and flushes.

use super::script::Style;
use crate::commands::Reply;
use crate::progress::ProgressLine;
use crossbeam_channel::Receiver;
use std::fmt::Display;
use std::io::{self, Write};

/// Writes replies until there are no more, and returns whether any of them says
/// that a command failed. `name` is what the program calls itself on stderr.
///
/// # Errors
///
/// If the output cannot be written. What was printed is a part of the replies
/// then, and no reply may be passed off as the whole.
pub(super) fn run(
    replies: &Receiver<Reply>,
    style: Style,
    progress: &ProgressLine,
    name: &str,
) -> io::Result<bool> {
    let mut failed = false;
    let mut stdout = io::stdout().lock();
    for reply in replies {
        let text = match style {
            Style::Uci => reply.text(),
            Style::Script(script) => {
                let (output, error) = script.text(&reply);
                // Only the first fault is reported: others follow from it.
                if !(error.is_empty() || failed && reply.is_failure()) {
                    report(name, error);
                }
                output
            }
        };
        failed |= reply.is_failure();
        progress.aside(|| {
            stdout
                .write_all(text.as_bytes())
                .and_then(|()| stdout.flush())
        })?;
    }
    Ok(failed)
}

/// Writes a line to stderr. If nobody reads stderr, nothing is lost that
/// anybody waits for.
pub(super) fn report(name: &str, message: impl Display) {
    let _ = writeln!(io::stderr(), "{name}: {message}");
}
