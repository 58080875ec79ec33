//! The board: a 0x88 mailbox with piece lists, and everything that can be said
//! of one position. What can be played in it is [`movegen`](crate::movegen)'s
//! subject; nothing here knows of UCI, threads or printing to a stream.

mod attack;
mod castling;
mod chess_move;
mod display;
pub mod fen;
mod flip;
mod key_after;
mod make;
mod men;
mod packed;
mod piece;
mod placement;
mod side;
mod square;
pub(crate) mod zobrist;

pub use castling::{CastlingNotation, CastlingRights, Wing};
pub use chess_move::{Move, MoveKind, parts_of_move};
pub use make::Undo;
pub use men::Men;
pub use packed::PackedPosition;
pub use piece::{Capability, Color, Piece, PieceKind, Slot};
pub use side::{Black, Side, White};
pub use square::{NotASquare, Offset, Square};

pub(crate) use attack::{attackers_along, attackers_table, step_along};
pub(crate) use castling::CastlingSetup;
pub(crate) use make::castling_targets;
pub(crate) use men::Slots;
pub(crate) use piece::BY_ROW;

/// A chess position: men, side to move, castling rights, ep square, clocks,
/// and the hash key that goes with them.
///
/// Made from a FEN by [`fen::parse`]; every `Position` that exists has one
/// king a side, at most sixteen men and eight pawns a side, and a side not to
/// move that is not in check.
///
/// ```
/// use ox88::board::{Color, Position};
///
/// let position = Position::start();
/// assert_eq!(position.side_to_move(), Color::White);
/// assert!(!position.is_in_check());
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    /// All 256 indices of a byte, so that a walk off the board needs neither a
    /// bounds check nor a test of its own: it ends at a border slot.
    mailbox: [Slot; 256],
    square_of: [Square; 256],
    capability_of: [Capability; 256],
    men: [Men; 2],
    /// The key without the share of the ep square, see [`Position::key`].
    base_key: u128,
    castling: CastlingRights,
    en_passant: Square,
    side_to_move: Color,
    halfmove_clock: u16,
    fullmove_number: u32,
    castling_setup: CastlingSetup,
}

impl Position {
    /// The start position of standard chess.
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
    #[must_use]
    pub fn castling(&self) -> CastlingRights {
        self.castling
    }

    /// The rook with which `color` may castle on `wing`, if it still may.
    #[must_use]
    pub fn castling_rook(&self, color: Color, wing: Wing) -> Option<Square> {
        self.castling
            .has(color, wing)
            .then(|| self.castling_setup.rook_square(color, wing))
    }

    /// The square that the last move, a pawn's double step, passed over,
    /// whether or not a pawn can capture there.
    #[must_use]
    pub fn en_passant(&self) -> Option<Square> {
        (self.en_passant != Square::NONE).then_some(self.en_passant)
    }

    /// Plies since the last capture or pawn move, saturating.
    #[must_use]
    pub fn halfmove_clock(&self) -> u16 {
        self.halfmove_clock
    }

    /// The number of the move, 1 at the start, counted up after Black's,
    /// saturating.
    #[must_use]
    pub fn fullmove_number(&self) -> u32 {
        self.fullmove_number
    }

    /// The man on a square of the board, if there is one.
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

    /// All men on the board, from the piece lists: White's first.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        let men_of = |color: Color| {
            let men = self.men[color.index()];
            let alive = men.pawns | men.knights | men.sliders | 1;
            let side_bit = [Slot::WHITE, Slot::BLACK][color.index()];
            (0..16)
                .filter(move |number| alive >> number & 1 != 0)
                .filter_map(move |number| {
                    let slot = Slot::new(side_bit, number);
                    let kind = self.capability_of(slot).kind()?;
                    Some((self.square_of(slot), Piece { color, kind }))
                })
        };
        men_of(Color::White).chain(men_of(Color::Black))
    }

    /// Where the king of `color` stands.
    #[must_use]
    pub fn king_square(&self, color: Color) -> Square {
        match color {
            Color::White => self.square_of(White::KING),
            Color::Black => self.square_of(Black::KING),
        }
    }

    /// The 128-bit Zobrist key: men, side to move, castling rights by rook,
    /// and the ep square if a pawn stands ready to capture there. Clocks do
    /// not enter it.
    ///
    /// The ep share is added here rather than kept, since whether it counts
    /// depends on where the pawns stand now.
    #[must_use]
    pub fn key(&self) -> u128 {
        self.base_key ^ self.en_passant_share()
    }

    /// [`Position::key`] as if there were no en passant square.
    pub(crate) fn key_without_en_passant(&self) -> u128 {
        self.base_key
    }

    /// The share of the ep square in the key: 0 unless a pawn stands ready to
    /// capture there.
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

    /// Whether a pawn of `Us` attacks `target`.
    #[inline(always)]
    fn stands_ready_to_capture<Us: Side>(&self, target: Square) -> bool {
        Us::PAWN_CAPTURES
            .into_iter()
            .any(|capture| self.capability_of(self.slot(target - capture)) == Us::PAWN)
    }

    /// The key computed from nothing but the board: what
    /// [`Position::key`] must always agree with.
    #[must_use]
    pub fn key_from_scratch(&self) -> u128 {
        let men = Square::all()
            .filter_map(|square| {
                let piece = self.piece_on(square)?;
                Some(zobrist::man_key(Capability::of(piece), piece.color, square))
            })
            .fold(0, |key, man| key ^ man);
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
        men ^ side ^ self.castling_setup.key(self.castling) ^ en_passant
    }

    /// What a square holds; any index, on the board or off it.
    #[inline(always)]
    pub(crate) fn slot(&self, square: Square) -> Slot {
        self.mailbox[square.index()]
    }

    /// Where a live man stands.
    #[inline(always)]
    pub(crate) fn square_of(&self, man: Slot) -> Square {
        self.square_of[man.index()]
    }

    /// What a man is; [`Capability::NONE`] for an empty square and the border.
    #[inline(always)]
    pub(crate) fn capability_of(&self, slot: Slot) -> Capability {
        self.capability_of[slot.index()]
    }

    /// The live men of a side.
    #[inline(always)]
    pub(crate) fn men<Us: Side>(&self) -> Men {
        self.men[Us::COLOR.index()]
    }

    /// Whether every castling right that the FEN gave is that of a king on the
    /// e-file with a rook in the corner.
    #[inline(always)]
    pub(crate) fn has_standard_castling(&self) -> bool {
        self.castling_setup.is_standard()
    }

    /// The ep square, or [`Square::NONE`].
    #[inline(always)]
    pub(crate) fn en_passant_square(&self) -> Square {
        self.en_passant
    }
}
