//! The errors of commands that run on the engine, and their texts.

use super::Printed;
use crate::engine::NoGame;
use crate::game::SetUpError;
use crate::perft::Difference;
use crate::text::Quoted;
use crate::tools::split::SplitError;
use serde_json::{Value, json};
use std::fmt;
use std::sync::Arc;

/// Why a command failed.
#[derive(Clone, Debug)]
pub enum Error {
    /// The line cannot be read. The text names the word at fault.
    Refused(String),
    /// There is no current position.
    NoPosition,
    /// A position cannot be set up.
    SetUp(SetUpError),
    /// A move of `move` is not legal or not told apart from others.
    Move(SetUpError),
    /// A move of `searchmoves` is not legal.
    IllegalSearchMove {
        /// The move as it was written.
        text: String,
        /// The FEN of the position.
        fen: String,
    },
    /// There is no memory for the table.
    NoMemory {
        /// The size of the table, in MiB.
        mebibytes: usize,
        /// The reason.
        error: Arc<dyn std::error::Error + Send + Sync>,
    },
    /// An option cannot be set.
    Option {
        /// Its name.
        name: String,
        /// The refused value.
        value: String,
        /// What was expected.
        expected: String,
    },
    /// No option has this name.
    UnknownOption {
        /// The name.
        name: String,
        /// The names of all options.
        names: Vec<&'static str>,
    },
    /// A file cannot be read.
    File {
        /// What the file is, such as `suite`.
        purpose: &'static str,
        /// Its path.
        path: String,
        /// The reason.
        error: Arc<std::io::Error>,
    },
    /// A file cannot be written.
    Unwritable {
        /// What the file is, such as `map`.
        purpose: &'static str,
        /// Its path.
        path: String,
        /// The reason.
        error: Arc<std::io::Error>,
    },
    /// A position cannot be split.
    Split(SplitError),
    /// Two counts of a subtree differ.
    Wrong(Box<Difference>),
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Error::Refused(message) => formatter.write_str(message),
            Error::NoPosition => formatter.write_str(
                "no position, since the last 'position' was refused, expected a valid one first",
            ),
            Error::SetUp(error) => set_up_words(error, "position", formatter),
            Error::Move(error) => set_up_words(error, "move", formatter),
            Error::IllegalSearchMove { text, fen } => write!(
                formatter,
                "illegal move {} in searchmoves in {fen}, expected coordinates such as e2e4",
                Quoted(text)
            ),
            Error::NoMemory { mebibytes, error } => write!(
                formatter,
                "no memory for Hash {mebibytes} (in MiB; {error}), expected less"
            ),
            Error::Option {
                name,
                value,
                expected,
            } => write!(
                formatter,
                "value {} of option '{name}', expected {expected}",
                Quoted(value)
            ),
            Error::UnknownOption { name, names } => write!(
                formatter,
                "unknown option {}, expected one of: {}",
                Quoted(name),
                names.join(", ")
            ),
            Error::File {
                purpose,
                path,
                error,
            } => write!(
                formatter,
                "{purpose} {}: {error}, expected a file to read",
                Quoted(path)
            ),
            Error::Unwritable {
                purpose,
                path,
                error,
            } => write!(
                formatter,
                "{purpose} {}: {error}, expected a file that can be written",
                Quoted(path)
            ),
            Error::Split(error) => write!(formatter, "{error} of split, expected fewer plies"),
            Error::Wrong(difference) => write!(formatter, "{difference}, expected the same"),
        }
    }
}

/// `command` is the one that has the moves.
fn set_up_words(error: &SetUpError, command: &str, formatter: &mut fmt::Formatter) -> fmt::Result {
    match error {
        SetUpError::Fen { text, error } => {
            write!(formatter, "{error}, in position fen {}", Quoted(text))
        }
        SetUpError::IllegalMove { text, number, fen } => write!(
            formatter,
            "illegal move {} (move {number} of '{command}') in {fen}, \
             expected a legal move such as e2e4 or Nf3",
            Quoted(text)
        ),
        SetUpError::AmbiguousMove {
            text,
            number,
            fen,
            moves,
        } => write!(
            formatter,
            "ambiguous move {} (move {number} of '{command}') in {fen}, expected one of: {}",
            Quoted(text),
            moves.join(", ")
        ),
        SetUpError::Memory { moves } => {
            write!(
                formatter,
                "no memory for more than {moves} moves of 'position', expected fewer"
            )
        }
    }
}

impl std::error::Error for Error {}

impl From<&NoGame> for Error {
    fn from(_: &NoGame) -> Error {
        Error::NoPosition
    }
}

impl From<SetUpError> for Error {
    fn from(error: SetUpError) -> Error {
        Error::SetUp(error)
    }
}

impl Printed for Error {
    fn json(&self) -> Vec<Value> {
        vec![json!({ "error": self.to_string() })]
    }

    fn text(&self) -> String {
        format!("info string error: {self}\n")
    }

    fn is_failure(&self) -> bool {
        true
    }
}
