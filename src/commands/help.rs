//! `help`: what the table of commands says, as an overview of one screen, about one
//! command, as a man page, and as completions for shells.

mod completions;
mod man;
mod overview;

use super::words::Words;
use super::{COMMANDS, Command, Group, Printed, Row};
use crate::text::{Quoted, wrapped};
use completions::Shell;
use std::fmt::Write;

/// The row of `help`.
pub static ROW: Row = Row {
    words: &["help", "?", "--help", "-h"],
    usage: "help [COMMAND | man | completions SHELL]",
    purpose: "list the commands, or say all about one",
    group: Group::Program,
    options: &[
        ("COMMAND", "the name of a command"),
        ("man", "a man page, in troff"),
        ("completions SHELL", "completions for bash, zsh or fish"),
    ],
    example: "help count",
    section: "help",
    read: |words| Ok(Command::Say(read(words)?.into())),
    ..Row::OWN
};

/// What `help` shows.
#[derive(Clone, Copy, Debug)]
pub enum Help {
    /// All commands, on one screen.
    Overview,
    /// All about one command.
    Command(&'static Row),
    /// A man page.
    Man,
    /// Completions for a shell.
    Completions(Shell),
}

fn read(words: &mut Words) -> Result<Help, String> {
    if words.peek().is_none() {
        return Ok(Help::Overview);
    }
    let help = if words.take("man") {
        Help::Man
    } else if words.take("completions") {
        let shell = words.peek().and_then(Shell::from_name);
        let Some(shell) = shell else {
            return words.refuse("bash, zsh or fish");
        };
        words.word();
        Help::Completions(shell)
    } else {
        let name = words.clone().rest().join(" ");
        let mut rows = COMMANDS.iter();
        let Some(row) = rows.find(|row| names(row).any(|it| it == name)) else {
            return Err(format!(
                "{} after 'help', expected a command, man or completions",
                Quoted(&name)
            ));
        };
        words.rest();
        Help::Command(row)
    };
    words.end()?;
    Ok(help)
}

/// The names of a command, without those that begin with a dash.
fn names(row: &'static Row) -> impl Iterator<Item = &'static str> {
    // `go perft` has two words.
    let two_words = row.words.is_empty().then_some("go perft");
    let words = row.words.iter().copied().filter(|it| !it.starts_with('-'));
    two_words.into_iter().chain(words)
}

/// The rows of a group.
fn rows(group: Group) -> impl Iterator<Item = &'static Row> {
    let rows = COMMANDS.iter().copied();
    rows.filter(move |row| row.group == group)
}

/// The groups and their headings.
const GROUPS: [(Group, &str); 5] = [
    (Group::Play, "Set up and play"),
    (Group::Count, "Count"),
    (Group::Faults, "Find faults"),
    (Group::Uci, "UCI"),
    (Group::Program, "The program"),
];

/// What may come behind the name of a command.
fn options(row: &Row) -> Vec<(&'static str, &'static str)> {
    let mut options = row.options.to_vec();
    if row.usage.contains("[POSITION]") {
        options.push(("POSITION", POSITION));
    }
    if row.has_json {
        options.push(("json", "as the last word: one JSON object a result"));
    }
    options
}

const POSITION: &str = "startpos, fen FEN, kiwipete, position3 ... or frc N, [moves MOVE...]";

impl Printed for Help {
    fn text(&self) -> String {
        match self {
            Help::Overview => overview::text(),
            Help::Command(row) => command(row),
            Help::Man => man::page(),
            Help::Completions(shell) => shell.completions(),
        }
    }
}

/// All about one command.
fn command(row: &Row) -> String {
    let mut text =
        wrapped("", unbracketed(row.usage), 8) + &wrapped("    ", unbracketed(row.purpose), 4);
    let options = options(row);
    if !options.is_empty() {
        text.push('\n');
    }
    for (option, meaning) in options {
        text += &wrapped(&format!("  {option:<18} "), unbracketed(meaning), 21);
    }
    text.push('\n');
    let example = format!("ox88 {}", row.example);
    text += &wrapped("Example: ", unbracketed(&example), 9);
    let _ = writeln!(text, "More: docs/protocol.md#{}", row.section);
    text
}

/// The parts of a text between its blanks, but for those within brackets.
fn unbracketed(text: &str) -> Vec<&str> {
    let (mut parts, mut start, mut depth) = (Vec::new(), 0, 0);
    for (index, byte) in text.bytes().enumerate() {
        match byte {
            b'[' | b'(' => depth += 1,
            b']' | b')' => depth -= 1,
            b' ' if depth == 0 => {
                parts.push(&text[start..index]);
                start = index + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::read;

    #[test]
    fn every_command_has_a_readable_example_and_a_section() {
        let protocol = include_str!("../../docs/protocol.md");
        let anchors: Vec<String> = protocol
            .lines()
            .filter(|line| line.starts_with("##"))
            .map(|line| {
                let title = line.trim_start_matches('#').trim().to_lowercase();
                let kept = title
                    .chars()
                    .filter(|c| c.is_alphanumeric() || " -".contains(*c));
                kept.map(|c| if c == ' ' { '-' } else { c }).collect()
            })
            .collect();
        for row in COMMANDS {
            for example in row.example.split(" then ") {
                assert!(read(Words::of_line(example)).is_ok(), "{example}");
            }
            let name = names(row).next().unwrap();
            assert!(row.example.contains(name), "{}", row.example);
            let section = row.section.to_owned();
            assert!(anchors.contains(&section), "{name}: #{section}");
            for (option, _) in row.options {
                let word = option.split(' ').next().unwrap();
                assert!(row.usage.contains(word), "{name} has no {word}");
            }
        }
    }

    #[test]
    fn a_command_is_found_by_each_of_its_names() {
        for name in ["divide", "perft", "go perft", "go", "help", "d"] {
            let mut words = Words::of_line(name);
            let help = super::read(&mut words);
            assert!(matches!(help, Ok(Help::Command(_))), "{name}");
        }
        for line in [
            "parft",
            "man page",
            "completions",
            "completions tcsh",
            "d d",
        ] {
            assert!(super::read(&mut Words::of_line(line)).is_err(), "{line}");
        }
    }

    #[test]
    fn the_help_of_a_command_fits_a_screen() {
        for row in COMMANDS {
            let text = command(row);
            assert!(text.lines().count() <= 23, "{text}");
            for line in text.lines() {
                assert!(line.chars().count() <= crate::text::WIDTH, "{line}");
            }
        }
    }
}
