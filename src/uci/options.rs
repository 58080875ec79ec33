//! The options: one table, by which `uci` lists them and `setoption` reads
//! them. What they do is the worker's business.

use super::command::{Refusal, method_names};
use crate::board::CastlingNotation;
use crate::perft::{DEFAULT_HASH, MAX_HASH, MAX_THREADS, Method};
use crate::text::{self, Quoted};
use crate::worker::Setting;
use vampirc_uci::UciOptionConfig;

/// One row of the table.
struct OptionEntry {
    name: &'static str,
    config: fn(name: String) -> UciOptionConfig,
    /// Reads the value; an error says what was expected.
    read: fn(value: &str) -> Result<Setting, String>,
}

static OPTIONS: &[OptionEntry] = &[
    OptionEntry {
        name: "UCI_Chess960",
        config: check_that_is_off,
        read: |value| {
            let notation = match read_check(value)? {
                true => CastlingNotation::Chess960,
                false => CastlingNotation::Standard,
            };
            Ok(Setting::Castling(notation))
        },
    },
    OptionEntry {
        name: "Ponder",
        config: check_that_is_off,
        read: |value| read_check(value).map(Setting::Ponder),
    },
    OptionEntry {
        name: "Perft Method",
        config: |name| UciOptionConfig::Combo {
            name,
            default: Some(Method::default().to_string()),
            var: Method::ALL.iter().map(ToString::to_string).collect(),
        },
        read: |value| {
            let method = Method::from_name(value).ok_or_else(method_names)?;
            Ok(Setting::Method(method))
        },
    },
    OptionEntry {
        name: "Hash",
        config: |name| spin(name, DEFAULT_HASH, 0, MAX_HASH),
        read: |value| read_spin(value, 0, MAX_HASH).map(Setting::Hash),
    },
    OptionEntry {
        name: "Clear Hash",
        config: |name| UciOptionConfig::Button { name },
        read: |value| match value {
            "" => Ok(Setting::ClearHash),
            _ => Err("none".to_owned()),
        },
    },
    OptionEntry {
        name: "Threads",
        config: |name| spin(name, 1, 1, MAX_THREADS),
        read: |value| read_spin(value, 1, MAX_THREADS).map(Setting::Threads),
    },
];

/// The options as `uci` declares them.
pub fn configurations() -> impl Iterator<Item = UciOptionConfig> {
    OPTIONS
        .iter()
        .map(|entry| (entry.config)(entry.name.to_owned()))
}

fn check_that_is_off(name: String) -> UciOptionConfig {
    UciOptionConfig::Check {
        name,
        default: Some(false),
    }
}

fn spin(name: String, default: usize, min: usize, max: usize) -> UciOptionConfig {
    let number = |number: usize| i64::try_from(number).ok();
    UciOptionConfig::Spin {
        name,
        default: number(default),
        min: number(min),
        max: number(max),
    }
}

fn read_spin(value: &str, min: usize, max: usize) -> Result<usize, String> {
    text::number(value)
        .filter(|number| (min..=max).contains(number))
        .ok_or_else(|| format!("a number from {min} to {max}"))
}

fn read_check(value: &str) -> Result<bool, String> {
    if value.eq_ignore_ascii_case("true") {
        Ok(true)
    } else if value.eq_ignore_ascii_case("false") {
        Ok(false)
    } else {
        Err("true or false".to_owned())
    }
}

/// Reads the words after `setoption`: the name is everything between the first
/// `name` and the first `value` after it, the value is everything after that.
///
/// # Errors
///
/// If there is no name, no option of that name, or no such value of it.
pub(super) fn read(words: &[&str]) -> Result<Setting, Refusal> {
    let ["name", rest @ ..] = words else {
        let found = words
            .first()
            .map_or("nothing".to_owned(), |word| Quoted(word).to_string());
        return refuse(format!("{found} after 'setoption', expected name"));
    };
    let (name, value) = match rest.iter().position(|word| *word == "value") {
        Some(index) => (rest[..index].join(" "), rest[index + 1..].join(" ")),
        None => (rest.join(" "), String::new()),
    };
    if name.is_empty() {
        return refuse("no option name after 'setoption name', expected one".to_owned());
    }
    let Some(entry) = OPTIONS
        .iter()
        .find(|entry| entry.name.eq_ignore_ascii_case(&name))
    else {
        let names: Vec<&str> = OPTIONS.iter().map(|entry| entry.name).collect();
        return refuse(format!(
            "unknown option {}, expected one of: {}",
            Quoted(&name),
            names.join(", ")
        ));
    };
    (entry.read)(&value).or_else(|expected| {
        refuse(format!(
            "value {} of option '{}', expected {expected}",
            Quoted(&value),
            entry.name
        ))
    })
}

fn refuse(message: String) -> Result<Setting, Refusal> {
    Err(Refusal::Line(message))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_line(line: &str) -> Result<Setting, Refusal> {
        read(&line.split_ascii_whitespace().collect::<Vec<_>>())
    }

    #[test]
    fn names_and_values_are_read_without_regard_to_case() {
        for line in [
            "name UCI_Chess960 value true",
            "name uci_chess960 value TRUE",
        ] {
            assert_eq!(
                read_line(line),
                Ok(Setting::Castling(CastlingNotation::Chess960))
            );
        }
    }

    #[test]
    fn names_and_values_may_hold_spaces() {
        let Err(Refusal::Line(message)) = read_line("name a name b value 1 value 2") else {
            panic!("there is no such option");
        };
        assert!(
            message.starts_with("unknown option 'a name b'"),
            "{message}"
        );
        for line in [
            "",
            "Hash 13",
            "name",
            "name value 3",
            "name Ponder value 1 value 2",
        ] {
            assert!(read_line(line).is_err(), "{line}");
        }
    }
}
