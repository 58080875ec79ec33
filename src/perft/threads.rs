//! Counting by several threads. The count is cut into units of work below the
//! root, so many that all threads are busy to the end even where there is one
//! root move; each thread takes the next unit when it is done with its last.
//! The calling thread puts the counts together again, in the order of the root
//! moves, so that nothing shows how many threads there were.

use super::divide::{Divide, Listener, Root};
use super::units::Units;
use super::{Counter, MAX_THREADS};
use crate::control::Token;
use crate::crew;
use crossbeam_channel::Sender;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Units per thread: with many, the threads end at about the same time.
const UNITS_PER_THREAD: usize = 128;

/// Enough units for any number of threads: the list of them, one ply deeper
/// than there were fewer, has to fit in memory.
const ENOUGH_UNITS: usize = 8_192;

/// The depth from which on threads are worth their start, for a method that
/// counts `horizon` plies at once.
pub(super) const fn min_depth(horizon: u32) -> u32 {
    horizon + 2
}

/// How a count is shared out.
#[derive(Clone, Copy)]
pub(super) struct Split {
    threads: usize,
    /// Plies that a unit has at least.
    min_depth: u32,
}

impl Split {
    /// Among this many threads, by a method that counts `horizon` plies at
    /// once.
    pub(super) fn new(threads: usize, horizon: u32) -> Split {
        Split {
            threads: threads.min(MAX_THREADS),
            min_depth: horizon + 1,
        }
    }
}

/// The divide of a root whose depth is at least [`min_depth`], see
/// [`divide`](super::divide()).
pub(super) fn count_shared<'m>(
    root: Root,
    split: Split,
    new_counter: &(impl Fn() -> Box<dyn Counter + 'm> + Sync),
    stop: &Token,
    listener: impl Listener,
) -> Divide {
    let wanted = (split.threads * UNITS_PER_THREAD).min(ENOUGH_UNITS);
    let units = Units::new(root, wanted, split.min_depth, stop);
    let (sender, counts) = crossbeam_channel::unbounded();
    let next = AtomicUsize::new(0);
    let work = |sender: Sender<(usize, u128)>| {
        count_units(root, &units, &next, &mut *new_counter(), stop, &sender);
    };
    thread::scope(|scope| {
        let mut running = 0;
        while running < split.threads.min(units.len()) {
            let sender = sender.clone();
            // A system that gives no more threads lets those that there are do
            // the work.
            if let Err(error) = crew::start(scope, || work(sender)) {
                log::warn!("only {running} of {} threads: {error}", split.threads);
                break;
            }
            running += 1;
        }
        if running == 0 {
            work(sender);
        } else {
            // The counts end when the last thread has ended.
            drop(sender);
        }
        assemble(root, &units, counts.iter(), listener)
    })
}

/// Takes unit after unit and counts it, until there are no more or the count
/// is stopped.
fn count_units(
    root: Root,
    units: &Units,
    next: &AtomicUsize,
    counter: &mut dyn Counter,
    stop: &Token,
    counts: &Sender<(usize, u128)>,
) {
    loop {
        let unit = next.fetch_add(1, Ordering::Relaxed);
        if unit >= units.len() {
            return;
        }
        let mut position = root.position.clone();
        for &mv in units.path(unit) {
            let _ = position.make(mv);
        }
        let depth = root.depth - units.plies() as u32;
        let Some(count) = counter.count(&mut position, depth, stop) else {
            return;
        };
        if counts.send((unit, count)).is_err() {
            return;
        }
    }
}

/// Adds up the counts of units, which come in any order, and tells each root
/// move as soon as it and all before it are complete.
fn assemble(
    root: Root,
    units: &Units,
    counts: impl Iterator<Item = (usize, u128)>,
    mut listener: impl Listener,
) -> Divide {
    // Units are in the order of root moves, which are all different: so those
    // of one root move are those up to the first that begins otherwise.
    let mut of_move = vec![Share::default(); root.moves.len()];
    let mut root_move_of = Vec::with_capacity(units.len());
    let mut current = 0;
    for unit in 0..units.len() {
        while units.path(unit)[0] != root.moves[current] {
            current += 1;
        }
        of_move[current].missing += 1;
        root_move_of.push(current);
    }

    let mut counts = counts;
    let mut total = 0;
    for (told, &mv) in root.moves.iter().enumerate() {
        while of_move[told].missing > 0 {
            let Some((unit, count)) = counts.next() else {
                return root.stopped(told);
            };
            listener.part(count);
            let share = &mut of_move[root_move_of[unit]];
            share.missing -= 1;
            share.count += count;
        }
        listener.root_move(mv, of_move[told].count);
        total += of_move[told].count;
    }
    Divide::Complete(total)
}

/// What is known of one root move.
#[derive(Clone, Default)]
struct Share {
    /// Units that are not counted yet.
    missing: usize,
    /// The leaves of the others.
    count: u128,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;
    use crate::movegen::{self, Move};
    use crate::perft::Method;

    /// Finds this many leaves below every position.
    struct Constant(u128);

    impl Counter for Constant {
        fn count(&mut self, _: &mut Position, _: u32, stop: &Token) -> Option<u128> {
            (!stop.is_set()).then_some(self.0)
        }
    }

    fn count(
        depth: u32,
        threads: usize,
        new_counter: &(impl Fn() -> Box<dyn Counter> + Sync),
    ) -> (Divide, Vec<u128>) {
        let position = &Position::start();
        let moves = &movegen::legal(position);
        let root = Root {
            position,
            moves,
            depth,
        };
        let split = Split::new(threads, 2);
        let mut counts = Vec::new();
        let report = |_: Move, count| counts.push(count);
        let outcome = count_shared(root, split, new_counter, &Token::never(), report);
        (outcome, counts)
    }

    #[test]
    fn totals_beyond_64_bits_are_exact() {
        let leaves = u128::from(u64::MAX);
        for threads in [1, 3] {
            let (outcome, counts) = count(6, threads, &|| Box::new(Constant(leaves)));
            // 400 units, 20 below each root move.
            assert_eq!(outcome, Divide::Complete(400 * leaves), "{threads} threads");
            assert_eq!(counts, [20 * leaves; 20]);
        }
    }

    /// None at all stands for a system that gives no thread: then the calling
    /// one does the work.
    #[test]
    fn any_number_of_threads_counts_the_same() {
        for threads in [0, 1, 2, 3, 64, usize::MAX] {
            let (outcome, counts) = count(5, threads, &|| Method::LeafParent.counter(None));
            assert_eq!(outcome, Divide::Complete(4_865_609), "{threads} threads");
            assert_eq!(counts[0], 181_046);
            assert_eq!(counts.len(), 20);
        }
    }
}
