//! The list of running child programs, so that none outlives this program. On
//! Unix, each child leads its own process group, and ends together with every
//! program that it has started.

use std::io;
use std::process::{Child, Command};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The list of running child programs. Copies share one list.
///
/// ```
/// use ox88::children::Children;
///
/// // Before the process exits early, for example on a signal:
/// Children::default().end_all();
/// ```
#[derive(Clone, Debug, Default)]
pub struct Children(Arc<Mutex<Vec<u32>>>);

/// A running program's entry in the list, removed when it is dropped.
#[derive(Debug)]
pub(crate) struct Registered {
    children: Children,
    process: u32,
}

impl Children {
    /// Kills all programs. Call this before the process exits without waiting
    /// for its jobs.
    pub fn end_all(&self) {
        for &process in self.lock().iter() {
            group::kill(process);
        }
    }

    /// Starts a program and adds it to the list.
    pub(crate) fn start(&self, command: &mut Command) -> io::Result<(Child, Registered)> {
        group::lead_own(command);
        let child = command.spawn()?;
        let process = child.id();
        self.lock().push(process);
        let children = self.clone();
        Ok((child, Registered { children, process }))
    }

    /// A poisoned lock is no problem: every change of the list is one call.
    fn lock(&self) -> MutexGuard<'_, Vec<u32>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Registered {
    /// Kills the program and every program that it has started.
    pub(crate) fn kill(&self, child: &mut Child) {
        if !group::kill(self.process) {
            let _ = child.kill();
        }
    }
}

impl Drop for Registered {
    fn drop(&mut self) {
        let process = self.process;
        self.children.lock().retain(|&other| other != process);
    }
}

#[cfg(unix)]
mod group {
    use nix::sys::signal::{Signal, killpg};
    use nix::unistd::Pid;
    use std::os::unix::process::CommandExt;
    use std::process::Command;

    pub(super) fn lead_own(command: &mut Command) {
        command.process_group(0);
    }

    /// Returns whether the group existed.
    pub(super) fn kill(leader: u32) -> bool {
        killpg(Pid::from_raw(leader.cast_signed()), Signal::SIGKILL).is_ok()
    }
}

/// Without process groups, only the program itself is killed, by its handle.
#[cfg(not(unix))]
mod group {
    use std::process::Command;

    pub(super) fn lead_own(_: &mut Command) {}

    pub(super) fn kill(_: u32) -> bool {
        false
    }
}
