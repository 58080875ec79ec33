//! Threads that work together, where the system may give fewer than are wanted
//! and the memory that they take may be the last. What they do is not known
//! here.

use crate::memory;
use std::io;
use std::thread::{self, Scope, ScopedJoinHandle};

/// Starts a thread, unless it would take the last memory.
///
/// # Errors
///
/// If there is no thread to be had. Those that there are have to do the work.
pub(crate) fn start<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> io::Result<ScopedJoinHandle<'scope, T>> {
    if !memory::is_left_for_a_thread() {
        return Err(io::ErrorKind::OutOfMemory.into());
    }
    thread::Builder::new().spawn_scoped(scope, work)
}

/// Has up to `threads` threads do the same work, the calling one among them,
/// and gathers what each has found; none if one of them panicked.
pub(crate) fn work_together<T: Send>(
    threads: usize,
    work: impl Fn() -> T + Sync,
) -> Option<Vec<T>> {
    thread::scope(|scope| {
        let others: Vec<_> = (1..threads)
            .map_while(|_| start(scope, &work).ok())
            .collect();
        let mut found = vec![work()];
        for other in others {
            found.push(other.join().ok()?);
        }
        Some(found)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn everybody_works_and_is_heard() {
        for threads in [0, 1, 8] {
            let next = AtomicUsize::new(0);
            let work = || {
                let take = || next.fetch_add(1, Ordering::Relaxed);
                std::iter::repeat_with(take)
                    .take_while(|&unit| unit < 100)
                    .sum()
            };
            let found: Option<Vec<usize>> = work_together(threads, work);
            assert_eq!(found.map(|sums| sums.iter().sum()), Some(4_950));
        }
    }
}
