//! Reading `go`. `go perft` is read here. A plain `go` is cut into one group
//! per keyword, each is checked against the table below, brought into the
//! range of the protocol's crate, and given to it alone: the crate panics on
//! numbers beyond its types, passes over what it does not know, and keeps only
//! the last of two time controls.

use super::command::{Command, Refusal};
use crate::board::parts_of_move;
use crate::perft::MAX_DEPTH;
use crate::search::Limits;
use crate::text::{self, Quoted};
use crate::worker::SearchRequest;
use std::collections::HashSet;
use std::time::Duration;
use vampirc_uci::{UciMessage, UciSearchControl, UciTimeControl};

/// What follows a keyword of `go`.
enum Argument {
    Nothing,
    /// A number, brought into this range.
    Number {
        min: u64,
        max: u64,
    },
    /// Milliseconds; a negative time counts as none left.
    Milliseconds,
    /// One or more moves.
    Moves,
}

/// The greatest number of twelve digits, which is as many as the crate reads.
const TWELVE_DIGITS: u64 = 999_999_999_999;

static KEYWORDS: &[(&str, Argument)] = &[
    ("depth", Argument::Number { min: 1, max: 127 }),
    (
        "nodes",
        Argument::Number {
            min: 1,
            max: TWELVE_DIGITS,
        },
    ),
    ("mate", Argument::Number { min: 1, max: 255 }),
    ("movetime", Argument::Milliseconds),
    ("wtime", Argument::Milliseconds),
    ("btime", Argument::Milliseconds),
    ("winc", Argument::Milliseconds),
    ("binc", Argument::Milliseconds),
    ("movestogo", Argument::Number { min: 1, max: 255 }),
    ("infinite", Argument::Nothing),
    ("ponder", Argument::Nothing),
    ("searchmoves", Argument::Moves),
];

fn argument_of(word: &str) -> Option<&'static Argument> {
    KEYWORDS
        .iter()
        .find(|(keyword, _)| *keyword == word)
        .map(|(_, argument)| argument)
}

/// Reads the words after `go`.
///
/// # Errors
///
/// The first word that does not fit.
pub(super) fn read(words: &[&str]) -> Result<Command, Refusal> {
    if let ["perft", rest @ ..] = words {
        return read_perft(rest);
    }
    let mut request = SearchRequest::default();
    let mut rest = words;
    while let [keyword, after @ ..] = rest {
        let Some(argument) = argument_of(keyword) else {
            let known: Vec<&str> = KEYWORDS.iter().map(|(keyword, _)| *keyword).collect();
            return Err(Refusal::Search(format!(
                "unknown word {} in 'go', expected perft or one of: {}",
                Quoted(keyword),
                known.join(", ")
            )));
        };
        let (group, after) = read_group(keyword, argument, after)?;
        merge(&mut request, vampirc_uci::parse_one(&group));
        rest = after;
    }
    Ok(Command::Search(request))
}

/// Reads the words after `perft`.
///
/// # Errors
///
/// If they are not one depth from 0 to [`MAX_DEPTH`].
pub(super) fn read_perft(words: &[&str]) -> Result<Command, Refusal> {
    let expected = format!("expected a depth from 0 to {MAX_DEPTH}");
    match words {
        [] => Err(Refusal::Perft(format!("nothing after 'perft', {expected}"))),
        [word] => read_depth(word)
            .map(Command::Perft)
            .ok_or_else(|| Refusal::Perft(format!("depth {} of perft, {expected}", Quoted(word)))),
        [_, word, ..] => Err(Refusal::Perft(format!(
            "{} after the depth of perft, expected nothing",
            Quoted(word)
        ))),
    }
}

/// A depth from 0 to [`MAX_DEPTH`], in digits.
pub(super) fn read_depth(word: &str) -> Option<u32> {
    text::number(word).filter(|depth| *depth <= MAX_DEPTH)
}

/// One keyword with its argument as a `go` of its own, within the crate's
/// range, and the words after it.
fn read_group<'a>(
    keyword: &str,
    argument: &Argument,
    words: &'a [&'a str],
) -> Result<(String, &'a [&'a str]), Refusal> {
    let refuse = |expected: &str| {
        let found = words
            .first()
            .map_or("nothing".to_owned(), |word| Quoted(word).to_string());
        Refusal::Search(format!(
            "{found} after '{keyword}' in 'go', expected {expected}"
        ))
    };
    match argument {
        Argument::Nothing => Ok((format!("go {keyword}"), words)),
        Argument::Number { min, max } => {
            let number = words.first().and_then(|word| read_number(word));
            let number = number.ok_or_else(|| refuse("a number"))?.clamp(*min, *max);
            Ok((format!("go {keyword} {number}"), &words[1..]))
        }
        Argument::Milliseconds => {
            let time = words.first().and_then(|word| match word.strip_prefix('-') {
                Some(digits) => read_number(digits).map(|_| 0),
                None => read_number(word),
            });
            let time = time
                .ok_or_else(|| refuse("milliseconds"))?
                .min(TWELVE_DIGITS);
            Ok((format!("go {keyword} {time}"), &words[1..]))
        }
        Argument::Moves => {
            let end = words.iter().position(|word| argument_of(word).is_some());
            let (moves, after) = words.split_at(end.unwrap_or(words.len()));
            if let Some(word) = moves.iter().find(|word| parts_of_move(word).is_none()) {
                let message = format!("{} in 'searchmoves', expected moves", Quoted(word));
                return Err(Refusal::Search(message));
            }
            if moves.is_empty() {
                return Err(refuse("moves"));
            }
            // Once is enough, however often a move is named: the crate needs a
            // hundred times the memory of its text.
            let mut named = HashSet::new();
            let moves: Vec<&str> = moves
                .iter()
                .copied()
                .filter(|mv| named.insert(*mv))
                .collect();
            Ok((format!("go {keyword} {}", moves.join(" ")), after))
        }
    }
}

/// A number of any length; one that is too long is the greatest there is.
fn read_number(word: &str) -> Option<u64> {
    let is_number = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| word.parse().unwrap_or(u64::MAX))
}

/// Adds what the crate made of one group.
fn merge(request: &mut SearchRequest, message: UciMessage) {
    let UciMessage::Go {
        time_control,
        search_control,
    } = message
    else {
        return;
    };
    if let Some(control) = time_control {
        merge_time(&mut request.limits, &control);
    }
    if let Some(control) = search_control {
        merge_search(request, control);
    }
}

fn merge_time(limits: &mut Limits, control: &UciTimeControl) {
    match control {
        UciTimeControl::Ponder => limits.ponder = true,
        UciTimeControl::Infinite => limits.infinite = true,
        UciTimeControl::MoveTime(time) => {
            limits.move_time = Some(milliseconds(time.num_milliseconds()));
        }
        UciTimeControl::TimeLeft {
            white_time,
            black_time,
            white_increment,
            black_increment,
            moves_to_go,
        } => {
            for (clock, time) in limits.clock.iter_mut().zip([white_time, black_time]) {
                *clock = time
                    .map(|time| milliseconds(time.num_milliseconds()))
                    .or(*clock);
            }
            let increments = [white_increment, black_increment];
            for (increment, time) in limits.increment.iter_mut().zip(increments) {
                *increment = time.map_or(*increment, |time| milliseconds(time.num_milliseconds()));
            }
            limits.moves_to_go = moves_to_go.map(u32::from).or(limits.moves_to_go);
        }
    }
}

fn merge_search(request: &mut SearchRequest, control: UciSearchControl) {
    let limits = &mut request.limits;
    limits.depth = control.depth.map(u32::from).or(limits.depth);
    limits.nodes = control.nodes.or(limits.nodes);
    limits.mate = control.mate.map(u32::from).or(limits.mate);
    request
        .search_moves
        .extend(control.search_moves.iter().map(ToString::to_string));
}

fn milliseconds(time: i64) -> Duration {
    Duration::from_millis(u64::try_from(time).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_line(line: &str) -> Result<Command, Refusal> {
        read(&line.split_ascii_whitespace().collect::<Vec<_>>())
    }

    fn request(line: &str) -> SearchRequest {
        match read_line(line) {
            Ok(Command::Search(request)) => request,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn all_words_are_understood_together() {
        let read = request(
            "ponder searchmoves e2e4 e7e8Q wtime 1000 btime -5 winc 10 binc 20 movestogo 40 \
             depth 6 nodes 700 mate 3 movetime 90 infinite",
        );
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
        assert_eq!(read.limits, expected);
        assert_eq!(read.search_moves, ["e2e4", "e7e8q"]);
    }

    #[test]
    fn numbers_beyond_the_crates_types_are_clamped() {
        let huge = "9".repeat(100);
        let read = request(&format!(
            "depth {huge} nodes {huge} mate 256 wtime {huge} movestogo 256"
        ));
        assert_eq!(read.limits.depth, Some(127));
        assert_eq!(read.limits.nodes, Some(TWELVE_DIGITS));
        assert_eq!(read.limits.mate, Some(255));
        assert_eq!(read.limits.moves_to_go, Some(255));
        assert_eq!(
            read.limits.clock[0],
            Some(Duration::from_millis(TWELVE_DIGITS))
        );
    }

    #[test]
    fn odd_words_are_refused_by_name() {
        for (line, word) in [
            ("depth 5 perft 3", "'perft'"),
            ("depth five", "'five'"),
            ("depth", "nothing"),
            ("depth -1", "'-1'"),
            ("searchmoves", "nothing"),
            ("searchmoves e2e4 0000", "'0000'"),
            ("joho", "'joho'"),
        ] {
            match read_line(line) {
                Err(Refusal::Search(message)) => assert!(message.contains(word), "{message}"),
                other => panic!("{line}: {other:?}"),
            }
        }
    }

    #[test]
    fn perft_takes_one_depth_and_nothing_else() {
        assert_eq!(read_line("perft 0"), Ok(Command::Perft(0)));
        assert_eq!(read_line("perft 127"), Ok(Command::Perft(127)));
        for line in [
            "perft",
            "perft -1",
            "perft abc",
            "perft 3.5",
            "perft 128",
            "perft 18446744073709551615",
            "perft 3 depth 2",
            "perft +3",
        ] {
            assert!(matches!(read_line(line), Err(Refusal::Perft(_))), "{line}");
        }
    }
}
