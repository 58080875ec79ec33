//! `go`: chooses a move within limits. Its words are read by one table, which
//! brings each number into its range.

use super::error::Error;
use super::protocol;
use super::run::{Context, LastReply, Run};
use super::words::Words;
use super::{Awaited, Command, Printed, Row};
use crate::board::{CastlingNotation, parts_of_move};
use crate::engine::Engine;
use crate::movegen::UciMove;
use crate::search::{Clock, Info, Limits};
use std::collections::HashSet;
use std::time::Duration;

/// The row of `go`.
pub static ROW: Row = Row {
    words: &["go"],
    usage: "go [depth N] [nodes N] [mate N] [movetime MS] [wtime MS] [btime MS] \
            [winc MS] [binc MS] [movestogo N] [infinite] [ponder] [searchmoves MOVE...]",
    purpose: "search for a move within these limits",
    awaited: Awaited::BestMove,
    read: |words| Ok(Command::Go(Box::new(read(words)?))),
    ..Row::UCI
};

/// Searches within limits.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Go {
    /// The limits. Their `search_moves` are still empty.
    pub limits: Limits,
    /// The root moves to look at, in coordinate notation; empty for all.
    pub search_moves: Vec<String>,
}

/// What follows a keyword, and what it sets.
enum Argument {
    Nothing(fn(&mut Limits)),
    /// A number, brought into this range.
    Number(u64, u64, fn(&mut Limits, u64)),
    /// Milliseconds; a negative time counts as none left.
    Time(fn(&mut Limits, Duration)),
    Moves,
}

/// The most nodes, and the most milliseconds: twelve digits.
const TWELVE_DIGITS: u64 = 999_999_999_999;

static KEYWORDS: [(&str, Argument); 12] = [
    (
        "depth",
        Argument::Number(1, 127, |limits, number| limits.depth = Some(number as u32)),
    ),
    (
        "nodes",
        Argument::Number(1, TWELVE_DIGITS, |limits, number| {
            limits.nodes = Some(number)
        }),
    ),
    (
        "mate",
        Argument::Number(1, 255, |limits, number| limits.mate = Some(number as u32)),
    ),
    (
        "movetime",
        Argument::Time(|limits, time| limits.move_time = Some(time)),
    ),
    (
        "wtime",
        Argument::Time(|limits, time| limits.clock[0] = Some(time)),
    ),
    (
        "btime",
        Argument::Time(|limits, time| limits.clock[1] = Some(time)),
    ),
    (
        "winc",
        Argument::Time(|limits, time| limits.increment[0] = time),
    ),
    (
        "binc",
        Argument::Time(|limits, time| limits.increment[1] = time),
    ),
    (
        "movestogo",
        Argument::Number(1, 255, |limits, number| {
            limits.moves_to_go = Some(number as u32);
        }),
    ),
    (
        "infinite",
        Argument::Nothing(|limits| limits.infinite = true),
    ),
    ("ponder", Argument::Nothing(|limits| limits.ponder = true)),
    ("searchmoves", Argument::Moves),
];

fn argument_of(word: &str) -> Option<&'static Argument> {
    let row = KEYWORDS.iter().find(|(keyword, _)| *keyword == word);
    row.map(|(_, argument)| argument)
}

fn read(words: &mut Words) -> Result<Go, String> {
    let names = || KEYWORDS.each_ref().map(|(keyword, _)| *keyword);
    let mut go = Go::default();
    while let Some(keyword) = words.peek() {
        let Some(argument) = argument_of(keyword) else {
            return words.refuse(format_args!("perft or one of: {}", names().join(", ")));
        };
        words.word();
        match argument {
            Argument::Nothing(set) => set(&mut go.limits),
            Argument::Number(min, max, set) => {
                let Some(number) = words.peek().and_then(read_number) else {
                    return words.refuse("a number");
                };
                words.word();
                set(&mut go.limits, number.clamp(*min, *max));
            }
            Argument::Time(set) => {
                let Some(time) = words.peek().and_then(read_number) else {
                    return words.refuse("milliseconds");
                };
                words.word();
                set(
                    &mut go.limits,
                    Duration::from_millis(time.min(TWELVE_DIGITS)),
                );
            }
            Argument::Moves => read_moves(words, &names(), &mut go.search_moves)?,
        }
    }
    Ok(go)
}

/// A number of any length, in digits. One that is too long is the greatest there
/// is; one below zero is brought to zero.
fn read_number(word: &str) -> Option<u64> {
    let digits = word.strip_prefix('-').unwrap_or(word);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    match digits == word {
        true => Some(digits.parse().unwrap_or(u64::MAX)),
        false => Some(0),
    }
}

/// Reads moves up to the next keyword. A move that is named again is passed
/// over, however often that is.
fn read_moves(words: &mut Words, keywords: &[&str], moves: &mut Vec<String>) -> Result<(), String> {
    let mut named: HashSet<String> = moves.iter().cloned().collect();
    let mut is_empty = true;
    while let Some(word) = words.peek().filter(|word| !keywords.contains(word)) {
        if parts_of_move(word).is_none() {
            return words.refuse("moves");
        }
        words.word();
        is_empty = false;
        if named.insert(word.to_owned()) {
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
        let reply = self.search(engine, context);
        Ok(Some(reply.unwrap_or_else(Reply::Refused).into()))
    }
}

impl Go {
    fn search(self, engine: &mut Engine, context: &Context) -> Result<Reply, Error> {
        let game = engine.game.as_ref()?;
        let position = game.position();
        let castling = engine.castling;
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
        // Without a move there is nothing to search, and a `go` without limits
        // is answered. `infinite` and `ponder` wait for their end in any case.
        if answer.best.is_some() || limits.infinite || limits.ponder {
            Clock::start(game, &limits, control, Duration::ZERO).wait_until_answer_is_due();
        }
        Ok(Reply::BestMove {
            best: answer.best.map(|mv| mv.uci(castling)),
            ponder: answer
                .ponder
                .filter(|_| engine.ponder)
                .map(|mv| mv.uci(castling)),
        })
    }
}

/// What a search replies.
#[derive(Clone, Debug)]
pub enum Reply {
    /// What it knows so far.
    Info {
        /// The value and the line that it rests on.
        info: Info,
        /// How castling is written.
        castling: CastlingNotation,
    },
    /// The end of a search.
    BestMove {
        /// The move chosen; none if there is none.
        best: Option<UciMove>,
        /// The reply to think about meanwhile.
        ponder: Option<UciMove>,
    },
    /// A search that could not begin.
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
            // The crate cannot say it.
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
