//! Compares the legal moves of a position, and the positions after them, with those
//! that a file lists.

use super::record::ExpectedMove;
use crate::board::fen;
use crate::board::{CastlingNotation, PieceKind, Position};
use crate::movegen::{Move, MoveKind};
use crate::text;

/// What a file lists wrongly.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct WrongMoves {
    /// Legal moves that it does not list.
    pub unlisted: Vec<String>,
    /// Moves that it lists and that are not legal, or are listed twice.
    pub illegal: Vec<String>,
    /// Moves with another position after them: the move, its FEN in the file, and
    /// the right FEN.
    pub after: Vec<(String, String, String)>,
}

/// Compares the legal moves with a list. Returns `None` if they agree.
///
/// A listed move may be in coordinate or algebraic notation, with or without marks
/// for captures and checks, and with more squares than needed. Positions agree if
/// their pieces, castling rights and clocks do, and the en passant square: it may
/// be missing where no pawn may legally capture. The clocks may be missing, too.
pub(super) fn compare(position: &Position, expected: &[ExpectedMove]) -> Option<WrongMoves> {
    let mut wrong = WrongMoves::default();
    let mut legal = position.legal_moves_with_san();
    for listed in expected {
        // A text that fits several moves means the one that leads to the FEN.
        let fits: Vec<usize> = legal
            .iter()
            .enumerate()
            .filter(|(_, (mv, san))| is_called(position, *mv, san, &listed.text))
            .map(|(index, _)| index)
            .collect();
        let leads_there = |index: &&usize| {
            let mv = legal.get(**index).map(|(mv, _)| *mv);
            let fen = listed.fen.as_deref();
            mv.zip(fen)
                .is_some_and(|(mv, fen)| is_after(position, mv, fen))
        };
        let is_exact = |index: &&usize| legal.get(**index).is_some_and(|it| it.1 == listed.text);
        let best = fits.iter().find(leads_there);
        let best = best.or_else(|| fits.iter().find(is_exact));
        let Some(&index) = best.or(fits.first()) else {
            wrong.illegal.push(listed.text.clone());
            continue;
        };
        let (mv, san) = legal.remove(index);
        if let Some(fen) = &listed.fen
            && !is_after(position, mv, fen)
        {
            let right = made(position, mv).to_fen();
            wrong.after.push((san, fen.clone(), right));
        }
    }
    wrong.unlisted = legal.into_iter().map(|(_, san)| san).collect();
    (wrong != WrongMoves::default()).then_some(wrong)
}

fn made(position: &Position, mv: Move) -> Position {
    let mut child = position.clone();
    let _ = child.make(mv);
    child
}

/// Returns whether a file may call a move so, whose right name is `san`.
fn is_called(position: &Position, mv: Move, san: &str, text: &str) -> bool {
    let text = text.trim();
    let coordinates = [CastlingNotation::Standard, CastlingNotation::Chess960];
    if coordinates
        .iter()
        .any(|it| position.parse_move(text, *it) == Some(mv))
    {
        return true;
    }
    let marks = |c: &char| !matches!(c, 'x' | ':' | '+' | '#' | '=' | '!' | '?' | '(' | ')' | '-');
    let plain = |text: &str| -> String {
        let text = text.replace("e.p.", "").replace("ep", "").replace('0', "O");
        text.trim().chars().filter(marks).collect()
    };
    let (san, text) = (plain(san), plain(text));
    // The name ends with the target and a promotion. The file may be more exact
    // about the origin, or less.
    san == text || (mv.kind() != MoveKind::Castle && long_names(position, mv).contains(&text))
}

/// The names of a move with the file, the rank or both of its origin, and without.
fn long_names(position: &Position, mv: Move) -> [String; 4] {
    let (from, to) = (mv.from().to_string(), mv.to());
    let letter = |kind: PieceKind| match kind {
        PieceKind::Pawn => String::new(),
        kind => kind.letter().to_ascii_uppercase().to_string(),
    };
    let piece = position.piece_on(mv.from()).map(|piece| letter(piece.kind));
    let piece = piece.unwrap_or_default();
    let promotion = mv.promotion().map(letter).unwrap_or_default();
    let (file, rank) = from.split_at(1);
    [file, rank, from.as_str(), ""].map(|origin| format!("{piece}{origin}{to}{promotion}"))
}

/// Returns whether a FEN describes the position after a move.
fn is_after(position: &Position, mv: Move, after: &str) -> bool {
    let Ok(parsed) = fen::parse_with_x_fen_fallback(after, CastlingNotation::Standard) else {
        return false;
    };
    if !parsed.repairs.is_empty() {
        return false;
    }
    let (right, listed) = (made(position, mv), parsed.position);
    let (right_fen, listed_fen) = (right.to_fen(), listed.to_fen());
    let mut board = right_fen.split(' ').zip(listed_fen.split(' ')).take(3);
    // The FEN may have no clocks. An EPD has operations in their place.
    let mut clocks = after.split_ascii_whitespace().skip(4);
    let mut has_clock = || {
        clocks
            .next()
            .is_some_and(|it| text::number::<u64>(it).is_some())
    };
    let (has_halfmoves, has_fullmoves) = (has_clock(), has_clock());
    board.all(|(right, listed)| right == listed)
        && (right.en_passant() == listed.en_passant()
            || (listed.en_passant().is_none() && !can_capture_en_passant(&right)))
        && (!has_halfmoves || right.halfmove_clock() == listed.halfmove_clock())
        && (!has_fullmoves || right.fullmove_number() == listed.fullmove_number())
}

fn can_capture_en_passant(position: &Position) -> bool {
    let moves = position.legal_moves();
    moves.iter().any(|mv| mv.kind() == MoveKind::EnPassant)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(moves: &[(&str, &str)]) -> Vec<ExpectedMove> {
        let moves = moves.iter().map(|(text, fen)| ExpectedMove {
            text: (*text).to_owned(),
            fen: Some((*fen).to_owned()).filter(|fen| !fen.is_empty()),
        });
        moves.collect()
    }

    #[test]
    fn moves_may_be_called_in_many_ways() {
        // python-chess has these five moves, too.
        let position: Position = "7k/5P2/8/8/8/8/8/K7 w - - 0 1".parse().unwrap();
        for names in [
            ["Kb1", "Ka2", "Kb2", "f8=Q+", "f8=R+", "f8=B", "f8=N"],
            ["a1b1", "a1a2", "a1b2", "f7f8q", "f7f8r", "f7f8b", "f7f8n"],
            ["Ka1-b1", "Ka1a2", "Kab2", "f8Q", "f8(R)", "f7f8=B", "ff8N"],
        ] {
            let moves = names.map(|name| (name, ""));
            assert_eq!(compare(&position, &listed(&moves)), None, "{names:?}");
        }
        let wrong = compare(&position, &listed(&[("Kb1", ""), ("Kb1", ""), ("Kc1", "")])).unwrap();
        assert_eq!(wrong.illegal, ["Kb1", "Kc1"]);
        assert_eq!(wrong.unlisted.len(), 6);
    }

    #[test]
    fn positions_after_moves_may_differ_where_conventions_do() {
        let position: Position = "4k3/8/8/8/3p4/8/P1P5/4K2R w K - 3 9".parse().unwrap();
        let after = |name: &str, fen: &str| {
            let mv = position
                .legal_moves_with_san()
                .into_iter()
                .find(|(_, san)| san == name);
            is_after(&position, mv.unwrap().0, fen)
        };
        for (name, fen, is_right) in [
            // No pawn can capture on a3, one can on c3.
            ("a4", "4k3/8/8/8/P2p4/8/2P5/4K2R b K a3 0 9", true),
            ("a4", "4k3/8/8/8/P2p4/8/2P5/4K2R b K - 0 9", true),
            ("c4", "4k3/8/8/8/2Pp4/8/P7/4K2R b K c3 0 9", true),
            ("c4", "4k3/8/8/8/2Pp4/8/P7/4K2R b K - 0 9", false),
            ("a4", "4k3/8/8/8/P2p4/8/2P5/4K2R b K", true),
            (
                "a4",
                "4k3/8/8/8/P2p4/8/2P5/4K2R b K - bm c5; id \"a 4\";",
                true,
            ),
            ("a4", "4k3/8/8/8/P2p4/8/2P5/4K2R b K - 1 9;", false),
            ("a4", "4k3/8/8/8/P2p4/8/2P5/4K2R b - - 0 9", false),
            ("a4", "4k3/8/8/8/P2p4/8/2P5/4K2R b K - 1 9", false),
            ("a4", "4k3/8/8/8/P2p4/8/2P5/4K2R b K - 0 10", false),
            ("a4", "4k3/8/8/8/P2p4/8/2P5/4K2R w K - 0 9", false),
            ("O-O", "4k3/8/8/8/3p4/8/P1P5/5RK1 b - - 4 9", true),
            ("O-O", "4k3/8/8/8/3p4/8/P1P5/5RK1 b K - 4 9", false),
        ] {
            assert_eq!(after(name, fen), is_right, "{name} {fen}");
        }
    }
}
