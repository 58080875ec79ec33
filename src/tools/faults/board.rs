//! A plain board, as a beginner writes it: an array of squares and the state
//! beside it. It takes any move without complaint, also one that makes no sense,
//! because the generators here make such moves. [`Position`] does not.

use crate::board::{
    Color, Move, MoveKind, Offset, Piece, PieceKind, Position, Square, Wing, castling_targets,
};

/// A set of squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Squares(u128);

impl Squares {
    pub(super) fn of(square: Option<Square>) -> Squares {
        let mut squares = Squares::default();
        if let Some(square) = square {
            squares.insert(square);
        }
        squares
    }

    pub(super) fn contains(self, square: Square) -> bool {
        square.is_on_board() && self.0 >> square.index() & 1 != 0
    }

    pub(super) fn insert(&mut self, square: Square) {
        if square.is_on_board() {
            self.0 |= 1 << square.index();
        }
    }

    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) fn len(self) -> u32 {
        self.0.count_ones()
    }

    pub(super) fn union(self, other: Squares) -> Squares {
        Squares(self.0 | other.0)
    }

    /// The squares, from a1 to h8.
    pub(super) fn iter(self) -> impl Iterator<Item = Square> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let index = (rest != 0).then(|| rest.trailing_zeros() as u8)?;
            rest &= rest - 1;
            Some(Square::at(index & 7, index >> 4))
        })
    }
}

/// The rank (0 to 7) on which the king of this side starts.
pub(super) const fn back_rank(color: Color) -> u8 {
    match color {
        Color::White => 0,
        Color::Black => 7,
    }
}

/// The rank (0 to 7) on which the pawns of this side start.
pub(super) const fn pawn_rank(color: Color) -> u8 {
    match color {
        Color::White => 1,
        Color::Black => 6,
    }
}

/// The step of a pawn of this side.
pub(super) const fn forward(color: Color) -> Offset {
    match color {
        Color::White => Offset::NORTH,
        Color::Black => Offset::SOUTH,
    }
}

/// The two captures of a pawn of this side, towards h and towards a.
pub(super) const fn pawn_captures(color: Color) -> [Offset; 2] {
    match color {
        Color::White => [Offset::NORTH_EAST, Offset::NORTH_WEST],
        Color::Black => [Offset::SOUTH_EAST, Offset::SOUTH_WEST],
    }
}

/// A board and the state of the game on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Board {
    /// By 0x88 index. The squares off the board stay empty.
    squares: [Option<Piece>; 128],
    /// The side to move.
    pub(super) us: Color,
    /// Where each side's king is believed to be, or [`Square::NONE`].
    pub(super) kings: [Square; 2],
    /// The squares from which the kings castle.
    pub(super) king_homes: [Square; 2],
    /// The rook with which a side may still castle on a wing.
    pub(super) rights: [[Option<Square>; 2]; 2],
    /// The en passant square. Only a fault has more than one.
    pub(super) en_passant: Squares,
    /// Plies since the last capture or pawn move.
    pub(super) clock: u16,
    /// The move that led here.
    pub(super) last: Option<Move>,
}

impl From<&Position> for Board {
    fn from(position: &Position) -> Board {
        let kings = [Color::White, Color::Black].map(|color| position.king_square(color));
        let rights = [Color::White, Color::Black]
            .map(|color| Wing::BOTH.map(|wing| position.castling_rook(color, wing)));
        let mut board = Board {
            squares: [None; 128],
            us: position.side_to_move(),
            kings,
            king_homes: kings,
            rights,
            en_passant: Squares::of(position.en_passant()),
            clock: position.halfmove_clock(),
            last: None,
        };
        for (square, piece) in position.pieces() {
            board.put(square, Some(piece));
        }
        board
    }
}

impl Board {
    pub(super) fn them(&self) -> Color {
        self.us.opponent()
    }

    pub(super) fn piece_on(&self, square: Square) -> Option<Piece> {
        self.squares.get(square.index()).copied().flatten()
    }

    pub(super) fn is_empty(&self, square: Square) -> bool {
        self.piece_on(square).is_none()
    }

    /// Returns whether this piece stands on the square.
    pub(super) fn has(&self, square: Square, color: Color, kind: PieceKind) -> bool {
        self.piece_on(square) == Some(Piece { color, kind })
    }

    pub(super) fn kind_on(&self, square: Square) -> Option<PieceKind> {
        self.piece_on(square).map(|piece| piece.kind)
    }

    pub(super) fn color_on(&self, square: Square) -> Option<Color> {
        self.piece_on(square).map(|piece| piece.color)
    }

    /// Returns whether a piece of the other side stands on the square, but not its
    /// king: no generator here captures a king.
    pub(super) fn is_prey(&self, square: Square) -> bool {
        let piece = self.piece_on(square);
        piece.is_some_and(|piece| piece.color != self.us && piece.kind != PieceKind::King)
    }

    pub(super) fn put(&mut self, square: Square, piece: Option<Piece>) {
        if square.is_on_board()
            && let Some(place) = self.squares.get_mut(square.index())
        {
            *place = piece;
        }
    }

    /// All pieces with their squares, from a1 to h8.
    pub(super) fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        (0_u8..)
            .zip(self.squares.chunks(16))
            .flat_map(|(rank, row)| {
                let row = (0_u8..8).zip(row);
                row.filter_map(move |(file, piece)| Some((Square::at(file, rank), (*piece)?)))
            })
    }

    /// Returns whether a repetition counts these boards as the same.
    pub(super) fn is_same_position(&self, other: &Board) -> bool {
        self.squares == other.squares
            && self.rights == other.rights
            && self.en_passant == other.en_passant
    }

    pub(super) fn right(&self, color: Color, wing: Wing) -> Option<Square> {
        self.rights[color.index()][wing as usize]
    }

    /// The first square with a piece from `square` on in this direction.
    pub(super) fn first_piece(&self, square: Square, step: Offset) -> Option<(Square, Piece)> {
        let mut square = square + step;
        while square.is_on_board() {
            if let Some(piece) = self.piece_on(square) {
                return Some((square, piece));
            }
            square = square + step;
        }
        None
    }

    /// The squares of the pieces of `by` that attack `target`.
    pub(super) fn attackers(&self, target: Square, by: Color) -> Squares {
        let mut attackers = Squares::default();
        if !target.is_on_board() {
            return attackers;
        }
        for step in Offset::KING {
            if let Some((square, piece)) = self.first_piece(target, step)
                && piece.color == by
                && attacks_along(piece, square == target + step, step)
            {
                attackers.insert(square);
            }
        }
        for jump in Offset::KNIGHT {
            let square = target + jump;
            if square.is_on_board() && self.has(square, by, PieceKind::Knight) {
                attackers.insert(square);
            }
        }
        attackers
    }

    pub(super) fn is_attacked(&self, target: Square, by: Color) -> bool {
        !self.attackers(target, by).is_empty()
    }

    /// Makes a move.
    pub(super) fn make(&mut self, mv: Move) {
        let (from, to, us) = (mv.from(), mv.to(), self.us);
        let piece = self.piece_on(from);
        let is_pawn = piece.is_some_and(|piece| piece.kind == PieceKind::Pawn);
        self.clock = match is_pawn || self.color_on(to) == Some(us.opponent()) {
            true => 0,
            false => self.clock.saturating_add(1),
        };
        self.en_passant = Squares::default();
        match mv.kind() {
            MoveKind::Castle => self.move_castling(from, to),
            MoveKind::EnPassant => {
                self.move_piece(from, to, piece);
                self.put(captured_en_passant(mv), None);
            }
            MoveKind::DoublePush => {
                self.move_piece(from, to, piece);
                self.en_passant.insert(from + forward(us));
            }
            _ => {
                let promoted = mv.promotion().map(|kind| Piece { color: us, kind });
                self.move_piece(from, to, promoted.or(piece));
            }
        }
        if piece.is_some_and(|piece| piece.kind == PieceKind::King) {
            self.rights[us.index()] = [None; 2];
        }
        for right in self.rights.iter_mut().flatten() {
            right.take_if(|rook| *rook == from || *rook == to);
        }
        self.last = Some(mv);
        self.us = us.opponent();
    }

    fn move_piece(&mut self, from: Square, to: Square, piece: Option<Piece>) {
        self.put(from, None);
        self.put(to, piece);
        if let Some(piece) = piece.filter(|piece| piece.kind == PieceKind::King) {
            self.kings[piece.color.index()] = to;
        }
    }

    /// The rook may be missing if a right was kept by mistake. Then only the king moves.
    fn move_castling(&mut self, king: Square, rook: Square) {
        let (king_to, rook_to) = castling_targets(king, rook);
        let us = self.us;
        let has_rook = self.has(rook, us, PieceKind::Rook);
        let piece = self.piece_on(king);
        self.put(king, None);
        if has_rook {
            self.put(rook, None);
        }
        self.put(king_to, piece);
        if has_rook {
            let kind = PieceKind::Rook;
            self.put(rook_to, Some(Piece { color: us, kind }));
        }
        self.kings[us.index()] = king_to;
    }

    /// Takes back `mv`. The pieces are moved back one by one, so what is wrong on
    /// the board stays wrong; the state beside it comes from `before`.
    pub(super) fn unmake(&mut self, mv: Move, before: &Board) {
        let (from, to) = (mv.from(), mv.to());
        let mut pieces = *self;
        match mv.kind() {
            MoveKind::Castle => {
                let (king_to, rook_to) = castling_targets(from, to);
                let (king, rook) = (self.piece_on(king_to), self.piece_on(rook_to));
                pieces.put(king_to, None);
                pieces.put(rook_to, None);
                pieces.put(from, king);
                pieces.put(to, rook);
            }
            kind => {
                let promoted = mv.promotion().and(before.piece_on(from));
                pieces.put(from, promoted.or(self.piece_on(to)));
                pieces.put(to, before.piece_on(to));
                if kind == MoveKind::EnPassant {
                    let square = captured_en_passant(mv);
                    pieces.put(square, before.piece_on(square));
                }
            }
        }
        *self = Board {
            squares: pieces.squares,
            ..*before
        };
    }
}

/// The square of the pawn that an en passant capture takes.
pub(super) fn captured_en_passant(mv: Move) -> Square {
    Square::at(mv.to().file(), mv.from().rank())
}

/// Returns whether a piece attacks against this step from the target.
fn attacks_along(piece: Piece, is_next: bool, step: Offset) -> bool {
    let is_straight = Offset::ORTHOGONAL.contains(&step);
    match piece.kind {
        PieceKind::Queen => true,
        PieceKind::Rook => is_straight,
        PieceKind::Bishop => !is_straight,
        PieceKind::King => is_next,
        PieceKind::Pawn => is_next && pawn_captures(piece.color).contains(&-step),
        PieceKind::Knight => false,
    }
}
