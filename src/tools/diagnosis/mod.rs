//! Finds the rule behind a fault of another move generator: from the position,
//! the missing or extra move, and the moves played before.
//!
//! [`Differences::diagnoses`](super::differences::Differences::diagnoses) names
//! the rules behind all missing and extra moves of a divide. The functions here
//! name those behind wrong counts.

mod algebraic;
mod draws;
mod extra;
mod missing;
mod repeats;

pub use draws::{drawn, drawn_after, drawn_below, ends_counted};
pub(super) use extra::extra;
pub(super) use missing::missing;
pub use repeats::{after_itself, after_others, table, threads, varies};

use crate::board::{
    Capability, CastlingNotation, Color, Piece, PieceKind, Position, Square, Wing, attackers_along,
    step_along,
};
use crate::game::Game;
use crate::movegen::{Move, UciMove};
use crate::text::number_of;
use std::fmt;

/// Declares [`Rule`] with the words for each of its values.
macro_rules! rules {
    ($($name:ident: $words:literal,)*) => {
        /// A rule that a move generator breaks, or another fault of its counts.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Rule {
            $(#[doc = $words] $name,)*
        }

        impl Rule {
            /// The rule and what is wrong, in a few words.
            ///
            /// ```
            /// use ox88::tools::diagnosis::Rule;
            ///
            /// assert_eq!(Rule::CastlingBlocked.words(), "castling over a piece");
            /// ```
            #[must_use]
            pub const fn words(self) -> &'static str {
                match self {
                    $(Rule::$name => $words,)*
                }
            }
        }
    };
}

rules! {
    EnPassantUncovers: "en passant that uncovers a check",
    EnPassantMissing: "en passant missing",
    EnPassantEvasionMissing: "en passant missing as an evasion",
    EnPassantTooLate: "ep square not cleared",
    EnPassantWithoutStep: "en passant without a double step",
    EnPassantLeavesPawn: "pawn not removed by en passant",
    PinnedLeavesLine: "pinned piece leaves its line",
    PinnedStays: "pinned piece may move along its line",
    CastlingOutOfCheck: "castling out of check",
    CastlingThroughCheck: "castling through check",
    CastlingIntoCheck: "castling into check",
    CastlingBlocked: "castling over a piece",
    CastlingRookCaptured: "castling right not lost when the rook is captured",
    CastlingRookMoved: "castling right not lost when the rook moves",
    CastlingKingMoved: "castling right not lost when the king moves",
    CastlingWithoutRight: "castling without the right to",
    CastlingMissing: "castling missing",
    CastlingRookPath: "castling while only the rook's path is attacked",
    CastlingLeavesRook: "rook not moved by castling",
    PromotionPieceMissing: "promotion piece missing",
    PromotionMissing: "promotion missing",
    PromotionWithoutPiece: "promotion without a piece",
    PromotionWrong: "promotion to a wrong piece",
    DoubleCheck: "double check, in which only the king may move",
    CheckIgnored: "king left in check",
    EvasionKingMissing: "evasion missing: a step of the king",
    EvasionCaptureMissing: "evasion missing: the capture of the checking piece",
    EvasionBlockMissing: "evasion missing: interposition",
    KingBackAlongLine: "king steps back along the checking line",
    KingCapturesGuarded: "king captures a guarded piece",
    KingsTouch: "king steps next to the other king",
    KingStepsIntoCheck: "king steps into check",
    DoubleStepMissing: "double step of a pawn missing",
    DoubleStepBlocked: "double step over or onto a piece",
    DoubleStepAgain: "double step from elsewhere than the home rank",
    PawnPushBlocked: "pawn steps onto a piece",
    PawnMoves: "impossible move of a pawn",
    PawnCaptureMissing: "capture by a pawn missing",
    WrapsAround: "move wraps around the edge of the board",
    JumpsOver: "slider jumps over a piece",
    CapturesOwn: "piece captures one of its own side",
    WrongSide: "piece of the other side moves",
    NoPiece: "move from an empty square",
    WrongWay: "impossible move of a piece",
    ListedTwice: "move listed twice",
    NotAMove: "not a move",
    PlainMoveMissing: "ordinary move missing",
    EndCounted: "mate or stalemate counted as a leaf",
    LeafNotOne: "each move is one leaf at depth 1",
    OnlyWithin: "right when counted alone, wrong within a deeper count",
    TooManyMoves: "illegal moves counted",
    TooFewMoves: "legal moves not counted",
    DrawByFiftyMoves: "draw by the fifty-move rule ends the game in perft",
    DrawByRepetition: "draw by repetition ends the game in perft",
    DrawByMaterial: "draw by insufficient material ends the game in perft",
    Varies: "differs from run to run",
    WrongWithThreads: "wrong with several threads",
    WrongWithTable: "wrong with a table of counts",
    WrongAfterOthers: "depends on the counts before",
}

/// A rule that is most likely at fault, and the reason. It displays as both, such
/// as `castling over a piece (the knight on b1 stands in the way)`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnosis {
    /// The rule.
    pub rule: Rule,
    /// What in the position shows it, in a few words.
    pub reason: String,
}

impl fmt::Display for Diagnosis {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(formatter, "{} ({})", self.rule.words(), self.reason)
    }
}

fn diagnosis(rule: Rule, reason: String) -> Diagnosis {
    Diagnosis { rule, reason }
}

/// The diagnosis for a legal move whose count at depth 1 is `other` instead of
/// `right`.
///
/// ```
/// use ox88::Position;
/// use ox88::tools::diagnosis::{Rule, leaf};
///
/// let mv = Position::start().legal_moves()[0];
/// assert_eq!(leaf(mv, 1, 2).rule, Rule::LeafNotOne);
/// ```
#[must_use]
pub fn leaf(mv: Move, right: u128, other: u128) -> Diagnosis {
    let reason = format!("{} counts as {other}, right is {right}", name(mv));
    diagnosis(Rule::LeafNotOne, reason)
}

/// The diagnosis for a fault that vanishes: the last move of `game` has the count
/// `other` instead of `right` in the divide of the position before it, but the
/// divide of the position after it is right.
///
/// ```
/// use ox88::game::Game;
/// use ox88::tools::diagnosis::{Rule, vanished};
///
/// let mut game = Game::default();
/// game.make(game.position().legal_moves()[0]);
/// assert_eq!(vanished(&game, 20, 21).rule, Rule::OnlyWithin);
/// ```
#[must_use]
pub fn vanished(game: &Game, right: u128, other: u128) -> Diagnosis {
    vanished_by(game, right, other, OnlyWithinCause::Unknown)
}

/// What is known about a fault that vanishes in a count of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OnlyWithinCause {
    /// Nothing.
    Unknown,
    /// It shows in two plies of a fresh process. Such a count reaches no position
    /// twice, so a table cannot be at fault.
    NoTable,
    /// It is the same without the program's table.
    TableOff,
}

/// The same as [`vanished`], with what is known about the cause.
#[must_use]
pub fn vanished_by(game: &Game, right: u128, other: u128, cause: OnlyWithinCause) -> Diagnosis {
    let (rule, reason) = if game.position().legal_moves().is_empty() {
        let reason = "the game is over here, so there is nothing to count";
        (Rule::EndCounted, format!("{reason}: {right}, not {other}"))
    } else {
        let fault = cause.words();
        let count = format!("counts {other} instead of {right} in the list before it");
        (Rule::OnlyWithin, format!("the last move {count}: {fault}"))
    };
    diagnosis(rule, reason)
}

/// The diagnosis for a program that prints only totals. Alone, each move of the
/// position has the right count, but together they have `other` leaves, not `right`.
#[must_use]
pub fn sum_differs(right: u128, other: u128, cause: OnlyWithinCause) -> Diagnosis {
    let fault = cause.words();
    let reason = format!("the moves here count {other} together instead of {right}: {fault}");
    diagnosis(Rule::OnlyWithin, reason)
}

/// The diagnosis for a program that prints only totals, and counts `other` moves in a
/// position that has `right`.
#[must_use]
pub fn move_count(right: u128, other: u128) -> Diagnosis {
    let (rule, many) = match other > right {
        true => (Rule::TooManyMoves, "many"),
        false => (Rule::TooFewMoves, "few"),
    };
    let reason = match right.abs_diff(other) {
        0 => "a legal move is refused".to_owned(),
        difference => format!("{} too {many}", number_of(difference, "move")),
    };
    diagnosis(rule, format!("{reason}; let the program list its moves"))
}

/// The diagnosis for a legal move that is listed more than once.
pub(super) fn listed_twice(text: &str) -> Diagnosis {
    diagnosis(Rule::ListedTwice, format!("{text} is there more than once"))
}

/// The wing of a castling move that is written with letters.
pub(super) fn castling_wing(text: &str) -> Option<Wing> {
    match text {
        "o-o" => Some(Wing::KingSide),
        "o-o-o" => Some(Wing::QueenSide),
        _ => None,
    }
}

/// A move in coordinate notation.
fn name(mv: Move) -> UciMove {
    mv.uci(CastlingNotation::Standard)
}

/// The squares of the pieces of `color` that attack `target`, which may be empty.
fn attackers(position: &Position, target: Square, color: Color) -> Vec<Square> {
    position
        .pieces()
        .filter(|&(origin, piece)| {
            let shared = attackers_along(target - origin) & Capability::of(piece);
            piece.color == color
                && shared != Capability::NONE
                && (!shared.meets(Capability::QUEEN)
                    || position.first_piece(target, step_along(origin - target)) == origin)
        })
        .map(|(origin, _)| origin)
        .collect()
}

/// The names of the pieces on these squares: `the rook on a5 and the queen on b2`.
fn piece_names(position: &Position, squares: &[Square]) -> String {
    let names = squares.iter().map(|&square| piece_name(position, square));
    names.collect::<Vec<_>>().join(" and ")
}

/// The name of the piece on a square: `the rook on a5`.
fn piece_name(position: &Position, square: Square) -> String {
    match position.piece_on(square) {
        Some(piece) => format!("the {} on {square}", kind_name(piece.kind)),
        None => format!("the empty square {square}"),
    }
}

const fn kind_name(kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::Pawn => "pawn",
        PieceKind::Knight => "knight",
        PieceKind::Bishop => "bishop",
        PieceKind::Rook => "rook",
        PieceKind::Queen => "queen",
        PieceKind::King => "king",
    }
}

/// The piece on a square, if it belongs to the side to move.
fn own(position: &Position, square: Square) -> Option<Piece> {
    let piece = position.piece_on(square);
    piece.filter(|piece| piece.color == position.side_to_move())
}

/// Returns whether the piece on `from` is pinned to the king of the side to move.
fn is_pinned(position: &Position, from: Square) -> bool {
    position.pinned().any(|square| square == from)
}

/// The squares from `a` to `b`, both included, which are on one rank.
fn squares_between(a: Square, b: Square) -> impl Iterator<Item = Square> {
    let files = a.file().min(b.file())..=a.file().max(b.file());
    files.map(move |file| Square::new(file, a.rank()))
}
