//! Reading a move in coordinate notation or in standard algebraic notation, whichever
//! a person types.

use super::{Move, MoveKind};
use crate::board::{CastlingNotation, Position, Wing};

/// Why a text is not one of the legal moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoMove {
    /// No legal move is called so.
    Illegal,
    /// Several legal moves are called so in algebraic notation.
    Ambiguous(Vec<Move>),
}

impl Position {
    /// The legal move that `text` means in coordinate notation, as
    /// [`Position::parse_move`] reads it, or in standard algebraic notation.
    ///
    /// # Errors
    ///
    /// If the text is no legal move, or does not tell two of them apart.
    ///
    /// ```
    /// use ox88::board::{CastlingNotation, Position};
    /// use ox88::movegen::NoMove;
    ///
    /// let start = Position::start();
    /// let read = |text| start.read_move(text, CastlingNotation::Standard);
    /// assert_eq!(read("g1f3"), read("Nf3"));
    /// assert_eq!(read("Nf4"), Err(NoMove::Illegal));
    /// ```
    pub fn read_move(&self, text: &str, notation: CastlingNotation) -> Result<Move, NoMove> {
        if let Some(mv) = self.parse_move(text, notation) {
            return Ok(mv);
        }
        let moves = match castling_wing(text) {
            Some(wing) => {
                let castles = |mv: &Move| {
                    mv.kind() == MoveKind::Castle && Wing::of(mv.from(), mv.to()) == wing
                };
                self.legal_moves().into_iter().filter(castles).collect()
            }
            None => self.moves_by_san(text),
        };
        match moves[..] {
            [] => Err(NoMove::Illegal),
            [mv] => Ok(mv),
            _ => Err(NoMove::Ambiguous(moves)),
        }
    }
}

/// The side to which `O-O` or `O-O-O` castles, also with zeros.
fn castling_wing(text: &str) -> Option<Wing> {
    match text.trim_end_matches(['+', '#', '!', '?']) {
        "O-O" | "0-0" => Some(Wing::KingSide),
        "O-O-O" | "0-0-0" => Some(Wing::QueenSide),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::NAMED_POSITIONS;

    #[test]
    fn each_move_is_read_in_both_notations() {
        let chess960 = "1rk3r1/8/8/8/8/8/8/1RK3R1 w GBgb - 0 1";
        let fens = NAMED_POSITIONS.map(|named| named.fen).into_iter();
        for fen in fens.chain([chess960]) {
            let position: Position = fen.parse().unwrap();
            for (mv, san) in position.legal_moves_with_san() {
                let notation = CastlingNotation::Standard;
                for text in [mv.uci(notation).to_string(), san.replace('O', "0"), san] {
                    assert_eq!(
                        position.read_move(&text, notation),
                        Ok(mv),
                        "{text} in {fen}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_text_that_fits_two_moves_is_none() {
        let position: Position = "4k3/8/8/8/8/8/8/1N1NK3 w - - 0 1".parse().unwrap();
        let read = |text| position.read_move(text, CastlingNotation::Standard);
        let Err(NoMove::Ambiguous(moves)) = read("Nc3") else {
            panic!("both knights go to c3");
        };
        assert_eq!(moves.len(), 2);
        for text in ["", "O-O", "Nbc4", "c3", "e1e3", "0000", "é"] {
            assert_eq!(read(text), Err(NoMove::Illegal), "{text}");
        }
    }
}
