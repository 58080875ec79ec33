//! The options for counts: `Perft Method`, `Hash`, `Clear Hash` and `Threads`. The reply to
//! `go perft` is the same for all their values, except for time and speed.

use std::collections::HashSet;
use std::thread::sleep;
use std::time::Duration;

use crate::common::{Engine, mask};

const KIWIPETE: &str = "fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// The lines of a count, without time and speed.
fn lines_of_count(engine: &mut Engine, depth: u32) -> Vec<String> {
    engine.send(&format!("go perft {depth}"));
    let mut lines = Vec::new();
    while !lines
        .last()
        .is_some_and(|line: &String| line.starts_with("info "))
    {
        lines.push(mask(&engine.line()));
    }
    lines
}

#[test]
fn the_options_are_declared() {
    let mut engine = Engine::start();
    let reply = engine.reply("uci");
    for line in [
        "option name Perft Method type combo default leaf-parent var reference var bulk \
         var leaf-parent",
        "option name Hash type spin default 64 min 0 max 33554432",
        "option name Clear Hash type button",
        "option name Threads type spin default 1 min 1 max 512",
    ] {
        engine.check(
            reply.iter().any(|declared| declared == line),
            format_args!("'{line}' is not among {reply:?}"),
        );
    }
    engine.finish_quietly();
}

#[test]
fn names_and_values_are_read_in_any_case() {
    let mut engine = Engine::start();
    for line in [
        "setoption name hash value 32",
        "setoption name HASH value 0",
        "setoption name Hash value 16",
        "setoption name clear hash",
        "setoption name Clear Hash",
        "setoption name CLEAR HASH value",
        "setoption name threads value 2",
        "setoption name perft method value Leaf-Parent",
        "setoption name PERFT METHOD value BULK",
        "setoption name Perft Method value reference",
    ] {
        engine.subject(line);
        engine.silent(line);
        engine.expect_total(4, 197_281);
    }
    engine.finish_quietly();
}

#[test]
fn values_out_of_range_are_refused_and_change_nothing() {
    let mut engine = Engine::start();
    for (option, values, expected) in [
        (
            "Hash",
            &["-1", "33554433", "18446744073709551616", "1.5", "much", ""][..],
            "expected a number from 0 to 33554432",
        ),
        (
            "Threads",
            &["0", "513", "-1", "+1", "99999999999999999999", "two", ""],
            "expected a number from 1 to 512",
        ),
        (
            "Perft Method",
            &["fast", "bulk leaf-parent", ""],
            "expected one of: reference, bulk, leaf-parent",
        ),
        ("Clear Hash", &["true", "1"], "expected none"),
    ] {
        for value in values {
            let line = format!("setoption name {option} value {value}");
            engine.subject(&line);
            let error = engine.error(&line);
            engine.check(
                error.contains(expected) && error.contains(option),
                format_args!("'{error}' does not contain '{expected}'"),
            );
        }
    }
    engine.expect_total(4, 197_281);
    engine.finish_quietly();
}

#[test]
fn a_hash_beyond_the_memory_is_refused_and_the_old_table_stays() {
    let mut engine = Engine::start();
    for before in ["0", "16"] {
        engine.silent(&format!("setoption name Hash value {before}"));
        let error = engine.error("setoption name Hash value 33554432");
        engine.check(error.contains("33554432"), format_args!("'{error}'"));
        engine.expect_total(6, 119_060_324);
    }
    engine.finish_quietly();
}

/// Runs the engine with this input in an address space of `kibibytes` KiB, with thread stacks of
/// `stack` bytes. Returns the lines after the banner.
#[cfg(target_os = "linux")]
fn run_confined(kibibytes: u32, stack: u32, input: &str) -> Vec<String> {
    let engine = crate::common::command().get_program().to_owned();
    // The engine starts its own threads before it receives the input.
    let script = format!("ulimit -v {kibibytes} && (sleep 0.5; echo \"$1\") | \"$0\"");
    let output = std::process::Command::new("sh")
        .args(["-c", &script])
        .arg(engine)
        .arg(input)
        .env_remove("RUST_LOG")
        .env("RUST_MIN_STACK", stack.to_string())
        // The allocator reserves far more address space than it uses by default.
        .env("MALLOC_ARENA_MAX", "1")
        .output()
        .expect("a shell");
    let lines = String::from_utf8(output.stdout).expect("the output is text");
    assert!(output.status.success(), "{lines}");
    lines.lines().skip(1).map(mask).collect()
}

/// If no client sets `Hash`, the engine allocates the default table for the first count that can
/// use it. If that fails, the count is still correct.
#[cfg(target_os = "linux")]
#[test]
fn no_memory_for_the_default_table_is_one_warning_after_the_count() {
    // Enough for the engine, and less than the table alone.
    let lines = run_confined(60_000, 2 << 20, "go perft 6");
    assert_eq!(lines.len(), 20 + 5, "{lines:?}");
    assert_eq!(lines[21], "Nodes searched: 119060324");
    assert_eq!(lines[23], "info depth 6 nodes 119060324 time T nps R");
    let start = "info string warning: no memory for the default Hash";
    assert!(lines[24].starts_with(start), "{lines:?}");
}

/// The memory holds a few of these stacks.
#[cfg(target_os = "linux")]
#[test]
fn a_system_with_few_threads_gives_the_same_count() {
    let input = "setoption name Hash value 0\nsetoption name Threads value 512\ngo perft 6";
    let lines = run_confined(400_000, 64 << 20, input);
    assert_eq!(lines.len(), 20 + 4, "{lines:?}");
    assert_eq!(lines[23], "info depth 6 nodes 119060324 time T nps R");
}

#[test]
fn the_reply_is_the_same_for_every_method_hash_and_number_of_threads() {
    const ALL: &[&str] = &["reference", "bulk", "leaf-parent"];
    let mut engine = Engine::start();
    for (position, depth, total, methods) in [
        ("startpos", 5, 4_865_609, ALL),
        // Six root moves, and one.
        ("fen 8/8/8/r2Pp2K/8/8/8/4k3 w - e6 0 1", 5, 77_719, ALL),
        ("startpos moves e2e4 f7f5 d1h5", 5, 669_121, ALL),
        // Deep enough for the table to be used.
        ("startpos moves e2e4 f7f5 d1h5", 7, 604_384_906, &ALL[2..]),
        (KIWIPETE, 5, 193_690_690, &ALL[2..]),
    ] {
        engine.silent(&format!("position {position}"));
        let mut replies = HashSet::new();
        for method in methods {
            engine.silent(&format!("setoption name Perft Method value {method}"));
            for hash in [0, 1] {
                engine.silent(&format!("setoption name Hash value {hash}"));
                for threads in [1, 2, 3, 8, 512] {
                    engine.silent(&format!("setoption name Threads value {threads}"));
                    engine.subject(&format!("{method}, Hash {hash}, {threads} threads"));
                    let count = engine.expect_total(depth, total);
                    replies.insert(format!("{:?}", count.moves));
                }
            }
        }
        assert_eq!(replies.len(), 1, "{position}: {replies:#?}");
    }
    engine.finish_quietly();
}

#[test]
fn twenty_equal_counts_print_the_same_bytes() {
    let mut engine = Engine::start();
    engine.silent("setoption name Threads value 3");
    engine.silent("setoption name Hash value 1");
    engine.silent(&format!("position {KIWIPETE}"));
    let first = lines_of_count(&mut engine, 5);
    assert!(first.contains(&"Nodes searched: 193690690".to_string()));
    for round in 1..20 {
        if round % 5 == 0 {
            engine.silent("setoption name Clear Hash");
        }
        assert_eq!(lines_of_count(&mut engine, 5), first, "round {round}");
    }
    engine.finish_quietly();
}

#[test]
fn a_count_by_several_threads_is_stopped() {
    let mut engine = Engine::start();
    engine.silent("setoption name Threads value 3");
    for hash in [0, 16] {
        engine.silent(&format!("setoption name Hash value {hash}"));
        engine.send("go perft 20");
        sleep(Duration::from_millis(100));
        engine.send("stop");
        assert_eq!(engine.read_stopped(), (Vec::new(), 20));
        engine.expect_total(5, 4_865_609);
    }
    // The greatest depth, which has the longest lines of moves.
    engine.send("go perft 127");
    sleep(Duration::from_millis(100));
    engine.send("stop");
    assert_eq!(engine.read_stopped(), (Vec::new(), 20));
    engine.finish_quietly();
}

#[test]
fn a_stopped_count_by_several_threads_prints_the_first_moves() {
    let mut engine = Engine::start();
    engine.silent("setoption name Hash value 0");
    let all = engine.expect_total(6, 119_060_324).moves;
    engine.silent("setoption name Threads value 3");
    engine.send("go perft 6");
    let first = engine.line();
    engine.send("stop");
    let mut lines = vec![first];
    while !lines.last().is_some_and(|line| line.starts_with("info ")) {
        lines.push(engine.line());
    }
    let moves = lines
        .iter()
        .position(String::is_empty)
        .expect("an empty line");
    let expected: Vec<_> = all
        .iter()
        .map(|(name, count)| format!("{name}: {count}"))
        .collect();
    assert_eq!(lines[..moves], expected[..moves]);
    let last = &lines[lines.len() - 1];
    // If the stop came too late, everything is counted.
    let stopped = format!("info string perft stopped: {moves} of 20 root moves counted");
    assert!(*last == stopped || moves == 20, "{last}");
    engine.finish_quietly();
}

#[test]
fn options_set_during_a_count_wait_for_its_end() {
    let mut engine = Engine::start();
    engine.send("go perft 20\nsetoption name Hash value 33554432\nsetoption name Threads value 2");
    engine.send("setoption name Perft Method value bulk\nsetoption name Clear Hash\nisready");
    assert_eq!(engine.line(), "readyok");
    engine.send("stop");
    assert_eq!(engine.read_stopped(), (Vec::new(), 20));
    assert!(engine.line().starts_with("info string error: "));
    engine.expect_total(4, 197_281);
    engine.finish_quietly();
}

/// A short count does not allocate the table.
#[cfg(target_os = "linux")]
#[test]
fn a_short_count_takes_little_memory() {
    let mut child = crate::common::command()
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("the built engine starts");
    let mut stdin = child.stdin.take().expect("stdin is a pipe");
    std::io::Write::write_all(&mut stdin, b"go perft 1\n").expect("the engine reads");
    let stdout = std::io::BufReader::new(child.stdout.take().expect("stdout is a pipe"));
    let last = std::io::BufRead::lines(stdout)
        .map_while(Result::ok)
        .find(|line| line.starts_with("info depth 1 "));
    assert!(last.is_some());
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    drop(stdin);
    let _ = child.wait();
    let peak = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))
        .unwrap();
    let kibibytes: u64 = peak.trim().trim_end_matches(" kB").parse().unwrap();
    assert!(kibibytes < 8 * 1024, "{kibibytes} KiB resident");
}
