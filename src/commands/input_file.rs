//! The file that a command reads: how its name is written, and how it is opened.
//! `-` is standard input, but only as a program argument, since in a session
//! standard input carries the commands. A pipe may be silent, so a wait for it ends with
//! the job.

use super::error::Error;
use super::words::Words;
use crate::control::Control;
use crate::streams::{self, Patient};
use std::io::{self, Read};
use std::sync::Arc;

/// A file that a command reads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InputFile {
    /// Standard input.
    Stdin,
    /// The file with this path.
    Path(String),
    /// The same, as a program argument.
    ArgumentPath(String),
}

/// A file that is open for reading.
pub struct Opened {
    /// Its contents.
    pub reader: Box<dyn Read + Send>,
    /// Its length in bytes, or 0 if that is not known.
    pub length: u64,
}

impl InputFile {
    /// Takes the name of a file, or returns `None` if there is none. Its end is that
    /// of [`Words::path`]. In double quotes, `-` is the name of a file.
    ///
    /// # Errors
    ///
    /// If it begins with a quote that is not closed, or if it is `-` in a session.
    ///
    /// ```
    /// use ox88::commands::input_file::InputFile;
    /// use ox88::commands::words::Words;
    ///
    /// let arguments = ["suite", "-", "depth", "3"].map(str::to_owned);
    /// let mut words = Words::of_arguments(&arguments);
    /// assert!(words.take("suite"));
    /// assert_eq!(InputFile::read(&mut words, &["depth"]), Ok(Some(InputFile::Stdin)));
    /// assert!(words.take("depth"));
    ///
    /// assert!(InputFile::read(&mut Words::of_line("-"), &[]).is_err());
    /// ```
    pub fn read(words: &mut Words, keywords: &[&str]) -> Result<Option<InputFile>, String> {
        let mut after = words.clone();
        let is_quoted = after.clone().item()?.is_some_and(|item| item.is_quoted);
        let file = match after.path(keywords)? {
            None => return Ok(None),
            Some(path) if path != "-" || is_quoted => match words.are_arguments() {
                true => InputFile::ArgumentPath(path),
                false => InputFile::Path(path),
            },
            Some(_) if words.are_arguments() => InputFile::Stdin,
            Some(_) => {
                return words.refuse("a file ('-' is standard input only as a program argument)");
            }
        };
        *words = after;
        Ok(Some(file))
    }

    /// Opens the file for a job. `purpose` says in an error what the file is, such as
    /// `suite`. If reading waits, `stop` ends it like the end of the file. In a session, so
    /// does the end of the session, with an error.
    ///
    /// # Errors
    ///
    /// If the file cannot be opened, or is a device.
    pub fn open(&self, purpose: &'static str, control: &Control) -> Result<Opened, Error> {
        let (file, length) = match self {
            InputFile::Stdin => (streams::stdin_as_file(), 0),
            InputFile::Path(path) | InputFile::ArgumentPath(path) => {
                let file = streams::open(path);
                let length = |file: &std::fs::File| file.metadata().map_or(0, |it| it.len());
                let length = file.as_ref().map_or(0, length);
                (file, length)
            }
        };
        let file = file.map_err(|error| self.unreadable(purpose, error))?;
        let in_session = matches!(self, InputFile::Path(_));
        let control = control.clone();
        let may_wait = move || {
            let has_ended = control.must_answer() || control.has_input_ended();
            match control.stop().is_set() {
                true => Ok(false),
                false if in_session && has_ended => Err(io::Error::other(
                    "nothing more came from the pipe before the session ended",
                )),
                false => Ok(true),
            }
        };
        Ok(Opened {
            reader: Box::new(Patient::new(file, may_wait)),
            length,
        })
    }

    /// The name, as it was typed.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            InputFile::Stdin => "-",
            InputFile::Path(path) | InputFile::ArgumentPath(path) => path,
        }
    }

    /// The error that the file cannot be read.
    #[must_use]
    pub fn unreadable(&self, purpose: &'static str, error: io::Error) -> Error {
        Error::File {
            purpose,
            path: self.name().to_owned(),
            error: Arc::new(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_program_arguments_read_standard_input() {
        let read = |mut words: Words| {
            words.begin("suite");
            let file = InputFile::read(&mut words, &["depth"])?;
            Ok::<_, String>((file, words.word().map(str::to_owned)))
        };
        let path = |path: &str| Some(InputFile::Path(path.to_owned()));
        let as_argument = |file: Option<InputFile>| match file {
            Some(InputFile::Path(path)) => Some(InputFile::ArgumentPath(path)),
            other => other,
        };
        for (line, in_session, in_arguments) in [
            ("- depth 3", None, Some(InputFile::Stdin)),
            ("-", None, Some(InputFile::Stdin)),
            ("\"-\" depth 3", path("-"), path("-")),
            ("./- depth 3", path("./-"), path("./-")),
            ("- b depth 3", path("- b"), path("- b")),
        ] {
            let session = read(Words::of_line(line)).map(|(file, _)| file);
            assert_eq!(session.ok().flatten(), in_session, "{line}");
            let arguments = [line.to_owned()];
            let (file, next) = read(Words::of_arguments(&arguments)).unwrap();
            assert_eq!(file, as_argument(in_arguments), "{line}");
            assert!(next.is_none_or(|next| next == "depth"), "{line}");
        }
        let arguments = ["suite", "-", "depth"].map(str::to_owned);
        let mut words = Words::of_arguments(&arguments);
        words.word();
        let depth = Some("depth".to_owned());
        assert_eq!(read(words), Ok((Some(InputFile::Stdin), depth.clone())));
        assert_eq!(read(Words::of_line("depth 3")), Ok((None, depth)));
    }
}
