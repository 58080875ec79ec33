//! Reads the counts and moves of a JSON object with a position. A number whose
//! meaning is not known is a fault, so that no count is passed over.

use super::super::keys::{Key, is_numeric, plain};
use super::super::{Form, counts};
use super::fens::Fens;
use super::moves;
use crate::text::{self, Quoted};
use crate::tools::suite::record::Draft;
use serde_json::Value;

/// A member of an object.
pub(super) type Member<'v> = (&'v str, &'v Value);

/// What reads the members of a position.
pub(super) struct Members<'v> {
    pub(super) draft: Draft,
    /// The values in which there are other positions.
    pub(super) inside: Vec<&'v Value>,
    pub(super) fens: &'v Fens,
}

/// The depth of an object.
#[derive(Clone, Copy)]
enum Depth<'v> {
    None,
    One(&'v Value),
    /// One for each count, with the name of the list.
    List(&'v str, &'v [Value]),
}

impl<'v> Members<'v> {
    /// Reads the members of an object with a position, or of one in its counts.
    pub(super) fn read(&mut self, members: &[Member<'v>]) {
        let depth = self.depth(members);
        for &(key, value) in members {
            match Key::read(key) {
                Key::Name | Key::Variant | Key::Note => {}
                Key::Depth | Key::Ply if is_scalar(value) => {}
                _ if matches!(depth, Depth::List(name, _) if name == key) => {}
                Key::CountAt(depth) => self.count(u128::from(depth), value),
                Key::Moves | Key::Count if moves::is_list(key, value) => {
                    self.draft.form = Form::JsonMoves;
                    match moves::read(value) {
                        Ok(_) if self.draft.moves.is_some() => {
                            let fault = format!("{} is a second list of moves", Quoted(key));
                            self.draft.refuse(fault);
                        }
                        Ok(moves) => self.draft.moves = Some(moves),
                        Err(fault) => self.draft.refuse(fault),
                    }
                }
                Key::Moves if is_unread(value) || self.fens.are_in(value) => {
                    self.draft.refuse(not_understood(key))
                }
                Key::Count if plain(key) == "expected" && self.fens.are_in(value) => {
                    self.draft.refuse(not_understood(key));
                }
                Key::Count | Key::Result | Key::Depth if !self.fens.are_in(value) => {
                    self.counts(key, value, depth);
                }
                _ if self.fens.are_in(value) && !is_scalar(value) => self.inside.push(value),
                // Under any name, objects with a depth and a count are counts.
                _ if value.as_array().is_some_and(|it| it.iter().any(has_depth)) => {
                    self.all(key, value);
                }
                _ if is_split(key, value) => self.split(key, value, members),
                _ if has_number(value) => self.draft.refuse(not_understood(key)),
                _ => {}
            }
        }
    }

    /// The depth that belongs to the counts of an object.
    fn depth(&mut self, members: &[Member<'v>]) -> Depth<'v> {
        let named = |wanted: Key| {
            members
                .iter()
                .filter(move |(key, _)| Key::read(key) == wanted)
        };
        let mut depths = named(Key::Depth).filter(|(_, value)| is_scalar(value));
        if let Some((_, depth)) = depths.next() {
            if let Some((key, _)) = depths.find(|(_, other)| number(other) != number(depth)) {
                self.draft
                    .refuse(format!("{} is a second depth", Quoted(key)));
            }
            return Depth::One(depth);
        }
        let lists = members.iter().filter(|(_, value)| is_scalars(value));
        let depths = lists
            .clone()
            .find(|(key, _)| Key::read(key) == Key::Depth || plain(key) == "depths");
        if let Some(&(name, Value::Array(depths))) = depths
            && lists
                .clone()
                .any(|(key, _)| *key != name && Key::read(key) == Key::Count)
        {
            return Depth::List(name, depths);
        }
        let mut plies = named(Key::Ply).filter(|(_, value)| is_scalar(value));
        plies.next().map_or(Depth::None, |(_, ply)| Depth::One(ply))
    }

    /// Adds the counts of a member that is called like counts.
    fn counts(&mut self, key: &str, value: &'v Value, depth: Depth<'v>) {
        match (value, depth) {
            (Value::Null | Value::Bool(_), _) => {}
            (Value::String(text), _) if Key::read(key) == Key::Result && !is_numeric(text) => {}
            (Value::Array(counts), Depth::List(_, depths)) if is_scalars(value) => {
                if depths.len() != counts.len() {
                    let lengths = format!("{} depths and {} counts", depths.len(), counts.len());
                    self.draft.refuse(format!("{} has {lengths}", Quoted(key)));
                }
                for (depth, count) in depths.iter().zip(counts) {
                    self.pair(depth, count);
                }
            }
            (Value::Array(counts), Depth::One(depth)) if is_scalars(value) => {
                match (counts.as_slice(), number(depth)) {
                    ([count], _) => self.pair(depth, count),
                    (_, Some(last)) if last == counts.len() as u128 => self.list(counts),
                    _ => self.draft.refuse(format!(
                        "{} has {} counts, expected one for the depth {depth}, or one for each",
                        Quoted(key),
                        counts.len()
                    )),
                }
            }
            (Value::Array(_) | Value::Object(_), _) => self.all(key, value),
            (_, Depth::One(depth)) => self.pair(depth, value),
            (_, Depth::None | Depth::List(..)) => self.draft.refuse(format!(
                "{} under {} is a count without a depth",
                shown(value),
                Quoted(key)
            )),
        }
    }

    /// Adds the counts of a value that holds all of a position.
    pub(super) fn all(&mut self, key: &str, value: &'v Value) {
        match value {
            Value::Array(items) if items.iter().all(Value::is_object) => {
                for members in items.iter().filter_map(Value::as_object) {
                    let members: Vec<_> =
                        members.iter().map(|(key, it)| (key.as_str(), it)).collect();
                    self.read(&members);
                }
            }
            Value::Array(items) if items.iter().all(Value::is_array) => {
                for pair in items.iter().filter_map(Value::as_array) {
                    match pair.as_slice() {
                        [depth, count] => self.pair(depth, count),
                        _ => self.draft.refuse(format!(
                            "a list in {} is no count, expected a pair",
                            Quoted(key)
                        )),
                    }
                }
            }
            Value::Array(items) => self.list(items),
            Value::Object(members) => {
                let members: Vec<_> = members.iter().map(|(key, it)| (key.as_str(), it)).collect();
                self.read(&members);
            }
            _ if has_number(value) => self.draft.refuse(format!(
                "{} under {} is a count without a depth",
                shown(value),
                Quoted(key)
            )),
            _ => {}
        }
    }

    /// Adds counts without depths.
    pub(super) fn list(&mut self, counts: &[Value]) {
        for value in counts {
            self.draft.form = Form::Json;
            match number(value) {
                count @ Some(_) => self.draft.list.push(count),
                None if value.is_null() => self.draft.list.push(None),
                None => self.refuse(value),
            }
        }
    }

    fn pair(&mut self, depth: &Value, count: &'v Value) {
        match number(depth) {
            Some(depth) => self.count(depth, count),
            None => self.refuse(depth),
        }
    }

    /// Adds a count, which may be in an object with other statistics.
    fn count(&mut self, depth: u128, value: &'v Value) {
        self.draft.form = Form::Json;
        if let Value::Object(members) = value {
            let mut has_count = false;
            for (key, value) in members {
                let is_count = matches!(Key::read(key), Key::Count | Key::Result);
                match (is_count && is_scalar(value), Key::read(key)) {
                    (true, _) => {
                        has_count = true;
                        self.count(depth, value);
                    }
                    (_, Key::Note | Key::Name) => {}
                    _ if has_number(value) => self.draft.refuse(not_understood(key)),
                    _ => {}
                }
            }
            if !has_count {
                self.draft.refuse(format!(
                    "the object for depth {depth} has no count like 'nodes'"
                ));
            }
            return;
        }
        match number(value) {
            Some(count) => self.draft.add(depth, count),
            None if value.is_null() => {}
            None => self.refuse(value),
        }
    }

    /// Checks the counts of single moves: their sum is the count beside them.
    fn split(&mut self, key: &str, split: &Value, members: &[Member]) {
        let counts = members
            .iter()
            .filter(|(key, _)| Key::read(key) == Key::Count);
        let counts: Vec<u128> = counts.filter_map(|(_, value)| number(value)).collect();
        let parts = split.as_object().into_iter().flat_map(|it| it.values());
        let sum = parts
            .map(number)
            .try_fold(0_u128, |sum, part| sum.checked_add(part?));
        match (sum, counts.as_slice()) {
            (Some(sum), [count, ..]) if sum == *count => {}
            (Some(sum), [count, ..]) => self.draft.refuse(format!(
                "the counts under {} add up to {sum}, not to {count}",
                Quoted(key)
            )),
            _ => self.draft.refuse(not_understood(key)),
        }
    }

    fn refuse(&mut self, value: &Value) {
        let fault = format!("{} is no count, expected digits", shown(value));
        self.draft.refuse(fault);
    }
}

fn not_understood(key: &str) -> String {
    format!(
        "{} is not understood, expected counts under a name like 'nodes'",
        Quoted(key)
    )
}

pub(super) fn shown(value: &Value) -> String {
    Quoted(&value.to_string()).to_string()
}

/// Returns whether moves are listed in a way that is not known.
fn is_unread(value: &Value) -> bool {
    value.is_object() || has_number(value)
}

/// Returns whether this is an object with a depth and a count.
fn has_depth(value: &Value) -> bool {
    let has = |wanted: &[Key]| {
        let members = value.as_object();
        members.is_some_and(|it| it.keys().any(|key| wanted.contains(&Key::read(key))))
    };
    has(&[Key::Depth, Key::Ply]) && has(&[Key::Count])
}

/// Returns whether a member has the counts of single moves.
fn is_split(key: &str, value: &Value) -> bool {
    value.is_object() && matches!(plain(key).as_str(), "split" | "divide")
}

fn is_scalar(value: &Value) -> bool {
    !(value.is_array() || value.is_object())
}

/// Returns whether this is an array without arrays and objects.
fn is_scalars(value: &Value) -> bool {
    value
        .as_array()
        .is_some_and(|items| items.iter().all(is_scalar))
}

/// Returns whether there is a number in a value that may be meant as a count.
pub(super) fn has_number(value: &Value) -> bool {
    match value {
        Value::Number(_) => true,
        Value::String(text) => counts::may_be(text),
        Value::Array(items) => items.iter().any(has_number),
        Value::Object(members) => members
            .iter()
            .any(|(key, value)| Key::read(key) != Key::Note && has_number(value)),
        Value::Null | Value::Bool(_) => false,
    }
}

/// A number of digits only, as a number or as a text.
pub(super) fn number(value: &Value) -> Option<u128> {
    match value {
        Value::Number(number) => text::number(&number.to_string()),
        Value::String(digits) => text::number(digits),
        _ => None,
    }
}
