//! Effects on the whole process, which a session gets from the program around
//! it. A library must not have them by itself.

use super::SharedPosition;
use crate::children::Children;
use crate::progress::ProgressLine;
use crate::streams::Output;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Interrupts from the keyboard (Ctrl-C), for a session that reacts to them itself. Copies
/// share them.
#[derive(Clone, Debug, Default)]
pub struct Interrupts(Arc<Mutex<(bool, bool)>>);

impl Interrupts {
    /// Tells whether a session takes interrupts from now on. Otherwise they end the
    /// process.
    pub fn set_taken(&self, are_taken: bool) {
        *self.lock() = (are_taken, false);
    }

    /// Gives an interrupt to the session. Returns whether it takes it.
    #[must_use]
    pub fn give(&self) -> bool {
        let (are_taken, is_given) = &mut *self.lock();
        *is_given = *are_taken;
        *are_taken
    }

    /// Takes an interrupt, if one was given.
    #[must_use]
    pub fn take(&self) -> bool {
        std::mem::take(&mut self.lock().1)
    }

    fn lock(&self) -> MutexGuard<'_, (bool, bool)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

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
    /// Where the current position is shown to the editor of a prompt, if there is one.
    pub position: Option<SharedPosition>,
    /// Interrupts from the keyboard. Whoever receives the signal calls
    /// [`Interrupts::give`].
    pub interrupts: Interrupts,
    /// The mode in which the terminal was at the start.
    pub terminal: TerminalMode,
}

impl Default for Host {
    fn default() -> Host {
        Host {
            progress: ProgressLine::default(),
            children: Children::default(),
            output: Output::default(),
            set_debug: |_| {},
            position: None,
            interrupts: Interrupts::default(),
            terminal: TerminalMode::default(),
        }
    }
}

impl Host {
    /// Returns whether a person types the commands at a prompt.
    #[must_use]
    pub fn is_at_prompt(&self) -> bool {
        self.position.is_some()
    }
}

/// The mode of the terminal on stdin, which an editor of lines changes. The default
/// changes nothing.
#[derive(Clone, Debug, Default)]
pub struct TerminalMode {
    #[cfg(unix)]
    saved: Option<Arc<Mutex<nix::sys::termios::Termios>>>,
}

impl TerminalMode {
    /// The present mode.
    #[must_use]
    pub fn present() -> TerminalMode {
        TerminalMode {
            #[cfg(unix)]
            saved: nix::sys::termios::tcgetattr(std::io::stdin())
                .ok()
                .map(|mode| Arc::new(Mutex::new(mode))),
        }
    }

    /// Goes back to the mode. Call this before the process ends, since a terminal
    /// keeps the mode in which a program leaves it.
    pub fn restore(&self) {
        #[cfg(unix)]
        if let Some(saved) = &self.saved {
            use nix::sys::termios::{SetArg, tcsetattr};
            let mode = saved.lock().unwrap_or_else(PoisonError::into_inner);
            let _ = tcsetattr(std::io::stdin(), SetArg::TCSANOW, &mode);
        }
    }
}
