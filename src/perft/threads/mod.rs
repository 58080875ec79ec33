//! The divide of a root on several threads. The count is cut into units of work
//! below the root, enough to keep all threads busy to the end even if there is
//! only one root move. The calling thread puts their counts together in the order
//! of the root moves, so the result does not depend on the number of threads.

mod units;

use super::method::PerftMethod;
use super::root::{Divide, Listener, Root};
use crate::control::Token;
use crate::threads::{numbers_below, share_work, useful};
pub(crate) use units::Units;

/// Units per thread. With many, the threads end at about the same time.
const UNITS_PER_THREAD: usize = 128;

/// The number of units that is enough for any number of threads. A list that reaches
/// it, which may have one ply more than needed, must fit in memory.
const ENOUGH_UNITS: usize = 8_192;

/// The least depth at which threads are worth their start, for a method that
/// counts `horizon` plies at once.
pub(super) const fn min_depth(horizon: u32) -> u32 {
    horizon + 2
}

/// The divide of a root whose depth is at least [`min_depth`], by this many
/// threads, each with a method of its own from `build` that counts `horizon`
/// plies at once.
pub(super) fn count_shared<'m>(
    root: Root,
    threads: usize,
    horizon: u32,
    build: &(impl Fn() -> Box<dyn PerftMethod + 'm> + Sync),
    stop: &Token,
    listener: &mut (impl Listener + ?Sized),
) -> Divide {
    let wanted = threads.saturating_mul(UNITS_PER_THREAD).min(ENOUGH_UNITS);
    let units = &Units::new(root, wanted, horizon + 1, stop);
    let new_worker = || {
        let mut method = build();
        move |unit| Some((unit, count_unit(root, units, unit, &mut *method, stop)?))
    };
    let mut assembly = Assembly::new(root, units, listener);
    let gather = |(unit, count)| assembly.add(unit, count);
    share_work(
        useful(threads).min(units.len()),
        numbers_below(units.len()),
        new_worker,
        gather,
    );
    assembly.outcome()
}

/// The number of leaves below a unit; `None` if the count was stopped.
fn count_unit(
    root: Root,
    units: &Units,
    unit: usize,
    method: &mut dyn PerftMethod,
    stop: &Token,
) -> Option<u128> {
    let mut position = units.position(root.position, unit);
    let depth = root.depth - units.plies() as u32;
    method.count(&mut position, depth, stop)
}

/// Adds up the counts of the units, which come in any order, and reports each
/// root move as soon as it and all before it are complete.
struct Assembly<'a, L: ?Sized> {
    root: Root<'a>,
    /// What is known of each root move.
    parts: Vec<RootMoveCount>,
    /// The index of the root move that each unit is below.
    root_move_of: Vec<usize>,
    /// Root moves that were reported.
    reported: usize,
    /// The leaves of the reported moves.
    total: u128,
    listener: &'a mut L,
}

/// What is known of one root move.
#[derive(Clone, Default)]
struct RootMoveCount {
    /// Units that are not counted yet.
    missing: usize,
    /// The leaves of the others.
    leaves: u128,
}

impl<'a, L: Listener + ?Sized> Assembly<'a, L> {
    fn new(root: Root<'a>, units: &Units, listener: &'a mut L) -> Assembly<'a, L> {
        // Units are in the order of root moves, which are all different: those
        // of one root move end where the first of another begins.
        let mut parts = vec![RootMoveCount::default(); root.moves.len()];
        let mut root_move_of = Vec::with_capacity(units.len());
        let mut current = 0;
        for unit in 0..units.len() {
            while units.path(unit)[0] != root.moves[current] {
                current += 1;
            }
            parts[current].missing += 1;
            root_move_of.push(current);
        }
        let mut assembly = Assembly {
            root,
            parts,
            root_move_of,
            reported: 0,
            total: 0,
            listener,
        };
        assembly.report();
        assembly
    }

    fn add(&mut self, unit: usize, leaves: u128) {
        self.listener.part(leaves);
        let part = &mut self.parts[self.root_move_of[unit]];
        part.missing -= 1;
        part.leaves += leaves;
        self.report();
    }

    /// Reports the moves that are complete, in their order.
    fn report(&mut self) {
        while let Some(&RootMoveCount { missing: 0, leaves }) = self.parts.get(self.reported) {
            self.listener
                .root_move(self.root.moves[self.reported], leaves);
            self.total += leaves;
            self.reported += 1;
        }
    }

    fn outcome(&self) -> Divide {
        if self.reported == self.parts.len() {
            Divide::Complete(self.total)
        } else {
            self.root.stopped(self.reported)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;
    use crate::movegen::Move;
    use crate::perft::Method;

    /// Finds this many leaves below every position.
    struct Constant(u128);

    impl PerftMethod for Constant {
        fn count(&mut self, _: &mut Position, _: u32, stop: &Token) -> Option<u128> {
            (!stop.is_set()).then_some(self.0)
        }
    }

    fn count(
        depth: u32,
        threads: usize,
        build: &(impl Fn() -> Box<dyn PerftMethod> + Sync),
    ) -> (Divide, Vec<u128>) {
        let position = &Position::start();
        let moves = &position.legal_moves();
        let root = Root {
            position,
            moves,
            depth,
        };
        let mut counts = Vec::new();
        let mut report = |_: Move, count| counts.push(count);
        let outcome = count_shared(root, threads, 2, build, &Token::never(), &mut report);
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

    #[test]
    fn any_number_of_threads_counts_the_same() {
        for threads in [0, 1, 2, 3, 64, 512] {
            let (outcome, counts) = count(5, threads, &|| Method::LeafParent.build(None));
            assert_eq!(outcome, Divide::Complete(4_865_609), "{threads} threads");
            assert_eq!(counts[0], 181_046);
            assert_eq!(counts.len(), 20);
        }
    }
}
