//! Positions that have a name: the start position, those of the Chess Programming
//! Wiki's page "Perft Results", and the start positions of Chess960 by their numbers.

use super::Position;

/// A position that has a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NamedPosition {
    /// The words that name it in a command, the usual one first.
    pub words: &'static [&'static str],
    /// The name for people.
    pub title: &'static str,
    /// Its FEN.
    pub fen: &'static str,
}

/// The named positions, in the order of the wiki.
///
/// ```
/// use ox88::board::NAMED_POSITIONS;
///
/// assert_eq!(NAMED_POSITIONS[1].title, "Kiwipete (position 2)");
/// assert_eq!(NAMED_POSITIONS[1].words, ["kiwipete", "position2"]);
/// ```
pub const NAMED_POSITIONS: [NamedPosition; 6] = [
    NamedPosition {
        words: &["startpos"],
        title: "Start position",
        fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    },
    NamedPosition {
        words: &["kiwipete", "position2"],
        title: "Kiwipete (position 2)",
        fen: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    },
    NamedPosition {
        words: &["position3"],
        title: "Position 3",
        fen: "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    },
    NamedPosition {
        words: &["position4"],
        title: "Position 4",
        fen: "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    },
    NamedPosition {
        words: &["position5"],
        title: "Position 5",
        fen: "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    },
    NamedPosition {
        words: &["position6"],
        title: "Position 6",
        fen: "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    },
];

/// The number of start positions in Chess960.
pub const CHESS960_STARTS: u16 = 960;

impl NamedPosition {
    /// The position that a command calls by this word.
    #[must_use]
    pub fn by_word(word: &str) -> Option<&'static NamedPosition> {
        const { &NAMED_POSITIONS }
            .iter()
            .find(|named| named.words.contains(&word))
    }

    /// The name of a position, if it has one. The clocks may differ.
    ///
    /// ```
    /// use ox88::board::{NamedPosition, Position};
    ///
    /// let named = NamedPosition::of(&Position::start()).unwrap();
    /// assert_eq!(named.title, "Start position");
    /// ```
    #[must_use]
    pub fn of(position: &Position) -> Option<&'static NamedPosition> {
        let fen = position.to_fen();
        const { &NAMED_POSITIONS }
            .iter()
            .find(|named| without_clocks(named.fen).eq(without_clocks(&fen)))
    }
}

fn without_clocks(fen: &str) -> impl Iterator<Item = &str> {
    fen.split(' ').take(4)
}

/// The FEN of a Chess960 start position by its number, 0 to 959, with castling rights by
/// file letters. Number 518 is the start position of chess. Returns `None` for other
/// numbers.
///
/// Source: the direct derivation of R. Scharnagl's numbering,
/// <https://en.wikipedia.org/wiki/Fischer_random_chess_numbering_scheme>.
///
/// ```
/// use ox88::board::chess960_start;
///
/// let fen = chess960_start(518).unwrap();
/// assert_eq!(fen, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1");
/// ```
#[must_use]
pub fn chess960_start(number: u16) -> Option<String> {
    if number >= CHESS960_STARTS {
        return None;
    }
    let number = usize::from(number);
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
    let (first, second) = KNIGHTS[knights];
    // With the first knight on the board, the second one's place is one less.
    put('n', first);
    put('n', second - 1);
    for piece in ['r', 'k', 'r'] {
        put(piece, 0);
    }
    let rank: String = rank.iter().flatten().collect();
    let rooks = rank.rmatch_indices('r');
    let rights: String = rooks.map(|(file, _)| &"ABCDEFGH"[file..=file]).collect();
    let white = rank.to_ascii_uppercase();
    let lower = rights.to_ascii_lowercase();
    Some(format!(
        "{rank}/pppppppp/8/8/8/8/PPPPPPPP/{white} w {rights}{lower} - 0 1"
    ))
}

/// The places of the knights among the five free squares, by their number.
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

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
        let starts: HashSet<_> = (0..960).map(chess960_start).collect();
        assert_eq!(starts.len(), 960);
    }

    #[test]
    fn every_named_position_is_found_by_its_words_and_as_a_position() {
        for named in &NAMED_POSITIONS {
            let position: Position = named.fen.parse().unwrap();
            assert_eq!(NamedPosition::of(&position), Some(named));
            for word in named.words {
                assert_eq!(NamedPosition::by_word(word), Some(named));
            }
        }
        for number in 0..960 {
            let position: Position = chess960_start(number).unwrap().parse().unwrap();
            let is_named = NamedPosition::of(&position).is_some();
            assert_eq!(is_named, number == 518, "{number}");
        }
        assert_eq!(NamedPosition::by_word("position7"), None);
    }
}
