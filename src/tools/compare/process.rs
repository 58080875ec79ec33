//! Another program as a child process: lines in, lines out, and an end that
//! comes for certain. Nothing here waits without a limit, and of what the
//! program prints only a little is kept, however much it is. What its lines
//! mean is not known here.

use crate::children::{Children, Registered};
use crate::control::Token;
use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded, unbounded};
use std::collections::VecDeque;
use std::ffi::OsStr;
use std::io::{self, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// How much of a line is kept, in bytes.
const LINE_KEPT: usize = 1_000;
/// How many lines are kept for a report.
const LINES_KEPT: usize = 8;
/// How many lines may wait; a program that prints more has to wait itself.
const LINE_QUEUE: usize = 256;
/// How often a wait looks at the stop signal.
const TICK: Duration = Duration::from_millis(10);
/// How long the output of a program that has ended may take to arrive. Usually
/// it ends with the program; but what the program started may hold it open for
/// ever.
const ORPHANED: Duration = Duration::from_secs(2);
/// How long a program may take to end when asked to, and to say how it ended.
const FAREWELL: Duration = Duration::from_millis(300);

/// What a wait for the program's next line can end with.
#[derive(Debug)]
pub(super) enum Event {
    /// A line of its standard output, without the line break.
    Line(String),
    /// Its output has ended.
    Ended,
    /// Nothing was printed within the time.
    TimedOut,
    /// The job was stopped.
    Stopped,
}

/// A line, and whether it is an answer or came on the error stream.
struct Printed {
    text: String,
    is_error: bool,
}

/// A running program. It is ended and reaped when this is dropped.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    registered: Registered,
    input: Option<Sender<String>>,
    output: Receiver<Printed>,
    last_lines: VecDeque<String>,
    /// How it ended, and when that was found.
    ended: Option<(ExitStatus, Instant)>,
}

impl std::fmt::Debug for Printed {
    fn fmt(&self, formatter: &mut std::fmt::Formatter) -> std::fmt::Result {
        self.text.fmt(formatter)
    }
}

impl Process {
    /// Starts a program.
    ///
    /// # Errors
    ///
    /// If it cannot be started.
    pub(super) fn start<A: AsRef<OsStr>>(
        path: &str,
        arguments: &[A],
        children: &Children,
    ) -> io::Result<Process> {
        let mut command = Command::new(path);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let (mut child, registered) = children.start(&mut command)?;
        let streams = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (line_sender, output) = bounded(LINE_QUEUE);
        let (input, to_write) = unbounded();
        // From here on an error ends the program.
        let process = Process {
            child,
            registered,
            input: Some(input),
            output,
            last_lines: VecDeque::new(),
            ended: None,
        };
        let start = |work: Box<dyn FnOnce() + Send>| thread::Builder::new().spawn(work);
        if let (Some(stdin), Some(stdout), Some(stderr)) = streams {
            let sender = line_sender.clone();
            start(Box::new(move || forward(stdout, false, &sender)))?;
            start(Box::new(move || forward(stderr, true, &line_sender)))?;
            start(Box::new(move || write_all(stdin, &to_write)))?;
        }
        Ok(process)
    }

    /// Sends a line. A program that takes no more input shows by its output,
    /// or by none, what became of it.
    pub(super) fn send(&self, line: &str) {
        if let Some(input) = &self.input {
            let _ = input.send(format!("{line}\n"));
        }
    }

    /// Ends the program's input, once it has taken what was sent.
    pub(super) fn close_input(&mut self) {
        self.input = None;
    }

    /// Waits for the next line up to `deadline`.
    pub(super) fn next(&mut self, deadline: Instant, stop: &Token) -> Event {
        loop {
            if stop.is_set() {
                return Event::Stopped;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left.min(TICK)) {
                Ok(printed) => {
                    self.keep(&printed);
                    if !printed.is_error {
                        return Event::Line(printed.text);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return Event::Ended,
                Err(RecvTimeoutError::Timeout) => {
                    let ended = self.ended();
                    if ended.is_some_and(|(_, found)| found.elapsed() >= ORPHANED) {
                        return Event::Ended;
                    }
                }
            }
            if Instant::now() >= deadline && self.output.is_empty() {
                return Event::TimedOut;
            }
        }
    }

    fn keep(&mut self, printed: &Printed) {
        // That it is ready is nothing to report.
        if matches!(printed.text.trim(), "" | "readyok") {
            return;
        }
        if self.last_lines.len() == LINES_KEPT {
            self.last_lines.pop_front();
        }
        self.last_lines.push_back(printed.text.clone());
    }

    /// The last lines it printed, on either stream, empty ones left out.
    pub(super) fn last_lines(&self) -> Vec<String> {
        self.last_lines.iter().cloned().collect()
    }

    /// Forgets them: the next question is another matter.
    pub(super) fn forget_lines(&mut self) {
        self.last_lines.clear();
    }

    fn ended(&mut self) -> Option<(ExitStatus, Instant)> {
        if self.ended.is_none() {
            let status = self.child.try_wait().ok().flatten();
            self.ended = status.map(|status| (status, Instant::now()));
        }
        self.ended
    }

    /// How the program ended; none if it goes on though its output has ended.
    pub(super) fn exit_status(&mut self) -> Option<ExitStatus> {
        let deadline = Instant::now() + FAREWELL;
        while self.ended().is_none() && Instant::now() < deadline {
            thread::sleep(TICK);
        }
        self.ended.map(|(status, _)| status)
    }

    /// Asks a UCI engine to end, and lets it.
    pub(super) fn quit(mut self) {
        self.send("quit");
        self.close_input();
        let _ = self.exit_status();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if self.ended().is_none() {
            self.registered.kill(&mut self.child);
            let _ = self.child.wait();
        }
    }
}

/// Sends each line on, cut to what is kept.
fn forward(mut stream: impl Read, is_error: bool, lines: &Sender<Printed>) {
    let mut buffer = [0; 8192];
    let mut line = Vec::new();
    let mut has_line = false;
    let send = |line: &mut Vec<u8>| {
        if line.last() == Some(&b'\r') {
            line.pop();
        }
        let text = String::from_utf8_lossy(line).into_owned();
        line.clear();
        lines.send(Printed { text, is_error }).is_ok()
    };
    loop {
        let read = match stream.read(&mut buffer) {
            Ok(0) => break,
            Ok(read) => read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => break,
        };
        for &byte in &buffer[..read] {
            has_line = byte != b'\n';
            if has_line {
                if line.len() < LINE_KEPT {
                    line.push(byte);
                }
            } else if !send(&mut line) {
                return;
            }
        }
    }
    if has_line {
        send(&mut line);
    }
}

fn write_all(mut stdin: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        let written = stdin
            .write_all(line.as_bytes())
            .and_then(|()| stdin.flush());
        if written.is_err() {
            return;
        }
    }
}
