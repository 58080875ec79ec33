//! Memory: every command has a ceiling, and what does not fit is refused with a message.

#![cfg(target_os = "linux")]

use std::thread::sleep;
use std::time::Duration;

use crate::common::{Engine, command};

/// The peak memory of the engine, in MiB.
fn peak(engine: &Engine) -> u64 {
    let status = format!("/proc/{}/status", engine.id());
    mebibytes(&status, "VmHWM:").expect("the engine runs")
}

fn mebibytes(report: &str, name: &str) -> Option<u64> {
    let report = std::fs::read_to_string(report).ok()?;
    let line = report.lines().find_map(|line| line.strip_prefix(name))?;
    let kibibytes: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kibibytes >> 10)
}

/// The units of work of many threads are moves, not positions.
#[test]
fn statistics_with_many_threads_take_little_memory() {
    // 218 moves, the most that are known.
    let fen = "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1";
    let mut engine = Engine::start();
    engine.send("setoption name Threads value 64\nsetoption name Hash value 1");
    engine.send(&format!("position fen {fen}\nstats 7 csv"));
    while !engine.line().starts_with("4,") {}
    // The units of the next depth are made at once.
    sleep(Duration::from_millis(500));
    engine.send("stop");
    while !engine.line().starts_with("info string stats stopped") {}
    let peak = peak(&engine);
    engine.check(peak < 48, format_args!("{peak} MiB"));
    engine.finish_quietly();
}

/// A game whose line is as long as a line may be.
fn longest_game() -> String {
    let moves = " g1f3 g8f6 f3g1 f6g8".repeat(419_000);
    format!("position startpos moves{moves}")
}

#[test]
fn the_longest_game_takes_bounded_memory() {
    let mut engine = Engine::start();
    let game = longest_game();
    for _ in 0..3 {
        engine.silent(&game);
    }
    engine.expect_total(3, 8_902);
    let peak = peak(&engine);
    engine.check(peak < 256, format_args!("{peak} MiB"));
    engine.finish_quietly();
}

/// The engine refuses a game that does not fit, and goes on.
#[test]
fn a_game_that_does_not_fit_is_refused() {
    let path = std::env::temp_dir().join(format!("ox88-game-{}", std::process::id()));
    let input = format!("{}\nisready\nposition startpos\ncount 3\n", longest_game());
    std::fs::write(&path, input).expect("a file");
    let mut refused = 0;
    for kibibytes in [100_000, 120_000, 150_000, 200_000] {
        let script = format!("ulimit -v {kibibytes}; exec \"$0\" <'{}'", path.display());
        let output = std::process::Command::new("sh")
            .args(["-c", &script])
            .arg(command().get_program())
            .env_remove("RUST_LOG")
            .output()
            .expect("a shell");
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{kibibytes} KiB: {output:?}");
        assert!(text.ends_with("readyok\nNodes searched: 8902\n"), "{text}");
        refused += usize::from(text.contains("info string error: no memory for more than "));
    }
    let _ = std::fs::remove_file(&path);
    assert!(refused > 0);
}

/// A program, its arguments, a path and a template have a number of words that fits.
#[test]
fn millions_of_words_are_refused() {
    let mut engine = Engine::start();
    let words = " a".repeat(4_190_000);
    for line in [
        format!("compare{words} depth 1"),
        format!("compare a ask{words}"),
        format!("compare run \"{words}\" depth 1"),
        format!("check{words}"),
        format!("suite{words}"),
        format!("diff{words}"),
    ] {
        let error = engine.error(&line);
        engine.check(error.contains("at most 4096"), &error);
    }
    let peak = peak(&engine);
    engine.check(peak < 48, format_args!("{peak} MiB"));
    let few = " a".repeat(4_095);
    engine.send(&format!("compare /nowhere/at/all{few} depth 1"));
    engine.lines_before("it printed nothing");
    engine.finish_quietly();
}

/// More than is available would end in the middle of a count.
#[test]
fn a_table_beyond_the_available_memory_is_refused() {
    let available = mebibytes("/proc/meminfo", "MemAvailable:").expect("a number");
    let mut engine = Engine::start();
    let error = engine.error(&format!(
        "setoption name Hash value {}",
        available + available / 4
    ));
    engine.check(error.contains(" MiB are available"), &error);
    engine.silent("setoption name Hash value 16");
    engine.expect_total(4, 197_281);
    engine.finish_quietly();
}
