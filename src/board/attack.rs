//! Attacks. For any two squares, one table load gives the pieces that could
//! attack along the offset between them, and another the step of a slider. Only
//! for sliders are the squares between them looked at.

use super::Position;
use super::piece::{Capability, Slot};
use super::side::{Black, Side, White, side_dispatch};
use super::square::{Offset, Square};

/// The capabilities that attack along each offset on an empty board: the
/// difference table of 0x88 boards (Chess Programming Wiki, "0x88").
pub(crate) const fn attackers_table() -> [Capability; 256] {
    let mut table = [Capability::NONE; 256];
    let mut index = 0;
    while index < 8 {
        let jump = Offset::KNIGHT[index].index();
        table[jump] = table[jump].or(Capability::KNIGHT);
        let step = Offset::KING[index].index();
        table[step] = table[step].or(Capability::KING);
        let slider = if index % 2 == 0 {
            Capability::ROOK
        } else {
            Capability::BISHOP
        };
        let mut distance = 1;
        while distance < 8 {
            let offset = step * distance % 256;
            table[offset] = table[offset].or(slider);
            distance += 1;
        }
        index += 1;
    }
    let mut side = 0;
    while side < 2 {
        let white = White::PAWN_CAPTURES[side].index();
        table[white] = table[white].or(Capability::WHITE_PAWN);
        let black = Black::PAWN_CAPTURES[side].index();
        table[black] = table[black].or(Capability::BLACK_PAWN);
        side += 1;
    }
    table
}

static ATTACKERS: [Capability; 256] = attackers_table();

/// The step by which a slider travels each offset; [`Offset::ZERO`] where the
/// squares share no line.
static STEPS: [Offset; 256] = {
    let mut table = [Offset::ZERO; 256];
    let mut index = 0;
    while index < 8 {
        let step = Offset::KING[index].index();
        let mut distance = 1;
        while distance < 8 {
            table[step * distance % 256] = Offset::KING[index];
            distance += 1;
        }
        index += 1;
    }
    table
};

/// The capabilities that attack along `offset` on an empty board.
#[inline(always)]
pub(crate) fn attackers_along(offset: Offset) -> Capability {
    ATTACKERS[offset.index()]
}

/// The step by which a slider travels `offset`; [`Offset::ZERO`] where the
/// squares share no line.
#[inline(always)]
pub(crate) fn step_along(offset: Offset) -> Offset {
    STEPS[offset.index()]
}

impl Position {
    /// The first square after `square` along `step` that is not empty; a square
    /// off the board if the ray has no piece.
    #[inline(always)]
    pub(crate) fn first_piece(&self, square: Square, step: Offset) -> Square {
        let mut square = square + step;
        while self.slot(square).is_empty() {
            square = square + step;
        }
        square
    }

    /// Returns whether a piece of `By` attacks `target`, be it empty or not.
    #[inline(always)]
    pub(crate) fn is_attacked_by<By: Side>(&self, target: Square) -> bool {
        for capture in By::PAWN_CAPTURES {
            if self.capability_of(self.slot(target - capture)) == By::PAWN {
                return true;
            }
        }
        for piece in self.piece_list::<By>().non_pawns::<By>() {
            let origin = self.square_of(piece);
            let offset = origin - target;
            let shared = attackers_along(offset) & self.capability_of(piece);
            if shared != Capability::NONE
                && (!shared.meets(Capability::QUEEN)
                    || self.first_piece(target, step_along(offset)) == origin)
            {
                return true;
            }
        }
        false
    }

    /// Returns whether the king of `Us` is attacked.
    #[inline(always)]
    pub(crate) fn is_king_attacked<Us: Side>(&self) -> bool {
        self.is_attacked_by::<Us::Opponent>(self.square_of(Us::KING))
    }

    /// Returns whether the king of `Us` is safe after its pawn on `from`
    /// captures en passant on `target`. The capture is tried on the mailbox
    /// alone: pawns are looked up there, so the captured pawn gives no check
    /// although it is still in its list.
    pub(crate) fn en_passant_is_safe<Us: Side>(&mut self, from: Square, target: Square) -> bool {
        let captured_on = target - Us::FORWARD;
        let captured = self.slot(captured_on);
        let pawn = self.slot(from);
        self.mailbox[from.index()] = Slot::EMPTY;
        self.mailbox[captured_on.index()] = Slot::EMPTY;
        self.mailbox[target.index()] = pawn;
        let safe = !self.is_king_attacked::<Us>();
        self.mailbox[target.index()] = Slot::EMPTY;
        self.mailbox[captured_on.index()] = captured;
        self.mailbox[from.index()] = pawn;
        safe
    }

    /// Returns whether the side to move is in check.
    ///
    /// ```
    /// use ox88::board::Position;
    ///
    /// let position: Position = "4k3/8/8/8/4r3/8/8/4K3 w - - 0 1".parse()?;
    /// assert!(position.is_in_check());
    /// # Ok::<(), ox88::board::fen::FenError>(())
    /// ```
    #[must_use]
    pub fn is_in_check(&self) -> bool {
        side_dispatch!(self, Us => self.is_king_attacked::<Us>())
    }

    /// Returns whether the side that is not to move is in check. A pseudo-legal
    /// move is legal if this is false after [`Position::make`].
    #[must_use]
    pub fn is_opponent_in_check(&self) -> bool {
        side_dispatch!(self, Us => self.is_king_attacked::<<Us as Side>::Opponent>())
    }

    /// The squares of the pieces that give check to the side to move, from a1 to
    /// h8.
    ///
    /// ```
    /// use ox88::board::{Position, Square};
    ///
    /// let position: Position = "4k3/8/8/8/4r3/3n4/8/4K3 w - - 0 1".parse()?;
    /// assert!(position.checkers().eq([Square::D3, Square::E4]));
    /// # Ok::<(), ox88::board::fen::FenError>(())
    /// ```
    pub fn checkers(&self) -> impl Iterator<Item = Square> + '_ {
        let us = self.side_to_move();
        let king = self.king_square(us);
        Square::all().filter(move |&square| {
            let piece = self.piece_on(square);
            piece.is_some_and(|piece| piece.color != us) && self.attacks(square, king)
        })
    }

    /// Returns whether the piece on `origin` attacks `target`.
    fn attacks(&self, origin: Square, target: Square) -> bool {
        let capability = self.capability_of(self.slot(origin));
        let shared = attackers_along(target - origin) & capability;
        shared != Capability::NONE
            && (!shared.meets(Capability::QUEEN)
                || self.first_piece(origin, step_along(target - origin)) == target)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_agree_with_plain_geometry() {
        for from in Square::all() {
            for to in Square::all() {
                let files = i32::from(to.file()) - i32::from(from.file());
                let ranks = i32::from(to.rank()) - i32::from(from.rank());
                let attackers = attackers_along(to - from);
                let far = files.abs().max(ranks.abs());
                let orthogonal = far > 0 && (files == 0 || ranks == 0);
                let diagonal = far > 0 && files.abs() == ranks.abs();
                assert_eq!(attackers.meets(Capability::ROOK), orthogonal);
                assert_eq!(attackers.meets(Capability::BISHOP), diagonal);
                assert_eq!(attackers.meets(Capability::KING), far == 1);
                assert_eq!(
                    attackers.meets(Capability::KNIGHT),
                    files.abs() * ranks.abs() == 2
                );
                assert_eq!(
                    attackers.meets(Capability::WHITE_PAWN),
                    diagonal && ranks == 1
                );
                assert_eq!(
                    attackers.meets(Capability::BLACK_PAWN),
                    diagonal && ranks == -1
                );
                let step = step_along(to - from);
                assert_eq!(step != Offset::ZERO, orthogonal || diagonal);
                if step != Offset::ZERO {
                    let walked = (0..far).fold(from, |square, _| square + step);
                    assert_eq!(walked, to);
                }
            }
        }
    }
}
