//! Children without process groups: only the program itself is killed, by its handle.

use std::process::{Child, Command, ExitStatus};

pub(super) fn prepare(_: &mut Command) {}

pub(super) fn kill_group(_: u32) -> bool {
    false
}

pub(super) fn status(child: &mut Child) -> Option<ExitStatus> {
    child.try_wait().ok().flatten()
}
