//! ox88 counts the leaves of chess move trees (perft), exactly and fast. It is
//! also a UCI engine without a strong search: it has the board, the moves and
//! the protocol, and a small search that you replace by your own.
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
//! [`divide`] returns the count below each root move. [`perft::Settings`] choose
//! the method, the threads and the table of a long count, which can be stopped
//! and reports its progress. [`tools`] count captures, checks and mates, estimate
//! deep counts, and name the rule that another move generator breaks.
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
//! A [`game::Game`] remembers the moves played and detects repetitions.
//!
//! # Start an engine
//!
//! Implement [`search::Search`] and pass it to a `uci::Program` to get a complete
//! UCI engine. `examples/my_engine.rs` is one in under a hundred lines.
//!
//! # Features
//!
//! `cli`, which is on by default, adds the session, its commands, and the tools
//! that start programs or read files. Without it the library depends on a few
//! small crates and also builds for `wasm32-unknown-unknown`.
//!
//! # Modules
//!
//! Each module uses only the ones listed after it: `uci` (lines in, text out),
//! `commands` (one file each), `engine` (the thread that owns the game),
//! [`tools`], [`search`] and [`mod@perft`], [`game`], [`movegen`], [`board`].

#![cfg_attr(
    not(test),
    warn(clippy::unwrap_used, clippy::expect_used, clippy::panic)
)]

pub mod board;
#[cfg(feature = "cli")]
pub mod children;
#[cfg(feature = "cli")]
#[doc(hidden)] // Only the tests of this project use it.
pub mod commands;
pub mod control;
#[cfg(feature = "cli")]
pub mod diagnostics;
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
#[cfg(feature = "cli")]
pub mod streams;
#[doc(hidden)] // Likewise.
pub mod text;
mod threads;
pub mod tools;
#[cfg(feature = "cli")]
pub mod uci;
mod warning;

pub use board::Position;
pub use movegen::Move;
pub use perft::{divide, perft};
