//! Text in a picture: how wide it is, where its lines break, and how XML writes it.

/// About the width of a character, as a part of the height of the letters. Letters of
/// the wider usual fonts need as much.
const CHARACTER: f64 = 0.62;

/// The same of bold letters.
const BOLD: f64 = 0.7;

/// About the width of a text, in pixels.
pub(super) fn width_of(text: &str, size: f64) -> f64 {
    text.chars().count() as f64 * size * CHARACTER
}

/// The title in lines that fit, and the size of its letters: smaller if it would need
/// several lines.
pub(super) fn title(text: &str, width: f64) -> (f64, Vec<String>) {
    let fits = |size: f64| (width / (size * BOLD)) as usize;
    match text.chars().count() <= fits(17.0) {
        true => (17.0, vec![text.to_owned()]),
        false => (12.0, lines(text, fits(12.0))),
    }
}

/// A text in lines that fit.
pub(super) fn wrapped(text: &str, size: f64, width: f64) -> Vec<String> {
    lines(text, (width / (size * CHARACTER)) as usize)
}

/// Breaks a text after blanks and, as a FEN has them, slashes, into lines of at most
/// `length` characters. Where there are none for so long, it breaks anywhere.
fn lines(text: &str, length: usize) -> Vec<String> {
    let length = length.max(1);
    let mut lines = vec![String::new()];
    for word in text.split_inclusive([' ', '/']) {
        let mut word = word.to_owned();
        loop {
            let Some(line) = lines.last_mut() else {
                return lines;
            };
            let room = length.saturating_sub(line.chars().count());
            if word.trim_end().chars().count() <= room {
                *line += &word;
                break;
            }
            if line.is_empty() {
                let end = word
                    .char_indices()
                    .nth(length)
                    .map_or(word.len(), |(at, _)| at);
                let rest = word.split_off(end);
                *line = std::mem::replace(&mut word, rest);
            }
            lines.push(String::new());
        }
    }
    lines.retain(|line| !line.trim().is_empty());
    lines
        .into_iter()
        .map(|line| line.trim().to_owned())
        .collect()
}

/// The text as it is written in XML.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            // XML has no other control characters, and not these two.
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            _ if character.is_control() => escaped.push('\u{fffd}'),
            _ => escaped.push(character),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_where_they_may() {
        let fen = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";
        assert_eq!(
            lines(fen, 20),
            ["8/2p5/3p4/KP5r/", "1R3p1k/8/4P1P1/8 w -", "- 0 1"]
        );
        assert_eq!(lines("abcdefgh ij", 3), ["abc", "def", "gh", "ij"]);
        assert_eq!(lines("a b", 80), ["a b"]);
        assert!(lines("  ", 80).is_empty());
    }

    #[test]
    fn a_long_title_has_small_letters() {
        assert_eq!(
            title("Kiwipete", 200.0),
            (17.0, vec!["Kiwipete".to_owned()])
        );
        let (size, lines) = title(&"abc ".repeat(20), 200.0);
        assert_eq!((size, lines.len()), (12.0, 4));
    }

    #[test]
    fn what_xml_reserves_is_escaped() {
        assert_eq!(
            escaped("<b>&\"\u{1}\u{ffff}♔"),
            "&lt;b&gt;&amp;&quot;\u{fffd}\u{fffd}♔"
        );
    }
}
