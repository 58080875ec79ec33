//! The king zone: the king's own square and the ten squares around it on which
//! its moves depend. One table load gives those that a piece attacks on an empty
//! board. This settles pawns, knights and kings; for sliders, the squares
//! between are looked at.

use crate::board::{BY_ROW, Capability, Offset, Position, Side, Square, attackers_table};

/// The offsets from the king to the squares of its zone: its eight steps, and
/// its two targets in castling from the e-file.
pub(crate) const STEPS: [Offset; 10] = [
    Offset::EAST,
    Offset::NORTH_EAST,
    Offset::NORTH,
    Offset::NORTH_WEST,
    Offset::WEST,
    Offset::SOUTH_WEST,
    Offset::SOUTH,
    Offset::SOUTH_EAST,
    Offset::EAST.doubled(),
    Offset::WEST.doubled(),
];

/// The zone squares next to the king.
pub(crate) const NEIGHBOURS: u16 = 0xff;
/// All ten squares around the king.
pub(crate) const AROUND: u16 = 0x3ff;
/// The king's own square.
pub(crate) const CENTRE: u16 = 1 << 15;
/// The two squares that the king passes and reaches in castling on the king's
/// side.
pub(crate) const KING_SIDE: u16 = 1 << 8 | 1;
/// The two squares that the king passes and reaches in castling on the queen's
/// side.
pub(crate) const QUEEN_SIDE: u16 = 1 << 9 | 1 << 4;

/// The difference of two 0x88 indices for a difference in ranks and files.
const fn offset(ranks: i32, files: i32) -> usize {
    ((ranks * 16 + files) & 0xff) as usize
}

const fn is_within_board(ranks: i32, files: i32) -> bool {
    ranks.abs() <= 7 && files.abs() <= 7
}

/// The ranks and files of a step of at most three squares.
const fn ranks_and_files(step: Offset) -> (i32, i32) {
    let difference = step.index() as u8 as i8 as i32;
    let files = (difference + 8).rem_euclid(16) - 8;
    ((difference - files) / 16, files)
}

/// The zone squares that a piece attacks on an empty board, as bits: by row of
/// its capability and by the offset from the piece to the king.
static REACH: [[u16; 256]; 8] = {
    let attackers = attackers_table();
    let mut table = [[0; 256]; 8];
    let mut row = 0;
    while row < BY_ROW.len() {
        let mut difference = 0;
        while difference < 15 * 15 {
            let (ranks, files) = (difference / 15 - 7, difference % 15 - 7);
            let mut zone = 0;
            let mut bit = 0;
            while bit < STEPS.len() {
                let (more_ranks, more_files) = ranks_and_files(STEPS[bit]);
                let (ranks, files) = (ranks + more_ranks, files + more_files);
                if is_within_board(ranks, files)
                    && attackers[offset(ranks, files)].meets(BY_ROW[row])
                {
                    zone |= 1 << bit;
                }
                bit += 1;
            }
            if attackers[offset(ranks, files)].meets(BY_ROW[row]) {
                zone |= CENTRE;
            }
            table[row][offset(ranks, files)] = zone;
            difference += 1;
        }
        row += 1;
    }
    table
};

/// The zone squares that a piece of this capability attacks on an empty board,
/// given the offset from it to the king.
#[inline(always)]
pub(crate) fn reach(capability: Capability, to_king: Offset) -> u16 {
    REACH[capability.row()][to_king.index()]
}

/// The row of [`reach`] for one capability.
#[inline(always)]
pub(crate) fn reach_row(capability: Capability) -> &'static [u16; 256] {
    &REACH[capability.row()]
}

/// The zone squares that lie in a direction from a square, as bits: by number of
/// the king's step and by the offset from the square to the king.
static ALONG: [[u16; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut difference = 0;
    while difference < 15 * 15 {
        let (ranks, files) = (difference / 15 - 7, difference % 15 - 7);
        let mut bit = 0;
        while bit < STEPS.len() {
            let (more_ranks, more_files) = ranks_and_files(STEPS[bit]);
            let (to_ranks, to_files) = (ranks + more_ranks, files + more_files);
            let mut number = 0;
            while number < 8 {
                let (step_ranks, step_files) = ranks_and_files(STEPS[number]);
                let mut far = 1;
                while far < 8 {
                    if to_ranks == step_ranks * far && to_files == step_files * far {
                        table[number][offset(ranks, files)] |= 1 << bit;
                    }
                    far += 1;
                }
                number += 1;
            }
            bit += 1;
        }
        difference += 1;
    }
    table
};

/// The zone squares in the direction of the king's step with this number, 0 to
/// 7, from a square, given the offset from the square to the king.
#[inline(always)]
pub(crate) fn along(number: usize, to_king: Offset) -> u16 {
    ALONG[number & 7][to_king.index()]
}

/// The number of neighbours in a set. Without special instructions of the
/// processor, a table is the fastest way to count bits.
#[inline(always)]
pub(crate) fn bits_set(neighbours: u16) -> u32 {
    static BITS_SET: [u8; 256] = {
        let mut table = [0; 256];
        let mut byte: usize = 1;
        while byte < 256 {
            table[byte] = table[byte / 2] + (byte % 2) as u8;
            byte += 1;
        }
        table
    };
    u32::from(BITS_SET[usize::from(neighbours & NEIGHBOURS)])
}

/// The number of the king's step, 0 to 7, along each offset; 8 for offsets that
/// are no line.
static STEP_NUMBER: [u8; 256] = {
    let mut table = [8; 256];
    let mut number = 0;
    while number < 8 {
        let step = Offset::KING[number].index();
        let mut distance = 1;
        while distance < 8 {
            table[step * distance % 256] = number as u8;
            distance += 1;
        }
        number += 1;
    }
    table
};

/// The number of the king's step, 0 to 7, along an offset; 8 if it is no line.
#[inline(always)]
pub(crate) fn step_number(offset: Offset) -> usize {
    usize::from(STEP_NUMBER[offset.index()])
}

/// The square of the zone with this number, 0 to 9.
#[inline(always)]
pub(crate) fn square(king: Square, number: u32) -> Square {
    // Sixteen entries make the index check vanish.
    static PADDED: [Offset; 16] = {
        let mut padded = [Offset::ZERO; 16];
        let mut number = 0;
        while number < STEPS.len() {
            padded[number] = STEPS[number];
            number += 1;
        }
        padded
    };
    king + PADDED[(number & 15) as usize]
}

/// The neighbours of the king of `Us` that are on the board and hold none of its
/// own pieces.
#[inline(always)]
pub(crate) fn open_neighbours<Us: Side>(position: &Position, king: Square) -> u16 {
    let mut open = 0;
    for (number, step) in Offset::KING.into_iter().enumerate() {
        open |= u16::from(!position.slot(king + step).has(Us::BLOCKERS)) << number;
    }
    open
}

/// The wings on which `Us` has the right to castle and an empty path, as the
/// bits of the king's targets in [`KING_SIDE`] and [`QUEEN_SIDE`]. Castling is
/// standard.
#[inline(always)]
pub(crate) fn open_castling<Us: Side>(position: &Position, king: Square) -> u16 {
    use crate::board::Wing;
    let rights = position.castling();
    if !rights.has_any(Us::COLOR) {
        return 0;
    }
    let is_empty = |step: Offset| position.slot(king + step).is_empty();
    let mut open = 0;
    if rights.has(Us::COLOR, Wing::KingSide)
        && is_empty(Offset::EAST)
        && is_empty(Offset::EAST.doubled())
    {
        open |= 1 << 8;
    }
    if rights.has(Us::COLOR, Wing::QueenSide)
        && is_empty(Offset::WEST)
        && is_empty(Offset::WEST.doubled())
        && is_empty(Offset::WEST.doubled() + Offset::WEST)
    {
        open |= 1 << 9;
    }
    open
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::attackers_along;

    #[test]
    fn reach_agrees_with_the_table_of_attackers() {
        for king in Square::all() {
            for piece in Square::all() {
                for capability in BY_ROW {
                    let zone = reach(capability, king - piece);
                    let attacks =
                        |target: Square| attackers_along(target - piece).meets(capability);
                    assert_eq!(zone & CENTRE != 0, attacks(king));
                    for (number, step) in STEPS.into_iter().enumerate() {
                        let target = king + step;
                        if target.is_on_board() {
                            assert_eq!(
                                zone >> number & 1 != 0,
                                attacks(target),
                                "{piece} {target}"
                            );
                        }
                    }
                }
            }
        }
    }
}
