//! The other engine of the comparison: this test's executable, called with `--faulty FAULT`. It
//! speaks UCI or is called as a script. It has one of the library's faults, makes one protocol
//! error, or only has an unusual output format.

use ox88::board::{CastlingNotation, Move, MoveKind, fen};
use ox88::tools::faults::{self, FaultyGenerator};
use std::io::{self, BufRead, BufWriter, Write};
use std::process;
use std::thread;
use std::time::Duration;

type Output = BufWriter<io::StdoutLock<'static>>;

pub fn run(fault: &str, arguments: &[String]) -> io::Result<()> {
    // A large buffer, as C programs have that do not flush.
    let mut output = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    match arguments {
        [] => uci(fault, &mut output)?,
        [depth, rest @ ..] if depth.parse::<u32>().is_ok() => {
            let [fen, moves @ ..] = rest else {
                process::exit(2)
            };
            let moves = moves.first().map_or("", String::as_str);
            let mut game = set_up(fault, fen, moves, false);
            divide(fault, &mut game, depth.parse().unwrap(), &mut output)?;
        }
        [fen, depth] => {
            let mut game = set_up(fault, fen, "", false);
            divide(fault, &mut game, depth.parse().unwrap(), &mut output)?;
        }
        _ => process::exit(2),
    }
    output.flush()
}

/// A position as the engine sees it.
struct Game {
    generator: FaultyGenerator,
    notation: CastlingNotation,
}

impl Game {
    fn name(&self, mv: Move) -> String {
        mv.uci(self.notation).to_string()
    }
}

/// Sets up a position. A FEN that exists only in Chess960 needs no option.
fn set_up(fault: &str, fen: &str, moves: &str, is_chess960_set: bool) -> Game {
    let notation = match is_chess960_set || is_chess960(fen) {
        true => CastlingNotation::Chess960,
        false => CastlingNotation::Standard,
    };
    let parsed = fen::parse(fen, notation).expect("compare sends sound FENs");
    let generator = FaultyGenerator::new(&parsed.position, faults::find(fault));
    let mut game = Game {
        generator,
        notation,
    };
    for text in moves.split_ascii_whitespace() {
        let mut listed = game.generator.moves().into_iter();
        let mv = listed.find(|mv| game.name(*mv) == text);
        let mv = mv.expect("compare sends moves that this engine has listed");
        game.generator.make(mv);
    }
    game
}

/// Returns whether a FEN has castling rights that exist only in Chess960.
fn is_chess960(fen: &str) -> bool {
    let castling = fen.split(' ').nth(2).unwrap_or_default();
    castling.contains(|letter| !"KQkq-".contains(letter))
}

fn uci(fault: &str, output: &mut Output) -> io::Result<()> {
    let mut game = None;
    let mut is_chess960_set = false;
    for line in io::stdin().lock().lines() {
        let line = line?;
        if fault == "hang-at-start" {
            if let Some(file) = std::env::var_os("FAULTY_PID_FILE") {
                std::fs::write(file, process::id().to_string())?;
            }
            hang();
        }
        match line
            .split_once(' ')
            .map_or((line.as_str(), ""), |(word, rest)| (word, rest))
        {
            ("uci", _) if fault == "dies-at-start" => {
                eprintln!("Segmentation fault");
                process::exit(139);
            }
            ("uci", _) => writeln!(output, "id name faulty\nuciok")?,
            ("isready", _) => writeln!(output, "readyok")?,
            ("setoption", rest) => is_chess960_set = rest == "name UCI_Chess960 value true",
            ("position", rest) => {
                let rest = rest.strip_prefix("fen ").unwrap_or(rest);
                let (fen, moves) = rest.split_once(" moves ").unwrap_or((rest, ""));
                if fault == "minds-chess960" && is_chess960_set != is_chess960(fen) {
                    process::exit(102);
                }
                game = Some(set_up(fault, fen, moves, is_chess960_set));
            }
            ("go", rest) => {
                let depth = rest
                    .strip_prefix("perft ")
                    .and_then(|depth| depth.parse().ok());
                if let (Some(game), Some(depth)) = (&mut game, depth) {
                    divide(fault, game, depth, output)?;
                }
            }
            ("quit", _) => break,
            _ => {}
        }
        if fault != "no-flush" {
            output.flush()?;
        }
    }
    Ok(())
}

/// Hangs until it is killed. It ends after two minutes, so a failed test leaves no process behind.
fn hang() -> ! {
    thread::sleep(Duration::from_secs(120));
    process::exit(1)
}

/// Answers `go perft` with the given fault.
fn divide(fault: &str, game: &mut Game, depth: u32, output: &mut Output) -> io::Result<()> {
    match fault {
        "hang" if depth == 2 => hang(),
        "dies" if depth == 2 => {
            eprintln!("thread 'main' panicked: index out of bounds");
            process::exit(101);
        }
        "garbage" => {
            output.write_all(b"\xff\xfe\x00 what?\nnothing to see\n")?;
            return Ok(());
        }
        "flood" => loop {
            writeln!(output, "blah blah")?;
        },
        "searches" => return writeln!(output, "info depth 1 score cp 0\nbestmove e2e4"),
        "refuses" => return writeln!(output, "Unknown command: go perft"),
        "banners" => {
            writeln!(output, "\n+-------+\n| perft {depth} |\n+-------+")?;
            writeln!(output, "info string Using 1 thread")?;
        }
        "odd-bytes" => output.write_all(b"\xff\xfe\xfd\n\0\0\0\r\n\r\r\r\n")?,
        "long-line" => {
            let part = [b'x'; 1 << 16];
            for _ in 0..50 * 16 {
                output.write_all(&part)?;
            }
            writeln!(output)?;
        }
        _ => {}
    }
    let mut total = 0;
    for (mv, count) in game.generator.divide(depth) {
        total += count;
        let name = match mv.kind() {
            MoveKind::Castle if fault == "castling-960" => {
                mv.uci(CastlingNotation::Chess960).to_string()
            }
            MoveKind::Castle if fault == "castling-o-o" => {
                if mv.to() > mv.from() { "O-O" } else { "O-O-O" }.to_owned()
            }
            _ => game.name(mv),
        };
        match fault {
            "no-moves" => {}
            "no-colon" => writeln!(output, "{name} {count}")?,
            "dashes" => writeln!(output, "{name} - {count}")?,
            "upper-case" => writeln!(output, "{}: {count}", name.to_uppercase())?,
            _ => writeln!(output, "{name}: {count}")?,
        }
        if fault == "breaks-off" && depth == 2 {
            output.flush()?;
            hang();
        }
    }
    match fault {
        "no-total" => Ok(()),
        "wrong-total" if depth == 2 => writeln!(output, "\nNodes searched: {}", total + 1),
        "no-colon" => writeln!(output, "\n{total}"),
        "dashes" => writeln!(output, "Total nodes {total} in 0.1 s (12,345 nodes/s)"),
        "upper-case" => writeln!(output, "PERFT({depth}) = {total}\nTIME: 5 MS"),
        _ => writeln!(
            output,
            "\nNodes searched: {total}\n\ninfo depth {depth} nodes {total}"
        ),
    }
}
