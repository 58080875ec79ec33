//! Calls by perftree (`PROGRAM DEPTH FEN [MOVES]`) and by pretty-perft's
//! `--command` (`PROGRAM FEN DEPTH`): how they are recognised, the commands that
//! answer them, and the form of the answer.

use crate::commands::{Reply, perft};
use crate::perft::Divide;

/// The tool that reads the answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ScriptStyle {
    /// `MOVE COUNT` lines, an empty line, the total.
    Perftree,
    /// `MOVE: COUNT` lines, an empty line, the total.
    PrettyPerft,
}

/// A call by one of the two tools.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct ScriptCall {
    /// The tool that reads the answer.
    pub(super) style: ScriptStyle,
    /// The commands that answer the call, as program arguments.
    pub(super) commands: Vec<Vec<String>>,
}

impl ScriptCall {
    /// Recognises a call from perftree by a first argument of digits, and one
    /// from pretty-perft by two arguments, a `/` in the first and digits in the
    /// second.
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
    /// The texts of a reply for stdout and for stderr.
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
            // The commands of a script have no other replies.
            _ => (nothing, String::new()),
        }
    }
}

/// The form of the output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Style {
    /// For a UCI client or a person.
    Uci,
    /// For a tool that called the program as its script.
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
