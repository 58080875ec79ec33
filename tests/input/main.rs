//! Laws that hold for every input, tried with inputs that proptest makes up:
//! odd lines, odd FENs and whole sessions of them. The fuzz targets in `fuzz/`
//! try the same laws for longer, led by what they reach.

#![cfg(feature = "cli")]

mod laws;
mod made_up;
