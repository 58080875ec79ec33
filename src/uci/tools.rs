//! Reading the commands of the tools.

use super::command::{Command, Refusal};
use super::go::read_depth;
use super::position;
use crate::perft::MAX_DEPTH;
use crate::text::{self, Quoted};
use crate::worker::{SplitRequest, StatsFormat, SuiteRequest, Task, ToolTask};

/// Reads the words after `stats`.
///
/// # Errors
///
/// If they are not a depth, alone or with `csv`.
pub(super) fn read_stats(words: &[&str]) -> Result<Command, Refusal> {
    let (depth, rest) = read_depth_from(1, "stats", words)?;
    let format = match rest {
        [] => StatsFormat::Table,
        ["csv"] => StatsFormat::Csv,
        ["csv", word, ..] | [word, ..] => {
            let expected = "csv or nothing";
            return refuse(word, "the depth of stats", expected);
        }
    };
    Ok(tool(ToolTask::Stats { depth, format }))
}

/// Reads the words after `ladder`.
///
/// # Errors
///
/// If they are not one depth.
pub(super) fn read_ladder(words: &[&str]) -> Result<Command, Refusal> {
    match read_depth_from(1, "ladder", words)? {
        (depth, []) => Ok(tool(ToolTask::Ladder(depth))),
        (_, [word, ..]) => refuse(word, "the depth of ladder", "nothing"),
    }
}

/// Reads the words after `count`.
///
/// # Errors
///
/// If they are not one depth from 0 on.
pub(super) fn read_count(words: &[&str]) -> Result<Command, Refusal> {
    match read_depth_from(0, "count", words)? {
        (depth, []) => Ok(Command::Run(Task::Count(depth))),
        (_, [word, ..]) => refuse(word, "the depth of count", "nothing"),
    }
}

/// Reads the words after `split`: plies, and a position as after `position`.
///
/// # Errors
///
/// If the plies are lacking, or what follows them is no position.
pub(super) fn read_split(words: &[&str]) -> Result<Command, Refusal> {
    let (plies, rest) = read_depth_from(0, "split", words)?;
    let position = match rest {
        [] => None,
        [word, ..] if !["startpos", "fen"].contains(word) => {
            return refuse(word, "the plies of split", "startpos, fen or nothing");
        }
        _ => match position::read(rest) {
            Ok(request) => Some(request),
            // The present position stays.
            Err(Refusal::Position(message)) => return Err(Refusal::Line(message)),
            Err(refusal) => return Err(refusal),
        },
    };
    Ok(tool(ToolTask::Split(SplitRequest { plies, position })))
}

/// Reads the words after `suite`: a path, which may have spaces in it, and
/// limits behind it.
///
/// # Errors
///
/// If there is no path, or a limit is no number.
pub(super) fn read_suite(words: &[&str]) -> Result<Command, Refusal> {
    let (mut depth, mut nodes) = (None, None);
    let mut path = words;
    while let [before @ .., keyword @ ("depth" | "nodes"), value] = path {
        let Some(number) = text::number::<u128>(value) else {
            return refuse(value, &format!("'{keyword}' of suite"), "a number");
        };
        match *keyword {
            "depth" => depth = Some(u32::try_from(number).unwrap_or(u32::MAX)),
            _ => nodes = Some(number),
        }
        path = before;
    }
    match path {
        [.., keyword @ ("depth" | "nodes")] if path.len() > 1 => Err(Refusal::Line(format!(
            "nothing after '{keyword}' of suite, expected a number"
        ))),
        [] => Err(Refusal::Line(
            "nothing after 'suite', expected a file".to_owned(),
        )),
        _ => Ok(tool(ToolTask::Suite(SuiteRequest {
            file: path.join(" "),
            depth,
            nodes,
        }))),
    }
}

fn tool(task: ToolTask) -> Command {
    Command::Run(Task::Tool(task))
}

/// The depth, `least` or more, that a tool goes to, and the words after it.
pub(super) fn read_depth_from<'a>(
    least: u32,
    tool: &str,
    words: &'a [&'a str],
) -> Result<(u32, &'a [&'a str]), Refusal> {
    let expected = format!("expected a depth from {least} to {MAX_DEPTH}");
    let [word, rest @ ..] = words else {
        return Err(Refusal::Line(format!("nothing after '{tool}', {expected}")));
    };
    match read_depth(word).filter(|depth| *depth >= least) {
        Some(depth) => Ok((depth, rest)),
        None => Err(Refusal::Line(format!(
            "depth {} of {tool}, {expected}",
            Quoted(word)
        ))),
    }
}

fn refuse(word: &str, after: &str, expected: &str) -> Result<Command, Refusal> {
    let word = Quoted(word);
    Err(Refusal::Line(format!(
        "{word} after {after}, expected {expected}"
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(read: fn(&[&str]) -> Result<Command, Refusal>, line: &str) -> Result<Command, Refusal> {
        read(&line.split_ascii_whitespace().collect::<Vec<_>>())
    }

    #[test]
    fn the_path_of_a_suite_is_everything_before_its_limits() {
        for (line, file, depth, nodes) in [
            ("a.epd", "a.epd", None, None),
            (
                "my suites/a.epd nodes 5 depth 3",
                "my suites/a.epd",
                Some(3),
                Some(5),
            ),
            ("depth depth 4", "depth", Some(4), None),
            ("depth", "depth", None, None),
            ("a depth 4 b", "a depth 4 b", None, None),
        ] {
            let request = SuiteRequest {
                file: file.to_owned(),
                depth,
                nodes,
            };
            let expected = tool(ToolTask::Suite(request));
            assert_eq!(read(read_suite, line), Ok(expected), "{line}");
        }
        for line in [
            "",
            "a.epd depth",
            "a.epd depth x",
            "a.epd nodes -1",
            "a.epd nodes 5 depth",
        ] {
            assert!(read(read_suite, line).is_err(), "{line}");
        }
    }

    #[test]
    fn stats_and_ladder_want_a_depth_from_1_on() {
        for line in ["", "0", "128", "x", "3 cvs", "3 csv 4", "-1"] {
            assert!(read(read_stats, line).is_err(), "{line}");
            assert!(read(read_ladder, line).is_err(), "{line}");
        }
        assert_eq!(read(read_ladder, "127"), Ok(tool(ToolTask::Ladder(127))));
    }
}
