//! One position on the way, with its checks and pins, and its moves: pseudo-legal
//! ones first, then the test of each. Everything here is right; a [`Flaw`] changes
//! single answers.

use super::board::{Board, Squares, back_rank, forward, pawn_captures, pawn_rank};
use super::flaw::Flaw;
use crate::board::{
    Color, Move, MoveKind, Offset, PieceKind, Square, Wing, castling_targets, step_along,
};

/// A board, and what a generator works out before it lists the moves.
pub(super) struct Node<'a> {
    pub(super) board: &'a Board,
    /// The side to move.
    pub(super) us: Color,
    /// The other side.
    pub(super) them: Color,
    /// The king of the side to move, or [`Square::NONE`].
    pub(super) king: Square,
    /// The pieces that give check.
    pub(super) checkers: Squares,
    /// The pieces of the side to move that are pinned to its king.
    pub(super) pinned: Squares,
    /// The board without the king, which shields no square from a slider.
    lifted: Board,
}

/// A castling move whose right is still there, and whose king is at home.
#[derive(Clone, Copy)]
pub(super) struct Castle {
    pub(super) king: Square,
    pub(super) rook: Square,
    pub(super) king_to: Square,
    pub(super) rook_to: Square,
    pub(super) wing: Wing,
}

impl Castle {
    pub(super) fn new(king: Square, rook: Square) -> Castle {
        let (king_to, rook_to) = castling_targets(king, rook);
        let wing = Wing::of(king, rook);
        Castle {
            king,
            rook,
            king_to,
            rook_to,
            wing,
        }
    }

    pub(super) fn mv(self) -> Move {
        Move::new(self.king, self.rook, MoveKind::Castle)
    }

    /// The squares that must be empty, but for king and rook.
    pub(super) fn path(self) -> impl Iterator<Item = Square> {
        let ends = [self.king, self.rook, self.king_to, self.rook_to];
        let files = ends.map(Square::file);
        let first = files.iter().copied().min().unwrap_or_default();
        let last = files.iter().copied().max().unwrap_or_default();
        (first..=last).map(move |file| Square::at(file, self.king.rank()))
    }
}

/// The squares from `a` to `b`, both included, which are on one rank.
pub(super) fn rank_between(a: Square, b: Square) -> impl Iterator<Item = Square> {
    let files = a.file().min(b.file())..=a.file().max(b.file());
    files.map(move |file| Square::at(file, a.rank()))
}

impl<'a> Node<'a> {
    pub(super) fn new(board: &'a Board) -> Node<'a> {
        let (us, them) = (board.us, board.them());
        let king = board.kings[us.index()];
        let mut lifted = *board;
        lifted.put(king, None);
        let mut pinned = Squares::default();
        for step in Offset::KING {
            if let Some((square, piece)) = board.first_piece(king, step)
                && piece.color == us
                && let Some((_, pinner)) = board.first_piece(square, step)
                && pinner.color == them
                && slides(pinner.kind, step)
            {
                pinned.insert(square);
            }
        }
        Node {
            board,
            us,
            them,
            king,
            checkers: board.attackers(king, them),
            pinned,
            lifted,
        }
    }

    pub(super) fn in_check(&self) -> bool {
        !self.checkers.is_empty()
    }

    pub(super) fn is_king(&self, mv: Move) -> bool {
        mv.from() == self.king && mv.kind() != MoveKind::Castle
    }

    pub(super) fn moves_a(&self, mv: Move, kind: PieceKind) -> bool {
        self.board.kind_on(mv.from()) == Some(kind)
    }

    /// Returns whether the move captures the piece on its target.
    pub(super) fn captures(&self, mv: Move) -> bool {
        mv.kind() != MoveKind::Castle && !self.board.is_empty(mv.to())
    }

    /// Returns whether the move captures a piece that gives check.
    pub(super) fn captures_checker(&self, mv: Move) -> bool {
        mv.kind() != MoveKind::Castle && self.checkers.contains(mv.to())
    }

    /// Returns whether the move puts a piece between king and checker.
    pub(super) fn blocks(&self, mv: Move) -> bool {
        self.in_check()
            && mv.from() != self.king
            && !self.captures_checker(mv)
            && mv.kind() != MoveKind::EnPassant
    }

    /// The pieces that attack a square to which the king would go.
    pub(super) fn guards(&self, square: Square) -> Squares {
        self.lifted.attackers(square, self.them)
    }

    pub(super) fn is_safe(&self, square: Square) -> bool {
        self.guards(square).is_empty()
    }

    /// Returns whether the other king attacks the square.
    pub(super) fn is_next_to_their_king(&self, square: Square) -> bool {
        distance(square, self.board.kings[self.them.index()]) <= 1
    }

    /// The board after a move.
    pub(super) fn after(&self, mv: Move) -> Board {
        let mut after = *self.board;
        after.make(mv);
        after
    }

    /// Returns whether the own king is not attacked after the move.
    pub(super) fn is_safe_after(&self, mv: Move) -> bool {
        let after = self.after(mv);
        !after.is_attacked(after.kings[self.us.index()], self.them)
    }

    /// Returns whether a pseudo-legal move is legal.
    fn is_legal(&self, mv: Move) -> bool {
        if mv.from() == self.king {
            return self.is_safe(mv.to());
        }
        let is_free = !self.in_check() && !self.pinned.contains(mv.from());
        is_free && mv.kind() != MoveKind::EnPassant || self.is_safe_after(mv)
    }

    /// The castling moves that may be legal.
    pub(super) fn castles(&self) -> impl Iterator<Item = Castle> + '_ {
        let king = self.king;
        let is_home = king == self.board.king_homes[self.us.index()] && king.is_on_board();
        let rooks = Wing::BOTH.map(|wing| self.board.right(self.us, wing));
        let rooks = rooks.into_iter().flatten();
        rooks
            .filter(move |&rook| is_home && rook != king && rook.rank() == king.rank())
            .map(move |rook| Castle::new(king, rook))
    }

    /// Returns whether the square is empty, or holds the king or the rook that castle.
    pub(super) fn is_free_for(&self, castle: Castle, square: Square) -> bool {
        square == castle.king || square == castle.rook || self.board.is_empty(square)
    }

    /// Returns whether nothing stands in the way of a castling move.
    pub(super) fn is_path_free(&self, castle: Castle) -> bool {
        castle.path().all(|square| self.is_free_for(castle, square))
    }

    /// Returns whether no square between the king's start and end is attacked.
    pub(super) fn is_crossing_safe(&self, castle: Castle) -> bool {
        rank_between(castle.king, castle.king_to)
            .filter(|&square| square != castle.king && square != castle.king_to)
            .all(|square| self.is_safe(square))
    }

    /// Returns whether the king is safe after castling.
    pub(super) fn is_target_safe(&self, castle: Castle) -> bool {
        self.is_safe_after(castle.mv())
    }

    /// Returns whether castling is legal.
    pub(super) fn may_castle(&self, castle: Castle) -> bool {
        !self.in_check()
            && self.is_path_free(castle)
            && self.is_crossing_safe(castle)
            && self.is_target_safe(castle)
    }

    /// Passes each move that a generator with this flaw lists to `take`.
    pub(super) fn list(&self, flaw: Option<Flaw>, mut take: impl FnMut(Move)) {
        match flaw {
            Some(Flaw::Lists(lists)) => {
                self.castles()
                    .filter(|&castle| lists(self, castle.mv(), self.may_castle(castle)))
                    .for_each(|castle| take(castle.mv()));
                self.pseudo_legal(|mv| {
                    if lists(self, mv, self.is_legal(mv)) {
                        take(mv);
                    }
                });
            }
            Some(Flaw::Alters(alter)) => {
                let mut moves = Vec::with_capacity(64);
                self.legal(|castle| self.may_castle(castle), |mv| moves.push(mv));
                alter(self, &mut moves);
                moves.into_iter().for_each(take);
            }
            Some(Flaw::Castles(castles)) => self.legal(|castle| castles(self, castle), take),
            _ => self.legal(|castle| self.may_castle(castle), take),
        }
    }

    /// The legal moves; `castles` decides on castling.
    fn legal(&self, castles: impl Fn(Castle) -> bool, mut take: impl FnMut(Move)) {
        for castle in self.castles().filter(|&castle| castles(castle)) {
            take(castle.mv());
        }
        self.pseudo_legal(|mv| {
            if self.is_legal(mv) {
                take(mv);
            }
        });
    }

    /// The pseudo-legal moves, without castling.
    fn pseudo_legal(&self, mut take: impl FnMut(Move)) {
        for (from, piece) in self.board.pieces() {
            if piece.color != self.us {
                continue;
            }
            match piece.kind {
                PieceKind::Pawn => self.pawn_moves(from, &mut take),
                PieceKind::Knight => self.steps(from, &Offset::KNIGHT, false, &mut take),
                PieceKind::Bishop => self.steps(from, &Offset::DIAGONAL, true, &mut take),
                PieceKind::Rook => self.steps(from, &Offset::ORTHOGONAL, true, &mut take),
                PieceKind::Queen => self.steps(from, &Offset::KING, true, &mut take),
                PieceKind::King => self.steps(from, &Offset::KING, false, &mut take),
            }
        }
    }

    fn steps(&self, from: Square, steps: &[Offset], slides: bool, take: &mut impl FnMut(Move)) {
        for &step in steps {
            let mut to = from + step;
            while to.is_on_board() {
                if self.board.is_empty(to) {
                    take(Move::new(from, to, MoveKind::Normal));
                } else {
                    if self.board.is_prey(to) {
                        take(Move::new(from, to, MoveKind::Normal));
                    }
                    break;
                }
                if !slides {
                    break;
                }
                to = to + step;
            }
        }
    }

    fn pawn_moves(&self, from: Square, take: &mut impl FnMut(Move)) {
        let (board, step) = (self.board, forward(self.us));
        let to = from + step;
        if to.is_on_board() && board.is_empty(to) {
            self.arrive(from, to, take);
            if from.rank() == pawn_rank(self.us) && board.is_empty(to + step) {
                take(Move::new(from, to + step, MoveKind::DoublePush));
            }
        }
        for capture in pawn_captures(self.us) {
            let to = from + capture;
            if !to.is_on_board() {
                continue;
            }
            if board.is_prey(to) {
                self.arrive(from, to, take);
            } else if board.en_passant.contains(to)
                && board.is_empty(to)
                && board.has(to + -step, self.them, PieceKind::Pawn)
            {
                take(Move::new(from, to, MoveKind::EnPassant));
            }
        }
    }

    /// Lists the move of a pawn: four promotions on the last rank.
    fn arrive(&self, from: Square, to: Square, take: &mut impl FnMut(Move)) {
        if to.rank() == back_rank(self.them) {
            for kind in MoveKind::PROMOTIONS {
                take(Move::new(from, to, kind));
            }
        } else {
            take(Move::new(from, to, MoveKind::Normal));
        }
    }
}

/// Returns whether a piece of this kind slides along this step.
pub(super) fn slides(kind: PieceKind, step: Offset) -> bool {
    let is_straight = Offset::ORTHOGONAL.contains(&step);
    match kind {
        PieceKind::Queen => true,
        PieceKind::Rook => is_straight,
        PieceKind::Bishop => !is_straight,
        PieceKind::Pawn | PieceKind::Knight | PieceKind::King => false,
    }
}

/// The number of king's steps between two squares.
pub(super) fn distance(a: Square, b: Square) -> u8 {
    a.file().abs_diff(b.file()).max(a.rank().abs_diff(b.rank()))
}

/// Returns whether a move goes on in the direction from `origin` to its start.
pub(super) fn goes_on_from(origin: Square, mv: Move) -> bool {
    let step = step_along(mv.from() - origin);
    step != Offset::ZERO && step == step_along(mv.to() - mv.from())
}
