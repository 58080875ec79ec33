//! The numbers that statistics consist of.

use std::ops::AddAssign;

/// The numbers of leaves at one depth, by the kind of the move that leads to them.
///
/// As in published tables, [`checks`](Stats::checks) include mates, but
/// [`discovered`](Stats::discovered) and [`double`](Stats::double) checks do not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    /// All leaves, which is perft.
    pub nodes: u128,
    /// Captures, including those en passant.
    pub captures: u128,
    /// Captures en passant.
    pub en_passant: u128,
    /// Castling moves.
    pub castles: u128,
    /// Promotions: the four pieces count as four moves. A promotion that captures
    /// is also a capture.
    pub promotions: u128,
    /// Moves that give check, including those that mate.
    pub checks: u128,
    /// Checks by a single piece that did not move, without mates. After castling, a
    /// check by the rook is not one of them.
    pub discovered: u128,
    /// Checks by two pieces at once, without mates.
    pub double: u128,
    /// Mates by a single piece that moved.
    pub direct_mates: u128,
    /// Mates by a single piece that did not move.
    pub discovered_mates: u128,
    /// Mates by two pieces at once.
    pub double_mates: u128,
    /// Moves after which the opponent is not in check and has no move.
    pub stalemates: u128,
}

impl Stats {
    /// All checkmates.
    ///
    /// ```
    /// use ox88::tools::stats::Stats;
    ///
    /// let stats = Stats { direct_mates: 3, double_mates: 1, ..Stats::default() };
    /// assert_eq!(stats.mates(), 4);
    /// ```
    #[must_use]
    pub fn mates(&self) -> u128 {
        self.direct_mates + self.discovered_mates + self.double_mates
    }

    /// The columns with their names, in the order of published tables.
    ///
    /// ```
    /// use ox88::tools::stats::Stats;
    ///
    /// let stats = Stats { nodes: 20, ..Stats::default() };
    /// assert_eq!(stats.columns()[0], ("nodes", 20));
    /// ```
    #[must_use]
    pub fn columns(&self) -> [(&'static str, u128); 13] {
        [
            ("nodes", self.nodes),
            ("captures", self.captures),
            ("ep", self.en_passant),
            ("castles", self.castles),
            ("promotions", self.promotions),
            ("checks", self.checks),
            ("discovered", self.discovered),
            ("double", self.double),
            ("mates", self.mates()),
            ("direct_mates", self.direct_mates),
            ("discovered_mates", self.discovered_mates),
            ("double_mates", self.double_mates),
            ("stalemates", self.stalemates),
        ]
    }
}

impl AddAssign for Stats {
    #[inline(always)]
    fn add_assign(&mut self, other: Stats) {
        self.nodes += other.nodes;
        self.captures += other.captures;
        self.en_passant += other.en_passant;
        self.castles += other.castles;
        self.promotions += other.promotions;
        self.checks += other.checks;
        self.discovered += other.discovered;
        self.double += other.double;
        self.direct_mates += other.direct_mates;
        self.discovered_mates += other.discovered_mates;
        self.double_mates += other.double_mates;
        self.stalemates += other.stalemates;
    }
}
