//! ox88: a UCI chess engine skeleton on a 0x88 mailbox board, whose main job
//! is `go perft n`.
//!
//! Its rooms, each knowing only those after it: [`uci`] turns lines into jobs
//! and replies into text; [`worker`] owns the position and runs one job at a
//! time; [`tools`] help to find faults; [`perft`] counts and [`search`] chooses
//! a move; [`movegen`] generates moves; [`board`] is the position. [`signal`],
//! [`memory`], `threads`, [`text`] and [`progress`] serve them all.

pub mod board;
pub mod memory;
pub mod movegen;
pub mod perft;
pub mod progress;
mod random;
pub mod search;
pub mod signal;
pub mod text;
mod threads;
pub mod tools;
pub mod uci;
pub mod worker;
