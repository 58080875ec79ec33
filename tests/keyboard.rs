//! The session that a person has at a terminal, typed into tmux, whose screens are
//! compared. Without tmux, these tests have nothing to type into, and pass.

#![cfg(unix)]

#[path = "common/mod.rs"]
mod common;

use common::{BANNER, PATIENCE};
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// A terminal in tmux, with a server of its own.
struct Terminal {
    socket: String,
    home: PathBuf,
}

static NUMBER: AtomicUsize = AtomicUsize::new(0);

impl Terminal {
    /// Starts a shell line in a terminal of this size, with `ox88` as `$OX88`, or returns
    /// nothing if there is no tmux.
    fn start(columns: u16, rows: u16, variables: &str, line: &str) -> Option<Terminal> {
        if Command::new("tmux").arg("-V").output().is_err() {
            return None;
        }
        let number = NUMBER.fetch_add(1, Ordering::SeqCst);
        let name = format!("ox88-{}-{number}", std::process::id());
        let home = std::env::temp_dir().join(&name);
        fs::create_dir_all(&home).unwrap();
        let terminal = Terminal { socket: name, home };
        terminal.open(columns, rows, variables, line);
        Some(terminal)
    }

    /// Opens a window, in the place of one that has ended.
    fn open(&self, columns: u16, rows: u16, variables: &str, line: &str) {
        let (home, ox88) = (self.home.display(), env!("CARGO_BIN_EXE_ox88"));
        let environment = format!(
            "env -u NO_COLOR -u RUST_LOG -u OX88_PLAIN HOME={home} XDG_STATE_HOME={home} \
             OX88={ox88} {variables}"
        );
        let script = format!("{environment} sh -c '{line}; echo ended: $?; sleep 600'");
        let (columns, rows) = (columns.to_string(), rows.to_string());
        let size = ["-x", columns.as_str(), "-y", rows.as_str()];
        let new_session = [
            &["-f", "/dev/null", "new-session", "-d"],
            &size[..],
            &[&script],
        ]
        .concat();
        let until = Instant::now() + PATIENCE;
        loop {
            let out = self.tmux(&new_session);
            if out.status.success() {
                return;
            }
            // The server of the last window may still be about to end.
            let errors = String::from_utf8_lossy(&out.stderr);
            assert!(Instant::now() < until, "{errors}");
            sleep(Duration::from_millis(30));
        }
    }

    /// A session of ox88.
    fn session(variables: &str) -> Option<Terminal> {
        let terminal = Terminal::start(80, 24, variables, "$OX88")?;
        terminal.wait(|screen| screen.contains(PROMPT));
        Some(terminal)
    }

    fn tmux(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new("tmux");
        command.args(["-L", &self.socket]).args(arguments);
        command.output().expect("tmux runs")
    }

    /// Types text as it is.
    fn text(&self, text: &str) {
        self.tmux(&["send-keys", "-l", text]);
    }

    /// Presses a key by its name, such as `Enter`, `Up`, `C-c`.
    fn key(&self, name: &str) {
        self.tmux(&["send-keys", name]);
    }

    /// Types a line.
    fn line(&self, text: &str) {
        self.text(text);
        self.key("Enter");
    }

    /// The screen, without empty lines at its end.
    fn screen(&self) -> String {
        let out = self.tmux(&["capture-pane", "-p"]);
        let text = String::from_utf8_lossy(&out.stdout).into_owned();
        let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
        lines.join("\n").trim_end().to_owned()
    }

    /// The screen with its colours as escape sequences.
    fn colored(&self) -> String {
        let out = self.tmux(&["capture-pane", "-p", "-e"]);
        String::from_utf8_lossy(&out.stdout).into_owned()
    }

    /// Waits for a screen, and returns it.
    #[track_caller]
    fn wait(&self, is_it: impl Fn(&str) -> bool) -> String {
        let until = Instant::now() + PATIENCE;
        loop {
            let screen = self.screen();
            if is_it(&screen) {
                return screen;
            }
            assert!(Instant::now() < until, "the screen is\n{screen}");
            sleep(Duration::from_millis(30));
        }
    }

    /// Waits until the last line of the screen is this.
    #[track_caller]
    fn wait_last(&self, last: &str) -> String {
        self.wait(|screen| screen.lines().last() == Some(last))
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.tmux(&["kill-server"]);
        let _ = fs::remove_dir_all(&self.home);
    }
}

const PROMPT: &str = "ox88>";

#[test]
fn a_line_is_edited_and_recalled_in_the_next_session() {
    let Some(terminal) = Terminal::session("") else {
        return;
    };
    assert_eq!(terminal.screen().lines().next(), Some(BANNER));
    // The cursor goes back and mends a typo.
    terminal.text("cunt 3");
    for _ in 0..5 {
        terminal.key("Left");
    }
    terminal.text("o");
    terminal.key("Enter");
    terminal.wait(|screen| screen.ends_with("> count 3\nNodes searched: 8,902\nox88>"));
    // The line before, by the arrow key.
    terminal.key("Up");
    terminal.wait_last("ox88> count 3");
    terminal.key("C-u");
    terminal.wait_last(PROMPT);
    terminal.line("quit");
    terminal.wait(|screen| screen.contains("ended: 0"));

    // The history is kept.
    terminal.tmux(&["kill-server"]);
    terminal.open(80, 24, "", "$OX88");
    terminal.wait_last(PROMPT);
    terminal.key("Up");
    terminal.wait_last("ox88> quit");
    terminal.key("Up");
    terminal.wait_last("ox88> count 3");
}

#[test]
fn words_are_completed() {
    let Some(terminal) = Terminal::session("") else {
        return;
    };
    terminal.text("pos");
    terminal.key("Tab");
    terminal.wait_last("ox88> position");
    terminal.text("st");
    terminal.key("Tab");
    terminal.text("moves e2");
    terminal.key("Tab");
    terminal.wait_last("ox88> position startpos moves e2e");
    // The second Tab lists what there is.
    terminal.key("Tab");
    terminal.wait(|screen| screen.contains("e2e3") && screen.contains("e2e4"));
    terminal.text("4");
    terminal.key("Enter");
    terminal.line("count 1");
    terminal.wait(|screen| screen.contains("Nodes searched: 20"));
    terminal.text("setoption name thr");
    terminal.key("Tab");
    terminal.wait_last("ox88> setoption name Threads");
}

#[test]
fn ctrl_c_stops_and_then_ends() {
    let Some(terminal) = Terminal::session("") else {
        return;
    };
    terminal.line("count 20");
    // The count is running, and shows how long it will take before any part is counted.
    terminal.wait(|screen| screen.contains("0/20 moves, about 1000 years left"));
    // What is typed meanwhile is not torn.
    terminal.text("count 2");
    terminal.wait_last("ox88> count 2");
    let before = terminal.screen();
    terminal.wait(|screen| screen != before && screen.contains("0/20 moves"));
    assert_eq!(terminal.screen().lines().last(), Some("ox88> count 2"));
    terminal.key("C-c");
    let screen =
        terminal.wait(|screen| screen.contains("count stopped: 0 of 20 root moves counted"));
    assert!(
        !screen.contains("0/20 moves"),
        "progress is left:\n{screen}"
    );
    // A half-typed line is dropped first.
    terminal.text("nonsense");
    terminal.key("C-c");
    terminal.wait_last(PROMPT);
    terminal.key("C-c");
    terminal.wait(|screen| screen.contains("Press Ctrl-C again to end"));
    terminal.key("C-c");
    terminal.wait(|screen| screen.contains("ended: 0"));
}

#[test]
fn a_list_of_depths_says_how_long_the_rest_will_take() {
    let Some(terminal) = Terminal::session("") else {
        return;
    };
    for command in ["ladder 12", "stats 12"] {
        terminal.line(command);
        terminal.wait(|screen| {
            let progress = screen.lines().rev().nth(1).unwrap_or_default();
            progress.contains("of 12, about ") && progress.ends_with(" left")
        });
        terminal.key("C-c");
        terminal.wait(|screen| screen.contains("stopped: ") && screen.ends_with(PROMPT));
    }
}

#[test]
fn numbers_of_a_divide_are_moves() {
    let Some(terminal) = Terminal::session("") else {
        return;
    };
    terminal.line("divide 2");
    let screen = terminal.wait(|screen| screen.contains("Nodes searched: 400"));
    let is_b1c3 = |line: &&str| line.ends_with(". b1c3: 20");
    let line = screen.lines().find(is_b1c3).expect("a numbered move");
    let number = line.split('.').next().unwrap().trim();
    terminal.line(&format!("move {number}"));
    terminal.wait(|screen| screen.contains("Line: 1. Nc3"));
}

#[test]
fn ctrl_d_ends_also_during_a_count() {
    let Some(terminal) = Terminal::session("") else {
        return;
    };
    terminal.line("perft 20");
    terminal.wait(|screen| screen.contains("0/20 moves"));
    terminal.key("C-d");
    let screen = terminal.wait(|screen| screen.contains("ended: 0"));
    assert!(screen.contains("perft stopped"), "{screen}");
}

#[test]
fn ctrl_c_ends_the_program_that_is_compared() {
    let Some(terminal) = Terminal::session("") else {
        return;
    };
    // A program that never answers.
    terminal.line("compare sleep 4321 depth 3 timeout 500");
    sleep(Duration::from_millis(500));
    let is_running = || {
        let found = Command::new("pgrep").args(["-f", "^sleep 4321$"]).output();
        found.is_ok_and(|out| out.status.success())
    };
    terminal.key("C-c");
    terminal.wait(|screen| screen.contains("compare stopped"));
    assert!(!is_running());
    terminal.wait_last(PROMPT);
}

#[test]
fn what_is_typed_ahead_is_not_lost() {
    let Some(terminal) = Terminal::session("") else {
        return;
    };
    // All at once, as from the clipboard of an old terminal.
    terminal.text("position startpos moves e2e4\rcount 2\rcount 1\rcount 3\r");
    terminal.wait(|screen| screen.ends_with("Nodes searched: 13,160\nox88>"));
    let screen = terminal.screen();
    let totals: Vec<&str> = screen
        .lines()
        .filter(|line| line.starts_with("Nodes"))
        .collect();
    assert_eq!(
        totals,
        [
            "Nodes searched: 600",
            "Nodes searched: 20",
            "Nodes searched: 13,160"
        ]
    );
}

#[test]
fn a_long_line_wraps_and_stays_whole() {
    let Some(terminal) = Terminal::start(40, 12, "", "$OX88") else {
        return;
    };
    terminal.wait_last(PROMPT);
    terminal.line("count 20");
    terminal.wait(|screen| screen.contains("0/20 moves"));
    let typed = "position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5";
    terminal.text(typed);
    let shown = "ox88> position startpos moves e2e4 e7e5\ng1f3 b8c6 f1b5";
    terminal.wait(|screen| screen.ends_with(shown));
    sleep(Duration::from_millis(1200));
    assert!(terminal.screen().ends_with(shown), "{}", terminal.screen());
    terminal.key("C-c");
    terminal.wait(|screen| screen.contains("count stopped"));
}

#[test]
fn colours_help_and_can_be_turned_off() {
    for (variables, is_colored) in [("", true), ("NO_COLOR=1", false)] {
        let Some(terminal) = Terminal::session(variables) else {
            return;
        };
        terminal.line("nonsense");
        terminal.wait(|screen| screen.contains("unknown command 'nonsense'"));
        let red = "\x1b[31minfo string error";
        assert_eq!(terminal.colored().contains(red), is_colored, "{variables}");
    }
}

#[test]
fn a_dumb_terminal_and_a_pipe_get_plain_lines() {
    for variables in ["TERM=dumb", "OX88_PLAIN=1"] {
        let Some(terminal) = Terminal::start(80, 24, variables, "$OX88") else {
            return;
        };
        terminal.wait_last(BANNER);
        terminal.line("count 2");
        let screen = terminal.wait(|screen| screen.contains("Nodes searched: 400"));
        assert!(!screen.contains(PROMPT), "{screen}");
        terminal.line("exit");
        terminal.wait(|screen| screen.contains("ended: 0"));
    }
    let line = "echo count 2 | $OX88 | cat -v";
    let Some(terminal) = Terminal::start(80, 24, "", line) else {
        return;
    };
    let screen = terminal.wait(|screen| screen.contains("ended: 0"));
    assert!(
        screen.starts_with(&format!("{BANNER}\nNodes searched: 400\n")),
        "{screen}"
    );
}

#[test]
fn the_terminal_is_left_as_it_was() {
    // The mode of the terminal before and after a session that a signal ends.
    let line = "stty -g; $OX88 & sleep 1; kill $!; wait $! ; stty -g; stty -g | wc -l";
    let Some(terminal) = Terminal::start(200, 24, "", line) else {
        return;
    };
    let screen = terminal.wait(|screen| screen.contains("ended: 0"));
    let modes: Vec<&str> = screen
        .lines()
        .filter(|line| line.split(':').count() > 10)
        .collect();
    assert_eq!(modes.len(), 2, "{screen}");
    assert_eq!(modes[0], modes[1]);
}

/// Types the sessions of the tour, and looks for what they show.
#[test]
fn the_tour_is_as_it_is_shown() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/tour.md");
    let tour = fs::read_to_string(path).unwrap();
    let Some(terminal) = Terminal::start(200, 70, "", "$OX88") else {
        return;
    };
    terminal.wait_last(PROMPT);
    let mut steps: Vec<(&str, Vec<&str>)> = Vec::new();
    for block in tour.split("```session\n").skip(1) {
        let (block, _) = block.split_once("```").expect("the block ends");
        for line in block.lines() {
            match line.strip_prefix("ox88> ") {
                Some(typed) => steps.push((typed, Vec::new())),
                None => steps
                    .last_mut()
                    .expect("a line is typed first")
                    .1
                    .push(line),
            }
        }
    }
    assert!(steps.len() > 20, "{}", steps.len());
    for (typed, shown) in steps {
        // Every step has a screen of its own.
        terminal.key("C-l");
        // A count that runs has its progress above the prompt.
        let most = if typed == "^C" { 2 } else { 1 };
        terminal.wait(|screen| screen.lines().count() <= most);
        match typed {
            "^C" => terminal.key("C-c"),
            typed => terminal.line(typed),
        }
        terminal.wait(|screen| {
            let lines: Vec<&str> = screen.lines().collect();
            // The answer is between the line and the next prompt.
            let Some((&PROMPT, lines)) = lines.split_last() else {
                return false;
            };
            typed == "count 20" || shows(lines.get(1..).unwrap_or_default(), &shown)
        });
    }
}

/// Returns whether lines are those of an example, in which `…` on a line stands for any
/// text, and alone for any lines.
fn shows(lines: &[&str], example: &[&str]) -> bool {
    match (example.split_first(), lines.split_first()) {
        (None, None) => true,
        (Some((&"…", rest)), _) => (0..=lines.len()).any(|start| shows(&lines[start..], rest)),
        (Some((wanted, rest)), Some((line, others))) => {
            let is_it = match wanted.split_once('…') {
                Some((start, end)) => line.starts_with(start) && line.ends_with(end),
                None => wanted == line,
            };
            is_it && shows(others, rest)
        }
        _ => false,
    }
}
