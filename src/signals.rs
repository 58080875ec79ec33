//! The end of the process by a signal: nothing is left behind, the last line is whole,
//! and the exit status is that of the signal.

use ox88::children::Children;
use ox88::streams::Output;
use signal_hook::consts::{
    SIGABRT, SIGALRM, SIGHUP, SIGINT, SIGPROF, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGVTALRM,
    SIGXCPU, SIGXFSZ,
};
use signal_hook::low_level::emulate_default_handler;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The signals that end a process and can be handled. A fault of the program itself,
/// such as SIGSEGV, cannot.
pub(crate) const ENDING: [i32; 11] = [
    SIGHUP, SIGINT, SIGQUIT, SIGABRT, SIGUSR1, SIGUSR2, SIGALRM, SIGTERM, SIGXCPU, SIGVTALRM,
    SIGPROF,
];

/// Lets a write beyond the limit for files (`ulimit -f`) fail like any other, instead of
/// ending the process.
pub(crate) fn let_large_writes_fail() {
    let _ = signal_hook::flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)));
}

/// Ends the process by this signal.
pub(crate) fn end_by(signal: i32, children: &Children, output: &Output) -> ! {
    // First, so that no line tells of the end of a child.
    output.close();
    children.end_all();
    // The first process of a container ignores signals with their default effect.
    if std::process::id() != 1 {
        let _ = emulate_default_handler(signal);
    }
    std::process::exit(128 + signal)
}
