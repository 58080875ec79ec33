//! Children on Unix: process groups, and on Linux the end of a child with its parent.

use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus};

/// Lets a program lead its own process group, and end with this program.
pub(super) fn prepare(command: &mut Command) {
    command.process_group(0);
    #[cfg(target_os = "linux")]
    end_with_parent(command);
}

/// Kills a process group. Returns whether there was anything to kill. The leader must
/// not be reaped yet: its number may belong to another process then.
pub(super) fn kill_group(leader: u32) -> bool {
    killpg(Pid::from_raw(leader.cast_signed()), Signal::SIGKILL).is_ok()
}

/// Lets Linux kill a child when this program ends, in whatever way. This is kept when
/// the child executes its program, unless that gains privileges (setuid).
#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
fn end_with_parent(command: &mut Command) {
    use nix::errno::Errno;
    use nix::sys::prctl::set_pdeathsig;
    use nix::unistd::getppid;

    let parent = Pid::this();
    let in_child = move || {
        set_pdeathsig(Signal::SIGKILL)?;
        // The parent may have ended before that.
        match getppid() == parent {
            true => Ok(()),
            false => Err(Errno::ESRCH.into()),
        }
    };
    // SAFETY: between `fork` and `exec`, only functions that are safe in a signal
    // handler may be called. `in_child` makes two system calls, and an error is a
    // number: nothing is allocated and no lock is taken.
    unsafe { command.pre_exec(in_child) };
}

/// How a child has ended, or `None` while it runs. It is not reaped, so that its number
/// stays that of its group.
#[cfg(target_os = "linux")]
pub(super) fn status(child: &mut Child) -> Option<ExitStatus> {
    use nix::sys::wait::{Id, WaitPidFlag, WaitStatus, waitid};
    use std::os::unix::process::ExitStatusExt;

    let process = Id::Pid(Pid::from_raw(child.id().cast_signed()));
    let look = WaitPidFlag::WEXITED | WaitPidFlag::WNOHANG | WaitPidFlag::WNOWAIT;
    let raw = match waitid(process, look) {
        Ok(WaitStatus::StillAlive) => return None,
        Ok(WaitStatus::Exited(_, code)) => (code & 0xff) << 8,
        Ok(WaitStatus::Signaled(_, signal, has_core)) => {
            signal as i32 | if has_core { 0x80 } else { 0 }
        }
        // A signal without a name.
        _ => return child.try_wait().ok().flatten(),
    };
    Some(ExitStatus::from_raw(raw))
}

/// How a child has ended, or `None` while it runs.
#[cfg(not(target_os = "linux"))]
pub(super) fn status(child: &mut Child) -> Option<ExitStatus> {
    child.try_wait().ok().flatten()
}
