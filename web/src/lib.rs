//! ox88 in a browser. Everything that the page counts, lays out or names comes from
//! the crate ox88; here it only becomes text, numbers and JSON for JavaScript.
//!
//! A position comes as a [`Request`]: a FEN and the moves played from it. Results that
//! are not plain numbers are JSON, since they travel between the page and its workers.
//! Errors are texts to show.

mod count;
mod describe;
mod difference;
mod map;
mod named;
mod request;

pub use count::{Counter, units};
pub use describe::describe;
pub use difference::difference;
pub use map::{MapView, PositionMap, legend};
pub use named::{chess960_start, named_positions};
pub use request::Request;

use wasm_bindgen::prelude::wasm_bindgen;

/// The version of ox88.
#[wasm_bindgen]
#[must_use]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}
