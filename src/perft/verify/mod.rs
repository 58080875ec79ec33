//! Verification: while a count runs, some of its subtrees are counted again by a method
//! that shares as little as possible with the one that counted them, without the
//! table. [`Sampler`] chooses the subtrees.

mod sampler;
mod without_table;

pub(super) use sampler::Sampler;
pub(super) use without_table::WithoutTable;

use super::methods::Method;
use crate::board::Position;
use crate::control::Token;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// Where the count of a subtree came from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// It was in the table.
    Table,
    /// It was counted.
    Counted,
}

/// What was verified in a count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verified {
    /// Subtrees whose counts came from the table.
    pub from_table: u64,
    /// Subtrees that were counted.
    pub counted: u64,
    /// The leaves of all these.
    pub leaves: u64,
    /// The method that counted them again.
    pub method: Method,
}

/// Two counts of one subtree differ, so one of them is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The FEN of the position. Its clocks may be those of the root.
    pub fen: String,
    /// The depth below it, in plies.
    pub depth: u32,
    /// Where the first count came from.
    pub origin: Origin,
    /// The first count.
    pub leaves: u128,
    /// The second count.
    pub leaves_again: u128,
    /// The method of the second count.
    pub method: Method,
}

impl fmt::Display for Difference {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        let origin = match self.origin {
            Origin::Table => "from the table",
            Origin::Counted => "counted",
        };
        write!(
            formatter,
            "verification failed: {} leaves {origin} at depth {} of {}, but {} by method {}",
            self.leaves, self.depth, self.fen, self.leaves_again, self.method
        )
    }
}

impl std::error::Error for Difference {}

/// What a tree does with the count of a subtree that it has found or made.
pub(super) trait Verifier {
    /// Some children were looked up: a measure of the work of the count.
    fn add_lookups(&mut self, lookups: u64);

    /// Returns whether this subtree is to be verified.
    fn is_due(&mut self, origin: Origin, depth: u32, leaves: u128) -> bool;

    /// Counts a subtree again. Returns `None` if the count has to end, since it was
    /// stopped or is wrong.
    fn verify(
        &mut self,
        position: &mut Position,
        origin: Origin,
        depth: u32,
        leaves: u128,
        stop: &Token,
    ) -> Option<()>;
}

/// Verifies nothing, and costs nothing.
pub(super) struct Unverified;

impl Verifier for Unverified {
    #[inline(always)]
    fn add_lookups(&mut self, _: u64) {}

    #[inline(always)]
    fn is_due(&mut self, _: Origin, _: u32, _: u128) -> bool {
        false
    }

    #[inline(always)]
    fn verify(&mut self, _: &mut Position, _: Origin, _: u32, _: u128, _: &Token) -> Option<()> {
        Some(())
    }
}

/// The verification of one count, which all its threads share.
pub(super) struct Verification {
    /// The method that counts again.
    method: Method,
    /// The leaves that each thread may count again at once, see [`Sampler`].
    advance: u64,
    from_table: AtomicU64,
    counted: AtomicU64,
    leaves: AtomicU64,
    /// The first difference.
    difference: Mutex<Option<Difference>>,
}

/// The leaves that each thread may count again before it has done anything: a fiftieth
/// of a second.
const ADVANCE: u64 = 1_000_000;

impl Verification {
    /// The verification of a count by this method.
    pub(super) fn of(method: Method) -> Verification {
        Verification::with_advance(method, ADVANCE)
    }

    fn with_advance(method: Method, advance: u64) -> Verification {
        Verification {
            method: match method {
                // It shares only the board with the fast methods.
                Method::Bulk | Method::LeafParent => Method::Reference,
                Method::Reference => Method::Bulk,
            },
            advance,
            from_table: AtomicU64::new(0),
            counted: AtomicU64::new(0),
            leaves: AtomicU64::new(0),
            difference: Mutex::new(None),
        }
    }

    /// A verification of every subtree, however long that takes.
    #[cfg(test)]
    pub(super) fn of_all(method: Method) -> Verification {
        Verification::with_advance(method, u64::MAX)
    }

    /// Reports two counts of a subtree, of which the second has just been made.
    /// Returns `None`, and sets `stop`, if they differ.
    fn report(
        &self,
        position: &Position,
        origin: Origin,
        depth: u32,
        [leaves, leaves_again]: [u128; 2],
        stop: &Token,
    ) -> Option<()> {
        let subtrees = match origin {
            Origin::Table => &self.from_table,
            Origin::Counted => &self.counted,
        };
        subtrees.fetch_add(1, Ordering::Relaxed);
        let more = u64::try_from(leaves_again).unwrap_or(u64::MAX);
        self.leaves.fetch_add(more, Ordering::Relaxed);
        if leaves == leaves_again {
            return Some(());
        }
        let mut difference = (self.difference.lock()).unwrap_or_else(PoisonError::into_inner);
        difference.get_or_insert_with(|| Difference {
            fen: position.to_fen(),
            depth,
            origin,
            leaves,
            leaves_again,
            method: self.method,
        });
        // The other threads end, too.
        stop.set();
        None
    }

    /// What was verified, or the first difference.
    pub(super) fn outcome(self) -> Result<Verified, Difference> {
        let difference = self.difference.into_inner();
        match difference.unwrap_or_else(PoisonError::into_inner) {
            Some(difference) => Err(difference),
            None => Ok(Verified {
                from_table: self.from_table.into_inner(),
                counted: self.counted.into_inner(),
                leaves: self.leaves.into_inner(),
                method: self.method,
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::perft::{Divide, PerftMethod, Settings, TableMemory};

    /// The wiki's position 3: many transpositions, little to count.
    const ENDING: &str = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";
    /// Published: the leaves at depths 4 and 5.
    const LEAVES: [u128; 2] = [43_238, 674_624];

    /// Counts five plies with a table that has the count of one root move already, changed.
    fn count_with_fault(
        method: Method,
        verification: &Verification,
        change: impl Fn(u128) -> u128,
    ) -> Option<u128> {
        let stop = &Token::never();
        let mut memory = TableMemory::new(1).unwrap();
        let root = &mut ENDING.parse::<Position>().unwrap();
        let mv = root.legal_moves()[3];
        let child = &mut root.clone();
        let _ = child.make(mv);
        let right = Method::Reference.build(None).count(child, 4, stop);
        memory.table().store(child.key(), 4, change(right?));
        let mut counter = method.build_verified(Some(memory.table()), verification);
        counter.count(root, 5, stop)
    }

    #[test]
    fn one_wrong_bit_of_a_stored_count_is_found() {
        for method in [Method::Bulk, Method::LeafParent] {
            let verification = Verification::of_all(method);
            let same = count_with_fault(method, &verification, |leaves| leaves);
            assert_eq!(same, Some(LEAVES[1]), "{method}");
            let verified = verification.outcome().unwrap();
            assert!(verified.from_table > 100 && verified.counted > 100);
            assert_eq!(verified.method, Method::Reference);
            for bit in [0, 7, 47] {
                let verification = Verification::of_all(method);
                let wrong = |leaves| leaves ^ 1 << bit;
                assert_eq!(count_with_fault(method, &verification, wrong), None);
                let difference = verification.outcome().unwrap_err();
                assert_eq!((difference.depth, difference.origin), (4, Origin::Table));
                assert_eq!(difference.leaves, wrong(difference.leaves_again));
                let again = crate::perft(&difference.fen.parse().unwrap(), 4);
                assert_eq!(difference.leaves_again, again);
            }
        }
    }

    /// A method that sees one leaf too many below each position.
    struct OneMore;

    impl PerftMethod for OneMore {
        fn count(&mut self, position: &mut Position, depth: u32, stop: &Token) -> Option<u128> {
            let leaves = Method::Bulk.build(None).count(position, depth, stop);
            leaves.map(|leaves| leaves + 1)
        }
    }

    #[test]
    fn a_wrong_method_is_found_without_a_table() {
        let stop = Token::never();
        let verification = Verification::of(Method::Bulk);
        let sampler = Sampler::new(&verification);
        let count =
            WithoutTable::new(Box::new(OneMore), sampler).count(&mut Position::start(), 4, &stop);
        assert_eq!(count, None);
        assert!(stop.is_set());
        let difference = verification.outcome().unwrap_err();
        assert_eq!(
            difference.to_string(),
            "verification failed: 8458 leaves counted at depth 3 of \
             rnbqkbnr/pppppppp/8/8/8/P7/1PPPPPPP/RNBQKBNR b KQkq - 0 1, \
             but 8457 by method reference"
        );
    }

    /// Memory in which every count of two plies has one wrong bit.
    #[test]
    fn a_faulty_table_ends_a_count_with_any_number_of_threads() {
        let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        let kiwipete: &Position = &kiwipete.parse().unwrap();
        for threads in [1, 2, 64] {
            let mut settings = Settings::default();
            settings.threads = threads;
            settings.set_hash(16).unwrap();
            settings.spoil_table(kiwipete, 3, 2);
            let stop = &Token::never();
            let wrong = settings.divide(kiwipete, 5, stop, &mut |_, _| {});
            assert_ne!(wrong, Divide::Complete(193_690_690), "the table is faulty");
            settings.set_hash(16).unwrap();
            settings.spoil_table(kiwipete, 3, 2);
            let result = settings.divide_verified(kiwipete, 5, stop, &mut |_, _| {});
            let difference = result.unwrap_err();
            assert_eq!(difference.leaves, difference.leaves_again ^ 1);
            assert!(stop.is_set());
            // The faulty entries are gone.
            let right = settings.divide_verified(kiwipete, 5, &Token::never(), &mut |_, _| {});
            let (total, verified) = right.unwrap();
            assert_eq!(total, Divide::Complete(193_690_690), "{threads} threads");
            assert!(verified.from_table > 0 && verified.counted > 0);
        }
    }

    #[test]
    fn without_a_table_counted_subtrees_are_verified() {
        for (method, again) in [
            (Method::Reference, Method::Bulk),
            (Method::Bulk, Method::Reference),
            (Method::LeafParent, Method::Reference),
        ] {
            let mut settings = Settings::plain(method);
            let position = ENDING.parse::<Position>().unwrap();
            let result = settings.divide_verified(&position, 4, &Token::never(), &mut |_, _| {});
            let (total, verified) = result.unwrap();
            assert_eq!(total, Divide::Complete(LEAVES[0]));
            assert_eq!((verified.from_table, verified.method), (0, again));
            assert!(verified.counted > 0 && verified.leaves > 0);
        }
    }

    #[test]
    fn a_verified_count_can_be_stopped() {
        let stop = &Token::never();
        stop.set();
        let mut settings = Settings::default();
        let result = settings.divide_verified(&Position::start(), 40, stop, &mut |_, _| {});
        assert!(matches!(
            result,
            Ok((Divide::Stopped { counted: 0, .. }, _))
        ));
    }
}
