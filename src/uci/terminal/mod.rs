//! A session at a terminal: a prompt with editing, history and completion, and output
//! that never tears the line that is being typed. What a client sees on a pipe is not
//! touched by anything here.

mod colors;
mod complete;
mod editor;
mod history;
mod screen;

pub use editor::{Editor, Typed};
pub use screen::Screen;

use std::io::{self, IsTerminal};

/// The environment variable that turns line editing off.
const PLAIN: &str = "OX88_PLAIN";

/// Returns whether a person types at a terminal that can do more than print lines.
pub(super) fn is_wanted() -> bool {
    io::stdin().is_terminal() && is_output()
}

/// Returns whether the output is for a person at a terminal.
pub(super) fn is_output() -> bool {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let is_dumb = || {
        let term = std::env::var("TERM").unwrap_or_default();
        cfg!(unix) && (term.is_empty() || term == "dumb")
    };
    io::stdout().is_terminal() && !is_set(PLAIN) && !is_dumb()
}
