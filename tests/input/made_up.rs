//! Inputs near enough to sense to get past the first word.

use proptest::prelude::*;

use crate::laws;

/// Words of the protocol, and what often goes wrong with them.
const WORDS: &[&str] = &[
    "position",
    "startpos",
    "fen",
    "moves",
    "go",
    "perft",
    "divide",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "infinite",
    "ponder",
    "searchmoves",
    "setoption",
    "name",
    "value",
    "Hash",
    "Threads",
    "Clear",
    "UCI_Chess960",
    "Perft",
    "Method",
    "bulk",
    "reference",
    "true",
    "false",
    "isready",
    "uci",
    "ucinewgame",
    "stop",
    "ponderhit",
    "d",
    "moves",
    "flip",
    "known",
    "stats",
    "csv",
    "ladder",
    "bench",
    "help",
    "version",
    "register",
    "debug",
    "#",
    "-",
    "0",
    "1",
    "2",
    "3",
    "20",
    "127",
    "128",
    "-1",
    "3.5",
    "18446744073709551615",
    "e2e4",
    "e7e5",
    "e1g1",
    "e1h1",
    "a7a8q",
    "0000",
    "e2e4e2e4",
    "w",
    "b",
    "KQkq",
    "e3",
    "\u{feff}",
    "\0",
    "'",
    "\u{1F40E}",
];

/// FENs to start from: castling of every kind, en passant, promotions, many
/// queens, and what no game can reach.
const FENS: &[&str] = &[
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/8/8/r2Pp2K/8/8/8/4k3 w - e6 0 1",
    "1r1k1nr1/pp2pppp/8/8/8/8/PP2PPPP/1R1K1NR1 w GBgb - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "4k3/8/8/8/8/8/4P3/4K3 w",
    "8/8/8/8/k2p3R/8/2P1P3/4K2B w - - 99 65000 bm e4;",
];

fn word() -> impl Strategy<Value = String> {
    prop_oneof![
        12 => prop::sample::select(WORDS).prop_map(str::to_owned),
        1 => any::<String>(),
        1 => any::<i64>().prop_map(|number| number.to_string()),
        1 => fen(),
    ]
}

/// Depths, good and bad.
const DEPTH: &str = "[0-4]|1[12][0-9]|[0-9]{1,4}|0{1,3}[0-3]|-1|3.5|x";

/// Lines that are commands of one word.
const COMMAND: &str = "d|moves|flip|ucinewgame|stop|isready|uci|version|help|ponderhit|go|#";

/// A line of a few words, often one that begins as a command does.
fn line() -> impl Strategy<Value = String> {
    let words = || prop::collection::vec(word(), 0..8).prop_map(|words| words.join(" "));
    let depths = format!(
        "(perft|divide|count|split|stats|ladder|estimate|go perft|go depth) ({DEPTH})( csv| verify)?"
    );
    let depths = prop::string::string_regex(&depths).expect("a regular expression");
    prop_oneof![
        1 => words(),
        1 => words().prop_map(|words| format!("go {words}")),
        1 => words().prop_map(|words| format!("setoption name {words}")),
        2 => fen().prop_map(|fen| format!("position fen {fen} moves")),
        3 => depths,
        4 => COMMAND,
    ]
}

/// A FEN with a few characters changed, or a board of any men.
fn fen() -> impl Strategy<Value = String> {
    let change = (
        any::<prop::sample::Index>(),
        "[pnbrqkPNBRQK1-8/ wba-hA-H\\-]",
    );
    let changed = (
        prop::sample::select(FENS),
        prop::collection::vec(change, 0..4),
    );
    let changed = changed.prop_map(|(fen, changes)| {
        let mut text = fen.to_owned();
        for (place, letter) in changes {
            let place = place.index(text.len());
            text.replace_range(place..=place, &letter);
        }
        text
    });
    let men = prop::collection::vec((1..63_usize, "[pnbrqPNBRQ]"), 0..24);
    let kings = (0..64_usize, 1..64_usize);
    let castling = "[KQkqA-Ha-h]{1,4}";
    let board = (
        men,
        kings,
        any::<bool>(),
        castling,
        prop::option::of(0..8_usize),
    );
    let any_men = board.prop_map(|(men, (king, distance), is_white, castling, en_passant)| {
        // From a8 on, as a FEN has them.
        let mut squares = vec!["1".to_owned(); 64];
        for (square, letter) in men {
            squares[square] = letter;
        }
        squares[king] = "K".to_owned();
        squares[(king + distance) % 64] = "k".to_owned();
        let (side, pawn, pawn_rank, rank) = match is_white {
            true => ("w", "p", 3, 6),
            false => ("b", "P", 4, 3),
        };
        let en_passant = en_passant.map_or("-".to_owned(), |file| {
            squares[8 * pawn_rank + file] = pawn.to_owned();
            format!("{}{rank}", char::from(b'a' + file as u8))
        });
        let ranks: Vec<String> = squares.chunks(8).map(<[String]>::concat).collect();
        format!("{} {side} {castling} {en_passant}", ranks.join("/"))
    });
    prop_oneof![changed, any_men]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn any_text_is_a_command_or_a_refusal(text in any::<String>()) {
        laws::command_line::check(&text);
    }

    #[test]
    fn any_line_of_words_is_a_command_or_a_refusal(line in line()) {
        laws::command_line::check(&line);
    }

    #[test]
    fn any_lines_are_read_as_a_printout(
        text in any::<String>(),
        lines in prop::collection::vec(line(), 0..8),
    ) {
        laws::files::check_printout(&text);
        laws::files::check_printout(&lines.join("\n"));
    }

    #[test]
    fn any_bytes_are_read_as_a_suite(
        bytes in prop::collection::vec(any::<u8>(), 0..200),
        text in "[{}\\[\\]\",:;\n 0-9a-hD/wkqKQ]{0,200}",
    ) {
        laws::files::check_suite(&bytes);
        laws::files::check_suite(text.as_bytes());
    }

    #[test]
    fn any_text_as_a_fen_is_refused_or_counted_alike(text in any::<String>()) {
        laws::fen::check(&text);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn any_board_is_refused_or_counted_alike(fen in fen()) {
        laws::fen::check(&fen);
    }

    #[test]
    fn any_session_is_answered_line_by_line(lines in prop::collection::vec(line(), 0..16)) {
        laws::session::check(lines.join("\n").as_bytes());
    }

    #[test]
    fn any_bytes_are_a_session(bytes in any::<Vec<u8>>()) {
        laws::session::check(&bytes);
    }
}
