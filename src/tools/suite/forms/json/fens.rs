//! Finds the FENs of JSON values.

use super::super::keys::{Key, plain};
use super::super::looks_like_fen;
use super::members::Member;
use serde_json::Value;
use std::collections::HashSet;

/// The arrays and objects of a value in which there are FENs. They are found once:
/// to look for FENs at each level would take too long in a value of many levels.
pub(super) struct Fens(HashSet<*const Value>);

impl Fens {
    pub(super) fn of(value: &Value) -> Fens {
        let mut fens = Fens(HashSet::new());
        fens.look(value);
        fens
    }

    /// Returns whether there is a FEN in a value.
    pub(super) fn are_in(&self, value: &Value) -> bool {
        is_fen(value) || self.0.contains(&std::ptr::from_ref(value))
    }

    fn look(&mut self, value: &Value) -> bool {
        let mut has_fen = false;
        match value {
            Value::Array(items) => {
                for item in items {
                    has_fen |= self.look(item);
                }
            }
            Value::Object(members) => {
                for (key, value) in members {
                    has_fen |= looks_like_fen(key) | self.look(value);
                }
            }
            _ => return is_fen(value),
        }
        if has_fen {
            self.0.insert(std::ptr::from_ref(value));
        }
        has_fen
    }
}

/// The members of an object with a FEN, or `None` if it has none. The FEN may be in
/// one of its members, as in `{"start": {"fen": FEN}, "depth": 1, "nodes": 20}`.
pub(super) fn with_fen<'v>(members: &[Member<'v>], fens: &Fens) -> Option<Vec<Member<'v>>> {
    let has_fen = |value: &Value| {
        let members = value.as_object().into_iter().flatten();
        members
            .into_iter()
            .any(|(key, value)| Key::read(key) == Key::Fen && is_fen(value))
    };
    let is_called_fen = |(key, _): &&Member| Key::read(key) == Key::Fen;
    if members
        .iter()
        .filter(is_called_fen)
        .any(|(_, value)| is_fen(value))
    {
        return Some(members.to_vec());
    }
    let is_own = |key: &str| {
        let kind = Key::read(key);
        matches!(kind, Key::Depth | Key::Count | Key::CountAt(_) | Key::Moves)
    };
    let has_counts = members.iter().any(|(key, _)| is_own(key));
    let mut holders = members
        .iter()
        .filter(|(key, value)| (has_counts || Key::read(key) == Key::Fen) && has_fen(value));
    if let (Some(&(name, Value::Object(inner))), None) = (holders.next(), holders.next()) {
        let own = members.iter().filter(|(key, _)| *key != name).copied();
        let inner = inner.iter().map(|(key, value)| (key.as_str(), value));
        return Some(inner.chain(own).collect());
    }
    // What is called a FEN, and is none.
    let has_other = members.iter().any(|(_, value)| fens.are_in(value));
    let is_sure = |key: &str| has_counts || plain(key).contains("fen");
    let has_scalar = members
        .iter()
        .filter(is_called_fen)
        .any(|(key, it)| is_sure(key) && !it.is_array() && !it.is_object());
    (has_scalar && !has_other && !members.iter().any(|(key, _)| looks_like_fen(key)))
        .then(|| members.to_vec())
}

/// Returns whether two texts are different FENs. One may have fewer fields.
pub(super) fn is_other_fen(text: &str, fen: &str) -> bool {
    looks_like_fen(text) && !text.starts_with(fen) && !fen.starts_with(text)
}

pub(super) fn is_fen(value: &Value) -> bool {
    value.as_str().is_some_and(looks_like_fen)
}

/// The first text of a member that is called so.
pub(super) fn text_of<'v>(members: &[Member<'v>], wanted: Key) -> Option<&'v str> {
    let mut named = members.iter().filter(|(key, _)| Key::read(key) == wanted);
    named.find_map(|(_, value)| value.as_str())
}
