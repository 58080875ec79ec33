//! Whole sessions with the built engine as a child process, compared line by line. There is one
//! module for each subject. Many cases are faults that other engines and tools had. The expected
//! counts come from published tables, from the suites in `tests/suites/`, or from Stockfish and
//! python-chess, never from this engine.

#![cfg(feature = "cli")]

#[path = "../common/mod.rs"]
mod common;
#[path = "../compare/styles.rs"]
mod styles;

mod arguments;
mod bench;
mod children;
mod count;
mod diff;
mod draws;
mod ends;
mod estimate;
mod fen;
mod generator;
mod gone;
mod help;
mod hostile;
mod info;
mod json;
mod known;
mod ladder;
mod limits;
mod map;
mod model;
mod moves;
mod multipv;
mod one_question;
mod options;
mod perftree;
mod pretty_perft;
mod progress;
mod protocol;
mod search;
mod split;
mod stats;
mod stopping;
mod streams;
mod suite;
mod terminal;
mod time;
mod verify;
mod walking;
