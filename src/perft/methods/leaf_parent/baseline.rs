//! The baseline: the number of replies of all their pieces but the king, as if we
//! passed, and its change when one of our pieces lands on a square or leaves it.
//! The moves of a piece depend only on its own square and on the squares along
//! its rays up to the first piece, or for a pawn on the few squares ahead.
use crate::board::{
    Capability, Offset, Position, Side, Slots, Square, attackers_along, step_along,
};
use crate::perft::king_attack::{Effects, KingAttack};

/// The baseline of a node.
pub(super) struct Baseline {
    /// The number of their moves, without those of the king, if we passed.
    pub(super) replies: i32,
    /// The ranks on which they have pawns, as bits.
    pawn_ranks: u8,
}

impl Baseline {
    /// Returns whether they have a pawn on this rank, 0 to 7.
    #[inline(always)]
    pub(super) fn has_pawns_on(&self, rank: u8) -> bool {
        self.pawn_ranks >> rank & 1 != 0
    }

    /// Looks at each of their pieces once, with pins as they stand, and adds to
    /// `effects`.
    #[inline(always)]
    pub(super) fn of<Us: Side>(
        position: &Position,
        attack: &KingAttack,
        effects: &mut Effects,
    ) -> Baseline {
        let list = position.piece_list::<Us::Opponent>();
        let mut replies = 0;
        // A pinned knight has no moves, and never gets any while pinned.
        for knight in Slots::<Us::Opponent>::new(list.knights & !attack.pinned) {
            replies += knight_moves::<Us>(position, position.square_of(knight), effects);
        }
        for slider in Slots::<Us::Opponent>::new(list.sliders & !attack.pinned) {
            let origin = position.square_of(slider);
            let capability = position.capability_of(slider);
            replies += slider_moves::<Us>(position, origin, capability, effects);
        }
        let mut pawn_ranks = 0;
        for pawn in Slots::<Us::Opponent>::new(list.pawns & !attack.pinned) {
            let origin = position.square_of(pawn);
            pawn_ranks |= 1 << origin.rank();
            replies += pawn_moves::<Us>(position, origin, Offset::ZERO, effects);
        }
        for piece in Slots::<Us::Opponent>::new(attack.pinned & !list.knights) {
            let origin = position.square_of(piece);
            let line = attack.pin_step[usize::from(piece.number())];
            if piece.set() & list.pawns != 0 {
                pawn_ranks |= 1 << origin.rank();
                replies += pawn_moves::<Us>(position, origin, line, effects);
            } else {
                replies += pinned_slider_moves::<Us>(position, origin, line, effects);
            }
        }
        Baseline {
            replies,
            pawn_ranks,
        }
    }
}

#[inline(always)]
fn knight_moves<Us: Side>(position: &Position, origin: Square, effects: &mut Effects) -> i32 {
    let mut moves = 0;
    for jump in Offset::KNIGHT {
        let target = origin + jump;
        let slot = position.slot(target);
        moves += i32::from(!slot.has(Us::Opponent::BLOCKERS));
        // If we capture a piece that it defends, it can recapture.
        effects.add_landing(target, i32::from(slot.has(Us::Opponent::BIT)));
    }
    effects.add_landing(origin, -moves);
    moves
}

#[inline(always)]
fn slider_moves<Us: Side>(
    position: &Position,
    origin: Square,
    capability: Capability,
    effects: &mut Effects,
) -> i32 {
    let mut moves = 0;
    if capability.meets(Capability::BISHOP) {
        for number in [1, 3, 5, 7] {
            moves += ray_moves::<Us>(position, origin, number, effects);
        }
    }
    if capability.meets(Capability::ROOK) {
        for number in [0, 2, 4, 6] {
            moves += ray_moves::<Us>(position, origin, number, effects);
        }
    }
    // Captured, it has none of them.
    effects.add_landing(origin, -moves);
    moves
}

#[inline(never)]
fn pinned_slider_moves<Us: Side>(
    position: &Position,
    origin: Square,
    line: Offset,
    effects: &mut Effects,
) -> i32 {
    let capability = position.capability_of(position.slot(origin));
    let mut moves = 0;
    for (number, step) in Offset::KING.into_iter().enumerate() {
        if (step == line || step == -line) && attackers_along(step).meets(capability) {
            moves += ray_moves::<Us>(position, origin, number, effects);
        }
    }
    effects.add_landing(origin, -moves);
    moves
}

#[inline(always)]
fn ray_moves<Us: Side>(
    position: &Position,
    origin: Square,
    number: usize,
    effects: &mut Effects,
) -> i32 {
    let step = Offset::KING[number];
    let mut length = 0;
    let mut end = origin + step;
    while position.slot(end).is_empty() {
        length += 1;
        end = end + step;
    }
    if position.slot(end).has(Us::BIT) {
        length += 1;
        // If our piece at the end leaves, the ray goes on to the next piece.
        let next = position.first_piece(end, step);
        let mut extension = i32::from(position.slot(next).has(Us::BIT));
        let mut square = end + step;
        while square != next {
            extension += 1;
            square = square + step;
        }
        effects.add_extension(end, number, extension);
    } else {
        // If we capture the piece at the end, this slider can recapture.
        effects.add_landing(end, 1);
    }
    // A piece of ours on the ray cuts off the squares behind it.
    let mut behind = length;
    let mut square = origin + step;
    while square != end {
        behind -= 1;
        effects.add_landing(square, -behind);
        square = square + step;
    }
    length
}

/// The number of moves of a pawn on `origin`, without en passant; along `line`
/// alone unless it is [`Offset::ZERO`].
#[inline(always)]
fn pawn_moves<Us: Side>(
    position: &Position,
    origin: Square,
    line: Offset,
    effects: &mut Effects,
) -> i32 {
    let may_go = |step: Offset| line == Offset::ZERO || step == line || step == -line;
    let forward = Us::Opponent::FORWARD;
    let promotes = origin.rank() == Us::Opponent::SEVENTH_RANK;
    // A move to the last rank counts once for each promotion.
    let worth = if promotes { 4 } else { 1 };
    let may_double = origin.rank() == Us::Opponent::PAWN_RANK;
    let mut moves = 0;
    if may_go(forward) {
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
                    effects.set_double_step(two_ahead, -forward);
                }
            }
            moves += lost;
            effects.add_landing(ahead, -lost);
        } else if position.slot(ahead).has(Us::BIT) {
            effects.add_leaving(ahead, worth);
            if may_double && position.slot(two_ahead).is_empty() {
                effects.add_leaving(ahead, 1);
                effects.set_double_step(ahead, forward);
            }
        }
    }
    for capture in Us::Opponent::PAWN_CAPTURES {
        if !may_go(capture) {
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

/// The number of moves of one piece, which is not the king, on the board as it
/// stands; along `line` alone unless it is [`Offset::ZERO`]. It is the number
/// that [`Baseline`] counts for the piece, without any effects.
pub(super) fn mobility<Them: Side>(position: &Position, origin: Square, line: Offset) -> i32 {
    let capability = position.capability_of(position.slot(origin));
    let on_line = |step: Offset| line == Offset::ZERO || step == line || step == -line;
    let enemy = Them::Opponent::BIT;
    let mut moves = 0;
    if capability.meets(Capability::QUEEN) {
        for step in Offset::KING {
            if !on_line(step) || !attackers_along(step).meets(capability) {
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

/// The contribution of their pawn on `origin` to the effect of leaving `from`.
/// It is void if the piece that leaves captures this pawn. `line` is that of the
/// pawn's pin, or [`Offset::ZERO`].
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
