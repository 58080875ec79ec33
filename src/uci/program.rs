//! A whole UCI program: a session on stdin and stdout, or on program arguments,
//! with its threads and its exit status.

use super::script::{ScriptCall, Style};
use super::session::Session;
use super::writer::{self, report};
use crate::commands::Reply;
use crate::commands::uci::Identity;
use crate::engine::{self, Host};
use crate::search::Search;
use std::io::{self, BufReader, ErrorKind};
use std::process::{ExitCode, Termination};
use std::thread::{self, JoinHandle};

/// A program that plays and counts: everything around a [`Search`].
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

/// How a program ended. It is what `main` returns.
#[derive(Debug)]
#[must_use]
pub enum End {
    /// Everything was done: status 0.
    Done,
    /// A command that was given as an argument failed: status 1.
    Failed,
    /// Nobody reads the output any more, and so nothing is left to do: status
    /// 0, as is usual for a closed pipe.
    OutputClosed,
    /// The output cannot be written, or the threads cannot be started: status
    /// 1. The reason is on stderr.
    Broken,
}

impl Termination for End {
    fn report(self) -> ExitCode {
        match self {
            End::Done | End::OutputClosed => ExitCode::SUCCESS,
            End::Failed | End::Broken => ExitCode::FAILURE,
        }
    }
}

impl Program {
    /// A program of this name (with its version) and author, which plays with
    /// this search.
    #[must_use]
    pub fn new(name: &str, author: &str, search: impl Search + 'static) -> Program {
        Program {
            identity: Identity::new(name, author, &search),
            search: Box::new(search),
            host: Host::default(),
        }
    }

    /// Gives the program effects on the whole process.
    #[must_use]
    pub fn with_host(self, host: Host) -> Program {
        Program { host, ..self }
    }

    /// Runs the program with these arguments: one command line, in which an
    /// argument that is just `;` separates commands; or a call by perftree or
    /// pretty-perft; or none, for a session on stdin.
    pub fn run(self, arguments: impl IntoIterator<Item = String>) -> End {
        let arguments: Vec<String> = arguments.into_iter().collect();
        let Program {
            identity,
            search,
            host,
        } = self;
        let (client, worker, replies) = engine::new::<Reply>(search, host.clone());
        let mut style = Style::Uci;
        let is_session = arguments.is_empty();
        let commands = if is_session {
            // Before any thread runs, so that nothing can come before it.
            let _ = client.announce(identity.banner().into());
            None
        } else if let Some(call) = ScriptCall::recognise(&arguments) {
            style = Style::Script(call.style);
            Some(call.commands)
        } else {
            Some(separated(arguments))
        };
        let session = Session::new(client, identity.clone(), host.set_debug);
        // Nobody waits for the reader: it may be blocked in a read when
        // everything else is done.
        let reader = start(move || match commands {
            None => session.run(BufReader::new(io::stdin())),
            Some(commands) => session.run_arguments(&commands),
        });
        let worker = start(|| worker.run());
        let name = identity.name().split(' ').next().unwrap_or_default();
        let (Ok(_), Ok(worker)) = (reader, worker) else {
            report(name, "error: no threads to run with");
            return End::Broken;
        };
        match writer::run(&replies, style, &host.progress, name) {
            Ok(failed) => match worker.join().is_err() || (failed && !is_session) {
                // A client may make mistakes without the session being one.
                false => End::Done,
                true => End::Failed,
            },
            Err(error) => {
                // The engine is not waited for, nor are the programs that it
                // has started.
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

/// The commands of a command line: an argument that is exactly `;`, like a line
/// break within one, separates them.
fn separated(arguments: Vec<String>) -> Vec<Vec<String>> {
    let mut commands = vec![Vec::new()];
    for argument in arguments {
        let lines: Vec<&str> = match argument.as_str() {
            ";" => vec!["", ""],
            other => other.split('\n').collect(),
        };
        for (index, line) in lines.iter().enumerate() {
            if index > 0 {
                commands.push(Vec::new());
            }
            // A command begins with its first word, not with a break before it.
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
    thread::Builder::new().spawn(work)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn semicolons_and_line_breaks_separate_commands() {
        let arguments = ["d", ";", "go perft 1\nd", "x;y"].map(str::to_owned);
        assert_eq!(
            separated(arguments.to_vec()),
            [&["d"][..], &["go perft 1"], &["d", "x;y"]]
        );
    }
}
