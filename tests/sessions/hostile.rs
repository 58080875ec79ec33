//! Hostile input: invalid UTF-8, lines of several megabytes, floods of commands, numbers at the
//! limits of their types, and a reader that closes the pipe. The engine answers or ends quietly,
//! and never panics.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Stdio};

use crate::common::{BANNER, Engine, command, run_script, wait_for};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

#[test]
fn invalid_utf8_and_control_characters_get_one_printable_error_line() {
    let cases: &[&[u8]] = &[
        b"\xff\xfe\n",
        b"flurb \xff\n",
        b"\0\n",
        b"isready\0\n",
        b"flurb \x1b[2J\x07\n",
        b"flurb\rflarb\x0bflub\n",
        b"position startpos moves \xffe2e4\n",
        b"position startpos moves e2e4\0 e7e5\n",
        b"position fen 4k3/8/8/8/8/8/8/4\xc3\x28K3 w - - 0 1\n",
        b"setoption name \xff value \xfe\n",
        "flurb \u{1F40E}\u{202E}\n".as_bytes(),
    ];
    let mut engine = Engine::start();
    for bytes in cases {
        engine.subject(&format!("{}", bytes.escape_ascii()));
        engine.send_bytes(bytes);
        let lines = engine.reply("");
        engine.check(
            lines.len() == 1 && lines[0].starts_with("info string error: "),
            format_args!("one error line expected, not {lines:?}"),
        );
        engine.check(
            !lines[0].chars().any(char::is_control),
            format_args!("control characters in {:?}", lines[0]),
        );
    }
    engine.silent("position startpos");
    engine.send_bytes(b"# comment \xff\0\n");
    engine.silent("");
    for bytes in [&b"go perft 1\xff\n"[..], b"go perft \0\n"] {
        engine.send_bytes(bytes);
        let count = engine.read_count();
        engine.check(
            count.total == 0 && count.last.starts_with("info string error: "),
            "a count to no depth is refused",
        );
    }
    engine.expect_total(2, 400);
    engine.finish_quietly();
}

#[test]
fn a_line_of_several_megabytes_is_read_as_one_line() {
    let long = "x".repeat(4 << 20);
    let mut engine = Engine::start();
    for line in [
        long.clone(),
        format!("position fen {long}"),
        format!("position startpos moves {long}"),
        format!("position startpos moves {}", "x ".repeat(1 << 20)),
        format!("setoption name {long} value 1"),
        format!("{} flurb", " ".repeat(4 << 20)),
    ] {
        engine.error(&line);
    }
    engine.silent(&format!("# {long}"));
    engine.silent(&" ".repeat(4 << 20));
    engine.silent(&format!("position{}startpos", " ".repeat(4 << 20)));
    engine.expect_total(2, 400);
    engine.refused_count(&format!("go perft {}", "9".repeat(4 << 20)));
    // Without a line end at the end of the input.
    engine.send_bytes(long.as_bytes());
    let outcome = engine.finish();
    assert_eq!(outcome.lines.len(), 1);
    assert!(outcome.lines[0].starts_with("info string error: "));
    outcome.check_success("the session");
}

#[test]
fn long_games_and_large_clocks_do_not_overflow() {
    let mut engine = Engine::start();
    // 70,000 plies: more than 16 bits of half moves.
    let moves = " g1f3 g8f6 f3g1 f6g8".repeat(17_500);
    engine.silent(&format!("position startpos moves{moves}"));
    engine.expect_total(3, 8_902);
    for clocks in ["65535 4294967295", "65535 65535", "0 4294967295"] {
        engine.subject(clocks);
        engine.silent(&format!("position fen {START} {clocks}"));
        engine.expect_total(3, 8_902);
        engine.silent(&format!(
            "position fen {START} {clocks} moves g1f3 g8f6 f3g1 f6g8"
        ));
        engine.expect_total(3, 8_902);
        engine.reply("d");
    }
    // Too large for every type: the engine may refuse the position or drop the clock, but it must
    // not count another board.
    for clocks in [
        "65536 1",
        "99999999999999999999 99999999999999999999",
        "0 99999999999999999999",
    ] {
        engine.subject(clocks);
        engine.reply(&format!("position fen {START} {clocks}"));
        engine.send("go perft 1");
        let total = engine.read_count().total;
        engine.check(total == 0 || total == 20, format_args!("counted {total}"));
    }
    engine.finish_quietly();
}

#[test]
fn more_commands_than_the_queue_holds_are_all_answered() {
    const FLOOD: usize = 70_000;
    let mut input = String::from("go perft 5\n");
    input.push_str(&"go perft 0\n".repeat(FLOOD));
    input.push_str("position startpos moves e2e4\ngo perft 2\n");
    let outcome = run_script(input);
    let ones = outcome.lines.iter();
    let ones = ones.filter(|line| *line == "Nodes searched: 1").count();
    assert_eq!(ones, FLOOD);
    let last = outcome.lines.iter().rev();
    let last = last.clone().find(|line| line.starts_with("Nodes"));
    assert_eq!(last.map(String::as_str), Some("Nodes searched: 600"));
    outcome.check_success("the session");
}

// --- a reader that closes the pipe ---

/// An engine whose stdout the test reads itself and can close.
struct Piped(Child);

impl Piped {
    fn start(arguments: &[&str]) -> Piped {
        let child = command()
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the built engine starts");
        Piped(child)
    }

    /// Reads one line, as `head -1` does, and closes the pipe.
    fn read_one_line_and_close(&mut self) -> String {
        let mut line = String::new();
        let stdout = self.0.stdout.take().expect("stdout is a pipe");
        BufReader::new(stdout)
            .read_line(&mut line)
            .expect("stdout can be read");
        line.trim_end().to_string()
    }

    /// Ignores errors, because the engine may have ended already.
    fn send(&mut self, text: &str) {
        let stdin = self.0.stdin.as_mut().expect("stdin is a pipe");
        let _ = stdin.write_all(text.as_bytes());
    }

    /// Status 0 and nothing on stderr, while stdin is still open.
    fn ends_quietly(mut self) {
        let status = wait_for(&mut self.0);
        let mut stderr = String::new();
        let mut pipe = self.0.stderr.take().expect("stderr is a pipe");
        pipe.read_to_string(&mut stderr)
            .expect("stderr can be read");
        assert!(
            status.success() && stderr.is_empty(),
            "{status}, stderr: {stderr}"
        );
    }
}

impl Drop for Piped {
    fn drop(&mut self) {
        // Both calls fail if the process has already ended.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn a_closed_stdout_ends_the_process_quietly() {
    for input in [
        "go perft 3\n",
        "go perft 5\nquit\n",
        "isready\n",
        "flurb\n",
        "uci\n",
    ] {
        let mut engine = Piped::start(&[]);
        assert_eq!(engine.read_one_line_and_close(), BANNER);
        engine.send(input);
        engine.ends_quietly();
    }
}

#[test]
fn a_stdout_closed_during_a_count_ends_the_process_quietly() {
    for arguments in [
        &["go", "perft", "5"][..],
        &[
            "5",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        ],
        &[
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "5",
        ],
    ] {
        let mut engine = Piped::start(arguments);
        let line = engine.read_one_line_and_close();
        assert!(line.contains(' ') && line.len() >= 6, "{line}");
        engine.ends_quietly();
    }
}

#[test]
fn a_closed_stdout_ends_a_count_without_end() {
    let mut engine = Piped::start(&[]);
    assert_eq!(engine.read_one_line_and_close(), BANNER);
    engine.send("go perft 20\nisready\n");
    engine.ends_quietly();
}

#[test]
fn a_stdout_closed_before_the_first_line_ends_the_process_quietly() {
    let mut engine = Piped::start(&[]);
    drop(engine.0.stdout.take());
    engine.send("uci\nisready\ngo perft 3\n");
    engine.ends_quietly();
}
