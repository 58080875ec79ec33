//! The settings of a count: the method, the number of threads, and the table.
//! A divide with settings starts here.

use super::divide::count_alone;
use super::method::{MAX_DEPTH, PerftMethod};
use super::methods::{LeafParent, Method};
use super::root::{Divide, Listener, NoDefaultTable, Root};
use super::table::{Table, TableMemory, TableMemoryError, VectorTable};
use super::threads;
use super::verify::{Difference, Verification, Verified};
use crate::board::Position;
use crate::control::Token;

/// The greatest number of threads.
pub const MAX_THREADS: usize = 512;

/// The default size of the table in MiB. Less makes depth 8 of the start position
/// markedly slower, and more hardly makes it faster.
pub const DEFAULT_HASH: usize = 64;

/// The greatest size of the table in MiB.
pub const MAX_HASH: usize = 1 << 25;

/// The table is used if [`estimate`] returns at least this number of leaves, for one
/// count or for all counts since the table was last empty.
///
/// The first count with a table pays for the zeroing of its pages: about 10 ms
/// for the default size, the time to count 10 million leaves.
const MIN_TABLE_LEAVES: u128 = 10_000_000;

/// The least depth of a count that can find anything in the table.
const MIN_TABLE_DEPTH: u32 = 4;

/// The settings of a count. None of them changes the counts or their order.
///
/// ```
/// use ox88::board::Position;
/// use ox88::perft::{Divide, Settings};
/// use ox88::control::Token;
///
/// let mut settings = Settings::default();
/// settings.threads = 2;
/// settings.set_hash(16)?;
/// let mut moves = 0;
/// let stop = Token::never();
/// let total = settings.divide(&Position::start(), 4, &stop, &mut |_, _| moves += 1);
/// assert_eq!(total, Divide::Complete(197_281));
/// assert_eq!(moves, 20);
/// # Ok::<(), ox88::perft::TableMemoryError>(())
/// ```
#[derive(Debug)]
pub struct Settings {
    /// The perft method.
    pub method: Method,
    /// The number of threads, 1 to [`MAX_THREADS`].
    pub threads: usize,
    hash: Hash,
    /// The leaves counted since the table was last empty, until they are enough
    /// to use it.
    leaves_so_far: u128,
}

/// The table of the settings.
#[derive(Debug)]
enum Hash {
    /// A table of the default size, whose memory is not taken yet.
    Default,
    /// No table.
    Off,
    /// This table.
    On(TableMemory),
}

impl Default for Settings {
    /// The fastest method, one thread, and a table of [`DEFAULT_HASH`] MiB, whose
    /// memory is taken by the first count that is long enough to use it.
    fn default() -> Settings {
        Settings {
            method: Method::default(),
            threads: 1,
            hash: Hash::Default,
            leaves_so_far: 0,
        }
    }
}

impl Settings {
    /// The settings for counting by `method` on one thread without a table.
    #[must_use]
    pub fn plain(method: Method) -> Settings {
        Settings {
            method,
            threads: 1,
            hash: Hash::Off,
            leaves_so_far: 0,
        }
    }

    /// Replaces the table by an empty one of `mebibytes` MiB, at most
    /// [`MAX_HASH`]; 0 means no table.
    ///
    /// # Errors
    ///
    /// If there is no memory for it. The present table stays.
    pub fn set_hash(&mut self, mebibytes: usize) -> Result<(), TableMemoryError> {
        self.hash = match mebibytes {
            0 => Hash::Off,
            _ => Hash::On(match &self.hash {
                Hash::On(present) => present.replacement(mebibytes)?,
                Hash::Default | Hash::Off => TableMemory::new(mebibytes)?,
            }),
        };
        self.leaves_so_far = 0;
        Ok(())
    }

    /// Empties the table.
    pub fn clear_hash(&mut self) {
        if let Hash::On(memory) = &mut self.hash {
            memory.clear();
            self.leaves_so_far = 0;
        }
    }

    /// Counts `depth` plies (0 to [`MAX_DEPTH`](super::MAX_DEPTH)) below
    /// `position` by root move. The listener receives each legal move with its
    /// count, in the order of [`Position::legal_moves`], as soon as that move
    /// and all before it are counted. Depth 0 counts 1 and has no moves.
    ///
    /// # Panics
    ///
    /// If the depth is greater than that.
    ///
    /// ```
    /// use ox88::board::Position;
    /// use ox88::perft::{Divide, Settings};
    /// use ox88::control::Token;
    ///
    /// let mut settings = Settings::default();
    /// let mut counts = Vec::new();
    /// let mut listener = |_, count| counts.push(count);
    /// let total = settings.divide(&Position::start(), 4, &Token::never(), &mut listener);
    /// assert_eq!(total, Divide::Complete(197_281));
    /// assert_eq!(counts.len(), 20);
    /// ```
    pub fn divide(
        &mut self,
        position: &Position,
        depth: u32,
        stop: &Token,
        listener: &mut (impl Listener + ?Sized),
    ) -> Divide {
        self.divide_by(None, position, depth, stop, listener)
    }

    /// [`Settings::divide`], but some of the subtrees are counted again meanwhile,
    /// without the table and by another method, which shares only the board with it.
    /// This takes about 10 to 20 % of the time, and up to a fiftieth of a second more.
    ///
    /// Subtrees from the table and counted ones are verified, of every depth as soon as
    /// its share of that time suffices.
    ///
    /// # Errors
    ///
    /// If two counts of a subtree differ: by a fault of the memory or the processor, by
    /// a wrong match in the table, or by a fault of this crate. The count ends at once.
    /// `stop` is set then, and the table is empty.
    ///
    /// # Panics
    ///
    /// If the depth is greater than [`MAX_DEPTH`](super::MAX_DEPTH).
    ///
    /// ```
    /// use ox88::board::Position;
    /// use ox88::perft::{Divide, Settings};
    /// use ox88::control::Token;
    ///
    /// let mut settings = Settings::default();
    /// let (start, stop) = (Position::start(), Token::never());
    /// let (total, verified) = settings.divide_verified(&start, 4, &stop, &mut |_, _| {})?;
    /// assert_eq!(total, Divide::Complete(197_281));
    /// assert!(verified.counted > 0);
    /// # Ok::<(), ox88::perft::Difference>(())
    /// ```
    pub fn divide_verified(
        &mut self,
        position: &Position,
        depth: u32,
        stop: &Token,
        listener: &mut (impl Listener + ?Sized),
    ) -> Result<(Divide, Verified), Difference> {
        let verification = Verification::of(self.method);
        let outcome = self.divide_by(Some(&verification), position, depth, stop, listener);
        let verified = verification.outcome();
        if verified.is_err() {
            self.clear_hash();
        }
        Ok((outcome, verified?))
    }

    fn divide_by(
        &mut self,
        verification: Option<&Verification>,
        position: &Position,
        depth: u32,
        stop: &Token,
        listener: &mut (impl Listener + ?Sized),
    ) -> Divide {
        assert!(
            depth <= MAX_DEPTH,
            "depth {depth} is greater than {MAX_DEPTH}"
        );
        let root = Root {
            position,
            moves: &position.legal_moves(),
            depth,
        };
        if stop.is_set() {
            return root.stopped(0);
        }
        if depth == 0 {
            return Divide::Complete(1);
        }
        let (method, threads) = (self.method, self.threads.min(MAX_THREADS));
        let table = self.table(position, depth).unwrap_or_else(|error| {
            listener.no_default_table(&error);
            None
        });
        let build = || match verification {
            None => method.build(table),
            Some(verification) => method.build_verified(table, verification),
        };
        let horizon = method.horizon();
        let outcome = if threads > 1 && depth >= threads::min_depth(horizon) {
            threads::count_shared(root, threads, horizon, &build, stop, listener)
        } else {
            count_alone(root, horizon + 4, &mut *build(), stop, listener)
        };
        if let Some(table) = table {
            table.log_lookups();
        }
        outcome
    }

    /// Returns whether a count is long enough for the table, alone or together
    /// with those before it.
    fn uses_table(&mut self, position: &Position, depth: u32) -> bool {
        if self.method == Method::Reference || depth < MIN_TABLE_DEPTH {
            return false;
        }
        // Many small counts must not each pay for an estimate.
        if self.leaves_so_far < MIN_TABLE_LEAVES {
            let leaves = estimate(position, depth);
            self.leaves_so_far = self.leaves_so_far.saturating_add(leaves);
        }
        self.leaves_so_far >= MIN_TABLE_LEAVES
    }

    /// The table, if the count is long enough to use it. Takes the memory of the
    /// default table if this is the first such count.
    fn table(
        &mut self,
        position: &Position,
        depth: u32,
    ) -> Result<Option<Table<'_>>, NoDefaultTable> {
        if matches!(self.hash, Hash::Off) || !self.uses_table(position, depth) {
            return Ok(None);
        }
        Ok(self.memory()?.map(TableMemory::table))
    }

    /// The table of vectors in the same memory, if this count alone is long enough
    /// to use it: a short one must not empty a table of counts.
    pub(crate) fn vector_table(
        &mut self,
        position: &Position,
        depth: u32,
    ) -> Result<Option<VectorTable<'_>>, NoDefaultTable> {
        if matches!(self.hash, Hash::Off)
            || depth < MIN_TABLE_DEPTH
            || estimate(position, depth) < MIN_TABLE_LEAVES
        {
            return Ok(None);
        }
        Ok(self.memory()?.map(TableMemory::vector_table))
    }

    /// The memory of the table, that of the default table taken now if need be.
    fn memory(&mut self) -> Result<Option<&mut TableMemory>, NoDefaultTable> {
        if matches!(self.hash, Hash::Default) {
            // Without memory for it, a later count may try again.
            self.hash = Hash::On(TableMemory::new(DEFAULT_HASH).map_err(NoDefaultTable)?);
        }
        Ok(match &mut self.hash {
            Hash::On(memory) => Some(memory),
            Hash::Default | Hash::Off => None,
        })
    }
}

/// Roughly the number of leaves, as if the second and third ply were repeated to
/// the end. (The first ply may be an answer to check, with few moves.) It
/// saturates.
pub(crate) fn estimate(position: &Position, depth: u32) -> u128 {
    let mut position = position.clone();
    let mut method = LeafParent::default();
    let mut leaves = |depth| {
        let count = method.count(&mut position, depth, &Token::never());
        count.unwrap_or_default()
    };
    if depth <= 3 {
        return leaves(depth);
    }
    let two_plies = leaves(3) / leaves(1).max(1);
    let beginning = 2 - depth % 2;
    leaves(beginning).saturating_mul(two_plies.saturating_pow((depth - beginning) / 2))
}

#[cfg(test)]
impl Settings {
    /// Stores the counts of all positions `plies` below a position, at this depth, each
    /// with its lowest bit wrong, as faulty memory might.
    pub(super) fn spoil_table(&mut self, position: &Position, plies: u32, depth: u32) {
        let table = self.memory().unwrap().unwrap().table();
        let mut layer = vec![position.clone()];
        for _ in 0..plies {
            let play = |position: &Position, mv| {
                let mut after = position.clone();
                let _ = after.make(mv);
                after
            };
            let below = layer.iter().flat_map(|position| {
                let moves = position.legal_moves();
                moves.into_iter().map(move |mv| play(position, mv))
            });
            layer = below.collect();
        }
        let mut method = LeafParent::default();
        for mut position in layer {
            let leaves = method.count(&mut position, depth, &Token::never());
            let wrong = leaves.unwrap_or_default() ^ 1;
            table.store(position.key(), depth, wrong);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_that_cannot_be_had_leaves_the_present_one() {
        let start = &Position::start();
        let mut settings = Settings::default();
        settings.set_hash(1).unwrap();
        let table = |settings: &mut Settings| {
            settings
                .table(start, 7)
                .unwrap()
                .map(|table| table.probe(77, 2))
        };
        settings.table(start, 7).unwrap().unwrap().store(77, 2, 400);
        assert!(settings.set_hash(MAX_HASH).is_err());
        assert_eq!(table(&mut settings), Some(Some(400)));
        settings.clear_hash();
        assert_eq!(table(&mut settings), Some(None));
        settings.set_hash(0).unwrap();
        assert_eq!(table(&mut settings), None);
    }

    fn uses_table(settings: &mut Settings, depth: u32) -> bool {
        settings.table(&Position::start(), depth).unwrap().is_some()
    }

    #[test]
    fn only_long_counts_use_a_table_and_the_reference_never_does() {
        let mut settings = Settings::default();
        assert!(!uses_table(&mut settings, 5));
        assert!(matches!(settings.hash, Hash::Default));
        assert!(uses_table(&mut settings, 6));
        assert!(matches!(settings.hash, Hash::On(_)));
        settings.method = Method::Reference;
        assert!(!uses_table(&mut settings, 6));
        settings.method = Method::LeafParent;
        settings.clear_hash();
        assert!(!uses_table(&mut settings, 5));
        assert!(uses_table(&mut settings, 6));
    }

    #[test]
    fn many_small_counts_use_a_table_together() {
        let mut settings = Settings::default();
        // 4 million leaves each.
        for depth in [5, 5] {
            assert!(!uses_table(&mut settings, depth));
        }
        for depth in [5, 4] {
            assert!(uses_table(&mut settings, depth));
        }
        assert!(!uses_table(&mut settings, 3), "nothing to find");
    }

    #[test]
    fn estimates_are_of_the_right_size_and_saturate() {
        let start = &Position::start();
        for (depth, expected) in [
            (0, 1),
            (3, 8_902),
            (4, 178_000),
            (5, 3_960_500),
            (127, u128::MAX),
        ] {
            assert_eq!(estimate(start, depth), expected, "depth {depth}");
        }
    }
}
