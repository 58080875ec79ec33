//! The interface of a perft method.

use crate::board::Position;
use crate::control::Token;

/// The greatest depth that is counted, in plies.
pub const MAX_DEPTH: u32 = 127;

/// A method of counting leaves, see [`Method`](super::Method).
pub trait PerftMethod {
    /// The number of leaves `depth` plies (0 to [`MAX_DEPTH`]) below
    /// `position`, which is the same afterwards; `None` if `stop` was set before
    /// the count was complete. Depth 0 counts 1. A mated or stalemated position
    /// counts 0 at any other depth.
    ///
    /// ```
    /// use ox88::board::Position;
    /// use ox88::perft::{Method, PerftMethod};
    /// use ox88::control::Token;
    ///
    /// let mut position = Position::start();
    /// let mut reference = Method::Reference.build(None);
    /// let leaves = reference.count(&mut position, 3, &Token::never());
    /// assert_eq!(leaves, Some(8_902));
    /// ```
    fn count(&mut self, position: &mut Position, depth: u32, stop: &Token) -> Option<u128>;
}
