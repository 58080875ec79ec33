//! The line editor: the prompt, the keys, and the history.

use super::colors::Colors;
use super::complete::Words;
use super::history;
use super::screen::Screen;
use crate::engine::SharedPosition;
use crate::search::OptionInfo;
use rustyline::completion::{Completer, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::Hinter;
use rustyline::history::FileHistory;
use rustyline::validate::Validator;
use rustyline::{ColorMode, CompletionType, Config, Context, Helper};
use std::borrow::Cow;
use std::io;
use std::path::PathBuf;

/// The prompt.
const PROMPT: &str = "ox88> ";

/// What a person typed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Typed {
    /// A line.
    Line(String),
    /// Ctrl-C, and whether the line was empty.
    Interrupt {
        /// Whether nothing had been typed on the line.
        was_empty: bool,
    },
    /// Ctrl-D on an empty line, or the terminal is gone.
    End,
}

/// Reads lines at a prompt.
pub struct Editor {
    editor: rustyline::Editor<Keys, FileHistory>,
    screen: Screen,
    history: Option<PathBuf>,
}

impl Editor {
    /// An editor on this process's terminal, and the screen above its prompt. It
    /// completes options, and legal moves in `position`.
    ///
    /// # Errors
    ///
    /// If the terminal cannot be used so.
    pub fn new(options: &[OptionInfo], position: SharedPosition) -> io::Result<(Editor, Screen)> {
        let colors = Colors::of_environment();
        let config = Config::builder()
            .max_history_size(history::LINES)
            .and_then(|builder| builder.history_ignore_dups(true))
            .map_err(io::Error::other)?
            .history_ignore_space(true)
            .completion_type(CompletionType::List)
            // The prompt is always coloured by `Keys`, which may use no colour.
            .color_mode(ColorMode::Forced)
            .build();
        let mut editor = rustyline::Editor::with_config(config).map_err(io::Error::other)?;
        let screen = Screen::new(colors);
        let history = history::file();
        if let Some(file) = &history {
            // There is none before the first session.
            let _ = editor.load_history(file);
        }
        editor.set_helper(Some(Keys {
            words: Words::new(options, position),
            prompt: colors.prompt(PROMPT),
            screen: screen.clone(),
        }));
        let made = Editor {
            editor,
            screen: screen.clone(),
            history,
        };
        Ok((made, screen))
    }

    /// Reads a line, without its line break.
    pub fn read(&mut self) -> Typed {
        let read = self.editor.readline(PROMPT);
        let drawn = self.screen.ends_line();
        match read {
            Ok(line) => {
                self.remember(&line);
                Typed::Line(line)
            }
            Err(ReadlineError::Interrupted) => Typed::Interrupt {
                was_empty: drawn.is_empty(),
            },
            Err(_) => Typed::End,
        }
    }

    fn remember(&mut self, line: &str) {
        let is_new = self.editor.add_history_entry(line).unwrap_or(false);
        if let Some(file) = self.history.as_ref().filter(|_| is_new) {
            // A line that cannot be kept is still in this session's history.
            let _ = self.editor.append_history(file);
        }
    }
}

impl std::fmt::Debug for Editor {
    fn fmt(&self, formatter: &mut std::fmt::Formatter) -> std::fmt::Result {
        formatter.debug_struct("Editor").finish_non_exhaustive()
    }
}

/// What the editor asks while a line is typed.
struct Keys {
    words: Words,
    prompt: String,
    screen: Screen,
}

impl Helper for Keys {}
impl Validator for Keys {}

impl Hinter for Keys {
    type Hint = String;
}

impl Completer for Keys {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        cursor: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        Ok(self.words.complete(line, cursor))
    }
}

impl Highlighter for Keys {
    fn highlight<'l>(&self, line: &'l str, cursor: usize) -> Cow<'l, str> {
        self.screen.draws_line(line, cursor);
        Cow::Borrowed(line)
    }

    fn highlight_prompt<'b, 's: 'b, 'p: 'b>(
        &'s self,
        prompt: &'p str,
        is_default: bool,
    ) -> Cow<'b, str> {
        // While the history is searched, there is another prompt.
        let prompt = match is_default {
            true => self.prompt.as_str(),
            false => prompt,
        };
        self.screen.draws_prompt(prompt);
        Cow::Borrowed(prompt)
    }

    fn highlight_char(&self, _: &str, _: usize, _: CmdKind) -> bool {
        // Every change is drawn through `highlight`, so the screen knows the line.
        true
    }
}
