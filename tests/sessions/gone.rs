//! Ends in which something is missing: nobody is left to read, stdin or stdout is closed or full,
//! or nobody reads stderr. Exit statuses tell whether the output is whole.

#![cfg(target_os = "linux")]

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::common::{command, wait_for};

/// Runs a shell command in which `$0` is the engine. Returns its status, stdout and stderr.
fn run_in_shell(script: &str) -> (Option<i32>, String, String) {
    let output = Command::new("sh")
        .args(["-c", script])
        .arg(command().get_program())
        .env_remove("RUST_LOG")
        .stdin(Stdio::null())
        .output()
        .expect("a shell");
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    (
        output.status.code(),
        text(output.stdout),
        text(output.stderr),
    )
}

/// A client that has ended its input may still read. If it is gone, nothing runs on for nobody.
#[test]
fn a_long_job_ends_when_nobody_is_left() {
    let sleeper = "compare sleep 1000 depth 1";
    for job in ["go perft 20", "split 7", "stats 20", sleeper] {
        for end in ["", "quit\n"] {
            let mut engine = command()
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::null())
                .spawn()
                .expect("the engine starts");
            let mut stdin = engine.stdin.take().expect("stdin is a pipe");
            let input = format!("setoption name Hash value 1\n{job}\n{end}");
            stdin.write_all(input.as_bytes()).expect("the engine reads");
            sleep(Duration::from_millis(50));
            drop(engine.stdout.take());
            if end.is_empty() {
                drop(stdin);
            }
            assert!(wait_for(&mut engine).success(), "{job}");
        }
        // Program arguments are an input that has ended.
        let mut engine = command()
            .args(job.split(' '))
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the engine starts");
        drop(engine.stdout.take());
        assert!(wait_for(&mut engine).success(), "{job}");
    }
}

#[test]
fn a_signal_leaves_a_whole_last_line() {
    for number in 0..20 {
        let mut engine = command()
            .args(["split", "4"])
            .stdout(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        let mut stdout = engine.stdout.take().expect("stdout is a pipe");
        let mut printed = vec![0; 1_000 * number + 1];
        stdout.read_exact(&mut printed).expect("there is more");
        let sent = Command::new("kill").arg(engine.id().to_string()).status();
        assert!(sent.expect("kill").success());
        stdout.read_to_end(&mut printed).expect("the rest");
        assert_eq!(wait_for(&mut engine).signal(), Some(15));
        let last = printed.rsplit(|byte| *byte == b'\n').next();
        assert_eq!(last, Some(&b""[..]), "number {number}");
    }
}

/// The system ignores signals with their default effect to the first process of a container.
#[test]
fn the_first_process_of_a_container_ends_by_a_signal() {
    for (signal, status) in [("HUP", 129), ("INT", 130), ("TERM", 143)] {
        for before in ["count 1", "compare /nowhere depth 1"] {
            // In its namespace, the engine has the number 1. Its parent passes its status on.
            let script =
                "exec unshare --pid --fork --kill-child sh -c 'exec \"$0\" \"$@\"' \"$0\" \"$@\"";
            let mut unshare = Command::new("sh")
                .args(["-c", script])
                .arg(command().get_program())
                .args([before, ";", "go perft 20"])
                .stdout(Stdio::piped())
                .stderr(Stdio::null())
                .spawn()
                .expect("a shell");
            let mut first = [0; 1];
            let mut stdout = unshare.stdout.take().expect("stdout is a pipe");
            if stdout.read(&mut first).expect("stdout can be read") == 0 {
                // This system gives no process namespace of its own.
                let _ = unshare.wait();
                return;
            }
            let children = format!("/proc/{0}/task/{0}/children", unshare.id());
            let children = std::fs::read_to_string(children).expect("a child");
            let sent = Command::new("kill")
                .args([&format!("-{signal}"), children.trim()])
                .status();
            assert!(sent.expect("kill").success());
            assert_eq!(wait_for(&mut unshare).code(), Some(status), "SIG{signal}");
        }
    }
}

/// Some event loops leave their end of a pipe non-blocking, and with it the engine's.
#[test]
fn streams_that_do_not_block_lose_nothing() {
    let pair = || {
        let (ours, theirs) = UnixStream::pair().expect("a pair of sockets");
        theirs.set_nonblocking(true).expect("a flag");
        (ours, Stdio::from(OwnedFd::from(theirs)))
    };
    let (mut input, stdin) = pair();
    let (mut output, stdout) = pair();
    let mut engine = command()
        .stdin(stdin)
        .stdout(stdout)
        .spawn()
        .expect("the engine starts");
    // Both directions stand still for a while.
    sleep(Duration::from_millis(50));
    input.write_all(b"split 4\n").expect("the engine reads");
    sleep(Duration::from_millis(300));
    input.write_all(b"count 3\n").expect("the engine reads");
    drop(input);
    let mut printed = String::new();
    output.read_to_string(&mut printed).expect("text");
    assert!(wait_for(&mut engine).success());
    let positions = printed.lines().filter(|line| line.contains(" ;c "));
    // OEIS A083276.
    assert_eq!(positions.count(), 72_078);
    assert!(printed.contains("\nNodes searched: 8902\n"), "{printed}");
}

/// Neither the log nor a warning makes a count wait for a reader of stderr.
#[test]
fn nobody_need_read_stderr() {
    let mut engine = command()
        .env("RUST_LOG", "ox88=debug")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the engine starts");
    let mut stdin = engine.stdin.take().expect("stdin is a pipe");
    let input = "count 1\n".repeat(3_000);
    stdin.write_all(input.as_bytes()).expect("the engine reads");
    drop(stdin);
    let mut printed = String::new();
    let mut stdout = engine.stdout.take().expect("stdout is a pipe");
    stdout.read_to_string(&mut printed).expect("text");
    assert_eq!(printed.matches("Nodes searched: 20\n").count(), 3_000);
    assert!(wait_for(&mut engine).success());
}

#[test]
fn a_cause_is_warned_of_once() {
    let script = "ulimit -v 70000; { echo setoption name Threads value 512; \
                  yes count 4 | head -20; } | \"$0\"";
    let (status, stdout, stderr) = run_in_shell(script);
    assert_eq!(status, Some(0), "{stderr}");
    assert_eq!(stdout.matches("Nodes searched: 197281\n").count(), 20);
    assert_eq!(stderr.lines().count(), 1, "{stderr}");
    assert!(stderr.contains("threads"), "{stderr}");
}

/// Status 1 and no panic, whatever happens to stderr.
#[test]
fn output_that_is_lost_is_a_failure() {
    for script in [
        "\"$0\" go perft 3 >/dev/full",
        "\"$0\" go perft 3 >/dev/full 2>&1",
        "\"$0\" go perft 3 >/dev/full 2>&-",
        "echo go perft 3 | \"$0\" >/dev/full 2>/dev/full",
        "\"$0\" go perft 3 >&-",
        "echo go perft 3 | \"$0\" >&-",
    ] {
        let (status, stdout, _) = run_in_shell(script);
        assert_eq!((status, stdout.as_str()), (Some(1), ""), "{script}");
    }
    let (_, _, stderr) = run_in_shell("\"$0\" go perft 3 >&-");
    assert_eq!(stderr, "ox88: error: cannot write: stdout is closed\n");
    // Lost on purpose.
    for script in [
        "\"$0\" go perft 3 >/dev/null",
        "\"$0\" go perft 3 1<>/dev/null",
    ] {
        assert_eq!(run_in_shell(script).0, Some(0), "{script}");
    }
}

#[test]
fn a_closed_stderr_changes_nothing() {
    for script in [
        "ulimit -v 200000; \"$0\" setoption name Threads value 64 ';' count 4 2>&-",
        "RUST_LOG=debug \"$0\" count 4 2>&-",
        "RUST_LOG=debug \"$0\" count 4 2>/dev/full",
    ] {
        let (status, stdout, _) = run_in_shell(script);
        assert_eq!(status, Some(0), "{script}");
        assert!(stdout.starts_with("Nodes searched: 197281\n"), "{stdout}");
    }
}

/// A file that is as large as `ulimit -f` allows is like a full disk.
#[test]
fn a_file_that_may_not_grow_is_a_failure() {
    let path = std::env::temp_dir().join(format!("ox88-limit-{}", std::process::id()));
    File::create(&path).expect("a file");
    let script = format!("ulimit -f 0; exec \"$0\" go perft 3 >'{}'", path.display());
    let (status, _, stderr) = run_in_shell(&script);
    let _ = std::fs::remove_file(&path);
    assert_eq!(status, Some(1), "{stderr}");
    assert!(
        stderr.starts_with("ox88: error: cannot write: "),
        "{stderr}"
    );
}

#[test]
fn a_stdin_that_cannot_be_read_is_a_failure() {
    let (status, stdout, stderr) = run_in_shell("\"$0\" </tmp");
    assert_eq!(status, Some(1));
    assert!(stdout.starts_with("ox88 ") && stdout.lines().count() == 1);
    assert!(
        stderr.starts_with("ox88: error: cannot read stdin: "),
        "{stderr}"
    );
    assert_eq!(run_in_shell("\"$0\" </dev/null").0, Some(0));
}

/// No stack of a thread depends on the environment.
#[test]
fn the_stacks_are_large_enough() {
    let fen = "k7/8/8/8/8/8/8/K7 w - - 0 1";
    let script = format!(
        "RUST_MIN_STACK=16384 \"$0\" setoption name Threads value 4 ';' position fen '{fen}' ';' \
         go perft 8 ';' go depth 8"
    );
    let (status, stdout, stderr) = run_in_shell(&script);
    assert_eq!(status, Some(0), "{stderr}");
    assert!(stdout.contains("bestmove "), "{stdout}");
}
