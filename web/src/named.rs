//! Positions that have a name, for the page.

use ox88::Position;
use ox88::board::{self, NAMED_POSITIONS, NamedPosition};
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

#[derive(Serialize)]
struct Named {
    name: &'static str,
    fen: &'static str,
}

/// The named positions, as a JSON list of objects with `name` and `fen`.
#[wasm_bindgen]
#[must_use]
pub fn named_positions() -> String {
    let named = NAMED_POSITIONS.map(|named| Named {
        name: named.title,
        fen: named.fen,
    });
    serde_json::to_string(&named).unwrap_or_default()
}

/// The name of a position. The clocks may differ.
pub(crate) fn name_of(position: &Position) -> Option<&'static str> {
    NamedPosition::of(position).map(|named| named.title)
}

/// The FEN of a Chess960 start position by its number, 0 to 959. Number 518 is the start
/// position of chess. Returns nothing for other numbers.
#[wasm_bindgen]
#[must_use]
pub fn chess960_start(number: u32) -> Option<String> {
    board::chess960_start(u16::try_from(number).ok()?)
}
