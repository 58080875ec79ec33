//! `json` as the last word of a command. The counts are published ones.

use crate::common::{Engine, run_arguments};
use serde_json::{Value, json};

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

#[test]
fn a_difference_names_moves_counts_and_rules() {
    let mut engine = Engine::start();
    engine.send("position fen 8/8/8/r2Pp2K/8/8/8/4k3 w - e6 0 1");
    engine.send("diff json");
    for line in [
        "d5d6: 1", "d5e6: 1", "h5g4: 1", "h5h4: 1", "h5g5: 1", "h5g6: 2", "end",
    ] {
        engine.send(line);
    }
    let object: Value = serde_json::from_str(&engine.line()).unwrap();
    let expected = json!({
        "result": "different",
        "depth": 1,
        "right": 6,
        "found": 7,
        "missing": ["h5h6"],
        "extra": ["d5e6"],
        "counts": [{ "move": "h5g6", "found": 2, "right": 1 }],
    });
    for (name, value) in expected.as_object().unwrap() {
        assert_eq!(&object[name], value, "{name}");
    }
    let rules = object["rules"].as_array().unwrap();
    let is_named = |rule: &Value| rule["rule"] == "en passant that uncovers a check";
    assert!(rules.iter().any(is_named), "{rules:?}");
    engine.finish_quietly();
}

#[test]
fn a_stopped_command_says_how_far_it_came() {
    for command in [
        "count 20 json",
        "perft 20 json",
        "stats 20 json",
        "split 20 json",
    ] {
        let mut engine = Engine::start();
        engine.send(command);
        engine.send("stop");
        let last = std::iter::from_fn(|| Some(engine.line()))
            .find(|line| line.contains("stopped"))
            .unwrap();
        let object: Value = serde_json::from_str(&last).unwrap();
        assert_eq!(object["stopped"], true, "{command}");
        assert!(object["of"].as_u64() >= Some(20), "{command}: {object}");
        engine.finish_quietly();
    }
}

#[test]
fn a_count_keeps_all_its_digits() {
    // The published perft(15) needs 71 bits.
    let outcome = run_arguments(&["known", "json"]);
    let line = outcome
        .lines
        .iter()
        .find(|line| line.contains("\"depth\":15"));
    assert!(
        line.unwrap().contains(":2015099950053364471960"),
        "{line:?}"
    );
}

#[test]
fn a_wrong_line_of_a_suite_is_an_object() {
    let outcome = run_arguments(&["suite", "tests/surface/broken.epd", "json"]);
    let objects: Vec<Value> = (outcome.lines.iter())
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let wrong = objects.iter().find(|object| object["depth"] == 2).unwrap();
    assert_eq!(
        (&wrong["expected"], &wrong["found"]),
        (&json!(401), &json!(400))
    );
    assert_eq!(objects.last().unwrap()["differ"], 1);
    assert_eq!(outcome.status.code(), Some(1));
}
