//! Finds a move at the start of a text, in any notation: coordinates, short or long
//! algebraic, and castling with letters or zeros.

/// Splits a move off the start of a text. The rest begins with anything but a letter
/// or digit.
///
/// A move with both squares comes in lower case (`e2e4`, `e7e8q`), castling as `o-o`
/// or `o-o-o`, and a move in standard algebraic notation as it is written, without
/// the marks for check and mate (`Nf3`, `exd5`, `e8=Q`), since `b` and `B` differ.
pub(super) fn split_move(text: &str) -> Option<(String, &str)> {
    let (mv, rest) = castling(text)
        .or_else(|| coordinates(text))
        .or_else(|| long_algebraic(text))
        .or_else(|| algebraic(text))?;
    let rest = rest.trim_start_matches(['+', '#', '!', '?']);
    let ends = !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_');
    ends.then_some((mv, rest))
}

/// Returns whether the whole text is a move, and the move.
pub(super) fn whole_move(text: &str) -> Option<String> {
    let (mv, rest) = split_move(text.trim())?;
    rest.is_empty().then_some(mv)
}

fn castling(text: &str) -> Option<(String, &str)> {
    for castling in ["o-o-o", "0-0-0", "o-o", "0-0"] {
        let start = text.get(..castling.len());
        if start.is_some_and(|start| start.eq_ignore_ascii_case(castling)) {
            let rest = &text[castling.len()..];
            // A text such as `0-0-1` is a result, not a move.
            let ends = !rest.starts_with('-');
            return ends.then(|| (castling.replace('0', "o"), rest));
        }
    }
    None
}

/// `e2e4`, also as `E2E4`, `e2-e4`, `e4xd5`, `e7e8q`, `e7-e8=Q` and `e5xd6 e.p.`.
fn coordinates(text: &str) -> Option<(String, &str)> {
    let (from, rest) = square(text)?;
    let rest = rest.strip_prefix(['-', 'x', 'X']).unwrap_or(rest);
    let (to, rest) = square(rest)?;
    let mut mv = format!("{from}{to}").to_ascii_lowercase();
    if let Some(rest) = en_passant(rest) {
        return Some((mv, rest));
    }
    let (letter, rest) = promotion(rest, |c| c.is_ascii_alphabetic());
    mv.extend(letter.map(|letter| letter.to_ascii_lowercase()));
    Some((mv, rest))
}

/// `Ng1f3`, `Ng1-f3` and `Pa2a3`: the piece in front says nothing new.
fn long_algebraic(text: &str) -> Option<(String, &str)> {
    let is_piece = |c: char| "KQRBNPkqrbnp".contains(c);
    coordinates(text.strip_prefix(is_piece)?)
}

/// Tells whether a character is a certain part of a move.
type IsPart = fn(char) -> bool;

/// `Nf3`, `Nbd2`, `R1xa3`, `e4`, `exd5`, `e8=Q`.
fn algebraic(text: &str) -> Option<(String, &str)> {
    let after_piece = text.strip_prefix(|c: char| "KQRBN".contains(c));
    let is_pawn = after_piece.is_none();
    let rest = after_piece.unwrap_or(text);
    // What stands before the target: nothing, or parts of the origin.
    let starts: [&[IsPart]; 4] = [&[is_file, is_rank], &[is_file], &[is_rank], &[]];
    let rest = starts.iter().find_map(|start| {
        let after = start
            .iter()
            .try_fold(rest, |rest, is_part| rest.strip_prefix(*is_part))?;
        let capture = after.strip_prefix(['x', ':']);
        let is_allowed = match (is_pawn, start.len()) {
            (true, 0) => capture.is_none(),
            (true, 1) => capture.is_some() && !rest.starts_with(is_rank),
            (true, _) => false,
            (false, _) => true,
        };
        let (target, rest) = square(capture.unwrap_or(after)).filter(|_| is_allowed)?;
        // Only coordinates may be in upper case.
        target.starts_with(is_file).then_some(rest)
    })?;
    let mv = |rest: &str| text[..text.len() - rest.len()].to_owned();
    if let Some(after) = en_passant(rest) {
        return Some((mv(rest), after));
    }
    let rest = match is_pawn {
        true => promotion(rest, |c| "QRBNqrbn".contains(c)).1,
        false => rest,
    };
    Some((mv(rest), rest))
}

fn is_file(c: char) -> bool {
    matches!(c, 'a'..='h')
}

fn is_rank(c: char) -> bool {
    matches!(c, '1'..='8')
}

fn square(text: &str) -> Option<(&str, &str)> {
    match text.as_bytes() {
        [b'a'..=b'h' | b'A'..=b'H', b'1'..=b'8', ..] => Some(text.split_at(2)),
        _ => None,
    }
}

/// Splits off the mark of a capture en passant, which says nothing new.
fn en_passant(text: &str) -> Option<&str> {
    let marks = ["e.p.", "ep", " e.p."];
    marks.iter().find_map(|mark| text.strip_prefix(mark))
}

/// Splits the letter of a promotion off: `q`, `=Q`, `/Q` or `(Q)`.
fn promotion(text: &str, is_letter: IsPart) -> (Option<char>, &str) {
    let is_in_brackets = text.starts_with('(');
    let after = text.strip_prefix(['=', '/', '(']).unwrap_or(text);
    let Some(letter) = after.chars().next().filter(|&letter| is_letter(letter)) else {
        return (None, text);
    };
    let rest = &after[letter.len_utf8()..];
    match is_in_brackets.then(|| rest.strip_prefix(')')) {
        None => (Some(letter), rest),
        Some(Some(rest)) => (Some(letter), rest),
        // A remark such as `(quiet)`.
        Some(None) => (None, text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_notation_is_read() {
        for (text, mv) in [
            ("e2e4", "e2e4"),
            ("E2E4", "e2e4"),
            ("e2-e4", "e2e4"),
            ("e4xd5", "e4d5"),
            ("e7e8q", "e7e8q"),
            ("e7e8Q", "e7e8q"),
            ("e7-e8=N+", "e7e8n"),
            ("e7e8(R)", "e7e8r"),
            ("e7e8/B", "e7e8b"),
            ("e7e8k", "e7e8k"),
            ("e5xd6e.p.", "e5d6"),
            ("e5d6ep", "e5d6"),
            ("Pa2a3", "a2a3"),
            ("pa7a6", "a7a6"),
            ("Ng1f3", "g1f3"),
            ("Ng1-f3", "g1f3"),
            ("Bf1xb5+", "f1b5"),
            ("bf8b4", "f8b4"),
            ("O-O", "o-o"),
            ("o-o-o", "o-o-o"),
            ("0-0+", "o-o"),
            ("e4", "e4"),
            ("exd5", "exd5"),
            ("e8=Q#", "e8=Q"),
            ("e8Q", "e8Q"),
            ("dxe8=N!?", "dxe8=N"),
            ("exd6e.p.", "exd6"),
            ("Nf3", "Nf3"),
            ("Nbd2", "Nbd2"),
            ("N1d2", "N1d2"),
            ("Qh4xe1", "h4e1"),
            ("R1xa3+", "R1xa3"),
            ("Bb4", "Bb4"),
            ("b4", "b4"),
            ("bxc4", "bxc4"),
            ("Bxc4", "Bxc4"),
        ] {
            assert_eq!(whole_move(text).as_deref(), Some(mv), "{text}");
        }
        for text in [
            "", "e", "e9", "E4", "nf3", "NF3", "N", "Nx", "e2e9", "a2a3b4", "Pa2", "1-0", "0-0-1",
            "0-1", "e4e", "4e5", "exx5", "4xd5", "depth", "Bad", "e8=K", "É4",
        ] {
            assert_eq!(whole_move(text), None, "{text}");
        }
    }
}
