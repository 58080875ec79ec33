//! Reading the divide of another program, whatever its habits: which lines
//! name a move with its count, which one the total, and which are neither.
//! Whether a move is possible is not known here.

/// What one line of the other program says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Entry {
    /// A move and the leaves below it.
    Count {
        /// The move in lower case: coordinates, or `o-o` and `o-o-o`.
        mv: String,
        /// The leaves.
        count: u128,
    },
    /// The sum of all.
    Total(u128),
    /// Anything else: a banner, `info`, a time, an empty line.
    Other,
}

/// Words that name a total, if a number follows.
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

/// Words that name what is no total though it looks like one: `nodes per
/// second: 1000`.
const OTHER_WORDS: [&str; 9] = [
    "per", "sec", "second", "seconds", "s", "nps", "knps", "mnps", "time",
];

/// Reads one line.
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

/// A move, something between, and a number; what follows does not matter.
fn read_count(line: &str) -> Option<(String, u128)> {
    let lower = line.to_ascii_lowercase();
    let line = without_list_mark(&lower);
    let (mv, rest) = split_move(line)?;
    let digits = rest.trim_start_matches(|c: char| c.is_whitespace() || ":-=|,>.".contains(c));
    let between = &rest[..rest.len() - digits.len()];
    // Something has to stand there, and a sign is nothing of the kind.
    if between.is_empty() || between.len() > 1 && between.ends_with('-') {
        return None;
    }
    let (count, rest) = split_number(digits)?;
    let ends = rest
        .chars()
        .next()
        .is_none_or(|next| next.is_whitespace() || ",;()|".contains(next));
    ends.then_some((mv, count))
}

/// Takes off what numbers or marks the entries of a list: `12. `, `3) `, `* `.
fn without_list_mark(line: &str) -> &str {
    let digits = line.trim_start_matches(|c: char| c.is_ascii_digit());
    if digits.len() < line.len()
        && let Some(rest) = digits
            .strip_prefix(". ")
            .or_else(|| digits.strip_prefix(") "))
            .or_else(|| digits.strip_prefix(": "))
    {
        return rest.trim_start();
    }
    line.trim_start_matches(|c: char| c.is_whitespace() || "*->|".contains(c))
}

/// A move in coordinates, also as `e2-e4`, `e4xd5` and `e7-e8=q`, or castling
/// as `o-o`, at the start of a text in lower case; and what follows it.
fn split_move(text: &str) -> Option<(String, &str)> {
    for (castling, written) in [
        ("o-o-o", "o-o-o"),
        ("0-0-0", "o-o-o"),
        ("o-o", "o-o"),
        ("0-0", "o-o"),
    ] {
        if let Some(rest) = text.strip_prefix(castling) {
            return Some((written.to_owned(), rest));
        }
    }
    let (from, rest) = split_square(text)?;
    let rest = rest.strip_prefix(['-', 'x']).unwrap_or(rest);
    let (to, rest) = split_square(rest)?;
    let promotion = rest.strip_prefix(['=', '/']).unwrap_or(rest);
    let mut letters = promotion.chars();
    let letter = letters.next().filter(char::is_ascii_alphabetic);
    match letter {
        Some(letter) => Some((format!("{from}{to}{letter}"), letters.as_str())),
        None => Some((format!("{from}{to}"), rest)),
    }
}

fn split_square(text: &str) -> Option<(&str, &str)> {
    match text.as_bytes() {
        [b'a'..=b'h', b'1'..=b'8', ..] => Some(text.split_at(2)),
        _ => None,
    }
}

/// A number, its digits grouped by `,`, `_` or `'` or not at all, at the start
/// of a text; and what follows it.
fn split_number(text: &str) -> Option<(u128, &str)> {
    let bytes = text.as_bytes();
    let digits_at = |at: usize| {
        let digits = bytes.get(at..).unwrap_or_default();
        digits
            .iter()
            .take_while(|byte| byte.is_ascii_digit())
            .count()
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

/// A piece of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Token {
    Word(String),
    Number(u128),
    /// `:` or `=`.
    Is,
    /// Any other sign.
    Sign(char),
}

fn tokens(line: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        if let Some((number, after)) = split_number(rest) {
            tokens.push(Token::Number(number));
            rest = after;
        } else if first.is_alphanumeric() {
            // Digits too large for a number make a word, which says nothing.
            let end = rest
                .find(|c: char| !c.is_alphanumeric())
                .unwrap_or(rest.len());
            tokens.push(Token::Word(rest[..end].to_lowercase()));
            rest = &rest[end..];
        } else {
            if matches!(first, ':' | '=') {
                tokens.push(Token::Is);
            } else if !first.is_whitespace() {
                tokens.push(Token::Sign(first));
            }
            rest = &rest[first.len_utf8()..];
        }
    }
    tokens
}

/// The total that a line names: `Nodes searched: 20`, `perft(1) = 20`, `20
/// nodes`, `total 20`, or a number and nothing else.
fn read_total(line: &str) -> Option<u128> {
    let tokens = tokens(line);
    if let [Token::Number(number)] = tokens[..] {
        return Some(number);
    }
    let is_total = |word: &str| TOTAL_WORDS.contains(&word);
    // `nodes 20` and `Nodes searched: 20`, but neither `nodes/s: 20` nor the
    // depth in `perft 3: 20`.
    let named = tokens.iter().enumerate().find_map(|(at, token)| {
        let Token::Number(number) = token else {
            return None;
        };
        let before = &tokens[..at];
        let has_sign = before.last() == Some(&Token::Is);
        let before = before.strip_suffix(&[Token::Is]).unwrap_or(before);
        let start = before
            .iter()
            .rposition(|token| *token == Token::Is)
            .map_or(0, |at| at + 1);
        let words: Vec<&str> = before[start..]
            .iter()
            .filter_map(|token| match token {
                Token::Word(word) => Some(word.as_str()),
                _ => None,
            })
            .collect();
        let name = words.last().copied().unwrap_or_default();
        let follows_number = before.iter().any(|token| matches!(token, Token::Number(_)));
        let names_depth = name == "perft" && !has_sign && !follows_number;
        let is_named = is_total(name) || has_sign && words.iter().any(|word| is_total(word));
        let is_other = words.iter().any(|word| OTHER_WORDS.contains(word));
        (is_named && !is_other && !names_depth && (has_sign || directly_named(before)))
            .then_some(*number)
    });
    named.or_else(|| {
        tokens
            .windows(2)
            .enumerate()
            .find_map(|(at, pair)| match pair {
                [Token::Number(number), Token::Word(word)] if is_total(word) => {
                    let is_rate = matches!(tokens.get(at + 2), Some(Token::Sign('/')))
                        || matches!(tokens.get(at + 2), Some(Token::Word(word)) if word == "per");
                    (!is_rate).then_some(*number)
                }
                _ => None,
            })
    })
}

/// Whether nothing but a depth, perhaps in brackets, stands between the name
/// and the number.
fn directly_named(before: &[Token]) -> bool {
    match before {
        [.., Token::Word(_)] => true,
        [.., Token::Word(word), Token::Number(_)] => word == "perft",
        [
            ..,
            Token::Word(_),
            Token::Sign('('),
            Token::Number(_),
            Token::Sign(')'),
        ] => true,
        _ => false,
    }
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
