//! `stop`, `quit` and the end of the input end every job: one that waits for a file, prints
//! without end, or takes long for one step.

#![cfg(target_os = "linux")]

use std::fs::OpenOptions;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread::{self, sleep};
use std::time::Duration;

use crate::common::{Engine, Outcome, command, wait_for};

/// A pipe with a name, removed when it is dropped.
struct Fifo(PathBuf);

impl Fifo {
    fn new(name: &str) -> Fifo {
        Fifo::with_extension(name, "")
    }

    fn with_extension(name: &str, extension: &str) -> Fifo {
        let name = format!("ox88-{name}-{}{extension}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let made = Command::new("mkfifo").arg(&path).status();
        assert!(made.expect("mkfifo").success());
        Fifo(path)
    }

    /// Writes the same line without end.
    fn flood(&self, line: &str) -> Flood {
        let script = "exec yes \"$1\" >\"$0\"";
        let flood = Command::new("sh")
            .args(["-c", script])
            .arg(&self.0)
            .arg(line)
            .stderr(Stdio::null())
            .spawn();
        Flood(flood.expect("a shell"))
    }
}

impl Drop for Fifo {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// A process that writes, killed when this is dropped.
struct Flood(Child);

impl Drop for Flood {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The commands that read a file, up to its name.
const READERS: [&str; 4] = [
    "suite",
    "diff",
    "compare sleep 1000 depth 1 suite",
    "check sleep 1000 timeout 1 suite",
];

#[test]
fn a_pipe_without_a_writer_can_be_stopped() {
    let fifo = Fifo::new("silent");
    for reader in &READERS[..3] {
        for outcome in ended(&format!("{reader} {}", fifo.0.display())) {
            assert!(outcome.status.success(), "{outcome:?}");
        }
    }
}

#[test]
fn a_check_of_a_pipe_without_a_writer_can_be_stopped() {
    let fifo = Fifo::new("unchecked");
    let engine = env!("CARGO_BIN_EXE_ox88");
    ended(&format!("check \"{engine}\" suite {}", fifo.0.display()));
}

/// Stops a job that reads a silent pipe, and ends sessions with it, by the end of the input and by
/// `quit`. Returns how these ended.
fn ended(job: &str) -> [Outcome; 2] {
    let mut engine = Engine::start();
    engine.send(&format!("{job}\nisready\nstop\ncount 3"));
    engine.lines_before("Nodes searched: 8902");
    engine.finish_quietly();
    // Nothing more can stop these.
    ["", "quit\n"].map(|end| {
        let mut engine = Engine::start();
        engine.send_bytes(format!("{job}\n{end}").as_bytes());
        let outcome = match end {
            "" => engine.finish(),
            _ => engine.wait(),
        };
        let error = "nothing more came from the pipe before the session ended";
        let has_error = outcome.lines.iter().any(|line| line.contains(error));
        assert!(has_error, "{outcome:?}");
        outcome
    })
}

/// A pipe is no place for a file that is written as a whole, and to open one without a reader
/// would wait.
#[test]
fn a_map_is_not_written_into_a_pipe() {
    let fifo = Fifo::with_extension("map", ".svg");
    let mut engine = Engine::start();
    for by in ["piece", "move"] {
        engine.send(&format!("map 2 \"{}\" by {by}", fifo.0.display()));
        let error = engine.line();
        engine.check(error.contains("not an ordinary file"), &error);
    }
    engine.finish_quietly();
}

/// A program argument waits, as any program does.
#[test]
fn a_pipe_with_a_late_writer_is_read_whole() {
    let fifo = Fifo::new("late");
    let path = fifo.0.clone();
    let writer = thread::spawn(move || {
        sleep(Duration::from_millis(300));
        let mut pipe = OpenOptions::new().write(true).open(path).expect("a pipe");
        for line in ["startpos ;D1 20", "startpos ;D2 400"] {
            let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
            let line = line.replace("startpos", fen);
            writeln!(pipe, "{line}").expect("the engine reads");
            sleep(Duration::from_millis(200));
        }
    });
    let output = command().arg("suite").arg(&fifo.0).output();
    let output = output.expect("the engine runs");
    writer.join().expect("the writer ends");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("2 positions, 2 counts: 2 agree"), "{text}");
    assert!(output.status.success());
}

/// A file that is no suite may have millions of lines.
#[test]
fn broken_lines_without_end_are_summed_up_and_stopped() {
    for (number, reader) in ["suite", "compare sleep 1000 depth 1 suite"]
        .iter()
        .enumerate()
    {
        let fifo = Fifo::new(&format!("flood-{number}"));
        let _flood = fifo.flood("this is no position");
        let mut engine = Engine::start();
        engine.send(&format!("{reader} {}", fifo.0.display()));
        for line in 1..=20 {
            let start = format!("line {line}: broken, ");
            let printed = engine.line();
            engine.check(printed.starts_with(&start), &printed);
        }
        let more = "more than 20 broken lines, the others are only counted";
        assert_eq!(engine.line(), more);
        engine.send("stop");
        while !engine.line().contains(" stopped: ") {}
        engine.send("count 3");
        engine.lines_before("Nodes searched: 8902");
        engine.finish_quietly();
    }
}

#[test]
fn a_device_is_refused_by_name() {
    let mut engine = Engine::start();
    for device in ["/dev/zero", "/dev/ptmx", "/dev/null", "/dev/tty"] {
        for reader in &READERS[..3] {
            engine.send(&format!("{reader} {device}"));
            let error = engine.line();
            let is_refused = error.starts_with("info string error: ") && error.contains(device);
            engine.check(is_refused, &error);
        }
    }
    engine.finish_quietly();
}

/// After some promotions, the last plies of a sample have billions of leaves.
#[test]
fn an_estimate_of_a_small_position_ends_in_time() {
    let mut engine = Engine::start();
    engine.send("position fen 7k/5p1p/5P1P/8/8/p1p5/P1P5/K7 w - -");
    engine.send("estimate 127 samples 20000\nisready\nstop");
    while !engine.line().contains("estimate stopped") {}
    engine.send("estimate 127 seconds 1");
    while !engine.line().starts_with("info ") {}
    engine.expect_total(2, 1);
    engine.finish_quietly();
}

/// Another program may print anything. A terminal would obey it.
#[test]
fn control_characters_of_other_programs_are_escaped() {
    let program = r"read x; printf 'id name a\033[2Jb\nid author c\007\nuciok\nodd \033[31m \302\2332J\177 line\n'";
    for end in [
        "read x; exit 3",
        "printf 'a2a3\\033[2J: x\\n'; cat >/dev/null",
    ] {
        let script = format!("{program}; {end}");
        for words in [
            &["compare", "sh", "-c", &script, "depth", "1", "timeout", "1"][..],
            &["check", "sh", "-c", &script, "quick", "timeout", "1"],
            &[
                "check", "sh", "-c", &script, "quick", "timeout", "1", "junit",
            ],
            &[
                "check", "sh", "-c", &script, "quick", "timeout", "1", "json",
            ],
        ] {
            let output = command().args(words).output().expect("the engine runs");
            let text = String::from_utf8(output.stdout).expect("text");
            let odd = |c: char| c.is_control() && c != '\n';
            assert!(!text.is_empty() && !text.contains(odd), "{text:?}");
        }
    }
}

#[test]
fn a_job_with_arguments_ends_with_its_input() {
    let mut engine = command()
        .args(["suite", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .expect("the engine starts");
    sleep(Duration::from_millis(200));
    drop(engine.stdin.take());
    // Nothing was checked.
    assert_eq!(wait_for(&mut engine).code(), Some(1));
}
