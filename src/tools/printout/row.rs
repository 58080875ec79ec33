//! Reads a line with a move and its count, or with several of them: what may stand
//! before the move, between them, and behind the count.

use super::number::Number;
use super::tokens::{Token, tokens};
use super::total::{self, Total};
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
    /// How many of the columns that count joins.
    groups: usize,
}

/// What a line says about moves.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Line {
    /// The moves with their counts.
    pub(super) rows: Vec<Row>,
    /// The total behind a list on one line.
    pub(super) total: Option<Total>,
    /// A move whose count cannot be read.
    pub(super) unread: Option<Unread>,
}

/// A move or a total whose count cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Unread {
    /// The move, as [`split_move`] returns it, or an empty text for a total.
    pub(super) mv: String,
    /// Whether the number is a time or a share. If another line has the count of the
    /// move, this one only says more about it.
    pub(super) is_quantity: bool,
    /// The text.
    pub(super) text: String,
}

impl Row {
    /// A row with one number.
    pub(super) fn new(mv: String, count: u128) -> Row {
        Row::with_columns(mv, vec![Some(count)])
    }

    /// A row whose digits are not grouped by spaces.
    pub(super) fn with_columns(mv: String, columns: Vec<Option<u128>>) -> Row {
        Row {
            mv,
            columns,
            spaced: None,
            groups: 1,
        }
    }

    /// Returns whether nothing but one count stands behind the move, if spaces group
    /// its digits: `8 902` or `380`, but neither `0 380` nor `8902`.
    pub(super) fn is_spaced(&self) -> bool {
        let Some(count) = self.spaced.or_else(|| self.first()) else {
            return false;
        };
        let groups = count.to_string().len().div_ceil(3);
        let others = self.columns.get(groups..).unwrap_or_default();
        groups == self.groups && others.iter().all(Option::is_none)
    }

    /// The first number that may be the count.
    pub(super) fn first(&self) -> Option<u128> {
        self.columns.iter().copied().flatten().next()
    }
}

/// The most numbers of a row that are kept.
const MAX_COLUMNS: usize = 16;

/// The words that may stand before the move.
const LEADING_WORDS: [&str; 15] = [
    "after", "move", "mv", "root", "rootmove", "divide", "perft", "subtree", "branch", "nr", "no",
    "debug", "trace", "log", "info",
];

/// The words that may stand between the move and its count, besides those of a total.
const JOINING_WORDS: [&str; 11] = [
    "has", "have", "gives", "leads", "to", "with", "is", "moves", "n", "num", "of",
];

/// Reads a line: it has no row, or usually one.
pub(super) fn read(line: &str) -> Line {
    let tokens = tokens(line);
    let Some(first) = tokens
        .iter()
        .position(|(token, _)| matches!(token, Token::Move(_)))
    else {
        return Line::default();
    };
    let is_allowed = |token: &Token| match token {
        Token::Word(word) => is_one_of(word, &LEADING_WORDS),
        Token::Number(..) | Token::Sign(_) => true,
        Token::Move(_) => false,
    };
    if !tokens[..first].iter().all(|(token, _)| is_allowed(token)) {
        return Line::default();
    }
    let mut found = Line::default();
    let mut each_has_total = false;
    let mut rest = &tokens[first..];
    while let [(Token::Move(mv), _), after @ ..] = rest {
        let Some((mut row, total_at, remaining)) = read_row(mv, after) else {
            break;
        };
        // Only the last row of a list has a total behind it.
        let may_be_total = remaining.is_empty() && !found.rows.is_empty() && !each_has_total;
        each_has_total |= total_at.is_some();
        if let Some(at) = total_at.filter(|_| may_be_total)
            && let Some(&(Token::Word(word), _)) = after.get(at)
            && let Some(start) = line.rfind(word)
            && let Some(total) = total::read(&line[start..])
            && let Some((shorter, ..)) = read_row(mv, &after[..at])
        {
            found.total = Some(total);
            row = shorter;
        }
        found.rows.push(row);
        rest = remaining;
    }
    found.unread = unread(rest, line);
    // A sentence may go on with other moves, such as a line of play.
    if !rest.is_empty() && found.unread.is_none() {
        found.rows.truncate(1);
    }
    found
}

/// What cannot be read in the rest of a line: a move with a number behind it, but not
/// a line of play.
fn unread(rest: &[(Token, usize)], line: &str) -> Option<Unread> {
    let [(Token::Move(mv), _), after @ ..] = rest else {
        return None;
    };
    let is_value =
        |(token, _): &(Token, usize)| matches!(token, Token::Move(_) | Token::Number(..));
    let at = after.iter().position(is_value)?;
    let (Token::Number(number, _), _) = &after[at] else {
        return None;
    };
    // A score may be negative.
    let is_other_name =
        |(token, _): &(Token, usize)| matches!(token, Token::Word(word) if is_other_word(word));
    Some(Unread {
        mv: mv.clone(),
        is_quantity: *number != Number::Unreadable || after[..at].iter().any(is_other_name),
        text: line.to_owned(),
    })
}

/// A row, where the name of a second count begins behind its first one, and the tokens
/// that are left.
type RowRead<'t, 'a> = (Row, Option<usize>, &'t [(Token<'a>, usize)]);

/// Reads the numbers behind a move, up to the next move.
fn read_row<'t, 'a>(mv: &str, all: &'t [(Token<'a>, usize)]) -> Option<RowRead<'t, 'a>> {
    let mut mv = mv.to_owned();
    let mut tokens = all;
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
    let mut total_at = None;
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
                let has_count = columns.iter().any(|(column, _)| column.is_some());
                if has_count && total_at.is_none() && matches!(number, Number::Whole(_)) {
                    let named = name_before(&tokens[..at]);
                    total_at = named.map(|word| all.len() - tokens.len() + word);
                }
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
        spaced: spaced.map(|(count, _)| count),
        groups: spaced.map_or(1, |(_, groups)| groups),
    };
    row.first()?;
    Some((row, total_at, &tokens[at..]))
}

/// Where the words behind the last number begin, if one of them names a total.
fn name_before(tokens: &[(Token, usize)]) -> Option<usize> {
    let is_number = |token: &Token| matches!(token, Token::Number(..));
    let begin = tokens.iter().rposition(|(token, _)| is_number(token))? + 1;
    let name = &tokens[begin..];
    let is_total_name =
        |(token, _): &(Token, usize)| matches!(token, Token::Word(word) if is_total_word(word));
    let is_word = |(token, _): &(Token, usize)| matches!(token, Token::Word(_));
    let first = name.iter().position(is_word)?;
    name.iter().any(is_total_name).then_some(begin + first)
}

/// The number as a count, if the words before and behind it allow that.
fn count_of(number: Number, name: &[&str], after: &str) -> Option<u128> {
    let Number::Whole(value) = number else {
        return None;
    };
    let is_allowed = |word: &&str| {
        !is_other_word(word) && (is_total_word(word) || is_one_of(word, &JOINING_WORDS))
    };
    let is_other_unit = is_other_word(after);
    (name.iter().all(is_allowed) && !is_other_unit).then_some(value)
}

/// The number that these digits and the groups of three behind them make, and how many
/// groups it has.
fn spaced_number(digits: &str, rest: &[(Token, usize)]) -> Option<(u128, usize)> {
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let mut text = digits.to_owned();
    if !is_digits(digits) || digits.len() > 3 {
        return None;
    }
    let mut groups = 1;
    for token in rest {
        match token {
            (Token::Number(Number::Whole(_), group), 1) if group.len() == 3 && is_digits(group) => {
                text += group;
                groups += 1;
            }
            // In `600 123 ms`, the second number is a time.
            (Token::Word(word), _) if is_other_word(word) => return None,
            _ => break,
        }
    }
    let number = text.parse().ok().filter(|_| groups > 1)?;
    Some((number, groups))
}

fn is_one_of(word: &str, words: &[&str]) -> bool {
    words.iter().any(|other| word.eq_ignore_ascii_case(other))
}

fn is_total_word(word: &str) -> bool {
    is_total(&word.to_lowercase())
}

fn is_other_word(word: &str) -> bool {
    is_other(&word.to_lowercase())
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
