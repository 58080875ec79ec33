//! `check`: the sieve finds every fault of the library, and nothing in a sound engine. Faults of one
//! cause are put together, and the exit status tells what was found.

use super::{ROOT, faulty, has_line, printed, trial};
use libtest_mimic::Trial;
use ox88::tools::faults::FAULTS;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Output, Stdio};

const SUITE: &str = "\
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1;D1 20;D2 400;D3 8903
here is no position;D1 1
r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1;D1 48;D2 2039
";

pub fn trials() -> Vec<Trial> {
    let of_library = FAULTS.iter().map(|fault| {
        trial(format!("check::quick::{}", fault.name), || {
            let program = faulty("", fault.name);
            let text = printed(check(&format!("{program} quick jobs 1")), 1)?;
            match text.contains("\nRule: ") && !text.contains("fault:") {
                true => Ok(()),
                false => Err(text),
            }
        })
    });
    let others = [
        trial("check::a_sound_engine".to_owned(), sound),
        trial("check::one_cause_is_shown_once".to_owned(), one_cause),
        trial("check::all_goes_on_to_the_end".to_owned(), all),
        trial("check::a_suite_may_be_wrong".to_owned(), wrong_suite),
        trial("check::an_empty_suite".to_owned(), empty_suite),
        trial("check::chess960_needs_the_option".to_owned(), chess960),
        trial("check::programs_that_cannot_be_run".to_owned(), cannot_run),
        trial("check::a_program_that_dies".to_owned(), dies),
        trial("check::a_wrong_total".to_owned(), wrong_total),
        trial("check::a_divide_is_compared".to_owned(), divides),
        trial("check::a_file_that_cannot_be_read".to_owned(), unreadable),
        trial("check::what_is_left_out_is_said".to_owned(), above_level),
        trial("check::the_greatest_status_counts".to_owned(), statuses),
        trial("check::stop_ends_it".to_owned(), stop),
    ];
    of_library.chain(others).collect()
}

/// Runs `check` with these arguments.
fn check(words: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_ox88"))
        .arg(format!("check {words}"))
        .env_remove("RUST_LOG")
        .current_dir(ROOT)
        .output()
        .expect("the built program runs")
}

/// The line that sums up.
fn sum(text: &str) -> Result<&str, String> {
    let mut lines = text.lines().rev();
    let sum = lines.find(|line| line.contains(" checked, "));
    sum.ok_or_else(|| text.to_owned())
}

fn sound() -> Result<(), String> {
    for kind in ["", "standard", "chess960", "irregular"] {
        for jobs in [1, 3] {
            let words = format!("{} quick {kind} jobs {jobs}", env!("CARGO_BIN_EXE_ox88"));
            let text = printed(check(&words), 0)?;
            if !sum(&text)?.ends_with(" counts checked, no fault") {
                return Err(text);
            }
        }
    }
    Ok(())
}

fn one_cause() -> Result<(), String> {
    let text = printed(check(&format!("{} quick", faulty("", "ep-missing"))), 1)?;
    let rules = text.lines().filter(|line| line.starts_with("Rule: "));
    // Evasions that are missing, too, are the same fault.
    let rules: Vec<&str> = rules.collect();
    match rules[..] {
        [rule] if rule.starts_with("Rule: en passant missing (") => {}
        _ => return Err(text),
    }
    match text.contains(" wrong counts have one cause. The smallest example:\n") {
        true => Ok(()),
        false => Err(text),
    }
}

fn all() -> Result<(), String> {
    let program = faulty("", "mate-counted");
    let words = format!("{program} suite tests/suites/endgame.epd quick jobs 2");
    let first = printed(check(&words), 1)?;
    let every = printed(check(&format!("{words} all")), 1)?;
    let is_partial = |text: &str| Ok::<_, String>(sum(text)?.contains(" of "));
    match (is_partial(&first)?, is_partial(&every)?) {
        (true, false) => Ok(()),
        _ => Err(format!("{first}\n{every}")),
    }
}

fn wrong_suite() -> Result<(), String> {
    let file = std::env::temp_dir().join(format!("ox88-check-{}.epd", std::process::id()));
    fs::write(&file, SUITE).map_err(|error| error.to_string())?;
    let output = check(&format!(
        "{} suite \"{}\"",
        env!("CARGO_BIN_EXE_ox88"),
        file.display()
    ));
    let _ = fs::remove_file(&file);
    let text = printed(output, 1)?;
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    has_line(
        &text,
        &format!("line 1: depth 3, expected 8903, right is 8902, {start}"),
    )?;
    if !text.contains("line 2: broken, ") {
        return Err(text);
    }
    has_line(&text, "5 counts checked, no fault of the program")
}

/// A file by mistake must not pass for a sound engine.
fn empty_suite() -> Result<(), String> {
    let engine = env!("CARGO_BIN_EXE_ox88");
    let path = std::env::temp_dir().join(format!("ox88-empty-{}.epd", std::process::id()));
    std::fs::write(&path, "").map_err(|error| error.to_string())?;
    let output = check(&format!("{engine} suite \"{}\"", path.display()));
    let _ = std::fs::remove_file(&path);
    let text = printed(output, 1)?;
    has_line(&text, "0 counts checked, expected some to check")
}

fn chess960() -> Result<(), String> {
    let left_out = "not checked: Chess960, since the program has no option UCI_Chess960";
    let text = printed(check(&format!("{} quick", faulty("", "none"))), 0)?;
    has_line(&text, left_out)?;
    let text = printed(check(&format!("{} quick chess960", faulty("", "none"))), 0)?;
    match text.contains("not checked: Chess960") {
        true => Err(text),
        false => Ok(()),
    }
}

fn cannot_run() -> Result<(), String> {
    for program in [
        "./no-such-engine".to_owned(),
        faulty("", "dies-at-start"),
        faulty("", "garbage"),
        faulty("", "refuses"),
    ] {
        let text = printed(check(&format!("{program} quick timeout 1")), 2)?;
        if !text.starts_with("fault: '") {
            return Err(text);
        }
        let text = printed(check(&format!("{program} quick timeout 1 json")), 2)?;
        if !text.contains("\"result\": \"cannot run\"") {
            return Err(text);
        }
    }
    Ok(())
}

fn dies() -> Result<(), String> {
    let text = printed(check(&format!("{} quick jobs 1", faulty("", "dies"))), 1)?;
    match text.contains("' died: exit status: 101\n") {
        true => Ok(()),
        false => Err(text),
    }
}

/// `tests/clients/check.py` has a program whose moves are wrong as well.
fn wrong_total() -> Result<(), String> {
    let words = "suite tests/suites/standard.epd quick jobs 1";
    let text = printed(check(&format!("{} {words}", faulty("", "wrong-total"))), 1)?;
    match text.contains("' prints a wrong total: every move has the right count, ") {
        true => Ok(()),
        false => Err(text),
    }
}

/// The sum is right, and the divide is not.
fn divides() -> Result<(), String> {
    for (fault, found) in [
        ("swapped", "\nCount: "),
        ("two-leaves", "\nRule: each move is one leaf at depth 1 ("),
        (
            "odd-row",
            "' prints a line that cannot be read: 'e2e5: -3'\n",
        ),
    ] {
        for words in ["quick jobs 1", "suite tests/suites/standard.epd jobs 1"] {
            let text = printed(check(&format!("{} {words}", faulty("", fault))), 1)?;
            if !text.contains(found) || sum(&text)?.contains(" no fault") {
                return Err(format!("{fault}: {text}"));
            }
        }
    }
    Ok(())
}

/// The report has its form, whatever fails.
fn unreadable() -> Result<(), String> {
    let words = format!("{} suite ./no-such-file", faulty("", "none"));
    let text = printed(check(&words), 1)?;
    let error = "suite './no-such-file': No such file or directory (os error 2), expected a file \
                 to read";
    has_line(&text, &format!("info string error: {error}"))?;
    let text = printed(check(&format!("{words} json")), 1)?;
    let report: serde_json::Value =
        serde_json::from_str(&text).map_err(|error| format!("{error}: {text}"))?;
    if report["result"] != "cannot read" || report["error"] != error {
        return Err(text);
    }
    let text = printed(check(&format!("{words} junit")), 1)?;
    let is_xml = text.starts_with("<?xml ") && text.ends_with("</testsuites>\n");
    match is_xml && text.contains("name=\"suite\"") && text.contains("<error message=\"suite ") {
        true => Ok(()),
        false => Err(text),
    }
}

fn above_level() -> Result<(), String> {
    let file = std::env::temp_dir().join(format!("ox88-above-{}.epd", std::process::id()));
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    // The published counts. The last one has more leaves than `quick` allows.
    let text = format!("{start};D1 20;D2 400;D6 119060324\n");
    fs::write(&file, text).map_err(|error| error.to_string())?;
    let words = format!(
        "{} suite \"{}\" quick",
        env!("CARGO_BIN_EXE_ox88"),
        file.display()
    );
    let (text, report) = (check(&words), check(&format!("{words} json")));
    let _ = fs::remove_file(&file);
    let text = printed(text, 0)?;
    has_line(&text, "not checked: 1 count above the level 'quick'")?;
    has_line(&text, "2 counts checked, no fault")?;
    let report = printed(report, 0)?;
    let report: serde_json::Value =
        serde_json::from_str(&report).map_err(|error| error.to_string())?;
    match report["above_level"] == 1 {
        true => Ok(()),
        false => Err(report.to_string()),
    }
}

fn statuses() -> Result<(), String> {
    for (commands, status) in [
        (&["perft 1", "check ./no-such-engine", "perft x"][..], 2),
        (&["perft x", "perft 1"], 1),
    ] {
        let mut arguments = commands.to_vec().join("\n;\n");
        arguments.push('\n');
        let output = Command::new(env!("CARGO_BIN_EXE_ox88"))
            .args(arguments.lines())
            .output()
            .map_err(|error| error.to_string())?;
        if output.status.code() != Some(status) {
            return Err(format!("{commands:?}: {output:?}"));
        }
    }
    Ok(())
}

fn stop() -> Result<(), String> {
    let mut session = Command::new(env!("CARGO_BIN_EXE_ox88"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| error.to_string())?;
    let mut input = session.stdin.take().ok_or("no input")?;
    let output = BufReader::new(session.stdout.take().ok_or("no output")?);
    let engine = env!("CARGO_BIN_EXE_ox88");
    // `isready` is answered while the check runs, and after it.
    writeln!(input, "check {engine} full\nisready\nstop\nisready")
        .map_err(|error| error.to_string())?;
    drop(input);
    let lines: Vec<String> = output.lines().map_while(Result::ok).collect();
    let _ = session.wait();
    let stopped = |line: &String| line.starts_with("info string check stopped: ");
    match lines.iter().any(stopped) {
        true => Ok(()),
        false => Err(format!("{lines:?}")),
    }
}
