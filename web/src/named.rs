//! Positions that have a name.

use ox88::Position;
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

/// The names of the positions and their FENs: the start position, and those of the Chess
/// Programming Wiki's page "Perft Results".
pub(crate) const NAMED: [(&str, &str); 6] = [
    (
        "Start position",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    ),
    (
        "Kiwipete (position 2)",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    ),
    ("Position 3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"),
    (
        "Position 4",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    ),
    (
        "Position 5",
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    ),
    (
        "Position 6",
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    ),
];

#[derive(Serialize)]
struct Named {
    name: &'static str,
    fen: &'static str,
}

/// The named positions, as a JSON list of objects with `name` and `fen`.
#[wasm_bindgen]
#[must_use]
pub fn named_positions() -> String {
    let named = NAMED.map(|(name, fen)| Named { name, fen });
    serde_json::to_string(&named).unwrap_or_default()
}

/// The name of a position. The clocks may differ.
pub(crate) fn name_of(position: &Position) -> Option<&'static str> {
    let fields = |fen: &str| {
        fen.split(' ')
            .take(4)
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let found = NAMED
        .iter()
        .find(|(_, fen)| fields(fen) == fields(&position.to_fen()));
    found.map(|(name, _)| *name)
}

/// The FEN of a Chess960 start position by its number, 0 to 959. Number 518 is the start
/// position of chess. Returns nothing for other numbers.
///
/// Source: the direct derivation of R. Scharnagl's numbering,
/// <https://en.wikipedia.org/wiki/Fischer_random_chess_numbering_scheme>.
#[wasm_bindgen]
#[must_use]
pub fn chess960_start(number: u32) -> Option<String> {
    if number >= 960 {
        return None;
    }
    let number = number as usize;
    let mut rank = [None; 8];
    let (rest, light) = (number / 4, number % 4);
    rank[2 * light + 1] = Some('b');
    let (rest, dark) = (rest / 4, rest % 4);
    rank[2 * dark] = Some('b');
    let (knights, queen) = (rest / 6, rest % 6);
    let mut put = |piece: char, place: usize| {
        let mut free = rank.iter_mut().filter(|square| square.is_none());
        if let Some(square) = free.nth(place) {
            *square = Some(piece);
        }
    };
    put('q', queen);
    const KNIGHTS: [(usize, usize); 10] = [
        (0, 1),
        (0, 2),
        (0, 3),
        (0, 4),
        (1, 2),
        (1, 3),
        (1, 4),
        (2, 3),
        (2, 4),
        (3, 4),
    ];
    let (first, second) = KNIGHTS[knights];
    // With the first knight on the board, the second one's place is one less.
    put('n', first);
    put('n', second - 1);
    for piece in ['r', 'k', 'r'] {
        put(piece, 0);
    }
    let rank: String = rank.iter().flatten().collect();
    let files = "ABCDEFGH".chars().zip(rank.chars());
    let mut rooks: Vec<char> = files
        .filter(|&(_, piece)| piece == 'r')
        .map(|(file, _)| file)
        .collect();
    rooks.reverse();
    let rights: String = rooks.iter().collect();
    let upper = rank.to_ascii_uppercase();
    let lower = rights.to_ascii_lowercase();
    Some(format!(
        "{rank}/pppppppp/8/8/8/8/PPPPPPPP/{upper} w {rights}{lower} - 0 1"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Published numbers: 518 is chess, 0 and 959 are the ends of the table.
    #[test]
    fn chess960_numbers_are_those_of_the_table() {
        for (number, rank) in [
            (518, "rnbqkbnr"),
            (0, "bbqnnrkr"),
            (959, "rkrnnqbb"),
            (1, "bqnbnrkr"),
            (4, "qbbnnrkr"),
        ] {
            let fen = chess960_start(number).unwrap();
            assert!(fen.starts_with(&format!("{rank}/")), "{number}: {fen}");
        }
        assert_eq!(chess960_start(960), None);
        let mut seen = std::collections::HashSet::new();
        assert!((0..960).all(|number| seen.insert(chess960_start(number))));
    }
}
