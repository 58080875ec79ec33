//! What `compare`, `check` and `diff` find, as JSON. `docs/check.schema.json` describes
//! the fields.

use crate::board::CastlingNotation;
use crate::commands::json::count;
use crate::movegen::Move;
use crate::tools::compare::{Disagreement, Fault};
use crate::tools::diagnosis::Diagnosis;
use crate::tools::differences::Differences;
use serde_json::{Value, json};

/// A difference. Castling moves are written in this notation.
pub(in crate::commands) fn disagreement(found: &Disagreement, castling: CastlingNotation) -> Value {
    let game = &found.game;
    let (right, other) = found.totals;
    let mut object = json!({
        "kind": "difference",
        "root": game.start().to_fen(),
        "depth": found.depth,
        "found": count(other),
        "right": count(right),
        "moves": moves(game.moves(), castling),
        "fen": game.position().to_fen(),
    });
    add_differences(&mut object, &found.differences, &found.diagnoses, castling);
    object
}

/// Adds the moves and counts that differ, and the rules that explain them.
pub(in crate::commands) fn add_differences(
    object: &mut Value,
    differences: &Differences,
    diagnoses: &[Diagnosis],
    castling: CastlingNotation,
) {
    let counts = differences.counts.iter().map(|(mv, right, other)| {
        json!({
            "move": mv.uci(castling).to_string(),
            "found": count(*other),
            "right": count(*right),
        })
    });
    let rules = diagnoses.iter().map(|diagnosis| {
        json!({
            "rule": diagnosis.rule.words(),
            "reason": diagnosis.reason,
        })
    });
    object["missing"] = moves(&differences.missing, castling);
    object["extra"] = json!(differences.extra);
    object["counts"] = counts.collect();
    object["rules"] = rules.collect();
}

/// A failure of the other program to answer.
pub(in crate::commands) fn fault(fault: &Fault) -> Value {
    json!({
        "kind": "failure",
        "what": fault.kind.to_string(),
        "asked": fault.asked,
        "last_lines": fault.last_lines,
    })
}

/// Moves in coordinates.
pub(in crate::commands) fn moves(moves: &[Move], castling: CastlingNotation) -> Value {
    let moves = moves.iter().map(|mv| mv.uci(castling).to_string());
    moves.collect()
}
