//! What `compare` starts ends with the engine, however the engine ends: by a signal at any time,
//! because nobody reads its output, or at the normal end.

#![cfg(target_os = "linux")]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::common::{Engine, PATIENCE, command, wait_for};

/// A mark in the environment of an engine, which every program that it starts inherits.
struct Mark(String);

impl Mark {
    fn new() -> Mark {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        Mark(format!("OX88_MARK={}-{number}-", std::process::id()))
    }

    /// The engine with this mark. Nothing writes a core file.
    fn engine(&self, arguments: &[&str]) -> Command {
        let (name, value) = self.0.split_once('=').expect("a name and a value");
        let mut engine = Command::new("sh");
        engine
            .args(["-c", "ulimit -c 0; exec \"$@\"", "sh"])
            .arg(command().get_program())
            .args(arguments)
            .env_remove("RUST_LOG")
            .env(name, value)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        engine
    }

    /// The processes with this mark.
    fn processes(&self) -> Vec<String> {
        let Ok(all) = fs::read_dir("/proc") else {
            return Vec::new();
        };
        let all = all.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
        all.filter(|process| {
            // A process that has ended, and is not reaped yet, has no environment.
            let environment = fs::read(format!("/proc/{process}/environ")).unwrap_or_default();
            let mut variables = environment.split(|byte| *byte == 0);
            variables.any(|variable| variable == self.0.as_bytes())
        })
        .collect()
    }

    /// Fails unless no process with this mark is left.
    fn check_gone(&self, subject: &str) {
        let start = Instant::now();
        loop {
            let processes = self.processes();
            if processes.is_empty() {
                return;
            }
            if start.elapsed() > PATIENCE / 4 {
                for process in &processes {
                    let _ = Command::new("kill").args(["-KILL", process]).status();
                }
                panic!("{subject}: {} processes are left", processes.len());
            }
            sleep(Duration::from_millis(5));
        }
    }
}

/// Arguments that compare with a program that says nothing.
const SILENT: [&str; 5] = ["compare", "sleep", "1000", "depth", "1"];
/// The same with a script, which starts such a program itself.
const WRAPPED: [&str; 6] = ["compare", "sh", "-c", "sleep 1000; true", "depth", "1"];

fn send(signal: &str, child: &Child) {
    let sent = Command::new("kill")
        .args([format!("-{signal}"), child.id().to_string()])
        .status();
    assert!(sent.expect("kill").success());
}

/// How many signals are sent. `OX88_KILLS` sets another number.
fn kills() -> u32 {
    let number = std::env::var("OX88_KILLS").ok();
    number.and_then(|number| number.parse().ok()).unwrap_or(60)
}

#[test]
fn a_signal_at_any_time_leaves_no_child() {
    const SIGNALS: [(&str, i32); 10] = [
        ("HUP", 1),
        ("INT", 2),
        ("QUIT", 3),
        ("ABRT", 6),
        ("KILL", 9),
        ("USR1", 10),
        ("ALRM", 14),
        ("TERM", 15),
        ("XCPU", 24),
        ("PROF", 27),
    ];
    for number in 0..kills() {
        let (signal, value) = SIGNALS[number as usize % SIGNALS.len()];
        // After SIGKILL, nobody can end what a child has started.
        let arguments = match signal {
            "KILL" => &SILENT[..],
            _ => &WRAPPED[..],
        };
        let mark = Mark::new();
        let mut engine = mark.engine(arguments).spawn().expect("the engine starts");
        // The first child starts within these milliseconds. Odd numbers spread the times.
        sleep(Duration::from_micros(u64::from(number * 7_919 % 30_011)));
        send(signal, &engine);
        let status = wait_for(&mut engine);
        let subject = format!("SIG{signal}, number {number}");
        if status.signal() != Some(value) && signal != "HUP" {
            panic!("{subject}: {status}");
        }
        mark.check_gone(&subject);
    }
}

#[test]
fn a_stdout_closed_at_any_time_leaves_no_child() {
    for number in 0..kills() / 3 {
        let mark = Mark::new();
        let mut engine = mark.engine(&WRAPPED).spawn().expect("the engine starts");
        sleep(Duration::from_micros(u64::from(number * 7_919 % 30_011)));
        drop(engine.stdout.take());
        assert!(wait_for(&mut engine).success());
        mark.check_gone(&format!("number {number}"));
    }
}

/// The process group of a program is ended even if the program itself has ended before.
#[test]
fn a_wrapper_that_ends_first_leaves_no_child() {
    let mark = Mark::new();
    let script = "sleep 1000 >/dev/null 2>&1 & exit 3";
    let arguments = ["compare", "sh", "-c", script, "depth", "1"];
    let mut engine = mark.engine(&arguments).spawn().expect("the engine starts");
    assert_eq!(wait_for(&mut engine).code(), Some(2));
    mark.check_gone("a wrapper");
}

/// A program that leaves the group keeps the pipes open. It must not cost anything.
#[test]
fn a_program_with_a_session_of_its_own_leaks_nothing() {
    let mut engine = Engine::start();
    let count = |engine: &Engine, what: &str| {
        let folder = format!("/proc/{}/{what}", engine.id());
        fs::read_dir(folder).expect("the engine runs").count()
    };
    let mut compare = || {
        engine.send("compare sh -c \"setsid sleep 30 & exit 3\" depth 1 timeout 5");
        while !engine.line().starts_with("fault: ") {}
        let deadline = Instant::now() + PATIENCE / 4;
        // The threads of the pipes end before long.
        loop {
            let counts = (count(&engine, "task"), count(&engine, "fd"));
            if counts.0 <= 5 || Instant::now() > deadline {
                return counts;
            }
            sleep(Duration::from_millis(20));
        }
    };
    let first = compare();
    for _ in 0..3 {
        assert_eq!(compare(), first, "threads and descriptors");
    }
}

/// A folder with copies of programs, removed when it is dropped.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        let path = std::env::temp_dir().join(format!("ox88-root-{}", std::process::id()));
        fs::create_dir(&path).expect("a folder");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("its owner");
        Folder(path)
    }

    /// Copies a program, with these permissions.
    fn copy(&self, program: &str, mode: u32) -> Option<String> {
        let name = PathBuf::from(program);
        let path = self.0.join(name.file_name()?);
        fs::copy(program, &path).ok()?;
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).ok()?;
        path.into_os_string().into_string().ok()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Without the right to signal a program, the engine gives it up after two seconds. Only root can
/// set this up: the engine runs as a user without rights, and starts a program that becomes root.
#[test]
fn a_program_that_cannot_be_killed_is_given_up() {
    const NOBODY: [&str; 5] = ["--reuid", "65534", "--regid", "65534", "--clear-groups"];
    const ROOT: [&str; 3] = ["--reuid", "0", "--clear-groups"];
    let folder = Folder::new();
    let engine = command().get_program().to_string_lossy().into_owned();
    let programs = (
        folder.copy(&engine, 0o755),
        // It gains the rights of its owner.
        folder.copy("/usr/bin/setpriv", 0o4755),
    );
    let (Some(engine), Some(become_root)) = programs else {
        return skipped();
    };
    let as_nobody = |arguments: &[&str]| {
        let mut command = Command::new("setpriv");
        command.args(NOBODY).args(arguments);
        command.env_remove("RUST_LOG");
        command
    };
    let mut id = as_nobody(&[&become_root]);
    let id = id.args(ROOT).args(["id", "-ru"]).output();
    if id.map_or(true, |it| it.stdout != b"0\n") {
        return skipped();
    }
    let pid_file = folder.0.join("pid");
    let script = format!("echo $$ >{}; exec sleep 1000", pid_file.display());
    let mut compare = as_nobody(&[&engine, "compare", &become_root]);
    compare.args(ROOT).args(["sh", "-c", &script]);
    let compare = compare.args(["depth", "1", "timeout", "1", "then", "count", "3"]);
    let output = compare.stdin(Stdio::null()).output();
    let pid = fs::read_to_string(&pid_file).unwrap_or_default();
    let is_left = Command::new("kill").args(["-KILL", pid.trim()]).status();
    let output = output.expect("the engine runs");
    let (stdout, stderr) = (
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    );
    assert!(stdout.contains("Nodes searched: 8902"), "{stdout}{stderr}");
    let warning = format!(
        "process {} cannot be killed and is left running",
        pid.trim()
    );
    assert!(stderr.contains(&warning), "{stdout}{stderr}");
    assert!(
        is_left.is_ok_and(|status| status.success()),
        "it has run on"
    );
}

/// Says that this machine cannot set up a test.
#[allow(clippy::print_stderr)]
fn skipped() {
    eprintln!("skipped: a program that cannot be killed (needs root, setpriv and setuid)");
}
