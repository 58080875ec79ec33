//! What the worker passes on while a divide is made: each root move as a reply,
//! and to a person who watches how far it is.

use super::{Reply, say};
use crate::board::CastlingNotation;
use crate::movegen::Move;
use crate::perft::{Listener, NoDefaultTable};
use crate::progress::CountProgress;
use crossbeam_channel::Sender;

/// The listener of `go perft`.
pub(super) struct Report<'a> {
    pub(super) replies: &'a Sender<Reply>,
    pub(super) castling: CastlingNotation,
    pub(super) progress: CountProgress,
    /// What the reply at the end has to warn of.
    pub(super) warning: Option<String>,
}

impl Listener for Report<'_> {
    fn root_move(&mut self, mv: Move, count: u128) {
        self.progress.add_move();
        let mv = mv.uci(self.castling);
        say(self.replies, Reply::RootMove { mv, count });
    }

    fn part(&mut self, leaves: u128) {
        self.progress.add(leaves);
    }

    fn no_default_table(&mut self, error: &NoDefaultTable) {
        self.warning = Some(error.to_string());
    }
}

/// The listener of `count`, whose total comes at the end.
pub(super) struct Watch(pub(super) CountProgress);

impl Listener for Watch {
    fn root_move(&mut self, _: Move, _: u128) {
        self.0.add_move();
    }

    fn part(&mut self, leaves: u128) {
        self.0.add(leaves);
    }
}
