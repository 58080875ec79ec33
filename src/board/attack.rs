//! Who attacks what. One table load answers, for any two squares, which men
//! could attack along the offset between them and by which step; only for
//! sliders must the squares between be looked at.

use super::Position;
use super::piece::{Capability, Color, Slot};
use super::side::{Black, Side, White};
use super::square::{Offset, Square};

/// Capabilities that attack along each offset on an empty board: the
/// difference table of 0x88 boards.
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
    /// The first square from `square` along `step` that is not empty, itself
    /// not counted; a square off the board if the ray is open.
    #[inline(always)]
    pub(crate) fn first_man(&self, square: Square, step: Offset) -> Square {
        let mut square = square + step;
        while self.slot(square).is_empty() {
            square = square + step;
        }
        square
    }

    /// Whether a man of `By` attacks `target`, whatever stands there.
    #[inline(always)]
    pub(crate) fn is_attacked_by<By: Side>(&self, target: Square) -> bool {
        for capture in By::PAWN_CAPTURES {
            if self.capability_of(self.slot(target - capture)) == By::PAWN {
                return true;
            }
        }
        for piece in self.men::<By>().pieces::<By>() {
            let origin = self.square_of(piece);
            let offset = origin - target;
            let shared = attackers_along(offset) & self.capability_of(piece);
            if shared != Capability::NONE
                && (!shared.meets(Capability::QUEEN)
                    || self.first_man(target, step_along(offset)) == origin)
            {
                return true;
            }
        }
        false
    }

    /// Whether the king of `Us` is attacked: the look-outs are the lines and
    /// jumps from the king on which the table says an attacker may stand, and
    /// each line is walked outwards from the king.
    #[inline(always)]
    pub(crate) fn is_king_attacked<Us: Side>(&self) -> bool {
        self.is_attacked_by::<Us::Opponent>(self.square_of(Us::KING))
    }

    /// Whether the king of `Us` is safe after its pawn on `from` captures en
    /// passant on `target`, by trying it on the mailbox. The captured pawn is
    /// off the mailbox meanwhile, and pawns are looked up there: so it gives no
    /// check, though it is still in its list.
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

    /// Whether the side to move is in check.
    #[must_use]
    pub fn is_in_check(&self) -> bool {
        match self.side_to_move() {
            Color::White => self.is_king_attacked::<White>(),
            Color::Black => self.is_king_attacked::<Black>(),
        }
    }

    /// Whether the side that has just moved left its own king attacked: the
    /// test that a pseudo-legal move has to pass after it was made.
    #[must_use]
    pub fn is_opponent_in_check(&self) -> bool {
        match self.side_to_move() {
            Color::White => self.is_king_attacked::<Black>(),
            Color::Black => self.is_king_attacked::<White>(),
        }
    }

    /// The squares of the men that give check to the side to move.
    #[must_use]
    pub fn checkers(&self) -> Vec<Square> {
        let king = self.king_square(self.side_to_move());
        Square::all()
            .filter(|&square| {
                self.piece_on(square)
                    .is_some_and(|piece| piece.color != self.side_to_move())
                    && self.attacks(square, king)
            })
            .collect()
    }

    /// Whether the man on `origin` attacks `target`.
    fn attacks(&self, origin: Square, target: Square) -> bool {
        let capability = self.capability_of(self.slot(origin));
        let shared = attackers_along(target - origin) & capability;
        shared != Capability::NONE
            && (!shared.meets(Capability::QUEEN)
                || self.first_man(origin, step_along(target - origin)) == target)
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
