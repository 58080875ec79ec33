//! Making and unmaking moves. Both trust that the move was generated for this
//! very position; whether it leaves the own king attacked is tested after it
//! was made.

use super::castling::{CastlingRights, Wing};
use super::chess_move::{Move, MoveKind};
use super::men::Men;
use super::piece::{Capability, Color, Slot};
use super::side::{Black, Side, White};
use super::square::Square;
use super::{Position, zobrist};

/// What a move destroyed: with it, [`Position::unmake`] restores the position
/// exactly, the order of the piece lists included.
#[derive(Clone, Copy, Debug)]
#[must_use = "a move that is never unmade leaves the position changed"]
pub struct Undo {
    men: [Men; 2],
    base_key: u128,
    captured: Slot,
    castling: CastlingRights,
    en_passant: Square,
    halfmove_clock: u16,
    fullmove_number: u32,
}

impl Position {
    /// Makes a pseudo-legal move of the side to move.
    pub fn make(&mut self, mv: Move) -> Undo {
        match self.side_to_move {
            Color::White => self.make_as::<White, true>(mv),
            Color::Black => self.make_as::<Black, true>(mv),
        }
    }

    /// Takes back `mv`, the last move made, given what [`Position::make`]
    /// returned for it.
    pub fn unmake(&mut self, mv: Move, undo: &Undo) {
        match self.side_to_move {
            Color::White => self.unmake_as::<Black, true>(mv, undo),
            Color::Black => self.unmake_as::<White, true>(mv, undo),
        }
    }

    /// [`Position::make`] for a known side. Without `RECORD`, the hash key and
    /// the clocks are left as they were: counting without a table never reads
    /// them.
    #[inline(always)]
    pub(crate) fn make_as<Us: Side, const RECORD: bool>(&mut self, mv: Move) -> Undo {
        debug_assert_eq!(self.side_to_move, Us::COLOR);
        let (from, to) = (mv.from(), mv.to());
        let man = self.slot(from);
        debug_assert!(man.has(Us::BIT));
        let mut undo = Undo {
            men: self.men,
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
        if RECORD {
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
            self.move_man::<Us, RECORD>(from, to)
        } else {
            self.make_special::<Us, RECORD>(mv)
        };
        undo
    }

    /// Makes the men's part of a move that is not normal, and returns what it
    /// captures.
    #[inline(never)]
    fn make_special<Us: Side, const RECORD: bool>(&mut self, mv: Move) -> Slot {
        let (from, to) = (mv.from(), mv.to());
        match mv.kind() {
            MoveKind::Castle => {
                self.make_castling::<Us, RECORD>(from, to);
                Slot::EMPTY
            }
            MoveKind::EnPassant => {
                self.move_man::<Us, RECORD>(from, to);
                let captured = self.capture::<Us, RECORD>(to - Us::FORWARD);
                self.mailbox[(to - Us::FORWARD).index()] = Slot::EMPTY;
                captured
            }
            MoveKind::DoublePush => {
                self.en_passant = from + Us::FORWARD;
                self.move_man::<Us, RECORD>(from, to)
            }
            _ => {
                let captured = self.move_man::<Us, RECORD>(from, to);
                if let Some(promoted) = mv.promotion_capability() {
                    self.promote::<Us, RECORD>(to, promoted);
                }
                captured
            }
        }
    }

    /// Moves a man, and returns what it captures.
    #[inline(always)]
    fn move_man<Us: Side, const RECORD: bool>(&mut self, from: Square, to: Square) -> Slot {
        let man = self.slot(from);
        debug_assert!(man.has(Us::BIT) && !self.slot(to).has(Us::BLOCKERS));
        let captured = self.capture::<Us, RECORD>(to);
        self.mailbox[from.index()] = Slot::EMPTY;
        self.put(man, to);
        if RECORD {
            let capability = self.capability_of(man);
            if capability == Us::PAWN {
                self.halfmove_clock = 0;
            }
            self.base_key ^= zobrist::man_key(capability, Us::COLOR, from)
                ^ zobrist::man_key(capability, Us::COLOR, to);
        }
        captured
    }

    /// Takes the man on `square`, if there is one, off its side's list; the
    /// mailbox is left to the caller.
    #[inline(always)]
    fn capture<Us: Side, const RECORD: bool>(&mut self, square: Square) -> Slot {
        let captured = self.slot(square);
        debug_assert!(captured != Us::Opponent::KING);
        if !captured.is_empty() {
            self.men[Us::Opponent::COLOR.index()].remove(captured);
            if RECORD {
                self.halfmove_clock = 0;
                let lost = self.capability_of(captured);
                self.base_key ^= zobrist::man_key(lost, Us::Opponent::COLOR, square);
            }
        }
        captured
    }

    fn promote<Us: Side, const RECORD: bool>(&mut self, square: Square, promoted: Capability) {
        let man = self.slot(square);
        let men = &mut self.men[Us::COLOR.index()];
        men.remove(man);
        men.add(man, promoted);
        self.capability_of[man.index()] = promoted;
        if RECORD {
            self.base_key ^= zobrist::man_key(Us::PAWN, Us::COLOR, square)
                ^ zobrist::man_key(promoted, Us::COLOR, square);
        }
    }

    /// In Chess960 either man may land where the other stood, so both leave
    /// before either arrives.
    fn make_castling<Us: Side, const RECORD: bool>(
        &mut self,
        king_from: Square,
        rook_from: Square,
    ) {
        let (king_to, rook_to) = castling_targets(king_from, rook_from);
        let rook = self.slot(rook_from);
        self.mailbox[king_from.index()] = Slot::EMPTY;
        self.mailbox[rook_from.index()] = Slot::EMPTY;
        self.put(Us::KING, king_to);
        self.put(rook, rook_to);
        if RECORD {
            self.base_key ^= zobrist::man_key(Capability::KING, Us::COLOR, king_from)
                ^ zobrist::man_key(Capability::KING, Us::COLOR, king_to)
                ^ zobrist::man_key(Capability::ROOK, Us::COLOR, rook_from)
                ^ zobrist::man_key(Capability::ROOK, Us::COLOR, rook_to);
        }
    }

    #[inline(always)]
    fn put(&mut self, man: Slot, square: Square) {
        self.mailbox[square.index()] = man;
        self.square_of[man.index()] = square;
    }

    /// Undoes [`Position::make_as`] of the same side with the same `RECORD`.
    #[inline(always)]
    pub(crate) fn unmake_as<Us: Side, const RECORD: bool>(&mut self, mv: Move, undo: &Undo) {
        debug_assert_eq!(self.side_to_move, Us::Opponent::COLOR);
        let (from, to) = (mv.from(), mv.to());
        self.men = undo.men;
        self.castling = undo.castling;
        self.en_passant = undo.en_passant;
        self.side_to_move = Us::COLOR;
        if RECORD {
            self.base_key = undo.base_key;
            self.halfmove_clock = undo.halfmove_clock;
            self.fullmove_number = undo.fullmove_number;
        }
        if mv.kind() == MoveKind::Normal {
            self.unmove_man(from, to, undo.captured);
        } else {
            self.unmake_special::<Us>(mv, undo.captured);
        }
    }

    /// Undoes [`Position::make_special`].
    #[inline(never)]
    fn unmake_special<Us: Side>(&mut self, mv: Move, captured: Slot) {
        let (from, to) = (mv.from(), mv.to());
        match mv.kind() {
            MoveKind::Castle => self.unmake_castling::<Us>(from, to),
            MoveKind::EnPassant => {
                self.unmove_man(from, to, Slot::EMPTY);
                self.mailbox[(to - Us::FORWARD).index()] = captured;
            }
            MoveKind::Normal | MoveKind::DoublePush => self.unmove_man(from, to, captured),
            _ => {
                self.capability_of[self.slot(to).index()] = Us::PAWN;
                self.unmove_man(from, to, captured);
            }
        }
    }

    /// Puts a man back, and what it captured.
    #[inline(always)]
    fn unmove_man(&mut self, from: Square, to: Square, captured: Slot) {
        let man = self.slot(to);
        self.mailbox[to.index()] = captured;
        self.put(man, from);
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

/// Where king and rook end when the king on `king` castles with `rook`.
pub(crate) fn castling_targets(king: Square, rook: Square) -> (Square, Square) {
    let wing = Wing::of(king, rook);
    (
        Square::new(wing.king_target_file(), king.rank()),
        Square::new(wing.rook_target_file(), king.rank()),
    )
}
