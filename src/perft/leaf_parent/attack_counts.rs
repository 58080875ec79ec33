//! How often each square of a king's zone is attacked, packed into one word:
//! ten fields of six bits, in the order of
//! [`king_zone::STEPS`](crate::movegen::king_zone::STEPS). Sixteen men attack a
//! square at most sixteen times, so no field ever runs over.

use crate::movegen::king_zone::{KING_SIDE, NEIGHBOURS, QUEEN_SIDE};
use std::ops::{Add, Sub};

/// One in each field.
const ONES: u64 = 0x0041_0410_4104_1041;
/// The marker of each field: its highest bit.
const MARKERS: u64 = ONES << 5;

/// Counts of attackers by zone square.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct AttackCounts(u64);

impl AttackCounts {
    /// One attacker on each square of `zone`, given as bits.
    ///
    /// Five bits are spread by a multiplication that puts a copy of them at
    /// every fifth position: bit `n` of copy `n` lands in field `n`, and no two
    /// bits of five can meet there.
    #[inline(always)]
    pub(super) const fn once(zone: u16) -> AttackCounts {
        const COPIES: u64 = 0x0010_8421;
        const FIVE_FIELDS: u64 = 0x0104_1041;
        let low = ((zone & 31) as u64 * COPIES) & FIVE_FIELDS;
        let high = ((zone >> 5 & 31) as u64 * COPIES) & FIVE_FIELDS;
        AttackCounts(low | high << 30)
    }
}

impl Add for AttackCounts {
    type Output = AttackCounts;

    #[inline(always)]
    fn add(self, other: AttackCounts) -> AttackCounts {
        AttackCounts(self.0.wrapping_add(other.0))
    }
}

impl Sub for AttackCounts {
    type Output = AttackCounts;

    /// Fields may run below zero in between, as long as the final sum does not.
    #[inline(always)]
    fn sub(self, other: AttackCounts) -> AttackCounts {
        AttackCounts(self.0.wrapping_sub(other.0))
    }
}

/// The zone squares that a king may go to as far as men of its own, the border
/// and its castling rights are concerned.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct OpenSquares {
    markers: u64,
    /// Wings on which castling is open, see
    /// [`open_castling`](crate::movegen::king_zone::open_castling).
    castling: u16,
}

impl OpenSquares {
    pub(super) fn new(open: u16, castling: u16) -> OpenSquares {
        OpenSquares {
            markers: AttackCounts::once(open).0 << 5,
            castling,
        }
    }

    /// The king's steps and, unless it is in check, castling moves, given the
    /// attackers on its zone.
    #[inline(always)]
    pub(super) fn king_moves(self, attackers: AttackCounts, in_check: bool) -> i32 {
        let steps = self.free(attackers) & (AttackCounts::once(NEIGHBOURS).0 << 5);
        // The sum of eight fields ends up in the last of them.
        let steps = (steps >> 5).wrapping_mul(ONES) >> 42 & 63;
        let mut moves = steps as i32;
        if self.castling != 0 && !in_check {
            moves += i32::from(self.may_castle(attackers, KING_SIDE));
            moves += i32::from(self.may_castle(attackers, QUEEN_SIDE));
        }
        moves
    }

    fn may_castle(self, attackers: AttackCounts, wing: u16) -> bool {
        let path = AttackCounts::once(wing).0 << 5;
        self.castling & wing != 0 && self.free(attackers) & path == path
    }

    /// Markers of the open squares that are not attacked: adding 31 carries
    /// into the marker wherever the count is not 0.
    #[inline(always)]
    fn free(self, attackers: AttackCounts) -> u64 {
        self.markers & !(attackers.0.wrapping_add(ONES * 31) & MARKERS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_of_squares_is_spread_into_its_fields() {
        for zone in 0..1 << 10 {
            let counts = AttackCounts::once(zone).0;
            for number in 0..10 {
                assert_eq!(counts >> (6 * number) & 63, u64::from(zone >> number & 1));
            }
            assert_eq!(counts >> 60, 0);
        }
    }

    #[test]
    fn king_moves_are_the_open_squares_without_attackers() {
        for open in 0..1 << 8 {
            let squares = OpenSquares::new(open, 0);
            for attacked in [0, 1, 0x55, 0xaa, 0xff, open] {
                let attackers = (0..16).fold(AttackCounts::default(), |sum, _| {
                    sum + AttackCounts::once(attacked)
                });
                let expected = (open & !attacked).count_ones() as i32;
                assert_eq!(squares.king_moves(attackers, false), expected);
            }
        }
    }

    #[test]
    fn castling_needs_both_squares_of_its_path() {
        let squares = OpenSquares::new(0x3ff, 1 << 8 | 1 << 9);
        let moves = |attacked| squares.king_moves(AttackCounts::once(attacked), false);
        assert_eq!(moves(0), 8 + 2);
        assert_eq!(moves(1), 7 + 1);
        assert_eq!(moves(1 << 8), 8 + 1);
        assert_eq!(moves(1 << 9 | 1 << 4), 7 + 1);
        assert_eq!(squares.king_moves(AttackCounts::default(), true), 8);
    }
}
