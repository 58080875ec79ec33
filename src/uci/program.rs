//! A complete UCI program: a session on stdin and stdout or on program arguments,
//! its threads, and its exit status.

use super::option_arguments;
use super::script::{ScriptCall, ScriptStyle, Style};
use super::session::Session;
use super::terminal::{self, Editor};
use super::writer;
use crate::commands::Reply;
use crate::commands::error::Error;
use crate::commands::uci::Identity;
use crate::diagnostics::{self, report};
use crate::engine::{self, Host, SharedPosition};
use crate::progress::ProgressLine;
use crate::search::Search;
use crate::streams::{self, Input};
use crate::threads;
use crossbeam_channel::bounded;
use std::io::{self, BufReader, ErrorKind};
use std::process::{ExitCode, Termination};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;

/// A complete UCI program around a [`Search`].
///
/// ```no_run
/// use ox88::search::AlphaBeta;
/// use ox88::uci::{End, Program};
///
/// fn main() -> End {
///     let program = Program::new("my engine 1.0", "me", AlphaBeta::default());
///     program.run(std::env::args().skip(1))
/// }
/// ```
pub struct Program {
    identity: Identity,
    search: Box<dyn Search>,
    host: Host,
}

/// How a program ended. `main` returns it.
#[derive(Debug)]
#[must_use]
pub enum End {
    /// Everything was done. The exit status is 0.
    Done,
    /// A command of the program arguments failed. This is the exit status, at least
    /// 1.
    Failed(u8),
    /// The reader of the output closed the pipe, so the program ended early. The
    /// exit status is 0, as is usual for a closed pipe.
    OutputClosed,
    /// The input cannot be read or the output cannot be written, the threads cannot be started, or the search
    /// has panicked. The exit status is 1, and stderr has the reason.
    Broken,
}

impl Termination for End {
    fn report(self) -> ExitCode {
        match self {
            End::Done | End::OutputClosed => ExitCode::SUCCESS,
            End::Failed(status) => ExitCode::from(status),
            End::Broken => ExitCode::FAILURE,
        }
    }
}

impl Program {
    /// A program with this name (including a version) and author, which chooses
    /// its moves with `search`.
    #[must_use]
    pub fn new(name: &str, author: &str, search: impl Search + 'static) -> Program {
        Program {
            identity: Identity::new(name, author, &search),
            search: Box::new(search),
            host: Host::default(),
        }
    }

    /// Lets the program have effects on the whole process. By default it has none.
    #[must_use]
    pub fn with_host(self, host: Host) -> Program {
        Program { host, ..self }
    }

    /// Runs the program with these arguments, without the program's own name.
    ///
    /// Options come first, such as `--threads 2`. Without other arguments, it runs a
    /// session on stdin until `quit` or the end of the input. Otherwise they are
    /// commands, separated by arguments that are exactly `;` or `then`, or a call by
    /// perftree or pretty-perft.
    pub fn run(self, arguments: impl IntoIterator<Item = String>) -> End {
        let end = self.run_to_end(arguments.into_iter().collect());
        diagnostics::settle();
        end
    }

    fn run_to_end(self, mut arguments: Vec<String>) -> End {
        let Program {
            identity,
            search,
            mut host,
        } = self;
        let options = option_arguments::take_options(&mut arguments, identity.options());
        let is_session = arguments.is_empty() && options.is_ok();
        let mut screen = None;
        let mut editor = None;
        if is_session && terminal::is_wanted() {
            let position = SharedPosition::default();
            // Without one, the terminal edits lines as far as it can.
            if let Ok((made, above)) = Editor::new(identity.options(), position.clone()) {
                host.position = Some(position);
                host.progress = ProgressLine::on_status(above.clone());
                screen = Some(above);
                editor = Some(made);
            }
        }
        let (client, worker, replies) = engine::new::<Reply>(search, host.clone());
        let mut style = Style::Uci;
        // What is announced before any thread runs comes first.
        let commands = if let Err(message) = &options {
            let _ = client.announce(Error::Refused(message.clone()).into());
            Some(Vec::new())
        } else if is_session {
            let _ = client.announce(identity.banner().into());
            None
        } else {
            Some(match ScriptCall::recognise(&arguments) {
                Ok(Some(call)) => {
                    style = Style::Script(call.style);
                    call.commands
                }
                Ok(None) => separated(arguments),
                Err(message) => {
                    style = Style::Script(ScriptStyle::Perftree);
                    let _ = client.announce(Error::Refused(message).into());
                    Vec::new()
                }
            })
        };
        for option in options.unwrap_or_default() {
            let _ = client.queue(Box::new(option), 0);
        }
        let name = identity.name().split(' ').next().unwrap_or_default();
        let session = Session::new(client, identity.clone(), host.set_debug);
        let interrupts = host.interrupts.clone();
        let is_unreadable = Arc::new(AtomicBool::new(false));
        let (close, closed) = bounded(1);
        // The reader is never joined: it may block in a read when everything else
        // is done.
        let reader = {
            let (name, is_unreadable, close) =
                (name.to_owned(), is_unreadable.clone(), close.clone());
            start(move || {
                let input = || BufReader::new(Input::default());
                let failed = |error| {
                    report(&name, format_args!("error: cannot read stdin: {error}"));
                    is_unreadable.store(true, Ordering::SeqCst);
                };
                match (commands, editor) {
                    (Some(commands), _) => session.run_arguments(&commands),
                    (None, Some(editor)) => session.run_typed(editor, &interrupts),
                    (None, None) => session.run(input(), failed),
                }
                // From now on, only the output shows that the client is gone.
                streams::wait_until_output_is_closed();
                let _ = close.send(());
            })
        };
        let worker = start(|| worker.run());
        let (Ok(_), Ok(worker)) = (reader, worker) else {
            report(name, "error: no threads to run with");
            return End::Broken;
        };
        let written = writer::run(&replies, &closed, style, &host, screen.as_ref(), name);
        // Without this copy, `closed` would end if the reader panicked.
        drop(close);
        host.terminal.restore();
        match written {
            Ok(_) if worker.join().is_err() => {
                host.children.end_all();
                report(name, "error: the engine has panicked");
                End::Broken
            }
            Ok(_) if is_unreadable.load(Ordering::SeqCst) => End::Broken,
            // A client's faulty lines do not make the session fail.
            Ok(status) if status > 0 && !is_session => End::Failed(status),
            Ok(_) => End::Done,
            Err(error) => {
                // The engine may still run, with its child programs.
                host.children.end_all();
                if error.kind() == ErrorKind::BrokenPipe {
                    log::debug!("stdout is gone: {error}");
                    return End::OutputClosed;
                }
                report(name, format_args!("error: cannot write: {error}"));
                End::Broken
            }
        }
    }
}

/// The commands of a command line. An argument that is exactly `;` or `then` separates
/// them, and so does a line break within an argument. `then` is for shells in which `;`
/// has another meaning.
fn separated(arguments: Vec<String>) -> Vec<Vec<String>> {
    let mut commands = vec![Vec::new()];
    for argument in arguments {
        let lines: Vec<&str> = match argument.as_str() {
            ";" | "then" => vec!["", ""],
            other => other.split('\n').collect(),
        };
        for (index, line) in lines.iter().enumerate() {
            if index > 0 {
                commands.push(Vec::new());
            }
            // Next to a line break, a blank part is not an empty argument.
            let is_word = lines.len() == 1 || !line.trim().is_empty();
            if let Some(command) = commands.last_mut().filter(|_| is_word) {
                command.push((*line).to_owned());
            }
        }
    }
    commands
}

fn start<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> io::Result<JoinHandle<T>> {
    threads::builder().spawn(work)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn semicolons_and_line_breaks_separate_commands() {
        let arguments = ["d", ";", "go perft 1\nd", "then", "x;y then"].map(str::to_owned);
        assert_eq!(
            separated(arguments.to_vec()),
            [&["d"][..], &["go perft 1"], &["d"], &["x;y then"]]
        );
    }
}
