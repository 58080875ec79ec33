//! Makes a line ready to be read: without colours, and with the usual characters in
//! place of unusual ones.

use std::borrow::Cow;

/// The most characters of a line that are read: a list of all moves with statistics,
/// as JSON on one line, is shorter.
const LONGEST: usize = 1 << 18;

/// Cleans a line. Colours and other control sequences vanish, box lines and
/// figurines become ASCII, and a narrow space within a number becomes `_`.
pub(super) fn clean(line: &str) -> Cow<'_, str> {
    let line = line.trim();
    // Progress that is written over itself: only the last text stays on the screen.
    let line = line.rsplit('\r').next().unwrap_or_default();
    let is_plain = |byte: u8| matches!(byte, b'\t' | b' '..=b'~');
    if line.len() <= LONGEST && line.bytes().all(is_plain) {
        return Cow::Borrowed(line);
    }
    let mut text = String::new();
    let mut characters = line.chars().take(LONGEST).peekable();
    while let Some(character) = characters.next() {
        match character {
            '\u{1b}' => skip_sequence(&mut characters),
            // Spaces that cannot break a line group the digits of a number.
            '\u{a0}' | '\u{2007}' | '\u{2009}' | '\u{202f}' => {
                let is_within = text.ends_with(|c: char| c.is_ascii_digit())
                    && characters.peek().is_some_and(char::is_ascii_digit);
                text.push(if is_within { '_' } else { ' ' });
            }
            other if other.is_control() && other != '\t' => {}
            other => text.push(usual(other)),
        }
    }
    Cow::Owned(text.trim().to_owned())
}

/// Skips a control sequence of a terminal, whose first character has been read.
fn skip_sequence(characters: &mut impl Iterator<Item = char>) {
    match characters.next() {
        // Colours, moves of the cursor.
        Some('[') => {
            characters.find(|c| matches!(c, '@'..='~'));
        }
        // Titles and links end with BEL or ESC \.
        Some(']') => {
            let end = characters.find(|&c| c == '\u{7}' || c == '\u{1b}');
            if end == Some('\u{1b}') {
                characters.next();
            }
        }
        _ => {}
    }
}

/// The ASCII character with the same meaning.
fn usual(character: char) -> char {
    match character {
        '│' | '┃' | '║' | '¦' => '|',
        '♔' | '♚' => 'K',
        '♕' | '♛' => 'Q',
        '♖' | '♜' => 'R',
        '♗' | '♝' => 'B',
        '♘' | '♞' => 'N',
        '♙' | '♟' => 'P',
        '‐' | '‑' | '–' | '—' | '−' | '─' | '━' | '═' => '-',
        '→' | '⇒' => '>',
        '×' => 'x',
        '’' => '\'',
        '“' | '”' => '"',
        '…' => '.',
        other if other.is_whitespace() && other != '\t' => ' ',
        other => other,
    }
}

/// Removes the mark that a logger puts in front: `[INFO] a2a3: 380`.
pub(super) fn without_log_mark(line: &str) -> &str {
    let Some((mark, rest)) = line.strip_prefix('[').and_then(|it| it.split_once(']')) else {
        return line;
    };
    let rest = rest.trim_start();
    let is_value = mark.contains(['"', '\'', '[', '{', '(']) || rest.starts_with([',', ']', '}']);
    match rest.is_empty() || is_value {
        true => line,
        false => rest,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cleaned() {
        for (line, cleaned) in [
            (
                "\u{1b}[1;32ma2a3\u{1b}[0m: \u{1b}[33m380\u{1b}[0m",
                "a2a3: 380",
            ),
            ("\u{1b}]0;perft\u{7}a2a3: 380", "a2a3: 380"),
            ("│ ♘f3 │ 440 │", "| Nf3 | 440 |"),
            ("a2a3: 8\u{202f}457", "a2a3: 8_457"),
            ("a2a3\u{a0}→ 380", "a2a3 > 380"),
            ("50 %\r100 %\ra2a3: 380\r\n", "a2a3: 380"),
            ("\0a2a3:\t380\0", "a2a3:\t380"),
            ("\u{1b}[", ""),
            ("\u{1b}]", ""),
            ("\u{1b}", ""),
        ] {
            assert_eq!(clean(line), cleaned, "{line:?}");
        }
    }

    #[test]
    fn the_marks_of_loggers_are_removed() {
        for (line, rest) in [
            ("[INFO] a2a3: 380", "a2a3: 380"),
            ("[1/20] a2a3: 380", "a2a3: 380"),
            ("[a2a3]", "[a2a3]"),
            (
                "[\"a2a3\", 380], [\"b2b3\", 420]",
                "[\"a2a3\", 380], [\"b2b3\", 420]",
            ),
            ("[(1, 2)] a", "[(1, 2)] a"),
            ("a2a3: 380 [5 %]", "a2a3: 380 [5 %]"),
        ] {
            assert_eq!(without_log_mark(line), rest, "{line}");
        }
    }
}
