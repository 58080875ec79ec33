//! The documents match the program. These tests run every ox88 command line in the documents and
//! compare the shown output with the real one. They compare the README's tables with the program's
//! own lists and the published counts with the suite. Every named file must exist.
//!
//! In a block marked `console`, a line that starts with `$ ` is a shell command, run from the root
//! of the repository. The lines below it are its whole output. In them, `…` alone on a line
//! replaces any number of lines, `VERSION` is the version, and the numbers after `time` and `nps`
//! are not compared. In any other block, a line that starts with an ox88 command is run too and
//! must succeed.

#![cfg(all(unix, feature = "cli"))]

mod common;

use common::mask;
use ox88::commands::COMMANDS;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");
const README: &str = "README.md";
const PERFT: &str = "docs/perft.md";
const DOCUMENTS: [&str; 11] = [
    README,
    PERFT,
    "docs/protocol.md",
    "docs/architecture.md",
    "docs/CONTRIBUTING.md",
    "docs/CHANGELOG.md",
    "docs/debugging.md",
    "docs/distributed.md",
    "docs/performance.md",
    "docs/reliability.md",
    "uci-scripts/README.md",
];

/// The command for a reader who has not installed the program.
const THROUGH_CARGO: &str = "cargo run --release --";
/// Replaces any number of lines.
const OMISSION: &str = "…";

fn read(document: &str) -> String {
    fs::read_to_string(Path::new(ROOT).join(document))
        .unwrap_or_else(|error| panic!("{document}: {error}"))
}

/// A fenced block.
struct Block<'a> {
    language: &'a str,
    lines: Vec<&'a str>,
}

/// Returns the fenced blocks of a document and the lines outside them.
fn split(document: &str) -> (Vec<Block<'_>>, Vec<&str>) {
    let (mut blocks, mut prose) = (Vec::new(), Vec::new());
    let mut lines = document.lines();
    while let Some(line) = lines.next() {
        match line.strip_prefix("```") {
            Some(language) => blocks.push(Block {
                language,
                lines: lines.by_ref().take_while(|line| *line != "```").collect(),
            }),
            None => prose.push(line),
        }
    }
    assert!(
        prose.iter().all(|line| !line.contains("```")),
        "a fence is indented, which this test cannot read"
    );
    (blocks, prose)
}

/// A command line of a document, with the output to compare, if the document shows it.
struct Example<'a> {
    command: &'a str,
    shown: Option<Vec<&'a str>>,
}

fn examples(document: &str) -> Vec<Example<'_>> {
    let mut examples: Vec<Example<'_>> = Vec::new();
    for block in split(document).0 {
        for line in block.lines {
            if block.language != "console" {
                let command = line.trim();
                if command == "ox88"
                    || command.starts_with("ox88 ")
                    || command.starts_with(THROUGH_CARGO)
                {
                    let shown = None;
                    examples.push(Example { command, shown });
                }
            } else if let Some(command) = line.strip_prefix("$ ") {
                let shown = Some(Vec::new());
                examples.push(Example { command, shown });
            } else {
                let shown = examples.last_mut().and_then(|last| last.shown.as_mut());
                shown.expect("a console block starts with $").push(line);
            }
        }
    }
    examples
}

/// The folder for the pictures that documented commands draw, in place of the root.
const SCRATCH: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/documents");

/// The command line with its pictures in [`SCRATCH`].
fn redirected(command: &str) -> String {
    fs::create_dir_all(format!("{SCRATCH}/docs")).expect("a folder");
    let word = |word: &str| match word.ends_with(".svg") {
        true => format!("\"{SCRATCH}/{word}\""),
        false => word.to_owned(),
    };
    let words: Vec<String> = command.split(' ').map(word).collect();
    words.join(" ")
}

/// Runs a command line in the shell, with the built program as `ox88`. Returns the printed lines
/// and whether the status is 0.
fn run(command: &str) -> (Vec<String>, bool) {
    let program = Path::new(env!("CARGO_BIN_EXE_ox88"));
    let mut path = program.parent().unwrap().as_os_str().to_owned();
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap_or_default());
    let command = redirected(&command.replace(THROUGH_CARGO, "ox88"));
    let output = Command::new("sh")
        .args(["-c", &format!("{{ {command}\n}} 2>&1")])
        .current_dir(ROOT)
        .env("PATH", path)
        .env_remove("RUST_LOG")
        .env_remove("ENGINE")
        .stdin(Stdio::null())
        .output()
        .expect("a shell");
    let printed = String::from_utf8(output.stdout).expect("the output is text");
    let printed = printed.replace(&format!("{SCRATCH}/"), "");
    let lines = printed
        .lines()
        .map(|line| mask(&line.replace(env!("CARGO_PKG_VERSION"), "VERSION")));
    (lines.collect(), output.status.success())
}

/// Returns whether the shown lines match the printed ones, except where lines are left out.
fn agree<S: AsRef<str>>(shown: &[&str], printed: &[S]) -> bool {
    match shown {
        [] => printed.is_empty(),
        [OMISSION, rest @ ..] => (0..=printed.len()).any(|left| agree(rest, &printed[left..])),
        [line, rest @ ..] => printed
            .split_first()
            .is_some_and(|(first, others)| mask(line) == first.as_ref() && agree(rest, others)),
    }
}

#[test]
fn documented_commands_print_the_shown_output() {
    let mut faults = Vec::new();
    for document in DOCUMENTS {
        for Example { command, shown } in examples(&read(document)) {
            let (printed, succeeded) = run(command);
            let is_right = match &shown {
                Some(shown) => agree(shown, &printed),
                None => succeeded,
            };
            if !is_right {
                let printed = printed.join("\n");
                faults.push(format!("{document}: {command}\nprints\n{printed}"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}

#[test]
fn the_main_job_is_among_the_examples() {
    let readme = read(README);
    let main_job = format!("{THROUGH_CARGO} go perft 6");
    let example = examples(&readme)
        .into_iter()
        .find(|example| example.command == main_job)
        .expect("the README shows its main job");
    assert!(
        example
            .shown
            .expect("with its output")
            .contains(&"Nodes searched: 119060324")
    );
}

/// To draw it again after a change, run the README's command in the root.
#[test]
fn the_picture_is_the_one_that_its_command_draws() {
    const PICTURE: &str = "docs/map.svg";
    let readme = read(README);
    assert!(readme.contains(&format!("]({PICTURE})")));
    let example = examples(&readme)
        .into_iter()
        .find(|example| example.command.contains(PICTURE))
        .expect("the README shows the command");
    let (printed, succeeded) = run(example.command);
    assert!(succeeded, "{printed:?}");
    let shown = fs::read(Path::new(ROOT).join(PICTURE)).expect("the picture");
    let drawn = fs::read(Path::new(SCRATCH).join(PICTURE)).expect("its copy");
    assert!(
        shown == drawn,
        "{PICTURE} is not what '{}' draws",
        example.command
    );
    assert!(shown.len() < 250_000, "{} bytes", shown.len());
}

#[test]
fn examples_are_found_and_differences_detected() {
    let document =
        "$ no\n```console\n$ ox88 d\na\n\nb\n$ x | ox88\n```\nox88 no\n```sh\n# x\nox88 go\n```";
    let found: Vec<_> = examples(document)
        .into_iter()
        .map(|example| (example.command, example.shown))
        .collect();
    let expected = [
        ("ox88 d", Some(vec!["a", "", "b"])),
        ("x | ox88", Some(vec![])),
        ("ox88 go", None),
    ];
    assert_eq!(found, expected);

    let printed = ["a", "b", "c"];
    for shown in [&["a", "b", "c"][..], &["…"], &["a", "…", "c"], &["…", "…"]] {
        assert!(agree(shown, &printed), "{shown:?}");
    }
    for shown in [&["a", "b"][..], &["a", "…", "b"], &["b", "…"], &[]] {
        assert!(!agree(shown, &printed), "{shown:?}");
    }
}

/// The cells of the README's table whose first column has this heading, without code marks.
fn table(heading: &str) -> Vec<Vec<String>> {
    let readme = read(README);
    let start = format!("| {heading} |");
    readme
        .lines()
        .skip_while(|line| !line.starts_with(&start))
        .skip(2)
        .take_while(|line| line.starts_with('|'))
        .map(|line| {
            // A bar within a cell is escaped.
            let line = line.replace("\\|", "\0");
            let cells = line.trim_matches('|').split('|');
            cells
                .map(|cell| cell.replace('`', "").replace('\0', "|").trim().to_owned())
                .collect()
        })
        .collect()
}

#[test]
fn the_table_of_commands_matches_help() {
    let listed: Vec<String> = table("command")
        .into_iter()
        .map(|row| row[0].clone())
        .collect();
    let known: Vec<&str> = COMMANDS.iter().map(|entry| entry.usage).collect();
    assert_eq!(listed, known, "left the README, right `help`");
}

#[test]
fn the_table_of_options_matches_uci() {
    let listed: Vec<String> = table("option")
        .into_iter()
        .map(|row| format!("option name {} type {}", row[0], row[1]))
        .collect();
    let output = common::command().arg("uci").output().unwrap();
    let reply = String::from_utf8(output.stdout).unwrap();
    let declared: Vec<&str> = reply
        .lines()
        .filter(|line| line.starts_with("option "))
        .collect();
    assert_eq!(listed, declared, "left the README, right `uci`");
}

#[test]
fn the_published_counts_match_the_suite() {
    let document = read(PERFT);
    let table = read("tests/suites/known.csv");
    let mut last = Vec::new();
    let rows = table.lines().filter(|line| !line.starts_with('#')).skip(1);
    for line in rows {
        let [name, _, depth, count] = line.split(',').collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        if name == "startpos" {
            let item = format!("\n{depth}. {count}\n");
            assert!(document.contains(&item), "{PERFT} lacks {item}");
        } else if depth == "1" {
            last.push(count.to_owned());
        } else if let Some(counts) = last.last_mut() {
            *counts = format!("{counts}, {count}");
        }
    }
    let prose = document.split_whitespace().collect::<Vec<_>>().join(" ");
    for counts in last {
        assert!(prose.contains(&counts), "{PERFT} lacks {counts}");
    }
}

#[test]
fn every_named_file_exists() {
    const FOLDERS: [&str; 5] = ["src/", "tests/", "docs/", "examples/", "uci-scripts/"];
    for document in DOCUMENTS {
        let text = read(document);
        let prose = split(&text).1.join("\n");
        let in_code = prose.split('`').skip(1).step_by(2).filter(|span| {
            FOLDERS.iter().any(|folder| span.starts_with(folder)) && !span.contains(['*', ' '])
        });
        let in_code = in_code.map(|path| Path::new(ROOT).join(path));
        let beside = Path::new(ROOT).join(document);
        let linked = prose.split("](").skip(1).filter_map(|rest| {
            let target = rest.split([')', '#']).next()?;
            let is_file = !target.is_empty() && !target.contains("://");
            is_file.then(|| beside.parent().unwrap().join(target))
        });
        for path in in_code.chain(linked) {
            assert!(path.exists(), "{document} names {}", path.display());
        }
    }
}
