//! Reads the legal moves that a JSON array lists, with the FEN after each.

use super::super::keys::{Key, plain};
use super::members::{has_number, number, shown};
use crate::text::Quoted;
use crate::tools::suite::record::ExpectedMove;
use serde_json::{Map, Value};

/// The names of a move, in letters only.
const NAMES: [&str; 5] = ["move", "san", "uci", "lan", "notation"];

/// Returns whether a member lists moves. One called `expected` may list counts, and
/// one called `moves` those that were played, if it is empty.
pub(super) fn is_list(key: &str, value: &Value) -> bool {
    let is_move = |value: &Value| match value {
        Value::String(_) => number(value).is_none(),
        Value::Object(members) => members.keys().any(|key| is_name(key)),
        _ => false,
    };
    let name = plain(key);
    let may_be = Key::read(key) == Key::Moves || name == "expected";
    let items = value.as_array().filter(|_| may_be);
    items.is_some_and(|it| it.iter().any(is_move) || (it.is_empty() && name != "moves"))
}

/// Reads a list.
///
/// # Errors
///
/// If an item is no move, or has something that is not understood.
pub(super) fn read(value: &Value) -> Result<Vec<ExpectedMove>, String> {
    let items = value.as_array().into_iter().flatten();
    items.map(item).collect()
}

fn item(value: &Value) -> Result<ExpectedMove, String> {
    let no_move = || {
        format!(
            "{} is no expected move, like {{\"move\": \"Nf3\"}}",
            shown(value)
        )
    };
    match value {
        Value::String(text) => Ok(ExpectedMove {
            text: text.clone(),
            fen: None,
        }),
        Value::Object(members) => object(members).ok_or_else(no_move)?,
        _ => Err(no_move()),
    }
}

/// Reads a move in an object. Returns `None` if it has none.
fn object(members: &Map<String, Value>) -> Option<Result<ExpectedMove, String>> {
    let mut names = members.iter().filter(|(key, _)| is_name(key));
    let text = names.find_map(|(_, value)| value.as_str())?.to_owned();
    let mut fen = None;
    for (key, value) in members {
        match (Key::read(key), value) {
            (Key::Fen, Value::String(after)) => fen = Some(after.clone()),
            (Key::Fen, _) => {
                let (value, text) = (shown(value), Quoted(&text).to_string());
                return Some(Err(format!("{value} after the move {text} is no FEN")));
            }
            (Key::Note | Key::Name, _) => {}
            _ if has_number(value) => {
                let (key, text) = (Quoted(key).to_string(), Quoted(&text).to_string());
                return Some(Err(format!("{key} of the move {text} is not understood")));
            }
            _ => {}
        }
    }
    Some(Ok(ExpectedMove { text, fen }))
}

fn is_name(key: &str) -> bool {
    NAMES.contains(&plain(key).as_str())
}
