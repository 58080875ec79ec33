//! The law of one line: it is a command or a refusal that can be printed, the
//! spaces between its words mean nothing, and a depth is never misread.

use ox88::uci::command::{Command, Refusal, read};
use ox88::worker::{SearchRequest, Task, ToolTask};

use super::check_message;

/// The greatest depth that is counted, as `docs/protocol.md` has it.
const GREATEST_DEPTH: u32 = 127;

pub fn check(line: &str) {
    let outcome = read(line);
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    assert_eq!(outcome, read(&words.join(" ")), "single spaces");
    assert_eq!(outcome, read(&format!(" \t{} \r", words.join("\t  "))));

    match &outcome {
        Ok(command) => check_ranges(command),
        Err(
            Refusal::Line(message)
            | Refusal::Position(message)
            | Refusal::Perft(message)
            | Refusal::Search(message),
        ) => check_message(message),
    }
    check_by_first_words(&words, &outcome);
}

fn check_ranges(command: &Command) {
    match command {
        Command::Perft(depth) => assert!(*depth <= GREATEST_DEPTH),
        Command::Run(Task::Tool(ToolTask::Stats { depth, .. } | ToolTask::Ladder(depth))) => {
            assert!((1..=GREATEST_DEPTH).contains(depth));
        }
        Command::Search(SearchRequest { limits, .. }) => {
            let within = |number: Option<u32>, max| number.is_none_or(|n| (1..=max).contains(&n));
            assert!(within(limits.depth, GREATEST_DEPTH) && within(limits.mate, 255));
            assert!(within(limits.moves_to_go, 255) && limits.nodes != Some(0));
        }
        _ => {}
    }
}

/// What a few kinds of lines must come to, read once more in the plainest way.
fn check_by_first_words(words: &[&str], outcome: &Result<Command, Refusal>) {
    match words {
        [] => assert_eq!(outcome, &Ok(Command::Nothing)),
        [first, ..] if first.starts_with('#') => assert_eq!(outcome, &Ok(Command::Nothing)),
        ["isready", ..] => assert_eq!(outcome, &Ok(Command::IsReady)),
        ["stop", ..] => assert_eq!(outcome, &Ok(Command::Stop)),
        ["quit", ..] => assert_eq!(outcome, &Ok(Command::Quit)),
        ["go", "perft", depth] | ["perft" | "divide", depth] => {
            let digits = depth.trim_start_matches('0');
            let is_depth = depth.bytes().all(|byte| byte.is_ascii_digit()) && digits.len() <= 3;
            let depth =
                is_depth.then(|| digits.bytes().fold(0, |n, b| n * 10 + u32::from(b - b'0')));
            match depth.filter(|depth| *depth <= GREATEST_DEPTH) {
                Some(depth) => assert_eq!(outcome, &Ok(Command::Perft(depth))),
                None => assert!(matches!(outcome, Err(Refusal::Perft(_))), "{outcome:?}"),
            }
        }
        ["go", "perft", ..] | ["perft" | "divide", ..] => {
            assert!(matches!(outcome, Err(Refusal::Perft(_))), "{outcome:?}");
        }
        ["go", ..] => assert!(
            matches!(outcome, Ok(Command::Search(_)) | Err(Refusal::Search(_))),
            "{outcome:?}"
        ),
        ["position", ..] => check_position(words, outcome),
        _ => {}
    }
}

/// No word of a `position` is lost between the line and the request.
fn check_position(words: &[&str], outcome: &Result<Command, Refusal>) {
    match outcome {
        Ok(Command::Position(request)) => {
            let mut told = vec!["position"];
            match &request.fen {
                None => told.push("startpos"),
                Some(fen) => {
                    told.push("fen");
                    told.extend(fen.split(' '));
                }
            }
            if words.contains(&"moves") {
                told.push("moves");
            }
            told.extend(request.moves.iter().map(String::as_str));
            assert_eq!(told, words);
        }
        Err(Refusal::Position(_)) => {}
        other => panic!("{other:?}"),
    }
}
