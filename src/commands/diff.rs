//! `diff`: compares a divide that another program printed with the right one.

use super::at_position::at;
use super::error::Error;
use super::input_file::InputFile;
use super::position_request::{POSITION_WORDS, PositionRequest};
use super::run::{Context, LastReply, Run};
use super::words::{Words, joined};
use super::{Command, CommandJob, Group, Printed, Row, TakesLines, found, json};
use crate::board::CastlingNotation;
use crate::engine::Engine;
use crate::game::Game;
use crate::text::Quoted;
use crate::tools::pasted::{PastedDifference, PastedResult, compare_pasted};
use crate::tools::printout::Reader;
use serde_json::{Value, json};
use std::fmt::Write;
use std::io::{self, BufRead, BufReader, Read};

/// The row of `diff`.
pub static ROW: Row = Row {
    words: &["diff"],
    usage: "diff [FILE] [depth N] [POSITION]",
    purpose: "compare a divide that you paste, up to a line 'end', or a file of it",
    group: Group::Faults,
    options: &[("depth N", "the depth, if it cannot be found")],
    example: "diff my-divide.txt depth 4 kiwipete",
    section: "diff",
    has_json: true,
    read,
    ..Row::OWN
};

/// Compares a divide from a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DiffFile {
    /// The file.
    pub file: InputFile,
    /// The depth of the divide, in plies, if it is given.
    pub depth: Option<u32>,
}

/// Compares a divide that was pasted.
#[derive(Debug)]
struct DiffLines {
    printout: Printout,
    depth: Option<u32>,
    position: Option<PositionRequest>,
}

/// Takes the lines behind a refused line, which would otherwise run as commands.
#[derive(Debug)]
struct RefusedLines(String);

/// A divide that is being read.
#[derive(Debug, Default)]
struct Printout {
    reader: Reader,
    /// The first line that is not empty, for an error.
    first: Option<String>,
}

/// The greatest length of a line of a file, in bytes. The rest is skipped.
const LONGEST_LINE: u64 = 1 << 20;

/// The words that end the name of a file.
const KEYWORDS: [&str; 10] = joined([POSITION_WORDS.as_slice(), &["depth"]]);

fn read(words: &mut Words) -> Result<Command, String> {
    // Behind the name of a file, no lines follow.
    let takes_lines = !words.are_arguments()
        && words
            .peek()
            .is_none_or(|word| word == "-" || KEYWORDS.contains(&word));
    match read_file_or_lines(words) {
        Err(message) if takes_lines => Ok(Command::TakeLines(Box::new(RefusedLines(message)))),
        read => read,
    }
}

fn read_file_or_lines(words: &mut Words) -> Result<Command, String> {
    let file = InputFile::read(words, &KEYWORDS)?;
    let (mut depth, mut position) = (None, None);
    while words.peek().is_some() {
        if words.take("depth") {
            depth = Some(words.depth(1)?);
        } else if let Some(request) = words.position(&["depth"])? {
            position = Some(request);
        } else {
            return words.refuse("depth, startpos, fen, a named position or nothing");
        }
    }
    Ok(match file {
        Some(file) => Command::Go(at(position, DiffFile { file, depth })),
        None if words.are_arguments() => {
            return words.refuse("a file, or '-' for standard input");
        }
        None => Command::TakeLines(Box::new(DiffLines {
            printout: Printout::default(),
            depth,
            position,
        })),
    })
}

impl Printout {
    fn line(&mut self, line: &str) {
        self.reader.line(line);
        if self.first.is_none() && !line.trim().is_empty() {
            // An error shows no more than the start of it.
            self.first = Some(line.trim().chars().take(1000).collect());
        }
    }

    fn compare(&self, depth: Option<u32>, engine: &mut Engine, context: &Context) -> LastReply {
        let castling = engine.notation();
        let game = engine.game.as_ref()?;
        let counting = &mut engine.counting;
        let result = compare_pasted(game, &self.reader, depth, counting, context.stop());
        match result {
            PastedResult::Nothing => Err(Error::Refused(self.nothing())),
            PastedResult::TooDeep => Err(Error::Refused(
                "the divide for 'diff' has too many leaves to find its depth, expected depth N"
                    .to_owned(),
            )),
            result => Ok(Some(
                Reply(Box::new(Outcome {
                    game: game.clone(),
                    castling,
                    unread: self
                        .reader
                        .unread()
                        .into_iter()
                        .map(str::to_owned)
                        .collect(),
                    has_moves: self.reader.moves() > 0,
                    result,
                }))
                .into(),
            )),
        }
    }

    fn nothing(&self) -> String {
        let unread = self.reader.unread().first().copied();
        let line = unread.or(self.first.as_deref());
        let found = line.map_or("nothing".to_owned(), |line| Quoted(line).to_string());
        let forms = found::known_forms();
        format!("{found} in the divide for 'diff', expected moves with their counts, as in {forms}")
    }
}

impl TakesLines for DiffLines {
    fn line(&mut self, line: &str) {
        self.printout.line(line);
    }

    fn job(mut self: Box<Self>) -> CommandJob {
        at(self.position.take(), *self)
    }
}

impl TakesLines for RefusedLines {
    fn line(&mut self, _: &str) {}

    fn job(self: Box<Self>) -> CommandJob {
        self
    }
}

impl Run for RefusedLines {
    fn run(self, _: &mut Engine, _: &Context) -> LastReply {
        Err(Error::Refused(self.0))
    }
}

impl Run for DiffLines {
    fn run(self, engine: &mut Engine, context: &Context) -> LastReply {
        self.printout.compare(self.depth, engine, context)
    }
}

impl Run for DiffFile {
    fn run(self, engine: &mut Engine, context: &Context) -> LastReply {
        let mut input = BufReader::new(self.file.open("divide", context.control())?.reader);
        let mut printout = Printout::default();
        let mut line = Vec::new();
        while !context.stop().is_set() {
            let is_read = read_line(&mut input, &mut line);
            match is_read.map_err(|error| self.file.unreadable("divide", error))? {
                true => printout.line(&String::from_utf8_lossy(&line)),
                false => break,
            }
        }
        printout.compare(self.depth, engine, context)
    }
}

/// Reads the start of a line, and skips its rest. Returns whether there was one.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    input.by_ref().take(LONGEST_LINE).read_until(b'\n', line)?;
    if line.len() as u64 == LONGEST_LINE && !line.ends_with(b"\n") {
        input.skip_until(b'\n')?;
    }
    Ok(!line.is_empty())
}

/// The reply to `diff`.
#[derive(Clone, Debug)]
pub struct Reply(Box<Outcome>);

#[derive(Clone, Debug)]
struct Outcome {
    /// The game that ends in the position of the divide.
    game: Game,
    castling: CastlingNotation,
    /// Lines with a move whose count cannot be read.
    unread: Vec<String>,
    /// Whether a move with its count was read.
    has_moves: bool,
    result: PastedResult,
}

impl Printed for Reply {
    fn json(&self) -> Vec<Value> {
        let outcome = &*self.0;
        let result = match &outcome.result {
            PastedResult::Stopped => "stopped",
            _ if self.is_failure() => "different",
            _ => "same",
        };
        let mut object = json!({
            "result": result,
            "fen": outcome.game.position().to_fen(),
            "unread": outcome.unread,
        });
        match &outcome.result {
            PastedResult::Same { depth, total } => {
                object["depth"] = json!(depth);
                object["nodes"] = json::count(*total);
            }
            PastedResult::Different(found) => outcome.add_difference(found, &mut object),
            PastedResult::Stopped | PastedResult::Nothing | PastedResult::TooDeep => {}
        }
        vec![object]
    }

    fn text(&self) -> String {
        match &self.0.result {
            &PastedResult::Same { depth, total } => {
                let same = format!("no difference at depth {depth}, {total} leaves\n");
                // A game that is over has no moves to list.
                let no_moves = if total > 0 { self.0.no_moves() } else { "" };
                same + &self.0.unread() + no_moves
            }
            PastedResult::Different(found) => self.0.difference(found),
            PastedResult::Stopped | PastedResult::Nothing | PastedResult::TooDeep => {
                "info string diff stopped\n".to_owned()
            }
        }
    }

    fn is_failure(&self) -> bool {
        // What cannot be read may be wrong.
        matches!(self.0.result, PastedResult::Different(_)) || !self.0.unread.is_empty()
    }
}

impl Outcome {
    /// The lines that name a move, but have no count that can be read.
    fn unread(&self) -> String {
        let lines = self.unread.iter();
        lines
            .map(|line| format!("Unread: {}\n", Quoted(line)))
            .collect()
    }

    /// What to do if only a total was read: the moves may be wrong.
    fn no_moves(&self) -> &'static str {
        match self.has_moves {
            true => "",
            false => "No moves: paste a divide, a list of moves with their counts\n",
        }
    }

    fn add_difference(&self, found: &PastedDifference, object: &mut Value) {
        let (right, other) = found.totals;
        object["depth"] = json!(found.depth);
        object["found"] = json::count(other);
        object["right"] = json::count(right);
        found::json::add_differences(object, &found.differences, &found.diagnoses, self.castling);
        if let Some(total) = found.wrong_total {
            object["total"] = json::count(total);
        }
        let next = found.next.map(|mv| mv.uci(self.castling).to_string());
        object["next"] = json!(next);
    }

    fn difference(&self, found: &PastedDifference) -> String {
        let PastedDifference {
            depth,
            totals: (right, other),
            ..
        } = found;
        let position = self.game.position();
        let mut text = format!("difference at depth {depth}: {other}, right is {right}\n\n");
        let _ = writeln!(text, "Fen: {position}\n");
        text += &self.unread();
        text += &found::lines(&found.differences, None, &found.diagnoses, self.castling);
        if let Some(total) = found.wrong_total {
            let _ = writeln!(text, "Total: {total}, the moves add up to {other}");
        }
        text += self.no_moves();
        if let Some(mv) = found.next {
            let mut moves = self.game.moves().to_vec();
            moves.push(mv);
            let start = self.game.start();
            let moves = found::moves_text(&moves, self.castling);
            let below = depth.saturating_sub(1);
            let mv = mv.uci(self.castling);
            let _ = writeln!(text, "Next: below {mv}, to depth {below}");
            // Of a long list of moves, only the start would be printed.
            match self.game.moves().len() < 32 {
                true => {
                    let _ = writeln!(text, "    position fen {start} moves{moves}");
                }
                false => {
                    let _ = writeln!(text, "    position fen {position} moves {mv}");
                }
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_line(line: &str) -> Result<Command, String> {
        let mut words = Words::of_line(line);
        words.begin("diff");
        read(&mut words)
    }

    #[test]
    fn a_file_or_the_following_lines_are_compared() {
        for line in ["", "depth 3"] {
            assert!(
                matches!(read_line(line), Ok(Command::TakeLines(_))),
                "{line}"
            );
        }
        for line in ["a.txt", "my list.txt depth 3", "\"depth\" depth 2"] {
            assert!(matches!(read_line(line), Ok(Command::Go(_))), "{line}");
        }
        for line in ["a.txt depth 3 4", "a.txt depth", "\"a"] {
            assert!(read_line(line).is_err(), "{line}");
        }
        // The lines behind these are no commands.
        for line in ["-", "depth", "depth 0", "depth x", "depth 128"] {
            assert!(
                matches!(read_line(line), Ok(Command::TakeLines(_))),
                "{line}"
            );
        }
        for arguments in [&["diff"][..], &["diff", "depth", "3"]] {
            let arguments: Vec<String> = arguments.iter().map(ToString::to_string).collect();
            let mut words = Words::of_arguments(&arguments);
            words.word();
            assert!(read(&mut words).is_err(), "{arguments:?}");
        }
    }
}
