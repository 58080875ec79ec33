//! What clients see, locked: a whole session with each command, byte for byte but for times, rates
//! and the version. A change here is a change of the contract, and has to be seen in a review.
//!
//! To take over a wanted change, run the tests with `INSTA_UPDATE=always`, and read what `git diff`
//! says of `snapshots/`. The examples in the documents are checked by `tests/readme.rs`.

#![cfg(all(unix, feature = "cli"))]

#[path = "../common/mod.rs"]
mod common;

use common::mask;
use ox88::commands::COMMANDS;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

/// A session with a command: what the command's usage begins with, and the lines that are typed.
struct Session {
    usage: &'static str,
    lines: &'static [&'static str],
}

/// The folder that files are written to, which the lines call `SCRATCH`.
const SCRATCH: &str = env!("CARGO_TARGET_TMPDIR");

const SESSIONS: &[Session] = &[
    Session {
        usage: "position ",
        lines: &[
            "position startpos moves e2e4 e7e5",
            "position startpos moves e2e4 e7e5 e1e3",
            "go perft 1",
            "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
            "position fen r3k2r/8/8/8/8/8/8/4K3 w KQkq - 0 1",
            "position",
            "position here",
            "position kiwipete moves O-O",
            "position frc 960",
            "position frc 518 moves e4 e5 Nf3 Nc6 Be2 Be7",
            "go perft 1",
            "position startpos moves Nf3 d6 d3 d5 Nd2",
            "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w",
            "go perft 1",
        ],
    },
    Session {
        usage: "move ",
        lines: &[
            "move e4 Nf6",
            "move 1 a7a6",
            "d",
            "move e2e4",
            "move 40",
            "move",
        ],
    },
    Session {
        usage: "undo",
        lines: &["move e4 e5 Nf3", "undo", "undo 2", "undo", "undo x"],
    },
    Session {
        usage: "root",
        lines: &[
            "position kiwipete moves O-O",
            "move 1",
            "root",
            "d",
            "root 1",
        ],
    },
    Session {
        usage: "go perft ",
        lines: &[
            "go perft 2",
            "go perft 0",
            "go perft",
            "go perft x",
            "go perft 128",
            "position fen 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
            "go perft 1",
            "setoption name UCI_Chess960 value true",
            "position fen 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
            "go perft 1",
            "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
            "go perft 3",
            "go perft 3 verify",
            "go perft 3 verified",
        ],
    },
    Session {
        usage: "perft ",
        lines: &[
            "perft 1",
            "divide 1",
            "perft",
            "perft 1 2",
            "perft 1 position3",
            "perft 1 position3 verify",
            "perft 1 fen 8/8 w",
        ],
    },
    Session {
        usage: "count ",
        lines: &[
            "count 3",
            "count",
            "count x",
            "count 128",
            "count 3 4",
            "count 3 kiwipete",
            "count 3 verify kiwipete",
        ],
    },
    Session {
        usage: "bench ",
        lines: &["bench", "bench quickly"],
    },
    Session {
        usage: "check ",
        lines: &[
            "check ox88 quick jobs 1",
            "check script:ox88 suite tests/surface/broken.epd jobs 1",
            "check ox88 chess960 suite a.epd",
            "check ox88 jobs 0",
            "check ox88 fast quick slow",
            "check true",
        ],
    },
    Session {
        usage: "compare ",
        lines: &[
            "compare ox88 depth 3 startpos",
            "compare script:ox88 depth 2 fen 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1 moves e1g1",
            "compare ox88 suite tests/suites/endgame.epd depth 2 all",
            "compare ox88",
            "compare ox88 depth 0",
            "compare ./no-such-engine depth 1",
            "compare true depth 1",
        ],
    },
    Session {
        usage: "diff ",
        lines: &[
            "diff tests/suites/divide/startpos-d5.divide",
            "diff",
            "Nodes searched: 8902",
            "end",
            "position fen 8/8/8/r2Pp2K/8/8/8/4k3 w - e6 0 1",
            "diff",
            "| Move | Nodes |",
            "| Kh6 | 1 |",
            "| d6 | 1 |",
            "| Kg6 | 1 |",
            "| Kg5 | 1 |",
            "| Kg4 | 1 |",
            "| Kh4 | 1 |",
            "| dxe6 | 1 |",
            "end",
            "diff depth 3",
            "{'d5d6': 92, 'h5h6': 92, 'h5g6': 138, 'h5g5': 122, 'h5g4': 120, 'h5h4': 90}",
            "Total: 653",
            "end",
            "diff",
            "hello",
            "end",
            "diff -",
            "end",
            "diff depth 0",
            "go perft 1",
            "end",
            "diff ./no-such-file",
        ],
    },
    Session {
        usage: "stats ",
        lines: &["stats 4", "stats 2 csv", "stats", "stats 4 xml"],
    },
    Session {
        usage: "ladder ",
        lines: &[
            "ladder 4",
            "position fen 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
            "ladder 2",
            "ladder",
        ],
    },
    Session {
        usage: "known",
        lines: &[
            "known",
            "position fen 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
            "known",
            "known 3",
        ],
    },
    Session {
        usage: "estimate ",
        lines: &[
            "estimate 9 samples 20000 seed 7",
            "estimate 4",
            "estimate",
            "estimate 9 samples 0",
            "estimate 9 seconds",
            "estimate 9 soon",
        ],
    },
    Session {
        usage: "split ",
        lines: &[
            "split 1",
            "split 1 fen 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 3 9 moves e2e4",
            "split 0 fen rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
            "split",
            "split 128",
            "split 1 startpos e2e4",
        ],
    },
    Session {
        usage: "map ",
        lines: &[
            "map \"SCRATCH/map.svg\"",
            "map 2 \"SCRATCH/map.svg\" by move fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1",
            "map 6 \"SCRATCH/map.svg\" fen R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
            "map 2 \"SCRATCH/map.svg\" fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
            "map",
            "map 7 map.svg",
            "map map.txt",
            "map map.svg by colour",
            "map ./no-such-folder/map.svg",
        ],
    },
    Session {
        usage: "suite ",
        lines: &[
            "suite tests/suites/endgame.epd depth 3",
            "suite tests/surface/broken.epd",
            "suite tests/surface/none.epd",
            "suite",
        ],
    },
    Session {
        usage: "go [",
        lines: &[
            "go depth 2",
            "setoption name Ponder value true",
            "go nodes 1",
            "position fen 6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1",
            "go mate 1",
            "go depth 1 searchmoves e1d1",
            "go depth x",
            "go somewhere",
            "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
            "go movetime 1",
        ],
    },
    Session {
        usage: "stop",
        lines: &["stop"],
    },
    Session {
        usage: "d",
        lines: &[
            "d",
            "position fen 4k3/8/8/8/7b/8/4r3/R3K2R w KQ - 0 1",
            "d",
            "position fen 1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1",
            "d",
            "position fen nonsense",
            "d",
        ],
    },
    Session {
        usage: "moves",
        lines: &[
            "moves",
            "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
            "moves",
            "position fen 7k/8/5K1Q/8/8/8/8/8 b - - 0 1",
            "moves",
        ],
    },
    Session {
        usage: "flip",
        lines: &[
            "position fen rnbqkbnr/pppp1ppp/8/8/3Pp3/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 3",
            "flip",
            "d",
        ],
    },
    Session {
        usage: "setoption ",
        lines: &[
            "setoption name Hash value 16",
            "setoption name hash value 0",
            "setoption name Hash value -1",
            "setoption name Hash",
            "setoption name Threads value 2",
            "setoption name Threads value 513",
            "setoption name Perft Method value bulk",
            "setoption name Perft Method value magic",
            "setoption name UCI_Chess960 value maybe",
            "setoption name Clear Hash",
            "setoption name Colour value blue",
            "setoption",
        ],
    },
    Session {
        usage: "ucinewgame",
        lines: &["position startpos moves e2e4", "ucinewgame", "go perft 1"],
    },
    Session {
        usage: "uci",
        lines: &["uci"],
    },
    Session {
        usage: "isready",
        lines: &["isready", "joho isready"],
    },
    Session {
        usage: "ponderhit",
        lines: &["ponderhit"],
    },
    Session {
        usage: "debug ",
        lines: &["debug on", "debug off", "debug"],
    },
    Session {
        usage: "register ",
        lines: &["register later"],
    },
    Session {
        usage: "help",
        lines: &["help", "help count", "ladder -h", "help parft"],
    },
    Session {
        usage: "version",
        lines: &["version"],
    },
    Session {
        usage: "quit",
        lines: &["quit", "d"],
    },
];

impl Session {
    /// The name of its snapshot.
    fn name(&self) -> String {
        let words = self.usage.trim_end_matches(['[', ' ']);
        match self.usage.ends_with('[') {
            true => format!("{words}_search"),
            false => words.replace(' ', "_"),
        }
    }

    /// Pipes the lines in, and shows them before what comes out.
    fn run(&self) -> String {
        let program = Path::new(env!("CARGO_BIN_EXE_ox88"));
        let mut path = program.parent().unwrap().as_os_str().to_owned();
        path.push(":");
        path.push(std::env::var_os("PATH").unwrap_or_default());
        let mut child = Command::new(program)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .env("PATH", path)
            .env_remove("RUST_LOG")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the built program runs");
        let mut input = child.stdin.take().expect("stdin is a pipe");
        let typed: String = self.lines.iter().map(|line| format!("{line}\n")).collect();
        let typed = typed.replace("SCRATCH", SCRATCH);
        input.write_all(typed.as_bytes()).expect("it reads");
        drop(input);
        let output = child.wait_with_output().expect("it ends");
        let mut text = String::new();
        for line in self.lines {
            let _ = writeln!(text, "> {line}");
        }
        let printed = String::from_utf8(output.stdout).expect("the output is text");
        for line in printed.lines() {
            let _ = writeln!(
                text,
                "{}",
                mask(
                    &line
                        .replace(env!("CARGO_PKG_VERSION"), "VERSION")
                        .replace(SCRATCH, "SCRATCH")
                )
            );
        }
        let _ = writeln!(text, "{}", output.status);
        text
    }
}

#[test]
fn every_command_prints_what_it_did() {
    let mut settings = insta::Settings::clone_current();
    settings.set_omit_expression(true);
    settings.set_prepend_module_to_snapshot(false);
    settings.bind(|| {
        for session in SESSIONS {
            insta::assert_snapshot!(session.name(), session.run());
        }
    });
}

#[test]
fn every_command_is_here() {
    for entry in COMMANDS {
        let usage = entry.usage;
        assert!(
            SESSIONS
                .iter()
                .any(|session| usage.starts_with(session.usage)),
            "no session shows '{usage}'"
        );
    }
}
