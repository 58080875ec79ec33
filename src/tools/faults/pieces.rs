//! Faults of knights, sliders and kings, and of the list of moves.

use super::flaw::Flaw::{Alters, Lists};
use super::node::{Node, distance};
use super::{Fault, FaultKind};
use crate::board::{Move, MoveKind, Offset, PieceKind, Square};
use crate::tools::diagnosis::Rule;

const KIND: FaultKind = FaultKind::Pieces;

/// The length of a list that is too short.
const SHORT_LIST: usize = 64;

#[rustfmt::skip] // One row for each fault, as in a table.
pub(super) const FAULTS: &[Fault] = &[
    Fault::new("knight-on-rim", KIND, Rule::PlainMoveMissing, Lists(|node, mv, legal| legal && !(node.moves_a(mv, PieceKind::Knight) && mv.to().file() == 7)),
        "The table of a knight's targets is built with a mask that leaves out a file too many."),
    Fault::new("knight-wraps", KIND, Rule::WrapsAround, Alters(|node, moves| wraps(node, moves, PieceKind::Knight, &[6, 10, 15, 17])),
        "The knight's jumps are added to the number of the square, without a test for the edge of the board."),
    Fault::new("king-wraps", KIND, Rule::WrapsAround, Alters(|node, moves| wraps(node, moves, PieceKind::King, &[1, 7, 9])),
        "The king's steps are added to the number of the square, without a test for the edge of the board."),
    Fault::new("rook-wraps", KIND, Rule::WrapsAround, Alters(|node, moves| wraps(node, moves, PieceKind::Rook, &[1])),
        "The end of a rank is tested after the step, when the rook already is on the next one."),
    Fault::new("bishop-wraps", KIND, Rule::WrapsAround, Alters(|node, moves| wraps(node, moves, PieceKind::Bishop, &[7, 9])),
        "The edge is tested for one diagonal direction, and the wrong file is used for the other."),
    Fault::new("rook-jumps", KIND, Rule::JumpsOver, Alters(|node, moves| jumps(node, moves, PieceKind::Rook)),
        "The loop along the line goes on after a piece, as it must for pins."),
    Fault::new("bishop-jumps", KIND, Rule::JumpsOver, Alters(|node, moves| jumps(node, moves, PieceKind::Bishop)),
        "A wrong magic number, or a table filled for too few patterns, lets a bishop through."),
    Fault::new("queen-jumps-after-capture", KIND, Rule::JumpsOver, Alters(after_capture),
        "The loop ends at an own piece. After a capture it goes on."),
    Fault::new("slider-too-short", KIND, Rule::PlainMoveMissing, Lists(|node, mv, legal| legal && !(is_slider(node, mv) && distance(mv.from(), mv.to()) == 7)),
        "The loop along a line counts to 7 and stops before it."),
    Fault::new("slider-spares-neighbour", KIND, Rule::PlainMoveMissing, Lists(|node, mv, legal| legal && !(is_slider(node, mv) && node.captures(mv) && distance(mv.from(), mv.to()) == 1)),
        "Magic tables are built from the squares around the piece, and the nearest blocker falls out of the mask."),
    Fault::new("second-queen-frozen", KIND, Rule::PlainMoveMissing, Lists(second_queen),
        "There is one variable for the queen's square, so a second queen does not move."),
    Fault::new("list-too-short", KIND, Rule::PlainMoveMissing, Alters(|_, moves| moves.truncate(SHORT_LIST)),
        "The list of moves has 64 places, which is enough for nearly every position."),
    Fault::new("king-captures-nothing", KIND, Rule::PlainMoveMissing, Lists(|node, mv, legal| legal && !(node.is_king(mv) && node.captures(mv) && !node.in_check())),
        "The list of captures has pawns and pieces, and the king is forgotten."),
];

fn is_slider(node: &Node, mv: Move) -> bool {
    let kind = node.board.kind_on(mv.from());
    let is_slider = matches!(
        kind,
        Some(PieceKind::Bishop | PieceKind::Rook | PieceKind::Queen)
    );
    is_slider && mv.kind() != MoveKind::Castle
}

fn own<'a>(node: &'a Node, kind: PieceKind) -> impl Iterator<Item = Square> + 'a {
    let pieces = node.board.pieces();
    let own = pieces.filter(move |(_, piece)| piece.color == node.us && piece.kind == kind);
    own.map(|(square, _)| square)
}

/// Adds a move if its target is free or prey, and the king is safe after it.
fn add(node: &Node, moves: &mut Vec<Move>, from: Square, to: Square) {
    let mv = Move::new(from, to, MoveKind::Normal);
    let is_target = node.board.is_empty(to) || node.board.is_prey(to);
    if to.is_on_board() && is_target && node.is_safe_after(mv) {
        moves.push(mv);
    }
}

/// Adds single steps that go over the left or right edge, on a board whose squares
/// are numbered from 0 to 63.
fn wraps(node: &Node, moves: &mut Vec<Move>, kind: PieceKind, steps: &[i32]) {
    for from in own(node, kind) {
        let number = i32::from(from.rank()) * 8 + i32::from(from.file());
        for step in steps.iter().flat_map(|&step| [step, -step]) {
            let target = number + step;
            let Ok(target) = u8::try_from(target) else {
                continue;
            };
            if target < 64 {
                let to = Square::at(target % 8, target / 8);
                if distance(from, to) > 2 {
                    add(node, moves, from, to);
                }
            }
        }
    }
}

/// Adds the first square behind the first piece in each direction.
fn jumps(node: &Node, moves: &mut Vec<Move>, kind: PieceKind) {
    let steps = match kind {
        PieceKind::Bishop => Offset::DIAGONAL,
        _ => Offset::ORTHOGONAL,
    };
    for from in own(node, kind) {
        for step in steps {
            if let Some((over, _)) = node.board.first_piece(from, step) {
                add(node, moves, from, over + step);
            }
        }
    }
}

fn after_capture(node: &Node, moves: &mut Vec<Move>) {
    for from in own(node, PieceKind::Queen) {
        for step in Offset::KING {
            if let Some((over, piece)) = node.board.first_piece(from, step)
                && piece.color == node.them
            {
                add(node, moves, from, over + step);
            }
        }
    }
}

fn second_queen(node: &Node, mv: Move, legal: bool) -> bool {
    let first = own(node, PieceKind::Queen).next();
    legal && !(node.moves_a(mv, PieceKind::Queen) && first != Some(mv.from()))
}
