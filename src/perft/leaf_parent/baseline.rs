//! The baseline: the replies of all their men but the king, as if we passed,
//! and by the way how each square's being entered or left by one of our men
//! would change them. It rests on one fact: a man's moves depend only on its
//! own square, on the squares along its rays up to the first man, and for a
//! pawn on the few squares in front of it.

use super::effects::Effects;
use super::siege::Siege;
use crate::board::{Capability, Offset, Position, Side, Square, step_along};

/// The number of their moves, king moves apart, if we passed. Pins are taken
/// into account as they stand; `effects` is filled.
#[inline(always)]
pub(super) fn baseline<Us: Side>(position: &Position, siege: &Siege, effects: &mut Effects) -> i32 {
    let men = position.men::<Us::Opponent>();
    let mut replies = 0;
    for knight in men.knights::<Us::Opponent>() {
        // A pinned knight has no moves, and never gets any while pinned.
        if siege.pinned & knight.set() == 0 {
            replies += knight_moves::<Us>(position, position.square_of(knight), effects);
        }
    }
    for slider in men.sliders::<Us::Opponent>() {
        let origin = position.square_of(slider);
        let capability = position.capability_of(slider);
        let line = if siege.pinned & slider.set() == 0 {
            Offset::ZERO
        } else {
            siege.pin_step[usize::from(slider.number())]
        };
        replies += slider_moves::<Us>(position, origin, capability, line, effects);
    }
    for pawn in men.pawns::<Us::Opponent>() {
        let origin = position.square_of(pawn);
        if siege.pinned & pawn.set() == 0 {
            replies += pawn_moves::<Us>(position, origin, true, |_| true, effects);
        } else {
            let line = siege.pin_step[usize::from(pawn.number())];
            let on_line = |step: Offset| step == line || step == -line;
            let pushes = on_line(Us::FORWARD);
            replies += pawn_moves::<Us>(position, origin, pushes, on_line, effects);
        }
    }
    replies
}

#[inline(always)]
fn knight_moves<Us: Side>(position: &Position, origin: Square, effects: &mut Effects) -> i32 {
    let mut moves = 0;
    for jump in Offset::KNIGHT {
        let target = origin + jump;
        let slot = position.slot(target);
        moves += i32::from(!slot.has(Us::Opponent::BLOCKERS));
        // If we capture a man that it defends, it can recapture.
        effects.add_landing(target, i32::from(slot.has(Us::Opponent::BIT)));
    }
    effects.add_landing(origin, -moves);
    moves
}

/// The moves of a slider; along `line` alone if it is pinned, else
/// [`Offset::ZERO`].
#[inline(always)]
fn slider_moves<Us: Side>(
    position: &Position,
    origin: Square,
    capability: Capability,
    line: Offset,
    effects: &mut Effects,
) -> i32 {
    let mut moves = 0;
    let (first, stride) = match capability {
        Capability::QUEEN => (0, 1),
        Capability::ROOK => (0, 2),
        _ => (1, 2),
    };
    let mut number = first;
    while number < 8 {
        let step = Offset::KING[number & 7];
        if line == Offset::ZERO || step == line || step == -line {
            moves += ray_moves::<Us>(position, origin, number, step, effects);
        }
        number += stride;
    }
    // Captured, it has none of them.
    effects.add_landing(origin, -moves);
    moves
}

#[inline(always)]
fn ray_moves<Us: Side>(
    position: &Position,
    origin: Square,
    number: usize,
    step: Offset,
    effects: &mut Effects,
) -> i32 {
    let mut length = 0;
    let mut end = origin + step;
    while position.slot(end).is_empty() {
        length += 1;
        end = end + step;
    }
    if position.slot(end).has(Us::BIT) {
        length += 1;
        // If our man at the end leaves, the ray goes on to the next one.
        let next = position.first_man(end, step);
        let mut extension = i32::from(position.slot(next).has(Us::BIT));
        let mut square = end + step;
        while square != next {
            extension += 1;
            square = square + step;
        }
        effects.add_leaving(end, extension);
        effects.extended[end.index()] |= 1 << number;
        effects.extension[end.index()][number & 7] = extension as i8;
    } else {
        // If we capture the man at the end, it can be recaptured.
        effects.add_landing(end, 1);
    }
    // A man of ours on the ray cuts off what lies behind it.
    let mut behind = length;
    let mut square = origin + step;
    while square != end {
        behind -= 1;
        effects.add_landing(square, -behind);
        square = square + step;
    }
    length
}

/// The moves of a pawn on `origin`: its pushes if `pushes`, its captures on
/// steps that satisfy `may_capture`.
#[inline(always)]
fn pawn_moves<Us: Side>(
    position: &Position,
    origin: Square,
    pushes: bool,
    may_capture: impl Fn(Offset) -> bool,
    effects: &mut Effects,
) -> i32 {
    let forward = Us::Opponent::FORWARD;
    let promotes = origin.rank() == Us::Opponent::SEVENTH_RANK;
    // A move to the last rank counts once for each promotion.
    let worth = if promotes { 4 } else { 1 };
    let may_double = origin.rank() == Us::Opponent::PAWN_RANK;
    let mut moves = 0;
    if pushes {
        let ahead = origin + forward;
        let two_ahead = ahead + forward;
        if position.slot(ahead).is_empty() {
            let mut lost = worth;
            if may_double {
                if position.slot(two_ahead).is_empty() {
                    lost += 1;
                    effects.add_landing(two_ahead, -1);
                } else if position.slot(two_ahead).has(Us::BIT) {
                    effects.add_leaving(two_ahead, 1);
                    effects.double_step[two_ahead.index()] = -forward;
                }
            }
            moves += lost;
            effects.add_landing(ahead, -lost);
        } else if position.slot(ahead).has(Us::BIT) {
            effects.add_leaving(ahead, worth);
            if may_double && position.slot(two_ahead).is_empty() {
                effects.add_leaving(ahead, 1);
                effects.double_step[ahead.index()] = forward;
            }
        }
    }
    for capture in Us::Opponent::PAWN_CAPTURES {
        if !may_capture(capture) {
            continue;
        }
        let target = origin + capture;
        if position.slot(target).has(Us::BIT) {
            moves += worth;
            effects.add_leaving(target, -worth);
        } else {
            effects.add_landing(target, worth);
        }
    }
    effects.add_landing(origin, -moves);
    moves
}

/// The moves of one man, which is not the king, on the board as it stands:
/// along `line` alone, or all of them if it is [`Offset::ZERO`]. This is what
/// [`baseline`] counts for it, without any effects.
pub(super) fn mobility<Them: Side>(position: &Position, origin: Square, line: Offset) -> i32 {
    let capability = position.capability_of(position.slot(origin));
    let on_line = |step: Offset| line == Offset::ZERO || step == line || step == -line;
    let enemy = Them::Opponent::BIT;
    let mut moves = 0;
    if capability.meets(Capability::QUEEN) {
        for step in Offset::KING {
            if !on_line(step) || !crate::board::attackers_along(step).meets(capability) {
                continue;
            }
            let mut target = origin + step;
            while position.slot(target).is_empty() {
                moves += 1;
                target = target + step;
            }
            moves += i32::from(position.slot(target).has(enemy));
        }
    } else if capability == Capability::KNIGHT {
        if line == Offset::ZERO {
            for jump in Offset::KNIGHT {
                moves += i32::from(!position.slot(origin + jump).has(Them::BLOCKERS));
            }
        }
    } else {
        let worth = if origin.rank() == Them::SEVENTH_RANK {
            4
        } else {
            1
        };
        let ahead = origin + Them::FORWARD;
        if on_line(Them::FORWARD) && position.slot(ahead).is_empty() {
            let two_ahead = ahead + Them::FORWARD;
            let double = origin.rank() == Them::PAWN_RANK && position.slot(two_ahead).is_empty();
            moves += worth + i32::from(double);
        }
        for capture in Them::PAWN_CAPTURES {
            if on_line(capture) && position.slot(origin + capture).has(enemy) {
                moves += worth;
            }
        }
    }
    moves
}

/// What their pawn on `origin` contributes to the effect of leaving `from`:
/// none of it happens if the man that leaves captures this very pawn. `line` is
/// that of the pawn's pin, or [`Offset::ZERO`].
pub(super) fn share_of_captured_pawn<Us: Side>(
    position: &Position,
    origin: Square,
    from: Square,
    line: Offset,
) -> i32 {
    let step = step_along(from - origin);
    if line != Offset::ZERO && step != line && step != -line {
        return 0;
    }
    let worth = if origin.rank() == Us::Opponent::SEVENTH_RANK {
        4
    } else {
        1
    };
    let forward = Us::Opponent::FORWARD;
    let ahead = origin + forward;
    let two_ahead = ahead + forward;
    let may_double = origin.rank() == Us::Opponent::PAWN_RANK;
    if from == ahead {
        worth + i32::from(may_double && position.slot(two_ahead).is_empty())
    } else if from == two_ahead {
        // Being captured along the file, it has an empty square ahead.
        i32::from(may_double)
    } else if Us::Opponent::PAWN_CAPTURES.contains(&(from - origin)) {
        -worth
    } else {
        0
    }
}
