//! Signals during a count, and systems that give little memory or no threads. Floods of `stop`
//! and settings that arrive during a count are here too.

#![cfg(target_os = "linux")]

use std::io::{BufRead, BufReader};
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::common::{Engine, command};

/// Runs a shell command in which `$0` is the engine and `$1` is `input`. Returns the lines on
/// stdout, the text on stderr, and whether the status is 0.
fn run_in_shell(script: &str, input: &str) -> (Vec<String>, String, bool) {
    let output = Command::new("sh")
        .args(["-c", script])
        .arg(command().get_program())
        .arg(input)
        .env_remove("RUST_LOG")
        .stdin(Stdio::null())
        .output()
        .expect("a shell");
    let text = |bytes| String::from_utf8(bytes).expect("the output is text");
    let lines = text(output.stdout).lines().map(str::to_owned).collect();
    (lines, text(output.stderr), output.status.success())
}

/// Returns whether this process ignores a signal.
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").expect("the state of this process");
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = u64::from_str_radix(mask.expect("the ignored signals").trim(), 16);
    mask.expect("a mask") >> (signal - 1) & 1 != 0
}

#[test]
fn a_signal_ends_a_count_at_once() {
    for (signal, number) in [("INT", 2), ("TERM", 15), ("HUP", 1)] {
        // Under nohup, the engine inherits that SIGHUP is ignored.
        if is_ignored(number) {
            continue;
        }
        for threads in [1, 3] {
            let mut engine = Engine::start();
            engine.send(&format!("setoption name Threads value {threads}"));
            engine.send("go perft 20\nisready");
            assert_eq!(engine.line(), "readyok");
            let sent = Command::new("kill")
                .args([format!("-{signal}"), engine.id().to_string()])
                .status();
            assert!(sent.expect("kill").success());
            let outcome = engine.wait();
            assert_eq!(outcome.status.signal(), Some(number), "{outcome:?}");
            assert!(
                outcome.lines.is_empty() && outcome.stderr.is_empty(),
                "{outcome:?}"
            );
        }
    }
}

/// A parent such as nohup starts a program with a signal ignored. The signal must not end it.
#[test]
fn a_signal_that_the_parent_ignores_stays_ignored() {
    for signal in ["HUP", "INT", "TERM"] {
        let script = format!("trap '' {signal}; exec \"$0\" count 1 ';' go perft 20");
        let mut child = Command::new("sh")
            .args(["-c", &script])
            .arg(command().get_program())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a shell");
        let stdout = child.stdout.take().expect("stdout is a pipe");
        let mut stdout = BufReader::new(stdout);
        let mut line = String::new();
        stdout.read_line(&mut line).expect("a line");
        assert_eq!(line, "Nodes searched: 20\n");
        let sent = Command::new("kill")
            .args([format!("-{signal}"), child.id().to_string()])
            .status();
        assert!(sent.expect("kill").success());
        thread::sleep(Duration::from_millis(100));
        assert!(child.try_wait().expect("a status").is_none(), "{signal}");
        child.kill().expect("it still runs");
        child.wait().expect("a status");
        drop(stdout);
    }
}

/// The engine starts fewer threads when the memory is short. It must keep enough memory for its
/// own small allocations.
#[test]
fn with_little_memory_fewer_threads_give_the_same_count() {
    let input = "setoption name Threads value 512\nsetoption name Hash value 16\n\
                 go perft 5\nstats 3 csv\nisready\nquit\n";
    for kibibytes in [100_000, 150_000, 200_000, 300_000, 400_000, 700_000] {
        let script = format!("ulimit -v {kibibytes}; echo \"$1\" | \"$0\"");
        let (lines, stderr, succeeded) = run_in_shell(&script, input);
        assert!(succeeded, "{kibibytes} KiB: {stderr}");
        let has = |line: &str| lines.iter().any(|printed| printed == line);
        assert!(has("Nodes searched: 4865609"), "{kibibytes} KiB: {lines:?}");
        assert!(
            has("3,8902,34,0,0,0,12,0,0,0,0,0,0,0"),
            "{kibibytes} KiB: {lines:?}"
        );
        assert!(has("readyok"), "{kibibytes} KiB: {lines:?}");
    }
}

/// The engine reports that it cannot start its own threads, and its status is not 0.
#[test]
fn a_system_without_threads_is_an_error() {
    let mut refused = 0;
    // From too little for the loader to enough for all threads.
    for kibibytes in (2_000..20_000).step_by(500) {
        for command in ["\"$0\" go perft 2", "echo go perft 2 | \"$0\""] {
            let script = format!("ulimit -v {kibibytes}; {command}");
            let (lines, stderr, succeeded) = run_in_shell(&script, "");
            if stderr == "ox88: error: no threads to run with\n" {
                assert!(!succeeded && lines.is_empty(), "{lines:?}");
                refused += 1;
            } else if succeeded {
                assert!(
                    lines.contains(&"Nodes searched: 400".to_owned()),
                    "{lines:?}"
                );
            }
        }
    }
    assert!(refused > 0);
}

#[test]
fn ten_thousand_stops_end_only_the_counts_before_them() {
    let mut engine = Engine::start();
    let stops = "stop\n".repeat(10_000);
    engine.silent(&stops);
    engine.send(&format!("go perft 20\n{stops}go perft 3"));
    assert_eq!(engine.read_stopped(), (Vec::new(), 20));
    assert_eq!(engine.read_count().total, 8_902);
    engine.send(&"go perft 20\nstop\n".repeat(10_000));
    for _ in 0..10_000 {
        assert_eq!(engine.read_stopped(), (Vec::new(), 20));
    }
    engine.expect_total(3, 8_902);
    engine.finish_quietly();
}

/// A running count keeps its castling notation and its position, whatever the client sets.
#[test]
fn settings_changed_during_a_count_do_not_affect_it() {
    // Stockfish: perft(4) of Kiwipete, whose moves include castling.
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let mut engine = Engine::start();
    engine.send(&format!("position fen {kiwipete}\ngo perft 4"));
    engine.send("setoption name UCI_Chess960 value true\nsetoption name Threads value 2");
    engine.send("setoption name Hash value 1\nposition startpos\nflip\nucinewgame\ngo perft 2");
    let count = engine.read_count();
    assert_eq!((count.moves.len(), count.total), (48, 4_085_603));
    assert_eq!(count.of("e1g1"), Some(86_975));
    assert_eq!(count.of("e1h1"), None);
    assert_eq!(engine.read_count().total, 400);
    engine.silent(&format!("position fen {kiwipete}"));
    assert_eq!(engine.perft(4).of("e1h1"), Some(86_975));
    engine.finish_quietly();
}
