//! The divides under `tests/suites/divide/`: every root move with its count.

use crate::epd;
use ox88::board::CastlingNotation;
use ox88::perft::{Divide, Reference, divide};
use ox88::signal::Token;
use std::fs;

#[test]
fn divides_agree_move_by_move() {
    let mut names: Vec<String> = fs::read_dir(epd::path("divide"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter_map(|name| name.strip_suffix(".fen").map(str::to_owned))
        .collect();
    names.sort();
    assert_eq!(names.len(), 8);
    for name in names {
        check(&name);
    }
}

fn check(name: &str) {
    let read = |suffix| fs::read_to_string(epd::path(&format!("divide/{name}.{suffix}"))).unwrap();
    let request = read("fen");
    let mut lines = request.lines();
    let fen = lines.next().unwrap();
    let depth = lines
        .next()
        .unwrap()
        .strip_prefix("depth ")
        .unwrap()
        .parse()
        .unwrap();
    let notation = match lines.next() {
        Some("chess960 true") => CastlingNotation::Chess960,
        other => {
            assert_eq!(other, None, "{name}");
            CastlingNotation::Standard
        }
    };
    let position = epd::position(fen, notation);
    let mut found = Vec::new();
    let outcome = divide(
        &position,
        depth,
        &mut Reference,
        &Token::never(),
        |mv, count| {
            found.push(format!("{}: {count}", mv.written(notation)));
        },
    );
    found.sort();
    let Divide::Complete(total) = outcome else {
        panic!("{name}: {outcome:?}");
    };
    let text = format!("{}\n\nNodes searched: {total}\n", found.join("\n"));
    assert_eq!(text, read("divide"), "{name}");
}
