//! What the program around a session hands down to it: effects on the whole
//! process, which a library must not have by itself.

use crate::children::Children;
use crate::progress::ProgressLine;

/// The parts of a process that a session uses. The default has no effect
/// outside of the session.
#[derive(Clone, Debug)]
pub struct Host {
    /// Where progress is shown.
    pub progress: ProgressLine,
    /// The programs that are being compared with. If the process ends early,
    /// [`Children::end_all`] ends them with it.
    pub children: Children,
    /// Turns diagnostics on or off, for `debug`.
    pub set_debug: fn(bool),
}

impl Default for Host {
    fn default() -> Host {
        Host {
            progress: ProgressLine::default(),
            children: Children::default(),
            set_debug: |_| {},
        }
    }
}
