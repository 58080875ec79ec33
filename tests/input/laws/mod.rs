//! What holds for every input, however odd: laws that take bytes or text and
//! panic where one is broken. Nothing here makes up inputs: `cargo test` tries
//! those of proptest, and the fuzz targets in `fuzz/` include this file and try
//! theirs.

// The fuzz targets use one law each.
#![allow(dead_code)]

pub mod command_line;
pub mod fen;
pub mod files;
pub mod session;
pub mod state;

use ox88::commands::Command;
use std::any::Any;

/// The job of a command, if it is one of this type.
fn job<T: 'static>(command: &Command) -> Option<&T> {
    match command {
        Command::Do(job) | Command::Go(job) => {
            let job: &dyn Any = &**job;
            job.downcast_ref()
        }
        _ => None,
    }
}

/// Checks that a message is one line that can be printed as it is.
fn check_message(message: &str) {
    assert!(!message.is_empty(), "an empty message");
    assert!(
        !message.chars().any(char::is_control),
        "control characters in {message:?}"
    );
}
