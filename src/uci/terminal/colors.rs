//! The few colours of a session at a terminal: errors and warnings stand out. There are
//! none if the environment has `NO_COLOR` (<https://no-color.org>).

const RED: &str = "\x1b[31m";
const YELLOW: &str = "\x1b[33m";
const BOLD: &str = "\x1b[1m";
const FAINT: &str = "\x1b[2m";
const NORMAL: &str = "\x1b[0m";

/// Whether and how text is coloured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Colors {
    are_on: bool,
}

impl Colors {
    /// The colours that the environment asks for.
    pub(super) fn of_environment() -> Colors {
        let no_color = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        Colors { are_on: !no_color }
    }

    /// A reply, with its errors, warnings and faults coloured.
    pub(super) fn reply(self, text: &str) -> String {
        if !self.are_on {
            return text.to_owned();
        }
        let lines = text.split_inclusive('\n');
        lines
            .map(|line| self.painted(color_of(line), line))
            .collect()
    }

    /// The prompt.
    pub(super) fn prompt(self, text: &str) -> String {
        self.painted(BOLD, text)
    }

    /// The line of progress.
    pub(super) fn progress(self, text: &str) -> String {
        self.painted(FAINT, text)
    }

    fn painted(self, color: &str, text: &str) -> String {
        if !self.are_on || color.is_empty() {
            return text.to_owned();
        }
        let inner = text.trim_end_matches('\n');
        format!("{color}{inner}{NORMAL}{}", &text[inner.len()..])
    }
}

/// The colour of a line by what it begins with, or nothing.
fn color_of(line: &str) -> &'static str {
    let starts = |beginnings: &[&str]| beginnings.iter().any(|start| line.starts_with(start));
    if starts(&["info string error:", "difference at", "fault:", "Rule:"]) {
        RED
    } else if starts(&["info string"]) {
        YELLOW
    } else {
        ""
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_stands_out_is_coloured() {
        let on = Colors { are_on: true };
        let text = "a2a3: 20\ninfo string error: no\n\n";
        assert_eq!(
            on.reply(text),
            "a2a3: 20\n\x1b[31minfo string error: no\x1b[0m\n\n"
        );
        assert_eq!(Colors { are_on: false }.reply(text), text);
    }
}
