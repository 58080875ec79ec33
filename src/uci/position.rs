//! Reading `position`: which words are the FEN and which are moves. Whether
//! they make sense on a board is for the worker to say.

use super::command::Refusal;
use crate::text::Quoted;
use crate::worker::PositionRequest;

/// Reads the words after `position`.
///
/// # Errors
///
/// If neither `startpos` nor `fen` follows, or something else than moves
/// follows `startpos`.
pub(super) fn read(words: &[&str]) -> Result<PositionRequest, Refusal> {
    let moves_at = words.iter().position(|word| *word == "moves");
    let (base, moves) = match moves_at {
        Some(index) => (&words[..index], &words[index + 1..]),
        None => (words, &[][..]),
    };
    let fen = match base {
        ["startpos"] => None,
        ["startpos", word, ..] => {
            return refuse(format!("{} after 'startpos', expected moves", Quoted(word)));
        }
        ["fen"] => return refuse("nothing after 'position fen', expected a FEN".to_owned()),
        ["fen", fields @ ..] => Some(fields.join(" ")),
        [word, ..] => {
            let message = format!(
                "{} after 'position', expected startpos or fen",
                Quoted(word)
            );
            return refuse(message);
        }
        [] => {
            return refuse("nothing after 'position', expected startpos or fen".to_owned());
        }
    };
    let moves = moves.iter().map(ToString::to_string).collect();
    Ok(PositionRequest { fen, moves })
}

fn refuse(message: String) -> Result<PositionRequest, Refusal> {
    Err(Refusal::Position(message))
}
