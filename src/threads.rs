//! Shares work among threads. If the system starts fewer threads than requested, or
//! none, the others or the calling thread do all the work. Nothing here knows what
//! the work is.

use crate::memory;
use crate::warning::Once;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{OnceLock, mpsc};
use std::thread::{self, Builder, Scope};

/// The stack of a thread, in bytes, whatever `RUST_MIN_STACK` says. The deepest count
/// and search take less than a quarter of it.
const STACK: usize = 2 << 20;

/// A thread that is about to be started, with a stack that is large enough.
pub(crate) fn builder() -> Builder {
    Builder::new().stack_size(STACK)
}

/// The most results per thread that wait to be gathered.
const WAITING: usize = 4;

/// The number of threads that are of use for counting when this number is requested: no
/// more than the system runs at once. Further ones would only compete with the thread
/// that hears `stop`.
pub(crate) fn useful(requested: usize) -> usize {
    static AT_ONCE: OnceLock<usize> = OnceLock::new();
    let at_once = || thread::available_parallelism().map_or(usize::MAX, usize::from);
    requested.min(*AT_ONCE.get_or_init(at_once))
}

/// How shared work ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SharedWork {
    /// Whether all units were done: no worker ended the work early.
    pub(crate) is_complete: bool,
    /// The number of threads that worked, which may be less than requested.
    pub(crate) threads: usize,
}

/// Shares work among up to `threads` threads.
///
/// Each worker takes unit after unit from `next` until there is none. The
/// calling thread passes the results to `gather` as they come, in any order.
/// With one thread, or if the system starts none, the calling thread does all the
/// work, and the results come in the order of the units.
///
/// A worker that returns `None` for a unit ends the work of all: no further unit
/// is taken. `new_worker` is called once on each thread.
pub(crate) fn share_work<U, R, W>(
    threads: usize,
    next: impl Fn() -> Option<U> + Sync,
    new_worker: impl Fn() -> W + Sync,
    mut gather: impl FnMut(R),
) -> SharedWork
where
    R: Send,
    W: FnMut(U) -> Option<R>,
{
    let ended = AtomicBool::new(false);
    let work_alone = |give: &mut dyn FnMut(R) -> bool| {
        let mut worker = new_worker();
        while !ended.load(Ordering::Relaxed) {
            let Some(unit) = next() else { return };
            let Some(result) = worker(unit) else {
                ended.store(true, Ordering::Relaxed);
                return;
            };
            if !give(result) {
                return;
            }
        }
    };
    let started = if threads > 1 {
        thread::scope(|scope| {
            let (sender, results) = mpsc::sync_channel(threads * WAITING);
            let work = |sender: mpsc::SyncSender<R>| {
                // Sending fails only if the calling thread panicked.
                work_alone(&mut |result| sender.send(result).is_ok());
            };
            let started = start_threads(scope, threads, || {
                let sender = sender.clone();
                move || work(sender)
            });
            // The results end when the last worker has ended.
            drop(sender);
            results.into_iter().for_each(&mut gather);
            started
        })
    } else {
        0
    };
    if started == 0 {
        work_alone(&mut |result| {
            gather(result);
            true
        });
    }
    SharedWork {
        is_complete: !ended.into_inner(),
        threads: started.max(1),
    }
}

/// A source of work units for [`share_work`]: the numbers from 0 to `count` - 1.
pub(crate) fn numbers_below(count: usize) -> impl Fn() -> Option<usize> + Sync {
    let next = AtomicUsize::new(0);
    move || Some(next.fetch_add(1, Ordering::Relaxed)).filter(|&number| number < count)
}

/// The warning that there are fewer threads than wanted.
static FEWER: Once = Once::new();

/// Starts `wanted` threads, or fewer if the system refuses, and returns their number.
fn start_threads<'scope, W: FnOnce() + Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    wanted: usize,
    new_work: impl Fn() -> W,
) -> usize {
    for started in 0..wanted {
        if let Err(error) = start(scope, new_work()) {
            FEWER.warn(format_args!("only {started} of {wanted} threads: {error}"));
            return started;
        }
    }
    wanted
}

/// Starts a thread, unless it would take the last memory.
fn start<'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() + Send + 'scope,
) -> io::Result<()> {
    if !memory::is_left_for_a_thread() {
        return Err(io::ErrorKind::OutOfMemory.into());
    }
    builder().spawn_scoped(scope, work).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{BufRead, Cursor};
    use std::sync::Mutex;

    #[test]
    fn every_unit_is_done_once() {
        for threads in [0, 1, 2, 8] {
            let mut found = Vec::new();
            let new_worker = || |unit: usize| Some(unit * unit);
            let gather = |square: usize| found.push(square);
            let shared = share_work(threads, numbers_below(1_000), new_worker, gather);
            let expected = SharedWork {
                is_complete: true,
                threads: threads.max(1),
            };
            assert_eq!(shared, expected);
            if threads > 1 {
                found.sort_unstable();
            }
            let squares: Vec<usize> = (0..1_000).map(|unit| unit * unit).collect();
            assert_eq!(found, squares, "{threads} threads");
        }
    }

    #[test]
    fn a_source_may_be_of_unknown_length() {
        for threads in [1, 3] {
            let lines = Mutex::new(Cursor::new("a\nbc\n\ndef\n").lines());
            let next = || lines.lock().unwrap().next();
            let new_worker = || |line: io::Result<String>| line.ok().map(|line| line.len());
            let mut letters = 0;
            let shared = share_work(threads, next, new_worker, |length| letters += length);
            assert!(shared.is_complete);
            assert_eq!(letters, 6);
        }
    }

    #[test]
    fn a_worker_may_end_the_work_of_all() {
        for threads in [1, 4] {
            let mut gathered = 0;
            let new_worker = || |unit: usize| (unit != 50).then_some(());
            // Without an end there is nobody else to stop the others.
            let next = numbers_below(usize::MAX);
            let shared = share_work(threads, next, new_worker, |()| gathered += 1);
            assert!(!shared.is_complete);
            assert!(gathered >= 50 || threads > 1);
        }
    }

    #[test]
    fn there_is_no_work_without_units() {
        let new_worker = || |_: usize| -> Option<()> { unreachable!("there are no units") };
        let shared = share_work(4, numbers_below(0), new_worker, |()| ());
        assert!(shared.is_complete);
    }
}
