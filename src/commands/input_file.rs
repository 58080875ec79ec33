//! The file that a command reads: how its name is written, and how it is opened.
//! `-` is standard input, but only as a program argument, since in a session
//! standard input carries the commands.

use super::error::Error;
use super::words::Words;
use std::fs::File;
use std::io::{self, Read};
use std::sync::Arc;

/// A file that a command reads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InputFile {
    /// Standard input.
    Stdin,
    /// The file with this path.
    Path(String),
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
            Some(path) if path != "-" || is_quoted => InputFile::Path(path),
            Some(_) if words.are_arguments() => InputFile::Stdin,
            Some(_) => {
                return words.refuse("a file ('-' is standard input only as a program argument)");
            }
        };
        *words = after;
        Ok(Some(file))
    }

    /// Opens the file. `purpose` says in an error what the file is, such as `suite`.
    ///
    /// # Errors
    ///
    /// If the file cannot be opened.
    pub fn open(&self, purpose: &'static str) -> Result<Opened, Error> {
        match self {
            InputFile::Stdin => Ok(Opened {
                reader: Box::new(io::stdin()),
                length: 0,
            }),
            InputFile::Path(path) => {
                let file = File::open(path).map_err(|error| self.unreadable(purpose, error))?;
                Ok(Opened {
                    length: file.metadata().map_or(0, |file| file.len()),
                    reader: Box::new(file),
                })
            }
        }
    }

    /// The error that the file cannot be read.
    #[must_use]
    pub fn unreadable(&self, purpose: &'static str, error: io::Error) -> Error {
        let path = match self {
            InputFile::Stdin => "-",
            InputFile::Path(path) => path,
        };
        Error::File {
            purpose,
            path: path.to_owned(),
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
            assert_eq!(file, in_arguments, "{line}");
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
