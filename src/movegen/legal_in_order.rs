//! The legal moves of a position as a list, in the order of the pseudo-legal
//! generator. The order is visible in outputs, so it is part of the contract;
//! the generator of the counting methods, in [`legal`](super::legal), is faster
//! still, but has an order of its own.

use super::king_zone;
use super::threats::{Threats, line_of};
use super::{Move, MoveKind, MoveList, pseudo_legal_moves};
use crate::board::{Capability, Offset, Position, Side, Square, Wing, side_dispatch, step_along};
use std::fmt;

/// The move that [`Position::play`] refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IllegalMove(pub Move);

impl fmt::Display for IllegalMove {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(formatter, "illegal move {}", self.0)
    }
}

impl std::error::Error for IllegalMove {}

impl Position {
    /// The legal moves of the side to move, always in the same order.
    ///
    /// ```
    /// use ox88::board::Position;
    ///
    /// let moves = Position::start().legal_moves();
    /// assert_eq!(moves.len(), 20);
    /// assert_eq!(moves[0].to_string(), "a2a3");
    /// ```
    #[must_use]
    pub fn legal_moves(&self) -> MoveList {
        side_dispatch!(self, Us => legal_moves::<Us>(self))
    }

    /// Makes a legal move for good. [`Position::make`] makes moves that are to
    /// be taken back.
    ///
    /// # Errors
    ///
    /// If the move is not legal. The position does not change then.
    ///
    /// ```
    /// use ox88::board::{CastlingNotation, Position};
    ///
    /// let mut position = Position::start();
    /// let mv = position.parse_move("e2e4", CastlingNotation::Standard).unwrap();
    /// assert_eq!(position.play(mv), Ok(()));
    /// assert!(position.play(mv).is_err());
    /// ```
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if !self.legal_moves().contains(&mv) {
            return Err(IllegalMove(mv));
        }
        let _ = self.make(mv);
        Ok(())
    }
}

fn legal_moves<Us: Side>(position: &Position) -> MoveList {
    let mut moves = MoveList::new();
    pseudo_legal_moves::<Us>(position, &mut moves);
    let threats = Threats::to::<Us>(position);
    let mut legality = Legality {
        position,
        answers: answers_to_check::<Us>(position, &threats),
        threats,
        scratch: None,
    };
    moves.retain(|mv| legality.is_legal::<Us>(*mv));
    moves
}

/// The squares, as bits by 0x88 index, to which pieces other than the king may
/// move: all of them, or those that answer a check, the checker's and those
/// between it and the king.
fn answers_to_check<Us: Side>(position: &Position, threats: &Threats) -> u128 {
    match threats.checkers {
        0 => return u128::MAX,
        1 => {}
        // Only the king can answer two checks at once.
        _ => return 0,
    }
    let checker = threats.checker;
    let mut answers = bit(checker);
    let capability = position.capability_of(position.slot(checker));
    if capability.meets(Capability::QUEEN) {
        let king = position.square_of(Us::KING);
        let step = step_along(checker - king);
        let mut square = king + step;
        while square != checker {
            answers |= bit(square);
            square = square + step;
        }
    }
    answers
}

fn bit(square: Square) -> u128 {
    1 << (square.index() & 127)
}

/// Decides which pseudo-legal moves are legal.
struct Legality<'a> {
    position: &'a Position,
    threats: Threats,
    /// See [`answers_to_check`].
    answers: u128,
    /// A copy for the few moves that have to be tried, made when it is needed.
    scratch: Option<Box<Position>>,
}

impl Legality<'_> {
    fn is_legal<Us: Side>(&mut self, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let piece = self.position.slot(from);
        match mv.kind() {
            MoveKind::Castle => self.is_castling_legal(mv),
            // Two pawns leave their squares at once, so pins do not decide.
            MoveKind::EnPassant => self.scratch().en_passant_is_safe::<Us>(from, to),
            _ if piece == Us::KING => {
                let number = king_zone::step_number(to - from);
                self.threats.safe >> number & 1 != 0
            }
            _ => {
                let pin = line_of(self.threats.pinned, &self.threats.pin_step, piece);
                let step = step_along(to - from);
                let is_free = pin == Offset::ZERO || step == pin || step == -pin;
                is_free && self.answers & bit(to) != 0
            }
        }
    }

    fn is_castling_legal(&mut self, mv: Move) -> bool {
        if !self.position.has_standard_castling() {
            // The rook may have been the shield of its king.
            return self.scratch().is_legal_by_making(mv);
        }
        // Only the target is still to be tested.
        let target = match Wing::of(mv.from(), mv.to()) {
            Wing::KingSide => king_zone::KING_SIDE,
            Wing::QueenSide => king_zone::QUEEN_SIDE,
        };
        self.threats.safe & target & !king_zone::NEIGHBOURS != 0
    }

    fn scratch(&mut self) -> &mut Position {
        let position = self.position;
        self.scratch
            .get_or_insert_with(|| Box::new(position.clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every kind of move, where it is legal and where it is not. The tests in
    /// `tests/counting` compare the moves of whole suites.
    #[test]
    fn moves_and_order_are_those_of_the_oracle() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            // En passant, pinned along the rank.
            "8/8/8/K2Pp2r/8/8/8/4k3 w - e6 0 1",
            // The pawn that gives check may be captured en passant.
            "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
            // Double check, and pieces that could answer one of the checks.
            "4k3/8/8/8/4r2b/8/3Q2P1/R3K2R w KQ - 0 1",
            // The rook shields its king until it castles.
            "4k3/8/8/8/8/8/8/qR1K2R1 w GB - 0 1",
            // Castling through and into attacked squares.
            "4k3/8/8/8/6r1/8/8/R3K2R w KQ - 0 1",
            "3rk3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
        ] {
            let position: Position = fen.parse().unwrap();
            assert_eq!(
                position.legal_moves(),
                position.legal_moves_by_making(),
                "{fen}"
            );
        }
    }

    #[test]
    fn an_illegal_move_changes_nothing() {
        let mut position = Position::start();
        let mv = Move::new(Square::E1, Square::E2, MoveKind::Normal);
        assert_eq!(position.play(mv), Err(IllegalMove(mv)));
        assert_eq!(position, Position::start());
        assert_eq!(IllegalMove(mv).to_string(), "illegal move e1e2");
    }
}
