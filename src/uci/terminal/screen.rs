//! The output above the prompt: replies, and one line of progress that the next output
//! replaces.
//!
//! The editor tells what it draws, so that output can clear the line that is being
//! typed, and draw it again below. (The editor has a printer for this, too. In the
//! versions for our Rust, it loses keys that arrive together: rustyline issue 976.)

use super::colors::Colors;
use crate::progress::StatusLine;
use console::{Term, measure_text_width};
use std::fmt::Write as _;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Moves the cursor to the line above and clears that.
const LINE_ABOVE: &str = "\x1b[1A\x1b[2K";

/// The part of a terminal above the prompt. Copies share it.
#[derive(Clone, Debug)]
pub struct Screen {
    state: Arc<Mutex<State>>,
    colors: Colors,
}

#[derive(Debug, Default)]
struct State {
    /// The line that is being typed, as it was drawn last.
    typed: Option<TypedLine>,
    /// Whether the line above the prompt is one of progress.
    has_progress: bool,
}

/// A line that is being typed.
#[derive(Clone, Debug, Default)]
struct TypedLine {
    /// The prompt, with its colours.
    prompt: String,
    text: String,
    /// The place of the cursor in the text, in bytes.
    cursor: usize,
}

impl Screen {
    pub(super) fn new(colors: Colors) -> Screen {
        Screen {
            state: Arc::default(),
            colors,
        }
    }

    /// Tells that the editor draws its prompt.
    pub(super) fn draws_prompt(&self, prompt: &str) {
        let mut state = self.lock();
        prompt.clone_into(&mut state.typed.get_or_insert_default().prompt);
    }

    /// Tells that the editor draws the line that is being typed.
    pub(super) fn draws_line(&self, text: &str, cursor: usize) {
        let mut state = self.lock();
        let typed = state.typed.get_or_insert_default();
        text.clone_into(&mut typed.text);
        typed.cursor = cursor;
    }

    /// Tells that the line is complete, and the cursor below it. Returns the line as it
    /// was drawn last.
    pub(super) fn ends_line(&self) -> String {
        let mut state = self.lock();
        let typed = state.typed.take().unwrap_or_default();
        if std::mem::take(&mut state.has_progress) {
            // The progress above the line is out of date before it is shown again.
            let rows = typed.place(typed.text.len(), columns()).0 + 1;
            let mut stdout = io::stdout().lock();
            let _ = write!(stdout, "\x1b[{}A\x1b[M\x1b[{rows}B", rows + 1);
            let _ = stdout.flush();
        }
        typed.text
    }

    /// Prints the text of a reply: whole lines.
    ///
    /// # Errors
    ///
    /// If the terminal is gone.
    pub fn print(&self, text: &str) -> io::Result<()> {
        match text {
            "" => Ok(()),
            _ => self.write(&self.colors.reply(text), false),
        }
    }

    /// Writes whole lines in the place of the progress, above the line that is being
    /// typed.
    fn write(&self, lines: &str, is_progress: bool) -> io::Result<()> {
        let mut state = self.lock();
        let columns = columns();
        let typed = state.typed.as_ref();
        let mut text = typed.map_or(String::new(), |typed| typed.cleared(columns));
        if state.has_progress {
            text += LINE_ABOVE;
        }
        text += lines;
        text += &typed.map_or(String::new(), |typed| typed.drawn(columns));
        state.has_progress = is_progress;
        let mut stdout = io::stdout().lock();
        stdout.write_all(text.as_bytes())?;
        stdout.flush()
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl StatusLine for Screen {
    fn show(&self, text: &str) {
        let line: String = text.chars().take(columns() - 1).collect();
        // A terminal that is gone is noticed by the writer.
        let _ = self.write(&(self.colors.progress(&line) + "\n"), true);
    }

    fn clear(&self) {
        if self.lock().has_progress {
            let _ = self.write("", false);
        }
    }
}

impl TypedLine {
    /// The row and column of a place of the text.
    fn place(&self, end: usize, columns: usize) -> (usize, usize) {
        let before = self.text.get(..end).unwrap_or(&self.text);
        let width = measure_text_width(&self.prompt) + measure_text_width(before);
        (width / columns, width % columns)
    }

    /// What goes to the beginning of the prompt and clears everything from there on.
    fn cleared(&self, columns: usize) -> String {
        match self.place(self.cursor, columns) {
            (0, _) => "\r\x1b[J".to_owned(),
            (rows, _) => format!("\r\x1b[{rows}A\x1b[J"),
        }
    }

    /// What draws prompt and text, and puts the cursor in its place.
    fn drawn(&self, columns: usize) -> String {
        let mut text = format!("{}{}", self.prompt, self.text);
        let (end, end_column) = self.place(self.text.len(), columns);
        let (row, column) = self.place(self.cursor, columns);
        if end_column == 0 && end > 0 {
            // A terminal stays in its last column until something more is written.
            text.push('\n');
        }
        if end > row {
            let _ = write!(text, "\x1b[{}A", end - row);
        }
        text.push('\r');
        if column > 0 {
            let _ = write!(text, "\x1b[{column}C");
        }
        text
    }
}

/// The width of the terminal, in columns.
fn columns() -> usize {
    let size = Term::stdout().size_checked();
    size.map_or(80, |(_, columns)| usize::from(columns)).max(20)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(text: &str, cursor: usize) -> TypedLine {
        TypedLine {
            prompt: "\x1b[1mox88> \x1b[0m".to_owned(),
            text: text.to_owned(),
            cursor,
        }
    }

    #[test]
    fn a_line_is_cleared_and_drawn_where_the_cursor_was() {
        let short = typed("perft 5", 2);
        assert_eq!(short.cleared(80), "\r\x1b[J");
        assert_eq!(short.drawn(80), "\x1b[1mox88> \x1b[0mperft 5\r\x1b[8C");
        // Six columns of prompt and 44 of text are three rows of 20 columns.
        let long = typed(&"x".repeat(44), 30);
        assert_eq!(long.cleared(20), "\r\x1b[1A\x1b[J");
        assert!(long.drawn(20).ends_with("xxx\x1b[1A\r\x1b[16C"));
        // Exactly two rows: the cursor stands at the beginning of the third.
        let full = typed(&"x".repeat(34), 34);
        assert_eq!(full.cleared(20), "\r\x1b[2A\x1b[J");
        assert!(full.drawn(20).ends_with("xxx\n\r"));
    }
}
