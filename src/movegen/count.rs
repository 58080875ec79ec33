//! The number of legal moves, without writing them down where that is faster.

use super::king_zone::{self, NEIGHBOURS};
use super::legal::{castling, en_passant, evasions, pinned_moves};
use super::sink::MoveCount;
use super::threats::Threats;
use crate::board::{Capability, Offset, Position, Side, Slots};

/// The number of legal moves of `Us`, the side to move.
pub(crate) fn count_legal<Us: Side>(position: &mut Position) -> u32 {
    let threats = Threats::to::<Us>(position);
    count_legal_under::<Us>(position, &threats)
}

/// The number of legal moves of `Us`, the side to move, given the threats to its
/// king.
#[inline(always)]
pub(crate) fn count_legal_under<Us: Side>(position: &mut Position, threats: &Threats) -> u32 {
    let mut count = MoveCount(king_zone::bits_set(threats.safe & NEIGHBOURS));
    match threats.checkers {
        0 => {
            castling::<Us>(position, threats, &mut count);
            en_passant::<Us>(position, &mut count);
            pinned_moves::<Us>(position, threats, &mut count);
            count.0 + count_unpinned_moves::<Us>(position, threats.pinned)
        }
        1 => {
            en_passant::<Us>(position, &mut count);
            evasions::<Us>(position, threats.checker, threats.pinned, &mut count);
            count.0
        }
        _ => count.0,
    }
}

/// The number of moves of all pieces but the king and the pinned ones, without
/// en passant. The side to move is not in check.
#[inline(always)]
fn count_unpinned_moves<Us: Side>(position: &Position, pinned: u16) -> u32 {
    let list = position.piece_list::<Us>();
    let mut count = 0;
    for pawn in Slots::<Us>::new(list.pawns & !pinned) {
        let from = position.square_of(pawn);
        let captures = Us::PAWN_CAPTURES
            .into_iter()
            .map(|capture| u32::from(position.slot(from + capture).has(Us::Opponent::BIT)))
            .sum::<u32>();
        let ahead = from + Us::FORWARD;
        let single = u32::from(position.slot(ahead).is_empty());
        if from.rank() == Us::SEVENTH_RANK {
            count += 4 * (captures + single);
        } else {
            let double = single
                & u32::from(from.rank() == Us::PAWN_RANK)
                & u32::from(position.slot(ahead + Us::FORWARD).is_empty());
            count += captures + single + double;
        }
    }
    for knight in Slots::<Us>::new(list.knights & !pinned) {
        let from = position.square_of(knight);
        for jump in Offset::KNIGHT {
            count += u32::from(!position.slot(from + jump).has(Us::BLOCKERS));
        }
    }
    for slider in Slots::<Us>::new(list.sliders & !pinned) {
        let from = position.square_of(slider);
        let capability = position.capability_of(slider);
        let mut count_ray = |step: Offset| {
            let mut to = from + step;
            while position.slot(to).is_empty() {
                count += 1;
                to = to + step;
            }
            count += u32::from(position.slot(to).has(Us::Opponent::BIT));
        };
        if capability.meets(Capability::BISHOP) {
            Offset::DIAGONAL.into_iter().for_each(&mut count_ray);
        }
        if capability.meets(Capability::ROOK) {
            Offset::ORTHOGONAL.into_iter().for_each(&mut count_ray);
        }
    }
    count
}
