//! What `compare` found, as text.

use crate::board::CastlingNotation;
use crate::movegen::Move;
use crate::text::{Quoted, number_of};
use crate::tools::compare::{Difference, Fault, Outcome, SuiteOutcome};
use crate::worker::{CompareReply, CompareResult};
use std::fmt::Write;

/// How many moves are listed before the rest is only counted.
const MOVES_LISTED: usize = 32;

/// The text of a whole reply.
pub(in crate::uci) fn text(reply: &CompareReply) -> String {
    match &reply.result {
        CompareResult::Position(outcome) => position(reply, outcome),
        CompareResult::Suite(outcome) => suite(reply, outcome),
    }
}

fn position(reply: &CompareReply, outcome: &Outcome) -> String {
    let CompareReply { program, depth, .. } = reply;
    match outcome {
        Outcome::Same(total) => format!("no difference to depth {depth}, {total} leaves\n"),
        Outcome::Different(difference) => self::difference(difference, reply.castling),
        Outcome::Failed(fault) => self::fault(program, fault),
        Outcome::Stopped => "info string compare stopped\n".to_owned(),
    }
}

fn suite(reply: &CompareReply, outcome: &SuiteOutcome) -> String {
    let mut text = String::new();
    for (line, found) in &outcome.found {
        let _ = write!(text, "line {line}: {}", position(reply, found));
        text.push('\n');
    }
    let SuiteOutcome {
        positions,
        broken,
        found,
        stopped,
    } = outcome;
    let positions = number_of(*positions, "position");
    if *stopped {
        let _ = writeln!(text, "info string compare stopped: {positions} compared");
        return text;
    }
    let _ = write!(text, "{positions} compared to depth {}, ", reply.depth);
    text += &match found.len() {
        0 => "no difference".to_owned(),
        1 => "1 fault".to_owned(),
        faults => format!("{faults} kinds of faults"),
    };
    if *broken > 0 {
        let _ = write!(text, ", {} could not be read", number_of(*broken, "line"));
    }
    text.push('\n');
    text
}

fn difference(difference: &Difference, castling: CastlingNotation) -> String {
    let Difference {
        depth,
        totals: (right, other),
        line,
        ..
    } = difference;
    let mut text = format!("difference at depth {depth}: {other}, right is {right}\n\n");
    let root = line.start.to_fen();
    let _ = writeln!(text, "Root: {root}");
    let _ = writeln!(text, "Moves:{}", spaced(&line.moves, castling));
    let _ = writeln!(
        text,
        "Fen: {}\n\n{}\n",
        line.position.to_fen(),
        line.position.diagram()
    );
    if !difference.missing.is_empty() {
        let _ = writeln!(text, "Missing:{}", spaced(&difference.missing, castling));
    }
    if !difference.extra.is_empty() {
        let _ = writeln!(
            text,
            "Extra:{}",
            listed(difference.extra.iter().map(|extra| {
                // What another program prints is not trusted to be short or plain.
                match extra.is_ascii() && extra.len() < 8 {
                    true => extra.clone(),
                    false => Quoted(extra).to_string(),
                }
            }))
        );
    }
    for (mv, right, other) in difference.counts.iter().take(MOVES_LISTED) {
        let mv = mv.uci(castling);
        let _ = writeln!(text, "Count: {mv}: {other}, right is {right}");
    }
    for (number, diagnosis) in difference.diagnoses.iter().enumerate() {
        let name = if number == 0 { "Rule" } else { "or" };
        let _ = writeln!(text, "{name}: {diagnosis}");
    }
    text
}

fn fault(program: &str, fault: &Fault) -> String {
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
    text
}

/// Moves with a space before each.
fn spaced(moves: &[Move], castling: CastlingNotation) -> String {
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
