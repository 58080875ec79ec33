//! The faults that many comparisons found, put together by their cause.

use super::fault::FaultKind;
use super::walk::{Comparison, Disagreement};
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
        let mut causes = self.0.iter_mut();
        match causes.find(|cause| is_same(&cause.example, &fault)) {
            Some(cause) => {
                cause.faults += 1;
                if size(&fault) < size(&cause.example) {
                    cause.example = fault;
                    cause.place = place;
                }
            }
            None => self.0.push(Cause {
                example: fault,
                place,
                faults: 1,
            }),
        }
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
    /// Returns whether every further question would fail in the same way, or take up
    /// to its time limit.
    pub(in crate::tools) fn is_final(&self) -> bool {
        matches!(
            self,
            Comparison::Failed(fault) if matches!(
                fault.kind,
                FaultKind::CannotStart(_) | FaultKind::NoAnswer(_) | FaultKind::NotFlushed
            )
        )
    }
}

/// Returns whether two faults have the same cause.
fn is_same(a: &Comparison, b: &Comparison) -> bool {
    match (a, b) {
        (Comparison::Different(a), Comparison::Different(b)) => {
            let rule = |found: &Disagreement| found.diagnoses.first().map(|first| first.rule);
            rule(a) == rule(b)
        }
        (Comparison::Failed(a), Comparison::Failed(b)) => {
            discriminant(&a.kind) == discriminant(&b.kind)
        }
        _ => false,
    }
}

/// The size of a fault: the plies to the position, then its number of pieces. You
/// find the cause of a small fault more easily.
fn size(fault: &Comparison) -> (usize, usize) {
    match fault {
        Comparison::Different(found) => {
            let game = &found.game;
            (game.moves().len(), game.position().pieces().count())
        }
        _ => (0, 0),
    }
}
