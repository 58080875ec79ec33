//! The contenders: ox88 through its library, three crates with the bulk count that
//! their documentation shows, and UCI engines as processes.

use ox88::board::Position;
use ox88::perft::{Divide, Method, Settings};
use ox88::control::Token;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A program or crate that counts leaves.
pub trait Contender {
    fn name(&self) -> &str;

    /// Prepares for a count. This is not timed.
    fn prepare(&mut self) {}

    fn count(&mut self, fen: &str, depth: u32) -> u128;
}

/// ox88 itself.
pub struct Ox88 {
    name: String,
    settings: Settings,
}

impl Ox88 {
    pub fn new(name: &str, method: Method, threads: usize, hash: usize) -> Ox88 {
        let mut settings = Settings::plain(method);
        settings.threads = threads;
        settings
            .set_hash(hash)
            .expect("there is memory for the table");
        Ox88 {
            name: name.to_owned(),
            settings,
        }
    }
}

impl Contender for Ox88 {
    fn name(&self) -> &str {
        &self.name
    }

    fn prepare(&mut self) {
        self.settings.clear_hash();
    }

    fn count(&mut self, fen: &str, depth: u32) -> u128 {
        let position: Position = fen.parse().expect("a correct FEN");
        let never = Token::never();
        match self.settings.divide(&position, depth, &never, &mut |_, _| {}) {
            Divide::Complete(total) => total,
            Divide::Stopped { .. } => unreachable!("the token never stops it"),
        }
    }
}

/// A crate with a function that counts with it.
struct Crate {
    name: &'static str,
    count: fn(&str, u32) -> u64,
}

impl Contender for Crate {
    fn name(&self) -> &str {
        self.name
    }

    fn count(&mut self, fen: &str, depth: u32) -> u128 {
        (self.count)(fen, depth).into()
    }
}

pub fn cozy_chess_crate() -> Box<dyn Contender> {
    fn leaves(board: &cozy_chess::Board, depth: u32) -> u64 {
        let mut total = 0;
        if depth == 1 {
            board.generate_moves(|moves| {
                total += moves.len() as u64;
                false
            });
        } else {
            board.generate_moves(|moves| {
                for mv in moves {
                    let mut child = board.clone();
                    child.play_unchecked(mv);
                    total += leaves(&child, depth - 1);
                }
                false
            });
        }
        total
    }
    Box::new(Crate {
        name: "cozy-chess",
        count: |fen, depth| leaves(&fen.parse().expect("a correct FEN"), depth),
    })
}

pub fn chess_crate() -> Box<dyn Contender> {
    Box::new(Crate {
        name: "chess",
        count: |fen, depth| {
            let board = fen.parse().expect("a correct FEN");
            chess::MoveGen::movegen_perft_test(&board, depth as usize) as u64
        },
    })
}

pub fn shakmaty_crate() -> Box<dyn Contender> {
    Box::new(Crate {
        name: "shakmaty",
        count: |fen, depth| {
            let fen: shakmaty::fen::Fen = fen.parse().expect("a correct FEN");
            let position: shakmaty::Chess = fen
                .into_position(shakmaty::CastlingMode::Standard)
                .expect("a legal position");
            shakmaty::perft(&position, depth)
        },
    })
}

/// A UCI engine as a process, timed from its command to its total.
pub struct Engine {
    name: String,
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    pub fn start(name: &str, path: &str) -> Engine {
        let mut process = Command::new(path)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("{path}: {error}"));
        let input = process.stdin.take().expect("stdin is piped");
        let output = BufReader::new(process.stdout.take().expect("stdout is piped"));
        Engine {
            name: name.to_owned(),
            process,
            input,
            output,
        }
    }
}

impl Contender for Engine {
    fn name(&self) -> &str {
        &self.name
    }

    fn count(&mut self, fen: &str, depth: u32) -> u128 {
        writeln!(self.input, "position fen {fen}\ngo perft {depth}").expect("the engine reads");
        let mut line = String::new();
        loop {
            line.clear();
            let read = self
                .output
                .read_line(&mut line)
                .expect("the engine writes lines");
            assert!(read > 0, "{} ended without a total", self.name);
            if let Some(total) = line.trim().strip_prefix("Nodes searched: ") {
                return total.parse().expect("a total");
            }
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // It may be gone already.
        let _ = writeln!(self.input, "quit");
        let _ = self.process.wait();
    }
}
