//! A session: lines in, jobs out. Which words act at once, past the queue, is
//! decided here; what they mean is read in [`command`].

use super::command::{self, Command, Refusal};
use crate::worker::{Client, Disconnected, Job, Reply, Task};
use log::LevelFilter;
use std::io::BufRead;

/// Feeds the lines of `input` to the worker, up to `quit` or the end of input.
///
/// Lines end with LF or CR LF and may have any length; bytes that are no UTF-8
/// are replaced, and so make words that nothing is called by. An input that
/// cannot be read any more has ended.
pub fn run(mut input: impl BufRead, client: Client) {
    let mut session = Session { client };
    let mut line = Vec::new();
    loop {
        line.clear();
        match input.read_until(b'\n', &mut line) {
            Ok(0) => break,
            Ok(_) => {}
            Err(error) => {
                log::warn!("stdin cannot be read: {error}");
                break;
            }
        }
        let text = String::from_utf8_lossy(&line);
        // Some shells put a byte order mark before what they pipe.
        match session.execute(text.trim_start_matches('\u{feff}')) {
            Ok(true) => {}
            Ok(false) | Err(Disconnected) => break,
        }
    }
    session.client.input_ended();
}

struct Session {
    client: Client,
}

impl Session {
    /// Returns whether to read on.
    fn execute(&mut self, line: &str) -> Result<bool, Disconnected> {
        let command = match command::read(line) {
            Ok(command) => command,
            Err(refusal) => {
                self.client.send(match refusal {
                    Refusal::Position(message) => Job::SetPosition(Err(message)),
                    refusal => Job::Say(Reply::from(refusal)),
                })?;
                return Ok(true);
            }
        };
        log::debug!("command: {command:?}");
        match command {
            Command::Identify => self.client.say_promptly(Reply::Identity)?,
            Command::IsReady => self.client.say_promptly(Reply::Ready)?,
            Command::Debug(on) => set_debug(on),
            Command::NewGame => self.client.send(Job::NewGame)?,
            Command::Set(setting) => self.client.send(Job::Set(setting))?,
            Command::Position(request) => self.client.send(Job::SetPosition(Ok(request)))?,
            Command::Perft(depth) => self.client.go(Task::Perft(depth))?,
            Command::Bench(method) => self.client.go(Task::Bench(method))?,
            Command::Search(request) => self.client.go(Task::Search(request))?,
            Command::Stop => self.client.stop(),
            Command::PonderHit => self.client.ponder_hit(),
            Command::Show => self.client.send(Job::Show)?,
            Command::Help => self.client.send(Job::Say(Reply::Help))?,
            Command::Version => self.client.send(Job::Say(Reply::Banner))?,
            Command::Nothing => {}
            Command::Quit => return Ok(false),
        }
        Ok(true)
    }
}

/// The level of diagnostics that `debug off` returns to.
pub const QUIET: LevelFilter = LevelFilter::Warn;

fn set_debug(on: bool) {
    log::set_max_level(if on { LevelFilter::Debug } else { QUIET });
}
