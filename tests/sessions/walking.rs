//! `move`, `undo` and `root`: walking through the tree below a position. The FENs were computed
//! with python-chess 1.11.

use crate::common::Engine;

/// Sends a command that prints one line.
fn says(engine: &mut Engine, command: &str, line: &str) {
    let reply = engine.reply(command);
    engine.check(reply == [line], format_args!("'{line}' expected"));
}

fn is_at(engine: &mut Engine, fen: &str) {
    let shown = engine.reply("d");
    engine.check(
        shown.contains(&format!("Fen: {fen}")),
        format_args!("{fen} expected"),
    );
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn moves_are_played_and_taken_back() {
    let mut engine = Engine::start();
    says(&mut engine, "move e2e4 Nf6", "Line: 1. e4 Nf6");
    is_at(
        &mut engine,
        "rnbqkb1r/pppppppp/5n2/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2",
    );
    says(&mut engine, "move e5", "Line: 1. e4 Nf6 2. e5");
    says(&mut engine, "undo", "Line: 1. e4 Nf6");
    says(&mut engine, "undo 2", "Line:");
    is_at(&mut engine, START);
    says(&mut engine, "move d4 d5 c4", "Line: 1. d4 d5 2. c4");
    says(&mut engine, "root", "Line:");
    engine.expect_total(3, 8_902);
    engine.finish_quietly();
}

/// Each line of a divide is followed by its number.
#[test]
fn a_number_is_that_of_the_divide() {
    let mut engine = Engine::start();
    engine.silent("position kiwipete");
    engine.send("go perft 2");
    let divide = engine.read_count().moves;
    for (index, (_, count)) in divide.iter().enumerate() {
        engine.reply(&format!("move {}", index + 1));
        engine.expect_total(1, *count);
        says(&mut engine, "undo", "Line:");
    }
    engine.finish_quietly();
}

#[test]
fn d_shows_the_line_only_where_moves_were_played_by_hand() {
    let mut engine = Engine::start();
    let last = |engine: &mut Engine| engine.reply("d").pop().unwrap_or_default();
    engine.silent("position startpos moves e2e4 e7e5");
    let shown = last(&mut engine);
    engine.check(shown.starts_with("SAN: "), "what clients know");
    engine.reply("move Nf3");
    let shown = last(&mut engine);
    engine.check(shown == "Line: 1. e4 e5 2. Nf3", "the whole line");
    engine.reply("undo");
    let shown = last(&mut engine);
    engine.check(shown == "Line: 1. e4 e5", "the line that is left");
    engine.reply("root");
    let shown = last(&mut engine);
    engine.check(shown.starts_with("SAN: "), "no line");
    engine.finish_quietly();
}

#[test]
fn a_refused_move_changes_nothing() {
    let mut engine = Engine::start();
    engine.reply("move e4 e5");
    for (command, error) in [
        ("move", "nothing after 'move', expected moves"),
        (
            "move Nf3 Nc6 e5",
            "illegal move 'e5' (move 3 of 'move') in ",
        ),
        ("move 30", "number 30 (move 1 of 'move') in "),
        ("move 0", "number 0 (move 1 of 'move') in "),
        (
            "move Nf3 d6 d3 d5 Nd2",
            "ambiguous move 'Nd2' (move 5 of 'move') in ",
        ),
        (
            "undo 3",
            "3 moves back for 'undo' in a game of 2 moves, expected no more",
        ),
        (
            "undo 0",
            "'0' after 'undo', expected a number of moves or nothing",
        ),
        (
            "undo all",
            "'all' after 'undo', expected a number of moves or nothing",
        ),
        ("root 1", "'1' after 'root', expected nothing"),
    ] {
        let message = engine.error(command);
        engine.check(message.contains(error), format_args!("'{error}' expected"));
    }
    is_at(
        &mut engine,
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2",
    );
    engine.error("position nowhere");
    for command in ["move e4", "undo", "root"] {
        engine.error(command);
    }
    engine.finish_quietly();
}
