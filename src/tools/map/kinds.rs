//! The kinds of moves that a map tells apart, and their colours.

use crate::board::{Move, MoveKind, PieceKind, Position};

/// What a move does. The first kind that fits is the kind of a move, so a promotion
/// that captures and gives check is a promotion.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MoveClass {
    /// A capture en passant.
    EnPassant,
    /// Castling.
    Castling,
    /// A promotion.
    Promotion,
    /// A move that gives check.
    Check,
    /// A capture.
    Capture,
    /// Any other move.
    Quiet,
}

impl MoveClass {
    /// All of them, in the order of the legend.
    pub const ALL: [MoveClass; 6] = [
        MoveClass::Quiet,
        MoveClass::Capture,
        MoveClass::Check,
        MoveClass::Promotion,
        MoveClass::Castling,
        MoveClass::EnPassant,
    ];

    /// The name of the kind.
    ///
    /// ```
    /// use ox88::tools::map::MoveClass;
    ///
    /// assert_eq!(MoveClass::EnPassant.name(), "en passant");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            MoveClass::Quiet => "quiet",
            MoveClass::Capture => "capture",
            MoveClass::Check => "check",
            MoveClass::Promotion => "promotion",
            MoveClass::Castling => "castling",
            MoveClass::EnPassant => "en passant",
        }
    }
}

/// What the colours of a map tell apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum ColorBy {
    /// The kind of the moving piece.
    #[default]
    Piece,
    /// What the move does.
    Move,
}

impl ColorBy {
    /// The names of the kinds, in the order of [`Shape::kind`](super::Shape::kind).
    ///
    /// ```
    /// use ox88::tools::map::ColorBy;
    ///
    /// assert_eq!(ColorBy::Piece.names()[1], "knight");
    /// assert_eq!(ColorBy::Move.names()[0], "quiet");
    /// ```
    #[must_use]
    pub fn names(self) -> [&'static str; 6] {
        match self {
            ColorBy::Piece => ["pawn", "knight", "bishop", "rook", "queen", "king"],
            ColorBy::Move => MoveClass::ALL.map(MoveClass::name),
        }
    }

    /// The colours of the kinds, in the same order.
    #[must_use]
    pub const fn palette(self) -> [[u8; 3]; 6] {
        match self {
            ColorBy::Piece => PALETTE,
            ColorBy::Move => {
                let [_, second, third, fourth, fifth, sixth] = PALETTE;
                [GREY, second, third, fourth, fifth, sixth]
            }
        }
    }

    /// Returns which of the colours are dark: white letters are more legible on them than
    /// dark ones.
    #[must_use]
    pub fn are_dark(self) -> [bool; 6] {
        self.palette().map(|color| luminance(color) < 0.2)
    }
}

/// The relative luminance of a colour, from 0 to 1.
///
/// Source: W3C, "Web Content Accessibility Guidelines 2.2",
/// <https://www.w3.org/TR/WCAG22/#dfn-relative-luminance>.
pub(super) fn luminance(color: [u8; 3]) -> f64 {
    let [red, green, blue] = color.map(|part| match f64::from(part) / 255.0 {
        part if part <= 0.040_45 => part / 12.92,
        part => ((part + 0.055) / 1.055).powf(2.4),
    });
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/// Six colours that people with any colour vision can tell apart, and that are still six
/// when they are printed in grey, since each is darker than the one before: sky blue,
/// orange, bluish green, blue, red and purple.
///
/// The hues are those of M. Okabe and K. Ito, "Color Universal Design",
/// <https://jfly.uni-koeln.de/color/>; the first is lighter, the last two are darker.
pub const PALETTE: [[u8; 3]; 6] = [
    [157, 211, 242],
    [230, 159, 0],
    [0, 158, 115],
    [0, 114, 178],
    [146, 38, 6],
    [82, 28, 98],
];

/// The colour of quiet moves, the lightest.
const GREY: [u8; 3] = [207, 210, 213];

/// The piece of a move and what it does, in one byte.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kinds(u8);

impl Kinds {
    /// The kinds of a move that has not been made. Whether it gives check is not known.
    pub(super) fn of(position: &Position, mv: Move) -> Kinds {
        let class = match mv.kind() {
            MoveKind::EnPassant => MoveClass::EnPassant,
            MoveKind::Castle => MoveClass::Castling,
            MoveKind::Normal | MoveKind::DoublePush => match position.captured(mv) {
                Some(_) => MoveClass::Capture,
                None => MoveClass::Quiet,
            },
            _ => MoveClass::Promotion,
        };
        let piece = position.piece_on(mv.from()).map(|piece| piece.kind);
        let index = |found: Option<usize>| found.unwrap_or_default() as u8;
        let piece = index(PieceKind::ALL.iter().position(|&kind| Some(kind) == piece));
        let class = index(MoveClass::ALL.iter().position(|&kind| kind == class));
        Kinds(piece | class << 4)
    }

    /// The same, when it is known whether the move gives check.
    pub(super) fn with_check(self, gives_check: bool) -> Kinds {
        match (gives_check, self.class()) {
            (true, MoveClass::Quiet | MoveClass::Capture) => Kinds(self.0 & 0xf | 2 << 4),
            _ => self,
        }
    }

    pub(super) fn piece(self) -> PieceKind {
        PieceKind::ALL[self.index(ColorBy::Piece)]
    }

    pub(super) fn class(self) -> MoveClass {
        MoveClass::ALL[self.index(ColorBy::Move)]
    }

    /// The index of the kind in the names and colours.
    pub(super) fn index(self, by: ColorBy) -> usize {
        usize::from(match by {
            ColorBy::Piece => self.0 & 0xf,
            ColorBy::Move => self.0 >> 4,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(fen: &str, text: &str) -> (PieceKind, MoveClass) {
        let mut position: Position = fen.parse().unwrap();
        let mv = position.parse_move(text, Default::default()).unwrap();
        let kinds = Kinds::of(&position, mv);
        let _ = position.make(mv);
        let kinds = kinds.with_check(position.is_in_check());
        (kinds.piece(), kinds.class())
    }

    #[test]
    fn each_kind_of_move_is_told_apart() {
        let castling = "r3k2r/8/8/8/8/8/6p1/R3K2R w KQkq - 0 1";
        let promotion = "3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1";
        let en_passant = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
        for (fen, mv, piece, class) in [
            (castling, "e1c1", PieceKind::King, MoveClass::Castling),
            (castling, "a1b1", PieceKind::Rook, MoveClass::Quiet),
            (castling, "a1a8", PieceKind::Rook, MoveClass::Check),
            (promotion, "e7d8n", PieceKind::Pawn, MoveClass::Promotion),
            (en_passant, "e5d6", PieceKind::Pawn, MoveClass::EnPassant),
            (
                "4k3/8/8/3p4/8/2N5/8/4K3 w - - 0 1",
                "c3d5",
                PieceKind::Knight,
                MoveClass::Capture,
            ),
        ] {
            assert_eq!(kinds(fen, mv), (piece, class), "{mv}");
        }
    }

    #[test]
    fn the_colours_of_one_map_differ() {
        for by in [ColorBy::Piece, ColorBy::Move] {
            let palette = by.palette();
            for (index, color) in palette.iter().enumerate() {
                assert!(!palette[..index].contains(color), "{by:?} {index}");
            }
        }
    }

    /// A palette that loses its colours must still have six shades, one after another in the
    /// legend.
    #[test]
    fn colours_differ_in_lightness() {
        for by in [ColorBy::Piece, ColorBy::Move] {
            // The lightness of CIELAB, from 0 to 100, in which equal steps look equal.
            let shades = by
                .palette()
                .map(|color| 116.0 * luminance(color).cbrt() - 16.0);
            for pair in shades.windows(2) {
                assert!(pair[0] - pair[1] >= 9.0, "{by:?}: {shades:?}");
            }
        }
    }

    /// The least contrast that the Web Content Accessibility Guidelines ask of small text.
    #[test]
    fn names_are_legible_on_their_colours() {
        for by in [ColorBy::Piece, ColorBy::Move] {
            for (color, is_dark) in by.palette().into_iter().zip(by.are_dark()) {
                let letters = match is_dark {
                    true => [0xff; 3],
                    false => [0x1b, 0x1f, 0x24],
                };
                let (one, other) = (luminance(color) + 0.05, luminance(letters) + 0.05);
                let contrast = one.max(other) / one.min(other);
                assert!(contrast >= 4.5, "{color:?}: {contrast}");
            }
        }
    }
}
