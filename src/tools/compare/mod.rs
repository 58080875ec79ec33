//! Finds the fault in another program's move generator. It compares counts, the
//! shallowest depth first, walks down to the move that is missing or extra, and
//! names the rule that is most likely at fault.
//!
//! The other program may do anything: `process` runs it and limits what it can do,
//! `theirs` asks it, `conversation` and `reading` read its answers, and `fault` names
//! its failures to answer. `manner` and `template` are how it is asked, `options` what it
//! can be told. `walk` finds the move, `totals` does so in a program that lists no
//! moves, and `repeat` asks again. The lines of a divide are read by
//! [`printout`](super::printout), and [`diagnosis`](super::diagnosis) has the rules.

mod answer;
mod causes;
mod conversation;
mod fault;
mod identity;
mod manner;
mod options;
mod probing;
mod process;
mod program;
mod reading;
mod repeat;
mod session;
mod template;
mod theirs;
mod totals;
mod walk;

pub use causes::{Cause, Causes};
pub use fault::{Failure, Fault, FaultKind};
pub use identity::Identity;
pub use manner::Manner;
pub use program::{OtherProgram, ProgramKind};
pub use session::{Session, Verified};
pub use template::Template;
pub use walk::{Comparison, Disagreement};

use super::suite;
use crate::board::CastlingNotation;
use crate::children::Children;
use crate::control::Token;
use crate::game::Game;
use crate::perft::Settings;
use std::fmt;
use std::io::{self, Read};
use std::sync::Arc;
use std::time::Duration;

/// The options of a comparison.
#[derive(Clone, Debug)]
pub struct CompareOptions {
    /// The other program.
    pub program: OtherProgram,
    /// The greatest depth, in plies: 1 to [`MAX_DEPTH`](crate::perft::MAX_DEPTH).
    pub depth: u32,
    /// How long the other program may be silent.
    pub limit: Duration,
    /// The castling notation for the other program and for FENs.
    pub castling: CastlingNotation,
    /// The list in which the other program is registered while it runs.
    pub children: Children,
    /// What hears of each question.
    pub on_question: OnQuestion,
}

/// What hears of each question to the other program, before it is asked: the position
/// and the depth. The default does nothing.
#[derive(Clone, Default)]
pub struct OnQuestion(Option<Arc<QuestionListener>>);

type QuestionListener = dyn Fn(&Game, u32) + Send + Sync;

impl OnQuestion {
    /// Calls `listener` before each question.
    pub fn new(listener: impl Fn(&Game, u32) + Send + Sync + 'static) -> OnQuestion {
        OnQuestion(Some(Arc::new(listener)))
    }

    fn tell(&self, game: &Game, depth: u32) {
        if let Some(listener) = &self.0 {
            listener(game, depth);
        }
    }
}

impl fmt::Debug for OnQuestion {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.debug_struct("OnQuestion").finish_non_exhaustive()
    }
}

/// Compares the counts of one position at every depth up to that of the options.
/// Our own counts use `settings`.
///
/// ```
/// use ox88::board::CastlingNotation;
/// use ox88::children::Children;
/// use ox88::control::Token;
/// use ox88::game::Game;
/// use ox88::perft::Settings;
/// use ox88::tools::compare::*;
/// use std::time::Duration;
///
/// let options = CompareOptions {
///     program: OtherProgram {
///         kind: ProgramKind::Uci,
///         path: "/no/such/engine".to_owned(),
///         arguments: vec![],
///     },
///     depth: 3,
///     limit: Duration::from_secs(60),
///     castling: CastlingNotation::Standard,
///     children: Children::default(),
///     on_question: OnQuestion::default(),
/// };
/// let mut settings = Settings::default();
/// let outcome = compare(&Game::default(), &options, &mut settings, &Token::never());
/// assert!(matches!(outcome, Comparison::Failed(_)));
/// ```
#[must_use]
pub fn compare(
    root: &Game,
    options: &CompareOptions,
    settings: &mut Settings,
    stop: &Token,
) -> Comparison {
    let mut session = Session::new(options, settings, stop);
    let outcome = session.compare(root, options.depth);
    session.quit();
    outcome
}

/// The result of a comparison with a suite.
#[derive(Clone, Debug, Default)]
pub struct SuiteComparison {
    /// The number of positions compared.
    pub positions: u64,
    /// The number of lines that cannot be read.
    pub broken: u64,
    /// The causes of the faults. The place of each is the number of its line.
    pub causes: Causes<u64>,
    /// Whether `stop` was set.
    pub stopped: bool,
    /// How the program was asked, if it has answered.
    pub manner: Option<Manner>,
}

/// Compares the counts of each position of a suite, and ends at the first fault.
/// With `all`, it goes on and keeps the smallest fault of each kind. `broken`
/// receives the number of each line that cannot be read, and the reason.
///
/// # Errors
///
/// If the file cannot be read.
pub fn compare_suite(
    file: Box<dyn Read + Send>,
    all: bool,
    options: &CompareOptions,
    settings: &mut Settings,
    stop: &Token,
    mut broken: impl FnMut(u64, String),
) -> io::Result<SuiteComparison> {
    let mut session = Session::new(options, settings, stop);
    let mut result = SuiteComparison::default();
    let mut records = suite::records(file, options.castling, stop);
    for record in records.by_ref() {
        // The counts of the suite are not used.
        let (number, position) = match record? {
            Ok(record) => (record.number, record.position),
            Err(unreadable) => {
                result.broken += 1;
                broken(unreadable.number, unreadable.reason);
                continue;
            }
        };
        let outcome = session.compare(&Game::new(position), options.depth);
        if matches!(outcome, Comparison::Stopped) {
            result.stopped = true;
            return Ok(result);
        }
        result.positions += 1;
        if !matches!(outcome, Comparison::Same(_)) {
            let is_last = !all || outcome.is_final();
            result.causes.add(number, outcome);
            if is_last {
                break;
            }
        }
    }
    result.stopped = records.is_cut_short();
    result.manner = Some(session.manner().clone());
    session.quit();
    Ok(result)
}
