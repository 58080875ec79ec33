//! Reading moves in standard algebraic notation. [`san`](super::san) writes them.

use super::{Move, MoveKind};
use crate::board::{PieceKind, Position, Square};

/// A move in standard algebraic notation, but for castling: what its text says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SanText {
    /// The moving piece.
    pub(crate) piece: PieceKind,
    /// The file of its origin, from 0, if the text names it.
    pub(crate) file: Option<u8>,
    /// The rank of its origin, from 0, if the text names it.
    pub(crate) rank: Option<u8>,
    /// The target.
    pub(crate) to: Square,
    /// What a pawn becomes.
    pub(crate) promotion: Option<PieceKind>,
}

impl SanText {
    /// Reads `Nf3`, `N1d2`, `exd5`, `e8=Q`, `e8Q` or `e8(Q)`, with or without marks for
    /// check and mate.
    pub(crate) fn parse(text: &str) -> Option<SanText> {
        let text = text.trim_end_matches(['+', '#', '!', '?', ')']);
        let (piece, rest) = match text.chars().next()? {
            letter @ ('K' | 'Q' | 'R' | 'B' | 'N') => {
                (PieceKind::from_letter(letter)?, text.get(1..)?)
            }
            _ => (PieceKind::Pawn, text),
        };
        let (rest, promotion) = match rest.chars().next_back()? {
            letter @ ('Q' | 'R' | 'B' | 'N' | 'q' | 'r' | 'b' | 'n') => {
                let rest = rest.strip_suffix(letter)?;
                let rest = rest.strip_suffix(['=', '/', '(']).unwrap_or(rest);
                (rest, Some(PieceKind::from_letter(letter)?))
            }
            _ => (rest, None),
        };
        let start = rest.len().checked_sub(2)?;
        let to = rest.get(start..)?.parse().ok()?;
        let origin = rest.get(..start)?;
        let origin = origin.strip_suffix(['x', ':']).unwrap_or(origin);
        let (mut file, mut rank) = (None, None);
        for byte in origin.bytes() {
            match byte {
                b'a'..=b'h' if file.is_none() && rank.is_none() => file = Some(byte - b'a'),
                b'1'..=b'8' if rank.is_none() => rank = Some(byte - b'1'),
                _ => return None,
            }
        }
        Some(SanText {
            piece,
            file,
            rank,
            to,
            promotion,
        })
    }

    /// Returns whether a piece on this square may be the one that moves.
    pub(crate) fn may_start_on(&self, position: &Position, from: Square) -> bool {
        let piece = position.piece_on(from);
        piece
            .is_some_and(|piece| piece.kind == self.piece && piece.color == position.side_to_move())
            && self.file.is_none_or(|file| file == from.file())
            && self.rank.is_none_or(|rank| rank == from.rank())
    }

    /// Returns whether this is the text of a move. Whether it has an `x` says nothing new.
    pub(crate) fn may_mean(&self, position: &Position, mv: Move) -> bool {
        let is_push = self.piece == PieceKind::Pawn && self.file.is_none();
        mv.kind() != MoveKind::Castle
            && (mv.to(), mv.promotion()) == (self.to, self.promotion)
            && self.may_start_on(position, mv.from())
            && !(is_push && mv.from().file() != mv.to().file())
    }
}

impl Position {
    /// The legal moves that a text in standard algebraic notation may mean: one, or
    /// none, or several if the text does not tell them apart. Castling is not among
    /// them.
    ///
    /// ```
    /// use ox88::board::Position;
    ///
    /// let moves = Position::start().moves_by_san("Nf3");
    /// assert_eq!(moves[0].to_string(), "g1f3");
    /// assert!(Position::start().moves_by_san("Nf4").is_empty());
    /// ```
    #[must_use]
    pub fn moves_by_san(&self, text: &str) -> Vec<Move> {
        let Some(text) = SanText::parse(text) else {
            return Vec::new();
        };
        let moves = self.legal_moves().into_iter();
        moves.filter(|&mv| text.may_mean(self, mv)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is written is read again, in every position of the wiki's list.
    #[test]
    fn each_move_is_found_by_its_name() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
            "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
            "6k1/8/8/Q6Q/8/8/8/Q6K w - - 0 1",
        ] {
            let position: Position = fen.parse().unwrap();
            for (mv, san) in position.legal_moves_with_san() {
                if mv.kind() != MoveKind::Castle {
                    assert_eq!(position.moves_by_san(&san), [mv], "{san} in {fen}");
                }
            }
        }
        let promotes: Position = "8/P6k/8/8/8/8/8/K7 w - - 0 1".parse().unwrap();
        for text in ["a8=B", "a8B", "a8b", "a8(B)", "a8/B+"] {
            assert_eq!(
                promotes.moves_by_san(text)[0].to_string(),
                "a7a8b",
                "{text}"
            );
        }
        let two: Position = "4k3/8/8/8/8/8/8/N3K1N1 w - - 0 1".parse().unwrap();
        assert_eq!(two.moves_by_san("Ne2").len(), 1);
        assert_eq!(two.moves_by_san("Na1b3").len(), 1);
        let both: Position = "4k3/8/8/8/8/8/8/N2NK3 w - - 0 1".parse().unwrap();
        assert_eq!(both.moves_by_san("Nb2").len(), 1);
        for text in [
            "", "N", "é", "Né3", "e", "xe4", "e2xe4", "Nb9", "=Q", "e8==Q",
        ] {
            assert!(both.moves_by_san(text).is_empty(), "{text}");
        }
    }
}
