//! Checks another program against known counts. Several processes of it are asked at
//! once, and a wrong count goes straight on into the hunt of
//! [`compare`](super::compare). `plan` has the questions.

mod plan;

pub use plan::{Level, MOST_POSITIONS, Plan, PlannedPosition, Question};

use super::compare::{
    Causes, CompareOptions, Comparison, Disagreement, Failure, FaultKind, Identity, Manner,
    Session, Verified,
};
use super::diagnosis;
use super::differences::Differences;
use crate::control::Token;
use crate::game::Game;
use crate::perft::{Method, Settings};
use crate::threads::{numbers_below, share_work};
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// The most wrong counts whose cause is looked for. One fault often spoils
/// thousands of counts.
const MOST_HUNTS: usize = 200;

/// The options of a check.
#[derive(Clone, Debug)]
pub struct CheckOptions {
    /// The program and how it is asked. The depth does not matter.
    pub compare: CompareOptions,
    /// The number of processes that are asked at once, at least 1.
    pub jobs: usize,
    /// Whether to go on to the end of the plan. Otherwise, the check ends with the
    /// sieve, or after it with the first wrong count.
    pub all: bool,
}

/// The result of a check, or of its part before a stop.
#[derive(Clone, Debug, Default)]
pub struct CheckResult {
    /// The number of counts that were checked.
    pub counts: u64,
    /// The number of leaves of these counts.
    pub leaves: u128,
    /// How many counts were wrong or did not come.
    pub failures: u64,
    /// How many of these were not looked into, since there were so many.
    pub unexplained: u64,
    /// The causes of the others, in the order in which they were found. The place of
    /// each is the number of its question.
    pub causes: Causes<usize>,
    /// Counts of the plan that are wrong themselves: the number of the question, and
    /// the right count. The built-in corpus has none.
    pub wrong_in_plan: Vec<(usize, u128)>,
    /// The counts by depth, in plies.
    pub depths: BTreeMap<u32, DepthTally>,
    /// Whether the check was stopped.
    pub stopped: bool,
}

/// The counts of one depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DepthTally {
    /// How many counts the plan has.
    pub planned: u64,
    /// How many of them were checked.
    pub checked: u64,
    /// How many of these were wrong or did not come.
    pub failures: u64,
}

impl CheckResult {
    fn of_plan(plan: &Plan) -> CheckResult {
        let mut result = CheckResult::default();
        for question in &plan.questions {
            result.depths.entry(question.depth).or_default().planned += 1;
        }
        result
    }

    /// Returns whether a count of the program or of the plan was wrong.
    #[must_use]
    pub fn has_failures(&self) -> bool {
        self.failures > 0 || !self.wrong_in_plan.is_empty()
    }

    fn add(&mut self, number: usize, question: Question, verdict: Verdict) {
        self.counts += 1;
        self.leaves = self.leaves.saturating_add(question.leaves);
        let tally = self.depths.entry(question.depth).or_default();
        tally.checked += 1;
        match verdict {
            Verdict::Right => {}
            Verdict::WrongInPlan(right) => self.wrong_in_plan.push((number, right)),
            Verdict::Wrong(comparison) => {
                tally.failures += 1;
                self.failures += 1;
                match comparison {
                    Some(comparison) => self.causes.add(number, comparison),
                    None => self.unexplained += 1,
                }
            }
        }
    }
}

/// What an answer shows.
enum Verdict {
    Right,
    /// The program counts wrong, or gives no count. The cause is there if it was
    /// looked for.
    Wrong(Option<Comparison>),
    /// The program counts right, and the plan has another count.
    WrongInPlan(u128),
}

/// The program, as it shows itself with its first answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Introduction {
    /// What it says of itself.
    pub identity: Identity,
    /// How it is asked.
    pub manner: Manner,
}

/// Starts the program and finds out how it is asked.
///
/// # Errors
///
/// If it does not count the start position to depth 1, rightly or wrongly.
pub fn meet(options: &CheckOptions, stop: &Token) -> Result<Introduction, Failure> {
    let mut settings = Settings::plain(Method::default());
    let mut session = Session::new(&options.compare, &mut settings, stop);
    match session.total(&Game::default(), 1) {
        // It counts, though wrongly.
        Err(Failure::Fault(fault)) if is_objection(&fault.kind) => {}
        answer => drop(answer?),
    }
    let introduction = Introduction {
        identity: session.identity().clone(),
        manner: session.manner().clone(),
    };
    session.quit();
    Ok(introduction)
}

/// Returns whether the program has answered with counts, and something else in its answer
/// is wrong.
fn is_objection(kind: &FaultKind) -> bool {
    matches!(
        kind,
        FaultKind::WrongTotal { .. } | FaultKind::Unreadable(_)
    )
}

/// Asks the questions of a plan. `report` receives the result so far after each
/// answer.
#[must_use]
pub fn check(
    plan: &Plan,
    options: &CheckOptions,
    manner: &Manner,
    stop: &Token,
    mut report: impl FnMut(&CheckResult),
) -> CheckResult {
    let jobs = options.jobs.max(1);
    let mut settings: Vec<Settings> = Vec::new();
    settings.resize_with(jobs, || Settings::plain(Method::default()));
    let settings = Mutex::new(settings.iter_mut().collect::<Vec<_>>());
    let (has_failed, is_over) = (AtomicBool::new(false), AtomicBool::new(false));
    let hunts = AtomicUsize::new(0);
    let numbers = numbers_below(plan.questions.len());
    let next = || {
        let is_enough = |question| {
            let may_end = has_failed.load(Ordering::Relaxed) && !options.all;
            is_over.load(Ordering::Relaxed) || may_end && question >= plan.sieve
        };
        numbers().filter(|&question| !is_enough(question))
    };
    let new_worker = || {
        let settings = settings.lock().ok().and_then(|mut settings| settings.pop());
        let mut asker = settings.map(|settings| Asker {
            session: Session::new(&options.compare, settings, stop).with_manner(manner.clone()),
            hunts: &hunts,
        });
        let (has_failed, is_over) = (&has_failed, &is_over);
        move |number: usize| {
            let question = plan.questions[number];
            let game = plan.game(question)?;
            let is_whole = plan.is_compared_whole(number);
            let verdict = asker.as_mut()?.ask(&game, question, is_whole)?;
            if let Verdict::Wrong(comparison) = &verdict {
                has_failed.store(true, Ordering::Relaxed);
                if comparison.as_ref().is_some_and(Comparison::is_final) {
                    is_over.store(true, Ordering::Relaxed);
                }
            }
            Some((number, question, verdict))
        }
    };
    let mut result = CheckResult::of_plan(plan);
    let shared = share_work(jobs, next, new_worker, |(number, question, verdict)| {
        result.add(number, question, verdict);
        report(&result);
    });
    result.stopped = !shared.is_complete;
    result
}

/// A count that was wrong once, and right when the program was asked again.
fn unsteady(game: &Game, depth: u32, right: u128, found: u128) -> Comparison {
    Comparison::Different(Box::new(Disagreement {
        depth,
        totals: (right, found),
        game: game.clone(),
        differences: Differences::default(),
        moves: None,
        diagnoses: vec![diagnosis::varies(found, right)],
    }))
}

/// One process of the program.
struct Asker<'a> {
    session: Session<'a>,
    /// How many wrong counts were looked into by all processes.
    hunts: &'a AtomicUsize,
}

impl Asker<'_> {
    /// Asks one question, and compares the whole list with ours if `is_whole`. Returns
    /// `None` after a stop.
    fn ask(&mut self, game: &Game, question: Question, is_whole: bool) -> Option<Verdict> {
        let Question { depth, leaves, .. } = question;
        let found = match self.session.verify(game, depth, leaves, is_whole) {
            Ok(Verified::Right) => return Some(Verdict::Right),
            Ok(Verified::WrongCount(found)) => found,
            Ok(Verified::WrongList) => leaves,
            Err(Failure::Stopped) => return None,
            // Its moves may be wrong as well.
            Err(Failure::Fault(fault)) if is_objection(&fault.kind) => match fault.kind {
                FaultKind::WrongTotal { total, .. } => total,
                _ => leaves,
            },
            Err(Failure::Fault(fault)) => {
                return Some(Verdict::Wrong(Some(Comparison::Failed(fault))));
            }
        };
        if self.hunts.fetch_add(1, Ordering::Relaxed) >= MOST_HUNTS {
            return Some(Verdict::Wrong(None));
        }
        match self.session.compare(game, depth) {
            Comparison::Stopped => None,
            Comparison::Same(right) if right == found && right != leaves => {
                Some(Verdict::WrongInPlan(right))
            }
            Comparison::Same(right) => {
                let unsteady = unsteady(game, depth, right, found);
                Some(Verdict::Wrong(Some(unsteady)))
            }
            comparison => Some(Verdict::Wrong(Some(comparison))),
        }
    }
}
