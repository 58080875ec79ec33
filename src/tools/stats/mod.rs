//! Perft statistics: the captures, checks, mates and so on among the moves that
//! lead to the leaves, as published tables of perft results list them.
//!
//! Identical positions are counted once, with the table of the settings
//! (`tree.rs`). The moves of the last ply are counted by kind, and only those that
//! give check are made (`last_ply.rs`). Nothing here prints.

mod aim;
mod kinds;
mod last_ply;
mod packed;
mod replies;
mod tree;

pub use kinds::Stats;

use crate::board::Position;
use crate::control::Token;
use crate::perft::{NoDefaultTable, Settings, Units, VectorTable};
use crate::threads::{numbers_below, share_work, useful};
use std::sync::atomic::AtomicU64;
use tree::Counter;

/// The number of work units per thread. With many small units, all threads end at
/// about the same time.
const UNITS_PER_THREAD: usize = 64;

/// The number of work units at which cutting ends, for any number of threads. A list
/// that reaches it may have one ply more than needed.
const ENOUGH_UNITS: usize = 4_096;

/// The statistics of the leaves `depth` plies (at least 1) below `position`,
/// counted with the threads and the table of `settings`. Returns `None` if `stop`
/// was set before the end. `warn` hears that there is no memory for the default
/// table; the count goes on without.
///
/// ```
/// use ox88::board::Position;
/// use ox88::control::Token;
/// use ox88::perft::Settings;
/// use ox88::tools::stats::stats;
///
/// let (mut settings, stop) = (Settings::default(), Token::never());
/// let stats = stats(&Position::start(), 3, &mut settings, &stop, |_| {}).unwrap_or_default();
/// assert_eq!((stats.nodes, stats.captures, stats.checks), (8902, 34, 12));
/// ```
#[must_use]
pub fn stats(
    position: &Position,
    depth: u32,
    settings: &mut Settings,
    stop: &Token,
    mut warn: impl FnMut(NoDefaultTable),
) -> Option<Stats> {
    let threads = settings.threads;
    let table = settings
        .vector_table(position, depth)
        .unwrap_or_else(|error| {
            warn(error);
            None
        });
    let lookups = AtomicU64::new(0);
    let stats = count(position, depth, threads, table, &lookups, stop);
    VectorTable::log_lookups(lookups.into_inner());
    stats
}

/// [`stats`] with this table. Adds the look-ups in it.
fn count(
    position: &Position,
    depth: u32,
    threads: usize,
    table: Option<VectorTable>,
    lookups: &AtomicU64,
    stop: &Token,
) -> Option<Stats> {
    if threads <= 1 || depth <= 2 {
        return Counter::new(table, lookups).count(&mut position.clone(), depth, stop);
    }
    let wanted = threads.saturating_mul(UNITS_PER_THREAD).min(ENOUGH_UNITS);
    let units = &Units::below(position, depth, wanted, 2, stop);
    let depth = depth - units.plies() as u32;
    let new_worker = || {
        let mut counter = Counter::new(table, lookups);
        move |unit: usize| counter.count(&mut units.position(position, unit), depth, stop)
    };
    let mut total = Stats::default();
    let add = |stats| total += stats;
    let threads = useful(threads).min(units.len());
    let shared = share_work(threads, numbers_below(units.len()), new_worker, add);
    shared.is_complete.then_some(total)
}
