//! Ends of games that another program counts wrong: by a draw rule, where perft goes
//! on, or by mate or stalemate above the leaves, where perft counts nothing.

use super::{Diagnosis, Rule, diagnosis};
use crate::board::{PieceKind, Position};
use crate::game::Game;
use crate::movegen::Move;

/// The greatest count that is repeated with each draw rule, to see which one
/// explains a wrong count.
const SIMULATED: u128 = 100_000;
/// The draw rules, in the order in which they are named.
const DRAWS: [Rule; 3] = [
    Rule::DrawByFiftyMoves,
    Rule::DrawByRepetition,
    Rule::DrawByMaterial,
];

/// The diagnosis for a program that ends drawn games, if `game` ends in a position that
/// is drawn by a rule. The program counts `other` leaves, not `right`, in `depth` plies
/// below it. The result is `None` if that is not the count of a game that is over.
///
/// ```
/// use ox88::game::Game;
/// use ox88::tools::diagnosis::{Rule, drawn};
///
/// let game = Game::new("4k3/8/8/8/8/8/8/R3K3 w - - 100 80".parse()?);
/// let diagnosis = drawn(&game, 1, 15, 0).unwrap();
/// assert_eq!(diagnosis.rule, Rule::DrawByFiftyMoves);
/// assert_eq!(drawn(&Game::default(), 1, 20, 0), None);
/// # Ok::<(), ox88::board::fen::FenError>(())
/// ```
#[must_use]
pub fn drawn(game: &Game, depth: u32, right: u128, other: u128) -> Option<Diagnosis> {
    let is_over = depth > 0 && game.position().legal_moves().is_empty();
    if right == other || is_over || other > 1 {
        return None;
    }
    let rule = DRAWS.into_iter().find(|&rule| is_drawn(game, rule))?;
    let reason = format!("{}, but perft counts on", fact(game, rule));
    Some(diagnosis(rule, reason))
}

/// The diagnosis for a program that ends drawn games, and counts each move of a position
/// right when it is asked for it alone. It counts `other` leaves below the position in
/// which `game` ends. `counts` are the right counts of its moves. The result is `None`
/// unless those moves that draw are just what is counted wrong.
///
/// ```
/// use ox88::game::Game;
/// use ox88::tools::diagnosis::{Rule, drawn_after};
///
/// let game = Game::new("4k3/8/8/8/8/8/8/R3K3 w - - 99 80".parse()?);
/// let counts = ox88::divide(game.position(), 2);
/// // Every move draws.
/// let diagnosis = drawn_after(&game, &counts, 0).unwrap();
/// assert_eq!(diagnosis.rule, Rule::DrawByFiftyMoves);
/// assert_eq!(drawn_after(&game, &counts, 5), None);
/// # Ok::<(), ox88::board::fen::FenError>(())
/// ```
#[must_use]
pub fn drawn_after(game: &Game, counts: &[(Move, u128)], other: u128) -> Option<Diagnosis> {
    let mut after = game.clone();
    let found = DRAWS.into_iter().find_map(|rule| {
        let (mut drawn, mut moves, mut rest) = (None, 0_u128, 0_u128);
        for &(mv, count) in counts {
            after.make(mv);
            let is_drawn = count > 0 && is_drawn(&after, rule);
            after.unmake();
            match is_drawn {
                true => (drawn, moves) = (drawn.or(Some(mv)), moves + 1),
                false => rest += count,
            }
        }
        let is_explained = other == rest || other == rest + moves;
        drawn.filter(|_| is_explained).map(|mv| (rule, mv))
    });
    let (rule, mv) = found?;
    after.make(mv);
    let reason = format!("{}, but perft counts on", fact(&after, rule));
    Some(diagnosis(rule, reason))
}

/// The diagnosis for a program that ends drawn games, and gets only the position, so
/// that it counts each of them right when it is asked for it alone. `counts` are the
/// right and the other counts of all moves in `depth` plies from the end of `game`. The
/// result is `None` unless a draw rule explains every one of them.
///
/// ```
/// use ox88::game::Game;
/// use ox88::tools::diagnosis::{Rule, drawn_below};
///
/// let game = Game::new("4k3/8/8/8/8/8/8/R3K3 w - - 98 80".parse()?);
/// let counts = ox88::divide(game.position(), 3).into_iter();
/// // Each game ends after two plies.
/// let counts: Vec<_> = counts.map(|(mv, right)| (mv, right, 0)).collect();
/// let diagnosis = drawn_below(&game, 3, &counts).unwrap();
/// assert_eq!(diagnosis.rule, Rule::DrawByFiftyMoves);
/// # Ok::<(), ox88::board::fen::FenError>(())
/// ```
#[must_use]
pub fn drawn_below(game: &Game, depth: u32, counts: &[(Move, u128, u128)]) -> Option<Diagnosis> {
    let right: u128 = counts.iter().map(|&(_, right, _)| right).sum();
    let is_wrong = counts.iter().any(|(_, right, other)| right != other);
    if !is_wrong || right > SIMULATED || depth < 2 {
        return None;
    }
    let mut after = game.clone();
    let rule = DRAWS.into_iter().find(|&rule| {
        [(0, 0), (0, 1), (1, 1)].into_iter().any(|values| {
            counts.iter().all(|&(mv, _, other)| {
                after.make(mv);
                let count = below(&mut after, depth - 1, rule, values);
                after.unmake();
                count == other
            })
        })
    })?;
    let other: u128 = counts.iter().map(|&(_, _, other)| other).sum();
    let reason = format!("without the moves after such draws {right} becomes {other}");
    Some(diagnosis(rule, reason))
}

/// The diagnosis for a program that counts each game that ends above the leaves as
/// one, in a count of `depth` plies from the end of `game`.
///
/// ```
/// use ox88::game::Game;
/// use ox88::tools::diagnosis::{Rule, ends_counted};
///
/// // One of the 17 moves mates.
/// let game = Game::new("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1".parse()?);
/// let right = ox88::perft(game.position(), 2);
/// let diagnosis = ends_counted(&game, 2, right, right + 1).unwrap();
/// assert_eq!(diagnosis.rule, Rule::EndCounted);
/// # Ok::<(), ox88::board::fen::FenError>(())
/// ```
#[must_use]
pub fn ends_counted(game: &Game, depth: u32, right: u128, other: u128) -> Option<Diagnosis> {
    if other <= right || right > SIMULATED {
        return None;
    }
    let ends = ends_above(game.position(), depth);
    let reason = format!("{ends} of the {other} are games that are over before");
    (right + ends == other).then(|| diagnosis(Rule::EndCounted, reason))
}

/// The number of games that end above the leaves.
fn ends_above(position: &Position, depth: u32) -> u128 {
    if depth == 0 {
        return 0;
    }
    let moves = position.legal_moves();
    if moves.is_empty() {
        return 1;
    }
    let below = moves.into_iter().map(|mv| {
        let mut after = position.clone();
        let _ = after.make(mv);
        ends_above(&after, depth - 1)
    });
    below.sum()
}

/// Counts the leaves below a position. A position that is drawn by the rule counts
/// as the first of the values, and a leaf that is, as the second.
fn below(game: &mut Game, depth: u32, rule: Rule, values: (u128, u128)) -> u128 {
    let mut total = 0;
    for mv in game.position().legal_moves() {
        game.make(mv);
        let is_end = is_drawn(game, rule);
        total += match depth - 1 {
            0 if is_end => values.1,
            0 => 1,
            _ if is_end && !game.position().legal_moves().is_empty() => values.0,
            left => below(game, left, rule, values),
        };
        game.unmake();
    }
    total
}

fn is_drawn(game: &Game, rule: Rule) -> bool {
    match rule {
        Rule::DrawByFiftyMoves => game.position().halfmove_clock() >= 100,
        Rule::DrawByRepetition => game.repetitions() > 0,
        _ => has_little_material(game),
    }
}

/// Returns whether a program may take the material for too little to mate: at most
/// one minor piece a side, or two knights, beside the kings.
fn has_little_material(game: &Game) -> bool {
    let mut minor_pieces = 0;
    for (_, piece) in game.position().pieces() {
        match piece.kind {
            PieceKind::King => {}
            PieceKind::Knight | PieceKind::Bishop => minor_pieces += 1,
            PieceKind::Pawn | PieceKind::Rook | PieceKind::Queen => return false,
        }
    }
    minor_pieces <= 2
}

fn fact(game: &Game, rule: Rule) -> String {
    let position = game.position();
    match rule {
        Rule::DrawByFiftyMoves => format!("the half-move clock is {}", position.halfmove_clock()),
        Rule::DrawByRepetition => match game.earlier_occurrences().next() {
            Some(plies) => format!("the position is the same as {plies} plies before"),
            None => "the position repeats".to_owned(),
        },
        _ => match position.pieces().count() {
            2 => "only the kings are left".to_owned(),
            pieces => format!("only {pieces} pieces are left"),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::CastlingNotation;

    fn game(fen: &str) -> Game {
        Game::new(fen.parse().unwrap())
    }

    /// The clock is 100 after two plies, so the games end there.
    #[test]
    fn a_draw_below_the_position_explains_every_count() {
        let game = game("4k3/8/8/8/8/8/8/R3K3 w - - 98 80");
        let right = crate::divide(game.position(), 3);
        let replies = crate::divide(game.position(), 2);
        let found = |others: &[u128]| {
            let counts = right.iter().zip(others);
            let counts: Vec<_> = counts
                .map(|(&(mv, right), &other)| (mv, right, other))
                .collect();
            drawn_below(&game, 3, &counts).map(|it| it.rule)
        };
        let mut ones: Vec<u128> = replies.iter().map(|it| it.1).collect();
        assert_eq!(
            found(&ones),
            Some(Rule::DrawByFiftyMoves),
            "each counts as 1"
        );
        let zeros = vec![0; right.len()];
        assert_eq!(
            found(&zeros),
            Some(Rule::DrawByFiftyMoves),
            "each counts as 0"
        );
        // The sum alone is no proof.
        ones[0] += 1;
        ones[1] -= 1;
        assert_eq!(found(&ones), None);
    }

    /// After a1a2 e8f8 a2a1, the reply f8e8 repeats the position.
    #[test]
    fn a_total_is_explained_by_the_moves_that_draw() {
        let start = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1".parse().unwrap();
        let mut game = Game::new(start);
        for text in ["a1a2", "e8f8", "a2a1"] {
            let mv = game.position().parse_move(text, CastlingNotation::Standard);
            game.make(mv.unwrap());
        }
        let counts = crate::divide(game.position(), 2);
        let right: u128 = counts.iter().map(|it| it.1).sum();
        let repeats = counts
            .iter()
            .find(|(mv, _)| mv.to_string() == "f8e8")
            .unwrap()
            .1;
        for (other, rule) in [
            (right - repeats, Some(Rule::DrawByRepetition)),
            (right - repeats + 1, Some(Rule::DrawByRepetition)),
            (right - repeats + 2, None),
            (right - 1, None),
        ] {
            let found = drawn_after(&game, &counts, other).map(|it| it.rule);
            assert_eq!(found, rule, "{other}");
        }
        assert_eq!(drawn(&game, 2, right, right - repeats), None);
    }

    #[test]
    fn a_draw_is_named_only_where_there_is_one() {
        let start = Game::default();
        assert_eq!(drawn(&start, 2, 400, 0), None);
        assert_eq!(drawn(&start, 2, 400, 1), None);
        let bare = game("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
        let found = drawn(&bare, 1, 5, 0).map(|it| it.rule);
        assert_eq!(found, Some(Rule::DrawByMaterial));
        assert_eq!(drawn(&bare, 1, 5, 6), None);
        // A mate is no draw, whatever the clock says.
        let mated = game("R5k1/5ppp/8/8/8/8/8/4K3 b - - 100 80");
        assert_eq!(drawn(&mated, 1, 0, 1), None);
    }
}
