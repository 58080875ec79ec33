//! The effects of squares: the change in the number of replies, and the marks
//! for their king, when one of our pieces lands on a square or leaves it. The
//! tables are filled at every node and read for each of its moves.

use crate::board::{Offset, Square};

/// Marks on squares. The marks for a move are combined with the zone squares
/// (bits 0 to 9 and 15 of [`king_zone`](crate::movegen::king_zone)) that the
/// moving piece attacks before and after it. If no bit is set, the move does not
/// concern their king, and its value is a plain sum.
pub(in crate::perft) mod mark {
    /// Leaving may uncover a check, or make or undo a pin.
    pub(in crate::perft) const LEAVING_LINE: u16 = 1 << 10;
    /// Landing may undo a pin.
    pub(in crate::perft) const LANDING_ON_LINE: u16 = 1 << 11;
    /// Leaving opens a line into the zone, see
    /// [`Effects::opened`](super::Effects::opened).
    pub(in crate::perft) const LEAVING_OPENS: u16 = 1 << 12;
    /// Landing blocks a line into the zone, see
    /// [`Effects::blocked`](super::Effects::blocked).
    pub(in crate::perft) const LANDING_BLOCKS: u16 = 1 << 13;
    /// Their king's moves depend on what stands here: one of its own pieces
    /// beside it, or a square on the path of its castling.
    pub(in crate::perft) const KING_PATH: u16 = 1 << 14;

    /// The marks that count for the square that a piece leaves.
    pub(in crate::perft) const LEAVING: u16 = LEAVING_LINE | LEAVING_OPENS | KING_PATH;
    /// The marks that count for the square that a piece lands on.
    pub(in crate::perft) const LANDING: u16 = LANDING_ON_LINE | LANDING_BLOCKS | KING_PATH;
}

/// The effects of landing on one square and of leaving it, in one machine word.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(8))]
pub(in crate::perft) struct Effect {
    /// The change in the number of replies when one of our pieces lands here.
    pub(in crate::perft) landing: i16,
    /// The [`mark`]s of the square.
    pub(in crate::perft) marks: u16,
    /// The change in the number of replies when our piece here leaves.
    pub(in crate::perft) leaving: i8,
    /// The king's steps, as bits, along which one of their sliders attacks our
    /// piece here. Its ray goes on if our piece leaves.
    pub(in crate::perft) extended: u8,
    /// If our piece here stands in the way of a pawn's double step, the step from
    /// here to the other square that the double step needs empty; else zero.
    pub(in crate::perft) double_step: Offset,
}

impl Effect {
    const NONE: Effect = Effect {
        landing: 0,
        marks: 0,
        leaving: 0,
        extended: 0,
        double_step: Offset::ZERO,
    };
}

/// The effects by square. Entries off the board are written without a test for
/// the border, and mean nothing.
pub(crate) struct Effects {
    squares: [Effect; 256],
    /// The number of moves by which each ray of [`Effect::extended`] goes on, by
    /// number of the step; valid where its bit is set.
    extension: [[i8; 8]; 256],
    /// Zone squares that our sliders attack across this empty square; valid
    /// where [`mark::LANDING_BLOCKS`] is set.
    blocked: [u16; 256],
    /// Zone squares that our sliders attack if our piece here leaves; valid
    /// where [`mark::LEAVING_OPENS`] is set.
    opened: [u16; 256],
}

impl Effects {
    pub(crate) fn new() -> Effects {
        Effects {
            squares: [Effect::NONE; 256],
            extension: [[0; 8]; 256],
            blocked: [0; 256],
            opened: [0; 256],
        }
    }

    /// Clears the effects of the squares on the board, at the start of a node.
    /// The other tables are valid only where an effect marks them.
    #[inline(always)]
    pub(in crate::perft) fn clear(&mut self) {
        self.squares[..128].fill(Effect::NONE);
    }

    #[inline(always)]
    pub(in crate::perft) fn of(&self, square: Square) -> Effect {
        self.squares[square.index()]
    }

    /// The number of moves by which the rays that end on `square` go on, by
    /// number of the king's step; valid where the bit of the step is set in
    /// [`Effect::extended`].
    #[inline(always)]
    pub(in crate::perft) fn extension(&self, square: Square) -> &[i8; 8] {
        &self.extension[square.index()]
    }

    /// Zone squares that our sliders attack across `square`.
    #[inline(always)]
    pub(in crate::perft) fn blocked(&self, square: Square) -> u16 {
        match self.of(square).marks & mark::LANDING_BLOCKS {
            0 => 0,
            _ => self.blocked[square.index()],
        }
    }

    /// Zone squares that our sliders attack if our piece on `square` leaves.
    #[inline(always)]
    pub(in crate::perft) fn opened(&self, square: Square) -> u16 {
        match self.of(square).marks & mark::LEAVING_OPENS {
            0 => 0,
            _ => self.opened[square.index()],
        }
    }

    /// Adds to the change in replies when one of our pieces lands on `square`.
    #[inline(always)]
    pub(in crate::perft) fn add_landing(&mut self, square: Square, change: i32) {
        let effect = &mut self.squares[square.index()];
        effect.landing = effect.landing.wrapping_add(change as i16);
    }

    /// Adds to the change in replies when our piece on `square` leaves.
    #[inline(always)]
    pub(in crate::perft) fn add_leaving(&mut self, square: Square, change: i32) {
        let effect = &mut self.squares[square.index()];
        effect.leaving = effect.leaving.wrapping_add(change as i8);
    }

    /// Notes that the ray of king's step `number` that ends at our piece on
    /// `square` goes on by `extension` moves if the piece leaves.
    #[inline(always)]
    pub(in crate::perft) fn add_extension(
        &mut self,
        square: Square,
        number: usize,
        extension: i32,
    ) {
        self.squares[square.index()].extended |= 1 << number;
        self.extension[square.index()][number & 7] = extension as i8;
        self.add_leaving(square, extension);
    }

    /// Notes that our piece on `square` stands in the way of a pawn's double
    /// step, whose other empty square is `step` away.
    #[inline(always)]
    pub(in crate::perft) fn set_double_step(&mut self, square: Square, step: Offset) {
        self.squares[square.index()].double_step = step;
    }

    #[inline(always)]
    pub(in crate::perft) fn mark(&mut self, square: Square, marks: u16) {
        self.squares[square.index()].marks |= marks;
    }

    /// Notes that landing on `square` blocks a line to these zone squares.
    #[inline(always)]
    pub(in crate::perft) fn add_blocked(&mut self, square: Square, zone: u16) {
        self.blocked[square.index()] = self.blocked(square) | zone;
        self.mark(square, mark::LANDING_BLOCKS);
    }

    /// Notes that leaving `square` opens a line to these zone squares.
    #[inline(always)]
    pub(in crate::perft) fn add_opened(&mut self, square: Square, zone: u16) {
        self.opened[square.index()] = self.opened(square) | zone;
        self.mark(square, mark::LEAVING_OPENS);
    }
}
