//! The sum over our moves: generates them at a node two plies above the leaves
//! and adds up their replies. The value of one move is found in
//! [`value`](super::value).

use super::node::{Node, replies_by_making};
use super::value::Origin;
use crate::board::{
    Capability, Offset, Position, Side, Slots, Square, Wing, attackers_along, castling_targets,
};
use crate::movegen::legal::{
    castling, en_passant, evasions, generate_legal, king_moves, pinned_moves,
};
use crate::movegen::threats::Threats;
use crate::movegen::{Move, MoveKind, MoveList};
use crate::perft::king_attack::Effects;

/// The number of leaves two plies below `position`, in which `Us` is to move
/// under these threats.
pub(super) fn leaves<Us: Side>(
    position: &mut Position,
    threats: &Threats,
    effects: &mut Effects,
) -> u64 {
    let mut moves = MoveList::new();
    if may_castle_unusually::<Us::Opponent>(position) {
        generate_legal::<Us>(position, threats, &mut moves);
        return moves
            .iter()
            .map(|&mv| replies_by_making::<Us>(position, mv) as u64)
            .sum();
    }
    let node = Node::<Us>::new(position, effects);
    king_moves::<Us>(position, threats, &mut moves);
    let mut unpinned = 0;
    match threats.checkers {
        0 => {
            castling::<Us>(position, threats, &mut moves);
            en_passant::<Us>(position, &mut moves);
            pinned_moves::<Us>(position, threats, &mut moves);
            unpinned = node.replies_to_unpinned(position, threats.pinned);
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
    (unpinned + others) as u64
}

/// Returns whether `Them` may castle after a move of ours in a way that standard
/// chess does not have: its path is not known here. A piece of theirs on the path
/// rules it out, since a piece of ours that captures it stands there itself.
fn may_castle_unusually<Them: Side>(position: &Position) -> bool {
    if position.has_standard_castling() || !position.castling().has_any(Them::COLOR) {
        return false;
    }
    let king = position.square_of(Them::KING);
    let is_open = |rook: Square| {
        let (king_to, rook_to) = castling_targets(king, rook);
        !(0..8)
            .map(|file| Square::at(file, king.rank()))
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

impl<Us: Side> Node<'_, Us> {
    /// The replies to all moves of our pieces but the king and the pinned ones.
    /// We are not in check.
    #[inline(always)]
    fn replies_to_unpinned(&self, position: &mut Position, pinned: u16) -> i32 {
        let list = position.piece_list::<Us>();
        let mut replies = 0;
        for pawn in Slots::<Us>::new(list.pawns & !pinned) {
            replies += self.replies_to_pawn(position, position.square_of(pawn));
        }
        for knight in Slots::<Us>::new(list.knights & !pinned) {
            let from = position.square_of(knight);
            let origin = self.stepper(from, Capability::KNIGHT);
            for jump in Offset::KNIGHT {
                let to = from + jump;
                if !position.slot(to).has(Us::BLOCKERS) {
                    replies += self.replies(position, &origin, to, MoveKind::Normal, origin.value);
                }
            }
        }
        for slider in Slots::<Us>::new(list.sliders & !pinned) {
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
        // The pawn moves along the line of their sliders on the file, and of
        // their pawns that it stands before.
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

    /// The replies to the moves of a slider along one ray, by the number of its
    /// king's step. The slider ends no ray of theirs and blocks no pawn of
    /// theirs.
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

    /// The replies to the moves of a slider that may end rays of theirs or block
    /// their pawns.
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
    use crate::board::side_dispatch;

    /// Compares each move of a node with the count after making it.
    fn check_node<Us: Side>(position: &mut Position, effects: &mut Effects) {
        if may_castle_unusually::<Us::Opponent>(position) {
            return;
        }
        let node = Node::<Us>::new(position, effects);
        for mv in position.legal_moves() {
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
        side_dispatch!(position, Us => check_node::<Us>(position, effects));
    }

    fn check_tree(position: &mut Position, depth: u32, effects: &mut Effects) {
        check(position, effects);
        if depth > 0 {
            for mv in position.legal_moves() {
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
            check_tree(&mut fen.parse().unwrap(), 2, &mut effects);
        }
    }
}
