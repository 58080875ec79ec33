//! What a session at a terminal says by itself: a mark without text, by which it learns
//! that all replies before it have been written, and hints for the person who types.

use super::Printed;
use crossbeam_channel::{Receiver, Sender, bounded};

/// Tells, when its turn to be written comes, that everything before it has been written.
#[derive(Clone, Debug)]
pub struct Mark(Sender<()>);

impl Mark {
    /// A mark, and the receiver of its message.
    #[must_use]
    pub fn new() -> (Mark, Receiver<()>) {
        let (sender, receiver) = bounded(1);
        (Mark(sender), receiver)
    }
}

impl Printed for Mark {
    fn text(&self) -> String {
        String::new()
    }

    fn written(&self) {
        // Whoever waited may have gone on.
        let _ = self.0.try_send(());
    }
}

/// A hint for the person at a terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hint {
    /// How to go on, at the start.
    Begin,
    /// How to end, after Ctrl-C.
    End,
    /// After a refused `position`.
    Kept,
}

impl Printed for Hint {
    fn text(&self) -> String {
        match self {
            Hint::Begin => "Type help for the commands. Tab completes, Ctrl-D ends.\n",
            Hint::Kept => "The position stays as it was.\n",
            Hint::End => "Press Ctrl-C again to end, or Ctrl-D.\n",
        }
        .to_owned()
    }
}
