//! Writing moves in standard algebraic notation: `Nf3`, `exd6`, `O-O`, `e8=Q#`.

use super::{Move, MoveKind, MoveList};
use crate::board::{PieceKind, Position, Square, Wing};

impl Position {
    /// The legal moves, in the order of [`Position::legal_moves`], with their
    /// names in standard algebraic notation.
    ///
    /// ```
    /// use ox88::board::Position;
    ///
    /// let named = Position::start().legal_moves_with_san();
    /// assert!(named.iter().any(|(_, san)| san == "Nf3"));
    /// ```
    #[must_use]
    pub fn legal_moves_with_san(&self) -> Vec<(Move, String)> {
        let moves = self.legal_moves();
        let mut scratch = self.clone();
        moves
            .iter()
            .map(|&mv| (mv, san(&mut scratch, &moves, mv)))
            .collect()
    }

    /// The name of a move in standard algebraic notation, or `None` if it is not legal.
    ///
    /// ```
    /// use ox88::board::Position;
    ///
    /// let position = Position::start();
    /// let mv = position.parse_move("g1f3", Default::default()).unwrap();
    /// assert_eq!(position.san(mv).as_deref(), Some("Nf3"));
    /// ```
    #[must_use]
    pub fn san(&self, mv: Move) -> Option<String> {
        let moves = self.legal_moves();
        moves
            .contains(&mv)
            .then(|| san(&mut self.clone(), &moves, mv))
    }
}

/// The name of one of the legal moves. The position is the same afterwards.
fn san(position: &mut Position, moves: &MoveList, mv: Move) -> String {
    let mut name = match mv.kind() {
        MoveKind::Castle => match Wing::of(mv.from(), mv.to()) {
            Wing::KingSide => "O-O".to_owned(),
            Wing::QueenSide => "O-O-O".to_owned(),
        },
        _ => stem(position, moves, mv),
    };
    if let Some(kind) = mv.promotion() {
        name.push('=');
        name.push(kind.letter().to_ascii_uppercase());
    }
    let undo = position.make(mv);
    if position.is_in_check() {
        name.push(if position.legal_moves().is_empty() {
            '#'
        } else {
            '+'
        });
    }
    position.unmake(mv, &undo);
    name
}

/// The moving piece, its origin as far as it is needed, and its target.
fn stem(position: &Position, moves: &MoveList, mv: Move) -> String {
    let (from, to) = (mv.from(), mv.to());
    let captures = position.captured(mv).is_some();
    let kind = kind_on(position, from);
    let mut name = String::new();
    match kind {
        // A capturing pawn is named by its file alone.
        None | Some(PieceKind::Pawn) => {
            if captures {
                name.push(file_letter(from));
            }
        }
        Some(piece) => {
            name.push(piece.letter().to_ascii_uppercase());
            let rivals: Vec<Square> = moves
                .iter()
                .filter(|rival| rival.to() == to && rival.kind() != MoveKind::Castle)
                .map(|rival| rival.from())
                .filter(|&rival| rival != from && kind_on(position, rival) == kind)
                .collect();
            name += &origin(from, &rivals);
        }
    }
    if captures {
        name.push('x');
    }
    name += &to.to_string();
    name
}

/// The part of `from` that distinguishes it from all its rivals: nothing if
/// there are none, else the file, the rank or both.
fn origin(from: Square, rivals: &[Square]) -> String {
    let text = from.to_string();
    if rivals.is_empty() {
        String::new()
    } else if rivals.iter().all(|rival| rival.file() != from.file()) {
        text[..1].to_owned()
    } else if rivals.iter().all(|rival| rival.rank() != from.rank()) {
        text[1..].to_owned()
    } else {
        text
    }
}

fn kind_on(position: &Position, square: Square) -> Option<PieceKind> {
    position.piece_on(square).map(|piece| piece.kind)
}

fn file_letter(square: Square) -> char {
    char::from(b'a' + square.file())
}
