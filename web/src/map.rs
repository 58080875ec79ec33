//! The map of a position, for the canvas of the page.

use crate::describe::algebraic;
use crate::request::Request;
use ox88::board::PieceKind;
use ox88::control::Token;
use ox88::tools::map::{ColorBy, Cut, MAX_RINGS, Map, Picture, SvgOptions, View};
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

/// The map of a position.
#[wasm_bindgen]
#[derive(Debug)]
pub struct PositionMap {
    map: Map,
    request: Request,
    picture: Picture,
}

/// The numbers of one shape: ring, inner and outer radius, start and end in turns, kind,
/// number of arcs, and 1 for a move that ends the game.
const NUMBERS: usize = 8;

#[derive(Serialize)]
struct Arc {
    ring: usize,
    uci: Vec<String>,
    san: Vec<String>,
    leaves: u64,
    share: f64,
    range: (f64, f64),
    piece: &'static str,
    class: &'static str,
}

#[derive(Serialize)]
struct Label<'a> {
    radius: f64,
    turn: f64,
    text: &'a str,
    kind: usize,
}

#[derive(Serialize)]
struct Rings {
    arcs: Vec<usize>,
    ended: Vec<usize>,
    leaves: u64,
    /// Why there are fewer rings than were asked for.
    cut: Option<&'static str>,
}

#[derive(Serialize)]
struct Legend {
    names: [&'static str; 6],
    colors: [String; 6],
    /// Which of the colours need white letters.
    dark: [bool; 6],
}

#[wasm_bindgen]
impl PositionMap {
    /// The map of a position with this number of rings, 1 to 6.
    ///
    /// # Errors
    ///
    /// If the position is refused.
    #[wasm_bindgen(constructor)]
    pub fn new(request: &Request, rings: u32) -> Result<PositionMap, String> {
        let (game, _) = request.game()?;
        let rings = rings.clamp(1, MAX_RINGS);
        let map = Map::new(game.position(), rings, &Token::never()).ok_or("stopped")?;
        Ok(PositionMap {
            map,
            request: request.clone(),
            picture: Picture::default(),
        })
    }

    /// What the rings have: a JSON object with `arcs`, `ended`, `leaves` and `cut`.
    #[must_use]
    pub fn rings(&self) -> String {
        let rings = self.map.rings();
        json(&Rings {
            arcs: rings.iter().map(|ring| ring.arcs()).collect(),
            ended: rings.iter().map(|ring| ring.ended()).collect(),
            leaves: self.map.leaves(),
            cut: self.map.cut().map(|cut| match cut {
                Cut::GamesEnd => "no game goes on so long",
                Cut::TooManyArcs => "more would have too many moves",
            }),
        })
    }

    /// Lays out what is seen. [`PositionMap::shapes`] and [`PositionMap::labels`] have the
    /// result.
    pub fn lay_out(&mut self, view: &MapView) {
        self.picture = self.map.picture(&view.0);
    }

    /// The shapes laid out last, eight numbers each: ring, inner and outer radius, start
    /// and end in turns, kind, number of arcs, and 1 for a move that ends the game.
    #[must_use]
    pub fn shapes(&self) -> Vec<f32> {
        let mut numbers = Vec::with_capacity(self.picture.shapes.len() * NUMBERS);
        for shape in &self.picture.shapes {
            numbers.extend([
                shape.ring as f32,
                shape.inner as f32,
                shape.outer as f32,
                shape.start as f32,
                shape.end as f32,
                shape.kind as f32,
                shape.arcs as f32,
                f32::from(u8::from(shape.is_end)),
            ]);
        }
        numbers
    }

    /// The labels laid out last: a JSON list of objects with `radius`, `turn`,
    /// `text` and `kind`.
    #[must_use]
    pub fn labels(&self) -> String {
        let labels = self.picture.labels.iter().map(|label| Label {
            radius: label.radius,
            turn: label.turn,
            text: &label.text,
            kind: label.kind,
        });
        json(&labels.collect::<Vec<_>>())
    }

    /// The arc at a place of the picture, as a JSON object; `null` where there is none.
    /// In the centre, it has the ring 0 and no moves.
    #[must_use]
    pub fn arc_at(&self, view: &MapView, x: f64, y: f64) -> String {
        let rings = self.map.rings().len();
        let arc = match view.0.ring_at(x, y, rings) {
            None => None,
            Some((0, _)) => Some(Arc {
                ring: 0,
                uci: Vec::new(),
                san: Vec::new(),
                leaves: self.map.leaves(),
                share: 1.0,
                range: (0.0, 1.0),
                piece: "",
                class: "",
            }),
            Some((ring, turn)) => self.arc(ring, turn),
        };
        json(&arc)
    }

    /// The arc of a ring, counted from 1, at a turn of the map: see [`PositionMap::arc_at`].
    #[must_use]
    pub fn arc_of(&self, ring: usize, turn: f64) -> String {
        json(&self.arc(ring, turn))
    }

    /// The map as an SVG file.
    #[must_use]
    pub fn svg(&self, title: &str, by_piece: bool) -> String {
        self.map.svg(&SvgOptions {
            width: 1000,
            title: title.to_owned(),
            color_by: color_by(by_piece),
        })
    }
}

impl PositionMap {
    fn arc(&self, ring: usize, turn: f64) -> Option<Arc> {
        let arc = self.map.arc_at(ring, turn)?;
        let castling = self.request.castling();
        let uci = arc.moves.iter().map(|mv| mv.uci(castling).to_string());
        Some(Arc {
            ring,
            uci: uci.collect(),
            san: algebraic(self.map.root(), &arc.moves),
            leaves: arc.leaves,
            share: arc.leaves as f64 / self.map.leaves() as f64,
            range: arc.range,
            piece: piece_name(arc.piece),
            class: arc.class.name(),
        })
    }
}

fn piece_name(piece: PieceKind) -> &'static str {
    let index = PieceKind::ALL.iter().position(|&kind| kind == piece);
    ColorBy::Piece.names()[index.unwrap_or_default()]
}

/// Which part of a map is seen, and how large.
#[wasm_bindgen]
#[derive(Debug)]
pub struct MapView(View);

#[wasm_bindgen]
impl MapView {
    /// A picture of this size, in pixels, with the centre and the radius of the map in it.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(width: f64, height: f64, x: f64, y: f64, radius: f64, by_piece: bool) -> MapView {
        MapView(View {
            width,
            height,
            centre: (x, y),
            radius,
            ..View::square(0.0, color_by(by_piece))
        })
    }

    /// The radius of the disc in the centre.
    #[must_use]
    pub fn centre_radius(&self) -> f64 {
        self.0.centre_radius()
    }

    /// Lets the part of the turn between `from` and `to` fill the whole turn, and `inward`
    /// rings shrink into the centre, while an arc becomes the centre.
    pub fn focus(&mut self, from: f64, to: f64, inward: f64) {
        self.0.window = (from, to);
        self.0.inward = inward;
    }
}

/// The kinds of arcs: a JSON object with their `names` and `colors`, and which of these are
/// `dark`.
#[wasm_bindgen]
#[must_use]
pub fn legend(by_piece: bool) -> String {
    let by = color_by(by_piece);
    json(&Legend {
        names: by.names(),
        colors: by
            .palette()
            .map(|[red, green, blue]| format!("#{red:02x}{green:02x}{blue:02x}")),
        dark: by.are_dark(),
    })
}

fn color_by(by_piece: bool) -> ColorBy {
    match by_piece {
        true => ColorBy::Piece,
        false => ColorBy::Move,
    }
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
