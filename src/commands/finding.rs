//! How the commands that find faults print them: the missing and extra moves, the wrong
//! counts, and the rules.

use crate::board::CastlingNotation;
use crate::movegen::Move;
use crate::text::Quoted;
use crate::tools::diagnosis::Diagnosis;
use crate::tools::differences::Differences;
use std::fmt::Write;

/// The most moves of a list that are printed. The rest are only counted.
const MOVES_LISTED: usize = 32;

/// The lines `Missing:`, `Extra:`, `Count:`, `Rule:` and `or:`.
pub(super) fn lines(
    differences: &Differences,
    diagnoses: &[Diagnosis],
    castling: CastlingNotation,
) -> String {
    let Differences {
        missing,
        extra,
        counts,
    } = differences;
    let mut text = String::new();
    if !missing.is_empty() {
        let _ = writeln!(text, "Missing:{}", moves(missing, castling));
    }
    if !extra.is_empty() {
        // The other program may print a text of any length.
        let extra = extra.iter().map(|text| match text.len() < 8 {
            true if text.is_ascii() => text.clone(),
            _ => Quoted(text).to_string(),
        });
        let _ = writeln!(text, "Extra:{}", listed(extra));
    }
    for (mv, right, other) in counts.iter().take(MOVES_LISTED) {
        let mv = mv.uci(castling);
        let _ = writeln!(text, "Count: {mv}: {other}, right is {right}");
    }
    for (number, diagnosis) in diagnoses.iter().enumerate() {
        let name = if number == 0 { "Rule" } else { "or" };
        let _ = writeln!(text, "{name}: {diagnosis}");
    }
    text
}

/// Moves, each after a space.
pub(super) fn moves(moves: &[Move], castling: CastlingNotation) -> String {
    listed(moves.iter().map(|mv| mv.uci(castling).to_string()))
}

fn listed(mut moves: impl ExactSizeIterator<Item = String>) -> String {
    let mut text = String::new();
    for mv in moves.by_ref().take(MOVES_LISTED) {
        text.push(' ');
        text += &mv;
    }
    if moves.len() > 0 {
        let _ = write!(text, " and {} more", moves.len());
    }
    text
}
