//! A warning in the log that is given once: the same cause may come with every count.

use std::fmt::Display;
use std::sync::atomic::{AtomicBool, Ordering};

/// The warning of one cause.
#[derive(Debug)]
pub(crate) struct Once(AtomicBool);

impl Once {
    pub(crate) const fn new() -> Once {
        Once(AtomicBool::new(false))
    }

    /// Warns, unless this was done before.
    pub(crate) fn warn(&self, message: impl Display) {
        if !self.0.swap(true, Ordering::Relaxed) {
            log::warn!("{message}");
        }
    }
}
