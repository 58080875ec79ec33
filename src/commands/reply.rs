//! What the engine replies: one variant for each command that has a reply of
//! its own. How a reply is printed is in the file of its command.

use super::{
    bench, compare, count, error, estimate, go, help, isready, ladder, moves, perft, position,
    show, split, stats, suite, uci,
};

/// Something that is printed.
pub trait Printed {
    /// The text: whole lines, or nothing.
    fn text(&self) -> String;

    /// Returns whether it says that a command failed.
    fn is_failure(&self) -> bool {
        false
    }
}

/// Declares [`Reply`] with its conversions.
macro_rules! replies {
    ($($(#[$comment:meta])* $name:ident($reply:ty),)*) => {
        /// One reply. Each is written with a single write, so that nothing can
        /// come between its lines.
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
    /// Something was refused.
    Error(error::Error),
    /// Something was repaired.
    Warning(position::Warning),
    /// Of `uci`.
    Identity(uci::Identity),
    /// Of `version`, and the first line of a session.
    Banner(uci::Banner),
    /// Of `isready`.
    Ready(isready::Ready),
    /// Of `help`.
    Help(help::Help),
    /// Of `d`.
    Show(show::Reply),
    /// Of `moves`.
    Moves(moves::Reply),
    /// Of `go perft`.
    Perft(perft::Reply),
    /// Of `count`.
    Count(count::Reply),
    /// Of `bench`.
    Bench(bench::Reply),
    /// Of `go`.
    Go(go::Reply),
    /// Of `stats`.
    Stats(stats::Reply),
    /// Of `ladder`.
    Ladder(ladder::Reply),
    /// Of `estimate`.
    Estimate(estimate::Reply),
    /// Of `split`.
    Split(split::Reply),
    /// Of `suite`.
    Suite(suite::Reply),
    /// Of `compare`.
    Compare(compare::Reply),
}

impl Reply {
    /// The text: whole lines, or nothing.
    #[must_use]
    pub fn text(&self) -> String {
        self.printed().text()
    }

    /// Returns whether it says that a command failed.
    #[must_use]
    pub fn is_failure(&self) -> bool {
        self.printed().is_failure()
    }
}
