//! What is asked in a check, and in which order: the sieve first, then the rest by
//! rising cost, up to a limit.

use crate::board::fen::parse_with_x_fen_fallback;
use crate::board::{CastlingNotation, Position};
use crate::game::Game;
use crate::tools::corpus::{self, CorpusPosition, Kind};
use crate::tools::suite::{Broken, Record};
use std::collections::HashSet;
use std::io;

/// The most positions of a file. Each takes about a hundred bytes of memory.
pub const MOST_POSITIONS: usize = 1_000_000;

/// Up to this number of leaves, the whole divide is compared with ours. That takes a few
/// milliseconds.
const MOST_COMPARED: u128 = 300_000;

/// How much is checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Level {
    /// The sieve, or as many leaves of a file: seconds.
    Quick,
    /// About a minute of a usual engine on each core.
    #[default]
    Plain,
    /// Hours of a usual engine.
    Full,
}

impl Level {
    /// The most leaves that are checked at this level.
    ///
    /// ```
    /// use ox88::tools::check::Level;
    ///
    /// assert_eq!(Level::Plain.most_leaves(), 3_000_000_000);
    /// ```
    #[must_use]
    pub fn most_leaves(self) -> u128 {
        match self {
            Level::Quick => 30_000_000,
            Level::Plain => 3_000_000_000,
            Level::Full => 500_000_000_000,
        }
    }
}

/// A count to check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Question {
    /// The number of its position in the plan, from 0.
    pub position: usize,
    /// The depth, in plies.
    pub depth: u32,
    /// The right number of leaves.
    pub leaves: u128,
}

/// The counts to check, in their order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Plan {
    /// The positions. Each question belongs to one of them.
    pub positions: Vec<PlannedPosition>,
    /// The questions.
    pub questions: Vec<Question>,
    /// How many of the first questions are the sieve.
    pub sieve: usize,
    /// How many counts the level leaves out, since they have too many leaves.
    pub above_level: usize,
    /// What could not be read in a file: the numbers of lines, and the reasons.
    pub unreadable: Vec<(u64, String)>,
}

/// A position whose counts are checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlannedPosition {
    /// Its FEN. A position is much larger.
    pub fen: Box<str>,
    /// The number of its line in a file, or 0.
    pub line: u64,
}

impl Plan {
    /// The counts of the built-in corpus for positions of these kinds.
    ///
    /// ```
    /// use ox88::tools::check::{Level, Plan};
    /// use ox88::tools::corpus::Kind;
    ///
    /// let plan = Plan::of_corpus(Level::Plain, &[Kind::Standard, Kind::Chess960]);
    /// let leaves: u128 = plan.questions.iter().map(|question| question.leaves).sum();
    /// assert!(leaves <= Level::Plain.most_leaves());
    /// assert!(plan.questions.len() > 30_000);
    /// ```
    #[must_use]
    pub fn of_corpus(level: Level, kinds: &[Kind]) -> Plan {
        let is_wanted = |entry: &CorpusPosition| kinds.contains(&entry.kind);
        let mut plan = Plan::default();
        let mut in_sieve = HashSet::new();
        for entry in corpus::sieve().into_iter().filter(is_wanted) {
            let key = entry.position.key();
            in_sieve.extend(entry.counts.iter().map(|&(depth, _)| (key, depth)));
            plan.add(&entry.position, 0, &entry.counts);
        }
        plan.sieve = plan.questions.len();
        // No game reaches the irregular positions, so the sieve has none of them. It
        // is not asked for them alone.
        let has_sieve_only = level == Level::Quick && plan.sieve > 0;
        for mut entry in corpus::positions().into_iter().filter(is_wanted) {
            let key = entry.position.key();
            (entry.counts).retain(|&(depth, _)| !in_sieve.contains(&(key, depth)));
            match has_sieve_only {
                true => plan.above_level += entry.counts.iter().filter(|it| it.0 > 0).count(),
                false => plan.add(&entry.position, 0, &entry.counts),
            }
        }
        match has_sieve_only {
            true => plan,
            false => plan.within(level),
        }
    }

    /// The counts of a file.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, or has more than [`MOST_POSITIONS`].
    ///
    /// ```
    /// use ox88::board::CastlingNotation;
    /// use ox88::control::Token;
    /// use ox88::tools::check::{Level, Plan};
    /// use ox88::tools::suite::records;
    ///
    /// let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    /// let file = format!("{start};D7 3195901860;D2 400\n8/8 w;D1 1\n");
    /// let file = Box::new(std::io::Cursor::new(file));
    /// let records = records(file, CastlingNotation::Standard, &Token::never());
    /// let plan = Plan::of_file(Level::Plain, records)?;
    /// assert_eq!((plan.questions.len(), plan.questions[0].leaves), (1, 400));
    /// assert_eq!(plan.unreadable[0].0, 2);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn of_file(
        level: Level,
        records: impl Iterator<Item = io::Result<Result<Record, Broken>>>,
    ) -> io::Result<Plan> {
        let mut plan = Plan::default();
        for record in records {
            match record? {
                Ok(Record {
                    number,
                    position,
                    counts: Ok(counts),
                    ..
                }) => plan.add(&position, number, &counts),
                Ok(Record {
                    number,
                    counts: Err(reason),
                    ..
                })
                | Err(Broken { number, reason, .. }) => plan.unreadable.push((number, reason)),
            }
            if plan.positions.len().max(plan.unreadable.len()) > MOST_POSITIONS {
                let error = format!("more than {MOST_POSITIONS} positions");
                return Err(io::Error::other(error));
            }
        }
        Ok(plan.within(level))
    }

    /// Returns whether the whole divide of a question, by its number, is compared with
    /// ours: in the sieve, and where that costs little. Otherwise, only its sum is right,
    /// and its moves are legal.
    #[must_use]
    pub fn is_compared_whole(&self, question: usize) -> bool {
        let asked = self.questions.get(question);
        question < self.sieve || asked.is_some_and(|asked| asked.leaves <= MOST_COMPARED)
    }

    /// The game that a question is about: its position, without moves. There is none
    /// if the FEN cannot be read, which no plan has.
    #[must_use]
    pub fn game(&self, question: Question) -> Option<Game> {
        let planned = self.positions.get(question.position)?;
        let parsed = parse_with_x_fen_fallback(&planned.fen, CastlingNotation::Standard);
        Some(Game::new(parsed.ok()?.position))
    }

    /// The number of leaves of all questions.
    #[must_use]
    pub fn leaves(&self) -> u128 {
        let leaves = self.questions.iter().map(|question| question.leaves);
        leaves.fold(0, u128::saturating_add)
    }

    fn add(&mut self, position: &Position, line: u64, counts: &[(u32, u128)]) {
        let questions = counts.iter().map(|&(depth, leaves)| Question {
            position: self.positions.len(),
            depth,
            leaves,
        });
        // Every program agrees about depth 0.
        self.questions
            .extend(questions.filter(|question| question.depth > 0));
        self.positions.push(PlannedPosition {
            fen: position.to_fen().into(),
            line,
        });
    }

    /// Sorts the questions behind the sieve by their cost, and leaves out those that
    /// are too costly.
    fn within(mut self, level: Level) -> Plan {
        // The sort is stable: with equal costs, the order of the suites stays.
        self.questions[self.sieve..].sort_by_key(|question| question.leaves);
        let mut leaves: u128 = 0;
        let is_too_much = |question: &Question| {
            leaves = leaves.saturating_add(question.leaves);
            leaves > level.most_leaves()
        };
        if let Some(end) = self.questions.iter().position(is_too_much) {
            self.above_level = self.questions.len() - end;
            self.questions.truncate(end);
        }
        self.sieve = self.sieve.min(self.questions.len());
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAMES: [Kind; 2] = [Kind::Standard, Kind::Chess960];

    #[test]
    fn the_rest_comes_by_rising_cost_up_to_the_limit() {
        let counts = [(0, 1), (4, 197_281), (1, 20), (7, 3_195_901_860)];
        let mut plan = Plan::default();
        plan.add(&Position::start(), 1, &counts);
        let plan = plan.within(Level::Plain);
        let depths: Vec<u32> = plan.questions.iter().map(|it| it.depth).collect();
        assert_eq!(depths, [1, 4]);
        assert_eq!(plan.leaves(), 197_301);
        assert_eq!(plan.above_level, 1);
    }

    #[test]
    fn every_level_begins_with_the_sieve() {
        let quick = Plan::of_corpus(Level::Quick, &GAMES);
        assert_eq!(quick.questions.len(), quick.sieve);
        assert!(quick.leaves() <= Level::Quick.most_leaves());
        let all = Plan::of_corpus(Level::Full, &GAMES);
        let known = all.questions.len() + all.above_level;
        assert_eq!(quick.questions.len() + quick.above_level, known);
        for level in [Level::Plain, Level::Full] {
            let plan = Plan::of_corpus(level, &GAMES);
            assert_eq!(plan.sieve, quick.sieve);
            assert_eq!(plan.questions[..plan.sieve], quick.questions);
            assert!(plan.questions[plan.sieve..].is_sorted_by_key(|it| it.leaves));
            // The next question would be too much.
            assert!(plan.leaves() * 100 > level.most_leaves() * 99);
        }
    }

    #[test]
    fn no_count_is_asked_twice() {
        let plan = Plan::of_corpus(Level::Full, &GAMES);
        let mut seen = HashSet::new();
        for question in &plan.questions {
            let key = plan.game(*question).unwrap().position().key();
            assert!(seen.insert((key, question.depth)), "{question:?}");
        }
    }

    #[test]
    fn irregular_positions_stand_alone() {
        let plan = Plan::of_corpus(Level::Quick, &[Kind::Irregular]);
        assert_eq!((plan.positions.len(), plan.sieve), (22, 0));
    }
}
