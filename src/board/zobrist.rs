//! The random numbers behind the 128-bit hash key of a position (Albert
//! Zobrist, "A New Hashing Method with Application for Game Playing", 1970).
//! [`Position`](super::Position) decides which of them enter a key.

use super::piece::{Capability, Color};
use super::square::Square;
use crate::random::split_mix;

/// Rows of the table: the eight of [`Capability::row`] for each colour.
const ROWS: usize = 16;

struct Numbers {
    pieces: [[u128; 128]; ROWS],
    castling: [[u128; 8]; 2],
    en_passant: [u128; 8],
    black_to_move: u128,
}

const fn draw(state: u64) -> (u64, u128) {
    let (state, high) = split_mix(state);
    let (state, low) = split_mix(state);
    (state, (high as u128) << 64 | low as u128)
}

const fn fill<const N: usize>(mut state: u64, table: &mut [u128; N]) -> u64 {
    let mut index = 0;
    while index < N {
        (state, table[index]) = draw(state);
        index += 1;
    }
    state
}

const fn numbers() -> Numbers {
    let mut numbers = Numbers {
        pieces: [[0; 128]; ROWS],
        castling: [[0; 8]; 2],
        en_passant: [0; 8],
        black_to_move: 0,
    };
    // A fixed seed makes keys the same in every run. Any seed would do.
    let mut state = 0x6f78_3838;
    let mut row = 0;
    while row < ROWS {
        state = fill(state, &mut numbers.pieces[row]);
        row += 1;
    }
    state = fill(state, &mut numbers.castling[0]);
    state = fill(state, &mut numbers.castling[1]);
    state = fill(state, &mut numbers.en_passant);
    (_, numbers.black_to_move) = draw(state);
    numbers
}

static NUMBERS: Numbers = numbers();

/// The share of a piece on `square`.
#[inline(always)]
pub(crate) fn piece_key(capability: Capability, color: Color, square: Square) -> u128 {
    NUMBERS.pieces[capability.row() | (color as usize) << 3][square.index() & 127]
}

/// The share of the right to castle with the rook on `file` (0 to 7).
pub(crate) fn castling_key(color: Color, file: u8) -> u128 {
    NUMBERS.castling[color.index()][usize::from(file & 7)]
}

/// The share of an en passant square on `file` (0 to 7).
#[inline(always)]
pub(crate) fn en_passant_key(file: u8) -> u128 {
    NUMBERS.en_passant[usize::from(file & 7)]
}

/// The share of Black to move.
#[inline(always)]
pub(crate) fn black_to_move_key() -> u128 {
    NUMBERS.black_to_move
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// Two numbers that agree in one half would make that half of the key
    /// useless for telling them apart.
    #[test]
    fn all_numbers_differ_in_both_halves() {
        let all: Vec<u128> = (NUMBERS.pieces.iter().flatten())
            .chain(NUMBERS.castling.iter().flatten())
            .chain(&NUMBERS.en_passant)
            .chain([&NUMBERS.black_to_move])
            .copied()
            .collect();
        let high: HashSet<u64> = all.iter().map(|number| (number >> 64) as u64).collect();
        let low: HashSet<u64> = all.iter().map(|number| *number as u64).collect();
        assert_eq!((high.len(), low.len()), (all.len(), all.len()));
    }
}
