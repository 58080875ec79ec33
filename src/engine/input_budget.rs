//! The input budget. The job queue limits the number of waiting jobs; the budget
//! limits the total length of the input they were read from. Without it, a client
//! that sends long lines during a count could fill the memory.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// The most bytes of input that wait as jobs. The jobs take up to fifteen times
/// as much memory, since each move is a string of its own.
const BUDGET: usize = 8 << 20;

/// The budget. Copies share it.
#[derive(Clone, Debug, Default)]
pub(super) struct InputBudget {
    spent: Arc<Spent>,
}

#[derive(Debug, Default)]
struct Spent {
    bytes: Mutex<usize>,
    fewer: Condvar,
}

impl InputBudget {
    /// Reserves this many bytes, and blocks until they are free. A request for
    /// more than the whole budget is granted when nothing else is reserved.
    pub(super) fn reserve(&self, bytes: usize) -> Reserved {
        let spent = self.spent.clone();
        let mut sum = spent.lock();
        while *sum > 0 && sum.saturating_add(bytes) > BUDGET {
            sum = spent
                .fewer
                .wait(sum)
                .unwrap_or_else(PoisonError::into_inner);
        }
        *sum = sum.saturating_add(bytes);
        drop(sum);
        Reserved { spent, bytes }
    }
}

impl Spent {
    fn lock(&self) -> MutexGuard<'_, usize> {
        self.bytes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A reserved part of the budget, which is free again when this is dropped.
#[derive(Debug)]
pub(super) struct Reserved {
    spent: Arc<Spent>,
    bytes: usize,
}

impl Drop for Reserved {
    fn drop(&mut self) {
        let mut sum = self.spent.lock();
        *sum = sum.saturating_sub(self.bytes);
        self.spent.fewer.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::thread;

    #[test]
    fn a_reservation_waits_until_the_budget_allows_it() {
        let budget = InputBudget::default();
        let first = budget.reserve(BUDGET);
        let given_back = AtomicBool::new(false);
        thread::scope(|scope| {
            scope.spawn(|| {
                let reserved = budget.reserve(1);
                assert!(given_back.load(Ordering::SeqCst));
                drop(reserved);
            });
            given_back.store(true, Ordering::SeqCst);
            drop(first);
        });
        assert_eq!(*budget.spent.lock(), 0);
    }

    #[test]
    fn more_than_the_whole_budget_is_granted_alone() {
        let budget = InputBudget::default();
        let reserved = budget.reserve(usize::MAX);
        assert_eq!(*budget.spent.lock(), usize::MAX);
        drop(reserved);
        assert_eq!(*budget.spent.lock(), 0);
    }
}
