//! The number of attackers on each square of a king zone: none, one, two or
//! more. The counts of all squares lie side by side, one bit of each in a word,
//! so the attacks of a piece on all of them are added at once.

/// Counts of attackers by zone square. They are exact up to three.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct AttackCounts {
    /// The lowest bit of each count.
    ones: u16,
    /// The second bit of each count.
    twos: u16,
    /// Squares with four attackers or more.
    many: u16,
}

impl AttackCounts {
    /// Adds one attacker on each square of `zone`.
    #[inline(always)]
    pub(super) fn add(&mut self, zone: u16) {
        let carry = self.ones & zone;
        self.ones ^= zone;
        self.many |= self.twos & carry;
        self.twos ^= carry;
    }

    /// The squares without an attacker.
    #[inline(always)]
    pub(super) fn unattacked(self) -> u16 {
        !(self.ones | self.twos | self.many)
    }

    /// The squares with exactly one attacker.
    #[inline(always)]
    pub(super) fn single(self) -> u16 {
        self.ones & !(self.twos | self.many)
    }

    /// The squares with exactly two attackers.
    #[inline(always)]
    pub(super) fn double(self) -> u16 {
        self.twos & !(self.ones | self.many)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_distinguished_by_their_attackers() {
        for attackers in 0..=16 {
            let mut counts = AttackCounts::default();
            for _ in 0..attackers {
                counts.add(0b10);
            }
            assert_eq!(
                counts.unattacked() & 0b11,
                if attackers == 0 { 0b11 } else { 0b01 }
            );
            assert_eq!(counts.single(), if attackers == 1 { 0b10 } else { 0 });
            assert_eq!(counts.double(), if attackers == 2 { 0b10 } else { 0 });
        }
    }
}
