//! What differs between a right divide and that of another program, and which
//! rules explain it. How the other divide was had is not known here.

use super::diagnosis::{self, Diagnosis, Rule};
use crate::board::{CastlingNotation, PieceKind, Position, Wing, castling_targets, parts_of_move};
use crate::game::Game;
use crate::movegen::{Move, MoveKind};

/// The most moves that are diagnosed: one fault often costs many moves.
const MOVES_DIAGNOSED: usize = 24;
/// The most rules that are named.
const RULES_NAMED: usize = 3;

/// What differs between two divides of one position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Differences {
    /// Legal moves that the other program lacks.
    pub missing: Vec<Move>,
    /// Moves, as it wrote them, that are not legal or listed twice.
    pub extra: Vec<String>,
    /// Moves whose counts differ: the right count, and the other one.
    pub counts: Vec<(Move, u128, u128)>,
}

impl Differences {
    /// Compares a right divide of a position with that of another program,
    /// whose moves are texts: coordinates in lower case, `o-o` or `o-o-o`, as
    /// [`printout`](super::printout) reads them.
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
                // Not legal, or the second time.
                _ => differences.extra.push(text.clone()),
            }
        }
        for (&(mv, count), found) in ours.iter().zip(found) {
            match found {
                Some(other) if other != count => differences.counts.push((mv, count, other)),
                Some(_) => {}
                // Some leave out moves after which the game is over.
                None if count == 0 => {}
                None => differences.missing.push(mv),
            }
        }
        differences
    }

    /// Returns whether both divides are the same.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.missing.is_empty() && self.extra.is_empty() && self.counts.is_empty()
    }

    /// The rules that are most likely at fault where moves are missing or too
    /// many, the likeliest first, each once. `game` leads to the position that
    /// was divided.
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
        // What has no better name follows from what has one.
        named.sort_by_key(|diagnosis| diagnosis.rule == Rule::PlainMoveMissing);
        named.truncate(RULES_NAMED);
        named
    }
}

/// The legal move that another program means: castling in any spelling.
fn resolve(position: &Position, text: &str) -> Option<Move> {
    let legal = position.legal_moves();
    let wing = match text {
        "o-o" => Some(Wing::KingSide),
        "o-o-o" => Some(Wing::QueenSide),
        _ => None,
    };
    if let Some(wing) = wing {
        return legal
            .into_iter()
            .find(|mv| mv.kind() == MoveKind::Castle && Wing::of(mv.from(), mv.to()) == wing);
    }
    let (from, to, promotion) = parts_of_move(text)?;
    let find = |means: &dyn Fn(&Move) -> bool| {
        legal
            .iter()
            .copied()
            .find(|mv| mv.promotion() == promotion && means(mv))
    };
    find(&|mv| mv.uci(CastlingNotation::Chess960).squares() == (from, to))
        .or_else(|| find(&|mv| mv.uci(CastlingNotation::Standard).squares() == (from, to)))
        // Some write the square where the king ends in Chess960, too.
        .or_else(|| {
            find(&|mv| {
                mv.kind() == MoveKind::Castle
                    && mv.from() == from
                    && castling_targets(from, mv.to()).0 == to
            })
        })
        .filter(|_| promotion != Some(PieceKind::King))
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
