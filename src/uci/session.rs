//! A session: lines in, jobs out. Which words act at once, past the queue, is
//! decided here; what they mean is read in [`command`].

use super::command::{self, Command, Refusal};
use crate::worker::{Client, Disconnected, Job, Reply, Task};
use log::LevelFilter;
use std::io::{self, BufRead, Read};

/// Feeds the lines of `input` to the worker, up to `quit` or the end of input.
///
/// Lines end with LF or CR LF; what is longer than [`LONGEST_LINE`] is refused.
/// Bytes that are no UTF-8 are replaced, and so make words that nothing is
/// called by. An input that cannot be read any more has ended.
pub fn run(mut input: impl BufRead, client: Client) {
    let mut session = Session { client };
    let mut line = Vec::new();
    loop {
        let is_whole = match read_line(&mut input, &mut line) {
            Ok(_) if line.is_empty() => break,
            Ok(is_whole) => is_whole,
            Err(error) => {
                log::warn!("stdin cannot be read: {error}");
                break;
            }
        };
        session.client.begin_line(line.len());
        let text = String::from_utf8_lossy(&line);
        // Some shells put a byte order mark before what they pipe.
        let text = text.trim_start_matches('\u{feff}');
        let command = match is_whole {
            true => command::read(text),
            false => command::refuse_as_too_long(text),
        };
        match session.execute(command) {
            Ok(true) => {}
            Ok(false) | Err(Disconnected) => break,
        }
    }
    session.client.input_ended();
}

/// The most bytes that a line may have: enough for a game of a million moves.
pub const LONGEST_LINE: usize = 8 << 20;

/// Reads a line, its end included; nothing at the end of the input. Returns
/// whether it is whole: of one that is too long the rest is passed over.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    let limit = LONGEST_LINE as u64 + 1;
    input.by_ref().take(limit).read_until(b'\n', line)?;
    if line.len() <= LONGEST_LINE || line.ends_with(b"\n") {
        return Ok(true);
    }
    input.skip_until(b'\n')?;
    Ok(false)
}

struct Session {
    client: Client,
}

impl Session {
    /// Returns whether to read on.
    fn execute(&mut self, command: Result<Command, Refusal>) -> Result<bool, Disconnected> {
        let command = match command {
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
            Command::Run(task) => self.client.go(task)?,
            Command::Show => self.client.send(Job::Show)?,
            Command::ListMoves => self.client.send(Job::ListMoves)?,
            Command::Flip => self.client.send(Job::Flip)?,
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
