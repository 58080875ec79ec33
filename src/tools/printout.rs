//! Reads the divide that another program printed, in any of the usual formats. It
//! finds the lines with a move and its count, and the line with the total. It does
//! not test whether a move is legal; see [`differences`](super::differences).

/// The meaning of one line of a divide.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Entry {
    /// A move and the leaves below it.
    Count {
        /// The move in lower case: coordinates, `o-o` or `o-o-o`.
        mv: String,
        /// The number of leaves.
        count: u128,
    },
    /// The total number of leaves.
    Total(u128),
    /// Anything else, such as a banner, `info`, a time or an empty line.
    Other,
}

/// Words that name a total.
const TOTAL_WORDS: [&str; 13] = [
    "node",
    "nodes",
    "leaf",
    "leafs",
    "leaves",
    "total",
    "searched",
    "visited",
    "sum",
    "result",
    "count",
    "perft",
    "positions",
];

/// Words that show that a number is not a total, as in `nodes per second: 1000`.
const OTHER_WORDS: [&str; 9] = [
    "per", "sec", "second", "seconds", "s", "nps", "knps", "mnps", "time",
];

/// Reads one line of a divide.
///
/// ```
/// use ox88::tools::printout::{Entry, read};
///
/// let count = Entry::Count { mv: "e2e4".to_owned(), count: 20 };
/// assert_eq!(read("e2e4: 20"), count);
/// assert_eq!(read("12. e2-e4 = 20"), count);
/// assert_eq!(read("Nodes searched: 8,902"), Entry::Total(8_902));
/// assert_eq!(read("Time: 12 ms"), Entry::Other);
/// ```
#[must_use]
pub fn read(line: &str) -> Entry {
    let line = line.trim();
    let first = line.split_ascii_whitespace().next().unwrap_or_default();
    if matches!(first, "info" | "bestmove" | "option" | "id") {
        return Entry::Other;
    }
    if let Some((mv, count)) = read_count(line) {
        return Entry::Count { mv, count };
    }
    read_total(line).map_or(Entry::Other, Entry::Total)
}

/// Reads a move and a number with a separator between them. The rest of the line
/// does not matter.
fn read_count(line: &str) -> Option<(String, u128)> {
    let lower = line.to_ascii_lowercase();
    let line = without_list_mark(&lower);
    let (mv, rest) = split_move(line)?;
    let digits = rest.trim_start_matches(|c: char| c.is_whitespace() || ":-=|,>.".contains(c));
    let between = &rest[..rest.len() - digits.len()];
    // There must be a separator. In `e2e4: -1`, the number has a sign.
    if between.is_empty() || between.len() > 1 && between.ends_with('-') {
        return None;
    }
    let (count, rest) = split_number(digits)?;
    let ends = |next: char| next.is_whitespace() || ",;()|".contains(next);
    (rest.is_empty() || rest.starts_with(ends)).then_some((mv, count))
}

/// Removes the number or mark of a list entry: `12. `, `3) `, `* `.
fn without_list_mark(line: &str) -> &str {
    let digits = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let has_number = digits.len() < line.len();
    if has_number && [". ", ") ", ": "].iter().any(|end| digits.starts_with(end)) {
        return digits[2..].trim_start();
    }
    line.trim_start_matches(|c: char| c.is_whitespace() || "*->|".contains(c))
}

/// Splits a move off the start of a text in lower case: in coordinates, also as
/// `e2-e4`, `e4xd5` and `e7-e8=q`, or castling as `o-o` or `0-0`.
fn split_move(text: &str) -> Option<(String, &str)> {
    for castling in ["o-o-o", "0-0-0", "o-o", "0-0"] {
        if let Some(rest) = text.strip_prefix(castling) {
            return Some((castling.replace('0', "o"), rest));
        }
    }
    let (from, rest) = split_square(text)?;
    let rest = rest.strip_prefix(['-', 'x']).unwrap_or(rest);
    let (to, rest) = split_square(rest)?;
    let promotion = rest.strip_prefix(['=', '/']).unwrap_or(rest);
    let (letter, rest) = match promotion.as_bytes() {
        [b'a'..=b'z', ..] => promotion.split_at(1),
        _ => ("", rest),
    };
    Some((format!("{from}{to}{letter}"), rest))
}

fn split_square(text: &str) -> Option<(&str, &str)> {
    match text.as_bytes() {
        [b'a'..=b'h', b'1'..=b'8', ..] => Some(text.split_at(2)),
        _ => None,
    }
}

/// Splits a number off the start of a text. `,`, `_` or `'` may group its digits.
fn split_number(text: &str) -> Option<(u128, &str)> {
    let bytes = text.as_bytes();
    let digits_at = |at: usize| {
        let digits = bytes.get(at..).unwrap_or_default().iter();
        digits.take_while(|byte| byte.is_ascii_digit()).count()
    };
    let mut end = digits_at(0);
    if end == 0 {
        return None;
    }
    while bytes.get(end).is_some_and(|byte| b",_'".contains(byte)) && digits_at(end + 1) == 3 {
        end += 4;
    }
    let digits: String = text[..end].chars().filter(char::is_ascii_digit).collect();
    Some((digits.parse().ok()?, &text[end..]))
}

/// A part of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Part {
    Word(String),
    Number(u128),
    /// `:` or `=`.
    Is,
    /// Any other character.
    Sign(char),
}

fn parts(line: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        if let Some((number, after)) = split_number(rest) {
            parts.push(Part::Number(number));
            rest = after;
            continue;
        }
        let mut end = first.len_utf8();
        if first.is_alphanumeric() {
            // A number that is too large becomes a word without a meaning.
            let word_end = rest.find(|c: char| !c.is_alphanumeric());
            end = word_end.unwrap_or(rest.len());
            parts.push(Part::Word(rest[..end].to_lowercase()));
        } else if matches!(first, ':' | '=') {
            parts.push(Part::Is);
        } else if !first.is_whitespace() {
            parts.push(Part::Sign(first));
        }
        rest = &rest[end..];
    }
    parts
}

/// Reads the total of a line: `Nodes searched: 20`, `perft(1) = 20`, `20 nodes`,
/// `total 20`, or a number alone.
fn read_total(line: &str) -> Option<u128> {
    let parts = parts(line);
    if let [Part::Number(number)] = parts[..] {
        return Some(number);
    }
    let numbers = parts
        .iter()
        .enumerate()
        .filter_map(|(at, part)| match part {
            Part::Number(number) => Some((at, *number)),
            _ => None,
        });
    let mut named = numbers.clone().filter(|&(at, _)| names_total(&parts[..at]));
    let mut counted = numbers.filter(|&(at, _)| is_counted(&parts[at + 1..]));
    let total = named.next().or_else(|| counted.next());
    total.map(|(_, number)| number)
}

fn is_total(word: &str) -> bool {
    TOTAL_WORDS.contains(&word)
}

/// Returns whether the parts before a number name a total: those in `nodes 20` and
/// `Nodes searched: 20` do, but not those in `nodes/s: 20`, and not those before the
/// depth in `perft 3: 20`.
fn names_total(before: &[Part]) -> bool {
    let has_sign = before.last() == Some(&Part::Is);
    let before = before.strip_suffix(&[Part::Is]).unwrap_or(before);
    let last_sign = before.iter().rposition(|part| *part == Part::Is);
    let phrase = &before[last_sign.map_or(0, |at| at + 1)..];
    let words = phrase.iter().filter_map(|part| match part {
        Part::Word(word) => Some(word.as_str()),
        _ => None,
    });
    let words: Vec<&str> = words.collect();
    if words.iter().any(|word| OTHER_WORDS.contains(word)) {
        return false;
    }
    if has_sign {
        return words.iter().any(|word| is_total(word));
    }
    let name = words.last().copied().unwrap_or_default();
    let follows_number = before.iter().any(|part| matches!(part, Part::Number(_)));
    let is_depth = name == "perft" && !follows_number;
    is_total(name) && !is_depth && is_next_to_name(before)
}

/// Returns whether at most a depth stands between the name and the number.
fn is_next_to_name(before: &[Part]) -> bool {
    use Part::{Number, Sign, Word};
    match before {
        [.., Word(_)] => true,
        [.., Word(word), Number(_)] => word == "perft",
        [.., Word(_), Sign('('), Number(_), Sign(')')] => true,
        _ => false,
    }
}

/// Returns whether the parts after a number make it a total, as in `20 nodes`, but
/// not as in `20 nodes/s` or `20 nodes per second`.
fn is_counted(after: &[Part]) -> bool {
    let is_rate = match after.get(1) {
        Some(Part::Sign(sign)) => *sign == '/',
        Some(Part::Word(word)) => word == "per",
        _ => false,
    };
    matches!(after, [Part::Word(word), ..] if is_total(word)) && !is_rate
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(mv: &str, count: u128) -> Entry {
        let mv = mv.to_owned();
        Entry::Count { mv, count }
    }

    #[test]
    fn moves_are_read_in_every_usual_spelling() {
        for line in [
            "e2e4: 600",
            "e2e4 600",
            "e2e4 - 600",
            "e2e4:600",
            "  e2e4\t600  ",
            "E2E4: 600",
            "e2-e4: 600",
            "e2e4 = 600 nodes",
            "e2e4 -> 600",
            "1. e2e4: 600",
            "12) e2e4 600 (0.01s)",
            "* e2e4 | 600 |",
            "e2e4,600",
            "e2e4....600",
        ] {
            assert_eq!(read(line), count("e2e4", 600), "{line}");
        }
        assert_eq!(read("e7e8Q: 1,234,567"), count("e7e8q", 1_234_567));
        assert_eq!(read("e7-e8=N 12'345"), count("e7e8n", 12_345));
        assert_eq!(read("O-O: 7"), count("o-o", 7));
        assert_eq!(read("0-0-0 7"), count("o-o-o", 7));
        assert_eq!(read("e7e8k: 1"), count("e7e8k", 1));
    }

    #[test]
    fn totals_are_read_in_every_usual_spelling() {
        for line in [
            "Nodes searched: 8902",
            "nodes searched : 8,902",
            "Nodes: 8902",
            "nodes 8902",
            "NODES = 8902",
            "Total: 8902",
            "total 8902",
            "Total nodes: 8902 in 0.1 s",
            "Total Nodes Searched: 8902",
            "Perft(3): 8902",
            "perft 3 = 8902",
            "perft 3 8902",
            "perft(3) 8902",
            "Leaf nodes: 8902",
            "Sum: 8902",
            "8902",
            "8902 nodes in 12 ms",
            "8_902 leaves",
            "Depth: 3 Nodes: 8902 Time: 5",
            "===> total = 8902",
            "Nodes searched (3): 8902",
        ] {
            assert_eq!(read(line), Entry::Total(8902), "{line}");
        }
    }

    #[test]
    fn everything_else_says_nothing() {
        for line in [
            "",
            "info depth 3 nodes 8902 time 0 nps 8902000",
            "info string 8902",
            "Stockfish 16 by the Stockfish developers",
            "Nodes/second: 8902",
            "nodes per second: 8902",
            "NPS: 8902",
            "Time: 12",
            "8902 nodes/s",
            "8902 nodes per second",
            "Perft 3",
            "perft depth 3",
            "e2e4",
            "e2e4 e7e5 g1f3",
            "bestmove e2e4",
            "e2e4: -5",
            "e2e4: 5x",
            "e2e4: 999999999999999999999999999999999999999999",
            "\u{fffd}\u{fffd}",
            "uciok",
            "readyok",
        ] {
            assert_eq!(read(line), Entry::Other, "{line}");
        }
    }
}
