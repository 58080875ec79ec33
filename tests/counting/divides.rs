//! The divides under `tests/suites/divide/`: every root move with its count, by
//! every method, with a table and without, on one thread and on three.

use crate::epd;
use ox88::board::{CastlingNotation, Move};
use ox88::control::Token;
use ox88::perft::{Divide, Method, Settings};
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
    let mut orders = Vec::new();
    for (method, hash, threads) in ways() {
        let mut settings = Settings::plain(method);
        settings.set_hash(hash).unwrap();
        settings.threads = threads;
        let way = format!("{name}, {method}, Hash {hash}, {threads} threads");
        let mut found = Vec::new();
        let mut report = |mv: Move, count| {
            found.push(format!("{}: {count}", mv.uci(notation)));
        };
        let outcome = settings.divide(&position, depth, &Token::never(), &mut report);
        let Divide::Complete(total) = outcome else {
            panic!("{way}: {outcome:?}");
        };
        orders.push(found.clone());
        found.sort();
        let text = format!("{}\n\nNodes searched: {total}\n", found.join("\n"));
        assert_eq!(text, read("divide"), "{way}");
    }
    orders.dedup();
    assert_eq!(
        orders.len(),
        1,
        "{name}: the order of moves depends on the settings"
    );
}

/// Methods, sizes of the table in MiB, and numbers of threads.
fn ways() -> Vec<(Method, usize, usize)> {
    let mut ways = Vec::new();
    for method in Method::ALL {
        for hash in [0, 1] {
            ways.extend([1, 3].map(|threads| (method, hash, threads)));
        }
    }
    ways
}
