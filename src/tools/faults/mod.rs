//! The classic faults of move generators, each with its story and with a generator
//! that has it. Tests of tools and of suites ask which of them is found;
//! `docs/faults.md` shows the answer for well-known suites.
//!
//! The generator is a plain one of its own, not that of [`movegen`](crate::movegen):
//! a fault may leave a board that makes no sense, and nothing here minds.

mod board;
mod castling;
mod checks;
mod chess960;
mod counting;
mod en_passant;
mod flaw;
mod generator;
mod key;
mod node;
mod pawns;
mod pieces;
mod pins;
mod promotion;
mod table;
mod threads;
mod unmaking;

pub use generator::FaultyGenerator;

use super::diagnosis::Rule;
use flaw::Flaw;
use std::fmt;

/// The part of a generator in which a fault sits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FaultKind {
    /// En passant.
    EnPassant,
    /// Promotion.
    Promotion,
    /// Castling, as standard chess shows it.
    Castling,
    /// Castling, where only Chess960 shows it.
    Chess960,
    /// Pins.
    Pins,
    /// Checks, and the king's own moves.
    Checks,
    /// Steps and captures of pawns.
    Pawns,
    /// Moves of the other pieces, and the list of moves.
    Pieces,
    /// What counts as a leaf.
    Counting,
    /// Taking moves back.
    Unmaking,
    /// A table of counts.
    Table,
    /// Threads that count together. These faults show by chance.
    Threads,
}

impl fmt::Display for FaultKind {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str(match self {
            FaultKind::EnPassant => "en passant",
            FaultKind::Promotion => "promotion",
            FaultKind::Castling => "castling",
            FaultKind::Chess960 => "Chess960",
            FaultKind::Pins => "pins",
            FaultKind::Checks => "checks",
            FaultKind::Pawns => "pawns",
            FaultKind::Pieces => "pieces",
            FaultKind::Counting => "counting",
            FaultKind::Unmaking => "unmaking",
            FaultKind::Table => "table",
            FaultKind::Threads => "threads",
        })
    }
}

/// A classic fault of a move generator.
#[derive(Clone, Copy)]
pub struct Fault {
    /// Its name, in lower-case letters and hyphens.
    pub name: &'static str,
    /// The part in which it sits.
    pub kind: FaultKind,
    /// The rule that a diagnosis should name.
    pub rule: Rule,
    /// How people come to make it.
    pub story: &'static str,
    flaw: Flaw,
}

impl Fault {
    const fn new(
        name: &'static str,
        kind: FaultKind,
        rule: Rule,
        flaw: Flaw,
        story: &'static str,
    ) -> Fault {
        Fault {
            name,
            kind,
            rule,
            story,
            flaw,
        }
    }

    /// The position of our suites that shows the fault with the fewest leaves.
    #[must_use]
    pub fn soonest(&self) -> Option<Soonest> {
        let mut lines = SOONEST.lines();
        lines.find_map(|line| {
            let mut fields = line.split(';');
            let is_this = fields.next()? == self.name;
            let fen = fields.next()?;
            let (depth, leaves) = fields.next()?.strip_prefix('D')?.split_once(' ')?;
            is_this.then_some(Soonest {
                fen,
                depth: depth.parse().ok()?,
                leaves: leaves.parse().ok()?,
            })
        })
    }
}

impl fmt::Debug for Fault {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(formatter, "Fault({})", self.name)
    }
}

/// A position that shows a fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Soonest {
    /// The position.
    pub fen: &'static str,
    /// The least depth at which the count is wrong.
    pub depth: u32,
    /// The right number of leaves at this depth.
    pub leaves: u64,
}

/// Written by `examples/fault_matrix/`.
const SOONEST: &str = include_str!("soonest.txt");

const KINDS: [&[Fault]; 12] = [
    en_passant::FAULTS,
    promotion::FAULTS,
    castling::FAULTS,
    chess960::FAULTS,
    pins::FAULTS,
    checks::FAULTS,
    pawns::FAULTS,
    pieces::FAULTS,
    counting::FAULTS,
    unmaking::FAULTS,
    table::FAULTS,
    threads::FAULTS,
];

const COUNT: usize = {
    let (mut count, mut kind) = (0, 0);
    while kind < KINDS.len() {
        count += KINDS[kind].len();
        kind += 1;
    }
    count
};

static ALL: [Fault; COUNT] = {
    let mut all = [KINDS[0][0]; COUNT];
    let (mut count, mut kind) = (0, 0);
    while kind < KINDS.len() {
        let mut fault = 0;
        while fault < KINDS[kind].len() {
            all[count] = KINDS[kind][fault];
            count += 1;
            fault += 1;
        }
        kind += 1;
    }
    all
};

/// All faults, by kind.
///
/// ```
/// use ox88::tools::faults::FAULTS;
///
/// assert!(FAULTS.iter().any(|fault| fault.name == "ep-uncovers"));
/// ```
pub static FAULTS: &[Fault] = &ALL;

/// The fault with this name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Fault> {
    FAULTS.iter().find(|fault| fault.name == name)
}
