//! The law of one line: it is a command or a refusal that can be printed, the
//! blanks between its words mean nothing, and a depth is never misread.

use ox88::board::NamedPosition;
use ox88::commands::go::Go;
use ox88::commands::ladder::Ladder;
use ox88::commands::perft::Perft;
use ox88::commands::position_request::PositionRequest;
use ox88::commands::stats::CountStats;
use ox88::commands::words::Words;
use ox88::commands::{Awaited, Command, Refusal, read};

use super::{check_message, job};

/// The greatest depth that is counted, as `docs/protocol.md` has it.
const GREATEST_DEPTH: u32 = 127;

type Outcome = Result<Command, Refusal>;

pub fn check(line: &str) {
    let outcome = read(Words::of_line(line));
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    // Between quotes, and in the value of an option, blanks count.
    if !line.contains('"') && !words.contains(&"setoption") {
        let spaced = [words.join(" "), format!(" \t{} \r", words.join("\t  "))];
        for line in &spaced {
            let other = read(Words::of_line(line));
            assert_eq!(format!("{outcome:?}"), format!("{other:?}"), "{line:?}");
        }
    }
    match &outcome {
        Ok(command) => check_ranges(command),
        Err(refusal) => check_message(&refusal.message),
    }
    check_by_first_words(&words, &outcome);
}

fn check_ranges(command: &Command) {
    if let Some(Perft { depth, .. }) = job(command) {
        assert!(*depth <= GREATEST_DEPTH);
    }
    if let Some(CountStats { depth, .. }) = job(command) {
        assert!((1..=GREATEST_DEPTH).contains(depth));
    }
    if let Some(Ladder(depth)) = job(command) {
        assert!((1..=GREATEST_DEPTH).contains(depth));
    }
    if let Some(Go { limits, .. }) = job(command) {
        let within = |number: Option<u32>, max| number.is_none_or(|n| (1..=max).contains(&n));
        assert!(within(limits.depth, GREATEST_DEPTH) && within(limits.mate, 255));
        assert!(within(limits.moves_to_go, 255) && limits.nodes != Some(0));
    }
}

/// What a few kinds of lines must come to, read once more in the plainest way.
fn check_by_first_words(words: &[&str], outcome: &Outcome) {
    let awaited = outcome.as_ref().err().map(|refusal| refusal.awaited);
    let command = outcome.as_ref().ok();
    match words {
        [] => assert!(matches!(command, Some(Command::Nothing))),
        [first, ..] if first.starts_with('#') => {
            assert!(matches!(command, Some(Command::Nothing)));
        }
        ["isready", ..] => assert!(matches!(command, Some(Command::IsReady))),
        ["stop", ..] => assert!(matches!(command, Some(Command::Stop))),
        ["quit", ..] => assert!(matches!(command, Some(Command::Quit))),
        ["go", "perft", depth, verify @ ..] | ["perft" | "divide", depth, verify @ ..]
            if !depth.contains('"') && matches!(verify, [] | ["verify"]) =>
        {
            let is_verified = !verify.is_empty();
            let digits = depth.trim_start_matches('0');
            let is_depth = depth.bytes().all(|byte| byte.is_ascii_digit()) && digits.len() <= 3;
            let depth =
                is_depth.then(|| digits.bytes().fold(0, |n, b| n * 10 + u32::from(b - b'0')));
            match depth.filter(|depth| *depth <= GREATEST_DEPTH) {
                Some(depth) => {
                    let perft = Perft { depth, is_verified };
                    assert_eq!(command.and_then(job), Some(&perft));
                }
                None => assert_eq!(awaited, Some(Awaited::Total), "{outcome:?}"),
            }
        }
        ["go", "perft", ..] => assert_eq!(awaited, Some(Awaited::Total), "{outcome:?}"),
        ["go", ..] => assert!(
            command.and_then(job::<Go>).is_some() || awaited == Some(Awaited::BestMove),
            "{outcome:?}"
        ),
        ["position", ..] => check_position(words, outcome),
        _ => {}
    }
}

/// No word of a `position` is lost between the line and the request.
fn check_position(words: &[&str], outcome: &Outcome) {
    let request = outcome.as_ref().ok().and_then(job::<PositionRequest>);
    let Some(request) = request else {
        assert!(
            matches!(outcome, Err(refusal) if refusal.awaited == Awaited::Position),
            "{outcome:?}"
        );
        return;
    };
    // Between quotes, blanks and keywords are text.
    if words.iter().any(|word| word.contains('"')) {
        return;
    }
    let mut read = vec!["position"];
    match &request.fen {
        _ if NamedPosition::by_word(words[1]).is_some() => read.push(words[1]),
        _ if request.is_chess960 => read.extend(&words[1..=2]),
        None => read.push("startpos"),
        Some(fen) => {
            read.push("fen");
            read.extend(fen.split(' '));
        }
    }
    if words.contains(&"moves") {
        read.push("moves");
    }
    read.extend(request.moves.iter());
    assert_eq!(read, words);
}
