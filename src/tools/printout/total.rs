//! Reads a line with the total number of leaves, under any usual name.

use super::notation::split_move;
use super::number::split_whole;
use super::words::{is_leaf, is_other, is_total};

/// A total that a program printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Total {
    /// The number of leaves.
    pub(super) leaves: u128,
    /// The number if single spaces group its digits, as in `8 902`.
    pub(super) spaced: Option<u128>,
    /// The depth that the line names, in plies.
    pub(super) depth: Option<u128>,
    /// Whether the line says that it counts nodes or leaves, not moves or anything.
    pub(super) is_of_leaves: bool,
}

/// A part of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Part {
    Word(String),
    /// A whole number, and its digits if a single space precedes exactly three.
    Number(u128, Option<String>),
    /// `:` or `=`.
    Is,
    /// Any other character.
    Sign(char),
}

/// The greatest depth that a program counts to.
const MAX_DEPTH: u128 = 127;

fn parts(line: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut rest = line;
    let mut blanks = 0;
    while let Some(first) = rest.chars().next() {
        if let Some((number, after)) = split_whole(rest) {
            let digits = &rest[..rest.len() - after.len()];
            let is_group = blanks == 1 && digits.len() == 3;
            parts.push(Part::Number(number, is_group.then(|| digits.to_owned())));
            rest = after;
            blanks = 0;
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
        blanks = if first == ' ' { blanks + 1 } else { 0 };
        rest = &rest[end..];
    }
    parts
}

/// Reads the total of a line: `Nodes searched: 20`, `perft(1) = 20`, `20 nodes`,
/// `total 20`, or a number alone.
///
/// A line that names a move, such as `after the move Nf3 440 nodes`, has none.
pub(super) fn read(line: &str) -> Option<Total> {
    if has_move(line) {
        return None;
    }
    // The borders of a table say nothing here.
    let mut parts = parts(line);
    if parts.iter().any(|part| matches!(part, Part::Word(_))) {
        parts.retain(|part| *part != Part::Sign('|'));
    }
    if let [Part::Number(leaves, _)] = parts[..] {
        return Some(Total {
            leaves,
            spaced: None,
            depth: None,
            is_of_leaves: false,
        });
    }
    let numbers: Vec<(usize, u128)> = parts
        .iter()
        .enumerate()
        .filter_map(|(at, part)| match part {
            Part::Number(number, _) => Some((at, *number)),
            _ => None,
        })
        .collect();
    // In `0 of 20` and `1-0`, the first number is a part of something.
    let is_part = |at: usize| match &parts[at + 1..] {
        [Part::Word(word), ..] => word == "of",
        [Part::Sign('-'), Part::Number(..), ..] => true,
        _ => false,
    };
    let mut named = numbers
        .iter()
        .filter(|&&(at, number)| !is_part(at) && names_total(&parts[..at], number));
    let mut counted = numbers.iter().filter(|&&(at, _)| is_counted(&parts, at));
    let &(at, leaves) = named.next().or_else(|| counted.next())?;
    Some(Total {
        leaves,
        spaced: spaced(leaves, &parts[at + 1..]),
        depth: depth(&parts[..at]),
        is_of_leaves: has_leaf_word(&parts, at),
    })
}

/// Returns whether the words before a number, or the one behind it, name leaves.
fn has_leaf_word(parts: &[Part], at: usize) -> bool {
    let is_named = |part: &Part| matches!(part, Part::Word(word) if is_leaf(word));
    parts[..at].iter().any(is_named) || parts.get(at + 1).is_some_and(is_named)
}

/// Returns whether a line names a move. A square alone, as in a FEN, is none.
fn has_move(line: &str) -> bool {
    let mut was_part = false;
    line.char_indices().any(|(at, character)| {
        let is_start = !std::mem::replace(&mut was_part, character.is_alphanumeric());
        let found = is_start.then(|| split_move(&line[at..])).flatten();
        found.is_some_and(|(mv, _)| mv.len() > 2)
    })
}

/// Returns whether a line names a total that is negative, or larger than any count:
/// `Nodes searched: -3`.
pub(super) fn is_unreadable(line: &str) -> bool {
    let parts = parts(line);
    let Some(at) = parts.iter().position(|part| *part == Part::Is) else {
        return false;
    };
    let is_huge = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    let is_broken = match &parts[at + 1..] {
        [Part::Sign('-'), Part::Number(..)] => true,
        [Part::Word(word)] => is_huge(word),
        _ => false,
    };
    is_broken && names_total(&parts[..=at], u128::MAX) && !has_move(line)
}

/// Reads the total of a line of `info`, which has many other numbers.
pub(super) fn read_info(line: &str) -> Option<Total> {
    line.contains(|c: char| c.is_alphabetic())
        .then(|| read(line))
        .flatten()
}

/// The number that `leaves` and the groups of three digits behind it make.
fn spaced(leaves: u128, rest: &[Part]) -> Option<u128> {
    let mut text = leaves.to_string();
    let is_first = text.len() <= 3;
    let length = text.len();
    for part in rest {
        match part {
            Part::Number(_, Some(digits)) => text += digits,
            _ => break,
        }
    }
    (is_first && text.len() > length)
        .then(|| text.parse().ok())
        .flatten()
}

/// The depth that is named before a total: `perft 3`, `perft(3)`, `depth: 3`.
fn depth(before: &[Part]) -> Option<u128> {
    let mut named = before
        .iter()
        .enumerate()
        .filter_map(|(at, part)| match part {
            Part::Number(depth, _) if *depth <= MAX_DEPTH => {
                let name = before[..at].iter().rev().find_map(|part| match part {
                    Part::Word(word) => Some(word.as_str()),
                    Part::Number(..) => Some(""),
                    _ => None,
                });
                let names = ["perft", "depth", "ply", "plies", "divide", "d"];
                name.filter(|name| names.contains(name)).map(|_| *depth)
            }
            _ => None,
        });
    named.next_back()
}

/// Returns whether the parts before a number name a total: those in `nodes 20` and
/// `Nodes searched: 20` do, but not those in `nodes/s: 20`, and not those before the
/// depth in `perft 3: 20`.
fn names_total(before: &[Part], number: u128) -> bool {
    let has_sign = before.last() == Some(&Part::Is);
    let before = before.strip_suffix(&[Part::Is]).unwrap_or(before);
    let last_sign = before.iter().rposition(|part| *part == Part::Is);
    let phrase = &before[last_sign.map_or(0, |at| at + 1)..];
    let words = phrase.iter().filter_map(|part| match part {
        Part::Word(word) => Some(word.as_str()),
        _ => None,
    });
    let words: Vec<&str> = words.collect();
    if words.iter().any(|word| is_other(word)) {
        return false;
    }
    if has_sign {
        return words.iter().any(|word| is_total(word));
    }
    let name = words.last().copied().unwrap_or_default();
    let follows_number = before.iter().any(|part| matches!(part, Part::Number(..)));
    let is_depth = name == "perft" && !follows_number && number <= MAX_DEPTH;
    // `total moves 20`, but not `moves 20`: that may be the number of root moves.
    let is_name = is_total(name) || name == "moves" && words.contains(&"total");
    is_name && !is_depth && is_next_to_name(before)
}

/// Returns whether at most a depth, or a line of dots, stands between the name and the
/// number.
fn is_next_to_name(before: &[Part]) -> bool {
    use Part::{Number, Sign, Word};
    let is_filler = |part: &Part| matches!(part, Sign('.' | '-' | '>' | '*'));
    let end = before.iter().rposition(|part| !is_filler(part));
    match &before[..end.map_or(0, |at| at + 1)] {
        [.., Word(_)] => true,
        [.., Word(word), Number(..)] => word == "perft",
        [.., Word(_), Sign('('), Number(..), Sign(')')] => true,
        _ => false,
    }
}

/// Returns whether the words after a number make it a total, as in `20 nodes`, but not
/// as in `20 nodes/s`, `20 nodes per second` or `expected 20 nodes`.
fn is_counted(parts: &[Part], at: usize) -> bool {
    let after = &parts[at + 1..];
    let is_rate = match after.get(1) {
        Some(Part::Sign(sign)) => *sign == '/',
        Some(Part::Word(word)) => word == "per",
        _ => false,
    };
    let is_expected = matches!(
        &parts[..at],
        [.., Part::Word(word)] | [.., Part::Word(word), Part::Is] if word == "expected"
    );
    matches!(after, [Part::Word(word), ..] if is_total(word)) && !is_rate && !is_expected
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_total_comes_with_its_depth_and_its_groups() {
        for (line, leaves, spaced, depth) in [
            ("perft(3) = 8902", 8902, None, Some(3)),
            ("perft( 1)=           20 ( 0.000 sec)", 20, None, Some(1)),
            ("Depth: 3 Nodes: 8902 Time: 5", 8902, None, Some(3)),
            (
                "info string perft depth 3 nodes 8902 time 1",
                8902,
                None,
                Some(3),
            ),
            ("Raw nodes for depth 4: 197281", 197_281, None, Some(4)),
            ("Nodes searched: 8 902", 8, Some(8902), None),
            ("Nodes: 119 060 324", 119, Some(119_060_324), None),
            ("Perft 2: 400", 400, None, Some(2)),
            ("Nodes searched: 8902", 8902, None, None),
        ] {
            let total = read(line).unwrap();
            let found = (total.leaves, total.spaced, total.depth);
            assert_eq!(found, (leaves, spaced, depth), "{line}");
        }
        for line in ["Total moves: 20", "20", "perft 3: 20", "Result: 20"] {
            assert!(!read(line).unwrap().is_of_leaves, "{line}");
        }
    }

    #[test]
    fn a_line_with_a_move_is_no_total() {
        for line in [
            "the move e2e4 has 600 nodes",
            "below O-O: 20 nodes",
            "Nf3 and so on: 440 nodes",
            "nodes after e7e8q: 20",
        ] {
            assert_eq!(read(line), None, "{line}");
        }
        // The squares in a FEN, and a name, are no moves.
        for line in [
            "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2 nodes: 20",
            "Kiwipete perft 2 nodes: 20",
        ] {
            assert_eq!(read(line).map(|total| total.leaves), Some(20), "{line}");
        }
    }
}
