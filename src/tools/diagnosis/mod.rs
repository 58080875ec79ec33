//! From a move that is missing or too many to the rule that is most likely at
//! fault: decided by the position, the move, and the moves that led there.

mod extra;
mod missing;

pub(super) use extra::extra;
pub(super) use missing::missing;

use crate::board::{
    Capability, Color, Piece, PieceKind, Position, Square, attackers_along, step_along,
};
use crate::game::Game;
use crate::movegen::Move;
use std::fmt;

/// A rule that move generators get wrong.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Rule {
    /// Both pawns leave the king's line.
    EnPassantUncovers,
    /// It is not offered.
    EnPassantMissing,
    /// It is not offered against the pawn that gives check.
    EnPassantEvasionMissing,
    /// The ep square outlives the reply.
    EnPassantTooLate,
    /// There was no double step.
    EnPassantWithoutStep,
    /// The pawn captured is still there.
    EnPassantLeavesPawn,
    /// A pinned piece moves elsewhere.
    PinnedLeavesLine,
    /// A pinned piece does not move along its line.
    PinnedStays,
    /// The king stands in check.
    CastlingOutOfCheck,
    /// The king crosses an attacked square.
    CastlingThroughCheck,
    /// The king ends on an attacked square.
    CastlingIntoCheck,
    /// A piece stands between.
    CastlingBlocked,
    /// The right was not lost with the captured rook.
    CastlingRookCaptured,
    /// The right was not lost with the rook's move.
    CastlingRookMoved,
    /// The right was not lost with the king's move.
    CastlingKingMoved,
    /// There never was a right.
    CastlingWithoutRight,
    /// It is not offered.
    CastlingMissing,
    /// It is not offered since the rook's path, not the king's, is attacked.
    CastlingRookPath,
    /// The rook is where it was.
    CastlingLeavesRook,
    /// Some of the four pieces are lacking.
    PromotionPieceMissing,
    /// All of them are.
    PromotionMissing,
    /// A pawn stays a pawn on the last rank.
    PromotionWithoutPiece,
    /// A piece becomes what it cannot.
    PromotionWrong,
    /// A piece that is not the king moves in double check.
    DoubleCheck,
    /// The king is left in check.
    CheckIgnored,
    /// A king's move out of check is lacking.
    EvasionKingMissing,
    /// The capture of the checking piece is lacking.
    EvasionCaptureMissing,
    /// A piece that can be put between is not.
    EvasionBlockMissing,
    /// The king steps back along the checking line.
    KingBackAlongLine,
    /// The king captures a guarded piece.
    KingCapturesGuarded,
    /// The kings touch.
    KingsTouch,
    /// The king steps onto an attacked square.
    KingStepsIntoCheck,
    /// A double step is lacking.
    DoubleStepMissing,
    /// A pawn steps over or onto a piece.
    DoubleStepBlocked,
    /// A pawn steps twice from elsewhere than its home rank.
    DoubleStepAgain,
    /// A pawn steps onto a piece.
    PawnPushBlocked,
    /// A pawn moves as no pawn can.
    PawnMoves,
    /// A pawn's capture is lacking.
    PawnCaptureMissing,
    /// A move goes over the edge and comes in on the other side.
    WrapsAround,
    /// A slider passes a piece.
    JumpsOver,
    /// A piece captures one of its own.
    CapturesOwn,
    /// A piece of the other side moves.
    WrongSide,
    /// An empty square moves.
    NoPiece,
    /// A piece moves as no such piece can.
    WrongWay,
    /// A move is listed twice.
    ListedTwice,
    /// What is listed is no move.
    NotAMove,
    /// Nothing special is lacking.
    PlainMoveMissing,
    /// A mate or stalemate counts as a leaf.
    EndCounted,
    /// A move counts as more or less than one leaf.
    LeafNotOne,
    /// The position is counted right when asked for alone.
    OnlyWithin,
}

impl Rule {
    /// The rule, and what is wrong, in plain words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Rule::EnPassantUncovers => "en passant that uncovers a check",
            Rule::EnPassantMissing => "en passant missing",
            Rule::EnPassantEvasionMissing => "en passant missing as an evasion",
            Rule::EnPassantTooLate => "ep square not cleared",
            Rule::EnPassantWithoutStep => "en passant without a double step",
            Rule::EnPassantLeavesPawn => "pawn not removed by en passant",
            Rule::PinnedLeavesLine => "pinned piece leaves its line",
            Rule::PinnedStays => "pinned piece may move along its line",
            Rule::CastlingOutOfCheck => "castling out of check",
            Rule::CastlingThroughCheck => "castling through check",
            Rule::CastlingIntoCheck => "castling into check",
            Rule::CastlingBlocked => "castling over a piece",
            Rule::CastlingRookCaptured => "castling right not lost when the rook is captured",
            Rule::CastlingRookMoved => "castling right not lost when the rook moves",
            Rule::CastlingKingMoved => "castling right not lost when the king moves",
            Rule::CastlingWithoutRight => "castling without the right to",
            Rule::CastlingMissing => "castling missing",
            Rule::CastlingRookPath => "castling while only the rook's path is attacked",
            Rule::CastlingLeavesRook => "rook not moved by castling",
            Rule::PromotionPieceMissing => "promotion piece missing",
            Rule::PromotionMissing => "promotion missing",
            Rule::PromotionWithoutPiece => "promotion without a piece",
            Rule::PromotionWrong => "promotion to what cannot be",
            Rule::DoubleCheck => "double check, in which only the king may move",
            Rule::CheckIgnored => "king left in check",
            Rule::EvasionKingMissing => "evasion missing: a step of the king",
            Rule::EvasionCaptureMissing => "evasion missing: the capture of the checking piece",
            Rule::EvasionBlockMissing => "evasion missing: a piece put between",
            Rule::KingBackAlongLine => "king steps back along the checking line",
            Rule::KingCapturesGuarded => "king captures a guarded piece",
            Rule::KingsTouch => "king steps next to the other king",
            Rule::KingStepsIntoCheck => "king steps into check",
            Rule::DoubleStepMissing => "double step of a pawn missing",
            Rule::DoubleStepBlocked => "double step over or onto a piece",
            Rule::DoubleStepAgain => "double step from elsewhere than the home rank",
            Rule::PawnPushBlocked => "pawn steps onto a piece",
            Rule::PawnMoves => "pawn moves as no pawn can",
            Rule::PawnCaptureMissing => "capture by a pawn missing",
            Rule::WrapsAround => "move wraps around the edge of the board",
            Rule::JumpsOver => "slider jumps over a piece",
            Rule::CapturesOwn => "piece captures one of its own side",
            Rule::WrongSide => "piece of the other side moves",
            Rule::NoPiece => "move from an empty square",
            Rule::WrongWay => "piece moves as no such piece can",
            Rule::ListedTwice => "move listed twice",
            Rule::NotAMove => "not a move",
            Rule::PlainMoveMissing => "ordinary move missing",
            Rule::EndCounted => "mate or stalemate counted as a leaf",
            Rule::LeafNotOne => "each move is one leaf at depth 1",
            Rule::OnlyWithin => "right when asked for alone, wrong within a count",
        }
    }
}

/// A rule, and how it shows here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnosis {
    /// The rule most likely at fault.
    pub rule: Rule,
    /// How it shows, in one sentence.
    pub reason: String,
}

impl fmt::Display for Diagnosis {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(formatter, "{} ({})", self.rule.words(), self.reason)
    }
}

fn diagnosis(rule: Rule, reason: impl Into<String>) -> Diagnosis {
    let reason = reason.into();
    Diagnosis { rule, reason }
}

/// A legal move is in the list more than once.
#[must_use]
pub fn listed_twice(text: &str) -> Diagnosis {
    diagnosis(Rule::ListedTwice, format!("{text} is there more than once"))
}

/// A legal move has another count than 1 at depth 1.
#[must_use]
pub fn leaf(mv: Move, right: u128, other: u128) -> Diagnosis {
    let name = mv.uci(crate::board::CastlingNotation::Standard);
    diagnosis(
        Rule::LeafNotOne,
        format!("{name} counts as {other}, right is {right}"),
    )
}

/// The last move of the line has a wrong count, but the position after it a
/// right one.
#[must_use]
pub fn vanished(game: &Game, right: u128, other: u128) -> Diagnosis {
    if game.position().legal_moves().is_empty() {
        return diagnosis(
            Rule::EndCounted,
            format!(
                "the game is over here, so that nothing is left to count: {right}, not {other}"
            ),
        );
    }
    diagnosis(
        Rule::OnlyWithin,
        format!(
            "the last move counts {other} instead of {right} in the list before it: making or \
             unmaking moves, or a table of counts, is at fault"
        ),
    )
}

/// The pieces of `color` that attack a square, whatever stands there.
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

/// Pieces of these squares in words: `the rook on a5 and the queen on b2`.
fn piece_names(position: &Position, squares: &[Square]) -> String {
    let pieces: Vec<String> = squares
        .iter()
        .map(|&square| piece_name(position, square))
        .collect();
    pieces.join(" and ")
}

/// A piece in words: `the rook on a5`.
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

/// The piece on a square if it is of the side to move.
fn own(position: &Position, square: Square) -> Option<Piece> {
    position
        .piece_on(square)
        .filter(|piece| piece.color == position.side_to_move())
}

/// Whether the legal pieces of the side to move on `from` are tied to the line to
/// their king.
fn is_pinned(position: &Position, from: Square) -> bool {
    position.pinned().any(|square| square == from)
}
