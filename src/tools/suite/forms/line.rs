//! Reads one line with a position and its counts, in any of the usual spellings.

use super::super::record::{Draft, no_count};
use super::{Form, looks_like_fen, unquoted};
use crate::text::{self, Quoted, without_quoted};

/// Reads a line. Returns `None` if it is empty or a comment.
///
/// The forms are `FEN;D1 20;D2 400`, `FEN;20;400` and `FEN; perft 6 = 123`, each
/// also with `,` or `|` for every semicolon, and with a name before the FEN. In the
/// first one, spaces may stand around the semicolons or replace them, and a count may
/// also be written as `D1=20` or `D1: 20`. EPD operations are skipped. Text in double
/// quotes is one word.
pub(in crate::tools::suite) fn read(number: u64, text: &str) -> Option<Draft> {
    let text = without_comment(text).trim();
    if text.is_empty() || text.starts_with("//") || text.starts_with("--") {
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
    let name = segments.get(..fen).unwrap_or_default().join(" ");
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

/// Reads a depth and a count in words: `perft 6 = 123`, `perft(6): 123`,
/// `depth 6 nodes 123`, `6 = 123`. Returns `None` if the text is something else.
pub(in crate::tools::suite) fn sentence(text: &str) -> Option<Result<(u32, u128), String>> {
    const LABELS: [&str; 5] = ["perft", "depth", "nodes", "leaves", "count"];
    let words = text.to_ascii_lowercase().replace(['=', ':', '(', ')'], " ");
    let words: Vec<&str> = words.split_ascii_whitespace().collect();
    let first = words.first()?;
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    if !(LABELS[..2].contains(first) || (is_number(first) && text.contains(['=', ':']))) {
        return None;
    }
    let numbers: Vec<&str> = words
        .into_iter()
        .filter(|word| !LABELS.contains(word))
        .collect();
    let (depth, count) = match *numbers {
        [depth, count] => (text::number(depth), text::number(count)),
        _ => (None, None),
    };
    Some(depth.zip(count).ok_or_else(|| {
        let text = Quoted(text);
        format!("{text} is no count, expected one like 'perft 6 = 123'")
    }))
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
    let fields: Vec<&str> = words(&masked).collect();
    // A depth cannot be one of the first two fields. Unlike `D6`, `d6` may be the
    // en passant square.
    let is_end = |word: &str| (is_depth(word) && word.starts_with('D')) || word == "perft";
    let end = (2..fields.len())
        .find(|&index| fields.get(index).is_some_and(|word| is_end(word)))
        .unwrap_or(fields.len());
    let (fen, behind) = fields.split_at(end);
    draft.fen = fen.join(" ");
    match sentence(&behind.join(" ")) {
        Some(count) => add_sentence(count, draft),
        None => read_counts(&separated(&behind.join(" ")), draft),
    }
}

/// Reads a part behind the FEN.
fn read_segment(segment: &str, delimiter: char, draft: &mut Draft) {
    let text = separated(segment);
    let has_depths = !draft.counts.is_empty();
    if segment.is_empty() {
        // Between commas, the count of a depth may be missing.
        if delimiter != ';' {
            draft.list.push(None);
        }
    } else if words(&text).next().is_some_and(is_depth) {
        read_counts(&text, draft);
    } else if let Some(count) = text::number(segment).filter(|_| !has_depths) {
        draft.form = Form::List;
        draft.list.push(Some(count));
    } else if let Some(count) = sentence(segment) {
        add_sentence(count, draft);
    } else if segment.starts_with(|first: char| first.is_ascii_alphabetic()) {
        read_operation(segment, draft);
    } else {
        draft.refuse(format!(
            "{} cannot be read, expected a count like 'D1 20'",
            Quoted(segment)
        ));
    }
}

fn add_sentence(count: Result<(u32, u128), String>, draft: &mut Draft) {
    match count {
        Ok((depth, count)) => {
            draft.form = Form::Sentence;
            draft.add(depth, count);
        }
        Err(fault) => draft.refuse(fault),
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
}

/// The text up to a `#` that begins a word and is not in double quotes. Before the
/// FEN, it begins a comment only at the start of the line.
fn without_comment(text: &str) -> &str {
    let masked = without_quoted(text);
    let mut marks = masked.match_indices('#').map(|(index, _)| index);
    let start = marks.find(|&index| {
        let before = masked.get(..index).unwrap_or_default();
        before.trim().is_empty() || (before.ends_with(char::is_whitespace) && before.contains('/'))
    });
    start.and_then(|index| text.get(..index)).unwrap_or(text)
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

/// Adds the counts of a text that consists of counts only.
fn read_counts(text: &str, draft: &mut Draft) {
    let mut words = words(text);
    while let Some(word) = words.next() {
        let digits = word.get(1..).filter(|_| is_depth(word));
        let Some(depth) = digits.and_then(|digits| digits.parse().ok()) else {
            let most = crate::perft::MAX_DEPTH;
            let word = Quoted(word);
            return draft.refuse(format!(
                "{word} is no depth, expected one from D0 to D{most}"
            ));
        };
        let number = words.next().unwrap_or_default();
        let Some(count) = text::number(number) else {
            return draft.refuse(no_count(number, word));
        };
        draft.form = Form::Epd;
        draft.add(depth, count);
    }
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
            (";D128 1", "'D128'"),
            (";D1 20;400", "'400'"),
            (";-20", "'-20'"),
            ("; perft 6", "'perft 6'"),
            ("; perft 6 = many", "'perft 6 = many'"),
        ] {
            let fault = read_one(&format!("{FEN}{counts}"))
                .fault
                .unwrap_or_default();
            assert!(fault.contains(named), "{counts}: {fault}");
        }
    }
}
