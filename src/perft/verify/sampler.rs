//! The choice of the subtrees that are verified.

use super::{Origin, Verification, Verifier};
use crate::board::Position;
use crate::control::Token;
use crate::perft::method::{MAX_DEPTH, PerftMethod};

/// Chooses subtrees and counts them again, for one thread of a count.
///
/// Work earns leaves that may be counted again: in the long run, they take about 10 to
/// 20 % of the time. Each depth, for subtrees from the table and for counted ones, has an
/// equal share of them, and spends it as soon as it is enough for the largest subtree seen
/// at this depth. Then the next subtree is taken, whatever its size. So every depth is in
/// the sample of a long count, as far as its share suffices at all, and the sample prefers
/// neither small nor large subtrees.
pub(in crate::perft) struct Sampler<'v> {
    verification: &'v Verification,
    method: Box<dyn PerftMethod + 'v>,
    /// The leaves that may be counted again, those that were included.
    earned: u64,
    /// The accounts by origin and depth.
    accounts: Box<[[Account; MAX_DEPTH as usize + 1]; 2]>,
    /// The accounts of which a subtree was seen.
    used: u64,
}

/// What was seen and verified of one origin and depth.
#[derive(Clone, Copy, Default)]
struct Account {
    /// The leaves that were counted again.
    spent: u64,
    /// The leaves of the largest subtree.
    largest: u64,
}

/// The leaves earned by a look-up.
const PER_LOOKUP: u64 = 2;

/// The cost of a verification besides its leaves, in leaves.
const START: u64 = 50;

impl<'v> Sampler<'v> {
    pub(in crate::perft) fn new(verification: &'v Verification) -> Sampler<'v> {
        Sampler {
            verification,
            method: verification.method.build(None),
            earned: verification.advance,
            accounts: Box::new([[Account::default(); MAX_DEPTH as usize + 1]; 2]),
            used: 0,
        }
    }

    /// Earns leaves that may be counted again.
    pub(super) fn earn(&mut self, leaves: u64) {
        self.earned = self.earned.saturating_add(leaves);
    }

    fn account(&mut self, origin: Origin, depth: u32) -> &mut Account {
        &mut self.accounts[origin as usize][depth as usize]
    }
}

impl Verifier for Sampler<'_> {
    fn add_lookups(&mut self, lookups: u64) {
        self.earn(lookups * PER_LOOKUP);
    }

    fn is_due(&mut self, origin: Origin, depth: u32, leaves: u128) -> bool {
        let cost = u64::try_from(leaves).unwrap_or(u64::MAX);
        let cost = cost.saturating_add(START);
        let account = self.account(origin, depth);
        let is_first = account.largest == 0;
        account.largest = account.largest.max(cost);
        let needed = account.spent.saturating_add(account.largest);
        self.used += u64::from(is_first);
        needed <= self.earned / self.used
    }

    fn verify(
        &mut self,
        position: &mut Position,
        origin: Origin,
        depth: u32,
        leaves: u128,
        stop: &Token,
    ) -> Option<()> {
        let leaves_again = self.method.count(position, depth, stop)?;
        let cost = u64::try_from(leaves_again).unwrap_or(u64::MAX);
        let account = self.account(origin, depth);
        account.spent = account.spent.saturating_add(cost).saturating_add(START);
        let counts = [leaves, leaves_again];
        (self.verification).report(position, origin, depth, counts, stop)
    }
}
