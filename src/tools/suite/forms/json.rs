//! Reads positions from JSON values of any usual shape:
//!
//! - `{"fen": FEN, "depth": 2, "nodes": 400}`
//! - `{"fen": FEN, "results": …}`, also called `perft`, `nodes`, `depths` and the
//!   like, with `{"1": 20, "2": 400}`, `[20, 400]`, `[[1, 20], [2, 400]]` or
//!   `[{"depth": 1, "nodes": 20}]`
//! - `{FEN: …}` with the same, and `[FEN, 20, 400]`
//! - `{"start": {"fen": FEN}, "expected": [{"move": "Nf3", "fen": FEN}]}`
//!
//! They may be inside other arrays and objects.

use super::super::record::{Draft, ExpectedMove};
use super::keys::Key;
use super::{Form, looks_like_fen};
use crate::text::{self, Quoted};
use serde_json::{Map, Value};

/// Reads the positions of a JSON value. `number` is the line on which it begins.
///
/// # Errors
///
/// If it is no JSON, or has no position.
pub(in crate::tools::suite) fn read(number: u64, text: &str) -> Result<Vec<Draft>, String> {
    let value: Value = serde_json::from_str(text).map_err(|error| {
        // Its place is the one in the value, not in the file.
        let reason = error.to_string();
        let reason = reason.split(" at line ").next().unwrap_or_default();
        let line = number + (error.line() as u64).saturating_sub(1);
        format!("no JSON ({reason} in line {line})")
    })?;
    let mut reading = Reading {
        text,
        has_escapes: text.contains("\\/"),
        offset: 0,
        line: number,
        drafts: Vec::new(),
    };
    reading.visit(&value, None, None);
    match reading.drafts.is_empty() {
        true => Err("no position in this JSON value, expected a member like 'fen'".to_owned()),
        false => Ok(reading.drafts),
    }
}

struct Reading<'a> {
    text: &'a str,
    /// Whether slashes are written as `\/`, as some programs do.
    has_escapes: bool,
    /// How much of the text precedes the next position, and its line.
    offset: usize,
    line: u64,
    drafts: Vec<Draft>,
}

impl Reading<'_> {
    /// Reads the positions of a value that has this name and is of this variant.
    fn visit(&mut self, value: &Value, name: Option<&str>, variant: Option<&str>) {
        match value {
            Value::Array(items) => match items.split_first() {
                Some((Value::String(fen), counts)) if looks_like_fen(fen) => {
                    let mut draft = self.draft(fen, name, variant);
                    add_list(counts, &mut draft);
                    self.drafts.push(draft);
                }
                _ => items
                    .iter()
                    .for_each(|item| self.visit(item, None, variant)),
            },
            Value::Object(members) => {
                let variant = text_of(members, Key::Variant).or(variant);
                match first_text(members, Key::Fen) {
                    Some(fen) => {
                        let name = first_text(members, Key::Name).or(name);
                        let mut draft = self.draft(fen, name, variant);
                        read_members(members, &mut draft);
                        self.drafts.push(draft);
                    }
                    None => self.visit_members(members, variant),
                }
            }
            _ => {}
        }
    }

    /// Reads the positions of an object that is none.
    fn visit_members(&mut self, members: &Map<String, Value>, variant: Option<&str>) {
        for (key, value) in members {
            if looks_like_fen(key) {
                let mut draft = self.draft(key, None, variant);
                add_counts(value, &mut draft);
                self.drafts.push(draft);
            } else {
                self.visit(value, Some(key), variant);
            }
        }
    }

    fn draft(&mut self, fen: &str, name: Option<&str>, variant: Option<&str>) -> Draft {
        let rest = self.text.get(self.offset..).unwrap_or_default();
        let mut found = rest.find(fen);
        if self.has_escapes {
            let escaped = rest.find(&fen.replace('/', "\\/"));
            found = found.into_iter().chain(escaped).min();
        }
        if let Some(before) = found.and_then(|index| rest.get(..index)) {
            self.line += before.matches('\n').count() as u64;
            self.offset += before.len() + 1;
        }
        Draft {
            number: self.line,
            form: Form::Fen,
            fen: fen.to_owned(),
            name: name.map(str::to_owned),
            variant: variant.map(str::to_owned),
            ..Draft::default()
        }
    }
}

/// The first text of a position that is called so, which may be in its member
/// `start`.
fn first_text(members: &Map<String, Value>, wanted: Key) -> Option<&str> {
    let start = members.get("start").and_then(Value::as_object);
    text_of(members, wanted).or_else(|| text_of(start?, wanted))
}

/// The first text that is called so.
fn text_of(members: &Map<String, Value>, wanted: Key) -> Option<&str> {
    let mut named = members.iter().filter(|(key, _)| Key::read(key) == wanted);
    named.find_map(|(_, value)| value.as_str())
}

/// Reads the counts and moves of an object with a position.
fn read_members(members: &Map<String, Value>, draft: &mut Draft) {
    if let Some(moves) = members.get("expected").and_then(expected_moves) {
        draft.form = Form::JsonMoves;
        draft.moves = Some(moves);
        return;
    }
    let mut depth = None;
    let mut counts = Vec::new();
    for (key, value) in members {
        match (Key::read(key), value) {
            (Key::Depth, _) => depth = Some(value),
            (Key::CountAt(depth), _) => add_count(u128::from(depth), value, draft),
            (Key::Count, Value::Array(_) | Value::Object(_)) => counts.push(value),
            (Key::Count, _) => {
                let depth = members.iter().find(|(key, _)| Key::read(key) == Key::Depth);
                if let Some((_, depth)) = depth {
                    add_pair(depth, value, draft);
                }
            }
            // Under any name, objects with a depth and a count are counts.
            (_, Value::Array(items)) if items.iter().any(has_depth) => counts.push(value),
            _ => {}
        }
    }
    for value in counts {
        match (value, depth) {
            (Value::Array(counts), Some(Value::Array(depths))) => {
                for (depth, count) in depths.iter().zip(counts) {
                    add_pair(depth, count, draft);
                }
            }
            _ => add_counts(value, draft),
        }
    }
}

/// Returns whether this is an object with a depth and a count.
fn has_depth(value: &Value) -> bool {
    let has = |wanted| {
        let members = value.as_object();
        members.is_some_and(|it| it.keys().any(|key| Key::read(key) == wanted))
    };
    has(Key::Depth) && has(Key::Count)
}

/// Adds the counts of a value that holds all of a position.
fn add_counts(value: &Value, draft: &mut Draft) {
    match value {
        Value::Array(items) if items.iter().all(Value::is_object) => {
            for members in items.iter().filter_map(Value::as_object) {
                read_members(members, draft);
            }
        }
        Value::Array(items) if items.iter().all(Value::is_array) => {
            for pair in items.iter().filter_map(Value::as_array) {
                match pair.as_slice() {
                    [depth, count] => add_pair(depth, count, draft),
                    _ => draft.refuse("a list in a list is no count, expected a pair".to_owned()),
                }
            }
        }
        Value::Array(items) => add_list(items, draft),
        Value::Object(members) => read_members(members, draft),
        _ => {}
    }
}

/// Adds counts without depths.
fn add_list(counts: &[Value], draft: &mut Draft) {
    for value in counts {
        draft.form = Form::Json;
        match number(value) {
            count @ Some(_) => draft.list.push(count),
            None if value.is_null() => draft.list.push(None),
            None => refuse(value, draft),
        }
    }
}

/// Adds a depth and its count.
fn add_pair(depth: &Value, count: &Value, draft: &mut Draft) {
    match number(depth) {
        Some(depth) => add_count(depth, count, draft),
        None => refuse(depth, draft),
    }
}

/// Adds a count, which may be in an object with other statistics.
fn add_count(depth: u128, value: &Value, draft: &mut Draft) {
    draft.form = Form::Json;
    if let Value::Object(members) = value {
        let mut counts = members
            .iter()
            .filter(|(key, _)| Key::read(key) == Key::Count);
        if let Some((_, count)) = counts.next().filter(|(_, count)| !count.is_object()) {
            add_count(depth, count, draft);
        }
        return;
    }
    match number(value) {
        Some(count) => draft.add(u32::try_from(depth).unwrap_or(u32::MAX), count),
        None if value.is_null() => {}
        None => refuse(value, draft),
    }
}

fn refuse(value: &Value, draft: &mut Draft) {
    let value = value.to_string();
    draft.refuse(format!("{} is no count, expected digits", Quoted(&value)));
}

/// A number of digits only, as a number or as a text.
fn number(value: &Value) -> Option<u128> {
    match value {
        Value::Number(number) => text::number(&number.to_string()),
        Value::String(digits) => text::number(digits),
        _ => None,
    }
}

/// The legal moves that an array lists, or `None` if it lists something else.
fn expected_moves(value: &Value) -> Option<Vec<ExpectedMove>> {
    let items = value.as_array()?.iter();
    items
        .map(|item| {
            let text = |key: &str| item.get(key)?.as_str();
            Some(ExpectedMove {
                text: item.as_str().or_else(|| text("move"))?.to_owned(),
                fen: text("fen").map(str::to_owned),
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const FEN: &str = "8/8/4k3/8/3Pp3/8/8/4K3 b - d3 0 1";

    fn read_one(text: &str) -> Draft {
        let text = text.replace('@', FEN);
        let mut drafts = read(1, &text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(drafts.len(), 1, "{text}");
        let draft = drafts.remove(0);
        assert_eq!((draft.fen.as_str(), &draft.fault), (FEN, &None), "{text}");
        draft
    }

    #[test]
    fn every_usual_shape_is_understood() {
        for text in [
            r#"{"fen": "@", "depth": 2, "nodes": 45}"#,
            r#"[{"nodes": "45", "FEN": "@", "Depth": 2}]"#,
            r#"{"fen": "@", "perft": {"2": 45}}"#,
            r#"{"FEN": "@", "Depths": {"2": "45"}}"#,
            r#"{"fen": "@", "results": [{"depth": 2, "nodes": 45, "split": {"e1e2": 9}}]}"#,
            r#"{"fen": "@", "tests": [{"depth": 2, "nodes": 45}]}"#,
            r#"{"fen": "@", "perft": [[2, 45]]}"#,
            r#"{"fen": "@", "depth": [2], "nodes": [45]}"#,
            r#"{"fen": "@", "depth2": 45}"#,
            r#"{"fen": "@", "nodes": {"2": {"nodes": 45, "captures": 1}}}"#,
            r#"{"@": {"2": 45}}"#,
            r#"{"positions": {"a": {"@": [{"depth": 2, "count": 45}]}}}"#,
        ] {
            assert_eq!(read_one(text).counts, [(2, 45)], "{text}");
        }
        for text in [
            r#"{"fen": "@", "perft": [9, 45]}"#,
            r#"{"@": [9, 45]}"#,
            r#"["@", 9, 45]"#,
            r#"{"name": "x", "tests": [["@", "9", 45]]}"#,
        ] {
            assert_eq!(read_one(text).list, [Some(9), Some(45)], "{text}");
        }
        let large = read_one(r#"{"fen": "@", "depth": 14, "nodes": 61885021521585529237}"#);
        assert_eq!(large.counts, [(14, 61_885_021_521_585_529_237)]);
    }

    #[test]
    fn moves_names_and_lines_are_kept() {
        let text = r#"{"variant": "chess960", "testCases": [
            {"start": {"fen": "8\/8 w"}, "expected": []},
            {"start": {"fen": "8/8 b", "description": "two"},
             "expected": [{"move": "Ke2", "fen": "8/8 w - -"}, {"move": "Kf2"}]},
            {"name": "three", "fen": "8/8 b", "moves": ["e2e4"]}]}"#;
        let drafts = read(10, text).unwrap();
        let lines: Vec<u64> = drafts.iter().map(|draft| draft.number).collect();
        assert_eq!(lines, [11, 12, 14]);
        assert_eq!((&drafts[0].name, &drafts[0].moves), (&None, &Some(vec![])));
        assert_eq!(drafts[1].name.as_deref(), Some("two"));
        let moves = drafts[1].moves.as_deref().unwrap();
        assert_eq!(moves[0].text, "Ke2");
        assert_eq!(moves[0].fen.as_deref(), Some("8/8 w - -"));
        assert_eq!(moves[1].fen, None);
        assert_eq!(drafts[2].name.as_deref(), Some("three"));
        assert_eq!((&drafts[2].moves, drafts[2].form), (&None, Form::Fen));
        assert!(
            drafts
                .iter()
                .all(|it| it.variant.as_deref() == Some("chess960"))
        );
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        for (text, named) in [
            (r#"{"fen": "8/8 w", "depth": 2, "nodes": 4.5}"#, "'4.5'"),
            (r#"{"fen": "8/8 w", "depth": "x", "nodes": 4}"#, "x"),
            (r#"{"fen": "8/8 w", "depth": 128, "nodes": 4}"#, "'D128'"),
            (r#"{"fen": "8/8 w", "perft": {"1": "many"}}"#, "many"),
        ] {
            let fault = read(1, text).unwrap()[0].fault.clone().unwrap_or_default();
            assert!(fault.contains(named), "{text}: {fault}");
        }
        for text in ["{", "[1 2]", "{}", r#"{"a": 1}"#, "x"] {
            assert!(read(1, text).is_err(), "{text}");
        }
    }
}
