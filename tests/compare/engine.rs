//! The other engine of the comparison: this test's executable, called with `--faulty FAULT`. It
//! speaks UCI or is called as a script. It has one of the library's faults, makes one protocol
//! error, or only has an unusual output format. `FAULT@STYLE` prints its divides in another of the
//! `styles`.

use super::fakes;
use super::styles::{self, Line};
use ox88::board::{CastlingNotation, Move, MoveKind, PieceKind, Position, fen};
use ox88::tools::faults::{self, FaultKind, FaultyGenerator};
use std::io::{self, BufRead, BufWriter, Write};
use std::process;
use std::thread;
use std::time::Duration;

type Output = BufWriter<io::StdoutLock<'static>>;

/// Ways of answering, which stand before a fault and a `+`: `totals+ep-missing`.
const MANNERS: [&str; 7] = [
    "deaf",
    "totals",
    "perft-only",
    "divide-only",
    "searches-on",
    "setboard",
    "xboard",
];

pub fn run(name: &str, arguments: &[String]) -> io::Result<()> {
    let (manners, fault) = name.rsplit_once('+').unwrap_or(("", name));
    let manners: Vec<&str> = manners.split('+').filter(|it| !it.is_empty()).collect();
    assert!(manners.iter().all(|it| MANNERS.contains(it)), "{name}");
    if fakes::knows(fault) {
        return fakes::run(fault, manners.contains(&"totals"));
    }
    // A large buffer, as C programs have that do not flush.
    let mut output = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    match arguments {
        [] => uci(fault, &manners, &mut output)?,
        [depth, rest @ ..] if depth.parse::<u32>().is_ok() => {
            let [fen, moves @ ..] = rest else {
                process::exit(2)
            };
            let moves = moves.first().map_or("", String::as_str);
            let mut game = set_up(fault, fen, moves, false);
            divide(
                fault,
                &manners,
                &mut game,
                depth.parse().unwrap(),
                &mut output,
            )?;
        }
        [fen, depth] => {
            let mut game = set_up(fault, fen, "", false);
            divide(
                fault,
                &manners,
                &mut game,
                depth.parse().unwrap(),
                &mut output,
            )?;
        }
        _ => process::exit(2),
    }
    output.flush()
}

/// A position as the engine sees it.
struct Game {
    generator: FaultyGenerator,
    notation: CastlingNotation,
    /// The right position, for algebraic notation.
    position: Position,
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
    let fault = fault.split('@').next().unwrap_or_default();
    let mut game = Game {
        generator: FaultyGenerator::new(&parsed.position, faults::find(fault)),
        notation,
        position: parsed.position,
    };
    for text in moves.split_ascii_whitespace() {
        let mut listed = game.generator.moves().into_iter();
        // Like most engines, it ignores a move that it does not know, and all after it.
        let Some(mv) = listed.find(|mv| game.name(*mv) == text) else {
            break;
        };
        game.generator.make(mv);
        if game.position.legal_moves().contains(&mv) {
            let _ = game.position.make(mv);
        }
    }
    game
}

/// The move in algebraic notation. This generator may have moves that are not legal.
fn san(game: &Game, mv: Move) -> String {
    let position = &game.position;
    let named = position.legal_moves_with_san();
    if let Some((_, san)) = named.into_iter().find(|(legal, _)| *legal == mv) {
        return san;
    }
    let (from, to) = (mv.from(), mv.to());
    let capture = if position.captured(mv).is_some() {
        "x"
    } else {
        ""
    };
    match position.piece_on(from).map(|piece| piece.kind) {
        Some(PieceKind::King) if mv.kind() == MoveKind::Castle => match to > from {
            true => "O-O".to_owned(),
            false => "O-O-O".to_owned(),
        },
        Some(PieceKind::Pawn) if capture.is_empty() => to.to_string(),
        Some(PieceKind::Pawn) => format!("{}x{to}", &from.to_string()[..1]),
        Some(kind) => format!("{}{capture}{to}", kind.letter().to_ascii_uppercase()),
        None => game.name(mv),
    }
}

/// Returns whether a FEN has castling rights that exist only in Chess960.
fn is_chess960(fen: &str) -> bool {
    let castling = fen.split(' ').nth(2).unwrap_or_default();
    castling.contains(|letter| !"KQkq-".contains(letter))
}

fn uci(fault: &str, manners: &[&str], output: &mut Output) -> io::Result<()> {
    let is = |manner: &str| manners.contains(&manner);
    let mut game = None;
    let mut is_chess960_set = false;
    // The options that a fault depends on, and whether it shows as they are set.
    let kind = faults::find(fault).map(|fault| fault.kind);
    let options = match kind {
        Some(FaultKind::Table) => "option name Hash type spin default 16 min 0 max 1024\n",
        Some(FaultKind::Threads) => "option name Threads type spin default 2 min 1 max 2\n",
        Some(FaultKind::Chess960) => "option name UCI_Chess960 type check default false\n",
        _ => "",
    };
    let mut shown = fault;
    let mut positions = 0;
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
            ("uci" | "isready", _) if is("setboard") || is("xboard") => {}
            ("isready", _) if is("deaf") => {}
            ("protover", _) if is("xboard") => writeln!(output, "feature ping=1 done=1")?,
            ("setboard", fen) if is("setboard") => game = Some(set_up(fault, fen, "", false)),
            ("uci", _) => writeln!(output, "id name faulty\n{options}uciok")?,
            ("isready", _) => writeln!(output, "readyok")?,
            ("setoption", "name Hash value 0") if kind == Some(FaultKind::Table) => {
                shown = "none";
            }
            ("setoption", "name Threads value 1") if kind == Some(FaultKind::Threads) => {
                shown = "none";
            }
            ("setoption", rest) => is_chess960_set = rest == "name UCI_Chess960 value true",
            ("position", rest) => {
                let rest = rest.strip_prefix("fen ").unwrap_or(rest);
                let (fen, moves) = rest.split_once(" moves ").unwrap_or((rest, ""));
                if fault == "minds-chess960" && is_chess960_set != is_chess960(fen) {
                    process::exit(102);
                }
                let mut set = set_up(shown, fen, moves, is_chess960_set);
                // Threads meet in another way each time.
                set.generator = set.generator.with_seed(positions);
                positions += 1;
                game = Some(set);
            }
            ("go", _) if is("perft-only") => writeln!(output, "info depth 1\nbestmove e2e4")?,
            ("go", _) if is("searches-on") => writeln!(output, "info depth 1 nodes 20")?,
            ("go", _) if is("divide-only") => {}
            ("stop", _) if is("searches-on") => writeln!(output, "bestmove e2e4")?,
            (word @ ("perft" | "divide"), depth)
                if is(&format!("{word}-only")) || is("setboard") =>
            {
                if let (Some(game), Ok(depth)) = (&mut game, depth.parse()) {
                    divide(fault, manners, game, depth, output)?;
                }
            }
            ("go", rest) => {
                let depth = rest
                    .strip_prefix("perft ")
                    .and_then(|depth| depth.parse().ok());
                if let (Some(game), Some(depth)) = (&mut game, depth) {
                    divide(fault, manners, game, depth, output)?;
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
fn divide(
    fault: &str,
    manners: &[&str],
    game: &mut Game,
    depth: u32,
    output: &mut Output,
) -> io::Result<()> {
    if let Some((_, style)) = fault.split_once('@') {
        let counts = game.generator.divide(depth).into_iter();
        let lines = counts.map(|(mv, count)| Line {
            uci: game.name(mv),
            san: san(game, mv),
            count,
        });
        let text = styles::print(style, depth, &lines.collect::<Vec<_>>());
        return output.write_all(text.as_bytes());
    }
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
        "garbage-later" if depth == 2 => return writeln!(output, "what?"),
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
    let mut counts = game.generator.divide(depth);
    if let Some((first, [second, ..])) = counts.split_first_mut() {
        match fault {
            // Right in sum.
            "swapped" => std::mem::swap(&mut first.1, &mut second.1),
            "two-leaves" if depth == 1 => (first.1, second.1) = (2, 0),
            _ => {}
        }
    }
    for (mv, count) in counts {
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
            _ if manners.contains(&"totals") => {}
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
    if fault == "odd-row" {
        writeln!(output, "e2e5: -3")?;
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
