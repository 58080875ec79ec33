//! What a UCI engine says of itself before `uciok`.

/// The name and the abilities of a UCI engine. Other programs have none.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Identity {
    /// The name in `id name`, or an empty text.
    pub name: String,
    /// Whether it has the option `UCI_Chess960`.
    pub has_chess960: bool,
}

impl Identity {
    /// Takes what a line before `uciok` says.
    pub(super) fn take(&mut self, line: &str) {
        let mut words = line.split_ascii_whitespace();
        match (words.next(), words.next()) {
            (Some("id"), Some("name")) => self.name = words.collect::<Vec<_>>().join(" "),
            (Some("option"), Some("name")) => {
                let name = words.next().unwrap_or_default();
                self.has_chess960 |= name.eq_ignore_ascii_case("UCI_Chess960");
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn name_and_options_are_found() {
        let mut identity = Identity::default();
        for line in [
            "Stockfish 15.1 by the Stockfish developers (see AUTHORS file)",
            "id name Stockfish  15.1",
            "id author the Stockfish developers (see AUTHORS file)",
            "option name UCI_Elo type spin default 1350 min 1350 max 2850",
        ] {
            identity.take(line);
        }
        assert_eq!(identity.name, "Stockfish 15.1");
        assert!(!identity.has_chess960);
        identity.take("option name UCI_Chess960 type check default false");
        assert!(identity.has_chess960);
    }
}
