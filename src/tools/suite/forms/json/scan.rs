//! Finds what a parsed JSON value no longer tells: the lines of its FENs, and names
//! that stand twice in one object. It takes one pass over the text, which must be
//! valid JSON.

use super::super::looks_like_fen;
use crate::control::Token;
use std::borrow::Cow;
use std::collections::{HashMap, HashSet, VecDeque};

/// The result of a scan.
#[derive(Default)]
pub(super) struct Scan {
    /// The lines of each FEN, in the order of the text.
    pub(super) fens: HashMap<String, VecDeque<u64>>,
    /// Names that an object has twice, with their lines.
    pub(super) doubled: Vec<(u64, String)>,
}

/// Scans a JSON value that begins in line `line`. Ends early after a stop.
pub(super) fn scan(mut line: u64, text: &str, stop: &Token) -> Scan {
    let mut scan = Scan::default();
    // The names of each object that is open. An array has none.
    let mut open: Vec<HashSet<Cow<str>>> = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(['"', '{', '[', '}', ']', '\n']) {
        let (mark, behind) = rest.split_at(start).1.split_at(1);
        rest = behind;
        match mark {
            "\n" => line += 1,
            "{" | "[" => open.push(HashSet::new()),
            "}" | "]" => drop(open.pop()),
            _ => {
                let (string, behind) = string(rest);
                rest = behind;
                if looks_like_fen(&string) {
                    scan.fens
                        .entry(string.to_string())
                        .or_default()
                        .push_back(line);
                }
                let is_name = rest.trim_start().starts_with(':');
                if let Some(names) = open.last_mut().filter(|_| is_name)
                    && !names.insert(string.clone())
                {
                    scan.doubled.push((line, string.into_owned()));
                }
                if stop.is_set() {
                    return scan;
                }
            }
        }
    }
    scan
}

/// The string that begins here, behind its opening quote, and what follows it.
fn string(text: &str) -> (Cow<'_, str>, &str) {
    let mut is_escaped = false;
    let end = text.bytes().position(|byte| {
        let is_end = byte == b'"' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        is_end
    });
    let (raw, behind) = text.split_at(end.unwrap_or(text.len()));
    let behind = behind.strip_prefix('"').unwrap_or_default();
    if !raw.contains('\\') {
        return (Cow::Borrowed(raw), behind);
    }
    let string = serde_json::from_str(&format!("\"{raw}\"")).unwrap_or_else(|_| raw.to_owned());
    (Cow::Owned(string), behind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_doubled_names_are_found_whatever_is_escaped() {
        let text = "{\n\"a\": \"8\\u002f8 w\",\n\"b\\\"\": [{\"a\": \"8\\/8 w\"},\n\"8/8 w\"],\n\
                    \"\\u0061\" : {}}";
        let scan = scan(7, text, &Token::never());
        assert_eq!(scan.fens["8/8 w"], [8, 9, 10]);
        assert_eq!(scan.doubled, [(11, "a".to_owned())]);
    }
}
