//! Reads one line with a position and its counts, in any of the usual spellings.

use super::super::record::Draft;
use super::{Form, counts, looks_like_fen, unquoted};
use crate::text::{self, Quoted, without_quoted};

/// Reads a line. Returns `None` if it is empty or a comment.
///
/// The forms are `FEN;D1 20;D2 400`, `FEN;20;400` and `FEN; perft 6 = 123`, each
/// also with `,` or `|` for every semicolon, and with a name before the FEN. In the
/// first one, spaces may stand around the semicolons or replace them, and a count may
/// also be written as `D1=20` or `D1: 20`. EPD operations are skipped. Text in double
/// quotes is one word, and NUL is a blank like any other.
pub(in crate::tools::suite) fn read(number: u64, text: &str) -> Option<Draft> {
    let is_blank = |c: char| c.is_whitespace() || matches!(c, '\0' | '\u{feff}');
    let text = text.replace(is_blank, " ");
    let text = without_comment(&text).trim();
    if text.is_empty() || is_comment(text) {
        return None;
    }
    let mut draft = Draft {
        number,
        form: Form::Fen,
        ..Draft::default()
    };
    let delimiter = delimiter(text);
    let segments = segments(text, delimiter);
    // A name may stand before the FEN.
    let is_fen = |segment: &&str| looks_like_fen(unquoted(segment));
    let fen = segments.iter().position(is_fen).unwrap_or(0);
    let names = segments.get(..fen).unwrap_or_default();
    if let Some(count) = names
        .iter()
        .find(|name| counts::read(name).is_ok_and(|it| !it.is_empty()))
    {
        draft.refuse(format!(
            "{} stands before the FEN, expected it behind",
            Quoted(count)
        ));
    }
    let name = names.join(" ");
    draft.name = Some(unquoted(&name).to_owned()).filter(|name| !name.is_empty());
    let first = segments.get(fen).copied().unwrap_or_default();
    read_fen(unquoted(first), &mut draft);
    if segments.len() > fen + 1 {
        // It ends the operations of an EPD.
        draft.fen.push(';');
    }
    for segment in segments.into_iter().skip(fen + 1) {
        read_segment(segment, delimiter, &mut draft);
    }
    // What follows the last count is no count.
    while draft.list.last().is_some_and(Option::is_none) {
        draft.list.pop();
    }
    Some(draft)
}

/// Reads a value of CSV or JSON, which is a FEN, with counts behind it or without.
pub(super) fn read_value(number: u64, text: &str) -> Draft {
    read(number, text).unwrap_or_else(|| Draft {
        number,
        form: Form::Fen,
        fen: text.to_owned(),
        ..Draft::default()
    })
}

/// Returns whether a line is a comment.
pub(in crate::tools::suite) fn is_comment(text: &str) -> bool {
    ["#", "//", "--"].iter().any(|mark| text.starts_with(mark))
}

/// The character that separates the parts of a line.
fn delimiter(text: &str) -> char {
    let text = without_quoted(text);
    let mut delimiters = [';', '|', ','].into_iter();
    delimiters.find(|it| text.contains(*it)).unwrap_or(';')
}

/// Splits a text at a character that is not in double quotes.
fn segments(text: &str, delimiter: char) -> Vec<&str> {
    let masked = without_quoted(text);
    let mut start = 0;
    let mut segments = Vec::new();
    for segment in masked.split(delimiter) {
        let end = start + segment.len();
        segments.push(text.get(start..end).unwrap_or_default().trim());
        start = end + delimiter.len_utf8();
    }
    segments
}

/// Reads the part with the FEN, and the counts that follow it without a separator.
fn read_fen(text: &str, draft: &mut Draft) {
    let masked = without_quoted(text);
    let words: Vec<&str> = masked.split_ascii_whitespace().collect();
    let (fen, behind) = words.split_at(counts::start_in_fen(&words));
    draft.fen = fen.join(" ");
    if !behind.is_empty() {
        counts::add(&behind.join(" "), draft);
    }
}

/// Reads a part behind the FEN.
fn read_segment(segment: &str, delimiter: char, draft: &mut Draft) {
    let has_depths = !draft.counts.is_empty();
    let segment = unquoted(segment).trim();
    if segment.is_empty() {
        // Between commas, the count of a depth may be missing.
        if delimiter != ';' {
            draft.list.push(None);
        }
    } else if let Some(count) = text::number(segment).filter(|_| !has_depths) {
        draft.form = Form::List;
        draft.list.push(Some(count));
    } else if counts::begins(segment) {
        counts::add(segment, draft);
    } else if segment.starts_with(|first: char| first.is_ascii_alphabetic()) {
        read_operation(segment, draft);
    } else {
        draft.refuse(format!(
            "{} cannot be read, expected a count like 'D1 20'",
            Quoted(segment)
        ));
    }
}

/// Reads an EPD operation. Most do not matter.
fn read_operation(segment: &str, draft: &mut Draft) {
    let (opcode, operand) = segment.split_once(' ').unwrap_or((segment, ""));
    let operand = unquoted(operand.trim()).to_owned();
    match opcode {
        "id" if draft.name.is_none() => draft.name = Some(operand),
        "variant" | "Variant" => draft.variant = Some(operand),
        _ => {}
    }
    let masked = without_quoted(segment);
    let words: Vec<&str> = masked.split_ascii_whitespace().collect();
    let (_, behind) = words.split_at(counts::start_in_operation(&words));
    if !behind.is_empty() {
        counts::add(&behind.join(" "), draft);
    }
}

/// The text up to a `#` that begins a word and is not in double quotes. Before the
/// FEN, it begins a comment only at the start of the line.
pub(super) fn without_comment(text: &str) -> &str {
    let masked = without_quoted(text);
    let mut marks = masked.match_indices('#').map(|(index, _)| index);
    let start = marks.find(|&index| {
        let before = text.get(..index).unwrap_or_default();
        before.trim().is_empty() || (before.ends_with(char::is_whitespace) && has_fen(before))
    });
    start.and_then(|index| text.get(..index)).unwrap_or(text)
}

/// Returns whether a text has a placement and a side to move in it.
fn has_fen(text: &str) -> bool {
    let mut words = text
        .split_ascii_whitespace()
        .map(|word| word.trim_matches('"'));
    let mut last = "";
    words.any(|word| {
        let is_side = word.trim_end_matches([';', ',', '|', '"']);
        let is_fen = last.contains('/') && matches!(is_side, "w" | "b");
        last = word;
        is_fen
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const FEN: &str = "8/8/4k3/8/3Pp3/8/8/4K3 b - d3 0 1";

    fn read_one(text: &str) -> Draft {
        read(1, text).expect("the line has a position")
    }

    fn fen_of(draft: &Draft) -> &str {
        draft.fen.trim_end_matches(';')
    }

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
            " c0 \"was D1 21 before; see # log\"; D1 9; D2 45",
            ",D1 9,D2 45",
            "; perft 1 = 9; perft 2 = 45",
            "; perft(1): 9; depth 2 nodes 45",
            " | 1: 9 | 2 = 45",
            "; Perft 2 45; D1 9",
        ] {
            let mut draft = read_one(&format!("{FEN}{counts}"));
            draft.counts.sort_unstable();
            assert_eq!(draft.counts, [(1, 9), (2, 45)], "{counts}");
            assert!(draft.fen.starts_with(FEN), "{counts}: {}", draft.fen);
            assert_eq!(draft.fault, None, "{counts}");
        }
    }

    #[test]
    fn counts_may_have_no_depths() {
        for counts in [
            ",9,45",
            ";9;45",
            " | 9 | 45 |",
            "; 9 ; 45 ; id \"a\"",
            ",9,45,,",
        ] {
            let draft = read_one(&format!("{FEN}{counts}"));
            assert_eq!(draft.list, [Some(9), Some(45)], "{counts}");
            assert_eq!((fen_of(&draft), &draft.fault), (FEN, &None), "{counts}");
        }
        assert_eq!(read_one(&format!("{FEN},,45")).list, [None, Some(45)]);
    }

    #[test]
    fn a_name_may_stand_in_front() {
        for line in [
            format!("Illegal ep move #1; {FEN}; perft 1 = 9"),
            format!("\"Illegal ep move #1\",\"{FEN}\",9"),
            format!("{FEN}; id \"Illegal ep move #1\"; D1 9"),
        ] {
            let draft = read_one(&line);
            assert_eq!(draft.name.as_deref(), Some("Illegal ep move #1"), "{line}");
            assert_eq!(fen_of(&draft), FEN, "{line}");
        }
    }

    #[test]
    fn positions_may_be_short_and_their_fields_are_no_counts() {
        for fen in [
            "8/8/4k3/8/3Pp3/8/8/4K3 b - d3",
            "8/8/4k3/8/3Pp3/8/8/4K3 b",
            "1r2k3/8/8/8/8/8/8/4K1R1 b Gb - 0 1",
        ] {
            assert_eq!(fen_of(&read_one(&format!("{fen} D1 9"))), fen);
            assert_eq!(fen_of(&read_one(&format!("{fen};D1 9"))), fen);
        }
    }

    #[test]
    fn nothing_to_do_is_no_fault() {
        for line in [
            "",
            "  \r",
            "# comment",
            "  # comment",
            "//--Illegal ep move #1",
        ] {
            assert_eq!(read(1, line), None, "{line:?}");
        }
        for behind in ["", " # mine", ";", "; id \"a\"; bm e4"] {
            let draft = read_one(&format!("{FEN}{behind}"));
            assert_eq!((draft.form, draft.fault), (Form::Fen, None), "{behind}");
        }
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        for (counts, named) in [
            (";D1", "''"),
            (";D1 x", "'x'"),
            (";D1 1,2", "'1,2'"),
            (";D1 -4", "'-4'"),
            (";D1 20 400", "'400'"),
            (";D128 1", "'128'"),
            (";D4294967295 1", "'4294967295'"),
            (";D1 20;400", "'400'"),
            (";-20", "'-20'"),
            ("; perft 6", "'perft 6'"),
            ("; perft 6 = many", "'perft 6 = many'"),
            (";D1,21", "'D1,21'"),
            (";D1-21", "'D1-21'"),
            ("; nodes 21", "'nodes 21'"),
            (" Nodes: 21", "'Nodes: 21'"),
        ] {
            let fault = read_one(&format!("{FEN}{counts}"))
                .fault
                .unwrap_or_default();
            assert!(fault.contains(named), "{counts}: {fault}");
        }
    }
}
