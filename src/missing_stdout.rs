//! Whether stdout was closed when the program started (`>&-`). Before `main`, Rust's
//! runtime opens `/dev/null` in its place, so everything that is printed would seem to
//! be written. So this looks before.

use nix::errno::Errno;
use nix::fcntl::{FcntlArg, fcntl};
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

static IS_MISSING: AtomicBool = AtomicBool::new(false);

/// Returns whether stdout was closed when the program started.
pub(crate) fn is_missing() -> bool {
    IS_MISSING.load(Ordering::Relaxed)
}

// SAFETY: the section holds the functions that the loader calls before `main`, each of
// this type. `look` makes one system call. It needs nothing of what Rust's runtime
// prepares, and does not panic.
#[allow(unsafe_code)]
#[unsafe(link_section = ".init_array")]
#[used]
static BEFORE_MAIN: extern "C" fn() = look;

extern "C" fn look() {
    let is_missing = fcntl(io::stdout(), FcntlArg::F_GETFD) == Err(Errno::EBADF);
    IS_MISSING.store(is_missing, Ordering::Relaxed);
}
