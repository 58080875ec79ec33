//! The command line: one table of commands, by which lines are read and
//! `help` is written. What a command does is not known here.

use super::session::LONGEST_LINE;
use super::{compare, estimate, go, options, position, tools};
use crate::perft::Method;
use crate::text::Quoted;
use crate::worker::{PositionRequest, Reply, SearchRequest, Setting, Task};
use vampirc_uci::UciMessage;

/// A line that was understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// Say who you are and which options you have.
    Identify,
    /// Say when you are ready.
    IsReady,
    /// Say more, or less, on the diagnostic stream.
    Debug(bool),
    /// Back to the start position.
    NewGame,
    /// Change an option.
    Set(Setting),
    /// Set up a position.
    Position(PositionRequest),
    /// Count by root move, this many plies deep.
    Perft(u32),
    /// Count a fixed list of positions, by this method or the one that is set.
    Bench(Option<Method>),
    /// Search.
    Search(SearchRequest),
    /// Run a tool.
    Run(Task),
    /// End every count and search.
    Stop,
    /// The expected move was played.
    PonderHit,
    /// End.
    Quit,
    /// Show the position.
    Show,
    /// List the legal moves.
    ListMoves,
    /// Turn the board over.
    Flip,
    /// List the commands.
    Help,
    /// Say which version this is.
    Version,
    /// Nothing to do: an empty line, a comment, `register`.
    Nothing,
}

/// A line that was not understood. Each kind names the reply that a client
/// waits for after such a line, so that it does not wait for ever.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// A line after which nothing is awaited.
    Line(String),
    /// A `position`: there is none from now on.
    Position(String),
    /// A count: its total is awaited.
    Perft(String),
    /// A `go`: its `bestmove` is awaited.
    Search(String),
}

/// One row of the table.
pub struct Entry {
    /// The first word; more than one where there are synonyms.
    pub words: &'static [&'static str],
    /// The whole command, in the notation of `help`.
    pub usage: &'static str,
    /// What it is for, in one line.
    pub purpose: &'static str,
    /// Whether unknown words before it are skipped, as UCI wants it of its own
    /// commands.
    may_follow_unknown_words: bool,
    /// Reads the words after the first.
    read: fn(&[&str]) -> Result<Command, Refusal>,
}

/// Every command, in the order of `help`.
pub static COMMANDS: &[Entry] = &[
    Entry {
        words: &["position"],
        usage: "position (startpos | fen FEN) [moves MOVE...]",
        purpose: "set up a position; FEN may have 2 to 6 fields",
        may_follow_unknown_words: true,
        read: |words| position::read(words).map(Command::Position),
    },
    Entry {
        words: &["go"],
        usage: "go perft DEPTH",
        purpose: "count the leaves below each move, DEPTH plies deep",
        may_follow_unknown_words: true,
        read: go::read,
    },
    Entry {
        words: &["perft", "divide"],
        usage: "perft DEPTH | divide DEPTH",
        purpose: "the same, shorter to type",
        may_follow_unknown_words: false,
        read: go::read_perft,
    },
    Entry {
        words: &["count"],
        usage: "count DEPTH",
        purpose: "count the leaves DEPTH plies below, and print nothing but the total",
        may_follow_unknown_words: false,
        read: tools::read_count,
    },
    Entry {
        words: &["bench"],
        usage: "bench [reference | bulk | leaf-parent]",
        purpose: "count a fixed list of positions, to measure speed and prove the counts",
        may_follow_unknown_words: false,
        read: read_bench,
    },
    Entry {
        words: &["compare"],
        usage: "compare ENGINE [ARG...] depth N [(startpos | fen FEN) [moves MOVE...]] \
                [suite FILE [all]] [timeout S]",
        purpose: "find what another program counts wrong: the move, and the rule at fault",
        may_follow_unknown_words: false,
        read: compare::read,
    },
    Entry {
        words: &["stats"],
        usage: "stats DEPTH [csv]",
        purpose: "count captures, checks, mates and the like for each depth up to DEPTH",
        may_follow_unknown_words: false,
        read: tools::read_stats,
    },
    Entry {
        words: &["ladder"],
        usage: "ladder DEPTH",
        purpose: "count each depth up to DEPTH, beside the published values",
        may_follow_unknown_words: false,
        read: tools::read_ladder,
    },
    Entry {
        words: &["estimate"],
        usage: "estimate DEPTH [samples S] [seconds T] [seed N]",
        purpose: "estimate the leaves at a depth that nobody can count, by random walks",
        may_follow_unknown_words: false,
        read: estimate::read,
    },
    Entry {
        words: &["split"],
        usage: "split PLIES [(startpos | fen FEN) [moves MOVE...]]",
        purpose: "list the unique positions PLIES plies below, each with the paths to it",
        may_follow_unknown_words: false,
        read: tools::read_split,
    },
    Entry {
        words: &["suite"],
        usage: "suite FILE [depth N] [nodes N]",
        purpose: "check a file of positions and counts, no deeper and no larger than these limits",
        may_follow_unknown_words: false,
        read: tools::read_suite,
    },
    Entry {
        words: &[],
        usage: "go [depth N] [nodes N] [mate N] [movetime MS] [wtime MS] [btime MS] \
                [winc MS] [binc MS] [movestogo N] [infinite] [ponder] [searchmoves MOVE...]",
        purpose: "search for a move within these limits",
        may_follow_unknown_words: false,
        read: go::read,
    },
    Entry {
        words: &["stop"],
        usage: "stop",
        purpose: "end every count and search that was asked for",
        may_follow_unknown_words: true,
        read: |_| Ok(standard("stop")),
    },
    Entry {
        words: &["d"],
        usage: "d",
        purpose: "show the board, its FEN, key, checkers, pinned men and legal moves",
        may_follow_unknown_words: false,
        read: |_| Ok(Command::Show),
    },
    Entry {
        words: &["moves"],
        usage: "moves",
        purpose: "list the legal moves, in coordinates and in algebraic notation",
        may_follow_unknown_words: false,
        read: |_| Ok(Command::ListMoves),
    },
    Entry {
        words: &["flip"],
        usage: "flip",
        purpose: "turn the board over and swap the colours; every count stays the same",
        may_follow_unknown_words: false,
        read: |_| Ok(Command::Flip),
    },
    Entry {
        words: &["setoption"],
        usage: "setoption name NAME [value VALUE]",
        purpose: "change an option; 'uci' lists them",
        may_follow_unknown_words: true,
        read: |words| options::read(words).map(Command::Set),
    },
    Entry {
        words: &["ucinewgame"],
        usage: "ucinewgame",
        purpose: "go back to the start position",
        may_follow_unknown_words: true,
        read: |_| Ok(standard("ucinewgame")),
    },
    Entry {
        words: &["uci"],
        usage: "uci",
        purpose: "say name, author and options",
        may_follow_unknown_words: true,
        read: |_| Ok(standard("uci")),
    },
    Entry {
        words: &["isready"],
        usage: "isready",
        purpose: "answer readyok, at once during a count or search",
        may_follow_unknown_words: true,
        read: |_| Ok(standard("isready")),
    },
    Entry {
        words: &["ponderhit"],
        usage: "ponderhit",
        purpose: "the move pondered on was played: from now on time counts",
        may_follow_unknown_words: true,
        read: |_| Ok(standard("ponderhit")),
    },
    Entry {
        words: &["debug"],
        usage: "debug on | off",
        purpose: "write diagnostics to stderr, or no longer",
        may_follow_unknown_words: true,
        read: read_debug,
    },
    Entry {
        words: &["register"],
        usage: "register ...",
        purpose: "accepted in silence, nothing needs registering",
        may_follow_unknown_words: true,
        read: |_| Ok(Command::Nothing),
    },
    Entry {
        words: &["help", "--help", "-h"],
        usage: "help",
        purpose: "this list",
        may_follow_unknown_words: false,
        read: |_| Ok(Command::Help),
    },
    Entry {
        words: &["version", "--version", "-V"],
        usage: "version",
        purpose: "say which version this is",
        may_follow_unknown_words: false,
        read: |_| Ok(Command::Version),
    },
    Entry {
        words: &["quit"],
        usage: "quit",
        purpose: "finish what was asked for, and end; 'stop' first to end at once",
        may_follow_unknown_words: false,
        read: |_| Ok(standard("quit")),
    },
];

/// Reads one line, without its line break.
///
/// Empty lines and lines that start with `#` are nothing to do. Unknown words
/// before one of UCI's own commands are skipped.
///
/// # Errors
///
/// What is wrong with the line, by the reply that is due for it.
///
/// ```
/// use ox88::uci::command::{Command, read};
///
/// assert_eq!(read("go perft 5"), Ok(Command::Perft(5)));
/// assert_eq!(read("joho isready"), Ok(Command::IsReady));
/// assert_eq!(read("# a comment"), Ok(Command::Nothing));
/// assert!(read("joho").is_err());
/// ```
pub fn read(line: &str) -> Result<Command, Refusal> {
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    match words.first() {
        None => return Ok(Command::Nothing),
        Some(first) if first.starts_with('#') => return Ok(Command::Nothing),
        Some(_) => {}
    }
    match find(&words) {
        Some((entry, words)) => (entry.read)(words),
        None => Err(Refusal::Line(format!(
            "unknown command {}, expected one that 'help' lists",
            Quoted(words[0])
        ))),
    }
}

/// Refuses a line that is too long, of which this is the beginning, as its
/// command has to be refused.
///
/// # Errors
///
/// Always, but for comments.
pub fn refuse_as_too_long(beginning: &str) -> Result<Command, Refusal> {
    let message = format!(
        "line {} has more than {LONGEST_LINE} bytes, expected a shorter one",
        Quoted(beginning.trim_start())
    );
    let words: Vec<&str> = beginning.split_ascii_whitespace().collect();
    let command = find(&words).map(|(entry, rest)| (entry.words, rest));
    Err(match (words.first(), command) {
        (Some(first), _) if first.starts_with('#') => return Ok(Command::Nothing),
        (_, Some((["position"], _))) => Refusal::Position(message),
        (_, Some((["go"], ["perft", ..]) | (["perft", ..], _))) => Refusal::Perft(message),
        (_, Some((["go"], _))) => Refusal::Search(message),
        _ => Refusal::Line(message),
    })
}

/// The row of a command line, and the words after the command.
fn find<'a>(words: &'a [&'a str]) -> Option<(&'static Entry, &'a [&'a str])> {
    let (first, rest) = words.split_first()?;
    if let Some(entry) = entry_of(first) {
        return Some((entry, rest));
    }
    let is_searched = |word: &&str| entry_of(word).is_some_and(|e| e.may_follow_unknown_words);
    let index = words.iter().position(is_searched)?;
    log::debug!("skipped unknown words before {}", words[index]);
    Some((entry_of(words[index])?, &words[index + 1..]))
}

fn entry_of(word: &str) -> Option<&'static Entry> {
    COMMANDS.iter().find(|entry| entry.words.contains(&word))
}

/// A command of one word that is UCI's own, as the protocol's crate reads it.
fn standard(word: &'static str) -> Command {
    match vampirc_uci::parse_one(word) {
        UciMessage::Uci => Command::Identify,
        UciMessage::IsReady => Command::IsReady,
        UciMessage::UciNewGame => Command::NewGame,
        UciMessage::Stop => Command::Stop,
        UciMessage::PonderHit => Command::PonderHit,
        UciMessage::Quit => Command::Quit,
        UciMessage::Debug(on) => Command::Debug(on),
        _ => Command::Nothing,
    }
}

fn read_bench(words: &[&str]) -> Result<Command, Refusal> {
    let refuse = |word: &str, expected: &str| {
        let word = Quoted(word);
        Err(Refusal::Line(format!(
            "{word} after 'bench', expected {expected}"
        )))
    };
    match words {
        [] => Ok(Command::Bench(None)),
        [name] => match Method::from_name(name) {
            Some(method) => Ok(Command::Bench(Some(method))),
            None => refuse(name, &method_names()),
        },
        [_, word, ..] => refuse(word, "nothing after the method"),
    }
}

/// The names of the methods, as a message lists them.
pub(super) fn method_names() -> String {
    format!("one of: {}", Method::ALL.map(Method::name).join(", "))
}

fn read_debug(words: &[&str]) -> Result<Command, Refusal> {
    match words.first() {
        Some(&"on") => Ok(standard("debug on")),
        Some(&"off") => Ok(standard("debug off")),
        other => Err(Refusal::Line(format!(
            "{} after 'debug', expected on or off",
            other.map_or("nothing".to_owned(), |word| Quoted(word).to_string())
        ))),
    }
}

impl From<Refusal> for Reply {
    fn from(refusal: Refusal) -> Reply {
        match refusal {
            Refusal::Line(message) | Refusal::Position(message) => Reply::Error(message),
            Refusal::Perft(message) => Reply::PerftRefused(message),
            Refusal::Search(message) => Reply::SearchRefused(message),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_one_word_command_is_known_to_the_crate() {
        for word in [
            "uci",
            "isready",
            "ucinewgame",
            "stop",
            "ponderhit",
            "quit",
            "debug on",
        ] {
            assert_ne!(standard(word), Command::Nothing, "{word}");
        }
    }

    #[test]
    fn unknown_words_are_skipped_only_before_uci_commands() {
        assert_eq!(read("joho debug on"), Ok(Command::Debug(true)));
        assert_eq!(read("xyzzy isready"), Ok(Command::IsReady));
        for line in [
            "joho quit",
            "joho d",
            "joho perft 3",
            "isreadyfoo",
            "xboard",
        ] {
            assert!(matches!(read(line), Err(Refusal::Line(_))), "{line}");
        }
    }

    #[test]
    fn a_line_that_is_too_long_is_refused_as_its_command_is() {
        for (line, like) in [
            ("joho position startpos moves e2e4", "position"),
            ("go perft 3", "perft"),
            ("divide 3", "perft"),
            ("go searchmoves e2e4", "go"),
            ("flurb", "flurb"),
        ] {
            let (long, like) = (refuse_as_too_long(line), read(like));
            // `go` alone is a search, which is refused like a search.
            let like = like.err().unwrap_or(Refusal::Search(String::new()));
            let kind = std::mem::discriminant(&like);
            assert_eq!(long.err().map(|it| std::mem::discriminant(&it)), Some(kind));
        }
        assert_eq!(refuse_as_too_long(" # position"), Ok(Command::Nothing));
    }

    #[test]
    fn no_word_names_two_commands() {
        let mut words: Vec<&str> = COMMANDS
            .iter()
            .flat_map(|entry| entry.words)
            .copied()
            .collect();
        let count = words.len();
        words.sort_unstable();
        words.dedup();
        assert_eq!(words.len(), count);
    }
}
