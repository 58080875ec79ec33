//! The program called as a script by perftree (`PROGRAM DEPTH FEN [MOVES]`) or
//! by pretty-perft's `--command` (`PROGRAM FEN DEPTH`): which of them it is,
//! the session that answers it, and the form of the answer.

use crate::worker::Reply;

/// Which tool reads the answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScriptStyle {
    /// `MOVE COUNT` lines, an empty line, the total.
    Perftree,
    /// `MOVE: COUNT` lines, an empty line, the total.
    PrettyPerft,
}

/// A call in one of the two shapes, as the lines of a session.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScriptCall {
    /// Who reads the answer.
    pub style: ScriptStyle,
    /// The commands that produce it.
    pub lines: Vec<String>,
}

impl ScriptCall {
    /// The call that these program arguments are, if they have the shape of
    /// one: the first all digits, or exactly two with the second all digits
    /// and a `/` in the first.
    #[must_use]
    pub fn recognise(arguments: &[String]) -> Option<ScriptCall> {
        match arguments {
            [depth, fen] if is_number(depth) => {
                Some(Self::new(ScriptStyle::Perftree, fen, "", depth))
            }
            [depth, fen, moves] if is_number(depth) => {
                Some(Self::new(ScriptStyle::Perftree, fen, moves, depth))
            }
            [fen, depth] if is_number(depth) && fen.contains('/') => {
                Some(Self::new(ScriptStyle::PrettyPerft, fen, "", depth))
            }
            _ => None,
        }
    }

    fn new(style: ScriptStyle, fen: &str, moves: &str, depth: &str) -> ScriptCall {
        // The arguments are parts of single lines, whatever they hold.
        let one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        ScriptCall {
            style,
            lines: vec![
                format!("position fen {} moves {}", one_line(fen), one_line(moves)),
                format!("go perft {depth}"),
            ],
        }
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

impl ScriptStyle {
    /// What goes to stdout and what goes to stderr.
    pub(super) fn text(self, reply: &Reply) -> (String, String) {
        let nothing = String::new();
        match reply {
            Reply::RootMove { mv, count } => match self {
                ScriptStyle::Perftree => (format!("{mv} {count}\n"), nothing),
                ScriptStyle::PrettyPerft => (format!("{mv}: {count}\n"), nothing),
            },
            Reply::PerftComplete { total, warning, .. } => {
                let warning = warning.as_ref().map_or(nothing, as_warning);
                (format!("\n{total}\n"), warning)
            }
            Reply::Error(message) | Reply::PerftRefused(message) => {
                (nothing, format!("error: {message}"))
            }
            Reply::Warning(message) => (nothing, as_warning(message)),
            // A script's session asks for nothing else.
            _ => (nothing, String::new()),
        }
    }
}

fn as_warning(message: &String) -> String {
    format!("warning: {message}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recognise(arguments: &[&str]) -> Option<(ScriptStyle, Vec<String>)> {
        let arguments: Vec<String> = arguments.iter().map(ToString::to_string).collect();
        ScriptCall::recognise(&arguments).map(|call| (call.style, call.lines))
    }

    #[test]
    fn both_shapes_are_recognised_and_nothing_else() {
        let (style, lines) = recognise(&["3", "8/8 w", "e2e4 e7e5"]).unwrap();
        assert_eq!(style, ScriptStyle::Perftree);
        assert_eq!(lines, ["position fen 8/8 w moves e2e4 e7e5", "go perft 3"]);
        let (style, lines) = recognise(&["8/8\n w", "3"]).unwrap();
        assert_eq!(style, ScriptStyle::PrettyPerft);
        assert_eq!(lines, ["position fen 8/8 w moves ", "go perft 3"]);
        for arguments in [
            &["go", "perft", "3"][..],
            &["perft", "3"],
            &["d"],
            &[],
            &["", "3"],
        ] {
            assert_eq!(recognise(arguments), None, "{arguments:?}");
        }
    }
}
