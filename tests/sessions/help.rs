//! `help`: the overview, one command, the man page and the completions. Each shell checks the
//! syntax of its completions, and groff the man page, where they are installed.

use crate::common::run_arguments;
use std::io::Write;
use std::process::{Command, Stdio};

fn printed(arguments: &[&str]) -> String {
    let outcome = run_arguments(arguments);
    outcome.check_success(&format!("{arguments:?}"));
    outcome
        .lines
        .iter()
        .map(|line| format!("{line}\n"))
        .collect()
}

/// Gives a text to a program, and returns what it says, or `None` if there is no such program.
fn checked_by(program: &str, arguments: &[&str], input: &str) -> Option<String> {
    let child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut child = child.ok()?;
    let mut stdin = child.stdin.take().expect("stdin is a pipe");
    stdin.write_all(input.as_bytes()).expect("it reads");
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        output.status.success() && errors.is_empty(),
        "{program}: {errors}"
    );
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
fn help_fits_a_screen() {
    let help = printed(&["help"]);
    assert!(help.lines().count() < 24, "{help}");
    assert!(help.lines().all(|line| line.len() <= 80), "{help}");
    for arguments in [&["--help"][..], &["-h"]] {
        assert_eq!(printed(arguments), help, "{arguments:?}");
    }
}

#[test]
fn help_of_a_command_comes_in_two_ways() {
    for command in ["count", "divide", "position", "compare", "go perft", "help"] {
        let help = printed(&["help", command]);
        assert!(help.contains("Example: ox88 "), "{help}");
        let other = [command.split(' ').collect(), vec!["--help"]].concat();
        assert_eq!(printed(&other), help, "{command}");
    }
    let outcome = run_arguments(&["help", "cuont"]);
    let error = "info string error: 'cuont' after 'help', expected a command, man or completions";
    assert_eq!(outcome.lines, [error]);
    assert_eq!(outcome.status.code(), Some(1));
    assert_eq!(printed(&["-v"]), printed(&["--version"]));
}

#[test]
fn the_man_page_is_sound() {
    let page = printed(&["help", "man"]);
    assert!(
        page.contains(".B \"count DEPTH [verify] [POSITION]\"\n"),
        "{page}"
    );
    if let Some(text) = checked_by("groff", &["-man", "-ww", "-Tascii"], &page) {
        assert!(text.contains("User Commands"), "{text}");
    }
}

#[test]
fn each_shell_can_read_its_completions() {
    for shell in ["bash", "zsh", "fish"] {
        let script = printed(&["help", "completions", shell]);
        assert!(
            script.contains("kiwipete") && script.contains("chess960"),
            "{script}"
        );
        checked_by(shell, &["-n"], &script);
    }
    // A script that bash has read completes a command.
    let script = printed(&["help", "completions", "bash"]);
    let try_it = "COMP_WORDS=(ox88 stats 3 c); COMP_CWORD=3; _ox88; echo \"${COMPREPLY[@]}\"";
    if let Some(found) = checked_by("bash", &[], &format!("{script}{try_it}\n")) {
        assert_eq!(found, "csv\n");
    }
}
