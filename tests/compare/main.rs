//! `compare` against engines with one known fault each: a broken rule in ox88's own generator, a
//! protocol error, or an unusual format of the output. `compare` must find each fault at the right
//! position and name the right rule. It must find nothing in engines without a fault.
//!
//! The other engine is this executable, called with `--faulty FAULT`.

// The engine that is compared prints as broken engines do.
#![allow(clippy::print_stderr, clippy::print_stdout)]
#![cfg(unix)]

mod causes;
mod check;
mod dialogue;
mod documents;
mod engine;
mod fakes;
mod manners;
mod printouts;
mod real;
mod rules;
mod sound;
mod styles;
mod suites;

use libtest_mimic::{Arguments, Failed, Trial};
use std::process::{Command, ExitCode, Output};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [first, fault, rest @ ..] = arguments.as_slice()
        && first == "--faulty"
    {
        // Ignores errors, because the caller may have closed the pipe.
        let _ = engine::run(fault, rest);
        return ExitCode::SUCCESS;
    }
    let trials = [
        rules::trials(),
        manners::trials(),
        printouts::trials(),
        dialogue::trials(),
        causes::trials(),
        check::trials(),
        real::trials(),
        sound::trials(),
        suites::trials(),
        documents::trials(),
    ];
    libtest_mimic::run(
        &Arguments::from_args(),
        trials.into_iter().flatten().collect(),
    )
    .exit_code()
}

/// The arguments with which `compare` starts the engine with this fault.
fn faulty(protocol: &str, fault: &str) -> String {
    let executable = std::env::current_exe().expect("this executable has a path");
    format!("\"{protocol}{}\" --faulty {fault}", executable.display())
}

/// Runs `compare` with these arguments.
fn compare(words: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_ox88"))
        .arg(format!("compare {words}"))
        .env_remove("RUST_LOG")
        .current_dir(ROOT)
        .output()
        .expect("the built program runs")
}

fn trial(name: String, test: impl FnOnce() -> Result<(), String> + Send + 'static) -> Trial {
    Trial::test(name, || test().map_err(Failed::from))
}

/// The text on stdout. Fails unless the exit status is this one and stderr is empty.
fn printed(output: Output, status: i32) -> Result<String, String> {
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    if output.status.code() == Some(status) && errors.is_empty() {
        Ok(text)
    } else {
        Err(format!(
            "{}, expected {status}\n{errors}\n{text}",
            output.status
        ))
    }
}

/// Fails unless the text contains this line.
fn has_line(text: &str, line: &str) -> Result<(), String> {
    match text.lines().any(|other| other == line) {
        true => Ok(()),
        false => Err(format!("there is no line\n{line}\nin\n{text}")),
    }
}
