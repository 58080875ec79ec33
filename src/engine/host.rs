//! Effects on the whole process, which a session gets from the program around
//! it. A library must not have them by itself.

use crate::children::Children;
use crate::progress::ProgressLine;
use crate::streams::Output;

/// The effects on the whole process that a session may use. The default has none.
#[derive(Clone, Debug)]
pub struct Host {
    /// The progress line of long jobs.
    pub progress: ProgressLine,
    /// The running programs of `compare`. Call [`Children::end_all`] if the
    /// process ends early.
    pub children: Children,
    /// Standard output. Call [`Output::close`] before that.
    pub output: Output,
    /// Turns diagnostics on or off, for the command `debug`.
    pub set_debug: fn(bool),
}

impl Default for Host {
    fn default() -> Host {
        Host {
            progress: ProgressLine::default(),
            children: Children::default(),
            output: Output::default(),
            set_debug: |_| {},
        }
    }
}
