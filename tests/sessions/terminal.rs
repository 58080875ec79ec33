//! A session at a pseudo-terminal without line editing. The engine gets its lines one by one, and
//! every answer must be visible before the next line is typed. `tests/keyboard.rs` tries the
//! editor.

#![cfg(unix)]

use expectrl::process::unix::WaitStatus;
use expectrl::{ControlCode, Eof, Expect, Session};

use crate::common::{BANNER, PATIENCE, command};

#[test]
fn a_session_typed_by_hand() {
    let mut plain = command();
    plain.env("OX88_PLAIN", "1");
    let mut terminal = Session::spawn(plain).expect("the engine starts on a terminal");
    terminal.set_expect_timeout(Some(PATIENCE));
    terminal.expect(BANNER).expect("the banner");

    for (typed, shown) in [
        ("perft 2", "Nodes searched: 400"),
        ("go perft 3", "info depth 3 nodes 8902"),
        ("", ""),
        ("position startpos moves e2e4", ""),
        ("d", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq"),
        ("divide 2", "Nodes searched: 600"),
        ("help", "go perft"),
        ("flurb", "info string error: "),
        ("go perft 20", ""),
        ("isready", "readyok"),
        ("stop", "perft stopped: 0 of 20 root moves counted"),
        ("go depth 1", "bestmove "),
        ("isready", "readyok"),
    ] {
        terminal
            .send_line(typed)
            .expect("the terminal takes a line");
        if shown.is_empty() {
            continue;
        }
        if let Err(error) = terminal.expect(shown) {
            panic!("'{shown}' was not shown after '{typed}': {error}");
        }
    }

    terminal
        .send(ControlCode::EndOfTransmission)
        .expect("the terminal takes Ctrl-D");
    terminal.expect(Eof).expect("the end of the output");
    let process = terminal.get_process();
    let status = process.wait().expect("the process ends");
    assert_eq!(status, WaitStatus::Exited(process.pid(), 0));
}

#[test]
fn quit_typed_at_a_terminal() {
    let mut terminal = Session::spawn(command()).expect("the engine starts on a terminal");
    terminal.set_expect_timeout(Some(PATIENCE));
    terminal.expect(BANNER).expect("the banner");
    terminal
        .send_line("quit")
        .expect("the terminal takes a line");
    terminal.expect(Eof).expect("the end of the output");
    let process = terminal.get_process();
    let status = process.wait().expect("the process ends");
    assert_eq!(status, WaitStatus::Exited(process.pid(), 0));
}
