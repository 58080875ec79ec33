//! The hunt in a program that prints only totals: which move of a position has the
//! wrong count. The program is asked for each of them by itself. Where the number of
//! moves is wrong, the moves that the program refuses or accepts are a hint.

use super::fault::{Failure, FaultKind};
use super::session::Session;
use super::walk::Node;
use crate::board::{CastlingNotation, Color, PieceKind, Position, Square};
use crate::game::Game;
use crate::movegen::Move;
use crate::tools::diagnosis::{self, Diagnosis, OnlyWithinCause, Rule};
use crate::tools::differences::Differences;

/// After so many failures at impossible moves, no more are tried.
const MOST_FAILURES: usize = 4;

/// A program's counts of a position to the depths 1, 2 and 3, as far as they are
/// known. It repeats them after a move that it does not make.
struct Before(Vec<u128>);

/// How deep the counts after a legal move are compared with those before it. Counts
/// of a position with few differences between the sides can be the same.
const LEGAL_DEPTH: u32 = 3;
/// The same for an illegal move. There are many, and most of them are not made.
const ILLEGAL_DEPTH: u32 = 2;

/// What the totals of a position's moves show.
pub(super) enum Totals {
    /// A move, its right count, and the other program's.
    Child(Move, u128, u128),
    /// The moves of the position are the fault.
    Moves(Found),
}

/// A fault in the moves of a position.
pub(super) struct Found {
    pub(super) differences: Differences,
    /// The right number of moves, and the other program's.
    pub(super) moves: Option<(u128, u128)>,
    pub(super) diagnoses: Vec<Diagnosis>,
}

impl Session<'_> {
    /// Compares the moves of a position whose totals differ.
    pub(super) fn compare_moves(&mut self, game: &Game, node: &Node) -> Result<Totals, Failure> {
        let right = node.ours.len() as u128;
        let other = match node.depth {
            1 => node.answer.leaves(),
            _ => self.count(game, 1)?.leaves(),
        };
        if other != right {
            return self.compare_number(game, right, other);
        }
        for &(mv, right) in &node.ours {
            let mut after = game.clone();
            after.make(mv);
            let counted = self.count(&after, node.depth - 1);
            let theirs = match counted {
                Err(Failure::Fault(fault)) if fault.kind == FaultKind::Refuses => None,
                counted => Some(counted?.leaves()),
            };
            if theirs == Some(right) {
                continue;
            }
            let moves = node.ours.len() as u128;
            let mut before = Before(vec![moves]);
            if theirs.is_none() || self.refuses(game, mv, &mut before, LEGAL_DEPTH)? {
                // An illegal move takes its place, since the number is right.
                return self.compare_number(game, moves, moves);
            }
            return Ok(Totals::Child(mv, right, theirs.unwrap_or_default()));
        }
        let (right, other) = (node.right, node.answer.leaves());
        let diagnosis = diagnosis::drawn_after(game, &node.ours, other)
            .or_else(|| diagnosis::ends_counted(game, node.depth, right, other))
            .unwrap_or_else(|| diagnosis::sum_differs(right, other, OnlyWithinCause::Unknown));
        Ok(Totals::Moves(Found {
            differences: Differences::default(),
            moves: None,
            diagnoses: vec![diagnosis],
        }))
    }

    /// Finds out which moves are missing or illegal where their number is wrong.
    fn compare_number(&mut self, game: &Game, right: u128, other: u128) -> Result<Totals, Failure> {
        let mut before = Before(vec![other]);
        let mut refused = Vec::new();
        if self.theirs.program.kind.takes_moves() {
            for mv in game.position().legal_moves() {
                if self.refuses(game, mv, &mut before, LEGAL_DEPTH)? {
                    refused.push(mv);
                }
            }
        }
        // A program that knows only the position it stands in accepts no move.
        if refused.len() as u128 == right {
            refused.clear();
        }
        let wanted = other + refused.len() as u128;
        let wanted = usize::try_from(wanted.saturating_sub(right)).unwrap_or(usize::MAX);
        let extra = match wanted {
            0 => Vec::new(),
            wanted => self.accepted(game, &mut before, wanted)?,
        };
        let fits = |refused: &[Move]| refused.len() as u128 + other == right + extra.len() as u128;
        if !fits(&refused) {
            // Some may look refused by chance.
            let mut sure = Vec::new();
            for mv in refused {
                if self.refuses(game, mv, &mut before, LEGAL_DEPTH + 1)? {
                    sure.push(mv);
                }
            }
            refused = sure;
        }
        let is_explained = fits(&refused);
        if !is_explained && refused.len() as u128 + other > right {
            refused.clear();
        }
        let differences = Differences {
            missing: refused,
            extra,
            ..Differences::default()
        };
        let mut diagnoses = differences.diagnoses(game);
        let legal = game.position().legal_moves().into_iter();
        let ones: Vec<(Move, u128)> = legal.map(|mv| (mv, 1)).collect();
        match diagnosis::drawn_after(game, &ones, other) {
            Some(draw) if diagnoses.is_empty() && other < right => diagnoses.push(draw),
            _ if diagnoses.is_empty() || right != other && !is_explained => {
                diagnoses.push(diagnosis::move_count(right, other));
            }
            _ => {}
        }
        Ok(Totals::Moves(Found {
            differences,
            moves: (right != other).then_some((right, other)),
            diagnoses,
        }))
    }

    /// The program's count before a move.
    fn before(&mut self, game: &Game, before: &mut Before, depth: u32) -> Result<u128, Failure> {
        while before.0.len() < depth as usize {
            let depth = before.0.len() as u32 + 1;
            before.0.push(self.count(game, depth)?.leaves());
        }
        Ok(before
            .0
            .get(depth as usize - 1)
            .copied()
            .unwrap_or_default())
    }

    /// Returns whether the program does not make a legal move, since its counts up to
    /// a depth stay those before it.
    fn refuses(
        &mut self,
        game: &Game,
        mv: Move,
        before: &mut Before,
        greatest: u32,
    ) -> Result<bool, Failure> {
        if !self.theirs.program.kind.takes_moves() {
            return Ok(false);
        }
        let mut after = game.clone();
        after.make(mv);
        let mut is_right = true;
        for depth in 1..=greatest {
            let theirs = match self.count(&after, depth) {
                Ok(answer) => answer.leaves(),
                Err(Failure::Stopped) => return Err(Failure::Stopped),
                Err(Failure::Fault(fault)) => return Ok(fault.kind == FaultKind::Refuses),
            };
            if theirs != self.before(game, before, depth)? {
                return Ok(false);
            }
            is_right &= theirs == crate::perft(after.position(), depth);
        }
        Ok(!is_right)
    }

    /// The illegal moves that the program makes, of which it counts `wanted`. The
    /// list is empty if that shows nothing, because the program makes any move.
    fn accepted(
        &mut self,
        game: &Game,
        before: &mut Before,
        wanted: usize,
    ) -> Result<Vec<String>, Failure> {
        let mut failures = 0;
        let mut found = Vec::new();
        if !self.theirs.program.kind.takes_moves() {
            return Ok(found);
        }
        let position = game.position();
        if let Some(impossible) = impossible_move(position)
            && self.accepts(game, &impossible, before, &mut failures)?
        {
            return Ok(found);
        }
        for class in [pseudo_legal(position), imaginable(position)] {
            for text in class {
                if failures < MOST_FAILURES && self.accepts(game, &text, before, &mut failures)? {
                    found.push(text);
                }
            }
            if found.len() >= wanted {
                break;
            }
        }
        if found.len() > wanted {
            found.clear();
        }
        Ok(found)
    }

    /// Returns whether the program makes an illegal move.
    fn accepts(
        &mut self,
        game: &Game,
        text: &str,
        before: &mut Before,
        failures: &mut usize,
    ) -> Result<bool, Failure> {
        for depth in 1..=ILLEGAL_DEPTH {
            let unchanged = self.before(game, before, depth)?;
            match self.theirs.count_after(game, text, depth) {
                Ok(answer) if answer.leaves() != unchanged => return Ok(true),
                Ok(_) => {}
                Err(Failure::Stopped) => return Err(Failure::Stopped),
                Err(Failure::Fault(fault)) => {
                    *failures += usize::from(fault.kind != FaultKind::Refuses);
                    return Ok(false);
                }
            }
        }
        Ok(false)
    }
}

/// The moves that are illegal only because they leave the king in check.
fn pseudo_legal(position: &Position) -> Vec<String> {
    let legal = position.legal_moves();
    let moves = position.pseudo_legal_moves().into_iter();
    moves
        .filter(|mv| !legal.contains(mv))
        .map(|mv| mv.uci(CastlingNotation::Standard).to_string())
        .collect()
}

/// The squares of the board, with their distances from a square in files and ranks.
fn squares_around(from: Square) -> impl Iterator<Item = (Square, u8, u8)> {
    (0..64u8).map(move |number| {
        let to = Square::new(number % 8, number / 8);
        let files = from.file().abs_diff(to.file());
        (to, files, from.rank().abs_diff(to.rank()))
    })
}

/// Moves that a faulty generator may list although they are not pseudo-legal: over
/// pieces, of pawns, and castling.
fn imaginable(position: &Position) -> Vec<String> {
    let us = position.side_to_move();
    let last_rank = if us == Color::White { 7 } else { 0 };
    let pseudo_legal = position.pseudo_legal_moves();
    let is_new = |from, to| {
        let is_same = |mv: &Move| {
            let (mv_from, mv_to) = mv.uci(CastlingNotation::Standard).squares();
            (mv_from, mv_to) == (from, to)
        };
        !pseudo_legal.iter().any(is_same)
    };
    let mut moves = Vec::new();
    for (from, piece) in position.pieces().filter(|(_, piece)| piece.color == us) {
        for (to, files, ranks) in squares_around(from) {
            let goes = match piece.kind {
                PieceKind::Pawn => files <= 1 && (1..=2).contains(&ranks) && files + ranks < 3,
                PieceKind::Knight => files + ranks == 3 && files.abs_diff(ranks) == 1,
                PieceKind::Bishop => files == ranks,
                PieceKind::Rook => (files == 0) != (ranks == 0),
                PieceKind::Queen => files == ranks || (files == 0) != (ranks == 0),
                PieceKind::King => files.max(ranks) == 1 || (files, ranks) == (2, 0),
            };
            let blocked = position.piece_on(to);
            let takes_own = blocked.is_some_and(|other| other.color == us);
            let takes_king = blocked.is_some_and(|other| other.kind == PieceKind::King);
            if from == to || !goes || takes_own || takes_king || !is_new(from, to) {
                continue;
            }
            let promotes = piece.kind == PieceKind::Pawn && to.rank() == last_rank;
            moves.push(format!("{from}{to}{}", if promotes { "q" } else { "" }));
        }
    }
    moves
}

/// A move that no generator lists: of the king, far away.
fn impossible_move(position: &Position) -> Option<String> {
    let from = position.king_square(position.side_to_move());
    let mut squares = squares_around(from);
    let (to, ..) = squares
        .find(|&(to, files, ranks)| files.min(ranks) == 3 && position.piece_on(to).is_none())?;
    Some(format!("{from}{to}"))
}

/// Returns whether the rule only says how many moves are wrong.
pub(super) fn is_number(rule: Rule) -> bool {
    matches!(rule, Rule::TooManyMoves | Rule::TooFewMoves)
}
