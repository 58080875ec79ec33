//! The differences between a correct divide and that of another program, and the
//! rules that explain them. How you get the other divide does not matter: you may
//! paste it.
//!
//! This example reads a pasted divide that lacks one move and has one too many:
//!
//! ```
//! use ox88::game::Game;
//! use ox88::tools::differences::Differences;
//! use ox88::tools::printout::{Entry, read};
//! use ox88::{Position, divide};
//!
//! let pasted = "
//!     d5d6: 1
//!     d5e6: 1
//!     h5g4: 1
//!     h5h4: 1
//!     h5g5: 1
//!     h5g6: 1
//!     Nodes searched: 6";
//! let entries = pasted.lines().map(read);
//! let theirs: Vec<(String, u128)> = entries
//!     .filter_map(|entry| match entry {
//!         Entry::Count { mv, count } => Some((mv, count)),
//!         Entry::Total(_) | Entry::Other => None,
//!     })
//!     .collect();
//!
//! let position: Position = "8/8/8/r2Pp2K/8/8/8/4k3 w - e6 0 1".parse()?;
//! let ours = divide(&position, 1);
//! let differences = Differences::between(&position, &ours, &theirs);
//! assert_eq!(differences.missing[0].to_string(), "h5h6");
//! assert_eq!(differences.extra, ["d5e6"]);
//! assert!(differences.counts.is_empty());
//!
//! let diagnoses = differences.diagnoses(&Game::new(position));
//! assert_eq!(
//!     diagnoses[0].to_string(),
//!     "en passant that uncovers a check (after d5e6 the rook on a5 gives check)"
//! );
//! # Ok::<(), ox88::board::fen::FenError>(())
//! ```
//!
//! If only counts differ, make the move with the first wrong count in the game, and
//! compare the divides one ply less deep. At depth 1, [`diagnosis::leaf`] names the
//! fault. If the divide after the move is right, [`diagnosis::vanished`] names it.

use super::diagnosis::{self, Diagnosis, Rule, castling_wing};
use crate::board::{CastlingNotation, Position, Square, Wing, castling_targets, parts_of_move};
use crate::game::Game;
use crate::movegen::{Move, MoveKind};

/// The most moves that are diagnosed: one fault often costs many moves.
const MOVES_DIAGNOSED: usize = 24;
/// The most rules that are named.
const RULES_NAMED: usize = 3;

/// The differences between two divides of one position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Differences {
    /// Legal moves that the other divide lacks.
    pub missing: Vec<Move>,
    /// Moves of the other divide that are not legal or are listed twice, as they
    /// are written there.
    pub extra: Vec<String>,
    /// Moves whose counts differ: the move, the right count, and the other count.
    pub counts: Vec<(Move, u128, u128)>,
}

impl Differences {
    /// Compares a correct divide of `position` with that of another program, both
    /// of the same depth. [`divide`](crate::divide) returns the correct one.
    ///
    /// The moves of the other divide are in lower case: coordinates, `o-o` or
    /// `o-o-o`, as [`printout::read`](super::printout::read) returns them.
    /// Castling may be written as a move to the king's or to the rook's square.
    /// A move may be missing if its count is 0.
    #[must_use]
    pub fn between(
        position: &Position,
        ours: &[(Move, u128)],
        theirs: &[(String, u128)],
    ) -> Differences {
        let mut differences = Differences::default();
        let mut found: Vec<Option<u128>> = vec![None; ours.len()];
        for (text, count) in theirs {
            let at = resolve(position, text)
                .and_then(|mv| ours.iter().position(|&(listed, _)| listed == mv));
            match at {
                Some(at) if found[at].is_none() => found[at] = Some(*count),
                _ => differences.extra.push(text.clone()),
            }
        }
        for (&(mv, count), found) in ours.iter().zip(found) {
            match found {
                Some(other) if other != count => differences.counts.push((mv, count, other)),
                // Some programs omit moves that end the game.
                None if count > 0 => differences.missing.push(mv),
                _ => {}
            }
        }
        differences
    }

    /// Returns whether the divides are the same.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.missing.is_empty() && self.extra.is_empty() && self.counts.is_empty()
    }

    /// The rules that are most likely at fault for the missing and extra moves,
    /// up to three, the likeliest first. The list is empty if only counts differ.
    ///
    /// `game` ends in the position of the divide. With the moves before it, rules
    /// such as a lost castling right can be named.
    #[must_use]
    pub fn diagnoses(&self, game: &Game) -> Vec<Diagnosis> {
        let extra = self.extra.iter().take(MOVES_DIAGNOSED);
        let extra = extra.map(|text| match resolve(game.position(), text) {
            Some(_) => diagnosis::listed_twice(text),
            None => diagnosis::extra(game, text),
        });
        let missing = self.missing.iter().take(MOVES_DIAGNOSED);
        let missing = missing.map(|&mv| diagnosis::missing(game, mv, &self.missing));
        let mut named: Vec<Diagnosis> = Vec::new();
        for diagnosis in extra.chain(missing) {
            if named.iter().all(|other| other.rule != diagnosis.rule) {
                named.push(diagnosis);
            }
        }
        // A missing ordinary move is usually the effect of a more special rule.
        named.sort_by_key(|diagnosis| diagnosis.rule == Rule::PlainMoveMissing);
        named.truncate(RULES_NAMED);
        named
    }
}

/// The legal move that a text means. Castling may be written in any way.
fn resolve(position: &Position, text: &str) -> Option<Move> {
    let legal = position.legal_moves();
    if let Some(wing) = castling_wing(text) {
        let is_meant =
            |mv: &Move| mv.kind() == MoveKind::Castle && Wing::of(mv.from(), mv.to()) == wing;
        return legal.into_iter().find(is_meant);
    }
    let (from, to, promotion) = parts_of_move(text)?;
    let find = |squares: fn(Move) -> (Square, Square)| {
        let is_meant = |mv: &Move| mv.promotion() == promotion && squares(*mv) == (from, to);
        legal.iter().copied().find(is_meant)
    };
    find(|mv| mv.uci(CastlingNotation::Chess960).squares())
        .or_else(|| find(|mv| mv.uci(CastlingNotation::Standard).squares()))
        // Some programs write the king's target square in Chess960, too.
        .or_else(|| find(squares_of_king))
}

/// The squares of a move, of castling those of the king.
fn squares_of_king(mv: Move) -> (Square, Square) {
    match mv.kind() {
        MoveKind::Castle => (mv.from(), castling_targets(mv.from(), mv.to()).0),
        _ => (mv.from(), mv.to()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::fen;

    #[test]
    fn castling_is_the_same_move_in_every_spelling() {
        let parse = |fen| {
            fen::parse(fen, CastlingNotation::Chess960)
                .unwrap()
                .position
        };
        let standard = parse("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
        let castle = resolve(&standard, "e1h1").unwrap();
        assert_eq!(castle.kind(), MoveKind::Castle);
        for text in ["e1g1", "o-o"] {
            assert_eq!(resolve(&standard, text), Some(castle), "{text}");
        }
        let other = resolve(&standard, "o-o-o");
        assert_ne!(other, Some(castle));
        for text in ["e1c1", "e1a1"] {
            assert_eq!(resolve(&standard, text), other, "{text}");
        }
        let shuffled = parse("4k3/8/8/8/8/8/8/1R1K2R1 w GB - 0 1");
        let castle = resolve(&shuffled, "d1g1").unwrap();
        assert_eq!(castle.kind(), MoveKind::Castle);
        assert_eq!(resolve(&shuffled, "d1c1").unwrap().kind(), MoveKind::Normal);
        for text in ["", "e1", "d1d1", "d1h9", "e7e8k"] {
            assert_eq!(resolve(&shuffled, text), None, "{text}");
        }
    }
}
