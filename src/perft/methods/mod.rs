//! The perft methods by name. Each counts the same leaves; only the time
//! differs.

mod bulk;
mod leaf_parent;
mod reference;

use super::horizon::{Horizon, LastPly};
use super::method::PerftMethod;
use super::table::Table;
use super::tree::WithTable;
use super::verify::{Sampler, Unverified, Verification, WithoutTable};
use bulk::Bulk;
pub(crate) use leaf_parent::LeafParent;
use reference::Reference;
use std::fmt;

/// A perft method by name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Method {
    /// Every move is made, the last ply included. The slowest method, and the
    /// oracle for the others.
    Reference,
    /// Bulk counting: the moves of the last ply are counted, not made.
    Bulk,
    /// Leaf-parent counting: the last two plies are counted together.
    #[default]
    LeafParent,
}

impl Method {
    /// All methods, the slowest first.
    pub const ALL: [Method; 3] = [Method::Reference, Method::Bulk, Method::LeafParent];

    /// The name of the method, in lower case.
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

    /// A new instance of the method, which shares `table` if there is one. The
    /// reference method never uses a table, so no fault of the table can reach
    /// the oracle.
    ///
    /// ```
    /// use ox88::board::Position;
    /// use ox88::perft::{Method, PerftMethod};
    /// use ox88::control::Token;
    ///
    /// let mut bulk = Method::Bulk.build(None);
    /// let leaves = bulk.count(&mut Position::start(), 4, &Token::never());
    /// assert_eq!(leaves, Some(197_281));
    /// ```
    #[must_use]
    pub fn build<'m>(self, table: Option<Table<'m>>) -> Box<dyn PerftMethod + 'm> {
        match (self, table) {
            (Method::Reference, _) => Box::new(Reference),
            (Method::Bulk, None) => Box::new(Bulk),
            (Method::Bulk, Some(table)) => Box::new(WithTable::new(LastPly, table, Unverified)),
            (Method::LeafParent, None) => Box::new(LeafParent::default()),
            (Method::LeafParent, Some(table)) => {
                Box::new(WithTable::new(LeafParent::default(), table, Unverified))
            }
        }
    }

    /// The same, but a sample of the subtrees is verified.
    pub(super) fn build_verified<'m>(
        self,
        table: Option<Table<'m>>,
        verification: &'m Verification,
    ) -> Box<dyn PerftMethod + 'm> {
        let sampler = Sampler::new(verification);
        match (self, table) {
            (Method::Bulk, Some(table)) => Box::new(WithTable::new(LastPly, table, sampler)),
            (Method::LeafParent, Some(table)) => {
                Box::new(WithTable::new(LeafParent::default(), table, sampler))
            }
            _ => Box::new(WithoutTable::new(self.build(None), sampler)),
        }
    }

    /// How many plies at the end of each line are counted at once.
    pub(super) const fn horizon(self) -> u32 {
        match self {
            Method::Reference => 0,
            Method::Bulk => LastPly::DEPTH,
            Method::LeafParent => LeafParent::DEPTH,
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str(self.name())
    }
}
