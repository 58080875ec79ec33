//! Options as program arguments, in front of the commands: `--threads 2`,
//! `--hash=256`, `--chess960`. The table of options is that of `setoption`.

use crate::commands::COMMANDS;
use crate::commands::setoption::SetOption;
use crate::search::{OptionInfo, OptionKind};
use crate::text::Quoted;

/// Short names of options: the name as an argument, and as an option.
const SHORT_NAMES: [(&str, &str); 2] = [("chess960", "UCI_Chess960"), ("method", "Perft Method")];

/// Takes the options off the front of the arguments. The others stay in `arguments`.
///
/// # Errors
///
/// If an option is unknown, or its value is missing or wrong. Nothing should run then,
/// since it would run with other options than those wanted.
pub(super) fn take_options(
    arguments: &mut Vec<String>,
    options: &[OptionInfo],
) -> Result<Vec<SetOption>, String> {
    let mut settings = Vec::new();
    let mut rest = std::mem::take(arguments).into_iter().peekable();
    while let Some(argument) = rest.next_if(|argument| is_option(argument)) {
        let (name, value) = match argument.split_once('=') {
            Some((name, value)) => (name, Some(value.to_owned())),
            None => (argument.as_str(), None),
        };
        let Some(info) = options.iter().find(|info| is_called(info, name)) else {
            let names: Vec<String> = options.iter().map(argument_of).collect();
            return Err(format!(
                "unknown option {}, expected one of: {}",
                Quoted(name),
                names.join(", ")
            ));
        };
        let is_truth = |word: &String| ["true", "false"].contains(&&*word.to_ascii_lowercase());
        let value = value.or_else(|| match info.kind {
            OptionKind::Button => Some(String::new()),
            OptionKind::Check { .. } => rest.next_if(is_truth).or_else(|| Some("true".to_owned())),
            _ => rest.next(),
        });
        let found = match &value {
            Some(value) => format!("value {}", Quoted(value)),
            None => "no value".to_owned(),
        };
        let is_missing = value.is_none();
        let value = value.unwrap_or_default();
        match info.kind.value(&value) {
            Ok(value) if !is_missing => settings.push(SetOption {
                name: info.name.to_owned(),
                value,
            }),
            Ok(_) => return Err(format!("{found} of option {}, expected one", Quoted(name))),
            Err(expected) => {
                let name = Quoted(name);
                return Err(format!("{found} of option {name}, expected {expected}"));
            }
        }
    }
    *arguments = rest.collect();
    Ok(settings)
}

/// `--help` and `--version` are commands.
fn is_option(argument: &str) -> bool {
    let mut words = COMMANDS.iter().flat_map(|row| row.words);
    argument.len() > 2 && argument.starts_with("--") && !words.any(|word| *word == argument)
}

/// Returns whether this argument names an option: in any case, with dashes for blanks
/// and underscores.
fn is_called(info: &OptionInfo, argument: &str) -> bool {
    let plain = |name: &str| name.to_ascii_lowercase().replace([' ', '_'], "-");
    let name = plain(argument.trim_start_matches("--"));
    let is_short = |(short, long): &(&str, &str)| *short == name && *long == info.name;
    name == plain(info.name) || SHORT_NAMES.iter().any(is_short)
}

/// The shortest argument that names an option.
pub(super) fn argument_of(info: &OptionInfo) -> String {
    let mut short = SHORT_NAMES.iter();
    let short = short.find_map(|(short, long)| (*long == info.name).then_some(*short));
    let name = short.unwrap_or(info.name).to_ascii_lowercase();
    format!("--{}", name.replace([' ', '_'], "-"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::setoption;
    use crate::search::AlphaBeta;

    fn take(line: &str) -> Result<(Vec<(String, String)>, String), String> {
        let search = AlphaBeta::default();
        let options: Vec<OptionInfo> = setoption::all(&search).copied().collect();
        let mut arguments: Vec<String> = line.split(' ').map(str::to_owned).collect();
        let settings = take_options(&mut arguments, &options)?.into_iter();
        let settings = settings.map(|set| (set.name, set.value)).collect();
        Ok((settings, arguments.join(" ")))
    }

    #[test]
    fn options_come_before_the_commands() {
        let taken = |settings: &[(&str, &str)], rest: &str| {
            let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
            Ok((settings.iter().map(owned).collect(), rest.to_owned()))
        };
        for (line, settings, rest) in [
            ("perft 3", &[][..], "perft 3"),
            ("--help", &[], "--help"),
            (
                "--threads 2 --hash=256 perft 8",
                &[("Threads", "2"), ("Hash", "256")],
                "perft 8",
            ),
            (
                "--CHESS960 --Perft-Method BULK d --hash 1",
                &[("UCI_Chess960", "true"), ("Perft Method", "bulk")],
                "d --hash 1",
            ),
            (
                "--uci_chess960 false --method=reference d",
                &[("UCI_Chess960", "false"), ("Perft Method", "reference")],
                "d",
            ),
            (
                "--clear-hash --ponder=TRUE --multipv 3 --move-overhead 5",
                &[
                    ("Clear Hash", ""),
                    ("Ponder", "true"),
                    ("MultiPV", "3"),
                    ("Move Overhead", "5"),
                ],
                "",
            ),
        ] {
            assert_eq!(take(line), taken(settings, rest), "{line}");
        }
    }

    #[test]
    fn a_wrong_option_is_named_with_what_was_expected() {
        for (line, error) in [
            (
                "--treads 2",
                "unknown option '--treads', expected one of: --chess960, --ponder, ",
            ),
            ("--=2", "unknown option '--', expected one of: "),
            (
                "--threads 0 d",
                "value '0' of option '--threads', expected a number from 1 to 512",
            ),
            (
                "--threads",
                "no value of option '--threads', expected a number from 1 to 512",
            ),
            (
                "--method",
                "no value of option '--method', expected one of: reference",
            ),
            (
                "--clear-hash=1",
                "value '1' of option '--clear-hash', expected none",
            ),
            (
                "--ponder=yes",
                "value 'yes' of option '--ponder', expected true or false",
            ),
        ] {
            let message = take(line).unwrap_err();
            assert!(message.starts_with(error), "{line}: {message}");
        }
    }

    #[test]
    fn each_option_is_called_as_it_is_listed() {
        let search = AlphaBeta::default();
        for info in setoption::all(&search) {
            assert!(is_called(info, &argument_of(info)), "{}", info.name);
        }
    }
}
