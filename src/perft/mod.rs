//! Perft: the number of leaves of the tree of legal moves, `depth` plies deep.
//! All methods count through one small interface, [`Counter`], and the divide
//! of a root is taken through it too; printing it is not done here.

mod bulk;
mod divide;
mod leaf_parent;
mod reference;

pub use bulk::Bulk;
pub use divide::{Divide, divide};
pub use leaf_parent::LeafParent;
pub use reference::Reference;

use crate::board::Position;
use crate::signal::Token;

/// The greatest depth that is counted, in plies.
pub const MAX_DEPTH: u32 = 127;

/// A way of counting leaves.
pub trait Counter {
    /// The number of leaves `depth` plies (0 to [`MAX_DEPTH`]) below
    /// `position`, which is left unchanged; `None` if `stop` was given
    /// before the count was complete. Depth 0 counts 1; a mated or stalemated
    /// position counts 0 at any other depth.
    ///
    /// ```
    /// use ox88::board::Position;
    /// use ox88::perft::{Counter, Reference};
    /// use ox88::signal::Token;
    ///
    /// let mut position = Position::start();
    /// let leaves = Reference.count(&mut position, 3, &Token::never());
    /// assert_eq!(leaves, Some(8902));
    /// ```
    fn count(&mut self, position: &mut Position, depth: u32, stop: &Token) -> Option<u128>;
}

/// Calls a function that is generic over the side to move.
macro_rules! side_dispatch {
    ($position:expr, $function:ident($($argument:expr),*)) => {
        match $position.side_to_move() {
            $crate::board::Color::White => $function::<$crate::board::White>($($argument),*),
            $crate::board::Color::Black => $function::<$crate::board::Black>($($argument),*),
        }
    };
}

use side_dispatch;
