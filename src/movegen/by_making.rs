//! Legal moves the slow way: every pseudo-legal move is made, and it is legal if
//! the king is not attacked afterwards. This is the definition of legality, and
//! the oracle that the fast generators are tested against.

use super::{Move, MoveList};
use crate::board::Position;

impl Position {
    /// The legal moves, found by making every pseudo-legal one: the oracle for
    /// [`Position::legal_moves`], which returns the same moves in the same order
    /// much faster.
    ///
    /// ```
    /// use ox88::board::Position;
    ///
    /// let start = Position::start();
    /// assert_eq!(start.legal_moves_by_making(), start.legal_moves());
    /// ```
    #[must_use]
    pub fn legal_moves_by_making(&self) -> MoveList {
        let mut moves = self.pseudo_legal_moves();
        let mut scratch = self.clone();
        moves.retain(|mv| scratch.is_legal_by_making(*mv));
        moves
    }

    /// Returns whether a pseudo-legal move is legal: makes it, tests whether the
    /// king is attacked, and takes it back.
    ///
    /// ```
    /// use ox88::board::Position;
    ///
    /// let mut position: Position = "4k3/8/8/8/4r3/8/4B3/4K3 w".parse()?;
    /// let moves = position.pseudo_legal_moves();
    /// let legal = moves.iter().filter(|mv| position.is_legal_by_making(**mv));
    /// assert_eq!((moves.len(), legal.count()), (13, 4));
    /// # Ok::<(), ox88::board::fen::FenError>(())
    /// ```
    pub fn is_legal_by_making(&mut self, mv: Move) -> bool {
        let undo = self.make(mv);
        let is_legal = !self.is_opponent_in_check();
        self.unmake(mv, &undo);
        is_legal
    }
}
