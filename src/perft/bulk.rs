//! Bulk counting: the moves of the last ply are counted, not made. The king's
//! safety is settled by [`Threats`] for all moves of a node at once, and where
//! no move is needed, none is written down.

use super::Counter;
use super::tree::{self, Horizon};
use crate::board::{Capability, Offset, Position, Side, Slots};
use crate::control::Token;
use crate::movegen::king_zone::{self, NEIGHBOURS};
use crate::movegen::sink::MoveCount;
use crate::movegen::strictly_legal::{castling, en_passant, evasions, pinned_moves};
use crate::movegen::threats::Threats;

/// Counts the last ply without making its moves.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bulk;

impl Counter for Bulk {
    fn count(&mut self, position: &mut Position, depth: u32, stop: &Token) -> Option<u128> {
        tree::count(self, position, depth, stop)
    }
}

impl Horizon for Bulk {
    const DEPTH: u32 = 1;

    #[inline(always)]
    fn leaves<Us: Side>(&mut self, position: &mut Position, threats: &Threats) -> u64 {
        count_legal_under::<Us>(position, threats).into()
    }
}

/// The number of legal moves of `Us`, the side to move.
pub(super) fn count_legal<Us: Side>(position: &mut Position) -> u32 {
    let threats = Threats::to::<Us>(position);
    count_legal_under::<Us>(position, &threats)
}

/// The same, given the threats to the king of `Us`.
#[inline(always)]
fn count_legal_under<Us: Side>(position: &mut Position, threats: &Threats) -> u32 {
    let mut count = MoveCount(king_zone::bits_set(threats.safe & NEIGHBOURS));
    match threats.checkers {
        0 => {
            castling::<Us>(position, threats, &mut count);
            en_passant::<Us>(position, &mut count);
            pinned_moves::<Us>(position, threats, &mut count);
            count.0 + count_free_moves::<Us>(position, threats.pinned)
        }
        1 => {
            en_passant::<Us>(position, &mut count);
            evasions::<Us>(position, threats.checker, threats.pinned, &mut count);
            count.0
        }
        _ => count.0,
    }
}

/// The number of moves of the men that are neither king nor pinned, when not
/// in check; en passant apart.
#[inline(always)]
fn count_free_moves<Us: Side>(position: &Position, pinned: u16) -> u32 {
    let men = position.men::<Us>();
    let mut count = 0;
    for pawn in Slots::<Us>::new(men.pawns & !pinned) {
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
    for knight in Slots::<Us>::new(men.knights & !pinned) {
        let from = position.square_of(knight);
        for jump in Offset::KNIGHT {
            count += u32::from(!position.slot(from + jump).has(Us::BLOCKERS));
        }
    }
    for slider in Slots::<Us>::new(men.sliders & !pinned) {
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
