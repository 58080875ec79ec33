//! Making and unmaking moves. Both trust that the move was generated for this
//! position. They do not test whether it leaves its own king attacked.

use super::castling::{CastlingRights, castling_targets};
use super::chess_move::{Move, MoveKind};
use super::piece::{Capability, Color, Slot};
use super::piece_list::PieceList;
use super::side::{Black, Side, White};
use super::square::Square;
use super::{Position, zobrist};

/// What [`Position::unmake`] needs to restore a position exactly, with the
/// order of its piece lists.
#[derive(Clone, Copy, Debug)]
#[must_use = "a move that is never unmade leaves the position changed"]
pub struct Undo {
    piece_lists: [PieceList; 2],
    base_key: u128,
    captured: Slot,
    castling: CastlingRights,
    en_passant: Square,
    halfmove_clock: u16,
    fullmove_number: u32,
}

impl Position {
    /// Makes a pseudo-legal move of the side to move, to be taken back with
    /// [`Position::unmake`]. [`Position::play`] makes a legal move for good.
    ///
    /// # Panics
    ///
    /// It may panic, or leave a position that makes no sense, if the move is not
    /// one of [`Position::pseudo_legal_moves`].
    ///
    /// ```
    /// use ox88::board::Position;
    ///
    /// let mut position = Position::start();
    /// for mv in position.pseudo_legal_moves() {
    ///     let undo = position.make(mv);
    ///     assert!(!position.is_opponent_in_check());
    ///     position.unmake(mv, &undo);
    /// }
    /// assert_eq!(position, Position::start());
    /// ```
    pub fn make(&mut self, mv: Move) -> Undo {
        match self.side_to_move {
            Color::White => self.make_keyed::<White>(mv),
            Color::Black => self.make_keyed::<Black>(mv),
        }
    }

    /// Takes back `mv`, the last move made, with the value that
    /// [`Position::make`] returned for it.
    pub fn unmake(&mut self, mv: Move, undo: &Undo) {
        match self.side_to_move {
            Color::White => self.unmake_keyed::<Black>(mv, undo),
            Color::Black => self.unmake_keyed::<White>(mv, undo),
        }
    }

    /// [`Position::make`] for a known side.
    #[inline(always)]
    fn make_keyed<Us: Side>(&mut self, mv: Move) -> Undo {
        self.make_as::<Us, true>(mv)
    }

    /// [`Position::make`] for a known side, but hash key and clocks stay as they
    /// were and so are stale. Counting reads neither. Take the move back with
    /// [`Position::unmake_unkeyed`] before the position is handed out.
    #[inline(always)]
    pub(crate) fn make_unkeyed<Us: Side>(&mut self, mv: Move) -> Undo {
        self.make_as::<Us, false>(mv)
    }

    /// Takes back [`Position::make_keyed`] of the same side.
    #[inline(always)]
    fn unmake_keyed<Us: Side>(&mut self, mv: Move, undo: &Undo) {
        self.unmake_as::<Us, true>(mv, undo);
    }

    /// Takes back [`Position::make_unkeyed`] of the same side.
    #[inline(always)]
    pub(crate) fn unmake_unkeyed<Us: Side>(&mut self, mv: Move, undo: &Undo) {
        self.unmake_as::<Us, false>(mv, undo);
    }

    #[inline(always)]
    fn make_as<Us: Side, const KEYED: bool>(&mut self, mv: Move) -> Undo {
        debug_assert_eq!(self.side_to_move, Us::COLOR);
        let (from, to) = (mv.from(), mv.to());
        let piece = self.slot(from);
        debug_assert!(piece.has(Us::BIT));
        let mut undo = Undo {
            piece_lists: self.piece_lists,
            base_key: self.base_key,
            captured: Slot::EMPTY,
            castling: self.castling,
            en_passant: self.en_passant,
            halfmove_clock: self.halfmove_clock,
            fullmove_number: self.fullmove_number,
        };
        self.en_passant = Square::NONE;
        self.side_to_move = Us::Opponent::COLOR;
        self.castling =
            self.castling & self.castling_setup.kept(from) & self.castling_setup.kept(to);
        if KEYED {
            self.halfmove_clock = self.halfmove_clock.saturating_add(1);
            self.fullmove_number = self
                .fullmove_number
                .saturating_add(u32::from(Us::COLOR == Color::Black));
            self.base_key ^= zobrist::black_to_move_key()
                ^ self.castling_setup.key(undo.castling)
                ^ self.castling_setup.key(self.castling);
        }
        // Nearly all moves are normal: one branch here, and the rest out of line.
        undo.captured = if mv.kind() == MoveKind::Normal {
            self.move_piece::<Us, KEYED>(from, to)
        } else {
            self.make_special::<Us, KEYED>(mv)
        };
        undo
    }

    /// Moves the pieces of a move that is not normal, and returns the captured
    /// piece.
    #[inline(never)]
    fn make_special<Us: Side, const KEYED: bool>(&mut self, mv: Move) -> Slot {
        let (from, to) = (mv.from(), mv.to());
        match mv.kind() {
            MoveKind::Castle => {
                self.make_castling::<Us, KEYED>(from, to);
                Slot::EMPTY
            }
            MoveKind::EnPassant => {
                self.move_piece::<Us, KEYED>(from, to);
                let captured = self.capture::<Us, KEYED>(to - Us::FORWARD);
                self.mailbox[(to - Us::FORWARD).index()] = Slot::EMPTY;
                captured
            }
            MoveKind::DoublePush => {
                self.en_passant = from + Us::FORWARD;
                self.move_piece::<Us, KEYED>(from, to)
            }
            _ => {
                let captured = self.move_piece::<Us, KEYED>(from, to);
                if let Some(promoted) = mv.promotion_capability() {
                    self.promote::<Us, KEYED>(to, promoted);
                }
                captured
            }
        }
    }

    /// Moves a piece, and returns the captured one.
    #[inline(always)]
    fn move_piece<Us: Side, const KEYED: bool>(&mut self, from: Square, to: Square) -> Slot {
        let piece = self.slot(from);
        debug_assert!(piece.has(Us::BIT) && !self.slot(to).has(Us::BLOCKERS));
        let captured = self.capture::<Us, KEYED>(to);
        self.mailbox[from.index()] = Slot::EMPTY;
        self.put(piece, to);
        if KEYED {
            let capability = self.capability_of(piece);
            if capability == Us::PAWN {
                self.halfmove_clock = 0;
            }
            self.base_key ^= zobrist::piece_key(capability, Us::COLOR, from)
                ^ zobrist::piece_key(capability, Us::COLOR, to);
        }
        captured
    }

    /// Removes the piece on `square`, if there is one, from the opponent's list.
    /// The caller updates the mailbox.
    #[inline(always)]
    fn capture<Us: Side, const KEYED: bool>(&mut self, square: Square) -> Slot {
        let captured = self.slot(square);
        debug_assert!(captured != Us::Opponent::KING);
        if !captured.is_empty() {
            self.piece_lists[Us::Opponent::COLOR.index()].remove(captured);
            if KEYED {
                self.halfmove_clock = 0;
                let lost = self.capability_of(captured);
                self.base_key ^= zobrist::piece_key(lost, Us::Opponent::COLOR, square);
            }
        }
        captured
    }

    fn promote<Us: Side, const KEYED: bool>(&mut self, square: Square, promoted: Capability) {
        let piece = self.slot(square);
        let list = &mut self.piece_lists[Us::COLOR.index()];
        list.remove(piece);
        list.add(piece, promoted);
        self.capability_of[piece.index()] = promoted;
        if KEYED {
            self.base_key ^= zobrist::piece_key(Us::PAWN, Us::COLOR, square)
                ^ zobrist::piece_key(promoted, Us::COLOR, square);
        }
    }

    /// In Chess960 either piece may land on the other's square, so both leave
    /// before either arrives.
    fn make_castling<Us: Side, const KEYED: bool>(&mut self, king_from: Square, rook_from: Square) {
        let (king_to, rook_to) = castling_targets(king_from, rook_from);
        let rook = self.slot(rook_from);
        self.mailbox[king_from.index()] = Slot::EMPTY;
        self.mailbox[rook_from.index()] = Slot::EMPTY;
        self.put(Us::KING, king_to);
        self.put(rook, rook_to);
        if KEYED {
            self.base_key ^= zobrist::piece_key(Capability::KING, Us::COLOR, king_from)
                ^ zobrist::piece_key(Capability::KING, Us::COLOR, king_to)
                ^ zobrist::piece_key(Capability::ROOK, Us::COLOR, rook_from)
                ^ zobrist::piece_key(Capability::ROOK, Us::COLOR, rook_to);
        }
    }

    #[inline(always)]
    fn put(&mut self, piece: Slot, square: Square) {
        self.mailbox[square.index()] = piece;
        self.square_of[piece.index()] = square;
    }

    #[inline(always)]
    fn unmake_as<Us: Side, const KEYED: bool>(&mut self, mv: Move, undo: &Undo) {
        debug_assert_eq!(self.side_to_move, Us::Opponent::COLOR);
        let (from, to) = (mv.from(), mv.to());
        self.piece_lists = undo.piece_lists;
        self.castling = undo.castling;
        self.en_passant = undo.en_passant;
        self.side_to_move = Us::COLOR;
        if KEYED {
            self.base_key = undo.base_key;
            self.halfmove_clock = undo.halfmove_clock;
            self.fullmove_number = undo.fullmove_number;
        }
        if mv.kind() == MoveKind::Normal {
            self.unmove_piece(from, to, undo.captured);
        } else {
            self.unmake_special::<Us>(mv, undo.captured);
        }
    }

    /// Takes back [`Position::make_special`].
    #[inline(never)]
    fn unmake_special<Us: Side>(&mut self, mv: Move, captured: Slot) {
        let (from, to) = (mv.from(), mv.to());
        match mv.kind() {
            MoveKind::Castle => self.unmake_castling::<Us>(from, to),
            MoveKind::EnPassant => {
                self.unmove_piece(from, to, Slot::EMPTY);
                self.mailbox[(to - Us::FORWARD).index()] = captured;
            }
            MoveKind::Normal | MoveKind::DoublePush => self.unmove_piece(from, to, captured),
            _ => {
                self.capability_of[self.slot(to).index()] = Us::PAWN;
                self.unmove_piece(from, to, captured);
            }
        }
    }

    /// Puts a piece and the one that it captured back.
    #[inline(always)]
    fn unmove_piece(&mut self, from: Square, to: Square, captured: Slot) {
        let piece = self.slot(to);
        self.mailbox[to.index()] = captured;
        self.put(piece, from);
    }

    fn unmake_castling<Us: Side>(&mut self, king_from: Square, rook_from: Square) {
        let (king_to, rook_to) = castling_targets(king_from, rook_from);
        let rook = self.slot(rook_to);
        self.mailbox[king_to.index()] = Slot::EMPTY;
        self.mailbox[rook_to.index()] = Slot::EMPTY;
        self.put(Us::KING, king_from);
        self.put(rook, rook_from);
    }
}
