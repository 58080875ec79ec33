//! The input side of a session: it reads lines or program arguments and sends
//! jobs. This file decides which commands act at once, past the queue.

use super::terminal::{Editor, Typed};
use crate::commands::mark::{Hint, Mark};
use crate::commands::uci::Identity;
use crate::commands::words::{Words, without_mark};
use crate::commands::{self, Command, Refusal, Reply, TakesLines};
use crate::engine::{Client, Disconnected, Interrupts};
use crossbeam_channel::Receiver;
use std::io::{self, BufRead, Read};
use std::time::Duration;

/// The greatest length of a line, in bytes: enough for a game of a million moves.
pub const LONGEST_LINE: usize = 8 << 20;

/// The input side of a session.
#[derive(Debug)]
pub struct Session {
    client: Client<Reply>,
    identity: Identity,
    set_debug: fn(bool),
}

impl Session {
    /// A session that sends its jobs through `client`. `set_debug` turns
    /// diagnostics on and off.
    #[must_use]
    pub fn new(client: Client<Reply>, identity: Identity, set_debug: fn(bool)) -> Session {
        Session {
            client,
            identity,
            set_debug,
        }
    }

    /// Executes the lines of `input`, up to `quit` or the end of the input.
    ///
    /// Lines end with LF or CR LF. A line that is longer than [`LONGEST_LINE`] is
    /// refused. Bytes that are not UTF-8 are replaced; all commands are ASCII. A
    /// read error is passed to `failed`, and counts as the end of the input.
    pub fn run(mut self, input: impl BufRead, mut failed: impl FnMut(io::Error)) {
        let mut input = Lines {
            input,
            failed: &mut failed,
        };
        let mut line = Vec::new();
        loop {
            let is_whole = input.read(&mut line);
            if line.is_empty() {
                break;
            }
            let text = String::from_utf8_lossy(&line);
            let words = Words::of_line(without_mark(&text));
            let command = match is_whole {
                true => commands::read(words),
                false => commands::refuse_as_too_long(words, LONGEST_LINE),
            };
            let mut bytes = line.len();
            let command = match command {
                Ok(Command::TakeLines(taker)) => {
                    let (command, taken) = take_lines(taker, &mut input, &mut line);
                    bytes += taken;
                    Ok(command)
                }
                other => other,
            };
            match self.execute(command, bytes) {
                Ok(true) => {}
                Ok(false) | Err(Disconnected) => break,
            }
        }
        self.client.input_ended();
    }

    /// Executes the lines that are typed at a prompt, up to `quit` or Ctrl-D. Ctrl-C
    /// stops what is running; where nothing is, and nothing has been typed, the second
    /// one ends the session.
    pub(super) fn run_typed(mut self, mut editor: Editor, interrupts: &Interrupts) {
        interrupts.set_taken(true);
        let mut is_last_chance = false;
        let mut written = None;
        let _ = self.client.announce(Hint::Begin.into());
        loop {
            self.settle(&mut written);
            let typed = match interrupts.take() {
                true => Typed::Interrupt { was_empty: true },
                false => editor.read(),
            };
            let was_last_chance = std::mem::take(&mut is_last_chance);
            match typed {
                Typed::End => {
                    self.client.stop();
                    self.client.quit();
                    break;
                }
                Typed::Interrupt { .. } if self.client.is_busy() => self.client.stop(),
                Typed::Interrupt { was_empty: false } => {}
                Typed::Interrupt { .. } if was_last_chance => {
                    self.client.quit();
                    break;
                }
                Typed::Interrupt { .. } => {
                    is_last_chance = true;
                    let _ = self.client.announce(Hint::End.into());
                }
                Typed::Line(text) => {
                    let mut bytes = text.len();
                    let command = match commands::read(Words::of_line(without_mark(&text))) {
                        Ok(Command::TakeLines(taker)) => {
                            let (command, taken) = take_typed(taker, &mut editor);
                            bytes += taken;
                            Ok(command)
                        }
                        other => other,
                    };
                    match self.execute(command, bytes) {
                        Ok(true) => written = None,
                        Ok(false) | Err(Disconnected) => break,
                    }
                }
            }
        }
        interrupts.set_taken(false);
        self.client.input_ended();
    }

    /// Waits a moment for the answers to what was typed, so that short ones come before
    /// the next prompt. `written` is where the last mark arrives, if one is on its way.
    fn settle(&self, written: &mut Option<Receiver<()>>) {
        if written.is_none() {
            let (mark, receiver) = Mark::new();
            if self.client.say(mark.into(), 0).is_err() {
                return;
            }
            *written = Some(receiver);
            let _ = written.as_ref().map(|written| written.recv_timeout(MOMENT));
        }
    }

    /// Executes commands that are given as program arguments, up to `quit` or
    /// the last one.
    pub fn run_arguments(mut self, arguments: &[Vec<String>]) {
        for command in arguments {
            let bytes = command.iter().map(String::len).sum();
            let command = commands::read(Words::of_arguments(command));
            match self.execute(command, bytes) {
                Ok(true) => {}
                Ok(false) | Err(Disconnected) => break,
            }
        }
        self.client.input_ended();
    }

    /// Executes a command that was read from this many bytes. Returns whether the
    /// session goes on.
    fn execute(
        &mut self,
        command: Result<Command, Refusal>,
        bytes: usize,
    ) -> Result<bool, Disconnected> {
        let command = command.unwrap_or_else(Refusal::into_command);
        log::debug!("command: {command:?}");
        match command {
            Command::Do(job) => self.client.queue(job, bytes)?,
            Command::Go(job) => self.client.go(job, bytes)?,
            // Program arguments have no lines behind them.
            Command::TakeLines(taker) => self.client.go(taker.job(), bytes)?,
            Command::Say(reply) => self.client.say(reply, bytes)?,
            Command::Identify => {
                let identity = self.identity.clone();
                self.client.say_promptly(identity.into(), bytes)?;
            }
            Command::IsReady => self.client.say_promptly(commands::READY, bytes)?,
            Command::ShowVersion => self.client.say(self.identity.banner().into(), bytes)?,
            Command::Debug(on) => (self.set_debug)(on),
            Command::Stop => self.client.stop(),
            Command::PonderHit => self.client.ponder_hit(),
            Command::Quit => {
                self.client.quit();
                return Ok(false);
            }
            Command::Nothing => {}
        }
        Ok(true)
    }
}

/// How long a prompt waits for the answers to the last line.
const MOMENT: Duration = Duration::from_millis(150);

/// Gives a command the lines that are typed behind it, up to `end`, Ctrl-C or Ctrl-D.
/// Returns the length of the lines, too, up to [`LONGEST_LINE`].
fn take_typed(taker: Box<dyn TakesLines>, editor: &mut Editor) -> (Command, usize) {
    let typed = || match editor.read() {
        Typed::Line(text) => {
            let length = text.len();
            Some((text, length))
        }
        Typed::Interrupt { .. } | Typed::End => None,
    };
    take(taker, std::iter::from_fn(typed))
}

/// The line that ends the lines of a command.
const END: &str = "end";

/// Gives a command the lines behind it, up to `end` or the end of the input. Of a line
/// that is too long, it gets the start. Returns the length of the lines, too, up to
/// [`LONGEST_LINE`].
fn take_lines(
    taker: Box<dyn TakesLines>,
    input: &mut Lines<impl BufRead>,
    line: &mut Vec<u8>,
) -> (Command, usize) {
    let read = || {
        input.read(line);
        let text = || String::from_utf8_lossy(line).into_owned();
        (!line.is_empty()).then(|| (text(), line.len()))
    };
    take(taker, std::iter::from_fn(read))
}

/// Gives a command these lines, each with its length in bytes, up to `end`.
fn take(
    mut taker: Box<dyn TakesLines>,
    lines: impl Iterator<Item = (String, usize)>,
) -> (Command, usize) {
    let mut bytes = 0;
    for (text, length) in lines.take_while(|(text, _)| text.trim() != END) {
        taker.line(&text);
        bytes = LONGEST_LINE.min(bytes + length);
    }
    (Command::Go(taker.job()), bytes)
}

/// An input of lines.
struct Lines<'f, I> {
    input: I,
    /// Receives the error if the input cannot be read.
    failed: &'f mut dyn FnMut(io::Error),
}

impl<I: BufRead> Lines<'_, I> {
    /// Reads a line with its line break. At the end of the input and after an error, the
    /// line is empty. Returns whether the line is complete: if it is too long, its rest
    /// is skipped.
    fn read(&mut self, line: &mut Vec<u8>) -> bool {
        line.clear();
        read_line(&mut self.input, line).unwrap_or_else(|error| {
            line.clear();
            (self.failed)(error);
            true
        })
    }
}

/// Adds a line to an empty one. Returns whether it is complete.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    let limit = LONGEST_LINE as u64 + 1;
    input.by_ref().take(limit).read_until(b'\n', line)?;
    if line.len() <= LONGEST_LINE || line.ends_with(b"\n") {
        return Ok(true);
    }
    input.skip_until(b'\n')?;
    Ok(false)
}
