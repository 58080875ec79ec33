//! Ends of games that another program counts wrong: by a draw rule, where perft goes
//! on, or by mate or stalemate above the leaves, where perft counts nothing.

use super::{Diagnosis, Rule, diagnosis};
use crate::board::{PieceKind, Position};
use crate::game::Game;

/// The greatest count that is repeated with each draw rule, to see which one
/// explains a wrong count.
const SIMULATED: u128 = 100_000;
/// The draw rules, in the order in which they are named.
const DRAWS: [Rule; 3] = [
    Rule::DrawByFiftyMoves,
    Rule::DrawByRepetition,
    Rule::DrawByMaterial,
];

/// The diagnosis for a program that ends drawn games. It counts `other` leaves, not
/// `right`, in `depth` plies below the position in which `game` ends. The result is
/// `None` if no draw rule explains that.
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
    if right == other || is_over {
        return None;
    }
    if other <= 1
        && let Some(rule) = DRAWS.into_iter().find(|&rule| is_drawn(game, rule))
    {
        let reason = format!("{}, but perft counts on", fact(game, rule));
        return Some(diagnosis(rule, reason));
    }
    if right > SIMULATED || depth == 0 {
        return None;
    }
    let explains = |&rule: &Rule| {
        [(0, 0), (0, 1), (1, 1)].into_iter().any(|(value, leaf)| {
            let values = (value, leaf);
            below(&mut game.clone(), depth, rule, values) == other
        })
    };
    let rule = DRAWS.into_iter().find(explains)?;
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
    use crate::perft;

    fn game(fen: &str) -> Game {
        Game::new(fen.parse().unwrap())
    }

    #[test]
    fn a_draw_below_the_position_explains_its_count() {
        // The clock is 100 after one ply, so the games end there.
        let game = game("4k3/8/8/8/8/8/8/R3K3 w - - 98 80");
        let right = perft(game.position(), 3);
        let other = perft(game.position(), 2);
        let found = drawn(&game, 3, right, other).map(|it| it.rule);
        assert_eq!(found, Some(Rule::DrawByFiftyMoves), "each counts as 1");
        let found = drawn(&game, 3, right, 0).map(|it| it.rule);
        assert_eq!(found, Some(Rule::DrawByFiftyMoves), "each counts as 0");
        assert_eq!(drawn(&game, 3, right, 7), None);
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
