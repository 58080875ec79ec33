//! Completions of commands, their words and the options, as scripts for shells.

use super::{COMMANDS, names, options};
use crate::commands::Row;
use crate::commands::position_request::POSITION_WORDS;
use std::fmt::Write;

/// A shell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shell {
    /// bash.
    Bash,
    /// zsh.
    Zsh,
    /// fish.
    Fish,
}

/// The options in front of the commands that people use most.
const OPTIONS: [&str; 4] = ["--threads", "--hash", "--chess960", "--method"];

impl Shell {
    pub(super) fn from_name(name: &str) -> Option<Shell> {
        match name {
            "bash" => Some(Shell::Bash),
            "zsh" => Some(Shell::Zsh),
            "fish" => Some(Shell::Fish),
            _ => None,
        }
    }

    pub(super) fn completions(self) -> String {
        match self {
            Shell::Bash => bash(),
            Shell::Zsh => zsh(),
            Shell::Fish => fish(),
        }
    }
}

/// The commands with a name of one word, each with that name.
fn commands() -> impl Iterator<Item = (&'static Row, &'static str)> {
    let named = |row| names(row).map(move |name| (row, name));
    let all = COMMANDS.iter().copied().flat_map(named);
    all.filter(|(_, name)| !name.contains(' '))
}

/// The keywords that may follow the name of a command.
fn keywords(row: &Row) -> String {
    let is_keyword = |word: &&str| word.bytes().all(|byte| byte.is_ascii_lowercase());
    let first = |(option, _): (&'static str, _)| option.split(' ').next().unwrap_or_default();
    let mut words: Vec<&str> = options(row)
        .into_iter()
        .map(first)
        .filter(is_keyword)
        .collect();
    if row.usage.contains("POSITION") || row.usage.starts_with("position") {
        words.extend(POSITION_WORDS);
    }
    words.join(" ")
}

fn first_words() -> String {
    let names: Vec<&str> = commands().map(|(_, name)| name).collect();
    format!("{} {}", names.join(" "), OPTIONS.join(" "))
}

/// `case` branches, one for each command with keywords.
fn branches(set: &str) -> String {
    let mut text = String::new();
    for (row, name) in commands() {
        let words = keywords(row);
        if !words.is_empty() {
            let _ = writeln!(text, "        {name}) {set}=\"{words}\" ;;");
        }
    }
    text
}

fn bash() -> String {
    let (first, branches) = (first_words(), branches("words"));
    format!(
        "# Completions of ox88 for bash: source <(ox88 help completions bash)\n\
         _ox88() {{\n    \
             local words=\"\" command=\"${{COMP_WORDS[1]}}\"\n    \
             case \"$command\" in\n{branches}    esac\n    \
             if [ \"$COMP_CWORD\" -eq 1 ]; then words=\"{first}\"; fi\n    \
             COMPREPLY=($(compgen -W \"$words\" -- \"${{COMP_WORDS[COMP_CWORD]}}\"))\n\
         }}\n\
         complete -o default -F _ox88 ox88\n"
    )
}

fn zsh() -> String {
    let (first, branches) = (first_words(), branches("candidates"));
    format!(
        "#compdef ox88\n\
         # Completions of ox88 for zsh: source <(ox88 help completions zsh)\n\
         _ox88() {{\n    \
             local candidates=\"\"\n    \
             case \"${{words[2]}}\" in\n{branches}    esac\n    \
             if (( CURRENT == 2 )); then candidates=\"{first}\"; fi\n    \
             compadd -- ${{=candidates}}\n    \
             _files\n\
         }}\n\
         compdef _ox88 ox88\n"
    )
}

fn fish() -> String {
    let mut text =
        "# Completions of ox88 for fish: ox88 help completions fish | source\n".to_owned();
    for (row, name) in commands() {
        let purpose = row.purpose.replace('\'', "");
        let _ = writeln!(
            text,
            "complete -c ox88 -n __fish_use_subcommand -a {name} -d '{purpose}'"
        );
        let words = keywords(row);
        if !words.is_empty() {
            let _ = writeln!(
                text,
                "complete -c ox88 -n '__fish_seen_subcommand_from {name}' -a '{words}'"
            );
        }
    }
    for option in OPTIONS {
        let option = option.trim_start_matches('-');
        let _ = writeln!(
            text,
            "complete -c ox88 -n __fish_use_subcommand -l {option}"
        );
    }
    text
}
