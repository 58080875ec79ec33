//! The last ply below all moves of a node. Nearly all replies are the same after
//! each of them. They are counted once, as if the side to move passed, and only the
//! pieces whose moves a move changes are counted again.

use super::Stats;
use super::aim::Aim;
use super::last_ply::{
    Moves, add_check, add_each, add_leaves, add_others, all_but_king, moves_of_piece, unusual,
};
use crate::board::{Capability, Position, Side};
use crate::movegen::threats::Threats;
use crate::movegen::{MAX_MOVES, Move, MoveKind, MoveList};
use crate::perft::{Effects, KingAttack};
use arrayvec::ArrayVec;

/// Counts the last two plies.
pub(super) struct LastTwoPlies {
    // All of this is scratch space, too large to be moved about.
    effects: Effects,
    replies: Replies,
}

impl LastTwoPlies {
    pub(super) fn new() -> LastTwoPlies {
        LastTwoPlies {
            effects: Effects::new(),
            replies: Replies::new(),
        }
    }

    /// Adds the leaves two plies below `position`: the replies to each of these
    /// moves of `Us`.
    pub(super) fn add_leaves<Us: Side>(
        &mut self,
        position: &mut Position,
        moves: &MoveList,
        stats: &mut Stats,
    ) {
        let LastTwoPlies { effects, replies } = self;
        let attack = KingAttack::of::<Us>(position, effects);
        replies.find::<Us::Opponent>(position);
        let king = position.square_of(Us::KING);
        for &mv in moves {
            let known = attack.threats_after(position, effects, mv);
            let undo = position.make_unkeyed::<Us>(mv);
            let threats = known.unwrap_or_else(|| Threats::to::<Us::Opponent>(position));
            if mv.from() == king || !replies.hold(mv, &threats) {
                add_leaves::<Us::Opponent>(position, &threats, stats);
            } else {
                replies.add_after::<Us::Opponent>(position, mv, &threats, stats);
            }
            position.unmake_unkeyed::<Us>(mv, &undo);
        }
    }
}

/// The replies as if the side to move passed.
struct Replies {
    aim: Aim,
    pinned: u16,
    /// See [`unusual`].
    unusual: u16,
    /// The numbers of moves of the other pieces, by number of the piece.
    by_piece: [Moves; 16],
    /// Their sum.
    sum: Moves,
    /// These moves, with the capability of the piece.
    moves: ArrayVec<(Move, Capability), MAX_MOVES>,
    /// Those that give check.
    checks: MoveList,
    /// The pieces whose moves depend on a square, as bits by number.
    depending: [u16; 256],
}

impl Replies {
    fn new() -> Replies {
        Replies {
            aim: Aim::new(),
            pinned: 0,
            unusual: 0,
            by_piece: [Moves::default(); 16],
            sum: Moves::default(),
            moves: ArrayVec::new(),
            checks: MoveList::new(),
            depending: [0; 256],
        }
    }

    /// Finds the replies of `Us`, who is not to move.
    #[inline(always)]
    fn find<Us: Side>(&mut self, position: &Position) {
        self.aim.find::<Us>(position);
        self.pinned = Threats::to::<Us>(position).pinned;
        self.unusual = unusual::<Us>(position, &self.aim);
        self.sum = Moves::default();
        self.moves.clear();
        self.checks.clear();
        self.depending.fill(0);
        let (aim, depending) = (&self.aim, &mut self.depending);
        let (moves, checks) = (&mut self.moves, &mut self.checks);
        for piece in all_but_king::<Us>(position, !(self.unusual | self.pinned)) {
            depending[position.square_of(piece).index()] |= piece.set();
            let count = moves_of_piece::<Us>(
                position,
                piece,
                |mv, capability| {
                    moves.push((mv, capability));
                    if aim.checks(mv.to(), capability) {
                        checks.push(mv);
                    }
                },
                |square| depending[square.index()] |= piece.set(),
            );
            self.by_piece[usize::from(piece.number())] = count;
            self.sum += count;
        }
    }

    /// Returns whether the replies to a move, not one of the king, are those to a
    /// pass, but for the pieces that depend on its squares, and for checks.
    #[inline(always)]
    fn hold(&self, mv: Move, threats: &Threats) -> bool {
        threats.checkers == 0 && threats.pinned == self.pinned && mv.kind() != MoveKind::EnPassant
    }

    /// Adds the replies of `Us` to `mv`, which was made and for which they
    /// [hold](Replies::hold).
    #[inline(always)]
    fn add_after<Us: Side>(
        &self,
        position: &mut Position,
        mv: Move,
        threats: &Threats,
        stats: &mut Stats,
    ) {
        let mut new_aim;
        let changes_aim = self.aim.is_watched(mv.from()) || self.aim.is_watched(mv.to());
        let aim = if changes_aim {
            new_aim = Aim::new();
            new_aim.find::<Us>(position);
            if new_aim.discoverers != self.aim.discoverers {
                return add_leaves::<Us>(position, threats, stats);
            }
            &new_aim
        } else {
            &self.aim
        };
        if !aim.excludes_stalemate::<Us>(position) {
            return add_each::<Us>(position, threats, aim, stats);
        }
        let changed = self.depending[mv.from().index()] | self.depending[mv.to().index()];
        let mut sum = self.sum;
        let mut rest = changed;
        while rest != 0 {
            sum -= self.by_piece[rest.trailing_zeros() as usize];
            rest &= rest - 1;
        }
        let mut checks = MoveList::new();
        // A captured piece is in no list any more.
        for piece in all_but_king::<Us>(position, changed) {
            sum += moves_of_piece::<Us>(position, piece, aim.collect_checks(&mut checks), |_| {});
        }
        sum.add_to(stats);
        let is_unchanged = |mv: Move| {
            let piece = position.slot(mv.from());
            piece.has(Us::BIT) && changed & piece.set() == 0
        };
        if changes_aim {
            for &(mv, capability) in &self.moves {
                if aim.checks(mv.to(), capability) && is_unchanged(mv) {
                    checks.push(mv);
                }
            }
        } else {
            checks.extend(self.checks.iter().copied().filter(|mv| is_unchanged(*mv)));
        }
        for &mv in &checks {
            add_check::<Us>(position, mv, stats);
        }
        add_others::<Us>(position, threats, aim, self.unusual, stats);
    }
}
