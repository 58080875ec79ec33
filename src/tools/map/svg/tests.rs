use super::*;
use crate::control::Token;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const POSITION_3: &str = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";
const MOST_MOVES: &str = "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1";
const STALEMATE: &str = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
const ONE_MOVE: &str = "7k/8/8/8/8/8/1r6/K7 w - - 0 1";

fn map(fen: &str, rings: u32) -> Map {
    Map::new(&fen.parse().unwrap(), rings, &Token::never()).unwrap()
}

fn svg(map: &Map, width: u32, title: &str, color_by: ColorBy) -> String {
    map.svg(&SvgOptions {
        width,
        title: title.to_owned(),
        color_by,
    })
}

#[test]
fn the_size_of_a_file_is_bounded() {
    for (fen, rings) in [
        (START, 5),
        (KIWIPETE, 4),
        (POSITION_3, 6),
        (MOST_MOVES, 4),
        ("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", 4),
    ] {
        let map = map(fen, rings);
        for width in [MIN_WIDTH, 900, MAX_WIDTH] {
            for by in [ColorBy::Piece, ColorBy::Move] {
                let size = svg(&map, width, "", by).len();
                let bound = 1_000 * width as usize + 20_000;
                assert!(size <= bound, "{fen} {rings}, {width} {by:?}: {size}");
            }
        }
    }
}

/// The attributes of an element, as numbers.
fn number(element: &str, name: &str) -> f64 {
    let (_, value) = element.split_once(&format!(" {name}=\"")).unwrap();
    value.split('"').next().unwrap().parse().unwrap()
}

#[test]
fn the_legend_fits_also_at_the_smallest_width() {
    // With the mark of moves that end the game.
    let map = map("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", 2);
    for width in [MIN_WIDTH, 300, 900, MAX_WIDTH] {
        for by in [ColorBy::Piece, ColorBy::Move] {
            let svg = svg(&map, width, "", by);
            let height = number(&svg, "height");
            let keys: Vec<&str> = svg
                .split("<text")
                .filter(|it| it.contains("class=\"key\""))
                .collect();
            assert_eq!(keys.len(), 7);
            let mut places: Vec<(f64, f64, f64)> = Vec::new();
            for key in keys {
                let name = key.split(['>', '<']).nth(1).unwrap();
                let (left, y) = (number(key, "x"), number(key, "y"));
                let right = left + text::width_of(name, 12.0);
                assert!(
                    left >= 18.0 && right <= f64::from(width),
                    "{name} at {left}, {width}"
                );
                assert!(y + 4.0 <= height, "{name} is below the picture");
                for &(other_left, other_right, other_y) in &places {
                    let is_apart =
                        other_y != y || right < other_left - 12.0 || left - 18.0 > other_right;
                    assert!(is_apart, "{name} covers another name, {width}");
                }
                places.push((left, right, y));
            }
        }
    }
}

#[test]
fn a_title_cannot_break_the_file() {
    let svg = svg(&map(START, 1), 900, "<b>&\"\u{1}", ColorBy::Piece);
    assert!(svg.contains("<title id=\"title\">&lt;b&gt;&amp;&quot;\u{fffd}</title>"));
}

#[test]
fn the_summary_says_who_moves_and_how_often() {
    assert_eq!(
        map(START, 3).summary(),
        "White to move: 20, 400 and 8,902 moves, from the inside out"
    );
    assert_eq!(map(KIWIPETE, 1).summary(), "White to move: 48 moves");
    assert_eq!(map(STALEMATE, 4).summary(), "Black is stalemated");
    let mate = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    assert_eq!(map(mate, 4).summary(), "White is checkmated");
    assert_eq!(map(ONE_MOVE, 1).summary(), "White to move: 1 move");
}
