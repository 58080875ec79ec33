//! The hash key of the position after a move, without making the move: so
//! that a table can be asked, and its memory fetched, beforehand.

use super::Position;
use super::castling_targets;
use super::chess_move::{Move, MoveKind};
use super::piece::{Capability, Color};
use super::side::{Black, Side, White};
use super::square::Square;
use super::zobrist;

impl Position {
    /// The [key](Position::key) of the position after a pseudo-legal move.
    ///
    /// ```
    /// use ox88::board::Position;
    /// use ox88::movegen;
    ///
    /// let mut position = Position::start();
    /// let mv = movegen::legal(&position)[0];
    /// let key = position.key_after(mv);
    /// let _ = position.make(mv);
    /// assert_eq!(position.key(), key);
    /// ```
    #[must_use]
    pub fn key_after(&self, mv: Move) -> u128 {
        match self.side_to_move {
            Color::White => self.key_after_as::<White>(self.key_while_moving(self.key()), mv),
            Color::Black => self.key_after_as::<Black>(self.key_while_moving(self.key()), mv),
        }
    }

    /// What the keys after all moves of this position, whose key is `key`,
    /// have in common: the men before the move, and the other side's turn;
    /// neither castling rights nor an ep square. Takes `key` from outside,
    /// since the position's own is not kept up to date while it counts.
    #[inline(always)]
    pub(crate) fn key_while_moving(&self, key: u128) -> u128 {
        key ^ self.en_passant_share()
            ^ self.castling_setup.key(self.castling)
            ^ zobrist::black_to_move_key()
    }

    /// The key after a pseudo-legal move of `Us`, the side to move, given
    /// [`Position::key_while_moving`].
    #[inline(always)]
    pub(crate) fn key_after_as<Us: Side>(&self, key_while_moving: u128, mv: Move) -> u128 {
        let (from, to) = (mv.from(), mv.to());
        let setup = &self.castling_setup;
        let castling = self.castling & setup.kept(from) & setup.kept(to);
        let key = key_while_moving ^ setup.key(castling);
        let share = |man: Capability, square: Square| zobrist::man_key(man, Us::COLOR, square);
        if mv.kind() == MoveKind::Castle {
            let (king_to, rook_to) = castling_targets(from, to);
            return key
                ^ share(Capability::KING, from)
                ^ share(Capability::KING, king_to)
                ^ share(Capability::ROOK, to)
                ^ share(Capability::ROOK, rook_to);
        }
        let man = self.capability_of(self.slot(from));
        let mut key = key ^ share(man, from) ^ share(mv.promotion_capability().unwrap_or(man), to);
        let captured = self.slot(to);
        if !captured.is_empty() {
            let lost = self.capability_of(captured);
            key ^= zobrist::man_key(lost, Us::Opponent::COLOR, to);
        }
        match mv.kind() {
            MoveKind::EnPassant => {
                let captured_on = to - Us::FORWARD;
                key ^= zobrist::man_key(Us::Opponent::PAWN, Us::Opponent::COLOR, captured_on);
            }
            MoveKind::DoublePush => {
                let passed = from + Us::FORWARD;
                if self.stands_ready_to_capture::<Us::Opponent>(passed) {
                    key ^= zobrist::en_passant_key(passed.file());
                }
            }
            _ => {}
        }
        key
    }
}
