//! The commands: one file for each, and one table of them all, by which lines
//! are read and `help` is written.
//!
//! Each file holds, in this order: its row of the table, how its words are read,
//! how it runs on the engine, and how its reply is printed. The algorithms are
//! in [`tools`](crate::tools) and below; where lines come from and where replies
//! go is the business of [`uci`](crate::uci).

pub mod bench;
pub mod compare;
pub mod count;
mod debug;
pub mod error;
pub mod estimate;
pub mod flip;
pub mod go;
pub mod help;
mod isready;
pub mod ladder;
pub mod moves;
pub mod perft;
mod ponderhit;
pub mod position;
mod protocol;
mod quit;
mod rate;
mod register;
pub mod reply;
pub mod run;
pub mod setoption;
pub mod show;
pub mod split;
pub mod stats;
mod stop;
pub mod suite;
pub mod uci;
pub mod ucinewgame;
mod version;
pub mod words;

pub use reply::{Printed, Reply};
pub use run::{Context, LastReply, Run};

use crate::engine::Job;
use crate::text::Quoted;
use words::Words;

/// A job whose replies are those of commands.
pub type CommandJob = Box<dyn Job<Reply>>;

/// A line that was understood.
#[derive(Debug)]
pub enum Command {
    /// Do a job in its turn.
    Do(CommandJob),
    /// Do a job that `stop` can end: a count, a search or a tool.
    Go(CommandJob),
    /// Send a reply in its turn.
    Say(Reply),
    /// Send name, author and options; at once during a `go`.
    Identify,
    /// Send `readyok`; at once during a `go`.
    IsReady,
    /// Send the line with name and version.
    ShowVersion,
    /// Turn diagnostics on or off.
    Debug(bool),
    /// End every count and search.
    Stop,
    /// The expected move was played.
    PonderHit,
    /// End every search, finish every count, and end.
    Quit,
    /// Do nothing: an empty line, a comment, `register`.
    Nothing,
}

/// A line that was refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The reply that the client waits for.
    pub awaited: Awaited,
    /// What is wrong with the line.
    pub message: String,
}

/// The reply that a client waits for after a command. It gets it after a
/// refused line, too, so that it does not wait for ever.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Awaited {
    /// None.
    Nothing,
    /// None, but there is no position from now on.
    Position,
    /// The total of a divide.
    Total,
    /// A `bestmove`.
    BestMove,
}

/// `readyok`.
pub const READY: Reply = Reply::Ready(isready::Ready);

/// One row of the table.
#[derive(Debug)]
pub struct Row {
    /// The words that it begins with; more than one where there are synonyms.
    pub words: &'static [&'static str],
    /// The whole command, in the notation of `help`.
    pub usage: &'static str,
    /// What it is for, in one line.
    pub purpose: &'static str,
    /// Whether it is a command of UCI. Unknown words before it are skipped
    /// then, and double quotes in it mean nothing.
    pub is_uci: bool,
    /// The reply that a client waits for.
    pub awaited: Awaited,
    /// Reads the words after the first. An error says what is wrong with them.
    pub read: fn(&mut Words) -> Result<Command, String>,
}

impl Row {
    /// What the rows of ox88's own commands have in common.
    const OWN: Row = Row {
        words: &[],
        usage: "",
        purpose: "",
        is_uci: false,
        awaited: Awaited::Nothing,
        read: |words| words.end().map(|()| Command::Nothing),
    };

    /// What the rows of UCI's commands have in common.
    const UCI: Row = Row {
        is_uci: true,
        ..Row::OWN
    };
}

/// Every command, in the order of `help`.
pub static COMMANDS: &[&Row] = &[
    &position::ROW,
    &perft::GO_ROW,
    &perft::ROW,
    &count::ROW,
    &bench::ROW,
    &compare::ROW,
    &stats::ROW,
    &ladder::ROW,
    &estimate::ROW,
    &split::ROW,
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
/// Empty lines and lines that start with `#` are nothing to do. Unknown words
/// before one of UCI's own commands are skipped.
///
/// # Errors
///
/// If the line is refused.
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
    (row.read)(&mut words).map_err(|message| Refusal {
        awaited: row.awaited,
        message,
    })
}

/// Refuses a line that is too long, of which these are the first words, as its
/// command has to be refused.
///
/// # Errors
///
/// Always, but for comments.
pub fn refuse_as_too_long(mut words: Words, limit: usize) -> Result<Command, Refusal> {
    if words.peek().is_none_or(|word| word.starts_with('#')) {
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

/// Finds the row of a command and takes the words up to its name.
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
        words.begin(word, !row.is_uci);
        if word == "go" && words.take("perft") {
            words.begin("perft", false);
            return Some(&perft::GO_ROW);
        }
        return Some(row);
    }
    None
}

impl Refusal {
    /// The job that gives the client the reply that it waits for.
    #[must_use]
    pub fn into_command(self) -> Command {
        match self.awaited {
            Awaited::Nothing => Command::Say(error::Error::Refused(self.message).into()),
            Awaited::Position => Command::Do(Box::new(position::Refused(self.message))),
            Awaited::Total => {
                let error = error::Error::Refused(self.message);
                Command::Say(perft::Reply::Refused(error).into())
            }
            Awaited::BestMove => {
                let error = error::Error::Refused(self.message);
                Command::Say(go::Reply::Refused(error).into())
            }
        }
    }
}
