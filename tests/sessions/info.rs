//! Reads the `info` lines of a search: depth, score and principal variation.

use crate::common::Engine;

/// The parts of an `info` line that the tests compare.
#[derive(Debug)]
pub struct Line {
    pub depth: u32,
    /// The number of the line; 1 if it is not printed.
    pub multipv: usize,
    pub score: Score,
    pub pv: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    Centipawns(i32),
    /// Moves to mate; 0 or less if the side to move is mated.
    Mate(i32),
}

impl Score {
    /// A number that is greater for a better score.
    pub fn order(self) -> i32 {
        match self {
            Score::Centipawns(value) => value,
            Score::Mate(moves) if moves > 0 => 1_000_000 - moves,
            Score::Mate(moves) => -1_000_000 - moves,
        }
    }
}

/// Reads an `info` line, which must have a depth and a score.
fn read_line(engine: &Engine, info: &str) -> Line {
    let words: Vec<&str> = info.split(' ').collect();
    let after = |keyword: &str| {
        let index = words.iter().position(|word| *word == keyword)?;
        Some(&words[index + 1..])
    };
    let number = |words: Option<&[&str]>| words?.first()?.parse::<i32>().ok();
    let score = match after("score") {
        Some(["cp", rest @ ..]) => number(Some(rest)).map(Score::Centipawns),
        Some(["mate", rest @ ..]) => number(Some(rest)).map(Score::Mate),
        _ => None,
    };
    let (Some(depth), Some(score)) = (number(after("depth")), score) else {
        engine.fail(format_args!("'{info}' has no depth or no score"));
    };
    let pv = after("pv").unwrap_or_default();
    Line {
        depth: depth as u32,
        multipv: after("multipv").map_or(1, |words| words[0].parse().expect("a number")),
        score,
        pv: pv.iter().map(|mv| mv.to_string()).collect(),
    }
}

/// Searches the current position. Returns the lines and the bestmove.
pub fn read_search(engine: &mut Engine, command: &str) -> (Vec<Line>, String) {
    engine.send(command);
    let (infos, best) = engine.read_search();
    let lines = infos.iter().map(|info| read_line(engine, info)).collect();
    (lines, best)
}
