//! ox88 counts the leaves of chess move trees (perft), exactly and fast, and is
//! the rest of a UCI engine, too: board, moves, protocol, and a small search to
//! put your own in the place of.
//!
//! # Count
//!
//! ```
//! use ox88::{Position, perft};
//!
//! let kiwipete: Position =
//!     "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1".parse()?;
//! assert_eq!(perft(&kiwipete, 4), 4_085_603);
//! # Ok::<(), ox88::board::fen::FenError>(())
//! ```
//!
//! [`divide`] gives the count below each root move. [`perft::Settings`] holds
//! what a long count needs: the method, the threads, the table, a way to stop it
//! and to hear of it. [`tools`] count captures, checks and mates, estimate what
//! cannot be counted, and name the rule that another generator breaks.
//!
//! # Play
//!
//! ```
//! use ox88::{Move, Position};
//!
//! let mut position = Position::start();
//! assert_eq!(position.legal_moves().len(), 20);
//! let e4: Move = position.parse_move("e2e4", Default::default()).unwrap();
//! position.play(e4)?;
//! assert_eq!(
//!     position.to_string(),
//!     "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"
//! );
//! # Ok::<(), ox88::movegen::IllegalMove>(())
//! ```
//!
//! A [`game::Game`] remembers the moves played and sees repetitions.
//!
//! # Start an engine
//!
//! Implement [`search::Search`] and give it to a `uci::Program`: that is a whole
//! UCI engine. `examples/my_engine.rs` has one in under a hundred lines.
//!
//! # Features
//!
//! `cli`, which is on by default, brings the session, its commands and the tools
//! that start programs or read files, with the crates that they need. Without it
//! a handful of small crates are left, and the library builds for
//! `wasm32-unknown-unknown`, too.
//!
//! # Where is what
//!
//! Each module knows only those after it: `uci` (lines in, text out), `commands`
//! (one file each), `engine` (the thread that owns the game), [`tools`],
//! [`search`] and [`mod@perft`], [`game`], [`movegen`], [`board`].

#![cfg_attr(
    not(test),
    warn(clippy::unwrap_used, clippy::expect_used, clippy::panic)
)]

pub mod board;
#[cfg(feature = "cli")]
pub mod children;
#[cfg(feature = "cli")]
pub mod commands;
pub mod control;
#[cfg(feature = "cli")]
pub mod engine;
pub mod game;
mod memory;
pub mod movegen;
pub mod perft;
#[cfg(feature = "cli")]
pub mod progress;
mod random;
pub mod search;
pub mod text;
mod threads;
pub mod tools;
#[cfg(feature = "cli")]
pub mod uci;

pub use board::Position;
pub use movegen::Move;
pub use perft::{divide, perft};
