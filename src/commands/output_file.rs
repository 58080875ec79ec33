//! The file that a command writes: how its name is written, and how it is replaced as
//! a whole.

use super::error::Error;
use super::words::Words;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A file that a command writes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OutputFile {
    /// Its path, as it was typed.
    pub path: String,
}

impl OutputFile {
    /// Takes the name of a file, which is one word, in quotes if it has blanks, and has
    /// to end in a dot and this extension. So a slip overwrites no other file.
    /// `expected` describes the name in the error.
    ///
    /// # Errors
    ///
    /// If it is missing, ends otherwise, or begins with a quote that is not closed.
    ///
    /// ```
    /// use ox88::commands::output_file::OutputFile;
    /// use ox88::commands::words::Words;
    ///
    /// let read = |line| OutputFile::read(&mut Words::of_line(line), "svg", "a .svg file");
    /// assert_eq!(read("\"a map.svg\" by move").unwrap().path, "a map.svg");
    /// assert!(read("README.md").is_err());
    /// ```
    pub fn read(words: &mut Words, extension: &str, expected: &str) -> Result<OutputFile, String> {
        let mut after = words.clone();
        let item = after.item()?.filter(|item| {
            let found = Path::new(item.text).extension();
            found.is_some_and(|found| found.eq_ignore_ascii_case(extension))
        });
        let Some(item) = item else {
            return words.refuse(expected);
        };
        *words = after;
        Ok(OutputFile {
            path: item.text.to_owned(),
        })
    }

    /// Writes the file as a whole or not at all: first a temporary file beside it, which
    /// then takes its name. `purpose` says in an error what the file is, such as `map`.
    ///
    /// # Errors
    ///
    /// If it cannot be written, or if something other than an ordinary file has its name.
    pub fn write(&self, purpose: &'static str, contents: &[u8]) -> Result<(), Error> {
        let written = Target::find(Path::new(&self.path)).and_then(|target| {
            let (mut file, temporary) = target.temporary()?;
            let placed = file
                .write_all(contents)
                .and_then(|()| file.sync_all())
                .and_then(|()| target.take(&temporary));
            if placed.is_err() {
                let _ = fs::remove_file(&temporary);
            }
            placed
        });
        written.map_err(|error| Error::Unwritable {
            purpose,
            path: self.path.clone(),
            error: Arc::new(error),
        })
    }
}

/// The place that the contents go to.
struct Target {
    path: PathBuf,
    /// The permissions of the file that it replaces.
    permissions: Option<fs::Permissions>,
}

impl Target {
    /// Finds the place for this path: behind symbolic links, which stay.
    fn find(path: &Path) -> io::Result<Target> {
        let path = match fs::canonicalize(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let path = path.to_owned();
                return Ok(Target {
                    path,
                    permissions: None,
                });
            }
            found => found?,
        };
        let metadata = fs::metadata(&path)?;
        if !metadata.is_file() {
            return Err(io::Error::other("not an ordinary file"));
        }
        // A file that may not be written is not replaced either.
        OpenOptions::new().append(true).open(&path)?;
        Ok(Target {
            path,
            permissions: Some(metadata.permissions()),
        })
    }

    /// Makes a new file in the same folder, so that renaming it does not copy it.
    fn temporary(&self) -> io::Result<(File, PathBuf)> {
        let mut number = 0;
        loop {
            let name = format!(".ox88-{}-{number}.tmp", std::process::id());
            let path = self.path.with_file_name(name);
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
                file => return Ok((file?, path)),
            }
        }
    }

    /// Gives the temporary file the place of the file.
    fn take(&self, temporary: &Path) -> io::Result<()> {
        if let Some(permissions) = &self.permissions {
            fs::set_permissions(temporary, permissions.clone())?;
        }
        fs::rename(temporary, &self.path)
    }
}
