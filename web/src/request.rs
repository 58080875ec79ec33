//! A position as the page names it.

use ox88::board::CastlingNotation;
use ox88::board::fen::Repair;
use ox88::game::{Game, SetUpError};
use wasm_bindgen::prelude::wasm_bindgen;

/// A position: a FEN, the moves played from it, and how castling is written.
#[wasm_bindgen]
#[derive(Clone, Debug)]
pub struct Request {
    fen: String,
    moves: Vec<String>,
    castling: CastlingNotation,
}

#[wasm_bindgen]
impl Request {
    /// Names a position. An empty FEN is the start position. The moves are separated by
    /// spaces. In Chess960, castling is king takes own rook.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(fen: &str, moves: &str, chess960: bool) -> Request {
        Request {
            fen: fen.trim().to_owned(),
            moves: moves.split_ascii_whitespace().map(str::to_owned).collect(),
            castling: match chess960 {
                true => CastlingNotation::Chess960,
                false => CastlingNotation::Standard,
            },
        }
    }
}

impl Request {
    /// How castling is written.
    pub(crate) fn castling(&self) -> CastlingNotation {
        self.castling
    }

    /// Sets up the game, and returns the repairs that the FEN needed.
    pub(crate) fn game(&self) -> Result<(Game, Vec<Repair>), String> {
        let fen = Some(self.fen.as_str()).filter(|fen| !fen.is_empty());
        Game::set_up(fen, &self.moves, self.castling).map_err(|error| match error {
            SetUpError::Fen { error, .. } => error.to_string(),
            SetUpError::IllegalMove { text, number, fen } => {
                format!("move {number}, '{text}', is not legal in {fen}")
            }
            SetUpError::AmbiguousMove {
                text,
                number,
                fen,
                moves,
            } => {
                let moves = moves.join(" or ");
                format!("move {number}, '{text}', may be {moves} in {fen}")
            }
            SetUpError::Memory { moves } => format!("no memory for more than {moves} moves"),
        })
    }
}
