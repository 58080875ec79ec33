//! The meaning of the names of columns and members in CSV and JSON.

use crate::perft::MAX_DEPTH;
use crate::text;

/// What a column or member holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::tools::suite) enum Key {
    /// A FEN.
    Fen,
    /// A depth.
    Depth,
    /// A count, or all counts.
    Count,
    /// The count of this depth.
    CountAt(u32),
    /// The name of the position.
    Name,
    /// The game that is played.
    Variant,
    /// Something else.
    Other,
}

impl Key {
    /// Reads a name. Case and punctuation do not matter.
    pub(in crate::tools::suite) fn read(name: &str) -> Key {
        let name = plain(name);
        match name.as_str() {
            "fen" | "epd" | "position" | "startfen" | "positionfen" => Key::Fen,
            "depth" | "ply" | "plies" | "d" => Key::Depth,
            "nodes" | "count" | "counts" | "leaves" | "leafnodes" | "perft" | "perfts"
            | "expected" | "expectednodes" | "expectedcount" | "nodecount" | "nodecounts"
            | "result" | "results" | "depths" | "total" => Key::Count,
            "name" | "id" | "title" | "description" => Key::Name,
            "variant" => Key::Variant,
            _ => {
                let digits = name.trim_start_matches(|letter: char| letter.is_ascii_alphabetic());
                let prefix = name.strip_suffix(digits).unwrap_or_default();
                let is_count = ["", "d", "depth", "ply", "perft", "nodes"].contains(&prefix);
                let depth = text::number(digits).filter(|depth| *depth <= MAX_DEPTH);
                match depth.filter(|_| is_count) {
                    Some(depth) => Key::CountAt(depth),
                    None => Key::Other,
                }
            }
        }
    }
}

/// A name without its case, blanks and signs: `Racing Kings` is `racingkings`.
pub(in crate::tools::suite) fn plain(name: &str) -> String {
    let letters = name.chars().filter(char::is_ascii_alphanumeric);
    letters.map(|letter| letter.to_ascii_lowercase()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_understood_in_any_spelling() {
        for (name, key) in [
            ("FEN", Key::Fen),
            ("Depth", Key::Depth),
            ("expected_nodes", Key::Count),
            ("perft(6)", Key::CountAt(6)),
            ("depth 1", Key::CountAt(1)),
            ("D2", Key::CountAt(2)),
            ("3", Key::CountAt(3)),
            ("captures", Key::Other),
            ("castle2", Key::Other),
            ("D128", Key::Other),
            ("", Key::Other),
        ] {
            assert_eq!(Key::read(name), key, "{name}");
        }
    }
}
