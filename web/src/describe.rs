//! What the page shows of a position.

use crate::named::name_of;
use crate::request::Request;
use ox88::board::{CastlingNotation, Color, MoveKind, Position};
use ox88::game::Game;
use ox88::movegen::Move;
use ox88::perft::published_counts;
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

#[derive(Serialize)]
struct Description {
    fen: String,
    start: String,
    turn: &'static str,
    check: bool,
    /// `checkmate`, `stalemate` or nothing.
    end: Option<&'static str>,
    name: Option<&'static str>,
    /// What the FEN needed to become valid.
    repairs: Vec<String>,
    played: Vec<Named>,
    moves: Vec<Legal>,
    /// The published counts, from depth 1 on.
    published: Vec<String>,
}

/// A move in both notations.
#[derive(Serialize)]
struct Named {
    uci: String,
    san: String,
}

#[derive(Serialize)]
struct Legal {
    uci: String,
    san: String,
    from: String,
    to: String,
    /// The square of the rook, if the move is castling: the king may be put there, too.
    rook: Option<String>,
    promotion: Option<char>,
    capture: bool,
}

/// Describes a position, as JSON.
///
/// # Errors
///
/// Says what is wrong with the FEN or a move.
#[wasm_bindgen]
pub fn describe(request: &Request) -> Result<String, String> {
    let (game, repairs) = request.game()?;
    let position = game.position();
    let castling = request.castling();
    let moves: Vec<Legal> = position
        .legal_moves_with_san()
        .into_iter()
        .map(|(mv, san)| legal(position, mv, san, castling))
        .collect();
    let check = position.is_in_check();
    let end = match (moves.is_empty(), check) {
        (true, true) => Some("checkmate"),
        (true, false) => Some("stalemate"),
        _ => None,
    };
    let description = Description {
        fen: position.to_fen(),
        start: game.start().to_fen(),
        turn: match position.side_to_move() {
            Color::White => "w",
            Color::Black => "b",
        },
        check,
        end,
        name: name_of(position),
        repairs: repairs.iter().map(ToString::to_string).collect(),
        played: named(game.start(), game.moves(), castling),
        moves,
        published: published_counts(position)
            .iter()
            .map(ToString::to_string)
            .collect(),
    };
    serde_json::to_string(&description).map_err(|error| error.to_string())
}

fn legal(position: &Position, mv: Move, san: String, castling: CastlingNotation) -> Legal {
    let (from, to) = mv.uci(castling).squares();
    Legal {
        uci: mv.uci(castling).to_string(),
        san,
        from: from.to_string(),
        to: to.to_string(),
        rook: (mv.kind() == MoveKind::Castle).then(|| mv.to().to_string()),
        promotion: mv
            .promotion()
            .map(|kind| kind.letter().to_ascii_lowercase()),
        capture: mv.kind() == MoveKind::EnPassant || position.captured(mv).is_some(),
    }
}

/// Moves played from a position, in both notations.
fn named(start: &Position, moves: &[Move], castling: CastlingNotation) -> Vec<Named> {
    let mut game = Game::new(start.clone());
    let mut named = Vec::with_capacity(moves.len());
    for &mv in moves {
        named.push(Named {
            uci: mv.uci(castling).to_string(),
            san: game.position().san(mv).unwrap_or_default(),
        });
        game.make(mv);
    }
    named
}

/// A line of moves in algebraic notation.
pub(crate) fn algebraic(start: &Position, moves: &[Move]) -> Vec<String> {
    let named = named(start, moves, CastlingNotation::Standard);
    named.into_iter().map(|mv| mv.san).collect()
}
