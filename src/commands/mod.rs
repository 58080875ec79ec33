//! The commands, with one file for each, and the table of all commands, which
//! reads lines and writes `help`.
//!
//! Each file has, in this order: its row of the table, how its words are read, how
//! it runs on the engine, and how its reply is printed. The algorithms are in
//! [`tools`](crate::tools) and other modules. The session around the commands is in
//! [`uci`](crate::uci).

pub mod at_position;
pub mod bench;
pub mod check;
pub mod compare;
pub mod count;
mod debug;
pub mod diff;
pub mod error;
pub mod estimate;
pub mod flip;
mod found;
pub mod go;
pub mod help;
pub mod input_file;
mod isready;
pub mod json;
pub mod known;
pub mod ladder;
mod line;
pub mod make_moves;
pub mod map;
pub mod mark;
pub mod moves;
mod other_program;
pub mod output_file;
pub mod perft;
mod plan;
mod ponderhit;
pub mod position;
pub mod position_request;
mod protocol;
mod quit;
mod rate;
mod register;
pub mod reply;
pub mod root;
pub mod run;
pub mod setoption;
pub mod show;
pub mod split;
pub mod stats;
mod stop;
pub mod suite;
pub mod uci;
pub mod ucinewgame;
pub mod undo;
mod verify;
mod version;
pub mod words;

pub use line::Line;
pub use reply::{Printed, Reply};
pub use run::{Context, LastReply, Run};

use crate::engine::Job;
use crate::text::Quoted;
use std::fmt::Debug;
use words::Words;

/// A job whose replies are those of commands.
pub type CommandJob = Box<dyn Job<Reply>>;

/// A command that takes the lines behind it. It keeps only what it needs of them.
pub trait TakesLines: Debug + Send {
    /// Takes a line.
    fn line(&mut self, line: &str);

    /// The job, when there are no more lines.
    fn job(self: Box<Self>) -> CommandJob;
}

/// A command, as the session executes it.
#[derive(Debug)]
pub enum Command {
    /// Queue a job.
    Do(CommandJob),
    /// Queue a job that `stop` can end: a count, a search or a tool.
    Go(CommandJob),
    /// Take the lines behind the command, up to `end`, and queue the job that they make,
    /// which `stop` can end.
    TakeLines(Box<dyn TakesLines>),
    /// Queue a reply.
    Say(Reply),
    /// Send the name, the author and the options, at once during a `go`.
    Identify,
    /// Send `readyok`, at once during a `go`.
    IsReady,
    /// Send the line with name and version.
    ShowVersion,
    /// Turn diagnostics on or off.
    Debug(bool),
    /// End every count and search.
    Stop,
    /// Signal that the expected move was played.
    PonderHit,
    /// End every search, finish every count, and end the session.
    Quit,
    /// Do nothing, for an empty line, a comment or `register`.
    Nothing,
}

/// A refused line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The reply that the client waits for.
    pub awaited: Awaited,
    /// What is wrong with the line.
    pub message: String,
}

/// The reply that a client waits for after a command. A refused command sends it,
/// too, so that no client waits for ever.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Awaited {
    /// None.
    Nothing,
    /// None, but after a refused command there is no current position.
    Position,
    /// The total of a divide.
    Total,
    /// A `bestmove`.
    BestMove,
}

/// The reply to `isready`.
pub const READY: Reply = Reply::Ready(isready::Ready);

/// A group of commands in `help`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Group {
    /// To set up positions and play.
    Play,
    /// To count.
    Count,
    /// To find faults in programs and files.
    Faults,
    /// What UCI defines besides.
    Uci,
    /// About the program.
    Program,
}

/// One row of the table of commands.
#[derive(Debug)]
pub struct Row {
    /// The name of the command and its synonyms.
    pub words: &'static [&'static str],
    /// The syntax, as `help` prints it.
    pub usage: &'static str,
    /// The purpose, in one line.
    pub purpose: &'static str,
    /// The group in which `help` lists it.
    pub group: Group,
    /// What may come behind the name, and what it means, except for a position and
    /// `json`.
    pub options: &'static [(&'static str, &'static str)],
    /// An example, as arguments of the program.
    pub example: &'static str,
    /// The section of docs/protocol.md.
    pub section: &'static str,
    /// Whether `json` as the last word prints objects.
    pub has_json: bool,
    /// Whether UCI defines the command. Unknown words before it are then skipped,
    /// and double quotes in it do not group words.
    pub is_uci: bool,
    /// The reply that a client waits for.
    pub awaited: Awaited,
    /// Reads the words after the name. An error describes the word at fault.
    pub read: fn(&mut Words) -> Result<Command, String>,
}

impl Row {
    /// What the rows of ox88's own commands have in common.
    const OWN: Row = Row {
        words: &[],
        usage: "",
        purpose: "",
        group: Group::Count,
        options: &[],
        example: "",
        section: "",
        has_json: false,
        is_uci: false,
        awaited: Awaited::Nothing,
        read: |words| words.end().map(|()| Command::Nothing),
    };

    /// What the rows of UCI's commands have in common.
    const UCI: Row = Row {
        group: Group::Uci,
        is_uci: true,
        ..Row::OWN
    };
}

/// Every command, in the order of `help`.
pub static COMMANDS: &[&Row] = &[
    &position::ROW,
    &make_moves::ROW,
    &undo::ROW,
    &root::ROW,
    &perft::GO_ROW,
    &perft::ROW,
    &count::ROW,
    &bench::ROW,
    &check::ROW,
    &compare::ROW,
    &diff::ROW,
    &stats::ROW,
    &ladder::ROW,
    &known::ROW,
    &estimate::ROW,
    &split::ROW,
    &map::ROW,
    &suite::ROW,
    &go::ROW,
    &stop::ROW,
    &show::ROW,
    &moves::ROW,
    &flip::ROW,
    &setoption::ROW,
    &ucinewgame::ROW,
    &uci::ROW,
    &isready::ROW,
    &ponderhit::ROW,
    &debug::ROW,
    &register::ROW,
    &help::ROW,
    &version::ROW,
    &quit::ROW,
];

/// Reads one command.
///
/// Empty lines and lines that start with `#` do nothing. Unknown words before a
/// command of UCI are skipped, as UCI demands.
///
/// # Errors
///
/// If the line is not a command, or its words cannot be read.
///
/// ```
/// use ox88::commands::{Command, read};
/// use ox88::commands::words::Words;
///
/// assert!(matches!(read(Words::of_line("go perft 5")), Ok(Command::Go(_))));
/// assert!(matches!(read(Words::of_line("joho isready")), Ok(Command::IsReady)));
/// assert!(matches!(read(Words::of_line("# a comment")), Ok(Command::Nothing)));
/// assert!(read(Words::of_line("joho")).is_err());
/// ```
pub fn read(mut words: Words) -> Result<Command, Refusal> {
    let Some(first) = words.peek().filter(|word| !word.starts_with('#')) else {
        return Ok(Command::Nothing);
    };
    let Some(row) = find(&mut words) else {
        return Err(Refusal {
            awaited: Awaited::Nothing,
            message: format!("unknown command {} (type 'help' for a list)", Quoted(first)),
        });
    };
    if words.is_help_wanted() {
        return Ok(Command::Say(help::Help::Command(row).into()));
    }
    let is_json = row.has_json && words.take_json();
    let command = (row.read)(&mut words).map_err(|message| Refusal {
        awaited: row.awaited,
        message,
    });
    match is_json {
        true => Ok(json::command(command)),
        false => command,
    }
}

/// Refuses a line that is longer than `limit` bytes. `words` is the start of the
/// line. A comment may be of any length.
///
/// # Errors
///
/// Always, except for comments.
pub fn refuse_as_too_long(mut words: Words, limit: usize) -> Result<Command, Refusal> {
    if words.peek().is_some_and(|word| word.starts_with('#')) {
        return Ok(Command::Nothing);
    }
    let message = format!(
        "line {} has more than {limit} bytes, expected a shorter one",
        Quoted(words.line())
    );
    Err(Refusal {
        awaited: find(&mut words).map_or(Awaited::Nothing, |row| row.awaited),
        message,
    })
}

/// Finds the row of a command, and takes its name and the words before it.
fn find(words: &mut Words) -> Option<&'static Row> {
    let mut ahead = words.clone();
    let mut skipped = false;
    while let Some(word) = ahead.word() {
        let row = COMMANDS.iter().find(|row| row.words.contains(&word));
        let Some(row) = row.filter(|row| row.is_uci || !skipped) else {
            skipped = true;
            continue;
        };
        if skipped {
            log::debug!("skipped unknown words before {word}");
        }
        *words = ahead;
        words.begin(word);
        if word == "go" && words.take("perft") {
            words.begin("perft");
            return Some(&perft::GO_ROW);
        }
        return Some(row);
    }
    None
}

impl Refusal {
    /// The command that sends the error and the reply that the client waits for.
    #[must_use]
    pub fn into_command(self) -> Command {
        if self.awaited == Awaited::Position {
            return Command::Do(Box::new(position::Refused(self.message)));
        }
        let error = error::Error::Refused(self.message);
        Command::Say(match self.awaited {
            Awaited::Total => perft::Perft::refused(error),
            Awaited::BestMove => go::Go::refused(error),
            Awaited::Nothing | Awaited::Position => error.into(),
        })
    }
}
