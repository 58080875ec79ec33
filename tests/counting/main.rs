//! Counts and invariants, tested through the library: the suites of verified perft
//! data under `tests/suites/`, and properties of every position of random games.
//! `sessions` tests what a client sees.

mod bench;
mod divides;
mod epd;
mod estimates;
mod games;
mod generators;
mod methods;
mod properties;
mod stats;
mod suites;
mod tables;
