//! The protocol, and the only room that knows it: lines become jobs, replies
//! become text. It decides nothing about chess.

pub mod command;
mod compare;
mod estimate;
mod go;
mod options;
mod position;
pub mod script;
pub mod session;
mod tool_text;
mod tools;
pub mod wire;
pub mod writer;
