//! Engines that hang, die, or print something other than a count. `compare` names each fault in
//! time and leaves no process behind.

use super::{compare, faulty, has_line, printed, trial};
use libtest_mimic::Trial;
use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

/// The faults of [`FAULTS`] with which the engine still gives its first count. Any other one
/// cannot be run at all.
const COUNTS_AT_FIRST: [&str; 6] = [
    "hang",
    "breaks-off",
    "dies",
    "wrong-total",
    "odd-row",
    "garbage-later",
];

/// A fault, and its description in the output of `compare`.
const FAULTS: &[(&str, &str)] = &[
    ("hang", "hangs: no answer within 1 s"),
    ("hang-at-start", "hangs: no answer within 1 s"),
    (
        "breaks-off",
        "hangs: its answer broke off, and nothing more came within 1 s",
    ),
    ("dies", "died: exit status: 101"),
    ("dies-at-start", "died: exit status: 139"),
    (
        "no-flush",
        "does not flush its output: it answered only when its input had ended",
    ),
    ("garbage", "prints garbage: no line is a count"),
    ("garbage-later", "prints garbage: no line is a count"),
    ("odd-row", "prints a line that cannot be read: 'e2e5: -3'"),
    ("flood", "prints garbage: no line is a count"),
    ("searches", "does not know perft: it searches"),
    ("refuses", "refuses to count"),
    (
        "wrong-total",
        "prints a wrong total: every move has the right count, and they add up to 400, but it says 401",
    ),
];

/// Shorter than the engine hangs if nobody ends it.
const PATIENCE: Duration = Duration::from_secs(60);

pub fn trials() -> Vec<Trial> {
    let faults = FAULTS.iter().map(|&(fault, name)| {
        trial(format!("manners::{fault}"), move || {
            let program = faulty("", fault);
            let begin = Instant::now();
            let status = if COUNTS_AT_FIRST.contains(&fault) {
                1
            } else {
                2
            };
            let words = format!("{program} depth 3 startpos timeout 1");
            let text = printed(compare(&words), status)?;
            let quoted = text.lines().next().unwrap_or_default();
            match quoted.starts_with("fault: '") && quoted.ends_with(&format!("' {name}")) {
                true if begin.elapsed() < PATIENCE => Ok(()),
                _ => Err(format!("expected {name} in\n{text}")),
            }
        })
    });
    let others = [
        trial(
            "manners::garbage_is_known_without_a_long_wait".to_owned(),
            || {
                let program = faulty("", "garbage-later");
                // The limit is 60 seconds.
                let text = soon(&format!("{program} depth 3 startpos"), 1)?;
                match text.contains("' prints garbage: no line is a count\n") {
                    true => Ok(()),
                    false => Err(text),
                }
            },
        ),
        trial("manners::each_try_has_five_seconds".to_owned(), || {
            let text = soon(&format!("{} depth 3 startpos", faulty("", "deaf+none")), 2)?;
            match text.contains("' hangs: no answer within 5 s\n") {
                true => Ok(()),
                false => Err(text),
            }
        }),
        trial("manners::no_such_program".to_owned(), || {
            let text = printed(compare("./no-such-engine depth 3 startpos"), 2)?;
            match text.starts_with("fault: './no-such-engine' cannot be started: ") {
                true => Ok(()),
                false => Err(text),
            }
        }),
        trial(
            "manners::the_last_lines_of_a_dead_engine_are_shown".to_owned(),
            || {
                let program = faulty("", "dies");
                let text = printed(compare(&format!("{program} depth 3 startpos")), 1)?;
                has_line(&text, "    'thread 'main' panicked: index out of bounds'")
            },
        ),
        trial("manners::a_script_that_dies".to_owned(), || {
            let program = faulty("script:", "dies");
            let text = printed(compare(&format!("{program} depth 3 startpos")), 1)?;
            match text.contains("died: exit status: 101") {
                true => Ok(()),
                false => Err(text),
            }
        }),
        trial("manners::stop_ends_engine_and_comparison".to_owned(), stop),
        trial(
            "manners::a_signal_ends_engine_and_comparison".to_owned(),
            terminate,
        ),
        trial(
            "manners::a_closed_output_ends_engine_and_comparison".to_owned(),
            close_output,
        ),
    ];
    faults.chain(others).collect()
}

/// What `compare` prints within [`PATIENCE`].
fn soon(words: &str, status: i32) -> Result<String, String> {
    let begin = Instant::now();
    let text = printed(compare(words), status)?;
    match begin.elapsed() < PATIENCE {
        true => Ok(text),
        false => Err(format!("{:?}", begin.elapsed())),
    }
}

/// A comparison with an engine that hangs.
struct Hanging {
    ox88: Child,
    input: ChildStdin,
    /// Its output, until the test closes it.
    lines: Option<Lines<BufReader<ChildStdout>>>,
    /// The process id of the engine.
    engine: String,
}

impl Hanging {
    /// The engine writes its process id to a file before it hangs, so the test can check its end.
    fn start(name: &str) -> Result<Hanging, String> {
        let file = std::env::temp_dir().join(format!("ox88-{name}-{}", std::process::id()));
        let program = faulty("", "hang-at-start");
        let mut ox88 = Command::new(env!("CARGO_BIN_EXE_ox88"))
            .env_remove("RUST_LOG")
            .env("FAULTY_PID_FILE", &file)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| error.to_string())?;
        let input = ox88.stdin.take().expect("stdin is a pipe");
        let output = ox88.stdout.take().expect("stdout is a pipe");
        let mut hanging = Hanging {
            ox88,
            input,
            lines: Some(BufReader::new(output).lines()),
            engine: String::new(),
        };
        let _banner = hanging.line();
        hanging.send(&format!("compare {program} depth 3 startpos"))?;
        let begin = Instant::now();
        while hanging.engine.is_empty() && begin.elapsed() < PATIENCE {
            hanging.engine = std::fs::read_to_string(&file).unwrap_or_default();
        }
        let _ = std::fs::remove_file(&file);
        Ok(hanging)
    }

    fn line(&mut self) -> String {
        let next = self.lines.as_mut().and_then(Iterator::next);
        next.and_then(Result::ok).unwrap_or_default()
    }

    fn send(&mut self, text: &str) -> Result<(), String> {
        writeln!(self.input, "{text}").map_err(|error| error.to_string())
    }

    fn check_engine_is_gone(&self) -> Result<(), String> {
        // A zombie has ended. When its parent collects it does not matter here.
        let is_there = |engine| {
            let status = std::fs::read_to_string(format!("/proc/{engine}/status"));
            status.is_ok_and(|status| !status.contains("State:\tZ"))
        };
        let begin = Instant::now();
        while is_there(&self.engine) && begin.elapsed() < PATIENCE {
            std::thread::sleep(Duration::from_millis(10));
        }
        match !self.engine.is_empty() && !is_there(&self.engine) {
            true => Ok(()),
            false => Err(format!("process '{}' is still there", self.engine)),
        }
    }
}

fn stop() -> Result<(), String> {
    let mut hanging = Hanging::start("stop")?;
    hanging.send("isready")?;
    let ready = hanging.line();
    hanging.send("stop")?;
    let stopped = hanging.line();
    let gone = hanging.check_engine_is_gone();
    hanging.send("quit")?;
    let _ = hanging.ox88.wait();
    if (ready.as_str(), stopped.as_str()) != ("readyok", "info string compare stopped") {
        return Err(format!("{ready}, {stopped}"));
    }
    gone
}

fn close_output() -> Result<(), String> {
    let mut hanging = Hanging::start("close-output")?;
    hanging.lines = None;
    hanging.send("isready")?;
    let status = hanging.ox88.wait().map_err(|error| error.to_string())?;
    if !status.success() {
        return Err(format!("{status} after its output was closed"));
    }
    hanging.check_engine_is_gone()
}

fn terminate() -> Result<(), String> {
    let mut hanging = Hanging::start("terminate")?;
    let signalled = Command::new("kill")
        .arg(hanging.ox88.id().to_string())
        .status();
    signalled.map_err(|error| error.to_string())?;
    let status = hanging.ox88.wait().map_err(|error| error.to_string())?;
    if status.success() {
        return Err(format!("{status} after SIGTERM"));
    }
    hanging.check_engine_is_gone()
}
