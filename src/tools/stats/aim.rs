//! What the moves of the last ply aim at, found once for all of them: the squares
//! from which a piece gives check, our pieces that uncover one, and whether the
//! opponent can be stalemated.

use crate::board::{Capability, Offset, Position, Side, Slots, Square};
use crate::movegen::{Move, MoveList};

/// The bit of the king, who gives no check, marks the squares that the aim depends
/// on: those of the rays from the other king.
const WATCHED: Capability = Capability::KING;

/// The aim of one side at the other king.
pub(super) struct Aim {
    /// The capabilities that give check from each square, be it empty or captured
    /// on, and [`WATCHED`].
    squares: [Capability; 256],
    /// Our pieces that stand alone between the king and a slider of ours, as bits
    /// by number.
    pub(super) discoverers: u16,
    /// Their pieces that are pinned, or that one move of ours can pin, as bits by
    /// number.
    exposed: u16,
}

impl Aim {
    /// The aim of `Us`, whoever is to move.
    #[inline(always)]
    pub(super) fn of<Us: Side>(position: &Position) -> Aim {
        let mut aim = Aim::new();
        aim.find::<Us>(position);
        aim
    }

    /// An aim at nothing.
    #[inline(always)]
    pub(super) fn new() -> Aim {
        Aim {
            squares: [Capability::NONE; 256],
            discoverers: 0,
            exposed: 0,
        }
    }

    /// Finds the aim of `Us`, whoever is to move.
    #[inline(always)]
    pub(super) fn find<Us: Side>(&mut self, position: &Position) {
        self.squares.fill(Capability::NONE);
        self.discoverers = 0;
        self.exposed = 0;
        let king = position.square_of(Us::Opponent::KING);
        for step in Offset::ORTHOGONAL {
            self.add_ray::<Us>(position, king, step, Capability::ROOK);
        }
        for step in Offset::DIAGONAL {
            self.add_ray::<Us>(position, king, step, Capability::BISHOP);
        }
        for jump in Offset::KNIGHT {
            self.add(king + jump, Capability::KNIGHT);
        }
        for capture in Us::PAWN_CAPTURES {
            self.add(king - capture, Us::PAWN);
        }
    }

    /// Returns whether a piece with this capability gives check from `square`,
    /// unless its own former square is between.
    #[inline(always)]
    pub(super) fn checks(&self, square: Square, capability: Capability) -> bool {
        self.squares[square.index()].meets(capability)
    }

    /// Takes moves of such pieces, and adds those that give check to `checks`.
    #[inline(always)]
    pub(super) fn collect_checks(&self, checks: &mut MoveList) -> impl FnMut(Move, Capability) {
        |mv, capability| {
            if self.checks(mv.to(), capability) {
                checks.push(mv);
            }
        }
    }

    /// Returns whether a piece that comes to `square`, or leaves it, changes the
    /// aim. So does the other king wherever it goes.
    #[inline(always)]
    pub(super) fn is_watched(&self, square: Square) -> bool {
        self.squares[square.index()].meets(WATCHED)
    }

    /// Returns whether it is certain that no move of `Us` stalemates, castling and
    /// en passant aside.
    ///
    /// It is if at least two pieces of the opponent that stay unpinned have a step
    /// that is no capture by a pawn: a move takes away one of them at most, since it
    /// captures the piece or stands in the way of a pawn.
    #[inline(always)]
    pub(super) fn excludes_stalemate<Us: Side>(&self, position: &Position) -> bool {
        has_two_free_steps::<Us::Opponent>(position, !self.exposed)
    }

    #[inline(always)]
    fn add(&mut self, square: Square, capability: Capability) {
        let entry = &mut self.squares[square.index()];
        *entry = *entry | capability;
    }

    /// Adds a ray from the king, up to the first piece or, if that is ours, to the
    /// one behind it.
    #[inline(always)]
    fn add_ray<Us: Side>(
        &mut self,
        position: &Position,
        king: Square,
        step: Offset,
        slider: Capability,
    ) {
        let mut square = king + step;
        while position.slot(square).is_empty() {
            self.add(square, slider | WATCHED);
            square = square + step;
        }
        let first = position.slot(square);
        if first.has(Us::Opponent::BIT) {
            self.add(square, slider | WATCHED);
            self.exposed |= first.set();
        } else if first.has(Us::BIT) {
            self.add(square, WATCHED);
            square = square + step;
            while position.slot(square).is_empty() {
                self.add(square, WATCHED);
                square = square + step;
            }
            let behind = position.slot(square);
            self.add(square, WATCHED);
            if behind.has(Us::Opponent::BIT) {
                self.exposed |= behind.set();
            } else if behind.has(Us::BIT) && position.capability_of(behind).meets(slider) {
                self.discoverers |= first.set();
            }
        }
    }
}

/// Returns whether at least two pieces among `free`, bits by number, have a step
/// that is no capture by a pawn.
#[inline(always)]
fn has_two_free_steps<Them: Side>(position: &Position, free: u16) -> bool {
    let list = position.piece_list::<Them>();
    let mut found = false;
    for pawn in Slots::<Them>::new(list.pawns & free) {
        let ahead = position.square_of(pawn) + Them::FORWARD;
        if position.slot(ahead).is_empty() {
            if found {
                return true;
            }
            found = true;
        }
    }
    for piece in Slots::<Them>::new((list.knights | list.sliders) & free) {
        let from = position.square_of(piece);
        let can_step = |step: &Offset| !position.slot(from + *step).has(Them::BLOCKERS);
        let capability = position.capability_of(piece);
        let steps = |kind: Capability, steps: &[Offset]| {
            capability.meets(kind) && steps.iter().any(can_step)
        };
        if steps(Capability::KNIGHT, &Offset::KNIGHT)
            || steps(Capability::BISHOP, &Offset::DIAGONAL)
            || steps(Capability::ROOK, &Offset::ORTHOGONAL)
        {
            if found {
                return true;
            }
            found = true;
        }
    }
    false
}
