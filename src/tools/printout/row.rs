//! Reads a line with a move and its count, or with several of them: what may stand
//! before the move, between them, and behind the count.

use super::notation::split_move;
use super::number::{Number, split_number};
use super::words::{is_other, is_total};

/// A move with the numbers that may be its count.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Row {
    /// The move, as [`split_move`] returns it.
    pub(super) mv: String,
    /// The numbers behind the move, in order: `None` for what cannot be a count.
    pub(super) columns: Vec<Option<u128>>,
    /// The count if a space groups its digits, as in `8 902`.
    pub(super) spaced: Option<u128>,
}

impl Row {
    /// A row with one number.
    pub(super) fn new(mv: String, count: u128) -> Row {
        Row {
            mv,
            columns: vec![Some(count)],
            spaced: None,
        }
    }

    /// The first number that may be the count.
    pub(super) fn first(&self) -> Option<u128> {
        self.columns.iter().copied().flatten().next()
    }
}

/// The most numbers of a row that are kept.
const MAX_COLUMNS: usize = 16;

/// The words that may stand before the move.
const LEADING_WORDS: [&str; 14] = [
    "move", "mv", "root", "rootmove", "divide", "perft", "subtree", "branch", "nr", "no", "debug",
    "trace", "log", "info",
];

/// The words that may stand between the move and its count, besides those of a total.
const JOINING_WORDS: [&str; 11] = [
    "has", "have", "gives", "leads", "to", "with", "is", "moves", "n", "num", "of",
];

#[derive(Clone, PartialEq, Debug)]
enum Token<'a> {
    Move(String),
    Number(Number, &'a str),
    Word(&'a str),
    Sign(char),
}

/// The rows of a line: none, or usually one.
pub(super) fn read(line: &str) -> Vec<Row> {
    let tokens = tokens(line);
    let Some(first) = tokens
        .iter()
        .position(|(token, _)| matches!(token, Token::Move(_)))
    else {
        return Vec::new();
    };
    let is_allowed = |token: &Token| match token {
        Token::Word(word) => is_one_of(word, &LEADING_WORDS),
        Token::Number(..) | Token::Sign(_) => true,
        Token::Move(_) => false,
    };
    if !tokens[..first].iter().all(|(token, _)| is_allowed(token)) {
        return Vec::new();
    }
    let mut rows = Vec::new();
    let mut rest = &tokens[first..];
    while let [(Token::Move(mv), _), after @ ..] = rest {
        let Some((row, remaining)) = read_row(mv, after) else {
            break;
        };
        rows.push(row);
        rest = remaining;
    }
    // A sentence may go on with other moves, such as a line of play.
    if rest.is_empty() {
        rows
    } else {
        rows.drain(..).take(1).collect()
    }
}

/// Returns whether a line names a move and a number, but is no row.
pub(super) fn is_like_a_row(line: &str) -> bool {
    let tokens = tokens(line);
    let starts = matches!(tokens.first(), Some((Token::Move(_), _)));
    starts
        && tokens
            .iter()
            .any(|(token, _)| matches!(token, Token::Number(..)))
}

/// Reads the numbers behind a move, up to the next move. Returns what is left.
fn read_row<'t, 'a>(
    mv: &str,
    mut tokens: &'t [(Token<'a>, usize)],
) -> Option<(Row, &'t [(Token<'a>, usize)])> {
    let mut mv = mv.to_owned();
    // The same move in a second notation.
    if let [
        (Token::Sign('(' | '[' | '|' | '/'), _),
        (Token::Move(_), _),
        ..,
    ] = tokens
    {
        tokens = &tokens[1..];
    }
    if let [(Token::Move(second), _), rest @ ..] = tokens
        && is_same_target(&mv, second)
    {
        if is_coordinates(second) {
            mv.clone_from(second);
        }
        tokens = rest;
    }
    let mut columns: Vec<(Option<u128>, bool)> = Vec::new();
    let mut spaced = None;
    let mut name: Vec<&str> = Vec::new();
    let mut at = 0;
    while let Some((token, gap)) = tokens.get(at) {
        match token {
            Token::Move(_) if columns.is_empty() => return None,
            Token::Move(_) => break,
            Token::Word(word) => name.push(word),
            Token::Sign(',' | ';' | '|' | '(' | ')' | '[' | ']') => name.clear(),
            Token::Sign(_) => {}
            Token::Number(Number::Unreadable, _) if columns.is_empty() => return None,
            Token::Number(number, digits) => {
                let after = match tokens.get(at + 1) {
                    Some((Token::Word(word), _)) => word,
                    _ => "",
                };
                let column = count_of(*number, &name, after);
                if columns.is_empty() && column.is_some() && *gap > 0 {
                    spaced = spaced_number(digits, &tokens[at + 1..]);
                }
                let is_named = name.iter().any(|word| is_total_word(word)) || is_total_word(after);
                if columns.len() < MAX_COLUMNS {
                    columns.push((column, is_named && column.is_some()));
                }
                name.clear();
            }
        }
        at += 1;
    }
    // If a number has the name of a count, the others are something else.
    let has_name = columns.iter().any(|(_, is_named)| *is_named);
    let columns: Vec<Option<u128>> = columns
        .into_iter()
        .map(|(column, is_named)| column.filter(|_| is_named || !has_name))
        .collect();
    let row = Row {
        mv,
        columns,
        spaced,
    };
    row.first()?;
    Some((row, &tokens[at..]))
}

/// The number as a count, if the words before and behind it allow that.
fn count_of(number: Number, name: &[&str], after: &str) -> Option<u128> {
    let Number::Whole(value) = number else {
        return None;
    };
    let is_allowed = |word: &&str| {
        !is_other(&word.to_lowercase()) && (is_total_word(word) || is_one_of(word, &JOINING_WORDS))
    };
    let is_other_unit = is_other(&after.to_lowercase());
    (name.iter().all(is_allowed) && !is_other_unit).then_some(value)
}

/// The number that these digits and the groups of three behind them make.
fn spaced_number(digits: &str, rest: &[(Token, usize)]) -> Option<u128> {
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let mut text = digits.to_owned();
    if !is_digits(digits) || digits.len() > 3 {
        return None;
    }
    for token in rest {
        match token {
            (Token::Number(Number::Whole(_), group), 1) if group.len() == 3 && is_digits(group) => {
                text += group;
            }
            _ => break,
        }
    }
    (text.len() > digits.len())
        .then(|| text.parse().ok())
        .flatten()
}

fn is_one_of(word: &str, words: &[&str]) -> bool {
    words.iter().any(|other| word.eq_ignore_ascii_case(other))
}

fn is_total_word(word: &str) -> bool {
    is_total(&word.to_lowercase())
}

fn is_coordinates(mv: &str) -> bool {
    let bytes = mv.as_bytes();
    bytes.len() >= 4 && bytes[1].is_ascii_digit() && bytes[3].is_ascii_digit()
}

/// Returns whether one of these texts is in coordinates, the other is not, and both
/// may mean the same move.
fn is_same_target(first: &str, second: &str) -> bool {
    if is_coordinates(first) == is_coordinates(second) {
        return false;
    }
    let (coordinates, other) = match is_coordinates(first) {
        true => (first, second),
        false => (second, first),
    };
    let target = coordinates.get(2..4).unwrap_or_default();
    other.starts_with("o-o") || other.contains(target)
}

/// The parts of a line, each with the number of blanks before it.
fn tokens(line: &str) -> Vec<(Token<'_>, usize)> {
    let mut tokens = Vec::new();
    let mut rest = line;
    loop {
        let trimmed = rest.trim_start();
        let gap = rest.len() - trimmed.len();
        rest = trimmed;
        let Some(first) = rest.chars().next() else {
            return tokens;
        };
        let before = rest;
        let token = if let Some((mv, after)) = split_move(rest) {
            rest = after;
            Token::Move(mv)
        } else if let Some((number, after)) = split_number(in_cell(rest, &tokens)) {
            rest = &rest[in_cell(rest, &tokens).len() - after.len()..];
            let digits = &before[..before.len() - rest.len()];
            Token::Number(sign_of(&tokens, gap).unwrap_or(number), digits)
        } else if first.is_alphanumeric() {
            let end = rest.find(|c: char| !c.is_alphanumeric());
            let (word, after) = rest.split_at(end.unwrap_or(rest.len()));
            rest = after;
            Token::Word(word)
        } else {
            rest = &rest[first.len_utf8()..];
            Token::Sign(first)
        };
        tokens.push((token, gap));
    }
}

/// The text in which a number may end. Where commas separate the cells of a line, as
/// in `a2a3,380,20`, they do not group digits.
fn in_cell<'a>(rest: &'a str, tokens: &[(Token, usize)]) -> &'a str {
    match tokens {
        [.., (Token::Move(_), _), (Token::Sign(','), 0)]
        | [.., (Token::Number(..), _), (Token::Sign(','), 0)] => {
            rest.split(',').next().unwrap_or_default()
        }
        _ => rest,
    }
}

/// What a number is if a sign stands right before it: nothing that can be read.
fn sign_of(tokens: &[(Token, usize)], gap: usize) -> Option<Number> {
    let is_minus = matches!(tokens.last(), Some((Token::Sign('-'), _)));
    let is_apart = match tokens {
        [.., (Token::Move(_), _), (_, blanks)] => *blanks == 0,
        _ => false,
    };
    (is_minus && gap == 0 && !is_apart).then_some(Number::Unreadable)
}
