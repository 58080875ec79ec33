//! The tree above the last ply. With a table, each subtree is looked up first, and
//! stored after it was counted.

use super::Stats;
use super::last_ply::add_leaves;
use super::packed::{pack, unpack};
use super::replies::LastTwoPlies;
use crate::board::{Position, Side, side_dispatch};
use crate::control::Token;
use crate::movegen::MoveList;
use crate::movegen::legal::generate_legal;
use crate::movegen::threats::Threats;
use crate::perft::VectorTable;
use std::sync::atomic::{AtomicU64, Ordering};

/// The least depth that is worth an entry.
const MIN_DEPTH: u32 = 2;

/// Counts the leaves below positions.
pub(super) struct Counter<'m> {
    table: Option<VectorTable<'m>>,
    /// The look-ups in the table, added to `all_lookups` at the end.
    lookups: u64,
    all_lookups: &'m AtomicU64,
    /// The keys of the positions one ply below each node of the current line.
    keys: Vec<u128>,
    last_two_plies: Box<LastTwoPlies>,
}

impl Drop for Counter<'_> {
    fn drop(&mut self) {
        self.all_lookups.fetch_add(self.lookups, Ordering::Relaxed);
    }
}

impl<'m> Counter<'m> {
    pub(super) fn new(table: Option<VectorTable<'m>>, all_lookups: &'m AtomicU64) -> Counter<'m> {
        Counter {
            table,
            lookups: 0,
            all_lookups,
            keys: Vec::new(),
            last_two_plies: Box::new(LastTwoPlies::new()),
        }
    }

    /// The statistics `depth` plies (at least 1) below `position`; `None` if the
    /// count was stopped.
    pub(super) fn count(
        &mut self,
        position: &mut Position,
        depth: u32,
        stop: &Token,
    ) -> Option<Stats> {
        // A stopped count leaves its keys behind.
        self.keys.clear();
        let key = position.key();
        self.lookups += u64::from(depth >= MIN_DEPTH && self.table.is_some());
        if let Some(stats) = self.find(key, depth) {
            return Some(stats);
        }
        let mut stats = Stats::default();
        side_dispatch!(position, Us => self.add::<Us>(position, key, depth, stop, &mut stats)?);
        self.store(key, depth, &stats);
        Some(stats)
    }

    #[inline(always)]
    fn find(&self, key: u128, depth: u32) -> Option<Stats> {
        if depth < MIN_DEPTH {
            return None;
        }
        self.table?.probe(key, depth).map(unpack)
    }

    #[inline(always)]
    fn store(&self, key: u128, depth: u32, stats: &Stats) {
        if let Some(table) = self.table.filter(|_| depth >= MIN_DEPTH)
            && let Some(vector) = pack(stats)
        {
            table.store(key, depth, vector);
        }
    }

    /// Adds the leaves `depth` plies (at least 1) below a position with this key,
    /// which is not in the table. Returns `None` if the count was stopped. The
    /// position's own key is stale here.
    fn add<Us: Side>(
        &mut self,
        position: &mut Position,
        key: u128,
        depth: u32,
        stop: &Token,
        stats: &mut Stats,
    ) -> Option<()> {
        let threats = Threats::to::<Us>(position);
        if depth <= 1 {
            add_leaves::<Us>(position, &threats, stats);
            return Some(());
        }
        if stop.is_set() {
            return None;
        }
        let mut moves = MoveList::new();
        generate_legal::<Us>(position, &threats, &mut moves);
        if depth == 2 {
            self.last_two_plies
                .add_leaves::<Us>(position, &moves, stats);
            return Some(());
        }
        match self.table {
            Some(table) if depth > MIN_DEPTH => {
                self.add_children::<Us>(position, &moves, key, depth, table, stop, stats)
            }
            _ => {
                for &mv in &moves {
                    let undo = position.make_unkeyed::<Us>(mv);
                    let done = self.add::<Us::Opponent>(position, key, depth - 1, stop, stats);
                    position.unmake_unkeyed::<Us>(mv, &undo);
                    done?;
                }
                Some(())
            }
        }
    }

    /// Adds the leaves below each move of a node, from the table or counted.
    #[allow(clippy::too_many_arguments)]
    fn add_children<Us: Side>(
        &mut self,
        position: &mut Position,
        moves: &MoveList,
        key: u128,
        depth: u32,
        table: VectorTable,
        stop: &Token,
        stats: &mut Stats,
    ) -> Option<()> {
        // All keys first: memory has time to answer before the first look-up.
        let first_key = self.keys.len();
        self.lookups += moves.len() as u64;
        let shared = position.key_while_moving(key);
        for &mv in moves {
            let key = position.key_after_as::<Us>(shared, mv);
            table.prefetch(key, depth - 1);
            self.keys.push(key);
        }
        for (index, &mv) in moves.iter().enumerate() {
            let key = self.keys[first_key + index];
            if let Some(found) = self.find(key, depth - 1) {
                *stats += found;
                continue;
            }
            let mut below = Stats::default();
            let undo = position.make_unkeyed::<Us>(mv);
            let done = self.add::<Us::Opponent>(position, key, depth - 1, stop, &mut below);
            position.unmake_unkeyed::<Us>(mv, &undo);
            done?;
            self.store(key, depth - 1, &below);
            *stats += below;
        }
        self.keys.truncate(first_key);
        Some(())
    }
}
