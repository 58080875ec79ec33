//! The differences between a correct divide and that of another program, and the
//! rules that explain them. How you get the other divide does not matter: you may
//! paste it.
//!
//! This example reads a pasted divide that lacks one move and has one too many:
//!
//! ```
//! use ox88::game::Game;
//! use ox88::tools::differences::Differences;
//! use ox88::tools::printout::Reader;
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
//! let mut reader = Reader::default();
//! for line in pasted.lines() {
//!     reader.line(line);
//! }
//!
//! let position: Position = "8/8/8/r2Pp2K/8/8/8/4k3 w - e6 0 1".parse()?;
//! let ours = divide(&position, 1);
//! let differences = Differences::between(&position, &ours, &reader.counts());
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
use crate::board::{
    CastlingNotation, PieceKind, Position, Square, Wing, castling_targets, parts_of_move,
};
use crate::game::Game;
use crate::movegen::{Move, MoveKind};
use std::collections::HashMap;

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
    /// The moves of the other divide are as [`printout`](super::printout) returns
    /// them: coordinates in lower case, `o-o` or `o-o-o`, or standard algebraic
    /// notation. Castling may be written as a move to the king's or to the rook's
    /// square. A text that is listed once for each move that it may mean, such as
    /// promotions without their letters, means them all. A move may be missing if its
    /// count is 0.
    #[must_use]
    pub fn between(
        position: &Position,
        ours: &[(Move, u128)],
        theirs: &[(String, u128)],
    ) -> Differences {
        let mut differences = Differences::default();
        let (found, extra) = matched(position, ours, theirs);
        let extra = extra.into_iter().filter_map(|at| theirs.get(at));
        differences.extra = extra.map(|(text, _)| text.clone()).collect();
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
        let extra = extra.map(
            |text| match meanings(game.position(), text, false).is_empty() {
                false => diagnosis::listed_twice(text),
                true => diagnosis::extra(game, text),
            },
        );
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

/// Finds the legal move that each line of the other divide means. Returns the other
/// count of each legal move, and the lines that mean none, or one that another line has.
fn matched(
    position: &Position,
    ours: &[(Move, u128)],
    theirs: &[(String, u128)],
) -> (Vec<Option<u128>>, Vec<usize>) {
    let mut times: HashMap<&str, usize> = HashMap::new();
    for (text, _) in theirs {
        *times.entry(text).or_default() += 1;
    }
    let meant = theirs.iter().map(|(text, _)| {
        let is_repeated = times.get(text.as_str()).is_some_and(|times| *times > 1);
        let meant = meanings(position, text, is_repeated).into_iter();
        let places = meant.map(|mv| ours.iter().position(|&(listed, _)| listed == mv));
        places.flatten().collect()
    });
    let meant: Vec<Vec<usize>> = meant.collect();
    let mut found: Vec<Option<u128>> = vec![None; ours.len()];
    let mut is_matched = vec![false; theirs.len()];
    // Of the moves that a text may mean, the one with the same count is the likeliest.
    for needs_same_count in [true, false] {
        for (line, places) in meant.iter().enumerate() {
            let count = theirs[line].1;
            let is_free = |place: &&usize| {
                found[**place].is_none()
                    && (!needs_same_count || places.len() > 1 && ours[**place].1 == count)
            };
            if !is_matched[line]
                && let Some(&place) = places.iter().find(is_free)
            {
                found[place] = Some(count);
                is_matched[line] = true;
            }
        }
    }
    let extra = (0..theirs.len()).filter(|&line| !is_matched[line]);
    (found, extra.collect())
}

/// The legal moves that a text may mean. Only a repeated one may mean promotions whose
/// letters are missing: alone, it is a promotion without a piece.
fn meanings(position: &Position, text: &str, is_repeated: bool) -> Vec<Move> {
    if let Some(mv) = resolve(position, text) {
        return vec![mv];
    }
    let by_san = position.moves_by_san(text);
    if !by_san.is_empty() {
        return by_san;
    }
    // Some programs write castling as a move of the king.
    if let Some(target) = text.strip_prefix('K') {
        let moves = position.legal_moves().into_iter();
        let castles = moves.filter(|mv| mv.kind() == MoveKind::Castle);
        return castles
            .filter(|&mv| squares_of_king(mv).1.to_string() == target)
            .collect();
    }
    if !is_repeated {
        return by_san;
    }
    let kinds = [
        PieceKind::Queen,
        PieceKind::Rook,
        PieceKind::Bishop,
        PieceKind::Knight,
    ];
    let promotions = kinds.into_iter().filter_map(|kind| {
        let letter = kind.letter();
        let coordinates = resolve(position, &format!("{text}{letter}"));
        let san = format!("{text}={}", letter.to_ascii_uppercase());
        coordinates.or_else(|| position.moves_by_san(&san).first().copied())
    });
    promotions.collect()
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

    fn differences(fen: &str, depth: u32, theirs: &[(&str, u128)]) -> Differences {
        let position: Position = fen.parse().unwrap();
        let ours = crate::divide(&position, depth);
        let theirs: Vec<(String, u128)> = theirs
            .iter()
            .map(|&(mv, count)| (mv.to_owned(), count))
            .collect();
        Differences::between(&position, &ours, &theirs)
    }

    /// ROCE prints promotions without their letters. This is `divide 5` on its page
    /// about perft, <http://www.rocechess.ch/perft.html>.
    #[test]
    fn repeated_texts_mean_each_of_their_moves() {
        const FEN: &str = "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1";
        #[rustfmt::skip]
        const ROCE: [(&str, u128); 24] = [
            ("d7e7", 203_075), ("d7c7", 144_121), ("d7d6", 211_186), ("d7c6", 198_410),
            ("d7e8", 146_984), ("d7e6", 226_311), ("a8c7", 287_482), ("a8b6", 232_333),
            ("c8b6", 190_892), ("c8a7", 185_316), ("c8e7", 221_064), ("c8d6", 249_997),
            ("g2g1", 196_031), ("g2g1", 201_350), ("g2g1", 72_525), ("g2g1", 24_145),
            ("g2f1", 33_700), ("g2f1", 91_129), ("g2f1", 33_399), ("g2f1", 54_682),
            ("g2h1", 141_001), ("g2h1", 92_321), ("g2h1", 109_225), ("g2h1", 58_424),
        ];
        assert!(differences(FEN, 5, &ROCE).is_empty());

        let found = differences(FEN, 5, &ROCE[..23]);
        assert_eq!((found.extra.len(), found.missing.len()), (0, 1));
        assert!(found.missing[0].promotion().is_some() && found.counts.is_empty());

        let mut wrong = ROCE;
        wrong[12].1 += 1;
        let found = differences(FEN, 5, &wrong);
        assert_eq!((found.extra.len(), found.missing.len()), (0, 0));
        assert!(matches!(found.counts[..], [(_, 196_031, 196_032)]));

        // Once is a promotion without a piece.
        let found = differences(FEN, 5, &ROCE[..13]);
        assert_eq!((found.extra.len(), found.missing.len()), (1, 12));
    }

    #[test]
    fn moves_in_algebraic_notation_are_found() {
        const FEN: &str = "4k3/8/8/3p4/2B1P3/8/8/R3K3 w Q - 0 1";
        let position: Position = FEN.parse().unwrap();
        let named = position.legal_moves_with_san().into_iter();
        let counts: HashMap<Move, u128> = crate::divide(&position, 2).into_iter().collect();
        let theirs: Vec<(String, u128)> = named
            .map(|(mv, san)| {
                let castles = mv.kind() == MoveKind::Castle;
                let san = if castles { "o-o-o".to_owned() } else { san };
                (san, counts[&mv])
            })
            .collect();
        let mut theirs: Vec<(&str, u128)> = theirs
            .iter()
            .map(|(mv, count)| (mv.as_str(), *count))
            .collect();
        assert!(differences(FEN, 2, &theirs).is_empty());
        for (mv, _) in &mut theirs {
            if *mv == "o-o-o" {
                *mv = "Kc1";
            }
        }
        assert!(differences(FEN, 2, &theirs).is_empty());
        theirs.retain(|(mv, _)| *mv != "exd5");
        theirs.push(("bxd5", 3));
        theirs.push(("Bxd5", 3));
        let found = differences(FEN, 2, &theirs);
        assert_eq!(found.extra, ["bxd5", "Bxd5"]);
        assert_eq!(found.missing[0].to_string(), "e4d5");
        let rules = found.diagnoses(&Game::new(position));
        let rules: Vec<Rule> = rules.iter().map(|diagnosis| diagnosis.rule).collect();
        assert_eq!(
            rules,
            [Rule::NoPiece, Rule::ListedTwice, Rule::PawnCaptureMissing]
        );
    }
}
