//! The only writer to stdout. It writes the text of each reply with one call and
//! flushes it. At a terminal with a prompt, the [`Screen`] writes it.

use super::script::Style;
use super::terminal::{self, Screen};
use crate::commands::{Printed, Reply};
use crate::progress::ProgressLine;
use crossbeam_channel::Receiver;
use std::fmt::Display;
use std::io::{self, Write};

/// Where replies are written.
pub(super) enum Output {
    /// To stdout. A progress line is hidden meanwhile.
    Stdout(ProgressLine),
    /// Above the prompt of a terminal.
    Screen(Screen),
}

impl Output {
    fn write(&self, text: &str) -> io::Result<()> {
        match self {
            Output::Stdout(progress) => progress.aside(|| {
                let mut stdout = io::stdout().lock();
                stdout.write_all(text.as_bytes())?;
                stdout.flush()
            }),
            Output::Screen(screen) => screen.print(text),
        }
    }
}

/// Writes replies until there are no more. Returns the greatest exit
/// status that any of them asks for. `name` is the program's name in messages on stderr.
///
/// # Errors
///
/// If the output cannot be written. It is then incomplete.
pub(super) fn run(
    replies: &Receiver<Reply>,
    style: Style,
    output: &Output,
    name: &str,
) -> io::Result<u8> {
    let mut status = 0;
    let is_on_terminal = terminal::is_output();
    for reply in replies {
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
        output.write(&text)?;
        reply.written();
    }
    Ok(status)
}

/// Writes a line to stderr. A closed stderr is no error.
pub(super) fn report(name: &str, message: impl Display) {
    let _ = writeln!(io::stderr(), "{name}: {message}");
}
