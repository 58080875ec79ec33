//! Counting in a worker of the page: leaves, and statistics.

use crate::request::Request;
use ox88::control::Token;
use ox88::movegen::Move;
use ox88::perft::{Divide, MAX_DEPTH, Settings};
use ox88::tools::stats::stats;
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

/// Counts leaves, with a table that lives as long as the counter. A page stops a count by
/// ending its worker, so a counter has no other way to be stopped.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Counter {
    settings: Settings,
}

#[wasm_bindgen]
impl Counter {
    /// A counter with a table of this size, which takes no memory before the first long
    /// count; 0 for none.
    ///
    /// # Errors
    ///
    /// If there is no memory for the table.
    #[wasm_bindgen(constructor)]
    pub fn new(mebibytes: usize) -> Result<Counter, String> {
        let mut settings = Settings::default();
        settings
            .set_hash(mebibytes)
            .map_err(|error| error.to_string())?;
        Ok(Counter { settings })
    }

    /// The number of leaves `depth` plies (0 to 127) below a position, as decimal digits:
    /// it may have more than a number of JavaScript holds.
    ///
    /// # Errors
    ///
    /// If the position or the depth is refused.
    pub fn count(&mut self, request: &Request, depth: u32) -> Result<String, String> {
        let (game, _) = request.game()?;
        checked(depth)?;
        let stop = Token::never();
        let divide = (self.settings).divide(game.position(), depth, &stop, &mut |_, _| {});
        match divide {
            Divide::Complete(leaves) => Ok(leaves.to_string()),
            Divide::Stopped { .. } => Err("stopped".to_owned()),
        }
    }

    /// The statistics of the leaves `depth` plies (1 to 127) below a position: a JSON
    /// object of columns, each a text of decimal digits.
    ///
    /// # Errors
    ///
    /// If the position or the depth is refused.
    pub fn stats(&mut self, request: &Request, depth: u32) -> Result<String, String> {
        let (game, _) = request.game()?;
        checked(depth)?;
        let stop = Token::never();
        let stats =
            stats(game.position(), depth, &mut self.settings, &stop, |_| {}).ok_or("stopped")?;
        let columns = stats
            .columns()
            .map(|(name, value)| (name, value.to_string()));
        let columns: serde_json::Map<_, _> = columns
            .into_iter()
            .map(|(name, value)| (name.to_owned(), value.into()))
            .collect();
        serde_json::to_string(&columns).map_err(|error| error.to_string())
    }
}

fn checked(depth: u32) -> Result<(), String> {
    match depth <= MAX_DEPTH {
        true => Ok(()),
        false => Err(format!("depth {depth}, expected 0 to {MAX_DEPTH}")),
    }
}

/// A part of a count: the leaves `depth` plies below a position.
#[derive(Serialize)]
struct Unit {
    /// The index of the root move that it belongs to.
    root: usize,
    /// The moves from the root.
    moves: String,
    depth: u32,
}

/// Cuts a count of `depth` plies (at least 1) into units for several workers, at least
/// `wanted` of them where the position has so many lines. A JSON list of objects with
/// `root` (the index of the root move), `moves` (the line to the unit) and `depth`.
///
/// # Errors
///
/// If the position or the depth is refused.
#[wasm_bindgen]
pub fn units(request: &Request, depth: u32, wanted: usize) -> Result<String, String> {
    let (game, _) = request.game()?;
    checked(depth)?;
    if depth == 0 {
        return Err("depth 0, expected 1 or more".to_owned());
    }
    let mut units: Vec<(usize, Vec<Move>)> = game
        .position()
        .legal_moves()
        .into_iter()
        .enumerate()
        .map(|(root, mv)| (root, vec![mv]))
        .collect();
    let mut left = depth - 1;
    while !units.is_empty() && units.len() < wanted && left > 3 {
        let mut longer = Vec::new();
        for (root, line) in &units {
            let mut position = game.position().clone();
            for &mv in line {
                position.play(mv).map_err(|error| error.to_string())?;
            }
            for mv in position.legal_moves() {
                let mut line = line.clone();
                line.push(mv);
                longer.push((*root, line));
            }
        }
        units = longer;
        left -= 1;
    }
    let castling = request.castling();
    let units: Vec<Unit> = units
        .into_iter()
        .map(|(root, line)| Unit {
            root,
            moves: line
                .iter()
                .map(|mv| mv.uci(castling).to_string())
                .collect::<Vec<_>>()
                .join(" "),
            depth: left,
        })
        .collect();
    serde_json::to_string(&units).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

    /// The published counts.
    #[test]
    fn units_add_up_to_the_whole() {
        for (fen, depth, wanted, leaves) in [
            ("", 5, 1, 4_865_609_u128),
            ("", 6, 100, 119_060_324),
            (KIWIPETE, 4, 1_000, 4_085_603),
            ("", 1, 8, 20),
            // One legal move, so the unit is cut again.
            ("8/8/8/8/8/1k6/8/K6r w - - 0 1", 6, 8, 0),
        ] {
            let request = Request::new(fen, "", false);
            let units: Value =
                serde_json::from_str(&units(&request, depth, wanted).unwrap()).unwrap();
            let mut counter = Counter::new(0).unwrap();
            let mut total = 0_u128;
            for unit in units.as_array().unwrap() {
                let moves = unit["moves"].as_str().unwrap();
                let request = Request::new(fen, moves, false);
                let depth = unit["depth"].as_u64().unwrap() as u32;
                total += counter
                    .count(&request, depth)
                    .unwrap()
                    .parse::<u128>()
                    .unwrap();
            }
            assert_eq!(total, leaves, "{fen} {depth}");
        }
    }

    #[test]
    fn statistics_have_their_columns() {
        let mut counter = Counter::new(1).unwrap();
        let request = Request::new(KIWIPETE, "", false);
        let stats: Value = serde_json::from_str(&counter.stats(&request, 3).unwrap()).unwrap();
        assert_eq!(stats["nodes"], "97862");
        assert_eq!(stats["captures"], "17102");
        assert_eq!(stats["checks"], "993");
        assert_eq!(stats["mates"], "1");
    }
}
