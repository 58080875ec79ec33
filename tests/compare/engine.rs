//! The other engine of the comparison: this test's executable, called with `--faulty FAULT`. It
//! speaks UCI or is called as a script. It breaks one rule, makes one protocol error, or only has
//! an unusual output format. `FAULT@STYLE` prints its divides in another of the `styles`.

use super::broken::Game;
use super::fakes;
use super::styles::{self, Line};
use ox88::board::{CastlingNotation, Move, MoveKind, PieceKind, fen};
use std::io::{self, BufRead, BufWriter, Write};
use std::process;
use std::thread;
use std::time::Duration;

type Output = BufWriter<io::StdoutLock<'static>>;

/// Ways of answering, which stand before a fault and a `+`: `totals+ep-missing`.
const MANNERS: [&str; 6] = [
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
        return fakes::run(fault);
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
            let game = set_up(fault, fen, moves);
            divide(fault, &manners, &game, depth.parse().unwrap(), &mut output)?;
        }
        [fen, depth] => {
            let game = set_up(fault, fen, "");
            divide(fault, &manners, &game, depth.parse().unwrap(), &mut output)?;
        }
        _ => process::exit(2),
    }
    output.flush()
}

fn set_up(fault: &str, fen: &str, moves: &str) -> Game {
    let parsed = fen::parse(fen, CastlingNotation::Standard).expect("compare sends sound FENs");
    let fault = fault.split('@').next().unwrap_or_default();
    let mut game = Game::new(parsed.position, fault);
    for text in moves.split_ascii_whitespace() {
        // Like most engines, it ignores a move that it does not know, and all after it.
        let Some(mv) = game.moves().into_iter().find(|mv| name(*mv) == text) else {
            break;
        };
        game.make(mv);
    }
    game
}

fn name(mv: Move) -> String {
    mv.uci(CastlingNotation::Standard).to_string()
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
        Some(PieceKind::King) if from.file().abs_diff(to.file()) == 2 => match to > from {
            true => "O-O".to_owned(),
            false => "O-O-O".to_owned(),
        },
        Some(PieceKind::Pawn) if capture.is_empty() => to.to_string(),
        Some(PieceKind::Pawn) => format!("{}x{to}", &from.to_string()[..1]),
        Some(kind) => format!("{}{capture}{to}", kind.letter().to_ascii_uppercase()),
        None => name(mv),
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
            ("protover", _) if is("xboard") => writeln!(output, "feature ping=1 done=1")?,
            ("setboard", fen) if is("setboard") => game = Some(set_up(fault, fen, "")),
            ("uci", _) => writeln!(output, "id name faulty\nuciok")?,
            ("isready", _) => writeln!(output, "readyok")?,
            ("setoption", rest) => is_chess960_set = rest == "name UCI_Chess960 value true",
            ("position", rest) => {
                let rest = rest.strip_prefix("fen ").unwrap_or(rest);
                let (fen, moves) = rest.split_once(" moves ").unwrap_or((rest, ""));
                if fault == "minds-chess960" && is_chess960_set != is_chess960(fen) {
                    process::exit(102);
                }
                game = Some(set_up(fault, fen, moves));
            }
            ("go", _) if is("perft-only") => writeln!(output, "info depth 1\nbestmove e2e4")?,
            ("go", _) if is("searches-on") => writeln!(output, "info depth 1 nodes 20")?,
            ("go", _) if is("divide-only") => {}
            ("stop", _) if is("searches-on") => writeln!(output, "bestmove e2e4")?,
            (word @ ("perft" | "divide"), depth)
                if is(&format!("{word}-only")) || is("setboard") =>
            {
                if let (Some(game), Ok(depth)) = (&game, depth.parse()) {
                    divide(fault, manners, game, depth, output)?;
                }
            }
            ("go", rest) => {
                let depth = rest
                    .strip_prefix("perft ")
                    .and_then(|depth| depth.parse().ok());
                if let (Some(game), Some(depth)) = (&game, depth) {
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
    game: &Game,
    depth: u32,
    output: &mut Output,
) -> io::Result<()> {
    if let Some((_, style)) = fault.split_once('@') {
        let moves = game.moves().into_iter();
        let lines = moves.map(|mv| Line {
            uci: name(mv),
            san: san(game, mv),
            count: game.after(mv).leaves(depth - 1),
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
    for mv in game.moves() {
        let count = game.after(mv).leaves(depth - 1);
        total += count;
        let name = match mv.kind() {
            MoveKind::Castle if fault == "castling-960" => {
                mv.uci(CastlingNotation::Chess960).to_string()
            }
            MoveKind::Castle if fault == "castling-o-o" => {
                if mv.to() > mv.from() { "O-O" } else { "O-O-O" }.to_owned()
            }
            _ => name(mv),
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
