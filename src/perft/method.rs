//! The ways of counting by name.

use super::{Bulk, Counter, Horizon, LeafParent, Reference, Table, WithTable};
use std::fmt;

/// A way of counting.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Method {
    /// [`Reference`]: every move is made.
    Reference,
    /// [`Bulk`]: the last ply is counted, not made.
    Bulk,
    /// [`LeafParent`]: the last two plies are counted together.
    #[default]
    LeafParent,
}

impl Method {
    /// All of them, the slowest first.
    pub const ALL: [Method; 3] = [Method::Reference, Method::Bulk, Method::LeafParent];

    /// Its name, in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Method::Reference => "reference",
            Method::Bulk => "bulk",
            Method::LeafParent => "leaf-parent",
        }
    }

    /// The method of this name, in any case.
    ///
    /// ```
    /// use ox88::perft::Method;
    ///
    /// assert_eq!(Method::from_name("Leaf-Parent"), Some(Method::LeafParent));
    /// assert_eq!(Method::from_name("fast"), None);
    /// ```
    #[must_use]
    pub fn from_name(name: &str) -> Option<Method> {
        Self::ALL
            .into_iter()
            .find(|method| method.name().eq_ignore_ascii_case(name))
    }

    /// A counter of this kind, which shares `table` if there is one. The
    /// reference method never uses a table, so that no fault of the table can
    /// reach the oracle.
    #[must_use]
    pub fn counter<'m>(self, table: Option<Table<'m>>) -> Box<dyn Counter + 'm> {
        match (self, table) {
            (Method::Reference, _) => Box::new(Reference),
            (Method::Bulk, None) => Box::new(Bulk),
            (Method::Bulk, Some(table)) => Box::new(WithTable::new(Bulk, table)),
            (Method::LeafParent, None) => Box::new(LeafParent::default()),
            (Method::LeafParent, Some(table)) => {
                Box::new(WithTable::new(LeafParent::default(), table))
            }
        }
    }

    /// The plies at the end of each line that are counted at once.
    pub(super) const fn horizon(self) -> u32 {
        match self {
            Method::Reference => 0,
            Method::Bulk => Bulk::DEPTH,
            Method::LeafParent => LeafParent::DEPTH,
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str(self.name())
    }
}
