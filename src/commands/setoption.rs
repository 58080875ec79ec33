//! `setoption`, and the table of ox88's own options, which `uci` also lists. A
//! search declares its options itself.

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
    example: "setoption name Threads value 2",
    section: "other-uci-commands",
    read: |words| Ok(Command::Do(Box::new(read(words)?))),
    ..Row::UCI
};

/// An option of ox88 itself.
struct OwnOption {
    info: OptionInfo,
    /// Sets a value that [`OptionKind::value`] has read.
    set: Set,
}

type Set = fn(&mut Engine, &str) -> Result<(), Error>;

const fn own(name: &'static str, kind: OptionKind, set: Set) -> OwnOption {
    let info = OptionInfo { name, kind };
    OwnOption { info, set }
}

const fn spin(default: usize, min: usize, max: usize) -> OptionKind {
    OptionKind::Spin {
        default: default as i64,
        min: min as i64,
        max: max as i64,
    }
}

const OFF: OptionKind = OptionKind::Check { default: false };

static OPTIONS: [OwnOption; 6] = [
    own("UCI_Chess960", OFF, |engine, value| {
        engine.castling = match value {
            "true" => CastlingNotation::Chess960,
            _ => CastlingNotation::Standard,
        };
        Ok(())
    }),
    own("Ponder", OFF, |engine, value| {
        engine.ponder = value == "true";
        Ok(())
    }),
    own("Perft Method", PERFT_METHOD, |engine, value| {
        if let Some(method) = Method::from_name(value) {
            engine.counting.method = method;
        }
        Ok(())
    }),
    own("Hash", spin(DEFAULT_HASH, 0, MAX_HASH), |engine, value| {
        let mebibytes = number(value);
        let set = engine.counting.set_hash(mebibytes);
        set.map_err(|error| Error::NoMemory {
            mebibytes,
            error: Arc::new(error),
        })
    }),
    own("Clear Hash", OptionKind::Button, |engine, _| {
        engine.counting.clear_hash();
        Ok(())
    }),
    own("Threads", spin(1, 1, MAX_THREADS), |engine, value| {
        engine.counting.threads = number(value);
        Ok(())
    }),
];

const PERFT_METHOD: OptionKind = OptionKind::Combo {
    default: Method::LeafParent.name(),
    choices: &METHODS,
};

/// The names of all perft methods.
static METHODS: [&str; Method::ALL.len()] = {
    let mut names = [""; Method::ALL.len()];
    let mut index = 0;
    while index < names.len() {
        names[index] = Method::ALL[index].name();
        index += 1;
    }
    names
};

/// Reads a number that [`OptionKind::value`] has checked.
fn number(value: &str) -> usize {
    value.parse().unwrap_or_default()
}

/// All options, in the order of `uci`: those of ox88, then those of `search`. An
/// option that both have, such as `Hash`, is declared once, and set in both.
pub fn all(search: &dyn Search) -> impl Iterator<Item = &OptionInfo> {
    let own = OPTIONS.iter().map(|option| &option.info);
    let is_new = |info: &&OptionInfo| !OPTIONS.iter().any(|own| own.info.name == info.name);
    own.chain(search.options().iter().filter(is_new))
}

/// Sets an option. Both fields are texts: only the engine knows the options of its
/// search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetOption {
    /// The name, in any case.
    pub name: String,
    /// The value, which may be empty.
    pub value: String,
}

/// Reads a name up to the first `value`, and then the value up to the end.
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
        value: words.text(),
    })
}

impl Run for SetOption {
    fn run(self, engine: &mut Engine, _: &Context) -> LastReply {
        let own = OPTIONS.iter().find(|option| self.names(&option.info));
        let mut of_search = engine.search.options().iter().copied();
        let of_search = of_search.find(|info| self.names(info));
        if own.is_none() && of_search.is_none() {
            return Err(self.unknown(engine));
        }
        // Both values are judged before anything changes.
        let own_value = own.map(|own| self.value_of(&own.info)).transpose()?;
        // A search may have a table and threads of its own, too.
        if let Some(info) = of_search {
            let value = self.value_of(&info)?;
            match engine.search.set_option(info.name, &value) {
                Ok(()) => {}
                Err(OptionError::Unknown) => return Err(self.unknown(engine)),
                Err(OptionError::Refused(expected)) => return Err(self.refused(&info, expected)),
            }
        }
        if let (Some(own), Some(value)) = (own, own_value) {
            (own.set)(engine, &value)?;
        }
        Ok(None)
    }
}

impl SetOption {
    fn names(&self, info: &OptionInfo) -> bool {
        info.name.eq_ignore_ascii_case(&self.name)
    }

    fn value_of(&self, info: &OptionInfo) -> Result<String, Error> {
        let value = info.kind.value(&self.value);
        value.map_err(|expected| self.refused(info, expected))
    }

    fn refused(&self, info: &OptionInfo, expected: String) -> Error {
        Error::Option {
            name: info.name.to_owned(),
            value: self.value.clone(),
            expected,
        }
    }

    fn unknown(&self, engine: &Engine) -> Error {
        Error::UnknownOption {
            names: all(&*engine.search).map(|info| info.name).collect(),
            name: self.name.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::{Printed, Reply};
    use crate::control::Control;
    use crate::engine::{self, Host};
    use crate::game::Game;
    use crate::search::{BestMove, Info, Limits};
    use std::sync::Mutex;

    fn read_line(line: &str) -> Result<SetOption, String> {
        read(&mut Words::of_line(line))
    }

    /// A search with options of names that ox88 has, too, and that it lacks.
    struct WithHash(Arc<Mutex<Vec<String>>>);

    const SMALL_HASH: OptionInfo = OptionInfo {
        name: "Hash",
        kind: spin(1, 1, 8),
    };
    const FORGOTTEN: OptionInfo = OptionInfo {
        name: "Forgotten",
        kind: OFF,
    };

    impl Search for WithHash {
        fn options(&self) -> &[OptionInfo] {
            &[SMALL_HASH, FORGOTTEN]
        }

        fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
            match name {
                "Hash" => self.0.lock().unwrap().push(value.to_owned()),
                _ => return Err(OptionError::Unknown),
            }
            Ok(())
        }

        fn search(
            &mut self,
            _: &Game,
            _: &Limits,
            _: &Control,
            _: &mut dyn FnMut(&Info),
        ) -> BestMove {
            BestMove::default()
        }
    }

    #[test]
    fn an_option_that_the_search_has_too_is_set_in_both() {
        let values = Arc::new(Mutex::new(Vec::new()));
        let search = Box::new(WithHash(values.clone()));
        let hashes = all(&*search).filter(|info| info.name == "Hash").count();
        assert_eq!(hashes, 1);
        let (client, worker, replies) = engine::new::<Reply>(search, Host::default());
        for line in [
            "name hash value 4",
            "name Hash value 16",
            "name Forgotten value true",
        ] {
            client.queue(Box::new(read_line(line).unwrap()), 0).unwrap();
        }
        drop(client);
        worker.run();
        assert_eq!(*values.lock().unwrap(), ["4"]);
        let errors: Vec<String> = replies.iter().map(|reply| reply.text()).collect();
        assert_eq!(errors.len(), 2);
        assert!(errors[0].contains("value '16' of option 'Hash', expected a number from 1 to 8"));
        assert!(errors[1].contains("unknown option 'Forgotten'"));
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
