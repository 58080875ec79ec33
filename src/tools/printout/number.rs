//! Finds a number at the start of a text: a count, whose digits may be in groups, or
//! another quantity, such as `0.5`, `12ms` or `5%`.

/// A number, as it is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Number {
    /// A whole number.
    Whole(u128),
    /// A decimal, or a number with its unit behind it: not a count.
    Quantity,
    /// Digits that are not a number, as in `5x`, or too many of them.
    Unreadable,
}

/// The units that stand right behind a number that is not a count.
const UNITS: [&str; 20] = [
    "%", "s", "ms", "us", "µs", "ns", "sec", "secs", "m", "min", "h", "k", "kn", "mn", "g", "mb",
    "nps", "knps", "mnps", "cp",
];

/// Splits a whole number off the start of a text. `,`, `_`, `'` or `.` may group its
/// digits.
pub(super) fn split_whole(text: &str) -> Option<(u128, &str)> {
    let end = whole_end(text)?;
    let digits: String = text[..end].chars().filter(char::is_ascii_digit).collect();
    Some((digits.parse().ok()?, &text[end..]))
}

/// The length of the whole number at the start of a text, with its groups.
fn whole_end(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let digits_at = |at: usize| {
        let digits = bytes.get(at..).unwrap_or_default().iter();
        digits.take_while(|byte| byte.is_ascii_digit()).count()
    };
    let first = digits_at(0);
    if first == 0 {
        return None;
    }
    let mut end = first;
    // In `0.123` and `1234.567`, the point is not between groups.
    let separators: &[u8] = match first <= 3 && bytes[0] != b'0' {
        true => b",_'.",
        false => b",_'",
    };
    let separator = bytes.get(first).copied();
    let Some(separator) = separator.filter(|separator| separators.contains(separator)) else {
        return Some(end);
    };
    while bytes.get(end) == Some(&separator) && digits_at(end + 1) == 3 {
        end += 4;
    }
    Some(end)
}

/// Splits a number of any kind off the start of a text.
pub(super) fn split_number(text: &str) -> Option<(Number, &str)> {
    let whole = whole_end(text)?;
    let (mut number, mut rest) = match split_whole(text) {
        Some((value, rest)) => (Number::Whole(value), rest),
        None => (Number::Unreadable, &text[whole..]),
    };
    let fraction = rest.strip_prefix(['.', ',']).unwrap_or(rest);
    let after = fraction.trim_start_matches(|c: char| c.is_ascii_digit());
    if fraction.len() < rest.len() && after.len() < fraction.len() {
        (number, rest) = (Number::Quantity, after);
    }
    let is_unit_part = |c: char| c.is_alphabetic() || c == '%';
    let after = rest.trim_start_matches(is_unit_part);
    let unit = rest[..rest.len() - after.len()].to_lowercase();
    if unit.is_empty() {
        return Some((number, rest));
    }
    let is_unit = UNITS.contains(&unit.as_str());
    let after = after.trim_start_matches(|c: char| c.is_alphanumeric());
    Some(match is_unit {
        true => (Number::Quantity, after),
        false => (Number::Unreadable, after),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_are_told_from_other_quantities() {
        let whole = |value| Number::Whole(value);
        for (text, number, rest) in [
            ("380", whole(380), ""),
            ("380)", whole(380), ")"),
            ("1,234,567 ", whole(1_234_567), " "),
            ("12'345", whole(12_345), ""),
            ("12_345", whole(12_345), ""),
            ("1.234.567", whole(1_234_567), ""),
            ("8.902", whole(8_902), ""),
            ("380.", whole(380), "."),
            ("380, 420", whole(380), ", 420"),
            ("380,420,1", Number::Quantity, ""),
            ("1234,567", whole(1_234_567), ""),
            ("1,234.567", Number::Quantity, ""),
            ("0.123", Number::Quantity, ""),
            ("1234.567", Number::Quantity, ""),
            ("4.5%", Number::Quantity, ""),
            ("5%", Number::Quantity, ""),
            ("12ms", Number::Quantity, ""),
            ("0.01s ", Number::Quantity, " "),
            ("5x", Number::Unreadable, ""),
            ("5x7 ", Number::Unreadable, " "),
            (
                "999999999999999999999999999999999999999999",
                Number::Unreadable,
                "",
            ),
        ] {
            assert_eq!(split_number(text), Some((number, rest)), "{text}");
        }
        assert_eq!(split_number("x5"), None);
        assert_eq!(split_number(""), None);
    }
}
