//! The progress of long counts, which only a terminal shows.

#![cfg(unix)]

use expectrl::{Expect, Session};

use crate::common::{PATIENCE, command, run_arguments};

#[test]
fn a_long_count_shows_its_progress_on_a_terminal() {
    let mut terminal = Session::spawn(command()).expect("the engine starts on a terminal");
    terminal.set_expect_timeout(Some(PATIENCE));
    terminal
        .send_line("setoption name Perft Method value reference")
        .expect("the terminal takes a line");
    for (typed, shown) in [
        ("go perft 20", "0/20 moves"),
        ("stop", "root moves counted"),
        // The leaves are shown long before the first root move is finished.
        ("go perft 8", "0/20 moves, "),
        ("stop", "root moves counted"),
        ("go perft 2", "Nodes searched: "),
    ] {
        terminal
            .send_line(typed)
            .expect("the terminal takes a line");
        if let Err(error) = terminal.expect(shown) {
            panic!("'{shown}' was not shown after '{typed}': {error}");
        }
    }
}

#[test]
fn no_progress_is_shown_in_a_pipe() {
    // The count is long enough to show progress.
    run_arguments(&["perft", "7"]).check_success("perft 7");
}
