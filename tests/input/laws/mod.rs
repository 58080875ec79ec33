//! What holds for every input, however odd: laws that take bytes or text and
//! panic where one is broken. Nothing here makes up inputs: `cargo test` tries
//! those of proptest, and the fuzz targets in `fuzz/` include this file and try
//! theirs.

// The fuzz targets use one law each.
#![allow(dead_code)]

pub mod command_line;
pub mod fen;
pub mod session;
pub mod state;

/// Checks that a message is one line that can be printed as it is.
fn check_message(message: &str) {
    assert!(!message.is_empty(), "an empty message");
    assert!(
        !message.chars().any(char::is_control),
        "control characters in {message:?}"
    );
}
