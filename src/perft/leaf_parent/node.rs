//! One node two plies above the leaves: the sum, over our legal moves, of the
//! number of replies. Here our moves are generated; what each is worth is told
//! in [`value`](super::value).

use super::baseline::Baseline;
use super::effects::Effects;
use super::siege::Siege;
use super::value::Origin;
use crate::board::{
    Capability, Offset, Position, Side, Slots, Square, Wing, attackers_along, castling_targets,
};
use crate::movegen::strictly_legal::{
    self, castling, en_passant, evasions, king_moves, pinned_moves,
};
use crate::movegen::threats::Threats;
use crate::movegen::{Move, MoveKind, MoveList};
use crate::perft::bulk::count_legal;
use std::marker::PhantomData;

/// What is known of a node before any of our moves is looked at.
pub(super) struct Node<'a, Us> {
    pub(super) effects: &'a Effects,
    pub(super) siege: Siege,
    pub(super) baseline: Baseline,
    /// The replies if we passed, king moves included.
    pub(super) base: i32,
    side: PhantomData<Us>,
}

/// The number of leaves two plies below `position`, in which `Us` is to move
/// under these threats.
pub(super) fn leaves<Us: Side>(
    position: &mut Position,
    threats: &Threats,
    effects: &mut Effects,
) -> u64 {
    let mut moves = MoveList::new();
    if may_castle_unusually::<Us::Opponent>(position) {
        strictly_legal::legal_moves::<Us>(position, threats, &mut moves);
        return moves
            .iter()
            .map(|&mv| replies_by_making::<Us>(position, mv) as u64)
            .sum();
    }
    let node = Node::<Us>::new(position, effects);
    king_moves::<Us>(position, threats, &mut moves);
    let mut free_men = 0;
    match threats.checkers {
        0 => {
            castling::<Us>(position, threats, &mut moves);
            en_passant::<Us>(position, &mut moves);
            pinned_moves::<Us>(position, threats, &mut moves);
            free_men = node.replies_to_free_men(position, threats.pinned);
        }
        1 => {
            en_passant::<Us>(position, &mut moves);
            evasions::<Us>(position, threats.checker, threats.pinned, &mut moves);
        }
        _ => {}
    }
    let others: i32 = moves
        .iter()
        .map(|&mv| node.replies_to_move(position, mv))
        .sum();
    // At most 415 moves, each with at most as many replies.
    (free_men + others) as u64
}

/// Whether some castling of `Them` that is not that of standard chess may be
/// possible after a move of ours: nothing here knows its path. A man of theirs
/// on the path rules it out, since a man of ours that captures it stands there
/// itself.
fn may_castle_unusually<Them: Side>(position: &Position) -> bool {
    if position.has_standard_castling() || !position.castling().has_any(Them::COLOR) {
        return false;
    }
    let king = position.square_of(Them::KING);
    let is_open = |rook: Square| {
        let (king_to, rook_to) = castling_targets(king, rook);
        !(0..8)
            .map(|file| Square::new(file, king.rank()))
            .filter(|&square| square != king && square != rook)
            .filter(|&square| {
                is_on_path(square, king, king_to) || is_on_path(square, rook, rook_to)
            })
            .any(|square| position.slot(square).has(Them::BIT))
    };
    Wing::BOTH
        .into_iter()
        .filter_map(|wing| position.castling_rook(Them::COLOR, wing))
        .any(is_open)
}

fn is_on_path(square: Square, start: Square, end: Square) -> bool {
    (start.min(end)..=start.max(end)).contains(&square)
}

/// The replies to a move, by making it and counting them.
#[inline(never)]
pub(super) fn replies_by_making<Us: Side>(position: &mut Position, mv: Move) -> i32 {
    let undo = position.make_as::<Us, false>(mv);
    let replies = count_legal::<Us::Opponent>(position);
    position.unmake_as::<Us, false>(mv, &undo);
    replies as i32
}

impl<'a, Us: Side> Node<'a, Us> {
    #[inline(always)]
    fn new(position: &Position, effects: &'a mut Effects) -> Node<'a, Us> {
        let siege = Siege::lay::<Us>(position, effects);
        let baseline = Baseline::of::<Us>(position, &siege, effects);
        Node {
            effects,
            base: baseline.replies + siege.king_moves,
            siege,
            baseline,
            side: PhantomData,
        }
    }

    /// The replies to all moves of our men that are neither king nor pinned,
    /// when not in check.
    #[inline(always)]
    fn replies_to_free_men(&self, position: &mut Position, pinned: u16) -> i32 {
        let men = position.men::<Us>();
        let mut replies = 0;
        for pawn in Slots::<Us>::new(men.pawns & !pinned) {
            replies += self.replies_to_pawn(position, position.square_of(pawn));
        }
        for knight in Slots::<Us>::new(men.knights & !pinned) {
            let from = position.square_of(knight);
            let origin = self.stepper(from, Capability::KNIGHT);
            for jump in Offset::KNIGHT {
                let to = from + jump;
                if !position.slot(to).has(Us::BLOCKERS) {
                    replies += self.replies(position, &origin, to, MoveKind::Normal, origin.value);
                }
            }
        }
        for slider in Slots::<Us>::new(men.sliders & !pinned) {
            let capability = position.capability_of(slider);
            let origin = self.slider(position.square_of(slider), slider, capability);
            if origin.effect.extended != 0 || origin.effect.double_step != Offset::ZERO {
                replies += self.replies_to_attacked_slider(position, &origin);
                continue;
            }
            if capability.meets(Capability::BISHOP) {
                replies += self.replies_along::<1>(position, &origin)
                    + self.replies_along::<3>(position, &origin)
                    + self.replies_along::<5>(position, &origin)
                    + self.replies_along::<7>(position, &origin);
            }
            if capability.meets(Capability::ROOK) {
                replies += self.replies_along::<0>(position, &origin)
                    + self.replies_along::<2>(position, &origin)
                    + self.replies_along::<4>(position, &origin)
                    + self.replies_along::<6>(position, &origin);
            }
        }
        replies
    }

    #[inline(always)]
    fn replies_to_pawn(&self, position: &mut Position, from: Square) -> i32 {
        let ahead = from + Us::FORWARD;
        if from.rank() == Us::SEVENTH_RANK {
            return self.replies_to_promotions(position, from);
        }
        let mut replies = 0;
        for capture in Us::PAWN_CAPTURES {
            if position.slot(from + capture).has(Us::Opponent::BIT) {
                let mv = Move::new(from, from + capture, MoveKind::Normal);
                replies += self.replies_to_move(position, mv);
            }
        }
        if !position.slot(ahead).is_empty() {
            return replies;
        }
        let two_ahead = ahead + Us::FORWARD;
        let double = from.rank() == Us::PAWN_RANK && position.slot(two_ahead).is_empty();
        let origin = self.stepper(from, Us::PAWN);
        // Their sliders on the file, and their pawns that we stand before, see
        // the pawn move along their own line.
        let along_file = origin.effect.extended & (1 << 2 | 1 << 6) != 0;
        if along_file || origin.effect.double_step != Offset::ZERO {
            let mv = Move::new(from, ahead, MoveKind::Normal);
            replies += self.replies_to_move(position, mv);
            if double {
                let mv = Move::new(from, two_ahead, MoveKind::DoublePush);
                replies += self.replies_to_move(position, mv);
            }
            return replies;
        }
        replies += self.replies(position, &origin, ahead, MoveKind::Normal, origin.value);
        if double {
            let value = origin.value + self.en_passant_replies(position, from, two_ahead);
            replies += self.replies(position, &origin, two_ahead, MoveKind::DoublePush, value);
        }
        replies
    }

    #[inline(never)]
    fn replies_to_promotions(&self, position: &mut Position, from: Square) -> i32 {
        let ahead = from + Us::FORWARD;
        let mut replies = 0;
        for promotion in MoveKind::PROMOTIONS {
            if position.slot(ahead).is_empty() {
                replies += self.replies_to_move(position, Move::new(from, ahead, promotion));
            }
            for capture in Us::PAWN_CAPTURES {
                let to = from + capture;
                if position.slot(to).has(Us::Opponent::BIT) {
                    replies += self.replies_to_move(position, Move::new(from, to, promotion));
                }
            }
        }
        replies
    }

    /// The replies to the moves along one ray, by the number of its king's
    /// step, of a slider that none of their rays ends at and none of their
    /// pawns stands before.
    #[inline(always)]
    fn replies_along<const NUMBER: usize>(&self, position: &mut Position, origin: &Origin) -> i32 {
        let step = Offset::KING[NUMBER];
        let mut replies = 0;
        let mut to = origin.square + step;
        while position.slot(to).is_empty() {
            replies += self.replies(position, origin, to, MoveKind::Normal, origin.value);
            to = to + step;
        }
        if position.slot(to).has(Us::Opponent::BIT) {
            let mv = Move::new(origin.square, to, MoveKind::Normal);
            replies += self.replies_to_move(position, mv);
        }
        replies
    }

    /// The replies to the moves of any slider.
    #[inline(never)]
    fn replies_to_attacked_slider(&self, position: &mut Position, origin: &Origin) -> i32 {
        let mut replies = 0;
        for (number, step) in Offset::KING.into_iter().enumerate() {
            if !attackers_along(step).meets(origin.capability) {
                continue;
            }
            let mut to = origin.square + step;
            while position.slot(to).is_empty() {
                let value = origin.value + self.along_line(position, origin, to, number);
                replies += self.replies(position, origin, to, MoveKind::Normal, value);
                to = to + step;
            }
            if position.slot(to).has(Us::Opponent::BIT) {
                let mv = Move::new(origin.square, to, MoveKind::Normal);
                replies += self.replies_to_move(position, mv);
            }
        }
        replies
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{CastlingNotation, Color, fen};
    use crate::movegen;

    /// Compares each move of a node with the count after making it.
    fn check_node<Us: Side>(position: &mut Position, effects: &mut Effects) {
        if may_castle_unusually::<Us::Opponent>(position) {
            return;
        }
        let node = Node::<Us>::new(position, effects);
        for mv in movegen::legal(position) {
            let fen = position.to_fen();
            let replies = node.replies_to_move(position, mv);
            assert_eq!(
                replies,
                replies_by_making::<Us>(position, mv),
                "{mv:?} in {fen}"
            );
        }
    }

    fn check(position: &mut Position, effects: &mut Effects) {
        match position.side_to_move() {
            Color::White => check_node::<crate::board::White>(position, effects),
            Color::Black => check_node::<crate::board::Black>(position, effects),
        }
    }

    fn check_tree(position: &mut Position, depth: u32, effects: &mut Effects) {
        check(position, effects);
        if depth > 0 {
            for mv in movegen::legal(position) {
                let undo = position.make(mv);
                check_tree(position, depth - 1, effects);
                position.unmake(mv, &undo);
            }
        }
    }

    #[test]
    fn every_move_is_worth_its_replies() {
        let mut effects = Effects::new();
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        ] {
            let parsed = fen::parse(fen, CastlingNotation::Standard).unwrap();
            check_tree(&mut parsed.position.clone(), 2, &mut effects);
        }
    }
}
