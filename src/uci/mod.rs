//! A session: it reads lines or program arguments, sends jobs to the engine, and
//! writes the text of the replies. The commands themselves are in
//! [`commands`](crate::commands).

mod option_arguments;
mod program;
mod script;
#[doc(hidden)] // Only the tests of this project use it.
pub mod session;
mod terminal;
mod writer;

pub use program::{End, Program};
