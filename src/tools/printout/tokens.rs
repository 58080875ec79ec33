//! Splits a line into moves, numbers, words and signs.

use super::notation::split_move;
use super::number::{Number, split_number};

/// A part of a line.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Token<'a> {
    Move(String),
    Number(Number, &'a str),
    Word(&'a str),
    Sign(char),
}

/// The parts of a line, each with the number of blanks before it.
pub(super) fn tokens(line: &str) -> Vec<(Token<'_>, usize)> {
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
