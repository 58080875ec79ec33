//! Engines whose moves are right and whose counts are wrong: by draw rules, a table, unmaking, or
//! threads. They speak UCI. Each is called with `--faulty FAULT`, like those in `engine`.

use ox88::Position;
use ox88::board::CastlingNotation;
use ox88::game::Game;
use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, BufRead, Write};

/// The faults of this module.
const FAULTS: [&str; 11] = [
    // The count of a drawn game is 0, 1, or that of a position without moves.
    "fifty-moves-0",
    "fifty-moves-1",
    "fifty-moves-none",
    "repetition-0",
    "bare-kings-0",
    // Its table has keys without castling rights.
    "key-without-rights",
    // Its table has entries without their depth, and is kept from count to count.
    "depth-not-in-entry",
    // The same, but no command empties it.
    "state-kept",
    // After a double step, the next count is one too many.
    "unmade-wrongly",
    // One thread takes what another one has counted.
    "threads",
    // It reads memory that is not initialised.
    "uninitialised",
];

/// Returns whether a fault is one of these.
pub fn knows(fault: &str) -> bool {
    FAULTS.contains(&fault)
}

/// Runs the engine, which lists no moves if it prints `totals` only.
pub fn run(fault: &str, totals: bool) -> io::Result<()> {
    let mut engine = Engine {
        totals,
        fault: fault.to_owned(),
        game: Game::default(),
        has_table: true,
        threads: 4,
        table: HashMap::new(),
        random: RandomState::new().hash_one(0),
    };
    let mut output = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let line = line?;
        let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
        match word {
            "uci" => {
                writeln!(output, "id name {fault}")?;
                match fault {
                    "key-without-rights" => {
                        writeln!(output, "option name PerftHash type check default true")?;
                    }
                    "depth-not-in-entry" => {
                        writeln!(output, "option name Hash type spin default 16 min 1 max 64")?;
                        writeln!(output, "option name Clear Hash type button")?;
                    }
                    "threads" => {
                        writeln!(
                            output,
                            "option name Threads type spin default 4 min 1 max 64"
                        )?;
                    }
                    _ => {}
                }
                writeln!(output, "uciok")?;
            }
            "isready" => writeln!(output, "readyok")?,
            "setoption" => match rest {
                "name PerftHash value false" => engine.has_table = false,
                "name Clear Hash" => engine.table.clear(),
                "name Threads value 1" => engine.threads = 1,
                _ => {}
            },
            "position" => {
                let rest = rest.strip_prefix("fen ").unwrap_or(rest);
                let (fen, moves) = rest.split_once(" moves ").unwrap_or((rest, ""));
                let moves: Vec<String> = moves.split(' ').map(str::to_owned).collect();
                let moves = if moves == [""] { &[][..] } else { &moves };
                let set_up = Game::set_up(Some(fen), moves, CastlingNotation::Standard);
                (engine.game, _) = set_up.expect("compare sends sound positions");
            }
            "go" => {
                let depth = rest.strip_prefix("perft ").and_then(|it| it.parse().ok());
                engine.divide(depth.expect("compare asks for perft"), &mut output)?;
            }
            "quit" => break,
            _ => {}
        }
        output.flush()?;
    }
    Ok(())
}

struct Engine {
    totals: bool,
    fault: String,
    game: Game,
    has_table: bool,
    threads: u32,
    table: HashMap<String, u128>,
    random: u64,
}

impl Engine {
    fn is(&self, fault: &str) -> bool {
        self.fault == fault
    }

    fn divide(&mut self, depth: u32, output: &mut impl Write) -> io::Result<()> {
        if self.is("key-without-rights") {
            self.table.clear();
        }
        let mut total = 0;
        let mut spoiled = 0;
        let mut moves = self.game.position().legal_moves();
        if self.is("fifty-moves-none") && self.is_drawn() {
            moves.clear();
        }
        for (number, mv) in moves.into_iter().enumerate() {
            let is_double_step = mv.from().rank().abs_diff(mv.to().rank()) == 2;
            self.game.make(mv);
            let mut count = self.count(depth - 1);
            self.game.unmake();
            if self.is("unmade-wrongly") && depth > 1 {
                count += std::mem::take(&mut spoiled);
                spoiled = u128::from(is_double_step);
            }
            let is_random = self.is("threads") && self.threads > 1 || self.is("uninitialised");
            if is_random && depth > 1 && number == 1 {
                self.random = self
                    .random
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1);
                count += u128::from(self.random >> 40);
            }
            total += count;
            if !self.totals {
                writeln!(output, "{}: {count}", mv.uci(CastlingNotation::Standard))?;
            }
        }
        writeln!(output, "\nNodes searched: {total}\n")
    }

    fn count(&mut self, depth: u32) -> u128 {
        match self.fault.as_str() {
            "fifty-moves-1" if self.is_drawn() => return 1,
            "fifty-moves-0" | "repetition-0" | "bare-kings-0" if self.is_drawn() => return 0,
            _ => {}
        }
        if depth == 0 {
            return 1;
        }
        let key = self.key(depth);
        if let Some(&count) = key.as_ref().and_then(|key| self.table.get(key)) {
            return count;
        }
        let mut total = 0;
        let mut moves = self.game.position().legal_moves();
        if self.is("fifty-moves-none") && self.is_drawn() {
            moves.clear();
        }
        for mv in moves {
            self.game.make(mv);
            total += self.count(depth - 1);
            self.game.unmake();
        }
        if let Some(key) = key {
            self.table.insert(key, total);
        }
        total
    }

    fn is_drawn(&self) -> bool {
        let position = self.game.position();
        match self
            .fault
            .split_once("-moves")
            .map_or(self.fault.as_str(), |it| it.0)
        {
            "fifty" => position.halfmove_clock() >= 100,
            "repetition-0" => self.game.repetitions() > 0,
            _ => position.pieces().count() == 2,
        }
    }

    fn key(&self, depth: u32) -> Option<String> {
        let fields = |position: &Position, fields: usize| {
            let fen = position.to_fen();
            fen.split(' ').take(fields).collect::<Vec<_>>().join(" ")
        };
        let position = self.game.position();
        match self.fault.as_str() {
            "key-without-rights" if self.has_table => {
                Some(format!("{} {depth}", fields(position, 2)))
            }
            "depth-not-in-entry" | "state-kept" if self.game.moves().len() == 1 => {
                Some(fields(position, 4))
            }
            _ => None,
        }
    }
}
