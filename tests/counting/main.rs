//! Counts and invariants, tested in-process through the library: the suites of
//! verified perft data under `tests/suites/`, and properties that hold in every
//! position of random games. What a client sees is tested in `sessions`.

mod bench;
mod divides;
mod epd;
mod estimates;
mod games;
mod methods;
mod properties;
mod suites;
mod tables;
