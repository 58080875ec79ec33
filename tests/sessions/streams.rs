//! Input that ends at any byte, output to a full disk, and a reader that pauses. No line is lost
//! or torn, no count is wrong, and the memory for waiting output is bounded.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, JoinHandle, sleep};
use std::time::{Duration, Instant};

use crate::common::{Engine, PATIENCE, command, mask, run_script, wait_for};

/// The longest line that the engine reads, from `docs/protocol.md`.
const LONGEST_LINE: usize = 8 << 20;

/// The input ends after every byte of a session in turn. All whole lines get their usual answer,
/// and so does a last line without a line end.
#[test]
fn input_may_end_at_any_byte() {
    let session = "uci\nposition fen 4k3/8/8/8/8/8/4P3/4K2R w K e6\ngo perft 2\nflurb\n\
                   setoption name Perft Method value bulk\ngo depth 1\nd\ngo perft 3\nquit\n";
    let lines = |length: usize| {
        let outcome = run_script(&session[..length]);
        outcome.check_success(&session[..length]);
        let masked = outcome.lines.iter().map(|line| mask(line));
        masked.collect::<Vec<_>>()
    };
    let mut whole = Vec::new();
    for length in 0..=session.len() {
        let printed = lines(length);
        assert!(printed.starts_with(&whole), "{printed:?} after {length}");
        if session[..length].ends_with('\n') {
            whole = printed;
        }
    }
    // Stockfish: perft(2) and perft(3) of the position.
    let totals: Vec<_> = whole
        .iter()
        .filter(|line| line.starts_with("Nodes"))
        .collect();
    assert_eq!(totals, ["Nodes searched: 71", "Nodes searched: 1286"]);
}

/// After `ox88 go perft 9 >counts` on a full disk, the status shows that the file is incomplete.
#[cfg(target_os = "linux")]
#[test]
fn output_to_a_full_disk_is_a_failure() {
    for arguments in [
        &["go", "perft", "3"][..],
        &["help"],
        &["2", "8/8/8/8/8/8/k7/2K5 w"],
    ] {
        let full = File::options()
            .write(true)
            .open("/dev/full")
            .expect("a full device");
        let output = command()
            .args(arguments)
            .stdout(full)
            .output()
            .expect("the engine starts");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        assert!(
            stderr.starts_with("ox88: error: cannot write: "),
            "{stderr}"
        );
        assert_eq!(stderr.lines().count(), 1, "{stderr}");
    }
}

/// An engine whose output the test does not read yet, and a thread that writes to its input.
#[cfg(target_os = "linux")]
struct Flood {
    engine: Child,
    /// The number of lines that the engine has accepted.
    sent: Arc<AtomicUsize>,
    writer: JoinHandle<ChildStdin>,
}

#[cfg(target_os = "linux")]
impl Flood {
    /// Sends a first line and then the same line `count` times.
    fn start(first: &str, line: &str, count: usize) -> Flood {
        let mut engine = command()
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the built engine starts");
        let mut stdin = engine.stdin.take().expect("stdin is a pipe");
        let (first, line) = (format!("{first}\n"), format!("{line}\n"));
        let sent = Arc::new(AtomicUsize::new(0));
        let counter = sent.clone();
        let writer = thread::spawn(move || {
            stdin.write_all(first.as_bytes()).expect("the engine reads");
            for _ in 0..count {
                stdin.write_all(line.as_bytes()).expect("the engine reads");
                counter.fetch_add(1, Ordering::SeqCst);
            }
            stdin
        });
        Flood {
            engine,
            sent,
            writer,
        }
    }

    /// Waits until the engine accepts no more input. Returns its peak memory in KiB.
    fn peak_when_full(&self) -> u64 {
        let begin = Instant::now();
        let mut sent = self.sent.load(Ordering::SeqCst);
        loop {
            sleep(Duration::from_millis(400));
            let now = self.sent.load(Ordering::SeqCst);
            if now == sent || self.writer.is_finished() {
                break;
            }
            sent = now;
            assert!(
                begin.elapsed() < PATIENCE,
                "the engine still accepts input after {sent} lines"
            );
        }
        let status = format!("/proc/{}/status", self.engine.id());
        let status = std::fs::read_to_string(status).expect("the engine runs");
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let peak = peak.and_then(|peak| peak.trim().strip_suffix(" kB"));
        peak.and_then(|peak| peak.parse().ok())
            .expect("a number of kB")
    }

    /// Sends `last`, ends the input and reads all lines after the banner.
    fn read_all(mut self, last: &str) -> Vec<String> {
        let stdout = BufReader::new(self.engine.stdout.take().expect("stdout is a pipe"));
        let lines = thread::spawn(move || stdout.lines().map_while(Result::ok).skip(1).collect());
        let mut stdin = self.writer.join().expect("everything was sent");
        stdin.write_all(last.as_bytes()).expect("the engine reads");
        drop(stdin);
        let lines = lines.join().expect("everything was read");
        let mut stderr = String::new();
        let mut pipe = self.engine.stderr.take().expect("stderr is a pipe");
        pipe.read_to_string(&mut stderr)
            .expect("stderr can be read");
        assert!(
            wait_for(&mut self.engine).success() && stderr.is_empty(),
            "{stderr}"
        );
        lines
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_reader_that_pauses_costs_little_memory_and_loses_no_line() {
    // A command, one line of its reply, and the number of lines of its reply.
    for (line, reply, length) in [
        ("isready", "readyok", 1),
        (
            "flurb",
            "info string error: unknown command 'flurb' (type 'help' for a list)",
            1,
        ),
        ("go perft 1", "Nodes searched: 20", 24),
        ("d", "Legal moves: 20", 26),
    ] {
        const COUNT: usize = 70_000;
        let flood = Flood::start("", line, COUNT);
        let peak = flood.peak_when_full();
        assert!(peak < 64 << 10, "{peak} KiB for {line}");
        let lines = flood.read_all("");
        let replies = lines.iter().filter(|line| *line == reply).count();
        assert_eq!(replies, COUNT, "{line}");
        assert_eq!(lines.len(), COUNT * length, "{line}");
    }
}

/// The queue behind a count without end is bounded in bytes, not only in commands.
#[cfg(target_os = "linux")]
#[test]
fn long_commands_queued_behind_a_count_cost_little_memory() {
    let game = " g1f3 g8f6 f3g1 f6g8".repeat(500);
    let line = format!("position startpos moves{game} e2e4");
    let flood = Flood::start("go perft 20", &line, 5_000);
    let peak = flood.peak_when_full();
    assert!(peak < 256 << 10, "{peak} KiB");
    // `stop` waits behind a full queue, so the test kills the engine.
    let Flood {
        mut engine, writer, ..
    } = flood;
    engine.kill().expect("the engine runs");
    engine.wait().expect("the engine ends");
    assert!(writer.join().is_err(), "the queue accepted every command");
}

#[cfg(target_os = "linux")]
#[test]
fn a_line_above_the_length_limit_is_refused_like_its_command() {
    let mut engine = Engine::start();
    let long = |beginning: &str| format!("{beginning} {}", "e2e4 ".repeat(2 << 20));
    for line in [long("flurb"), long("setoption name"), "x".repeat(50 << 20)] {
        let error = engine.error(&line);
        engine.check(error.contains("8388608 bytes") && error.len() < 300, &error);
    }
    engine.expect_total(2, 400);
    engine.silent(&long("# comment"));
    let refusal = engine.refused_count(&long("go perft 3"));
    engine.check(refusal.contains("'go perft 3 e2e4"), &refusal);
    engine.send(&long("go searchmoves"));
    let (_, best) = engine.read_search();
    assert_eq!(best, "(none)");
    // A refused `position` leaves no position.
    engine.error(&long("position startpos moves"));
    engine.refused_count("go perft 2");
    // The longest line that is read. The line end does not count.
    engine.silent("ucinewgame");
    engine.silent(&format!(
        "position {}startpos",
        " ".repeat(LONGEST_LINE - 17)
    ));
    engine.error(&format!(
        "position {}startpos",
        " ".repeat(LONGEST_LINE - 16)
    ));
    engine.silent(&format!(
        "position startpos{}\r",
        " ".repeat(LONGEST_LINE - 18)
    ));
    engine.expect_total(2, 400);
    engine.finish_quietly();
}

/// A move that is named many times takes little memory and is searched once.
#[test]
fn a_search_move_named_a_million_times_is_searched_once() {
    let mut engine = Engine::start();
    engine.send(&format!(
        "go depth 1 searchmoves {}",
        "e2e4 ".repeat(1 << 20)
    ));
    let (infos, best) = engine.read_search();
    assert_eq!(best, "e2e4");
    engine.check(infos[0].contains(" nodes 1 "), &infos[0]);
    engine.finish_quietly();
}
