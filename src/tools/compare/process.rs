//! The other program as a child process that reads and prints lines. No call waits
//! without a limit, memory is bounded however much the program prints, and the
//! program always ends. `conversation` reads the meaning of its lines.

use crate::children::{Children, Running};
use crate::control::{Signal, Token};
use crate::streams::Pipe;
use crate::threads;
use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded, unbounded};
use std::collections::VecDeque;
use std::ffi::OsStr;
use std::io;
use std::process::{Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// The most bytes of a line that are kept: a whole divide as JSON on one line has fewer.
const LINE_KEPT: usize = 1 << 16;
/// The number of lines that are kept for a report.
const LINES_KEPT: usize = 8;
/// The most lines that wait to be read. When the queue is full, the program waits.
const LINE_QUEUE: usize = 256;
/// The time between two looks at the stop signal.
const TICK: Duration = Duration::from_millis(10);
/// How long the output of a program that has ended may stay open. Usually it closes
/// with the program, but a program that it has started may keep it open for ever.
const ORPHANED: Duration = Duration::from_secs(2);
/// How long a program may take to end after `quit` or the end of its output.
const FAREWELL: Duration = Duration::from_millis(300);

/// How a wait for the program's next line ends.
#[derive(Debug)]
pub(super) enum Event {
    /// A line of its standard output, without the line break.
    Line(String),
    /// The output has ended.
    Ended,
    /// The deadline has passed.
    TimedOut,
    /// The job was stopped.
    Stopped,
}

/// A line of the program's output.
struct OutputLine {
    text: String,
    /// Whether it came on stderr.
    is_error: bool,
}

/// A running program. It is killed and reaped when this is dropped.
#[derive(Debug)]
pub(super) struct Process {
    running: Running,
    /// Ends the threads that serve its pipes. What the program has started may keep
    /// these open.
    end: Signal,
    input: Option<Sender<String>>,
    output: Receiver<OutputLine>,
    last_lines: VecDeque<String>,
    /// Its exit status, and when that was found.
    ended: Option<(ExitStatus, Instant)>,
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
        let mut running = children.start(command)?;
        let pipes = running.pipes();
        let end = Signal::default();
        let token = || end.token(1);
        let (line_sender, output) = bounded(LINE_QUEUE);
        let (input, to_write) = unbounded();
        // From here on, an error drops this and so kills the program.
        let process = Process {
            running,
            end: end.clone(),
            input: Some(input),
            output,
            last_lines: VecDeque::new(),
            ended: None,
        };
        if let Some((stdin, stdout, stderr)) = pipes {
            let mut stdin = Pipe::to_write(stdin, token());
            let (mut stdout, mut stderr) = (Pipe::new(stdout, token()), Pipe::new(stderr, token()));
            let sender = line_sender.clone();
            let start = |work: Box<dyn FnOnce() + Send>| threads::builder().spawn(work);
            start(Box::new(move || {
                forward(|buffer| stdout.read(buffer), false, &sender);
            }))?;
            start(Box::new(move || {
                forward(|buffer| stderr.read(buffer), true, &line_sender);
            }))?;
            start(Box::new(move || {
                // After an error, the program reads no more.
                let mut lines = to_write.iter();
                let _ = lines.try_for_each(|line| stdin.write_all(line.as_bytes()));
            }))?;
        }
        Ok(process)
    }

    /// Sends a line. If the program reads no more input, the wait for its answer
    /// shows that.
    pub(super) fn send(&self, line: &str) {
        if let Some(input) = &self.input {
            let _ = input.send(format!("{line}\n"));
        }
    }

    /// Closes the program's input after the lines sent so far.
    pub(super) fn close_input(&mut self) {
        self.input = None;
    }

    /// Waits for the next line, until `deadline`.
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

    fn keep(&mut self, printed: &OutputLine) {
        // `readyok` is the answer to our own `isready`, which is not reported.
        if matches!(printed.text.trim(), "" | "readyok") {
            return;
        }
        if self.last_lines.len() == LINES_KEPT {
            self.last_lines.pop_front();
        }
        self.last_lines.push_back(printed.text.clone());
    }

    /// The last lines of its stdout and stderr, without empty ones.
    pub(super) fn last_lines(&self) -> Vec<String> {
        self.last_lines.iter().cloned().collect()
    }

    /// Skips all lines that have come.
    pub(super) fn skip_lines(&mut self) {
        while self.output.try_recv().is_ok() {}
    }

    /// Forgets the last lines, before a new question.
    pub(super) fn forget_lines(&mut self) {
        self.last_lines.clear();
    }

    fn ended(&mut self) -> Option<(ExitStatus, Instant)> {
        if self.ended.is_none() {
            let status = self.running.status();
            self.ended = status.map(|status| (status, Instant::now()));
        }
        self.ended
    }

    /// The exit status, or `None` if the program does not end although its output has
    /// ended.
    pub(super) fn exit_status(&mut self) -> Option<ExitStatus> {
        let deadline = Instant::now() + FAREWELL;
        while self.ended().is_none() && Instant::now() < deadline {
            thread::sleep(TICK);
        }
        self.ended.map(|(status, _)| status)
    }

    /// Asks a UCI engine to end, and waits for it.
    pub(super) fn quit(mut self) {
        self.send("quit");
        self.close_input();
        let _ = self.exit_status();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end.raise_for_all();
    }
}

/// Sends each line of a stream to a queue, cut to its first [`LINE_KEPT`] bytes.
fn forward(
    mut read: impl FnMut(&mut [u8]) -> io::Result<usize>,
    is_error: bool,
    lines: &Sender<OutputLine>,
) {
    let mut buffer = [0; 8192];
    let mut line = Vec::new();
    let mut has_line = false;
    let send = |line: &mut Vec<u8>| {
        if line.last() == Some(&b'\r') {
            line.pop();
        }
        let text = String::from_utf8_lossy(line).into_owned();
        line.clear();
        lines.send(OutputLine { text, is_error }).is_ok()
    };
    while let Ok(read @ 1..) = read(&mut buffer) {
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
