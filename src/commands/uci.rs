//! `uci`: the name, the author and the options of the engine.

use super::protocol;
use super::setoption;
use super::{Printed, Row};
use crate::search::{OptionInfo, Search};
use std::sync::Arc;

/// The row of `uci`.
pub static ROW: Row = Row {
    words: &["uci"],
    usage: "uci",
    purpose: "print name, author and options",
    example: "uci",
    section: "other-uci-commands",
    read: protocol::read,
    ..Row::UCI
};

/// The name, the author and the options of the engine. Copies share one value.
#[derive(Clone, Debug)]
pub struct Identity(Arc<Parts>);

#[derive(Debug)]
struct Parts {
    name: String,
    author: String,
    options: Vec<OptionInfo>,
}

impl Identity {
    /// An engine with this name (including a version) and author, which chooses its
    /// moves with `search`.
    #[must_use]
    pub fn new(name: &str, author: &str, search: &dyn Search) -> Identity {
        Identity(Arc::new(Parts {
            name: name.to_owned(),
            author: author.to_owned(),
            options: setoption::all(search).copied().collect(),
        }))
    }

    /// The line that a session begins with.
    #[must_use]
    pub fn banner(&self) -> Banner {
        Banner(self.clone())
    }

    /// The options, in the order of `uci`.
    #[must_use]
    pub fn options(&self) -> &[OptionInfo] {
        &self.0.options
    }

    /// The name, including the version.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0.name
    }
}

impl Printed for Identity {
    fn text(&self) -> String {
        let Parts {
            name,
            author,
            options,
        } = &*self.0;
        let mut text = protocol::name(name.clone()) + &protocol::author(author.clone());
        text.extend(options.iter().map(protocol::option));
        text + &protocol::uci_ok()
    }
}

/// The name, the version and the author in one line.
#[derive(Clone, Debug)]
pub struct Banner(Identity);

impl Printed for Banner {
    fn text(&self) -> String {
        let Parts { name, author, .. } = &*self.0.0;
        format!("{name} by {author}\n")
    }
}
