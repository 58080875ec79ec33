//! Turning the text of `position` and `searchmoves` into positions and moves.
//! Everything is judged before anything is kept, so that nothing is half done.

use super::PositionRequest;
use crate::board::{CastlingNotation, Position, fen};
use crate::movegen::Move;
use crate::text::Quoted;
use crate::tools::compare::Line;

/// The position asked for, and a warning if the FEN had to be repaired; or why
/// it is refused.
pub(super) fn set_up(
    request: &PositionRequest,
    castling: CastlingNotation,
) -> Result<(Position, Option<String>), String> {
    let (mut position, warning) = set_up_start(request, castling)?;
    play(&mut position, &request.moves, castling, |_| {})?;
    Ok((position, warning))
}

/// As [`set_up`], with the moves, and the position from which they begin.
pub(super) fn set_up_line(
    request: &PositionRequest,
    castling: CastlingNotation,
) -> Result<(Line, Option<String>), String> {
    let (start, warning) = set_up_start(request, castling)?;
    let mut line = Line::new(start);
    let keep = |mv| line.moves.push(mv);
    play(&mut line.position, &request.moves, castling, keep)?;
    Ok((line, warning))
}

/// The position before any move.
fn set_up_start(
    request: &PositionRequest,
    castling: CastlingNotation,
) -> Result<(Position, Option<String>), String> {
    let (position, repairs) = match &request.fen {
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
    Ok((position, warning))
}

/// Makes the moves; each that was made is given to `made`.
fn play(
    position: &mut Position,
    moves: &[String],
    castling: CastlingNotation,
    mut made: impl FnMut(Move),
) -> Result<(), String> {
    for (index, text) in moves.iter().enumerate() {
        let Some(mv) = position.parse_move(text, castling) else {
            return Err(format!(
                "illegal move {} (move {} of 'position') in {}",
                Quoted(text),
                index + 1,
                position.to_fen()
            ));
        };
        let _ = position.make(mv);
        made(mv);
    }
    Ok(())
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
            position.parse_move(text, castling).ok_or_else(|| {
                format!(
                    "illegal move {} in searchmoves in {}",
                    Quoted(text),
                    position.to_fen()
                )
            })
        })
        .collect()
}
