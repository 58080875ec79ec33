//! Reads positions from JSON values of any usual shape:
//!
//! - `{"fen": FEN, "depth": 2, "nodes": 400}`
//! - `{"fen": FEN, "results": …}`, also called `perft`, `nodes`, `depths` and the
//!   like, with `{"1": 20, "2": 400}`, `[20, 400]`, `[[1, 20], [2, 400]]` or
//!   `[{"depth": 1, "nodes": 20}]`
//! - `{FEN: …}` with the same, and `[FEN, 20, 400]`
//! - `{"start": {"fen": FEN}, "expected": [{"move": "Nf3", "fen": FEN}]}`
//!
//! They may be inside other arrays and objects. `members` reads what belongs to a
//! position, `moves` lists of moves, `fens` finds FENs, and `scan` lines.

mod fens;
mod members;
mod moves;
mod scan;

use super::super::record::Draft;
use super::keys::{Key, plain};
use super::{line, looks_like_fen};
use crate::control::Token;
use crate::text::Quoted;
use fens::{Fens, is_fen, is_other_fen, text_of, with_fen};
use members::{Member, Members, has_number, shown};
use scan::Scan;
use serde_json::{Map, Value};

/// A position, or what cannot be read as one, with its line.
type Item = Result<Draft, (u64, String)>;

/// Reads the positions of a JSON value. `number` is the line on which it begins.
/// After a stop, the rest is left out.
pub(in crate::tools::suite) fn read(number: u64, text: &str, stop: &Token) -> Vec<Item> {
    let value: Value = match serde_json::from_str(text) {
        Ok(value) => value,
        Err(error) => {
            // Its place is the one in the value, not in the file.
            let reason = error.to_string();
            let reason = reason.split(" at line ").next().unwrap_or_default();
            let line = number + (error.line() as u64).saturating_sub(1);
            return vec![Err((number, format!("no JSON ({reason} in line {line})")))];
        }
    };
    let mut scan = scan::scan(number, text, stop);
    let doubled = std::mem::take(&mut scan.doubled).into_iter();
    let doubled = doubled.map(|(line, name)| {
        let name = Quoted(&name);
        Err((
            line,
            format!("{name} stands twice in one object, expected it once"),
        ))
    });
    let mut reading = Reading {
        scan,
        fens: &Fens::of(&value),
        line: number,
        items: doubled.collect(),
        stray: None,
        stop,
    };
    reading.visit(&value, None, None);
    let has_position = !reading.items.is_empty();
    reading
        .items
        .extend(reading.stray.take().filter(|_| has_position).map(Err));
    if reading.items.is_empty() {
        reading.refuse("no position in this JSON value, expected a member like 'fen'".to_owned());
    }
    reading.items
}

struct Reading<'v> {
    scan: Scan,
    fens: &'v Fens,
    /// The line of the last position.
    line: u64,
    items: Vec<Item>,
    /// The first count that belongs to no position.
    stray: Option<(u64, String)>,
    stop: &'v Token,
}

impl<'v> Reading<'v> {
    /// Reads the positions of a value that has this name and is of this variant.
    fn visit(&mut self, value: &'v Value, name: Option<&str>, variant: Option<&str>) {
        match value {
            _ if self.stop.is_set() => {}
            Value::String(fen) if looks_like_fen(fen) => {
                let draft = self.draft(fen, name, variant);
                self.items.push(Ok(draft));
            }
            Value::Array(items) => self.array(items, variant),
            Value::Object(members) => self.object(members, name, variant),
            _ => {}
        }
    }

    fn array(&mut self, items: &'v [Value], variant: Option<&str>) {
        let mut fens = items.iter().enumerate().filter(|(_, item)| is_fen(item));
        let has_scalars = || {
            items
                .iter()
                .any(|item| !is_fen(item) && has_scalar_number(item))
        };
        match (fens.next(), fens.next()) {
            // A name, a FEN, and counts.
            (Some((index, Value::String(fen))), None) if items.len() > 1 => {
                let (names, counts) = items.split_at(index);
                let counts = counts.get(1..).unwrap_or_default();
                let name = names.first().and_then(Value::as_str);
                let mut draft = self.draft(fen, name, variant);
                if let Some(value) = names.iter().find(|it| has_number(it)) {
                    draft.refuse(format!("{} stands before the FEN", shown(value)));
                }
                self.position(draft, variant, |members| match counts {
                    [all] if all.is_array() || all.is_object() => members.all("the list", all),
                    _ => members.list(counts),
                });
            }
            (Some(_), Some(_)) if has_scalars() => {
                self.refuse("an array of several FENs and of numbers, expected one FEN".to_owned());
            }
            _ => items
                .iter()
                .for_each(|item| self.visit(item, None, variant)),
        }
    }

    fn object(
        &mut self,
        members: &'v Map<String, Value>,
        name: Option<&str>,
        variant: Option<&str>,
    ) {
        let members: Vec<Member> = members.iter().map(|(key, it)| (key.as_str(), it)).collect();
        let variant = text_of(&members, Key::Variant).or(variant);
        let Some(members) = with_fen(&members, self.fens) else {
            return self.others(&members, variant);
        };
        let variant = text_of(&members, Key::Variant).or(variant);
        let name = text_of(&members, Key::Name).or(name);
        let mut fens = members.iter().filter(|(key, _)| Key::read(key) == Key::Fen);
        let fen = fens
            .clone()
            .find_map(|(_, it)| it.as_str().filter(|it| looks_like_fen(it)));
        let Some(fen) = fen else {
            let fault = fens
                .next()
                .map(|(key, value)| format!("{} under {} is no FEN", shown(value), Quoted(key)));
            return self.refuse(fault.unwrap_or_default());
        };
        let mut draft = self.draft(fen, name, variant);
        let mut others = fens.filter_map(|(_, value)| value.as_str());
        if let Some(other) = others.find(|it| is_other_fen(it, fen)) {
            draft.refuse(format!("{} is a second FEN", Quoted(other)));
        }
        let members: Vec<Member> = members
            .into_iter()
            .filter(|(key, value)| {
                Key::read(key) != Key::Fen || value.is_array() || value.is_object()
            })
            .collect();
        self.position(draft, variant, |reading| reading.read(&members));
    }

    /// Reads what belongs to a position, and the positions in it.
    fn position(
        &mut self,
        draft: Draft,
        variant: Option<&str>,
        read: impl FnOnce(&mut Members<'v>),
    ) {
        let mut members = Members {
            draft,
            inside: Vec::new(),
            fens: self.fens,
        };
        read(&mut members);
        self.items.push(Ok(members.draft));
        for value in members.inside {
            self.visit(value, None, variant);
        }
    }

    /// Reads the positions of an object that is none.
    fn others(&mut self, members: &[Member<'v>], variant: Option<&str>) {
        for &(key, value) in members {
            if looks_like_fen(key) {
                let draft = self.draft(key, None, variant);
                self.position(draft, variant, |members| members.all(key, value));
            } else {
                self.visit(value, Some(key), variant);
            }
        }
        // Counts beside positions, not in them.
        let is_stray = |(key, value): &&Member| {
            let is_count = matches!(Key::read(key), Key::Count | Key::CountAt(_));
            // These count positions.
            let is_size = value.is_number() && matches!(plain(key).as_str(), "count" | "total");
            is_count && !is_size && !self.fens.are_in(value) && has_number(value)
        };
        if self.stray.is_none()
            && let Some((key, _)) = members.iter().find(is_stray)
        {
            let fault = format!("{} belongs to no position", Quoted(key));
            self.stray = Some((self.line, fault));
        }
    }

    fn refuse(&mut self, fault: String) {
        self.items.push(Err((self.line, fault)));
    }

    fn draft(&mut self, fen: &str, name: Option<&str>, variant: Option<&str>) -> Draft {
        let lines = self.scan.fens.get_mut(fen);
        if let Some(line) = lines.and_then(std::collections::VecDeque::pop_front) {
            self.line = line;
        }
        let mut draft = line::read_value(self.line, fen);
        draft.name = name.map(str::to_owned).or(draft.name);
        draft.variant = variant.map(str::to_owned).or(draft.variant);
        draft
    }
}

fn has_scalar_number(value: &Value) -> bool {
    !value.is_array() && !value.is_object() && has_number(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(number: u64, text: &str) -> Result<Vec<Draft>, String> {
        let items = super::read(number, text, &Token::never()).into_iter();
        items.map(|item| item.map_err(|(_, fault)| fault)).collect()
    }

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
            r#"{"fen": "@", "results": [{"depth": 2, "nodes": 45, "split": {"e6e5": 9, "e6f6": 36}}]}"#,
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
        assert_eq!(drafts[2].moves.as_ref().map(Vec::len), Some(1));
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
            (r#"{"fen": "8/8 w", "depth": 128, "nodes": 4}"#, "'128'"),
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
