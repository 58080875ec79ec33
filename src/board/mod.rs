//! The board: a 0x88 mailbox with piece lists, squares, pieces, moves and FEN.
//! The moves of a position live in [`movegen`](crate::movegen); nothing here
//! knows UCI, threads or streams.

mod attack;
mod castling;
mod chess_move;
mod diagram;
pub mod fen;
mod flip;
mod key_after;
mod make;
mod named;
mod packed;
mod piece;
mod piece_list;
mod placement;
mod side;
mod square;
pub(crate) mod zobrist;

pub use castling::{CastlingNotation, Wing};
pub use chess_move::{Move, MoveKind};
pub use diagram::Diagram;
pub use make::Undo;
pub use named::{CHESS960_STARTS, NAMED_POSITIONS, NamedPosition, chess960_start};
pub use piece::{Color, Piece, PieceKind};
pub use square::{NotASquare, Square};

pub(crate) use attack::{attackers_along, attackers_table, step_along};
pub(crate) use castling::{CastlingRights, CastlingSetup, castling_targets};
pub(crate) use chess_move::parts_of_move;
pub(crate) use packed::PackedPosition;
pub(crate) use piece::{BY_ROW, Capability, Slot};
pub(crate) use piece_list::{PieceList, Slots};
pub(crate) use side::{Black, Side, White, side_dispatch};
pub(crate) use square::Offset;

/// A chess position: pieces, side to move, castling rights, en passant square,
/// clocks and hash key.
///
/// You get one from [`Position::start`] or from a FEN: `parse` accepts only a
/// FEN without faults, and [`fen::parse`] repairs what it can and reports it.
/// Each side has one king, at most sixteen pieces and at most eight pawns, and
/// the side that is not to move is not in check.
///
/// ```
/// use ox88::board::{Color, Position};
///
/// let position: Position = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1".parse()?;
/// assert_eq!(position.side_to_move(), Color::White);
/// assert_eq!(position.legal_moves().len(), 6);
/// assert_eq!(position.to_string(), "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
/// # Ok::<(), ox88::board::fen::FenError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    /// One slot for each value of a byte: a walk that leaves the board ends at
    /// a border slot, without a bounds check and without a test of its own.
    mailbox: [Slot; 256],
    square_of: [Square; 256],
    capability_of: [Capability; 256],
    piece_lists: [PieceList; 2],
    /// The key without the share of the en passant square, see [`Position::key`].
    base_key: u128,
    castling: CastlingRights,
    en_passant: Square,
    side_to_move: Color,
    halfmove_clock: u16,
    fullmove_number: u32,
    castling_setup: CastlingSetup,
}

impl Default for Position {
    /// The start position of standard chess.
    fn default() -> Position {
        Position::start()
    }
}

impl Position {
    /// The start position of standard chess.
    ///
    /// ```
    /// use ox88::board::Position;
    ///
    /// assert_eq!(Position::start().legal_moves().len(), 20);
    /// ```
    #[must_use]
    pub fn start() -> Position {
        fen::start_position()
    }

    /// The side to move.
    #[must_use]
    pub fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    /// The castling rights that are left.
    pub(crate) fn castling(&self) -> CastlingRights {
        self.castling
    }

    /// The rook with which `color` may still castle on `wing`, or `None`
    /// without that right.
    ///
    /// ```
    /// use ox88::board::{Color, Position, Square, Wing};
    ///
    /// let rook = Position::start().castling_rook(Color::Black, Wing::QueenSide);
    /// assert_eq!(rook, Some(Square::A8));
    /// ```
    #[must_use]
    pub fn castling_rook(&self, color: Color, wing: Wing) -> Option<Square> {
        self.castling
            .has(color, wing)
            .then(|| self.castling_setup.rook_square(color, wing))
    }

    /// The square that a pawn passed over with a double step in the last move.
    /// It is set whether or not a pawn can capture there.
    ///
    /// ```
    /// use ox88::board::{Position, Square};
    ///
    /// let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
    /// let position: Position = fen.parse()?;
    /// assert_eq!(position.en_passant(), Some(Square::E3));
    /// # Ok::<(), ox88::board::fen::FenError>(())
    /// ```
    #[must_use]
    pub fn en_passant(&self) -> Option<Square> {
        (self.en_passant != Square::NONE).then_some(self.en_passant)
    }

    /// The number of plies since the last capture or pawn move; it saturates.
    #[must_use]
    pub fn halfmove_clock(&self) -> u16 {
        self.halfmove_clock
    }

    /// The number of the current move: 1 at the start, one more after each move
    /// of Black; it saturates.
    #[must_use]
    pub fn fullmove_number(&self) -> u32 {
        self.fullmove_number
    }

    /// The piece on a square, or `None` for an empty square.
    ///
    /// ```
    /// use ox88::board::{Color, Piece, PieceKind, Position, Square};
    ///
    /// let king = Piece {
    ///     color: Color::White,
    ///     kind: PieceKind::King,
    /// };
    /// assert_eq!(Position::start().piece_on(Square::E1), Some(king));
    /// ```
    #[must_use]
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        let slot = self.slot(square);
        let color = if slot.has(Slot::WHITE) {
            Color::White
        } else {
            Color::Black
        };
        let kind = self.capability_of(slot).kind()?;
        Some(Piece { color, kind })
    }

    /// The kind of the piece that a pseudo-legal move captures, if it captures.
    ///
    /// ```
    /// use ox88::Position;
    /// use ox88::board::{CastlingNotation, PieceKind};
    ///
    /// let position: Position = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1".parse()?;
    /// let mv = position.parse_move("e5d6", CastlingNotation::Standard).unwrap();
    /// assert_eq!(position.captured(mv), Some(PieceKind::Pawn));
    /// # Ok::<(), ox88::board::fen::FenError>(())
    /// ```
    #[must_use]
    pub fn captured(&self, mv: Move) -> Option<PieceKind> {
        match mv.kind() {
            // The target is the rook of the side that castles.
            MoveKind::Castle => None,
            MoveKind::EnPassant => Some(PieceKind::Pawn),
            _ => self.piece_on(mv.to()).map(|piece| piece.kind),
        }
    }

    /// All pieces with their squares, those of White first.
    ///
    /// ```
    /// use ox88::board::Position;
    ///
    /// assert_eq!(Position::start().pieces().count(), 32);
    /// ```
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        let pieces_of = |color: Color| {
            let list = self.piece_lists[color.index()];
            let alive = list.pawns | list.knights | list.sliders | 1;
            let side_bit = [Slot::WHITE, Slot::BLACK][color.index()];
            (0..16)
                .filter(move |number| alive >> number & 1 != 0)
                .filter_map(move |number| {
                    let slot = Slot::new(side_bit, number);
                    let kind = self.capability_of(slot).kind()?;
                    Some((self.square_of(slot), Piece { color, kind }))
                })
        };
        pieces_of(Color::White).chain(pieces_of(Color::Black))
    }

    /// The square of the king of `color`.
    #[must_use]
    pub fn king_square(&self, color: Color) -> Square {
        match color {
            Color::White => self.square_of(White::KING),
            Color::Black => self.square_of(Black::KING),
        }
    }

    /// The 128-bit Zobrist key of pieces, side to move, castling rights and, if
    /// a pawn stands ready to capture there, the en passant square. Clocks do
    /// not enter it.
    ///
    /// ```
    /// use ox88::board::Position;
    ///
    /// let start = Position::start();
    /// let mut position = start.clone();
    /// for text in ["g1f3", "g8f6", "f3g1", "f6g8"] {
    ///     let mv = position.parse_move(text, Default::default()).unwrap();
    ///     let _ = position.play(mv);
    /// }
    /// assert_eq!(position.key(), start.key());
    /// ```
    #[must_use]
    pub fn key(&self) -> u128 {
        // The share of the en passant square depends on where the pawns stand now,
        // so it is not part of the base key.
        self.base_key ^ self.en_passant_share()
    }

    /// [`Position::key`] as if there were no en passant square.
    pub(crate) fn key_without_en_passant(&self) -> u128 {
        self.base_key
    }

    /// The share of the en passant square in the key: 0 unless a pawn stands
    /// ready to capture there.
    #[inline(always)]
    fn en_passant_share(&self) -> u128 {
        if self.en_passant == Square::NONE || !self.has_en_passant_capturer() {
            0
        } else {
            zobrist::en_passant_key(self.en_passant.file())
        }
    }

    fn has_en_passant_capturer(&self) -> bool {
        match self.side_to_move {
            Color::White => self.stands_ready_to_capture::<White>(self.en_passant),
            Color::Black => self.stands_ready_to_capture::<Black>(self.en_passant),
        }
    }

    /// Returns whether a pawn of `Us` attacks `target`.
    #[inline(always)]
    fn stands_ready_to_capture<Us: Side>(&self, target: Square) -> bool {
        Us::PAWN_CAPTURES
            .into_iter()
            .any(|capture| self.capability_of(self.slot(target - capture)) == Us::PAWN)
    }

    /// The key, computed from the board alone. It is equal to
    /// [`Position::key`], which is updated move by move.
    ///
    /// ```
    /// use ox88::board::Position;
    ///
    /// let start = Position::start();
    /// assert_eq!(start.key_from_scratch(), start.key());
    /// ```
    #[must_use]
    pub fn key_from_scratch(&self) -> u128 {
        let pieces = Square::all()
            .filter_map(|square| {
                let piece = self.piece_on(square)?;
                Some(zobrist::piece_key(
                    Capability::of(piece),
                    piece.color,
                    square,
                ))
            })
            .fold(0, |key, share| key ^ share);
        let side = match self.side_to_move {
            Color::White => 0,
            Color::Black => zobrist::black_to_move_key(),
        };
        let en_passant = match self.en_passant() {
            Some(square) if self.has_en_passant_capturer() => {
                zobrist::en_passant_key(square.file())
            }
            _ => 0,
        };
        pieces ^ side ^ self.castling_setup.key(self.castling) ^ en_passant
    }

    /// The slot on a square, on the board or off it.
    #[inline(always)]
    pub(crate) fn slot(&self, square: Square) -> Slot {
        self.mailbox[square.index()]
    }

    /// The square of a live piece.
    #[inline(always)]
    pub(crate) fn square_of(&self, piece: Slot) -> Square {
        self.square_of[piece.index()]
    }

    /// The capability of a piece; [`Capability::NONE`] for an empty square and
    /// the border.
    #[inline(always)]
    pub(crate) fn capability_of(&self, slot: Slot) -> Capability {
        self.capability_of[slot.index()]
    }

    /// The live pieces of a side.
    #[inline(always)]
    pub(crate) fn piece_list<Us: Side>(&self) -> PieceList {
        self.piece_lists[Us::COLOR.index()]
    }

    /// Returns whether every castling right that the FEN gave belongs to a king
    /// on the e-file and a rook in the corner.
    #[inline(always)]
    pub(crate) fn has_standard_castling(&self) -> bool {
        self.castling_setup.is_standard()
    }

    /// The en passant square, or [`Square::NONE`].
    #[inline(always)]
    pub(crate) fn en_passant_square(&self) -> Square {
        self.en_passant
    }
}
