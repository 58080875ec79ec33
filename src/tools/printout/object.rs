//! Reads JSON, and what the dictionaries, tuples and structs of many languages print,
//! which is almost JSON: moves with their counts, on one line or on many. It reads as
//! it goes, without waiting for the end, since a count may take long.

use super::Item;
use super::notation::{split_move, whole_move};
use super::number::{Number, split_number};
use super::row::{self, Row, Unread};
use super::total::Total;
use super::words::is_total;

/// The deepest nesting that is read.
const MAX_NESTING: usize = 64;
/// The most numbers of an object that are kept.
const MAX_NUMBERS: usize = 16;
/// The most bytes of a name or a text that are kept.
const MAX_TEXT: usize = 64;

const OPENING: [char; 3] = ['{', '[', '('];
const CLOSING: [char; 3] = ['}', ']', ')'];

/// The names of a value that is a move.
const MOVE_NAMES: [&str; 9] = [
    "move", "uci", "san", "lan", "mv", "rootmove", "name", "text", "notation",
];

/// An object, array or tuple that has begun.
#[derive(Debug, Default)]
struct Frame {
    mv: Option<String>,
    /// The squares, if they have names of their own.
    squares: [String; 3],
    /// The numbers beside the move, in order.
    numbers: Vec<u128>,
    /// The numbers with the name of a count.
    counts: Vec<u128>,
    depth: Option<u128>,
    /// What stands where a count may be, but cannot be read.
    unread: Option<NotWhole>,
}

/// A text that begins as a number does, but is not a whole one.
#[derive(Clone, PartialEq, Eq, Debug)]
struct NotWhole {
    text: String,
    is_quantity: bool,
}

/// A reader of objects.
#[derive(Debug, Default)]
pub(super) struct Objects {
    open: Vec<Frame>,
    /// How many objects have begun that are nested too deep.
    ignored: usize,
    /// The name of the next value.
    name: Option<String>,
    value: Option<Value>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Value {
    Number(u128),
    Text(String),
    NotWhole(NotWhole),
}

/// Returns whether an object begins on this line: after nothing, or after its name.
pub(super) fn begins(line: &str) -> bool {
    let is_name = |c: char| c.is_alphanumeric() || " _:=.&\"'".contains(c);
    let rest = line.trim_start_matches(is_name);
    let name = &line[..line.len() - rest.len()];
    let has_name = name.trim().is_empty() || name.trim_end().ends_with([':', '='])
        // `map[a2a3:380]`, `dict_items([...])`, `Divide { ... }`.
        || !name.contains(' ') && !name.contains(|c: char| c.is_ascii_digit())
        || rest.starts_with('{');
    match rest.chars().next() {
        Some('{') => has_name && rest.len() > 1 || rest.len() == 1,
        Some('[') => has_name,
        Some('(') => has_name && rest.starts_with("([") | rest.starts_with("({"),
        _ => false,
    }
}

impl Objects {
    /// Returns whether an object has begun and not ended.
    pub(super) fn is_open(&self) -> bool {
        !self.open.is_empty()
    }

    /// Returns whether the innermost object has named its move.
    pub(super) fn has_move(&self) -> bool {
        let innermost = self.open.last();
        innermost.is_some_and(|frame| frame.mv.is_some() || !frame.squares[0].is_empty())
    }

    /// Reads a line, and passes on what it says.
    pub(super) fn read(&mut self, line: &str, say: &mut dyn FnMut(Item)) {
        let mut rest = line.trim_start();
        while let Some(first) = rest.chars().next() {
            let after = &rest[first.len_utf8()..];
            rest = match first {
                '"' | '\'' | '`' => self.quoted(first, after, say),
                ':' | '=' => {
                    self.end_name();
                    after.trim_start_matches(['=', '>'])
                }
                ',' | ';' => {
                    self.end_value(say);
                    after
                }
                _ if OPENING.contains(&first) => {
                    self.begin();
                    after
                }
                _ if CLOSING.contains(&first) => {
                    self.end_value(say);
                    self.end(say);
                    after
                }
                _ => self.word(rest, after, say),
            };
            rest = rest.trim_start();
        }
        // A line that ends with a name waits for its value.
        if self.value.is_some() {
            self.end_value(say);
        }
    }

    /// Reads a text in quotes, whose first quote has been read.
    fn quoted<'a>(&mut self, quote: char, text: &'a str, say: &mut dyn FnMut(Item)) -> &'a str {
        let end = text.match_indices(quote).map(|(at, _)| at);
        let end = end
            .clone()
            .find(|&at| !text[..at].ends_with('\\'))
            .unwrap_or(text.len());
        let rest = text.get(end + 1..).unwrap_or_default();
        let inner = &text[..end];
        let is_name = rest.trim_start().starts_with([':', '=']);
        let found = match inner.len() <= MAX_TEXT && !is_name {
            true => row::read(inner),
            false => row::Line::default(),
        };
        if found.rows.is_empty() {
            self.set(match number(inner) {
                Some((value, "")) => value,
                _ => Value::Text(shortened(inner)),
            });
        }
        found.rows.into_iter().for_each(|row| say(Item::Row(row)));
        found.unread.map(Item::Unread).into_iter().for_each(say);
        rest
    }

    /// Reads a move, a number or a word without quotes.
    fn word<'a>(&mut self, rest: &'a str, after: &'a str, say: &mut dyn FnMut(Item)) -> &'a str {
        let (value, rest) = if let Some((mv, rest)) = split_move(rest) {
            (Value::Text(mv), rest)
        } else if let Some(number) = number(rest) {
            number
        } else if rest.starts_with(|c: char| c.is_alphabetic() || c == '_') {
            let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
            let (word, rest) = rest.split_at(end.unwrap_or(rest.len()));
            (Value::Text(shortened(word)), rest)
        } else {
            return after;
        };
        if self.value.is_some() {
            // Go's maps have only a blank between their entries.
            self.end_value(say);
        }
        self.set(value);
        rest
    }

    fn set(&mut self, value: Value) {
        self.value = Some(value);
    }

    fn end_name(&mut self) {
        self.name = match self.value.take() {
            Some(Value::Text(text)) => Some(text),
            Some(Value::Number(_) | Value::NotWhole(_)) | None => None,
        };
    }

    fn begin(&mut self) {
        // A word in front, as in `Divide {`, is the name of the type.
        self.value = None;
        let name = self.name.take();
        if self.open.len() >= MAX_NESTING {
            self.ignored += 1;
            return;
        }
        self.open.push(Frame {
            mv: name.and_then(|name| whole_move(&name)),
            ..Frame::default()
        });
    }

    /// Ends a value, and adds it to its object.
    fn end_value(&mut self, say: &mut dyn FnMut(Item)) {
        let name = self.name.take();
        let (Some(value), Some(frame)) = (self.value.take(), self.open.last_mut()) else {
            return;
        };
        let words = name.as_deref().map(words).unwrap_or_default();
        let is_named = |names: &[&str]| words.iter().any(|word| names.contains(&word.as_str()));
        match (name, value) {
            (Some(name), Value::Number(count)) => {
                if let Some(mv) = whole_move(&name) {
                    say(Item::Row(Row::new(mv, count)));
                } else if is_named(&["depth"]) {
                    frame.depth = Some(count);
                } else if words.iter().any(|word| is_total(word))
                    && !words.iter().any(|word| super::words::is_other(word))
                {
                    keep(&mut frame.counts, count);
                }
            }
            (Some(name), Value::NotWhole(unread)) => {
                if let Some(mv) = whole_move(&name) {
                    say(unread.of(mv));
                } else if words.iter().any(|word| is_total(word)) {
                    frame.unread = Some(unread);
                }
            }
            (None, Value::NotWhole(unread)) => frame.unread = Some(unread),
            (Some(_), Value::Text(text)) => {
                let part = ["from", "to", "promotion"];
                let part = part.iter().position(|part| is_named(&[part]));
                if let Some(square) = part.and_then(|part| frame.squares.get_mut(part)) {
                    *square = text;
                } else if is_named(&MOVE_NAMES)
                    && let Some(mv) = whole_move(&text)
                {
                    // Coordinates are clearer than a name.
                    if frame.mv.is_none() || is_named(&["uci"]) {
                        frame.mv = Some(mv);
                    }
                }
            }
            (None, Value::Number(number)) => keep(&mut frame.numbers, number),
            (None, Value::Text(text)) => {
                if let Some(mv) = whole_move(&text) {
                    frame.mv = Some(mv);
                    frame.numbers.clear();
                }
            }
        }
    }

    /// Ends an object.
    fn end(&mut self, say: &mut dyn FnMut(Item)) {
        if self.ignored > 0 {
            self.ignored -= 1;
            return;
        }
        let Some(frame) = self.open.pop() else {
            return;
        };
        let [from, to, promotion] = &frame.squares;
        let squares = whole_move(&format!("{from}{to}{promotion}"))
            .or_else(|| whole_move(&format!("{from}{to}")));
        let has_counts = !frame.counts.is_empty();
        let numbers = if has_counts {
            frame.counts
        } else {
            frame.numbers
        };
        let is_square = squares.is_some();
        match (frame.mv.or(squares), numbers.first()) {
            (Some(mv), Some(_)) => {
                let columns = numbers.into_iter().map(Some).collect();
                say(Item::Row(Row::with_columns(mv, columns)));
            }
            (Some(mv), None) => match (frame.unread, self.open.last_mut()) {
                (Some(unread), _) => say(unread.of(mv)),
                // The object around a move has its count.
                (None, Some(around)) if is_square && around.mv.is_none() => around.mv = Some(mv),
                (None, _) => {}
            },
            (None, Some(&leaves)) if has_counts => say(Item::Total(Total {
                leaves,
                spaced: None,
                depth: frame.depth,
                is_of_leaves: true,
            })),
            _ => {}
        }
    }
}

impl NotWhole {
    /// The count of this move, as it stands there.
    fn of(self, mv: String) -> Item {
        Item::Unread(Unread {
            text: format!("{mv}: {}", self.text),
            mv,
            is_quantity: self.is_quantity,
        })
    }
}

/// Splits a number off the start of a text. With a sign, it is no count.
fn number(text: &str) -> Option<(Value, &str)> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let (number, rest) = split_number(digits)?;
    let is_signed = digits.len() < text.len();
    let value = match number {
        Number::Whole(number) if !is_signed => Value::Number(number),
        number => Value::NotWhole(NotWhole {
            text: shortened(&text[..text.len() - rest.len()]),
            is_quantity: number == Number::Quantity,
        }),
    };
    Some((value, rest))
}

fn keep(numbers: &mut Vec<u128>, number: u128) {
    if numbers.len() < MAX_NUMBERS {
        numbers.push(number);
    }
}

fn shortened(text: &str) -> String {
    text.chars().take(MAX_TEXT).collect()
}

/// The words of a name, in lower case: `leafNodes` and `leaf_nodes` are two.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut was_lower = false;
    for character in name.chars() {
        if !character.is_alphanumeric() || character.is_uppercase() && was_lower {
            words.push(String::new());
        }
        if character.is_alphanumeric()
            && let Some(word) = words.last_mut()
        {
            word.extend(character.to_lowercase());
        }
        was_lower = character.is_lowercase();
    }
    words
}
