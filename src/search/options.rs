//! The options that an engine declares to a GUI, and the errors of setting one.
//! Their UCI text is written in `commands`.

use std::fmt;
use std::str::FromStr;

/// An option: its name and its possible values.
///
/// ```
/// use ox88::search::{OptionInfo, OptionKind};
///
/// const MULTI_PV: OptionInfo = OptionInfo {
///     name: "MultiPV",
///     kind: OptionKind::Spin { default: 1, min: 1, max: 256 },
/// };
/// assert_eq!(MULTI_PV.number::<usize>("007"), Ok(7));
/// assert_eq!(MULTI_PV.kind.value("0"), Err("a number from 1 to 256".to_owned()));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OptionInfo {
    /// Its name, which may contain spaces. `setoption` ignores its case.
    pub name: &'static str,
    /// Its possible values.
    pub kind: OptionKind,
}

/// The kinds of options in UCI.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OptionKind {
    /// `true` or `false`.
    Check {
        /// The value until it is set.
        default: bool,
    },
    /// A whole number, which may be negative.
    Spin {
        /// The value until it is set.
        default: i64,
        /// The least value.
        min: i64,
        /// The greatest value.
        max: i64,
    },
    /// One of several words.
    Combo {
        /// The value until it is set.
        default: &'static str,
        /// All values.
        choices: &'static [&'static str],
    },
    /// An action, without a value.
    Button,
    /// Any text.
    String {
        /// The value until it is set.
        default: &'static str,
    },
}

impl OptionInfo {
    /// Reads a value of a spin option, for your [`Search::set_option`].
    ///
    /// # Errors
    ///
    /// If the text is not a number in the range of the option, or the number does
    /// not fit the type.
    ///
    /// [`Search::set_option`]: super::Search::set_option
    pub fn number<T: FromStr>(&self, value: &str) -> Result<T, OptionError> {
        let digits = self.kind.value(value).map_err(OptionError::Refused)?;
        let misfit = || OptionError::Refused("a number of another size".to_owned());
        digits.parse().map_err(|_| misfit())
    }
}

impl OptionKind {
    /// Reads a value of this kind and returns it in the form that
    /// [`Search::set_option`] receives: `true` or `false`, a number without
    /// leading zeros, a choice in its declared spelling, or an empty text for a
    /// button. `<empty>` is how UCI writes an empty text.
    ///
    /// # Errors
    ///
    /// If the text is not a value of this kind. The error describes the expected
    /// value.
    ///
    /// ```
    /// use ox88::search::OptionKind;
    ///
    /// let kind = OptionKind::Combo { default: "fast", choices: &["fast", "slow"] };
    /// assert_eq!(kind.value("SLOW"), Ok("slow".to_owned()));
    /// assert_eq!(kind.value("red"), Err("one of: fast, slow".to_owned()));
    /// ```
    ///
    /// [`Search::set_option`]: super::Search::set_option
    pub fn value(&self, text: &str) -> Result<String, String> {
        let is = |word: &str| text.eq_ignore_ascii_case(word);
        match self {
            OptionKind::Check { .. } => ["true", "false"]
                .into_iter()
                .find(|word| is(word))
                .map(str::to_owned)
                .ok_or_else(|| "true or false".to_owned()),
            OptionKind::Spin { min, max, .. } => read_whole_number(text)
                .filter(|number| (*min..=*max).contains(number))
                .map(|number| number.to_string())
                .ok_or_else(|| format!("a number from {min} to {max}")),
            OptionKind::Combo { choices, .. } => choices
                .iter()
                .find(|choice| is(choice))
                .map(|choice| (*choice).to_owned())
                .ok_or_else(|| format!("one of: {}", choices.join(", "))),
            OptionKind::Button if text.is_empty() => Ok(String::new()),
            OptionKind::Button => Err("none".to_owned()),
            OptionKind::String { .. } if is("<empty>") => Ok(String::new()),
            OptionKind::String { .. } => Ok(text.to_owned()),
        }
    }
}

/// Reads digits, with or without a minus sign.
fn read_whole_number(text: &str) -> Option<i64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    // `parse` alone also accepts a plus sign.
    let is_plain = digits.bytes().all(|byte| byte.is_ascii_digit());
    is_plain.then(|| text.parse().ok()).flatten()
}

/// Why an option cannot be set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionError {
    /// No option has this name.
    Unknown,
    /// The value cannot be used. The text describes the expected value, and is
    /// printed after "expected".
    Refused(String),
}

impl fmt::Display for OptionError {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        match self {
            OptionError::Unknown => formatter.write_str("unknown option"),
            OptionError::Refused(reason) => formatter.write_str(reason),
        }
    }
}

impl std::error::Error for OptionError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_as_their_kind_wants() {
        let check = OptionKind::Check { default: false };
        assert_eq!(check.value("TRUE"), Ok("true".to_owned()));
        assert!(check.value("1").is_err() && check.value("").is_err());
        let combo = OptionKind::Combo {
            default: "Solid",
            choices: &["Solid", "Risky"],
        };
        assert_eq!(combo.value("risky"), Ok("Risky".to_owned()));
        assert_eq!(combo.value("x"), Err("one of: Solid, Risky".to_owned()));
        assert_eq!(OptionKind::Button.value(""), Ok(String::new()));
        assert!(OptionKind::Button.value("now").is_err());
        let spin = OptionKind::Spin {
            default: 1,
            min: 0,
            max: 9,
        };
        for text in [
            "",
            "-",
            "-1",
            "+1",
            "--1",
            "10",
            "1.0",
            "99999999999999999999999",
        ] {
            assert!(spin.value(text).is_err(), "{text}");
        }
        let contempt = OptionKind::Spin {
            default: 0,
            min: -100,
            max: 100,
        };
        assert_eq!(contempt.value("-0100"), Ok("-100".to_owned()));
        assert_eq!(contempt.value("-0"), Ok("0".to_owned()));
        assert!(contempt.value("-101").is_err());
        let text = OptionKind::String { default: "" };
        assert_eq!(text.value("<empty>"), Ok(String::new()));
        assert_eq!(text.value("a  b"), Ok("a  b".to_owned()));
    }
}
