//! The tree above the last plies: the recursion that all fast methods share,
//! with a table and without. A method counts the end of each line with its
//! [`Horizon`].

use super::horizon::{Horizon, LastPly};
use super::king_attack::{Effects, KingAttack};
use super::method::PerftMethod;
use super::table::Table;
use super::verify::{Origin, Verifier};
use crate::board::{Position, Side, side_dispatch};
use crate::control::Token;
use crate::movegen::MoveList;
use crate::movegen::legal::generate_legal;
use crate::movegen::threats::Threats;

/// [`PerftMethod::count`] with a horizon and without a table.
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
        return count(&mut LastPly, position, depth, stop);
    }
    let effects = &mut Effects::new();
    side_dispatch!(position, Us => leaves::<Us, H>(horizon, effects, position, depth, stop))
}

/// The number of leaves `depth` plies (at least [`Horizon::DEPTH`]) below;
/// `None` if the count was stopped. `effects` is scratch space.
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
    generate_legal::<Us>(position, &threats, &mut moves);
    if depth == H::DEPTH + 1 {
        return Some(leaves_before::<Us, H>(horizon, effects, position, &moves).into());
    }
    let mut total = 0;
    for &mv in &moves {
        let undo = position.make_unkeyed::<Us>(mv);
        let count = leaves::<Us::Opponent, H>(horizon, effects, position, depth - 1, stop);
        position.unmake_unkeyed::<Us>(mv, &undo);
        total += count?;
    }
    Some(total)
}

/// The number of leaves below a node one ply above the horizon. Most of its
/// moves do not touch the other king's zone and lines, so our attack on that
/// king, computed once, gives the threats after each of them.
#[inline(always)]
fn leaves_before<Us: Side, H: Horizon>(
    horizon: &mut H,
    effects: &mut Effects,
    position: &mut Position,
    moves: &MoveList,
) -> u64 {
    let attack = KingAttack::of::<Us>(position, effects);
    let mut total = 0;
    for &mv in moves {
        let known = attack.threats_after(position, effects, mv);
        let undo = position.make_unkeyed::<Us>(mv);
        let threats = known.unwrap_or_else(|| Threats::to::<Us::Opponent>(position));
        total += horizon.leaves::<Us::Opponent>(position, &threats);
        position.unmake_unkeyed::<Us>(mv, &undo);
    }
    total
}

/// Counts with a horizon and a table: every subtree is looked up first, and
/// stored after it was counted. The verifier sees both.
pub(super) struct WithTable<'m, H, V> {
    horizon: H,
    table: Table<'m>,
    verifier: V,
    /// The keys of the positions one ply below each node of the current line. On
    /// the stack, those of the deepest line would not fit.
    keys: Vec<u128>,
    effects: Box<Effects>,
    lookups: u64,
}

impl<H, V> Drop for WithTable<'_, H, V> {
    fn drop(&mut self) {
        self.table.add_lookups(self.lookups);
    }
}

impl<'m, H: Horizon, V: Verifier> WithTable<'m, H, V> {
    /// An instance that shares `table` with any number of others. Their horizons
    /// may differ.
    pub(super) fn new(horizon: H, table: Table<'m>, verifier: V) -> WithTable<'m, H, V> {
        WithTable {
            horizon,
            table,
            verifier,
            keys: Vec::new(),
            effects: Box::new(Effects::new()),
            lookups: 0,
        }
    }

    /// The least depth at which the children of a node are looked up.
    const MIN_DEPTH: u32 = if H::DEPTH > Table::MIN_DEPTH {
        H::DEPTH
    } else {
        Table::MIN_DEPTH
    } + 1;

    /// The number of leaves `depth` plies below, from the table or counted;
    /// `None` if the count was stopped.
    fn find_or_count<Us: Side>(
        &mut self,
        position: &mut Position,
        key: u128,
        depth: u32,
        stop: &Token,
    ) -> Option<u128> {
        if let Some(count) = self.table.probe(key, depth) {
            let count = count.into();
            self.verify(position, Origin::Table, depth, count, stop)?;
            return Some(count);
        }
        let count = self.leaves::<Us>(position, key, depth, stop)?;
        self.verify(position, Origin::Counted, depth, count, stop)?;
        self.table.store(key, depth, count);
        Some(count)
    }

    /// Lets the verifier see the count of the subtree below a position. Returns `None`
    /// if the count has to end.
    #[inline(always)]
    fn verify(
        &mut self,
        position: &mut Position,
        origin: Origin,
        depth: u32,
        count: u128,
        stop: &Token,
    ) -> Option<()> {
        if !self.verifier.is_due(origin, depth, count) {
            return Some(());
        }
        self.verifier.verify(position, origin, depth, count, stop)
    }

    /// The number of leaves `depth` plies (at least [`Horizon::DEPTH`]) below a
    /// position with this key, which is not in the table; `None` if the count
    /// was stopped. The position's own key is stale here.
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
        generate_legal::<Us>(position, &threats, &mut moves);
        // All keys first: memory has time to answer before the first look-up.
        // Then each move is looked up before it is made.
        let first_key = self.keys.len();
        self.lookups += moves.len() as u64;
        self.verifier.add_lookups(moves.len() as u64);
        let shared = position.key_while_moving(key);
        for &mv in &moves {
            let key = position.key_after_as::<Us>(shared, mv);
            self.table.prefetch(key, depth - 1);
            self.keys.push(key);
        }
        let mut total = 0;
        let mut attack = None;
        for (index, &mv) in moves.iter().enumerate() {
            let key = self.keys[first_key + index];
            if let Some(count) = self.table.probe(key, depth - 1) {
                let count = count.into();
                if self.verifier.is_due(Origin::Table, depth - 1, count) {
                    let undo = position.make_unkeyed::<Us>(mv);
                    let verifier = &mut self.verifier;
                    let verified = verifier.verify(position, Origin::Table, depth - 1, count, stop);
                    position.unmake_unkeyed::<Us>(mv, &undo);
                    verified?;
                }
                total += count;
                continue;
            }
            let known = if depth == H::DEPTH + 1 {
                let effects = &mut *self.effects;
                let attack = attack.get_or_insert_with(|| KingAttack::of::<Us>(position, effects));
                attack.threats_after(position, effects, mv)
            } else {
                None
            };
            let undo = position.make_unkeyed::<Us>(mv);
            let count = match known {
                Some(threats) => {
                    let count = self.horizon.leaves::<Us::Opponent>(position, &threats);
                    Some(count.into())
                }
                None => self.leaves::<Us::Opponent>(position, key, depth - 1, stop),
            };
            let count = count.and_then(|count| {
                self.verify(position, Origin::Counted, depth - 1, count, stop)?;
                Some(count)
            });
            position.unmake_unkeyed::<Us>(mv, &undo);
            let count = count?;
            self.table.store(key, depth - 1, count);
            total += count;
        }
        self.keys.truncate(first_key);
        Some(total)
    }
}

impl<H: Horizon, V: Verifier> PerftMethod for WithTable<'_, H, V> {
    fn count(&mut self, position: &mut Position, depth: u32, stop: &Token) -> Option<u128> {
        if depth < Self::MIN_DEPTH {
            return count(&mut self.horizon, position, depth, stop);
        }
        // A stopped count leaves its keys behind.
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
    use crate::perft::verify::Unverified;

    /// Finds the greatest number of leaves below every position for which those
    /// of the node above it fit in 64 bits.
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
        let mut with_table = WithTable::new(Greatest, memory.table(), Unverified);
        // 8,902 horizons lie three plies down; shallower counts see none.
        let greatest = u128::from(GREATEST);
        for (depth, expected) in [(2, 400), (3, greatest), (6, 8_902 * greatest)] {
            assert_eq!(count(&mut Greatest, start, depth, stop), Some(expected));
            assert_eq!(with_table.count(start, depth, stop), Some(expected));
        }
    }
}
