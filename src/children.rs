//! Child programs: which ones run, so that none of them outlives this one. Each
//! leads a process group of its own, where the system has such groups, and ends
//! with everything that it has started itself.

use std::io;
use std::process::{Child, Command};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The list of running child programs. Copies share one list.
#[derive(Clone, Debug, Default)]
pub struct Children(Arc<Mutex<Vec<u32>>>);

/// The place of a running program on the list.
#[derive(Debug)]
pub(crate) struct Registered {
    children: Children,
    process: u32,
}

impl Children {
    /// Ends all programs at once, for a process that ends without waiting for
    /// the work that it does with them.
    pub fn end_all(&self) {
        for &process in self.lock().iter() {
            group::kill(process);
        }
    }

    /// Starts a program and puts it on the list.
    pub(crate) fn start(&self, command: &mut Command) -> io::Result<(Child, Registered)> {
        group::lead_own(command);
        let child = command.spawn()?;
        let process = child.id();
        self.lock().push(process);
        let children = self.clone();
        Ok((child, Registered { children, process }))
    }

    /// No panic leaves the list half-changed.
    fn lock(&self) -> MutexGuard<'_, Vec<u32>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Registered {
    /// Ends the program with everything that it has started.
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

    /// Returns whether there was such a group.
    pub(super) fn kill(leader: u32) -> bool {
        killpg(Pid::from_raw(leader.cast_signed()), Signal::SIGKILL).is_ok()
    }
}

/// Elsewhere only the program itself is ended, by its handle.
#[cfg(not(unix))]
mod group {
    use std::process::Command;

    pub(super) fn lead_own(_: &mut Command) {}

    pub(super) fn kill(_: u32) -> bool {
        false
    }
}
