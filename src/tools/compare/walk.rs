//! The walk to a fault: both sides divide, the shallowest depth first, and the
//! first branch that differs is followed until the very move is found that one
//! of them has too many.

use super::conversation::Answer;
use super::diagnosis::{self, Diagnosis, Rule};
use super::engine::{Engine, Question};
use super::fault::{Failure, Fault, FaultKind};
use crate::board::parts_of_move;
use crate::board::{CastlingNotation, MoveKind, PieceKind, Position, Wing, castling_targets};
use crate::movegen::Move;
use crate::perft::{Divide, Listener, NoDefaultTable, Settings};
use crate::signal::Token;

/// A position and how it was reached.
#[derive(Clone, Debug)]
pub struct Line {
    /// Where the moves begin.
    pub start: Position,
    /// The moves.
    pub moves: Vec<Move>,
    /// Where they lead.
    pub position: Position,
}

impl Line {
    /// The line without any move.
    #[must_use]
    pub fn new(start: Position) -> Line {
        Line {
            position: start.clone(),
            start,
            moves: Vec::new(),
        }
    }

    /// Makes a legal move.
    pub fn play(&mut self, mv: Move) {
        let _ = self.position.make(mv);
        self.moves.push(mv);
    }

    /// Every position of the line, the last one first, each with the move that
    /// led to the one after it.
    pub(super) fn backwards(&self) -> Vec<(Position, Move)> {
        let mut position = self.start.clone();
        let mut steps: Vec<(Position, Move)> = Vec::new();
        for &mv in &self.moves {
            let before = position.clone();
            let _ = position.make(mv);
            steps.push((before, mv));
        }
        steps.reverse();
        steps
    }
}

/// Where two programs differ, and why, most likely.
#[derive(Clone, Debug)]
pub struct Difference {
    /// The depth at which the count from the root first differed.
    pub depth: u32,
    /// The right count of the root to that depth, and the other program's.
    pub totals: (u128, u128),
    /// The position whose moves, or whose counts, differ.
    pub line: Line,
    /// Legal moves that the other program lacks.
    pub missing: Vec<Move>,
    /// Moves, as it wrote them, that it has too many.
    pub extra: Vec<String>,
    /// If the moves are the same: those whose counts differ, with the right
    /// count and the other.
    pub counts: Vec<(Move, u128, u128)>,
    /// The rules at fault, the likeliest first; at least one.
    pub diagnoses: Vec<Diagnosis>,
}

/// What a comparison comes to.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// All counts are the same; the total at the greatest depth.
    Same(u128),
    /// They differ.
    Different(Box<Difference>),
    /// The other program itself failed.
    Failed(Box<Fault>),
    /// The job was stopped.
    Stopped,
}

impl From<Failure> for Outcome {
    fn from(failure: Failure) -> Outcome {
        match failure {
            Failure::Stopped => Outcome::Stopped,
            Failure::Fault(fault) => Outcome::Failed(fault),
        }
    }
}

/// How many moves are taken for telling the rule at fault: one fault often
/// costs many moves.
const MOVES_DIAGNOSED: usize = 24;
/// How many rules are named.
const RULES_NAMED: usize = 3;

/// Our side of a comparison.
pub(super) struct Ours<'a> {
    pub(super) settings: &'a mut Settings,
    pub(super) stop: &'a Token,
}

impl Ours<'_> {
    fn divide(&mut self, position: &Position, depth: u32) -> Option<Vec<(Move, u128)>> {
        let mut counts = Counts(Vec::new());
        match self
            .settings
            .divide(position, depth, self.stop, &mut counts)
        {
            Divide::Complete(_) => Some(counts.0),
            Divide::Stopped { .. } => None,
        }
    }
}

struct Counts(Vec<(Move, u128)>);

impl Listener for Counts {
    fn root_move(&mut self, mv: Move, count: u128) {
        self.0.push((mv, count));
    }

    /// Without memory for a table the count only takes longer.
    fn no_default_table(&mut self, _: &NoDefaultTable) {}
}

/// What differs between two divides of one position.
#[derive(Default)]
struct Differences {
    missing: Vec<Move>,
    extra: Vec<String>,
    counts: Vec<(Move, u128, u128)>,
}

impl Differences {
    fn between(position: &Position, ours: &[(Move, u128)], theirs: &Answer) -> Differences {
        let mut differences = Differences::default();
        let mut found: Vec<Option<u128>> = vec![None; ours.len()];
        for (text, count) in &theirs.counts {
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

    fn is_empty(&self) -> bool {
        self.missing.is_empty() && self.extra.is_empty() && self.counts.is_empty()
    }
}

/// Compares the counts from a position, to every depth up to `depth`.
pub(super) fn compare(root: &Line, depth: u32, ours: &mut Ours, engine: &mut Engine) -> Outcome {
    let mut total = 1;
    for depth in 1..=depth {
        let (mine, theirs) = match both(root, depth, ours, engine) {
            Ok(both) => both,
            Err(outcome) => return outcome,
        };
        total = sum(&mine.iter().map(|&(_, count)| count).collect::<Vec<_>>());
        let differences = Differences::between(&root.position, &mine, &theirs);
        if !differences.is_empty() {
            let other = theirs.counts.iter().map(|&(_, count)| count);
            let totals = (total, sum(&other.collect::<Vec<_>>()));
            return follow(root.clone(), depth, totals, differences, ours, engine);
        }
        if let Some(fault) = wrong_total(theirs, total) {
            return Outcome::Failed(Box::new(fault));
        }
    }
    Outcome::Same(total)
}

/// Both divides of a position.
fn both(
    line: &Line,
    depth: u32,
    ours: &mut Ours,
    engine: &mut Engine,
) -> Result<(Vec<(Move, u128)>, Answer), Outcome> {
    let mine = ours.divide(&line.position, depth).ok_or(Outcome::Stopped)?;
    let theirs = engine.divide(Question {
        start: &line.start,
        moves: &line.moves,
        position: &line.position,
        depth,
    })?;
    Ok((mine, theirs))
}

/// A program may print anything, so that its counts are added up with care.
fn sum(counts: &[u128]) -> u128 {
    counts
        .iter()
        .fold(0, |sum: u128, &count| sum.saturating_add(count))
}

fn wrong_total(theirs: Answer, sum: u128) -> Option<Fault> {
    let total = theirs.total.filter(|&total| total != sum)?;
    Some(Fault {
        kind: FaultKind::WrongTotal { total, sum },
        asked: theirs.asked,
        last_lines: theirs.last_lines,
    })
}

/// Walks down from a position whose divides differ.
fn follow(
    mut line: Line,
    depth: u32,
    totals: (u128, u128),
    mut differences: Differences,
    ours: &mut Ours,
    engine: &mut Engine,
) -> Outcome {
    let mut left = depth;
    loop {
        let moves_differ = !differences.missing.is_empty() || !differences.extra.is_empty();
        let first = differences.counts.first().copied();
        let diagnoses = match first {
            _ if moves_differ => diagnoses(&line, &differences),
            Some((mv, right, other)) if left == 1 => vec![diagnosis::leaf(mv, right, other)],
            Some((mv, right, other)) => {
                line.play(mv);
                left -= 1;
                let (mine, theirs) = match both(&line, left, ours, engine) {
                    Ok(both) => both,
                    Err(outcome) => return outcome,
                };
                let below = Differences::between(&line.position, &mine, &theirs);
                if !below.is_empty() {
                    differences = below;
                    continue;
                }
                // Asked for alone, it counts this position right.
                differences = Differences {
                    counts: vec![(mv, right, other)],
                    ..Differences::default()
                };
                vec![diagnosis::vanished(&line, right, other)]
            }
            // Divides that do not differ are not followed.
            None => vec![],
        };
        return Outcome::Different(Box::new(Difference {
            depth,
            totals,
            line,
            missing: differences.missing,
            extra: differences.extra,
            counts: differences.counts,
            diagnoses,
        }));
    }
}

/// The rules at fault where moves are missing or too many, each once.
fn diagnoses(line: &Line, differences: &Differences) -> Vec<Diagnosis> {
    let extra = differences.extra.iter().take(MOVES_DIAGNOSED);
    let extra = extra.map(|text| match resolve(&line.position, text) {
        Some(_) => diagnosis::listed_twice(text),
        None => diagnosis::extra(line, text),
    });
    let missing = differences.missing.iter().take(MOVES_DIAGNOSED);
    let missing = missing.map(|&mv| diagnosis::missing(line, mv, &differences.missing));
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
