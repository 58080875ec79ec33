//! Drives the built engine as a child process over pipes, as a GUI does. A test sends bytes and
//! reads whole lines, the exit status and stderr. Nothing here uses the engine's code.
//! A test that waits longer than [`PATIENCE`] fails; no test measures time. Dropping an [`Engine`]
//! kills its process, so a failed test leaves none behind.

// Every test crate compiles its own copy of this file and uses a part of it.
#![allow(dead_code)]

use std::fmt::Display;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// How long a test waits for a line or for the end of the process before it fails. Every wait here
/// is far shorter, even on a loaded machine.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// The one line that the engine prints before the first command.
pub const BANNER: &str = concat!(
    "ox88 ",
    env!("CARGO_PKG_VERSION"),
    " by the ox88 developers"
);

/// The built engine as a command that the caller may configure further. `RUST_LOG` is removed from
/// its environment, because a log level would print on stderr.
pub fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ox88"));
    command.env_remove("RUST_LOG");
    command
}

/// A running engine.
pub struct Engine {
    child: Child,
    stdin: Option<ChildStdin>,
    stdout: Receiver<Result<String, String>>,
    stderr: Option<JoinHandle<String>>,
    /// The lines sent and received, for the message of a failed test.
    transcript: Vec<String>,
    subject: String,
}

/// What a process printed until its end, and its exit status.
#[derive(Debug)]
pub struct Outcome {
    /// The lines that the test did not read before the end, without their line ends.
    pub lines: Vec<String>,
    pub status: ExitStatus,
    pub stderr: String,
}

/// The reply to `go perft N`: the lines `MOVE: COUNT`, an empty line, the total, an empty line
/// and a last line, which holds the depth and the speed, or the reason for a refusal.
#[derive(Debug)]
pub struct Count {
    pub moves: Vec<(String, u128)>,
    pub total: u128,
    pub last: String,
}

impl Engine {
    /// Starts the engine without arguments and reads its banner.
    pub fn start() -> Engine {
        let mut engine = Engine::start_with::<&str>(&[]);
        let banner = engine.line();
        assert_eq!(banner, BANNER, "the first line is the banner");
        engine
    }

    /// Starts the engine with arguments. It prints no banner then.
    pub fn start_with<A: AsRef<str>>(arguments: &[A]) -> Engine {
        let mut child = command()
            .args(arguments.iter().map(AsRef::as_ref))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the built engine starts");
        let stdin = child.stdin.take();
        let stdout = read_lines(child.stdout.take().expect("stdout is a pipe"));
        let mut pipe = child.stderr.take().expect("stderr is a pipe");
        let stderr = thread::spawn(move || {
            let mut bytes = Vec::new();
            pipe.read_to_end(&mut bytes).expect("stderr can be read");
            String::from_utf8_lossy(&bytes).into_owned()
        });
        Engine {
            child,
            stdin,
            stdout,
            stderr: Some(stderr),
            transcript: Vec::new(),
            subject: String::new(),
        }
    }

    /// Names the current case, for the message of a failed test.
    pub fn subject(&mut self, subject: &str) {
        self.subject = subject.to_string();
    }

    /// Fails the test with the subject and the end of the conversation.
    pub fn fail(&self, what: impl Display) -> ! {
        let from = self.transcript.len().saturating_sub(40);
        let conversation = self.transcript[from..].join("\n");
        panic!(
            "{}: {what}\nthe conversation so far:\n{conversation}",
            self.subject
        );
    }

    /// [`Engine::fail`] unless the condition holds.
    pub fn check(&self, condition: bool, what: impl Display) {
        if !condition {
            self.fail(what);
        }
    }

    // --- talking ---

    /// Sends one line, or several with line feeds between them, in one write.
    pub fn send(&mut self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    /// Sends bytes as they are.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let text = String::from_utf8_lossy(bytes);
        for line in text.lines() {
            self.transcript
                .push(format!("  > {}", shortened(line.escape_debug())));
        }
        let stdin = self.stdin.as_mut().expect("stdin is still open");
        if let Err(error) = stdin.write_all(bytes).and_then(|()| stdin.flush()) {
            self.fail(format_args!("the engine takes no more input: {error}"));
        }
    }

    /// The process id.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Ends the engine's input.
    pub fn close_stdin(&mut self) {
        self.stdin = None;
    }

    /// The next line, or `None` at the end of the output.
    pub fn next_line(&mut self) -> Option<String> {
        match self.stdout.recv_timeout(PATIENCE) {
            Ok(Ok(line)) => {
                self.transcript.push(format!("  < {}", shortened(&line)));
                Some(line)
            }
            Ok(Err(broken)) => self.fail(broken),
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => {
                self.fail(format_args!("no further line within {PATIENCE:?}"))
            }
        }
    }

    /// The next line; the output must not end here.
    pub fn line(&mut self) -> String {
        self.next_line()
            .unwrap_or_else(|| self.fail("the output ended where a line was expected"))
    }

    /// The lines up to the first one that is exactly `last`, without that one.
    pub fn lines_before(&mut self, last: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.line();
            if line == last {
                return lines;
            }
            lines.push(line);
        }
    }

    // --- asking, while no `go` is running or queued ---

    /// Sends a command and `isready`, and returns the lines before `readyok`. Do not call it while
    /// a `go` is running or queued: `readyok` comes before the output of that `go` then.
    pub fn reply(&mut self, command: &str) -> Vec<String> {
        self.send(&format!("{command}\nisready"));
        self.lines_before("readyok")
    }

    /// Sends a command that must print nothing.
    pub fn silent(&mut self, command: &str) {
        let lines = self.reply(command);
        self.check(
            lines.is_empty(),
            format_args!("'{command}' printed {lines:?}"),
        );
    }

    /// Sends a command that must be answered by one error line, and returns that line.
    pub fn error(&mut self, command: &str) -> String {
        self.one_line_of("info string error: ", command)
    }

    /// Sends a command that must be answered by one warning line, and returns that line.
    pub fn warning(&mut self, command: &str) -> String {
        self.one_line_of("info string warning: ", command)
    }

    fn one_line_of(&mut self, start: &str, command: &str) -> String {
        let lines = self.reply(command);
        match &lines[..] {
            [line] if line.len() > start.len() && line.starts_with(start) => line.clone(),
            _ => self.fail(format_args!(
                "one line '{start}…' expected after '{}', not {lines:?}",
                shortened(command)
            )),
        }
    }

    // --- counting ---

    /// Reads the lines `MOVE: COUNT` up to the empty line behind them.
    pub fn read_moves(&mut self) -> Vec<(String, u128)> {
        let mut moves = Vec::new();
        loop {
            let line = self.line();
            if line.is_empty() {
                return moves;
            }
            match parse_move_count(&line, ": ") {
                Some(entry) => moves.push(entry),
                None => self.fail(format_args!("'{line}' is no MOVE: COUNT")),
            }
        }
    }

    /// Reads one whole reply to `go perft`. There may be no other line before, between or after
    /// its parts.
    pub fn read_count(&mut self) -> Count {
        let moves = self.read_moves();
        let total = self.line();
        let Some(total) = total
            .strip_prefix("Nodes searched: ")
            .and_then(parse_number)
        else {
            self.fail(format_args!("'{total}' is no total"));
        };
        let separator = self.line();
        self.check(
            separator.is_empty(),
            "an empty line must follow the total of a count",
        );
        let last = self.line();
        let sum: u128 = moves.iter().map(|(_, count)| count).sum();
        self.check(
            moves.is_empty() || sum == total,
            format_args!("the lines add up to {sum}, the total is {total}"),
        );
        let mut names: Vec<_> = moves.iter().map(|(name, _)| name).collect();
        names.sort_unstable();
        names.dedup();
        self.check(names.len() == moves.len(), "a move is listed twice");
        Count { moves, total, last }
    }

    /// Counts the current position to a depth; the count must succeed.
    pub fn perft(&mut self, depth: u32) -> Count {
        self.send(&format!("go perft {depth}"));
        let count = self.read_count();
        let expected = format!("info depth {depth} nodes {} time T nps R", count.total);
        self.check(
            mask(&count.last) == expected,
            format_args!("the last line is '{}', not '{expected}'", count.last),
        );
        count
    }

    /// Counts the current position and compares the total.
    pub fn expect_total(&mut self, depth: u32, total: u128) -> Count {
        let count = self.perft(depth);
        self.check(
            count.total == total,
            format_args!("perft({depth}) is {}, not {total}", count.total),
        );
        count
    }

    /// Sends a `go perft …` that must be refused, and returns the reason.
    pub fn refused_count(&mut self, command: &str) -> String {
        self.send(command);
        let count = self.read_count();
        let start = "info string error: ";
        self.check(
            count.moves.is_empty()
                && count.total == 0
                && count.last.len() > start.len()
                && count.last.starts_with(start),
            format_args!("'{command}' was not refused as it should be"),
        );
        count.last
    }

    /// Reads the reply to a stopped count. Returns the finished moves and the number of all root
    /// moves.
    pub fn read_stopped(&mut self) -> (Vec<(String, u128)>, usize) {
        let moves = self.read_moves();
        let last = self.line();
        let numbers = last
            .strip_prefix("info string perft stopped: ")
            .and_then(|rest| rest.strip_suffix(" root moves counted"))
            .and_then(|rest| rest.split_once(" of "))
            .and_then(|(n, m)| Some((parse_number(n)?, parse_number(m)?)));
        match numbers {
            Some((counted, all)) if counted == moves.len() as u128 => (moves, all as usize),
            _ => self.fail(format_args!(
                "'{last}' does not report the {} moves that were counted before the stop",
                moves.len()
            )),
        }
    }

    // --- searching ---

    /// Reads the reply to a `go` up to its `bestmove`. Returns the `info` lines and the move.
    pub fn read_search(&mut self) -> (Vec<String>, String) {
        let mut infos = Vec::new();
        loop {
            let line = self.line();
            if let Some(rest) = line.strip_prefix("bestmove ") {
                let best = rest.split(' ').next().unwrap_or_default().to_string();
                return (infos, best);
            }
            self.check(
                line.starts_with("info "),
                format_args!("'{line}' does not belong to a search"),
            );
            infos.push(line);
        }
    }

    // --- the end ---

    /// Ends the input, reads the remaining lines and waits for the end of the process.
    pub fn finish(mut self) -> Outcome {
        self.close_stdin();
        self.wait()
    }

    /// Waits for the process to end by itself, with its input left open.
    pub fn wait(mut self) -> Outcome {
        let mut lines = Vec::new();
        while let Some(line) = self.next_line() {
            lines.push(line);
        }
        let status = wait_for(&mut self.child);
        let stderr = self.stderr.take().expect("stderr is read once");
        let stderr = stderr.join().expect("stderr was read");
        self.check(
            !stderr.contains("panicked"),
            format_args!("the engine panicked: {stderr}"),
        );
        Outcome {
            lines,
            status,
            stderr,
        }
    }

    /// Ends the input. No line may remain unread, and the status must be 0.
    pub fn finish_quietly(self) {
        let subject = self.subject.clone();
        let outcome = self.finish();
        outcome.check_quiet(&subject);
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // Both calls fail if the process has already ended, which is the usual case.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Outcome {
    /// Status 0 and nothing on stderr.
    pub fn check_success(&self, subject: &str) {
        assert!(
            self.status.success() && self.stderr.is_empty(),
            "{subject}: no quiet success: {self:?}"
        );
    }

    /// No unread line, nothing on stderr, status 0.
    pub fn check_quiet(&self, subject: &str) {
        assert!(self.lines.is_empty(), "{subject}: unread lines: {self:?}");
        self.check_success(subject);
    }
}

impl Count {
    /// The count of one root move.
    pub fn of(&self, name: &str) -> Option<u128> {
        self.moves
            .iter()
            .find(|(listed, _)| listed == name)
            .map(|&(_, count)| count)
    }
}

/// Runs the engine without arguments on this input to the end. The banner is not among the lines.
pub fn run_script(input: impl AsRef<[u8]>) -> Outcome {
    let mut engine = Engine::start();
    engine.send_bytes(input.as_ref());
    engine.finish()
}

/// Runs the engine with arguments to the end. Its input stays open and empty: a program that is
/// called with a command line must not wait for input.
pub fn run_arguments<A: AsRef<str>>(arguments: &[A]) -> Outcome {
    let mut engine = Engine::start_with(arguments);
    let words: Vec<_> = arguments.iter().map(AsRef::as_ref).collect();
    engine.subject(&format!("called with {words:?}"));
    engine.wait()
}

/// Replaces times and speeds, which differ from run to run: the numbers after `time` and before
/// `ms` by `T`, those after `nps` by `R`.
pub fn mask(line: &str) -> String {
    let mut words: Vec<&str> = line.split(' ').collect();
    for at in 1..words.len() {
        if !words[at].is_empty() && words[at].bytes().all(|byte| byte.is_ascii_digit()) {
            match words[at - 1] {
                "time" => words[at] = "T",
                "nps" => words[at] = "R",
                _ if words.get(at + 1) == Some(&"ms") => words[at] = "T",
                _ => {}
            }
        }
    }
    words.join(" ")
}

/// Waits for the end of a process, at most [`PATIENCE`].
pub fn wait_for(child: &mut Child) -> ExitStatus {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("a child can be waited for") {
            return status;
        }
        assert!(
            start.elapsed() < PATIENCE,
            "the process has not ended within {PATIENCE:?}"
        );
        thread::sleep(Duration::from_millis(2));
    }
}

/// `MOVE` and `COUNT` with exactly this separator between them.
pub fn parse_move_count(line: &str, separator: &str) -> Option<(String, u128)> {
    let (name, digits) = line.split_once(separator)?;
    let count = parse_number(digits)?;
    is_move(name).then(|| (name.to_string(), count))
}

/// Digits only: no sign, no space, no thousands separator.
pub fn parse_number(digits: &str) -> Option<u128> {
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| digits.parse().ok()).flatten()
}

/// A move in coordinate notation between two different squares, with a lower-case promotion
/// letter or none.
pub fn is_move(text: &str) -> bool {
    let square =
        |file: u8, rank: u8| (b'a'..=b'h').contains(&file) && (b'1'..=b'8').contains(&rank);
    let (from, to, promotion) = match *text.as_bytes() {
        [a, b, c, d] => ([a, b], [c, d], None),
        [a, b, c, d, letter] => ([a, b], [c, d], Some(letter)),
        _ => return false,
    };
    square(from[0], from[1])
        && square(to[0], to[1])
        && from != to
        && promotion.is_none_or(|letter| b"qrbn".contains(&letter))
}

/// Reads whole lines in the background. A line that is not UTF-8, contains a carriage return or
/// has no line end is an error that names it.
fn read_lines(stdout: ChildStdout) -> Receiver<Result<String, String>> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let mut stdout = BufReader::new(stdout);
        loop {
            let mut bytes = Vec::new();
            match stdout.read_until(b'\n', &mut bytes) {
                Ok(0) => return,
                Ok(_) => {}
                Err(error) => {
                    let _ = sender.send(Err(format!("stdout cannot be read: {error}")));
                    return;
                }
            }
            let whole = bytes.last() == Some(&b'\n');
            if whole {
                bytes.pop();
            }
            let line = String::from_utf8(bytes)
                .map_err(|error| format!("the output is not UTF-8: {error}"))
                .and_then(|line| match whole {
                    false => Err(format!("the output ends in the middle of '{line}'")),
                    true if line.contains('\r') => Err(format!("a carriage return in {line:?}")),
                    true => Ok(line),
                });
            // The test may have ended before the engine.
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    receiver
}

fn shortened(text: impl Display) -> String {
    let text = text.to_string();
    match text.char_indices().nth(200) {
        Some((end, _)) => format!("{}… ({} bytes)", &text[..end], text.len()),
        None => text,
    }
}
