//! ox88: a UCI chess engine skeleton on a 0x88 mailbox board, whose main job
//! is `go perft n`.

pub mod board;
pub mod children;
pub mod commands;
pub mod control;
pub mod engine;
pub mod game;
pub mod memory;
pub mod movegen;
pub mod perft;
pub mod progress;
mod random;
pub mod search;
pub mod text;
mod threads;
pub mod tools;
pub mod uci;
