//! Reads one line of a suite, a position with its counts, in any of the usual
//! formats.

use crate::board::CastlingNotation;
use crate::board::fen::{self, FenError, Parsed};
use crate::text::{self, Quoted};

/// The counts to check for one position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Line {
    /// The position, as a FEN of 2 to 6 fields that is not validated yet.
    pub(super) fen: String,
    /// Depths and counts, depth ascending.
    pub(super) counts: Vec<(u32, u128)>,
}

/// Reads a line. Returns `None` if it is empty or a comment.
///
/// The format is `FEN;D1 20;D2 400`. Spaces may stand around the semicolons or
/// replace them. A count may also be written as `D1=20` or `D1: 20`. EPD
/// operations are skipped. A `#` after a space begins a comment.
///
/// # Errors
///
/// If a part of the line cannot be read. The text names it, and what was expected.
pub(super) fn read(text: &str) -> Result<Option<Line>, String> {
    let Some((fen, behind, segments)) = split(text) else {
        return Ok(None);
    };
    let mut counts = Vec::new();
    read_counts(&separated(&behind), &mut counts)?;
    for segment in segments.split(';').map(str::trim) {
        let text = separated(segment);
        if words(&text).next().is_some_and(is_depth) {
            read_counts(&text, &mut counts)?;
        } else if !(segment.is_empty() || is_operation(segment)) {
            return Err(format!(
                "{} cannot be read, expected a count like 'D1 20'",
                Quoted(segment)
            ));
        }
    }
    if counts.is_empty() {
        return Err("no counts, expected some like ';D1 20'".to_owned());
    }
    counts.sort_by_key(|&(depth, _)| depth);
    Ok(Some(Line { fen, counts }))
}

/// The position of a line as a FEN, or `None` if the line is empty or a comment. The
/// counts after it are not read.
pub(in crate::tools) fn read_fen(text: &str) -> Option<String> {
    split(text).map(|(fen, ..)| fen)
}

/// Reads the FEN of a line. If its castling letters make no sense in standard
/// chess, they are read as X-FEN in any case: a file does not declare which of its
/// lines are Chess960.
///
/// # Errors
///
/// If the FEN cannot be repaired.
pub(in crate::tools) fn parse(fen: &str, castling: CastlingNotation) -> Result<Parsed, FenError> {
    fen::parse_with_x_fen_fallback(fen, castling)
}

/// Splits a line into the FEN, the counts that follow it without a semicolon, and
/// the text after the first semicolon. Returns `None` if the line is empty.
fn split(text: &str) -> Option<(String, String, &str)> {
    let text = without_comment(text).trim();
    let (first, segments) = text.split_once(';').unwrap_or((text, ""));
    let first: Vec<&str> = words(first).collect();
    // A depth cannot be one of the first two fields. Unlike `D6`, `d6` may be the
    // en passant square.
    let end = (2..first.len())
        .find(|&index| is_depth(first[index]) && first[index].starts_with('D'))
        .unwrap_or(first.len());
    let (fen, behind) = first.split_at(end);
    (!text.is_empty()).then(|| (fen.join(" "), behind.join(" "), segments))
}

/// The text up to a `#` that begins a word.
fn without_comment(text: &str) -> &str {
    let start = text
        .match_indices('#')
        .find(|&(index, _)| text[..index].ends_with(char::is_whitespace) || index == 0);
    start.map_or(text, |(index, _)| &text[..index])
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split_ascii_whitespace()
}

/// Separates depths and counts by spaces.
fn separated(text: &str) -> String {
    text.replace(['=', ':'], " ")
}

/// Returns whether a word starts with a depth: `D` or `d`, and digits.
fn is_depth(word: &str) -> bool {
    let digits = word.strip_prefix(['D', 'd']).unwrap_or_default();
    let digits = digits.split(['=', ':']).next().unwrap_or_default();
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns whether this is an EPD operation, which starts with a letter.
fn is_operation(segment: &str) -> bool {
    segment.starts_with(|first: char| first.is_ascii_alphabetic())
}

/// Adds the counts of a text that consists of counts only.
fn read_counts(text: &str, counts: &mut Vec<(u32, u128)>) -> Result<(), String> {
    let mut words = words(text);
    while let Some(word) = words.next() {
        let depth = is_depth(word).then(|| word[1..].parse().ok()).flatten();
        let Some(depth) = depth.filter(|depth| *depth <= crate::perft::MAX_DEPTH) else {
            return Err(format!(
                "{} is no depth, expected one from D0 to D{}",
                Quoted(word),
                crate::perft::MAX_DEPTH
            ));
        };
        let number = words.next().unwrap_or_default();
        let Some(count) = text::number(number) else {
            return Err(format!(
                "{} after {word} is no count, expected digits",
                Quoted(number)
            ));
        };
        counts.push((depth, count));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const FEN: &str = "8/8/4k3/8/3Pp3/8/8/4K3 b - d3 0 1";

    #[test]
    fn every_usual_spelling_is_understood() {
        for counts in [
            ";D1 9;D2 45",
            " ;D1 9 ;D2 45",
            "; D1 9 ; D2 45 ;",
            " D1 9 D2 45",
            " D1 9; D2 45;",
            ";D2 45;D1 9 # by hand",
            ";d1 9;d2 45",
            ";D1=9;D2=45",
            ";D1: 9; D2: 45\r",
            "; id \"x 1\"; D1 9; c0 \"D3 12\"; D2 45",
        ] {
            let line = read(&format!("{FEN}{counts}"));
            let expected = Line {
                fen: FEN.to_owned(),
                counts: vec![(1, 9), (2, 45)],
            };
            assert_eq!(line, Ok(Some(expected)), "{counts}");
        }
    }

    #[test]
    fn positions_may_be_short_and_their_fields_are_no_counts() {
        for fen in [
            "8/8/4k3/8/3Pp3/8/8/4K3 b - d3",
            "8/8/4k3/8/3Pp3/8/8/4K3 b",
            "1r2k3/8/8/8/8/8/8/4K1R1 b Gb - 0 1",
        ] {
            let line = read(&format!("{fen} D1 9")).unwrap().unwrap();
            assert_eq!(line.fen, fen);
            let line = read(&format!("{fen};D1 9")).unwrap().unwrap();
            assert_eq!(line.fen, fen);
        }
    }

    #[test]
    fn nothing_to_do_is_no_fault() {
        for line in ["", "  \r", "# comment", "  # comment"] {
            assert_eq!(read(line), Ok(None), "{line:?}");
            assert_eq!(read_fen(line), None, "{line:?}");
        }
    }

    #[test]
    fn a_position_is_read_without_its_counts() {
        for behind in ["", " # mine", ";D1 9", " D1 9", "; D1 x; 20", ";"] {
            let fen = read_fen(&format!(" {FEN}{behind}"));
            assert_eq!(fen.as_deref(), Some(FEN), "{behind}");
        }
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        for (counts, named) in [
            ("", "no counts"),
            (";D1", "''"),
            (";D1 x", "'x'"),
            (";D1 1,2", "'1,2'"),
            (";D1 -4", "'-4'"),
            (";D1 20 400", "'400'"),
            (";D128 1", "'D128'"),
            (";20", "'20'"),
        ] {
            let error = read(&format!("{FEN}{counts}")).unwrap_err();
            assert!(error.contains(named), "{counts}: {error}");
        }
    }
}
