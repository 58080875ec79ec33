//! Reads depths and counts in words: `D1 20 D2 400`, `perft 6 = 123`,
//! `depth 6 nodes 123`. What begins like a count is one, or is a fault.

use super::super::record::{Draft, no_count};
use super::Form;
use super::keys::is_numeric;
use crate::perft::MAX_DEPTH;
use crate::text::{self, Quoted};

/// The words with which counts begin. None of them is an opcode of EPD.
const LABELS: [&str; 11] = [
    "d", "depth", "perft", "perfts", "nodes", "node", "leaves", "leaf", "leafs", "count", "counts",
];

/// How many of them may stand before a depth.
const BEFORE_DEPTH: usize = 4;

/// From which one on they may stand between a depth and its count.
const BEFORE_COUNT: usize = 2;

/// The label with which a word begins, as an index, and the rest of the word.
fn label(word: &str) -> Option<(usize, &str)> {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let letters = word.strip_suffix(rest).unwrap_or(word);
    let index = LABELS
        .iter()
        .position(|it| it.eq_ignore_ascii_case(letters));
    index.map(|index| (index, rest))
}

/// Returns whether a text begins like a count: with a label in any case, whatever
/// digits or signs follow it, or as `6 = 123`.
pub(super) fn begins(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_equation = rest.len() < text.len() && rest.trim_start().starts_with(['=', ':']);
    label(first).is_some() || is_equation
}

/// Returns whether a text that is none of the usual things may be meant as counts.
pub(super) fn may_be(text: &str) -> bool {
    is_numeric(text) || read(text).is_ok_and(|counts| !counts.is_empty())
}

/// Adds the counts of a text that consists of counts only.
pub(super) fn add(text: &str, draft: &mut Draft) {
    let is_epd = text.split_whitespace().next().is_some_and(is_epd_depth);
    match read(text) {
        Ok(counts) => {
            draft.form = match is_epd {
                true => Form::Epd,
                false => Form::Sentence,
            };
            for (depth, count) in counts {
                draft.add(depth, count);
            }
        }
        Err(fault) if is_epd => draft.refuse(fault),
        Err(_) => draft.refuse(format!(
            "{} is no count, expected one like 'D6 123' or 'perft 6 = 123'",
            Quoted(text)
        )),
    }
}

/// The number of words of a FEN or EPD before its first count. Texts in quotes must
/// be masked.
pub(super) fn start_in_fen(words: &[&str]) -> usize {
    let side = words.get(1).copied().unwrap_or_default();
    // A count cannot be one of the first two fields.
    for (index, word) in words.iter().enumerate().skip(2) {
        let is_count = match (index, label(word)) {
            (4.., None) if word.starts_with(|c: char| c.is_ascii_alphabetic()) => {
                let operand = words.get(index..).unwrap_or_default();
                return index + start_in_operation(operand);
            }
            (_, None) => false,
            // The castling right of the d-file.
            (2, Some((0, ""))) => false,
            // The en passant square, for the right side or with clocks behind it.
            (3, _) => {
                let is_right = matches!((side, *word), ("w", "d6") | ("b", "d3"));
                let has_clocks = words.get(5).is_some_and(|word| is_number(word));
                !(is_right || (matches!(*word, "d3" | "d6") && has_clocks))
            }
            _ => true,
        };
        if is_count {
            return index;
        }
    }
    words.len()
}

/// The number of words of an EPD operation before a count that follows without a
/// semicolon. An operand may be the move `d4`, so only a whole count is one.
pub(super) fn start_in_operation(words: &[&str]) -> usize {
    let is_count = |index: usize| {
        let words = words.get(index..).unwrap_or_default();
        let first = words.first().copied().unwrap_or_default();
        let is_upper = is_epd_depth(first) && first.starts_with('D');
        let has_label = label(first).is_some();
        let is_pair = |length: usize| {
            words
                .get(..length)
                .is_some_and(|it| read(&it.join(" ")).is_ok())
        };
        is_upper || (has_label && (1..=4).any(is_pair))
    };
    let mut starts = (1..words.len()).filter(|index| is_count(*index));
    starts.next().unwrap_or(words.len())
}

/// Returns whether a word is `D1`, `d1`, or begins with `D1=` or `D1:`.
fn is_epd_depth(word: &str) -> bool {
    let depth = word.split(['=', ':']).next().unwrap_or_default();
    matches!(label(depth), Some((0, digits)) if !digits.is_empty() && is_number(digits))
}

fn is_number(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Reads depths and counts.
///
/// # Errors
///
/// If a word is none. The text names it.
pub(super) fn read(text: &str) -> Result<Vec<(u128, u128)>, String> {
    let spaced = text.replace(['=', ':', '(', ')'], " ");
    let mut words = spaced.split_whitespace().peekable();
    let mut counts = Vec::new();
    while let Some(first) = words.next() {
        let depth = match label(first) {
            Some((..BEFORE_DEPTH, "")) => words.next().unwrap_or_default(),
            Some((_, digits)) => digits,
            // Only the first count may have no label.
            None if counts.is_empty() => first,
            None => "",
        };
        let depth = text::number(depth).ok_or_else(|| {
            let first = Quoted(first);
            format!("{first} is no depth, expected one from D0 to D{MAX_DEPTH}")
        })?;
        let is_label = |word: &&str| matches!(label(word), Some((BEFORE_COUNT.., "")));
        let _ = words.next_if(is_label);
        let count = words.next().unwrap_or_default();
        let count = text::number(count).ok_or_else(|| no_count(count, first))?;
        counts.push((depth, count));
        // `123 leaves`
        let _ = words.next_if(|word| matches!(label(word), Some((BEFORE_DEPTH.., ""))));
    }
    Ok(counts)
}
