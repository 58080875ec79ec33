//! The program: logging, arguments, threads and the exit status. Everything
//! else is in the library.

use crossbeam_channel::Receiver;
use log::LevelFilter;
use ox88::uci::script::ScriptCall;
use ox88::uci::session::{self, QUIET};
use ox88::uci::writer::{self, Style};
use ox88::worker::{self, Client, Reply, Worker};
use std::io::{self, BufReader, Cursor};
use std::process::ExitCode;
use std::thread::{self, JoinHandle};

fn main() -> ExitCode {
    start_logging();
    // Arguments that are no UTF-8 name nothing that is known here.
    let arguments: Vec<String> = std::env::args_os()
        .skip(1)
        .map(|argument| argument.to_string_lossy().into_owned())
        .collect();
    let (client, worker, replies) = worker::new();
    let failed = if arguments.is_empty() {
        // Before any thread runs, so that nothing can come before it; the
        // receiver is still here.
        let _ = client.announce(Reply::Banner);
        let read_stdin = || session::run(BufReader::new(io::stdin()), client);
        run(read_stdin, worker, replies, Style::Uci);
        // A client may make mistakes without the session being one.
        false
    } else if let Some(call) = ScriptCall::recognise(&arguments) {
        run_lines(
            call.lines.join("\n"),
            client,
            worker,
            replies,
            Style::Script(call.style),
        )
    } else {
        run_lines(
            command_lines(&arguments),
            client,
            worker,
            replies,
            Style::Uci,
        )
    };
    ExitCode::from(u8::from(failed))
}

/// Diagnostics go to stderr: warnings by default, more with `debug on`, or
/// what `RUST_LOG` asks for.
fn start_logging() {
    let mut logger = env_logger::Builder::new();
    let asked_for = std::env::var_os("RUST_LOG").is_some();
    if asked_for {
        logger.parse_default_env();
    } else {
        logger.filter_module("ox88", LevelFilter::Debug);
    }
    logger.init();
    if !asked_for {
        log::set_max_level(QUIET);
    }
}

/// The program's arguments as one command line; an argument that is exactly
/// `;`, like a line break within one, separates commands.
fn command_lines(arguments: &[String]) -> String {
    arguments
        .split(|argument| argument == ";")
        .map(|command| command.join(" "))
        .collect::<Vec<_>>()
        .join("\n")
}

fn run_lines(
    lines: String,
    client: Client,
    worker: Worker,
    replies: Receiver<Reply>,
    style: Style,
) -> bool {
    run(
        || session::run(Cursor::new(lines), client),
        worker,
        replies,
        style,
    )
}

/// Runs reader, worker and writer, each on a thread of its own, and returns
/// whether a command failed.
fn run(
    read: impl FnOnce() + Send + 'static,
    worker: Worker,
    replies: Receiver<Reply>,
    style: Style,
) -> bool {
    // Nobody waits for the reader: it may be blocked in a read when all else
    // is done.
    let read = start(read);
    let worker = start(|| worker.run());
    let writer = start(move || writer::run(&replies, style));
    let (Ok(_), Ok(worker), Ok(writer)) = (read, worker, writer) else {
        eprintln!("{}: error: no threads to run with", env!("CARGO_PKG_NAME"));
        return true;
    };
    let worked = worker.join();
    let failed = writer.join().unwrap_or(true);
    worked.is_err() || failed
}

fn start<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> io::Result<JoinHandle<T>> {
    thread::Builder::new().spawn(work)
}
