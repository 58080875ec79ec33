//! A game: a start position and the moves played. Unlike a single position, it
//! can detect repetitions. A search makes and unmakes its moves on a clone of the
//! game.

use crate::board::fen::{self, FenError, Repair};
use crate::board::{CastlingNotation, Move, MoveKind, PieceKind, Position, Undo};
use crate::movegen::NoMove;

/// A start position and the moves played from there.
///
/// ```
/// use ox88::board::CastlingNotation;
/// use ox88::game::{Draw, Game};
///
/// let mut game = Game::default();
/// for text in ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8"] {
///     let mv = game.position().parse_move(text, CastlingNotation::Standard).unwrap();
///     game.make(mv);
/// }
/// assert_eq!(game.repetitions(), 2);
/// assert_eq!(game.draw(), Some(Draw::Repetition));
/// game.unmake();
/// assert_eq!(game.draw(), None);
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    start: Position,
    position: Position,
    moves: Vec<Move>,
    /// What each move needs to be unmade.
    undos: Vec<Undo>,
    /// The keys of all positions, the present one last: see [`key_of`].
    keys: Vec<u128>,
}

/// The other fields follow from the start position and the moves.
impl PartialEq for Game {
    fn eq(&self, other: &Game) -> bool {
        self.start == other.start && self.moves == other.moves
    }
}

impl Eq for Game {}

/// Why a game cannot be set up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SetUpError {
    /// The FEN is refused.
    Fen {
        /// The FEN.
        text: String,
        /// Why it is refused.
        error: FenError,
    },
    /// A move is not legal.
    IllegalMove {
        /// The move as it was written.
        text: String,
        /// Its number among the moves, from 1.
        number: usize,
        /// The FEN of the position in which it is not legal.
        fen: String,
    },
    /// A move in algebraic notation may be any of several legal ones.
    AmbiguousMove {
        /// The move as it was written.
        text: String,
        /// Its number among the moves, from 1.
        number: usize,
        /// The FEN of the position in which it is ambiguous.
        fen: String,
        /// The moves that it may be, in algebraic notation.
        moves: Vec<String>,
    },
    /// There is no memory for so many moves.
    Memory {
        /// How many of them fit.
        moves: usize,
    },
}

/// Why a game is drawn although there are legal moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Draw {
    /// The position has occurred three times.
    Repetition,
    /// Each side has made fifty moves without a capture or a pawn move.
    FiftyMoves,
    /// Neither side has the material to mate.
    DeadPosition,
}

impl Default for Game {
    /// A game from the start position of standard chess, without moves.
    fn default() -> Game {
        Game::new(Position::start())
    }
}

impl Game {
    /// A game from this start position, without moves.
    #[must_use]
    pub fn new(start: Position) -> Game {
        Game {
            position: start.clone(),
            keys: vec![key_of(&start)],
            start,
            moves: Vec::new(),
            undos: Vec::new(),
        }
    }

    /// Sets up a game from a FEN (`None` for the start position) and moves in
    /// coordinate or algebraic notation. Also returns the repairs that the FEN needed.
    ///
    /// # Errors
    ///
    /// If the FEN cannot be repaired, a move is not legal or not told apart from others, or
    /// there is no memory for so many moves.
    ///
    /// ```
    /// use ox88::board::CastlingNotation;
    /// use ox88::game::{Game, SetUpError};
    ///
    /// let moves = ["e2e4", "e5"];
    /// let (game, repairs) = Game::set_up(None, moves, CastlingNotation::Standard)?;
    /// assert_eq!(game.moves().len(), 2);
    /// assert!(repairs.is_empty());
    /// # Ok::<(), SetUpError>(())
    /// ```
    pub fn set_up(
        fen: Option<&str>,
        moves: impl IntoIterator<Item = impl AsRef<str>>,
        castling: CastlingNotation,
    ) -> Result<(Game, Vec<Repair>), SetUpError> {
        let (start, repairs) = match fen {
            None => (Position::start(), Vec::new()),
            Some(text) => {
                let parsed = fen::parse(text, castling).map_err(|error| SetUpError::Fen {
                    text: text.to_owned(),
                    error,
                })?;
                (parsed.position, parsed.repairs)
            }
        };
        let mut game = Game::new(start);
        for (index, text) in moves.into_iter().enumerate() {
            game.play(text.as_ref(), index + 1, castling)?;
        }
        Ok((game, repairs))
    }

    /// Makes a move in coordinate or algebraic notation. `number` is its number among
    /// the moves, from 1, for the error.
    ///
    /// # Errors
    ///
    /// If the move is not legal or not told apart from others, or there is no memory for it.
    ///
    /// ```
    /// use ox88::board::CastlingNotation;
    /// use ox88::game::{Game, SetUpError};
    ///
    /// let mut game = Game::default();
    /// game.play("Nf3", 1, CastlingNotation::Standard)?;
    /// assert!(game.play("Nf4", 2, CastlingNotation::Standard).is_err());
    /// assert_eq!(game.moves().len(), 1);
    /// # Ok::<(), SetUpError>(())
    /// ```
    pub fn play(
        &mut self,
        text: &str,
        number: usize,
        castling: CastlingNotation,
    ) -> Result<(), SetUpError> {
        let position = &self.position;
        match position.read_move(text, castling) {
            Ok(mv) => {
                if !self.has_room() {
                    return Err(SetUpError::Memory { moves: number - 1 });
                }
                self.make(mv);
                Ok(())
            }
            Err(NoMove::Illegal) => Err(SetUpError::IllegalMove {
                text: text.to_owned(),
                number,
                fen: position.to_fen(),
            }),
            Err(NoMove::Ambiguous(moves)) => Err(SetUpError::AmbiguousMove {
                text: text.to_owned(),
                number,
                fen: position.to_fen(),
                moves: moves.iter().filter_map(|&mv| position.san(mv)).collect(),
            }),
        }
    }

    /// Makes room for one more move. Returns whether there is memory for it.
    fn has_room(&mut self) -> bool {
        fn grow<T>(list: &mut Vec<T>) -> bool {
            list.len() < list.capacity() || list.try_reserve(1).is_ok()
        }
        grow(&mut self.moves) && grow(&mut self.undos) && grow(&mut self.keys)
    }

    /// The position that the game starts from.
    #[must_use]
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The moves played, in their order.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The position after all moves.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Makes a move, which must be legal in the current position.
    /// [`Game::unmake`] takes it back. The move is not checked: get it from
    /// [`Position::legal_moves`] or [`Position::parse_move`].
    ///
    /// ```
    /// use ox88::game::Game;
    ///
    /// let mut game = Game::default();
    /// let mv = game.position().legal_moves()[0];
    /// game.make(mv);
    /// assert_eq!(game.moves(), [mv]);
    /// assert_eq!(game.unmake(), Some(mv));
    /// assert_eq!(game, Game::default());
    /// ```
    pub fn make(&mut self, mv: Move) {
        self.moves.push(mv);
        self.undos.push(self.position.make(mv));
        self.keys.push(key_of(&self.position));
    }

    /// Takes back the last move and returns it, or returns `None` if there is no
    /// move to take back.
    pub fn unmake(&mut self) -> Option<Move> {
        let (mv, undo) = (self.moves.pop()?, self.undos.pop()?);
        self.keys.pop();
        self.position.unmake(mv, &undo);
        Some(mv)
    }

    /// The earlier occurrences of the current position in this game, each as the
    /// number of plies since, the most recent one first.
    ///
    /// Two positions are the same if they have the same pieces on the same
    /// squares, the same side to move and the same legal moves (FIDE Laws of
    /// Chess, 9.2.3). So castling rights count, and an en passant square counts
    /// if a capture there is legal.
    pub fn earlier_occurrences(&self) -> impl Iterator<Item = usize> + '_ {
        let key = self.keys.last();
        // No position from before the last capture or pawn move can recur. The
        // quickest repetition takes two moves of each side.
        let reversible = usize::from(self.position.halfmove_clock());
        let earlier = self.keys.iter().rev().enumerate().take(reversible + 1);
        earlier
            .skip(4)
            .step_by(2)
            .filter(move |(_, earlier)| Some(*earlier) == key)
            .map(|(plies_ago, _)| plies_ago)
    }

    /// How often the current position has occurred before in this game.
    #[must_use]
    pub fn repetitions(&self) -> usize {
        self.earlier_occurrences().count()
    }

    /// The rule by which the current position is a draw, or `None`.
    ///
    /// Test first whether there are legal moves: this does not detect stalemate,
    /// and checkmate ends the game before any of these rules applies.
    ///
    /// ```
    /// use ox88::game::{Draw, Game};
    ///
    /// let bare_kings = Game::new("4k3/8/8/8/8/8/8/4K3 w - - 0 1".parse()?);
    /// assert_eq!(bare_kings.draw(), Some(Draw::DeadPosition));
    /// assert_eq!(Game::default().draw(), None);
    /// # Ok::<(), ox88::board::fen::FenError>(())
    /// ```
    #[must_use]
    pub fn draw(&self) -> Option<Draw> {
        if self.position.halfmove_clock() >= 100 {
            Some(Draw::FiftyMoves)
        } else if is_dead(&self.position) {
            Some(Draw::DeadPosition)
        } else if self.repetitions() >= 2 {
            Some(Draw::Repetition)
        } else {
            None
        }
    }

    /// The positions before the current one, the most recent one first, each with
    /// the move that was made in it.
    ///
    /// ```
    /// use ox88::Position;
    /// use ox88::game::Game;
    ///
    /// let mut game = Game::default();
    /// let mv = game.position().legal_moves()[0];
    /// game.make(mv);
    /// assert_eq!(game.backwards().next(), Some((Position::start(), mv)));
    /// ```
    pub fn backwards(&self) -> impl Iterator<Item = (Position, Move)> {
        let mut game = self.clone();
        std::iter::from_fn(move || {
            let mv = game.unmake()?;
            Some((game.position.clone(), mv))
        })
    }
}

/// The key by which positions are compared. [`Position::key`] includes the en
/// passant square whenever a pawn stands ready to capture there. If that capture
/// would expose the king, it is not legal, and this key leaves the square out.
fn key_of(position: &Position) -> u128 {
    let (key, without) = (position.key(), position.key_without_en_passant());
    let is_legal = || {
        let moves = position.legal_moves();
        moves.iter().any(|mv| mv.kind() == MoveKind::EnPassant)
    };
    if key == without || is_legal() {
        key
    } else {
        without
    }
}

/// Returns whether neither side has the material to mate: bare kings, one minor
/// piece, or nothing but bishops on squares of one colour.
fn is_dead(position: &Position) -> bool {
    let (mut knights, mut bishops) = (0, [0, 0]);
    for (square, piece) in position.pieces() {
        match piece.kind {
            PieceKind::King => {}
            PieceKind::Knight => knights += 1,
            PieceKind::Bishop => bishops[usize::from((square.file() + square.rank()) % 2)] += 1,
            PieceKind::Pawn | PieceKind::Rook | PieceKind::Queen => return false,
        }
    }
    matches!((knights, bishops), (0, [0, _] | [_, 0]) | (1, [0, 0]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{CastlingNotation, fen};

    fn position(fen: &str) -> Position {
        fen::parse(fen, CastlingNotation::Standard)
            .unwrap()
            .position
    }

    fn play(game: &mut Game, moves: &str) {
        for text in moves.split_ascii_whitespace() {
            let mv = game.position().parse_move(text, CastlingNotation::Standard);
            game.make(mv.unwrap());
        }
    }

    #[test]
    fn a_position_with_another_castling_right_is_no_repetition() {
        let mut game = Game::new(position("4k3/8/8/8/8/8/8/4K2R w K - 0 1"));
        play(&mut game, "e1e2 e8e7 e2e1 e7e8 e1e2 e8e7 e2e1 e7e8");
        assert_eq!(game.repetitions(), 1);
        play(&mut game, "e1e2 e8e7 e2e1 e7e8");
        assert_eq!(game.draw(), Some(Draw::Repetition));
    }

    #[test]
    fn captures_and_pawn_moves_end_repetitions() {
        let mut game = Game::default();
        play(
            &mut game,
            "g1f3 g8f6 f3g1 f6g8 e2e4 e7e5 g1f3 g8f6 f3g1 f6g8",
        );
        assert_eq!(game.repetitions(), 1);
    }

    #[test]
    fn an_en_passant_square_counts_only_if_the_capture_is_legal() {
        // A bishop on a1 pins the pawn on d4, one on b1 does not.
        for (fen, repetitions) in [
            ("7k/8/8/8/3p4/8/4P3/B5K1 w - - 0 1", 1),
            ("7k/8/8/8/3p4/8/4P3/1B4K1 w - - 0 1", 0),
        ] {
            let mut game = Game::new(position(fen));
            play(&mut game, "e2e4 h8g8 g1h1 g8h8 h1g1");
            assert_eq!(game.repetitions(), repetitions, "{fen}");
        }
    }

    #[test]
    fn unmake_takes_the_whole_move_back() {
        let mut game = Game::default();
        play(&mut game, "e2e4 e7e5");
        let before = game.clone();
        let mv = game.position().legal_moves()[0];
        game.make(mv);
        assert_ne!(game, before);
        assert_eq!(game.unmake(), Some(mv));
        assert_eq!(game, before);
        assert_eq!(game.position, before.position);
        assert_eq!(game.keys, before.keys);
        let steps: Vec<(Position, Move)> = game.backwards().collect();
        assert_eq!(steps.len(), 2);
        assert_eq!(steps[1], (Position::start(), game.moves[0]));
        assert_eq!(Game::default().unmake(), None);
    }

    #[test]
    fn material_that_cannot_mate_is_a_draw() {
        for fen in [
            "8/8/4k3/8/8/3K4/8/8 w - - 0 1",
            "8/8/4k3/8/8/3KN3/8/8 w - - 0 1",
            "8/8/4k3/8/8/3Kb3/8/8 w - - 0 1",
            "8/8/4k3/3b4/8/3KB3/2B5/8 w - - 0 1",
        ] {
            let is_drawn = Game::new(position(fen)).draw() == Some(Draw::DeadPosition);
            // The last one has bishops on squares of both colours.
            assert_eq!(is_drawn, !fen.contains("2B5"), "{fen}");
        }
        for fen in [
            "8/8/4k3/8/8/3KP3/8/8 w - - 0 1",
            "8/8/4kn2/8/8/3KN3/8/8 w - - 0 1",
            "8/8/4kb2/8/8/3KN3/8/8 w - - 0 1",
        ] {
            assert_eq!(Game::new(position(fen)).draw(), None, "{fen}");
        }
        let fifty = Game::new(position("4k3/8/8/8/8/8/8/R3K3 w - - 100 80"));
        assert_eq!(fifty.draw(), Some(Draw::FiftyMoves));
    }
}
