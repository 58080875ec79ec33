//! The small board in the centre of the picture. Its pieces are shapes, not letters of
//! a font, which a reader's machine may lack.

use crate::board::{Color, PieceKind, Position, Square};
use std::fmt::Write;

/// The least width of a square, in pixels, at which pieces can be told apart.
const LEAST: f64 = 5.0;

/// Writes a board that fits a disc of this radius around the centre, or nothing if it
/// would be too small. A square is 10 units wide.
pub(super) fn write(svg: &mut String, position: &Position, radius: f64) {
    // The corners are on a circle inside of the disc.
    let width = radius * 0.93 * 2.0_f64.sqrt();
    if width < 8.0 * LEAST {
        return;
    }
    let (corner, scale) = (-width / 2.0, width / 80.0);
    let _ = writeln!(
        svg,
        "<g transform=\"translate({corner:.1} {corner:.1}) scale({scale:.3})\">\n\
         <rect width=\"80\" height=\"80\" fill=\"#eef1f4\"/>\
         <path fill=\"#b9c3cd\" d=\"{}\"/>",
        dark_squares()
    );
    for (square, piece) in Square::all().filter_map(|square| {
        let piece = position.piece_on(square)?;
        Some((square, piece))
    }) {
        let (x, y) = (10 * square.file(), 70 - 10 * square.rank());
        let class = match piece.color {
            Color::White => "white",
            Color::Black => "black",
        };
        let shape = shape_of(piece.kind);
        let _ = writeln!(
            svg,
            "<path class=\"{class}\" transform=\"translate({x} {y})\" d=\"{shape}\"/>"
        );
    }
    *svg += "</g>\n";
}

/// The dark squares, of which a1 is one, as the value of `d`.
fn dark_squares() -> String {
    let is_dark = |square: &Square| (square.file() + square.rank()).is_multiple_of(2);
    let squares = Square::all().filter(is_dark);
    let places = squares.map(|square| (10 * square.file(), 70 - 10 * square.rank()));
    places
        .map(|(x, y)| format!("M{x} {y}h10v10h-10z"))
        .collect()
}

/// The outline of a piece in a square of 10 by 10.
fn shape_of(kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::Pawn => {
            "M5 1.6a1.7 1.7 0 0 1 1 3.1c.2 1.4.7 2 1.6 2.8v1.6h-5.2v-1.6c.9-.8 1.4-1.4 1.6-2.8\
             a1.7 1.7 0 0 1 1-3.1z"
        }
        PieceKind::Knight => {
            "M3 9.1c0-2 1.3-2.7 1.8-4l-1.6.9-1-1.1 1.7-2.6.2-1.3 1.1.9c2.4.2 3.2 2.6 3 7.2z"
        }
        PieceKind::Bishop => {
            "M5 .9c1.6 1.4 2.3 2.7 2.3 3.8 0 1-.5 1.6-1.1 2l.3.9 1.3.4v1.1h-5.6v-1.1l1.3-.4\
             .3-.9c-.6-.4-1.1-1-1.1-2 0-1.1.7-2.4 2.3-3.8z"
        }
        PieceKind::Rook => {
            "M2.5 1.5h1.3v1h.7v-1h1v1h.7v-1h1.3v2.3l-.8.7v2.6l1 .8v1.2h-5.4v-1.2l1-.8v-2.6\
             l-.8-.7z"
        }
        PieceKind::Queen => {
            "M1.4 2.6l1.7 2 .6-2.9 1.3 2.7 1.3-2.7.6 2.9 1.7-2-.9 4.7v1.8h-5.4v-1.8z"
        }
        PieceKind::King => {
            "M4.5.8h1v.9h.9v1h-.9v1c1-.7 2.6-.5 2.9.7.2 1-.4 1.9-1.1 2.9v1.8h-4.6v-1.8\
             c-.7-1-1.3-1.9-1.1-2.9.3-1.2 1.9-1.4 2.9-.7v-1h-.9v-1h.9z"
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_board_has_each_piece_on_its_square() {
        let mut svg = String::new();
        write(&mut svg, &Position::start(), 70.0);
        assert_eq!(svg.matches("class=\"white\"").count(), 16);
        assert_eq!(svg.matches("class=\"black\"").count(), 16);
        let king = format!(
            "class=\"white\" transform=\"translate(40 70)\" d=\"{}\"",
            shape_of(PieceKind::King)
        );
        assert!(svg.contains(&king));
        // a1 is dark, and h1 is not.
        assert!(dark_squares().contains("M0 70h") && !dark_squares().contains("M70 70h"));
    }

    #[test]
    fn a_board_too_small_to_read_is_left_out() {
        let mut svg = String::new();
        write(&mut svg, &Position::start(), 14.0);
        assert_eq!(svg, "");
    }
}
