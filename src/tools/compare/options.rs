//! The options of a UCI engine that may change its counts: those of its table and of
//! its threads.

use super::identity::Identity;

/// The options that an engine lists before `uciok`.
#[derive(Debug, Default)]
pub(super) struct EngineOptions {
    /// What else the engine says.
    pub(super) identity: Identity,
    options: Vec<EngineOption>,
}

#[derive(Debug)]
struct EngineOption {
    name: String,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    Button,
    Check,
    /// A number, with the least that is allowed.
    Spin(u64),
}

/// A change of options.
#[derive(Clone, Debug)]
pub(super) struct Change {
    /// What it is, such as `Threads 1`.
    pub(super) name: String,
    /// The commands.
    pub(super) lines: Vec<String>,
}

impl EngineOptions {
    /// Reads a line such as `option name Hash type spin default 16 min 1 max 1024`.
    /// All others are ignored.
    pub(super) fn read(&mut self, line: &str) {
        self.identity.take(line);
        let Some(rest) = line.trim().strip_prefix("option name ") else {
            return;
        };
        let Some((name, rest)) = rest.split_once(" type ") else {
            return;
        };
        let mut words = rest.split_ascii_whitespace();
        let kind = match words.next() {
            Some("button") => Kind::Button,
            Some("check") => Kind::Check,
            Some("spin") => {
                let least = words.skip_while(|word| *word != "min").nth(1);
                Kind::Spin(least.and_then(|least| least.parse().ok()).unwrap_or(1))
            }
            _ => return,
        };
        let name = name.trim().to_owned();
        self.options.push(EngineOption { name, kind });
    }

    fn of_table(&self) -> impl Iterator<Item = &EngineOption> {
        self.options.iter().filter(|option| {
            let name = option.name.to_lowercase();
            name.contains("hash") && !name.contains("file")
        })
    }

    /// The least table, or none, and whether that is none.
    pub(super) fn least_table(&self) -> Option<(Change, bool)> {
        let mut is_off = false;
        let changes = self.of_table().filter_map(|option| {
            let value = match option.kind {
                Kind::Button => return None,
                Kind::Check => "false".to_owned(),
                Kind::Spin(least) => least.to_string(),
            };
            is_off |= matches!(value.as_str(), "0" | "false");
            Some(set(&option.name, &value))
        });
        let change = joined(changes)?;
        Some((change, is_off))
    }

    /// The command that empties the table.
    pub(super) fn clear_table(&self) -> Change {
        let is_clear = |option: &&EngineOption| matches!(option.kind, Kind::Button);
        match self.of_table().find(is_clear) {
            Some(option) => Change {
                name: option.name.clone(),
                lines: vec![format!("setoption name {}", option.name)],
            },
            None => Change {
                name: "ucinewgame".to_owned(),
                lines: vec!["ucinewgame".to_owned()],
            },
        }
    }

    /// One thread.
    pub(super) fn one_thread(&self) -> Option<Change> {
        let changes = self.options.iter().filter_map(|option| {
            let name = option.name.to_lowercase();
            let is_meant = name.ends_with("threads") || name == "cores";
            match option.kind {
                Kind::Spin(least) if is_meant && least <= 1 => Some(set(&option.name, "1")),
                _ => None,
            }
        });
        joined(changes)
    }
}

fn set(name: &str, value: &str) -> Change {
    Change {
        name: format!("{name} {value}"),
        lines: vec![format!("setoption name {name} value {value}")],
    }
}

fn joined(changes: impl Iterator<Item = Change>) -> Option<Change> {
    changes.reduce(|mut all, next| {
        all.name += ", ";
        all.name += &next.name;
        all.lines.extend(next.lines);
        all
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_of_table_and_threads_are_found() {
        let mut options = EngineOptions::default();
        assert!(options.least_table().is_none());
        assert!(options.one_thread().is_none());
        assert_eq!(options.clear_table().lines, ["ucinewgame"]);
        for line in [
            "id name x",
            "option name Hash type spin default 16 min 1 max 33554432",
            "option name Clear Hash type button",
            "option name UCI_Chess960 type check default false",
            "option name Threads type spin default 4 min 1 max 8",
            "option name HashFile type string default <empty>",
            "option name Perft Hash type check default true",
        ] {
            options.read(line);
        }
        let (table, is_off) = options.least_table().unwrap();
        assert_eq!(table.name, "Hash 1, Perft Hash false");
        assert_eq!(table.lines[1], "setoption name Perft Hash value false");
        assert!(is_off);
        assert_eq!(options.clear_table().lines, ["setoption name Clear Hash"]);
        assert_eq!(options.one_thread().unwrap().name, "Threads 1");
    }
}
