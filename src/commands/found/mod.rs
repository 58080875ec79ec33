//! What `compare` and `check` find, as text: where counts differ and why, and how
//! a program failed to answer. As JSON, it is in `json`.

pub(super) mod json;

use crate::board::CastlingNotation;
use crate::movegen::Move;
use crate::text::{Quoted, number_of};
use crate::tools::compare::{Disagreement, Fault, FaultKind, Manner};
use crate::tools::diagnosis::Diagnosis;
use crate::tools::differences::Differences;
use crate::tools::printout::KNOWN_FORMS;
use std::fmt::Write;

/// What to do with a program that does not speak UCI.
const TEMPLATES: &str = "if it does not speak UCI, say how to ask it, for example: \
                         ask \"perft {depth}\" position \"setboard {fen}\"\n";

/// The most moves of a list that are printed. The rest are only counted.
const MOVES_LISTED: usize = 32;

/// The text of a difference. Castling moves are written in this notation.
pub(super) fn disagreement_text(found: &Disagreement, castling: CastlingNotation) -> String {
    let Disagreement {
        depth,
        totals: (right, other),
        game,
        differences,
        moves,
        diagnoses,
    } = found;
    let mut text = format!("difference at depth {depth}: {other}, right is {right}\n\n");
    let _ = writeln!(text, "Root: {}", game.start());
    let _ = writeln!(text, "Moves:{}", moves_text(game.moves(), castling));
    let position = game.position();
    let diagram = position.diagram();
    let _ = writeln!(text, "Fen: {position}\n\n{diagram}\n");
    text += &lines(differences, *moves, diagnoses, castling);
    text
}

/// The lines `Missing:`, `Extra:`, `Count:`, `Rule:` and `or:`. `moves` are the right
/// number of moves and another, if only those are known.
pub(super) fn lines(
    differences: &Differences,
    moves: Option<(u128, u128)>,
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
        let _ = writeln!(text, "Missing:{}", moves_text(missing, castling));
    }
    if !extra.is_empty() {
        // The other program may print a text of any length.
        let extra = extra.iter().map(|text| match text.len() < 8 {
            true if text.is_ascii() => text.clone(),
            _ => Quoted(text).to_string(),
        });
        let _ = writeln!(text, "Extra:{}", listed(extra, MOVES_LISTED));
    }
    if let Some((right, other)) = moves {
        let _ = writeln!(
            text,
            "Count: {}, right is {right}",
            number_of(other, "move")
        );
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

/// The text of a failure of this program to answer.
pub(super) fn fault_text(program: &str, fault: &Fault) -> String {
    let mut text = format!("fault: {} {}\n", Quoted(program), fault.kind);
    let _ = writeln!(text, "asked: {}", fault.asked);
    if fault.last_lines.is_empty() {
        text += "it printed nothing\n";
    } else {
        text += "the last lines it printed:\n";
        for line in &fault.last_lines {
            let _ = writeln!(text, "    {}", Quoted(line));
        }
    }
    match fault.kind {
        FaultKind::Garbage => text += &known_forms(),
        FaultKind::NotUci => text += TEMPLATES,
        FaultKind::NoAnswer(_) if fault.asked == "uci" => text += TEMPLATES,
        _ => {}
    }
    text
}

/// How the program was asked, if that is not the usual way.
pub(super) fn asked_with(manner: &Manner) -> String {
    if manner.is_usual() {
        return String::new();
    }
    let mut text = format!("asked with: {manner}\n");
    if let Some(line) = manner.unread() {
        let _ = writeln!(text, "not read: {}", Quoted(line));
        text += &known_forms_line();
    }
    text
}

/// Examples of the forms that are read.
pub(super) fn known_forms() -> String {
    KNOWN_FORMS.map(|form| format!("'{form}'")).join(", ")
}

fn known_forms_line() -> String {
    format!("forms that are read: {}\n", known_forms())
}

/// Moves, each after a space.
pub(super) fn moves_text(moves: &[Move], castling: CastlingNotation) -> String {
    let moves = moves.iter().map(|mv| mv.uci(castling).to_string());
    listed(moves, MOVES_LISTED)
}

/// The first of these moves, each after a space, and the number of the others.
pub(super) fn listed(mut moves: impl ExactSizeIterator<Item = String>, most: usize) -> String {
    let mut text = String::new();
    for mv in moves.by_ref().take(most) {
        text.push(' ');
        text += &mv;
    }
    if moves.len() > 0 {
        let _ = write!(text, " and {} more", moves.len());
    }
    text
}
