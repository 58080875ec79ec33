//! The program called as a script by perftree (`PROGRAM DEPTH FEN [MOVES]`) or
//! by pretty-perft's `--command` (`PROGRAM FEN DEPTH`): which of them it is, the
//! commands that answer it, and the form of the answer.

use crate::commands::{Reply, perft};
use crate::perft::Divide;

/// Which tool reads the answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ScriptStyle {
    /// `MOVE COUNT` lines, an empty line, the total.
    Perftree,
    /// `MOVE: COUNT` lines, an empty line, the total.
    PrettyPerft,
}

/// A call in one of the two shapes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct ScriptCall {
    /// Who reads the answer.
    pub(super) style: ScriptStyle,
    /// The commands that answer it, as program arguments.
    pub(super) commands: Vec<Vec<String>>,
}

impl ScriptCall {
    /// The call that these program arguments are, if they have the shape of
    /// one: the first all digits, or exactly two with the second all digits
    /// and a `/` in the first.
    pub(super) fn recognise(arguments: &[String]) -> Option<ScriptCall> {
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
        let commands = [
            &["position", "fen", fen, "moves", moves][..],
            &["go", "perft", depth],
        ];
        ScriptCall {
            style,
            commands: commands
                .map(|words| words.iter().map(ToString::to_string).collect())
                .to_vec(),
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
            Reply::Perft(perft::Reply::RootMove { mv, count }) => match self {
                ScriptStyle::Perftree => (format!("{mv} {count}\n"), nothing),
                ScriptStyle::PrettyPerft => (format!("{mv}: {count}\n"), nothing),
            },
            Reply::Perft(perft::Reply::End {
                outcome: Divide::Complete(total),
                warning,
                ..
            }) => {
                let warning = warning.as_ref().map(|it| format!("warning: {it}"));
                (format!("\n{total}\n"), warning.unwrap_or_default())
            }
            Reply::Error(error) | Reply::Perft(perft::Reply::Refused(error)) => {
                (nothing, format!("error: {error}"))
            }
            Reply::Warning(warning) => (nothing, format!("warning: {warning}")),
            // A script asks for nothing else.
            _ => (nothing, String::new()),
        }
    }
}

/// For whom replies are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Style {
    /// A UCI client, or a person.
    Uci,
    /// A tool that called the program as its script.
    Script(ScriptStyle),
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recognise(arguments: &[&str]) -> Option<(ScriptStyle, Vec<Vec<String>>)> {
        let arguments: Vec<String> = arguments.iter().map(ToString::to_string).collect();
        ScriptCall::recognise(&arguments).map(|call| (call.style, call.commands))
    }

    #[test]
    fn both_shapes_are_recognised_and_nothing_else() {
        let (style, commands) = recognise(&["3", "8/8 w", "e2e4 e7e5"]).unwrap();
        assert_eq!(style, ScriptStyle::Perftree);
        let position = ["position", "fen", "8/8 w", "moves", "e2e4 e7e5"];
        assert_eq!(commands, [&position[..], &["go", "perft", "3"]]);
        let (style, commands) = recognise(&["8/8\n w", "3"]).unwrap();
        assert_eq!(style, ScriptStyle::PrettyPerft);
        assert_eq!(commands[0][2], "8/8\n w");
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
