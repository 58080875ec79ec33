//! The tree above the last plies: the recursion that all fast methods share,
//! with a table and without. What a method does at the end of each line is its
//! [`Horizon`].

use super::bulk::Bulk;
use super::leaf_parent::{Effects, Siege};
use super::table::Table;
use super::{Counter, side_dispatch};
use crate::board::{Position, Side};
use crate::control::Token;
use crate::movegen::MoveList;
use crate::movegen::strictly_legal::legal_moves;
use crate::movegen::threats::Threats;

/// The last plies of every line, which a method counts at once.
pub(super) trait Horizon {
    /// How many plies they are, at least 1.
    const DEPTH: u32;

    /// The number of leaves [`Horizon::DEPTH`] plies below `position`, which
    /// is left unchanged and in which `Us` is to move under these threats.
    fn leaves<Us: Side>(&mut self, position: &mut Position, threats: &Threats) -> u64;
}

/// [`Counter::count`] by a horizon alone.
pub(super) fn count<H: Horizon>(
    horizon: &mut H,
    position: &mut Position,
    depth: u32,
    stop: &Token,
) -> Option<u128> {
    if depth == 0 {
        return Some(1);
    }
    if depth < H::DEPTH {
        return count(&mut Bulk, position, depth, stop);
    }
    let effects = &mut Effects::new();
    side_dispatch!(position, Us => leaves::<Us, H>(horizon, effects, position, depth, stop))
}

/// The number of leaves `depth` plies (at least [`Horizon::DEPTH`]) below;
/// none if the count was stopped. `effects` is scratch space.
fn leaves<Us: Side, H: Horizon>(
    horizon: &mut H,
    effects: &mut Effects,
    position: &mut Position,
    depth: u32,
    stop: &Token,
) -> Option<u128> {
    let threats = Threats::to::<Us>(position);
    if depth == H::DEPTH {
        return Some(horizon.leaves::<Us>(position, &threats).into());
    }
    if stop.is_set() {
        return None;
    }
    let mut moves = MoveList::new();
    legal_moves::<Us>(position, &threats, &mut moves);
    if depth == H::DEPTH + 1 {
        return Some(leaves_before::<Us, H>(horizon, effects, position, &moves).into());
    }
    let mut total = 0;
    for &mv in &moves {
        let undo = position.make_as::<Us, false>(mv);
        let count = leaves::<Us::Opponent, H>(horizon, effects, position, depth - 1, stop);
        position.unmake_as::<Us, false>(mv, &undo);
        total += count?;
    }
    Some(total)
}

/// The number of leaves below a node one ply above the horizon. Most of its
/// moves leave the other king's zone and lines alone, so that our hold on it,
/// found once, tells the threats after each of them.
#[inline(always)]
fn leaves_before<Us: Side, H: Horizon>(
    horizon: &mut H,
    effects: &mut Effects,
    position: &mut Position,
    moves: &MoveList,
) -> u64 {
    let siege = Siege::lay::<Us>(position, effects);
    let mut total = 0;
    for &mv in moves {
        let known = siege.threats_after(position, effects, mv);
        let undo = position.make_as::<Us, false>(mv);
        let threats = known.unwrap_or_else(|| Threats::to::<Us::Opponent>(position));
        total += horizon.leaves::<Us::Opponent>(position, &threats);
        position.unmake_as::<Us, false>(mv, &undo);
    }
    total
}

/// Counts like its horizon alone, but looks every subtree up in a table first,
/// and keeps in it what it had to count.
pub(super) struct WithTable<'m, H> {
    horizon: H,
    table: Table<'m>,
    /// The keys of the positions one ply below each node of the line that is
    /// being counted. On the stack of the deepest line they would have no room.
    keys: Vec<u128>,
    effects: Box<Effects>,
}

impl<'m, H: Horizon> WithTable<'m, H> {
    /// A counter that shares `table` with any number of others, whatever their
    /// horizons.
    pub(super) fn new(horizon: H, table: Table<'m>) -> WithTable<'m, H> {
        WithTable {
            horizon,
            table,
            keys: Vec::new(),
            effects: Box::new(Effects::new()),
        }
    }

    /// The least depth at which the children of a node are looked up.
    const MIN_DEPTH: u32 = if H::DEPTH > Table::MIN_DEPTH {
        H::DEPTH
    } else {
        Table::MIN_DEPTH
    } + 1;

    /// The number of leaves `depth` plies below, found under this key or
    /// counted; none if the count was stopped.
    fn find_or_count<Us: Side>(
        &mut self,
        position: &mut Position,
        key: u128,
        depth: u32,
        stop: &Token,
    ) -> Option<u128> {
        if let Some(count) = self.table.probe(key, depth) {
            return Some(count.into());
        }
        let count = self.leaves::<Us>(position, key, depth, stop)?;
        self.table.store(key, depth, count);
        Some(count)
    }

    /// The number of leaves `depth` plies (at least [`Horizon::DEPTH`]) below a
    /// position with this key, of which nothing is known; none if the count was
    /// stopped. The position's own key is not kept up to date here.
    fn leaves<Us: Side>(
        &mut self,
        position: &mut Position,
        key: u128,
        depth: u32,
        stop: &Token,
    ) -> Option<u128> {
        if depth < Self::MIN_DEPTH {
            let effects = &mut self.effects;
            return leaves::<Us, H>(&mut self.horizon, effects, position, depth, stop);
        }
        if stop.is_set() {
            return None;
        }
        let mut moves = MoveList::new();
        let threats = Threats::to::<Us>(position);
        legal_moves::<Us>(position, &threats, &mut moves);
        // First all keys, so that memory has time to answer before the first
        // of them is looked up; then, move by move, look before making it.
        let first_key = self.keys.len();
        let shared = position.key_while_moving(key);
        for &mv in &moves {
            let key = position.key_after_as::<Us>(shared, mv);
            self.table.prefetch(key, depth - 1);
            self.keys.push(key);
        }
        let mut total = 0;
        let mut siege = None;
        for (index, &mv) in moves.iter().enumerate() {
            let key = self.keys[first_key + index];
            if let Some(count) = self.table.probe(key, depth - 1) {
                total += u128::from(count);
                continue;
            }
            let known = if depth == H::DEPTH + 1 {
                let effects = &mut *self.effects;
                let siege = siege.get_or_insert_with(|| Siege::lay::<Us>(position, effects));
                siege.threats_after(position, effects, mv)
            } else {
                None
            };
            let undo = position.make_as::<Us, false>(mv);
            let count = match known {
                Some(threats) => {
                    let count = self.horizon.leaves::<Us::Opponent>(position, &threats);
                    Some(count.into())
                }
                None => self.leaves::<Us::Opponent>(position, key, depth - 1, stop),
            };
            position.unmake_as::<Us, false>(mv, &undo);
            let count = count?;
            self.table.store(key, depth - 1, count);
            total += count;
        }
        self.keys.truncate(first_key);
        Some(total)
    }
}

impl<H: Horizon> Counter for WithTable<'_, H> {
    fn count(&mut self, position: &mut Position, depth: u32, stop: &Token) -> Option<u128> {
        if depth < Self::MIN_DEPTH {
            return count(&mut self.horizon, position, depth, stop);
        }
        // A count that was stopped leaves its keys behind.
        self.keys.clear();
        let key = position.key();
        side_dispatch!(position, Us => self.find_or_count::<Us>(position, key, depth, stop))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movegen::MAX_MOVES;
    use crate::perft::TableMemory;

    /// Finds so many leaves below every position that those of the node above
    /// it just fit 64 bits.
    struct Greatest;

    const GREATEST: u64 = u64::MAX / MAX_MOVES as u64;

    impl Horizon for Greatest {
        const DEPTH: u32 = 3;

        fn leaves<Us: Side>(&mut self, _: &mut Position, _: &Threats) -> u64 {
            GREATEST
        }
    }

    #[test]
    fn totals_beyond_64_bits_are_exact() {
        let start = &mut Position::start();
        let stop = &Token::never();
        let mut memory = TableMemory::new(1).unwrap();
        let mut with_table = WithTable::new(Greatest, memory.table());
        // 8,902 horizons lie three plies down; shallower counts see none.
        let greatest = u128::from(GREATEST);
        for (depth, expected) in [(2, 400), (3, greatest), (6, 8_902 * greatest)] {
            assert_eq!(count(&mut Greatest, start, depth, stop), Some(expected));
            assert_eq!(with_table.count(start, depth, stop), Some(expected));
        }
    }
}
