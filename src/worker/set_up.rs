//! Turning the text of `position` and `searchmoves` into positions and moves.
//! Everything is judged before anything is kept, so that nothing is half done.

use super::PositionRequest;
use crate::board::{CastlingNotation, Position, fen};
use crate::movegen::{self, Move};
use crate::text::Quoted;

/// The position asked for, and a warning if the FEN had to be repaired; or why
/// it is refused.
pub(super) fn set_up(
    request: &PositionRequest,
    castling: CastlingNotation,
) -> Result<(Position, Option<String>), String> {
    let (mut position, repairs) = match &request.fen {
        None => (Position::start(), Vec::new()),
        Some(text) => {
            let parsed = fen::parse(text, castling)
                .map_err(|error| format!("{error}, in position fen {}", Quoted(text)))?;
            (parsed.position, parsed.repairs)
        }
    };
    let warning = (!repairs.is_empty()).then(|| {
        let repairs: Vec<String> = repairs.iter().map(ToString::to_string).collect();
        repairs.join("; ")
    });
    for (index, text) in request.moves.iter().enumerate() {
        let Some(mv) = movegen::parse_move(&position, text, castling) else {
            return Err(format!(
                "illegal move {} (move {} of 'position') in {}",
                Quoted(text),
                index + 1,
                position.to_fen()
            ));
        };
        let _ = position.make(mv);
    }
    Ok((position, warning))
}

/// The moves of `searchmoves`, or why they cannot be searched.
pub(super) fn search_moves(
    position: &Position,
    texts: &[String],
    castling: CastlingNotation,
) -> Result<Vec<Move>, String> {
    texts
        .iter()
        .map(|text| {
            movegen::parse_move(position, text, castling).ok_or_else(|| {
                format!(
                    "illegal move {} in searchmoves in {}",
                    Quoted(text),
                    position.to_fen()
                )
            })
        })
        .collect()
}
