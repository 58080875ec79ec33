//! The only writer to stdout. It writes the text of each reply with one call and
//! flushes it. At a terminal with a prompt, the [`Screen`] writes it.

use super::script::Style;
use super::terminal::{self, Screen};
use crate::commands::{Printed, Reply};
use crate::diagnostics::report;
use crate::engine::Host;
use crate::text::printable;
use crossbeam_channel::{Receiver, select};
use std::io;

/// Writes replies until there are no more, or until `closed` says that nobody reads
/// them: to the screen above a prompt, if there is one, otherwise to stdout. Returns the
/// greatest exit status that any of them asks for. `name` is the program's name in
/// messages on stderr.
///
/// # Errors
///
/// If the output cannot be written. It is then incomplete.
pub(super) fn run(
    replies: &Receiver<Reply>,
    closed: &Receiver<()>,
    style: Style,
    host: &Host,
    screen: Option<&Screen>,
    name: &str,
) -> io::Result<u8> {
    let mut status = 0;
    let is_on_terminal = terminal::is_output();
    loop {
        let reply = select! {
            recv(replies) -> reply => match reply {
                Ok(reply) => reply,
                Err(_) => return Ok(status),
            },
            recv(closed) -> _ => return Err(io::ErrorKind::BrokenPipe.into()),
        };
        let text = match style {
            Style::Uci if is_on_terminal => reply.text_on_terminal(),
            Style::Uci => reply.text(),
            Style::Script(script) => {
                let (text, error) = script.text(&reply);
                // Only the first failure is reported, since it causes the others.
                if !(error.is_empty() || status > 0 && reply.is_failure()) {
                    report(name, error);
                }
                text
            }
        };
        status = status.max(reply.exit_status());
        let text = printable(text);
        match screen {
            Some(screen) => screen.print(&text)?,
            None => host.progress.aside(|| host.output.write(&text))?,
        }
        reply.written();
    }
}
