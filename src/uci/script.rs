//! Calls by perftree (`PROGRAM DEPTH FEN [MOVES]`) and by pretty-perft's
//! `--command` (`PROGRAM FEN DEPTH`): how they are recognised, the commands that
//! answer them, and the form of the answer.

use crate::commands::{Reply, perft};
use crate::perft::Divide;
use crate::text::Quoted;

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
    ///
    /// # Errors
    ///
    /// If the first argument is a number or a FEN, which no command is, and the others
    /// do not fit.
    pub(super) fn recognise(arguments: &[String]) -> Result<Option<ScriptCall>, String> {
        let call = match arguments {
            [depth, fen] if is_number(depth) => Self::new(ScriptStyle::Perftree, fen, "", depth),
            [depth, fen, moves] if is_number(depth) => {
                Self::new(ScriptStyle::Perftree, fen, moves, depth)
            }
            [fen, depth] if is_number(depth) && fen.contains('/') => {
                Self::new(ScriptStyle::PrettyPerft, fen, "", depth)
            }
            [first, rest @ ..] if is_number(first) || is_fen(first) => {
                let (odd, place) = match rest {
                    [] => (first, "alone"),
                    [_, _, odd, ..] if is_number(first) => (odd, "as a fourth argument"),
                    [_, odd, ..] => (odd, "as a third argument"),
                    [odd] => (odd, "as a second argument"),
                };
                return Err(format!("{} {place}, {EXPECTED}", Quoted(odd)));
            }
            _ => return Ok(None),
        };
        Ok(Some(call))
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

const EXPECTED: &str = "expected a command, or DEPTH FEN [MOVES] or FEN DEPTH with the FEN and \
                        all moves as one argument each";

/// Returns whether a text begins with eight ranks, as no command and hardly a path does.
fn is_fen(text: &str) -> bool {
    let ranks = text.split_whitespace().next().unwrap_or_default();
    ranks.matches('/').count() >= 7
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

impl ScriptStyle {
    /// The texts of a reply for stdout and for stderr.
    pub(super) fn text(self, reply: &Reply) -> (String, String) {
        let nothing = String::new();
        match reply {
            Reply::Perft(perft::Reply::RootMove { mv, count, .. }) => match self {
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
        let call = ScriptCall::recognise(&arguments).unwrap();
        call.map(|call| (call.style, call.commands))
    }

    #[test]
    fn what_nearly_has_one_of_the_shapes_is_refused() {
        const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        for (arguments, named) in [
            (&[START, "1", "20"][..], "'20' as a third argument, "),
            (&[START, "1\r"], "'1\\r' as a second argument, "),
            (
                &["1", START, "e2e4", "e7e5"],
                "'e7e5' as a fourth argument, ",
            ),
            (&["5"], "'5' alone, "),
        ] {
            let arguments: Vec<String> = arguments.iter().map(ToString::to_string).collect();
            let error = ScriptCall::recognise(&arguments).unwrap_err();
            assert_eq!(error, format!("{named}{EXPECTED}"));
        }
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
