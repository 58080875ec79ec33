//! `go`: chooses a move within limits. Numbers outside their range are brought into
//! it.

use super::error::Error;
use super::protocol;
use super::run::{Context, LastReply, Run};
use super::words::Words;
use super::{Awaited, Command, Group, Printed, Row};
use crate::board::{CastlingNotation, parts_of_move};
use crate::engine::Engine;
use crate::movegen::UciMove;
use crate::search::{Clock, Info, Limits};
use std::collections::HashSet;
use std::time::Duration;

/// The row of `go`. `go perft` has its own.
pub static ROW: Row = Row {
    words: &["go"],
    usage: "go [depth N] [nodes N] [mate N] [movetime MS] [wtime MS] [btime MS] \
            [winc MS] [binc MS] [movestogo N] [infinite] [ponder] [searchmoves MOVE...]",
    purpose: "search for a move within these limits",
    group: Group::Play,
    options: &[
        ("depth N", "search N plies"),
        ("nodes N", "search N nodes"),
        ("mate N", "search for a mate in N moves"),
        ("movetime MS", "search for MS milliseconds"),
        (
            "wtime MS",
            "the time on a clock; btime, winc and binc likewise",
        ),
        ("movestogo N", "moves to the next time control"),
        ("infinite", "search until stop"),
        ("ponder", "search until ponderhit or stop"),
        ("searchmoves MOVE...", "search only these moves"),
    ],
    example: "go movetime 200",
    section: "search",
    awaited: Awaited::BestMove,
    read: |words| Ok(Command::Go(Box::new(read(words)?))),
    ..Row::UCI
};

/// Searches for a move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Go {
    /// The limits, but without their `search_moves`.
    pub limits: Limits,
    /// The root moves to choose from, in coordinate notation. If it is empty, all
    /// of them.
    pub search_moves: Vec<String>,
}

/// The keywords of `go`.
const KEYWORDS: [&str; 12] = [
    "depth",
    "nodes",
    "mate",
    "movetime",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "infinite",
    "ponder",
    "searchmoves",
];

/// The greatest number of nodes and of milliseconds, with twelve digits.
const TWELVE_DIGITS: u64 = 999_999_999_999;

fn read(words: &mut Words) -> Result<Go, String> {
    let mut go = Go::default();
    let limits = &mut go.limits;
    while let Some(keyword) = words.peek() {
        let mut after = words.clone();
        after.word();
        match keyword {
            "depth" => limits.depth = Some(number(&mut after, 127)? as u32),
            "nodes" => limits.nodes = Some(number(&mut after, TWELVE_DIGITS)?),
            "mate" => limits.mate = Some(number(&mut after, 255)? as u32),
            "movetime" => limits.move_time = Some(time(&mut after)?),
            "wtime" => limits.clock[0] = Some(time(&mut after)?),
            "btime" => limits.clock[1] = Some(time(&mut after)?),
            "winc" => limits.increment[0] = time(&mut after)?,
            "binc" => limits.increment[1] = time(&mut after)?,
            "movestogo" => limits.moves_to_go = Some(number(&mut after, 255)? as u32),
            "infinite" => limits.infinite = true,
            "ponder" => limits.ponder = true,
            "searchmoves" => read_moves(&mut after, &mut go.search_moves)?,
            _ => {
                let names = KEYWORDS.join(", ");
                return words.refuse(format_args!("perft or one of: {names}"));
            }
        }
        *words = after;
    }
    Ok(go)
}

/// Reads a number, and brings it into the range from 1 to `max`.
fn number(words: &mut Words, max: u64) -> Result<u64, String> {
    let number = read_number(words, "a number")?;
    Ok(number.clamp(1, max))
}

/// Reads milliseconds. A negative time counts as 0.
fn time(words: &mut Words) -> Result<Duration, String> {
    let milliseconds = read_number(words, "milliseconds")?;
    Ok(Duration::from_millis(milliseconds.min(TWELVE_DIGITS)))
}

/// Reads a whole number of any length. A number above the range of the type becomes
/// its maximum, and a negative one becomes 0.
fn read_number(words: &mut Words, expected: &str) -> Result<u64, String> {
    let word = words.peek().unwrap_or_default();
    let digits = word.strip_prefix('-').unwrap_or(word);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return words.refuse(expected);
    }
    words.word();
    match digits == word {
        true => Ok(digits.parse().unwrap_or(u64::MAX)),
        false => Ok(0),
    }
}

/// Reads moves up to the next keyword. Each move is kept once, so that a long list
/// of repeated moves takes little memory.
fn read_moves(words: &mut Words, moves: &mut Vec<String>) -> Result<(), String> {
    let mut known: HashSet<String> = moves.iter().cloned().collect();
    let mut is_empty = true;
    while let Some(word) = words.peek().filter(|word| !KEYWORDS.contains(word)) {
        if parts_of_move(word).is_none() {
            return words.refuse("moves");
        }
        words.word();
        is_empty = false;
        if known.insert(word.to_owned()) {
            moves.push(word.to_owned());
        }
    }
    match is_empty {
        true => words.refuse("moves"),
        false => Ok(()),
    }
}

impl Run for Go {
    fn run(self, engine: &mut Engine, context: &Context) -> LastReply {
        let game = engine.game.as_ref()?;
        let position = game.position();
        let castling = engine.notation();
        let mut limits = self.limits;
        for text in self.search_moves {
            let Some(mv) = position.parse_move(&text, castling) else {
                let fen = position.to_fen();
                return Err(Error::IllegalSearchMove { text, fen });
            };
            limits.search_moves.push(mv);
        }
        let control = context.control();
        let answer = engine.search.search(game, &limits, control, &mut |info| {
            let info = info.clone();
            context.reply(Reply::Info { info, castling });
        });
        // If there is no move, a `go` without limits is answered at once. With
        // `infinite` or `ponder`, the answer always waits for its signal.
        if answer.best.is_some() || limits.infinite || limits.ponder {
            Clock::start(game, &limits, control, Duration::ZERO).wait_until_answer_is_due();
        }
        let ponder = answer.ponder.filter(|_| engine.ponder);
        let end = Reply::BestMove {
            best: answer.best.map(|mv| mv.uci(castling)),
            ponder: ponder.map(|mv| mv.uci(castling)),
        };
        Ok(Some(end.into()))
    }

    fn refused(error: Error) -> super::Reply {
        Reply::Refused(error).into()
    }
}

/// A reply to `go`.
#[derive(Clone, Debug)]
pub enum Reply {
    /// The result so far.
    Info {
        /// The result.
        info: Info,
        /// The notation of castling moves.
        castling: CastlingNotation,
    },
    /// The end of a search.
    BestMove {
        /// The move to play, or `None` if there is no legal move.
        best: Option<UciMove>,
        /// The expected reply, to ponder on.
        ponder: Option<UciMove>,
    },
    /// The search could not begin.
    Refused(Error),
}

impl Printed for Reply {
    fn text(&self) -> String {
        match self {
            Reply::Info { info, castling } => protocol::info(info, *castling),
            Reply::BestMove {
                best: Some(best),
                ponder,
            } => protocol::best_move(*best, *ponder),
            // `vampirc-uci` has no message for this.
            Reply::BestMove { best: None, .. } => "bestmove (none)\n".to_owned(),
            Reply::Refused(error) => format!("{}bestmove (none)\n", error.text()),
        }
    }

    fn is_failure(&self) -> bool {
        matches!(self, Reply::Refused(_))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_line(line: &str) -> Result<Go, String> {
        read(&mut Words::of_line(line))
    }

    #[test]
    fn all_words_are_understood_together() {
        let go = read_line(
            "ponder searchmoves e2e4 e7e8Q wtime 1000 btime -5 winc 10 binc 20 movestogo 40 \
             depth 6 nodes 700 mate 3 movetime 90 infinite",
        )
        .unwrap();
        let milliseconds = Duration::from_millis;
        let expected = Limits {
            depth: Some(6),
            nodes: Some(700),
            mate: Some(3),
            move_time: Some(milliseconds(90)),
            clock: [Some(milliseconds(1000)), Some(milliseconds(0))],
            increment: [milliseconds(10), milliseconds(20)],
            moves_to_go: Some(40),
            infinite: true,
            ponder: true,
            search_moves: vec![],
        };
        assert_eq!(go.limits, expected);
        assert_eq!(go.search_moves, ["e2e4", "e7e8Q"]);
    }

    #[test]
    fn numbers_beyond_a_range_are_brought_into_it() {
        let huge = "9".repeat(100);
        let limits = read_line(&format!(
            "depth {huge} nodes {huge} mate 256 wtime {huge} movestogo 256"
        ))
        .unwrap()
        .limits;
        assert_eq!(limits.depth, Some(127));
        assert_eq!(limits.nodes, Some(TWELVE_DIGITS));
        assert_eq!(limits.mate, Some(255));
        assert_eq!(limits.moves_to_go, Some(255));
        let most = Duration::from_millis(TWELVE_DIGITS);
        assert_eq!(limits.clock[0], Some(most));

        let line = "depth -5 nodes 0 mate -1 btime -7 movestogo -5 movetime -0";
        let limits = read_line(line).unwrap().limits;
        assert_eq!((limits.depth, limits.nodes), (Some(1), Some(1)));
        assert_eq!((limits.mate, limits.moves_to_go), (Some(1), Some(1)));
        assert_eq!(limits.clock[1], Some(Duration::ZERO));
        assert_eq!(limits.move_time, Some(Duration::ZERO));
    }

    #[test]
    fn odd_words_are_refused_by_name() {
        for (line, word) in [
            ("depth 5 perft 3", "'perft'"),
            ("depth five", "'five'"),
            ("depth", "nothing"),
            ("depth --1", "'--1'"),
            ("depth -", "'-'"),
            ("depth 1.5", "'1.5'"),
            ("wtime +5", "'+5'"),
            ("searchmoves", "nothing"),
            ("searchmoves depth 5", "'depth'"),
            ("searchmoves e2e4 0000", "'0000'"),
            ("joho", "'joho'"),
        ] {
            match read_line(line) {
                Err(message) => assert!(message.starts_with(word), "{message}"),
                other => panic!("{line}: {other:?}"),
            }
        }
    }
}
