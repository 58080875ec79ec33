//! The hash key after a move, without making the move. A table can then be
//! probed, and its memory fetched, before the move is made.

use super::Position;
use super::castling::castling_targets;
use super::chess_move::{Move, MoveKind};
use super::piece::Capability;
use super::side::{Side, side_dispatch};
use super::square::Square;
use super::zobrist;

impl Position {
    /// The [key](Position::key) of the position after a pseudo-legal move.
    ///
    /// ```
    /// use ox88::board::Position;
    ///
    /// let mut position = Position::start();
    /// let mv = position.legal_moves()[0];
    /// let key = position.key_after(mv);
    /// let _ = position.make(mv);
    /// assert_eq!(position.key(), key);
    /// ```
    #[must_use]
    pub fn key_after(&self, mv: Move) -> u128 {
        side_dispatch!(self, Us => self.key_after_as::<Us>(self.key_while_moving(self.key()), mv))
    }

    /// The part that the keys after all moves of this position share: the
    /// pieces before the move, and the other side to move; neither castling
    /// rights nor an en passant square. `key` is the key of this position: its
    /// own may be stale, see [`Position::make_unkeyed`].
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
        let share =
            |piece: Capability, square: Square| zobrist::piece_key(piece, Us::COLOR, square);
        if mv.kind() == MoveKind::Castle {
            let (king_to, rook_to) = castling_targets(from, to);
            return key
                ^ share(Capability::KING, from)
                ^ share(Capability::KING, king_to)
                ^ share(Capability::ROOK, to)
                ^ share(Capability::ROOK, rook_to);
        }
        let piece = self.capability_of(self.slot(from));
        let mut key =
            key ^ share(piece, from) ^ share(mv.promotion_capability().unwrap_or(piece), to);
        let captured = self.slot(to);
        if !captured.is_empty() {
            let lost = self.capability_of(captured);
            key ^= zobrist::piece_key(lost, Us::Opponent::COLOR, to);
        }
        match mv.kind() {
            MoveKind::EnPassant => {
                let captured_on = to - Us::FORWARD;
                key ^= zobrist::piece_key(Us::Opponent::PAWN, Us::Opponent::COLOR, captured_on);
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
