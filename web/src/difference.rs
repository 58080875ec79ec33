//! What is wrong with a divide that somebody pastes.

use crate::request::Request;
use ox88::board::{CastlingNotation, Square};
use ox88::control::Token;
use ox88::movegen::Move;
use ox88::perft::Settings;
use ox88::tools::pasted::{PastedResult, compare_pasted};
use ox88::tools::printout::{KNOWN_FORMS, Reader};
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

#[derive(Serialize, Default)]
struct Difference {
    /// `same`, `different` or `nothing`.
    result: &'static str,
    depth: u32,
    /// The right total.
    right: String,
    /// The other total.
    other: String,
    /// The printed total, if it is not the sum of the printed counts.
    wrong_total: Option<String>,
    total_only: bool,
    missing: Vec<Missing>,
    extra: Vec<Extra>,
    counts: Vec<WrongCount>,
    /// The rules, the likeliest first.
    rules: Vec<String>,
    /// The move below which the fault is, if only counts differ.
    next: Option<String>,
    /// Lines with a move, but without a count that can be read.
    unread: Vec<String>,
}

#[derive(Serialize)]
struct Missing {
    uci: String,
    from: String,
    to: String,
}

/// A move that is not legal, and its squares, if it has any.
#[derive(Serialize)]
struct Extra {
    text: String,
    from: Option<String>,
    to: Option<String>,
}

#[derive(Serialize)]
struct WrongCount {
    uci: String,
    from: String,
    to: String,
    right: String,
    other: String,
}

/// Compares a pasted divide with the right one, to depth `depth`, or 0 to find the depth.
/// The result is a JSON object.
///
/// # Errors
///
/// If the position is refused, the text has no counts, or it would take too long.
#[wasm_bindgen]
pub fn difference(request: &Request, text: &str, depth: u32) -> Result<String, String> {
    let (game, _) = request.game()?;
    let castling = request.castling();
    let mut reader = Reader::default();
    for line in text.lines() {
        reader.line(line);
    }
    let mut settings = Settings::default();
    let depth = Some(depth).filter(|&depth| depth > 0);
    let result = compare_pasted(&game, &reader, depth, &mut settings, &Token::never());
    let unread: Vec<String> = reader.unread().iter().map(ToString::to_string).collect();
    let difference = match result {
        PastedResult::Same { depth, total } => Difference {
            result: "same",
            depth,
            right: total.to_string(),
            other: total.to_string(),
            total_only: reader.counts().is_empty(),
            unread,
            ..Difference::default()
        },
        PastedResult::Different(found) => {
            let differences = &found.differences;
            Difference {
                result: "different",
                depth: found.depth,
                right: found.totals.0.to_string(),
                other: found.totals.1.to_string(),
                wrong_total: found.wrong_total.map(|total| total.to_string()),
                total_only: found.is_total_only,
                missing: (differences.missing.iter())
                    .map(|&mv| missing(mv, castling))
                    .collect(),
                extra: differences.extra.iter().map(|text| extra(text)).collect(),
                counts: (differences.counts.iter())
                    .map(|&(mv, right, other)| {
                        let Missing { uci, from, to } = missing(mv, castling);
                        WrongCount {
                            uci,
                            from,
                            to,
                            right: right.to_string(),
                            other: other.to_string(),
                        }
                    })
                    .collect(),
                rules: found.diagnoses.iter().map(ToString::to_string).collect(),
                next: found.next.map(|mv| mv.uci(castling).to_string()),
                unread,
            }
        }
        PastedResult::Nothing => {
            return Err(format!(
                "no counts found. Forms that are read: {}",
                KNOWN_FORMS.map(|form| format!("'{form}'")).join(", ")
            ));
        }
        PastedResult::TooDeep | PastedResult::Stopped => {
            return Err("too many leaves to find the depth: give it".to_owned());
        }
    };
    serde_json::to_string(&difference).map_err(|error| error.to_string())
}

fn missing(mv: Move, castling: CastlingNotation) -> Missing {
    let (from, to) = mv.uci(castling).squares();
    Missing {
        uci: mv.uci(castling).to_string(),
        from: from.to_string(),
        to: to.to_string(),
    }
}

fn extra(text: &str) -> Extra {
    let square = |start: usize| text.get(start..start + 2)?.parse::<Square>().ok();
    let squares = square(0).zip(square(2));
    Extra {
        text: text.to_owned(),
        from: squares.map(|(from, _)| from.to_string()),
        to: squares.map(|(_, to)| to.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    /// Six moves are legal here: the pawn must not capture en passant.
    #[test]
    fn a_wrong_divide_is_explained() {
        let request = Request::new("8/8/8/r2Pp2K/8/8/8/4k3 w - e6 0 1", "", false);
        let pasted = "d5d6: 1\nd5e6: 1\nh5g4: 1\nh5h4: 1\nh5g5: 1\nh5g6: 1\n";
        let found: Value = serde_json::from_str(&difference(&request, pasted, 0).unwrap()).unwrap();
        assert_eq!(found["result"], "different");
        assert_eq!(found["missing"][0]["uci"], "h5h6");
        assert_eq!(found["extra"][0]["text"], "d5e6");
        let rule = found["rules"][0].as_str().unwrap();
        assert!(
            rule.starts_with("en passant that uncovers a check"),
            "{rule}"
        );
    }

    #[test]
    fn a_text_without_counts_is_refused() {
        let request = Request::new("", "", false);
        assert!(
            difference(&request, "hello", 0)
                .unwrap_err()
                .contains("a2a3")
        );
        let right = difference(&request, "Nodes searched: 8902", 0).unwrap();
        assert!(right.contains("\"same\""), "{right}");
    }
}
