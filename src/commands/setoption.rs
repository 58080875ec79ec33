//! `setoption`, and the options of ox88 itself: one table, by which `uci` lists
//! them and values are read. Options of a search are declared by the search.

use super::error::Error;
use super::run::{Context, LastReply, Run};
use super::words::Words;
use super::{Command, Row};
use crate::board::CastlingNotation;
use crate::engine::Engine;
use crate::perft::{DEFAULT_HASH, MAX_HASH, MAX_THREADS, Method};
use crate::search::{OptionError, OptionInfo, OptionKind, Search};
use std::sync::Arc;

/// The row of `setoption`.
pub static ROW: Row = Row {
    words: &["setoption"],
    usage: "setoption name NAME [value VALUE]",
    purpose: "change an option; 'uci' lists them",
    read: |words| Ok(Command::Do(Box::new(read(words)?))),
    ..Row::UCI
};

/// A row of the table of options.
struct OwnOption {
    info: OptionInfo,
    /// Sets a value of its kind.
    set: fn(&mut Engine, &str) -> Result<(), Error>,
}

static OPTIONS: [OwnOption; 6] = [
    OwnOption {
        info: OptionInfo {
            name: "UCI_Chess960",
            kind: OptionKind::Check { default: false },
        },
        set: |engine, value| {
            engine.castling = match value {
                "true" => CastlingNotation::Chess960,
                _ => CastlingNotation::Standard,
            };
            Ok(())
        },
    },
    OwnOption {
        info: OptionInfo {
            name: "Ponder",
            kind: OptionKind::Check { default: false },
        },
        set: |engine, value| {
            engine.ponder = value == "true";
            Ok(())
        },
    },
    OwnOption {
        info: OptionInfo {
            name: "Perft Method",
            kind: OptionKind::Combo {
                default: Method::LeafParent.name(),
                choices: &METHODS,
            },
        },
        set: |engine, value| {
            if let Some(method) = Method::from_name(value) {
                engine.counting.method = method;
            }
            Ok(())
        },
    },
    OwnOption {
        info: OptionInfo {
            name: "Hash",
            kind: OptionKind::Spin {
                default: DEFAULT_HASH as i64,
                min: 0,
                max: MAX_HASH as i64,
            },
        },
        set: |engine, value| {
            let mebibytes = number(value);
            let set = engine.counting.set_hash(mebibytes);
            set.map_err(|error| Error::NoMemory {
                mebibytes,
                error: Arc::new(error),
            })
        },
    },
    OwnOption {
        info: OptionInfo {
            name: "Clear Hash",
            kind: OptionKind::Button,
        },
        set: |engine, _| {
            engine.counting.clear_hash();
            Ok(())
        },
    },
    OwnOption {
        info: OptionInfo {
            name: "Threads",
            kind: OptionKind::Spin {
                default: 1,
                min: 1,
                max: MAX_THREADS as i64,
            },
        },
        set: |engine, value| {
            engine.counting.threads = number(value);
            Ok(())
        },
    },
];

/// The names of the methods, as `uci` lists them.
static METHODS: [&str; Method::ALL.len()] = {
    let mut names = [""; Method::ALL.len()];
    let mut index = 0;
    while index < names.len() {
        names[index] = Method::ALL[index].name();
        index += 1;
    }
    names
};

/// A number whose range was minded when it was read.
fn number(value: &str) -> usize {
    value.parse().unwrap_or_default()
}

/// Every option, in the order of `uci`: those of ox88, then those of a search.
pub fn all(search: &dyn Search) -> impl Iterator<Item = &OptionInfo> {
    let own = OPTIONS.iter().map(|option| &option.info);
    own.chain(search.options())
}

/// A change of an option, as text. Only the engine knows which options its
/// search has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetOption {
    /// The name, in any case.
    pub name: String,
    /// The value; empty if there was none.
    pub value: String,
}

/// The name is everything between the first `name` and the first `value` after
/// it, the value is everything after that.
fn read(words: &mut Words) -> Result<SetOption, String> {
    if !words.take("name") {
        return words.refuse("name");
    }
    let name = words.words_before(&["value"]).join(" ");
    if name.is_empty() {
        return words.refuse("the name of an option");
    }
    words.take("value");
    Ok(SetOption {
        name,
        value: words.rest().join(" "),
    })
}

impl Run for SetOption {
    fn run(self, engine: &mut Engine, _: &Context) -> LastReply {
        self.set(engine).map(|()| None)
    }
}

impl SetOption {
    fn set(self, engine: &mut Engine) -> Result<(), Error> {
        let is_meant = |info: &&OptionInfo| info.name.eq_ignore_ascii_case(&self.name);
        let Some(&info) = all(&*engine.search).find(is_meant) else {
            return Err(Error::UnknownOption {
                names: all(&*engine.search).map(|info| info.name).collect(),
                name: self.name,
            });
        };
        let refuse = |error| Error::Option {
            name: info.name.to_owned(),
            value: self.value.clone(),
            error,
        };
        let value = info.kind.value(&self.value);
        let value = value.map_err(|expected| refuse(OptionError::Refused(expected)))?;
        match OPTIONS.iter().find(|option| option.info.name == info.name) {
            Some(option) => (option.set)(engine, &value),
            None => (engine.search)
                .set_option(info.name, &value)
                .map_err(refuse),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_line(line: &str) -> Result<SetOption, String> {
        read(&mut Words::of_line(line))
    }

    #[test]
    fn names_and_values_may_hold_spaces() {
        let set = |name: &str, value: &str| {
            Ok(SetOption {
                name: name.to_owned(),
                value: value.to_owned(),
            })
        };
        for (line, expected) in [
            (
                "name a name b value 1 value 2",
                set("a name b", "1 value 2"),
            ),
            ("name Clear Hash", set("Clear Hash", "")),
            ("name Hash value", set("Hash", "")),
        ] {
            assert_eq!(read_line(line), expected, "{line}");
        }
        for line in ["", "Hash 13", "name", "name value 3"] {
            assert!(read_line(line).is_err(), "{line}");
        }
    }
}
