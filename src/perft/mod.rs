//! Perft: the number of leaves of the tree of legal moves, `depth` plies deep.
//! All methods count through one small interface, [`Counter`], and the divide
//! of a root is taken through it too; printing it is not done here.

mod bench;
mod bulk;
mod divide;
mod known;
mod leaf_parent;
mod method;
mod reference;
mod settings;
mod table;
mod table_memory;
mod threads;
mod tree;
mod units;

pub use bench::{Bench, BenchCount, bench};
pub use bulk::Bulk;
pub use divide::{Divide, Listener, divide};
pub use known::published;
pub use leaf_parent::LeafParent;
pub use method::Method;
pub use reference::Reference;
pub use settings::{DEFAULT_HASH, MAX_HASH, MAX_THREADS, NoDefaultTable, Settings};
pub use table::Table;
pub use table_memory::{TableMemory, TableMemoryError};
use tree::{Horizon, WithTable};

use crate::board::Position;
use crate::control::Token;

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
    /// use ox88::control::Token;
    ///
    /// let mut position = Position::start();
    /// let leaves = Reference.count(&mut position, 3, &Token::never());
    /// assert_eq!(leaves, Some(8902));
    /// ```
    fn count(&mut self, position: &mut Position, depth: u32, stop: &Token) -> Option<u128>;
}

/// Evaluates an expression with the side to move as a type.
macro_rules! side_dispatch {
    ($position:expr, $side:ident => $expression:expr) => {
        match $position.side_to_move() {
            $crate::board::Color::White => {
                type $side = $crate::board::White;
                $expression
            }
            $crate::board::Color::Black => {
                type $side = $crate::board::Black;
                $expression
            }
        }
    };
}

use side_dispatch;
