//! A session from the first line to the last reply: where lines come from, which
//! of them act at once, and where the text of replies goes. What the lines mean
//! is the business of [`commands`](crate::commands).

mod program;
mod script;
pub mod session;
mod writer;

pub use program::{End, Program};
