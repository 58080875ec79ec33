//! `json` as the last word of a command. The counts are published ones.

use crate::common::{Engine, run_arguments};
use serde_json::Value;

fn objects(arguments: &[&str]) -> Vec<Value> {
    let outcome = run_arguments(arguments);
    let lines = outcome.lines.iter();
    lines
        .map(|line| serde_json::from_str(line).expect(line))
        .collect()
}

#[test]
fn each_command_prints_objects_alone() {
    let engine = env!("CARGO_BIN_EXE_ox88");
    let divide = "tests/suites/divide/startpos-d5.divide";
    for (arguments, name, value) in [
        (&["perft", "3", "kiwipete"][..], "nodes", "97862"),
        (&["divide", "3"], "nodes", "8902"),
        (&["count", "3", "position3"], "nodes", "2812"),
        (&["stats", "3", "kiwipete"], "nodes", "99949"),
        (&["ladder", "3"], "agree", "3"),
        (&["known", "position5"], "nodes", "89941194"),
        (&["estimate", "3"], "exact", "8902"),
        (&["split", "3"], "positions", "5362"),
        (&["moves", "position3"], "san", "\"Rb1\""),
        (&["d", "kiwipete"], "checkers", "[]"),
        (&["bench"], "nodes", "1740070561"),
        (
            &["suite", "tests/suites/endgame.epd", "depth", "2"],
            "differ",
            "0",
        ),
        (&["diff", divide], "result", "\"same\""),
        (&["compare", engine, "depth", "2"], "result", "\"same\""),
        (
            &["count", "x"],
            "error",
            "\"'x' after 'count', expected a depth from 0 to 127\"",
        ),
    ] {
        let arguments = [arguments, &["json"]].concat();
        let objects = objects(&arguments);
        let found = objects
            .iter()
            .any(|object| object[name].to_string().as_str() == value);
        assert!(found, "{arguments:?}: {objects:?}");
    }
}

#[test]
fn a_divide_in_json_is_that_in_text() {
    let objects = objects(&["perft", "2", "json"]);
    assert_eq!(objects.len(), 21);
    for object in &objects[..20] {
        assert_eq!(object["nodes"], 20, "{object}");
    }
    assert_eq!(objects[20]["depth"], 2);
}

#[test]
fn errors_are_objects_with_status_1() {
    for arguments in [
        &["perft", "five", "json"][..],
        &["perft", "2", "fen", "8/8 w", "json"],
        &["count", "2", "kiwipete", "moves", "e2e5", "json"],
        &["suite", "/nowhere/at/all.epd", "json"],
    ] {
        let outcome = run_arguments(arguments);
        assert_eq!(outcome.lines.len(), 1, "{outcome:?}");
        assert!(outcome.lines[0].starts_with("{\"error\":\""), "{outcome:?}");
        assert_eq!(outcome.status.code(), Some(1));
    }
}

#[test]
fn only_the_last_word_asks_for_json() {
    let mut engine = Engine::start();
    engine.error("moves json startpos");
    engine.refused_count("go perft 1 json");
    let board = engine.reply("d json");
    engine.check(board.len() == 1, "one object");
    let board = engine.reply("d");
    engine.check(board.len() == 26, "a board");
    engine.finish_quietly();
}
