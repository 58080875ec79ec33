//! What the placeholder keeps between moves: the best move of each position
//! that it has searched. It only decides which move is tried first, so that a
//! forgotten or a stale one costs time, but never changes a value.

use crate::movegen::Move;

/// The number of entries, 32 bytes each.
const ENTRIES: usize = 1 << 16;

/// A transposition table whose entries hold only the best move. A new entry
/// always replaces the old one.
///
/// Its memory is taken with the first entry, so a program that only counts
/// starts without it.
#[derive(Debug, Default)]
pub(super) struct Memory(Vec<Option<(u128, Move)>>);

impl Memory {
    /// The best move of the position with this key, if it is known.
    pub(super) fn best_move(&self, key: u128) -> Option<Move> {
        match self.0.get(index(key)) {
            Some(&Some((known, mv))) if known == key => Some(mv),
            _ => None,
        }
    }

    pub(super) fn remember(&mut self, key: u128, mv: Move) {
        if self.0.is_empty() {
            self.0.resize(ENTRIES, None);
        }
        self.0[index(key)] = Some((key, mv));
    }

    pub(super) fn forget(&mut self) {
        self.0 = Vec::new();
    }
}

fn index(key: u128) -> usize {
    key as usize % ENTRIES
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movegen::MoveKind;

    #[test]
    fn a_move_is_remembered_for_its_position_alone() {
        let mut memory = Memory::default();
        let mv = Move::new(
            "e2".parse().unwrap(),
            "e4".parse().unwrap(),
            MoveKind::DoublePush,
        );
        let key = 0x1234_5678 << 64 | 7;
        memory.remember(key, mv);
        assert_eq!(memory.best_move(key), Some(mv));
        // Another position in the same entry.
        assert_eq!(memory.best_move(7), None);
        memory.forget();
        assert_eq!(memory.best_move(key), None);
    }
}
