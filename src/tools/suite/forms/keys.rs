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
    /// A depth, unless there is another one: the place in a game, then.
    Ply,
    /// A count, or all counts.
    Count,
    /// The outcome of a game or test, or counts.
    Result,
    /// The count of this depth.
    CountAt(u32),
    /// The legal moves.
    Moves,
    /// The name of the position.
    Name,
    /// The game that is played.
    Variant,
    /// Something that has nothing to do with counts, even if it is a number.
    Note,
    /// Something else.
    Other,
}

/// What may have numbers that are no counts of leaves.
const NOTES: [&str; 62] = [
    "comment",
    "comments",
    "note",
    "notes",
    "index",
    "number",
    "no",
    "nr",
    "line",
    "row",
    "source",
    "url",
    "link",
    "author",
    "date",
    "year",
    "created",
    "updated",
    "version",
    "time",
    "ms",
    "seconds",
    "timems",
    "timeout",
    "nps",
    "speed",
    "rating",
    "elo",
    "score",
    "eval",
    "cp",
    "weight",
    "priority",
    "seed",
    "hash",
    "key",
    "zobrist",
    "halfmove",
    "halfmoves",
    "halfmoveclock",
    "fullmove",
    "fullmoves",
    "fullmovenumber",
    "movenumber",
    "clock",
    "tags",
    "captures",
    "ep",
    "enpassant",
    "enpassants",
    "castles",
    "castlings",
    "promotions",
    "checks",
    "discoverychecks",
    "discoveredchecks",
    "doublechecks",
    "checkmates",
    "mates",
    "stalemates",
    "draws",
    "pieces",
];

impl Key {
    /// Reads a name. Case and punctuation do not matter.
    pub(in crate::tools::suite) fn read(name: &str) -> Key {
        let name = plain(name);
        match name.as_str() {
            "fen" | "epd" | "position" | "start" | "startfen" | "positionfen" => Key::Fen,
            "depth" | "d" => Key::Depth,
            "ply" | "plies" => Key::Ply,
            "result" | "results" => Key::Result,
            "expectedmoves" | "legalmoves" | "moves" => Key::Moves,
            "nodes" | "count" | "counts" | "leaves" | "leafnodes" | "perft" | "perfts"
            | "expected" | "expectednodes" | "expectedcount" | "nodecount" | "nodecounts"
            | "depths" | "total" => Key::Count,
            "name" | "id" | "title" | "description" => Key::Name,
            "variant" => Key::Variant,
            note if NOTES.contains(&note) => Key::Note,
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

/// Returns whether a name that is none of the usual ones is like that of a count.
pub(in crate::tools::suite) fn is_like_count(name: &str) -> bool {
    let name = plain(name);
    let parts = ["perft", "node", "leaf", "leaves", "count", "depth"];
    parts.iter().any(|part| name.contains(part))
}

/// Returns whether a text may be meant as a number, or as several. Dates, times and
/// the results of games are not.
pub(in crate::tools::suite) fn is_numeric(text: &str) -> bool {
    let is_part = |c: char| c.is_ascii_digit() || c.is_whitespace() || ",;._+'".contains(c);
    text.contains(|c: char| c.is_ascii_digit()) && text.chars().all(is_part)
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
            ("captures", Key::Note),
            ("castle2", Key::Other),
            ("legal_moves", Key::Moves),
            ("D128", Key::Other),
            ("", Key::Other),
        ] {
            assert_eq!(Key::read(name), key, "{name}");
        }
    }
}
