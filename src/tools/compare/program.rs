//! Which program is compared, and its interface.

use super::manner::{Manner, UCI_QUESTIONS};
use super::template::Template;

/// The interface of the other program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ProgramKind {
    /// A UCI engine that understands `go perft N`, `perft N` or `divide N`.
    Uci,
    /// A script for perftree: `PROGRAM DEPTH FEN [MOVES]`.
    Script,
    /// A command for pretty-perft: `PROGRAM FEN DEPTH`.
    Command,
    /// A running program that is asked with the user's texts.
    Ask {
        /// The text that asks for a count.
        question: Template,
        /// The text that sets up the position. Without it, and without `{fen}` in
        /// the question, the program is a UCI engine.
        position: Option<Template>,
    },
    /// A program that is started once for each question, with these arguments.
    Run(Vec<Template>),
}

/// The other program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OtherProgram {
    /// Its interface.
    pub kind: ProgramKind,
    /// Its path, or its name in the search path.
    pub path: String,
    /// Its own arguments. Those of the interface follow them.
    pub arguments: Vec<String>,
}

impl OtherProgram {
    /// How the program is asked at first, or how it is called.
    pub(super) fn manner(&self) -> Manner {
        let mut manner = Manner::new(match &self.kind {
            ProgramKind::Uci => Template::fixed(UCI_QUESTIONS[0]),
            ProgramKind::Ask { question, .. } => question.clone(),
            kind => {
                let templates = kind.arguments();
                let templates = templates.iter().map(Template::to_string);
                let arguments: Vec<String> =
                    self.arguments.iter().cloned().chain(templates).collect();
                Template::fixed(&call_text(&self.path, &arguments))
            }
        });
        manner.is_chosen = self.kind != ProgramKind::Uci;
        manner
    }
}

/// The call of a program, as you type it.
pub(super) fn call_text(path: &str, arguments: &[String]) -> String {
    let words = std::iter::once(path).chain(arguments.iter().map(String::as_str));
    let quoted = words.map(|word| match word.contains(' ') {
        true => format!("\"{word}\""),
        false => word.to_owned(),
    });
    quoted.collect::<Vec<_>>().join(" ")
}

impl ProgramKind {
    /// Returns whether the program begins with UCI's handshake.
    pub(super) fn is_uci(&self) -> bool {
        match self {
            ProgramKind::Uci => true,
            ProgramKind::Ask { question, position } => {
                position.is_none() && !question.holds("{fen}")
            }
            ProgramKind::Script | ProgramKind::Command | ProgramKind::Run(_) => false,
        }
    }

    /// Returns whether the program gets the moves of a game, so that it makes them.
    pub(super) fn takes_moves(&self) -> bool {
        let holds = |template: &Template| template.holds("{moves}");
        match self {
            ProgramKind::Uci | ProgramKind::Script => true,
            ProgramKind::Command => false,
            ProgramKind::Run(arguments) => arguments.iter().any(holds),
            ProgramKind::Ask { question, position } => {
                self.is_uci() || holds(question) || position.as_ref().is_some_and(holds)
            }
        }
    }

    /// The arguments of a question to a program that is started for each.
    pub(super) fn arguments(&self) -> Vec<Template> {
        let fixed = |texts: &[&str]| texts.iter().map(|text| Template::fixed(text)).collect();
        match self {
            ProgramKind::Script => fixed(&["{depth}", "{fen}", "{moves}"]),
            ProgramKind::Command => fixed(&["{fen}", "{depth}"]),
            ProgramKind::Run(templates) => templates.clone(),
            ProgramKind::Uci | ProgramKind::Ask { .. } => Vec::new(),
        }
    }
}
