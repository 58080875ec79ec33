//! The replies of the engine, with one variant for each command that has its own
//! reply. The file of the command has the text of the reply.

use super::{
    bench, check, compare, count, diff, error, estimate, go, help, isready, json, known, ladder,
    line, map, mark, moves, perft, position, show, split, stats, suite, uci,
};

use serde_json::Value;

/// A reply that can be printed.
pub trait Printed {
    /// The text: complete lines, or an empty text.
    fn text(&self) -> String;

    /// The text for a person at a terminal, where it differs.
    fn text_on_terminal(&self) -> String {
        self.text()
    }

    /// Is called when the text has been written.
    fn written(&self) {}

    /// Returns whether it reports that a command failed.
    fn is_failure(&self) -> bool {
        false
    }

    /// The same as JSON objects, for a command that ends with `json`.
    fn json(&self) -> Vec<Value> {
        Vec::new()
    }

    /// The exit status of a program whose command line ends with this reply. The
    /// greatest status of all replies counts.
    fn exit_status(&self) -> u8 {
        u8::from(self.is_failure())
    }
}

/// Declares [`Reply`] and the conversions into it.
macro_rules! replies {
    ($($(#[$comment:meta])* $name:ident($reply:ty),)*) => {
        /// One reply. The writer writes it with a single call, so no other output
        /// can come between its lines.
        #[derive(Clone, Debug)]
        pub enum Reply {
            $($(#[$comment])* $name($reply),)*
        }

        impl Reply {
            fn printed(&self) -> &dyn Printed {
                match self {
                    $(Reply::$name(reply) => reply,)*
                }
            }
        }

        $(impl From<$reply> for Reply {
            fn from(reply: $reply) -> Reply {
                Reply::$name(reply)
            }
        })*
    };
}

replies! {
    /// A command failed.
    Error(error::Error),
    /// A FEN was repaired.
    Warning(position::Warning),
    /// The reply to `uci`.
    Identity(uci::Identity),
    /// The reply to `version`, which also begins a session.
    Banner(uci::Banner),
    /// Everything before it has been written.
    Mark(mark::Mark),
    /// A hint for the person at a terminal.
    Hint(mark::Hint),
    /// The reply to `isready`.
    Ready(isready::Ready),
    /// The reply to `help`.
    Help(help::Help),
    /// The reply to `d`.
    Show(show::Reply),
    /// The reply to `move`, `undo` and `root`.
    Line(line::Line),
    /// The reply to `moves`.
    Moves(moves::Reply),
    /// A reply to `go perft`.
    Perft(perft::Reply),
    /// The reply to `count`.
    Count(count::Reply),
    /// A reply to `bench`.
    Bench(bench::Reply),
    /// A reply to `go`.
    Go(go::Reply),
    /// A reply to `stats`.
    Stats(stats::Reply),
    /// A reply to `ladder`.
    Ladder(ladder::Reply),
    /// The reply to `known`.
    Known(known::Reply),
    /// A reply to `estimate`.
    Estimate(estimate::Reply),
    /// A reply to `split`.
    Split(split::Reply),
    /// The reply to `map`.
    Map(map::Reply),
    /// A reply to `suite`.
    Suite(suite::Reply),
    /// The reply to `check`.
    Check(check::Reply),
    /// The reply to `compare`.
    Compare(compare::Reply),
    /// The reply to `diff`.
    Diff(diff::Reply),
    /// A reply in JSON.
    Json(json::Json),
}

impl Printed for Reply {
    fn text(&self) -> String {
        self.printed().text()
    }

    fn text_on_terminal(&self) -> String {
        self.printed().text_on_terminal()
    }

    fn written(&self) {
        self.printed().written();
    }

    fn is_failure(&self) -> bool {
        self.printed().is_failure()
    }

    fn json(&self) -> Vec<Value> {
        self.printed().json()
    }

    fn exit_status(&self) -> u8 {
        self.printed().exit_status()
    }
}
