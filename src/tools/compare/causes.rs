//! The faults that many comparisons found, put together by their cause.

use super::fault::FaultKind;
use super::walk::{Comparison, Disagreement};
use crate::tools::diagnosis::Rule;
use std::mem::discriminant;

/// The causes of faults, in the order in which they were found. `P` is where a fault
/// was found, for example the number of a line.
#[derive(Clone, Debug)]
pub struct Causes<P>(Vec<Cause<P>>);

/// One cause of faults.
#[derive(Clone, Debug)]
pub struct Cause<P> {
    /// The smallest example.
    pub example: Comparison,
    /// Where the example was found.
    pub place: P,
    /// The number of faults that have this cause.
    pub faults: u64,
}

impl<P> Default for Causes<P> {
    fn default() -> Causes<P> {
        Causes(Vec::new())
    }
}

impl<P> Causes<P> {
    /// Adds a fault.
    pub fn add(&mut self, place: P, fault: Comparison) {
        let mut added = Cause {
            example: fault,
            place,
            faults: 1,
        };
        let mut place = self.0.len();
        // What looked like several causes may turn out to be one.
        while let Some(at) = self.0.iter().position(|cause| cause.is_same(&added)) {
            added = self.0.remove(at).joined(added);
            place = at;
        }
        self.0.insert(place, added);
    }

    /// Each cause.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Cause<P>> {
        self.0.iter()
    }

    /// The number of causes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Comparison {
    /// Returns whether the other program failed to answer.
    #[must_use]
    pub fn is_failed(&self) -> bool {
        matches!(self, Comparison::Failed(_))
    }

    /// Returns whether every further question would fail in the same way, or take up
    /// to its time limit.
    pub(in crate::tools) fn is_final(&self) -> bool {
        matches!(
            self,
            Comparison::Failed(fault) if matches!(
                fault.kind,
                FaultKind::CannotStart(_)
                    | FaultKind::NoAnswer(_)
                    | FaultKind::Unfinished(_)
                    | FaultKind::NotFlushed
                    | FaultKind::NotUci
                    | FaultKind::Searches
            )
        )
    }
}

impl<P> Cause<P> {
    fn is_same(&self, other: &Cause<P>) -> bool {
        match (&self.example, &other.example) {
            (Comparison::Different(a), Comparison::Different(b)) => {
                let (a, b) = (rule(a), rule(b));
                a == b || is_case_of(a, b) || is_case_of(b, a)
            }
            (Comparison::Failed(a), Comparison::Failed(b)) => {
                discriminant(&a.kind) == discriminant(&b.kind)
            }
            _ => false,
        }
    }

    /// Both faults, with the better example: that of the more general rule, or the
    /// smaller one.
    fn joined(self, other: Cause<P>) -> Cause<P> {
        let faults = self.faults + other.faults;
        let is_better = match (&self.example, &other.example) {
            (Comparison::Different(a), Comparison::Different(b)) if rule(a) != rule(b) => {
                is_case_of(rule(a), rule(b))
            }
            (Comparison::Different(a), Comparison::Different(b)) => size(b) < size(a),
            _ => false,
        };
        let example = if is_better { other } else { self };
        Cause { faults, ..example }
    }
}

/// The rule that is most likely at fault.
fn rule(found: &Disagreement) -> Option<Rule> {
    found.diagnoses.first().map(|first| first.rule)
}

/// Returns whether `special` names a case of the rule `general`. A generator without
/// any castling, for example, also lacks castling where only the rook's path is
/// attacked.
fn is_case_of(special: Option<Rule>, general: Option<Rule>) -> bool {
    matches!(
        (special, general),
        (Some(Rule::CastlingRookPath), Some(Rule::CastlingMissing))
            | (
                Some(Rule::EnPassantEvasionMissing),
                Some(Rule::EnPassantMissing)
            )
            | (
                Some(Rule::PromotionPieceMissing),
                Some(Rule::PromotionMissing)
            )
    )
}

/// The size of a fault: the plies to the position, then its number of pieces. You
/// find the cause of a small fault more easily.
fn size(found: &Disagreement) -> (usize, usize) {
    let game = &found.game;
    (game.moves().len(), game.position().pieces().count())
}
