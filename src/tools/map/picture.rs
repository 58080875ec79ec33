//! The layout of a map: the shapes and labels that make its picture, as a view shows
//! it. Arcs that are too narrow to be seen are drawn together, so the number of shapes
//! follows from the size of the picture, not from the number of arcs.
//!
//! Angles are in turns, clockwise from the top; lengths are in pixels.

use super::{Map, Ring, View};
use std::f64::consts::TAU;

/// The least width of an arc that gets a label, and the height of its letters.
const LABEL_HEIGHT: f64 = 11.0;

/// About the width of one letter of a label.
const LETTER_WIDTH: f64 = 7.0;

/// A part of a ring to be painted in one colour.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Shape {
    /// The ring, counted from 1.
    pub ring: usize,
    /// The inner radius.
    pub inner: f64,
    /// The outer radius.
    pub outer: f64,
    /// The turn at which it starts.
    pub start: f64,
    /// The turn at which it ends.
    pub end: f64,
    /// The index of its kind in the names and colours of [`ColorBy`](super::ColorBy).
    pub kind: usize,
    /// The number of arcs that it stands for. Arcs of several kinds that are drawn
    /// together lie one above the other, each as thick as its share.
    pub arcs: usize,
    /// Whether it marks moves that end the game, which have no width of their own.
    pub is_end: bool,
}

/// The name of a move, to be written outward from the centre.
#[derive(Clone, PartialEq, Debug)]
pub struct Label {
    /// The distance of its middle from the centre.
    pub radius: f64,
    /// The turn of its middle.
    pub turn: f64,
    /// The move in algebraic notation.
    pub text: String,
    /// The index of the kind on whose colour it stands.
    pub kind: usize,
}

/// What there is to paint.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Picture {
    /// The shapes.
    pub shapes: Vec<Shape>,
    /// The labels.
    pub labels: Vec<Label>,
}

impl Map {
    /// The shapes and labels of what is seen of the map.
    ///
    /// ```
    /// use ox88::Position;
    /// use ox88::control::Token;
    /// use ox88::tools::map::{ColorBy, Map, View};
    ///
    /// let map = Map::new(&Position::start(), 1, &Token::never()).unwrap();
    /// let picture = map.picture(&View::square(600.0, ColorBy::Piece));
    /// assert_eq!(picture.shapes.len(), 20);
    /// assert_eq!(picture.labels[0].text, "a3");
    /// ```
    #[must_use]
    pub fn picture(&self, view: &View) -> Picture {
        let mut painter = Painter {
            map: self,
            view,
            picture: Picture::default(),
        };
        let (nearest, farthest) = view.distances();
        for ring in 1..=self.rings.len() {
            let (inner, outer) = view.radii(ring, self.rings.len());
            if outer > inner && outer >= nearest && inner <= farthest {
                for seen in view.seen() {
                    painter.ring(ring, (inner, outer), seen);
                }
            }
        }
        painter.picture
    }
}

struct Painter<'a> {
    map: &'a Map,
    view: &'a View,
    picture: Picture,
}

/// Neighbouring arcs that are drawn together.
#[derive(Clone, Copy, Debug, Default)]
struct Group {
    start: u64,
    end: u64,
    /// The leaves and arcs of each kind.
    kinds: [(u64, usize); 6],
}

impl Painter<'_> {
    /// Paints the part of a ring that is seen.
    fn ring(&mut self, number: usize, radii: (f64, f64), seen: (f64, f64)) {
        let ring = &self.map.rings[number - 1];
        let leaves = self.map.leaves as f64;
        let (from, to) = self.view.window;
        let window = to - from;
        let leaf = |turn: f64| ((from + turn * window) * leaves).clamp(0.0, leaves) as u64;
        let circumference = TAU * radii.1;
        // In leaves.
        let pixel = window * leaves / circumference;
        let finest = self.view.finest * pixel;
        let (first, last) = (leaf(seen.0), leaf(seen.1));
        let mut group = Group::default();
        let mut last_mark: Option<(u64, usize)> = None;
        // Arcs without width may end where the first arc with width starts.
        for arc in ring.ends.partition_point(|&end| end < first)..ring.arcs() {
            let start = ring.start(arc);
            if start > last {
                break;
            }
            let length = ring.leaves(arc);
            let kind = ring.kinds[arc].index(self.view.color_by);
            if length == 0 {
                match last_mark {
                    // Marks that would fall into one pixel are one.
                    Some((at, shape)) if ((start - at) as f64) < pixel => {
                        self.picture.shapes[shape].arcs += 1;
                    }
                    _ => {
                        last_mark = Some((start, self.picture.shapes.len()));
                        self.mark(number, radii, start, kind);
                    }
                }
                continue;
            }
            if ring.ends[arc] <= first {
                continue;
            }
            if length as f64 >= finest {
                self.group(number, radii, &mut group);
                self.arc(number, radii, arc, kind);
                continue;
            }
            if group.end == 0 {
                group.start = start;
            }
            group.end = ring.ends[arc];
            group.kinds[kind].0 += length;
            group.kinds[kind].1 += 1;
            if (group.end - group.start) as f64 >= finest {
                self.group(number, radii, &mut group);
            }
        }
        self.group(number, radii, &mut group);
    }

    /// The turn of the picture at which a leaf starts.
    fn turn(&self, leaf: u64) -> f64 {
        let (from, to) = self.view.window;
        let turn = leaf as f64 / self.map.leaves as f64;
        ((turn - from) / (to - from)).clamp(0.0, 1.0)
    }

    fn arc(&mut self, ring: usize, (inner, outer): (f64, f64), arc: usize, kind: usize) {
        let arcs: &Ring = &self.map.rings[ring - 1];
        let first = arcs.start(arc);
        let (start, end) = (self.turn(first), self.turn(arcs.ends[arc]));
        self.picture.shapes.push(Shape {
            ring,
            inner,
            outer,
            start,
            end,
            kind,
            arcs: 1,
            is_end: false,
        });
        let radius = (inner + outer) / 2.0;
        let width = (end - start) * TAU * radius;
        if width >= LABEL_HEIGHT + 2.0
            && let Some(text) = self.name(ring, first)
            && text.len() as f64 * LETTER_WIDTH <= outer - inner
        {
            self.picture.labels.push(Label {
                radius,
                turn: (start + end) / 2.0,
                text,
                kind,
            });
        }
    }

    /// Moves that end the game have no width. A thin line shows them.
    fn mark(&mut self, ring: usize, (inner, outer): (f64, f64), leaf: u64, kind: usize) {
        let turn = self.turn(leaf);
        let half = 0.5 / (TAU * outer);
        self.picture.shapes.push(Shape {
            ring,
            inner,
            outer,
            start: turn - half,
            end: turn + half,
            kind,
            arcs: 1,
            is_end: true,
        });
    }

    /// Paints a group, and leaves an empty one.
    fn group(&mut self, ring: usize, (inner, outer): (f64, f64), group: &mut Group) {
        let Group { start, end, kinds } = std::mem::take(group);
        let leaves = (end - start) as f64;
        let (start, end) = (self.turn(start), self.turn(end));
        let mut inner = inner;
        let thickness = outer - inner;
        for (kind, (share, arcs)) in kinds.into_iter().enumerate() {
            if arcs > 0 {
                let outer = inner + thickness * share as f64 / leaves;
                self.picture.shapes.push(Shape {
                    ring,
                    inner,
                    outer,
                    start,
                    end,
                    kind,
                    arcs,
                    is_end: false,
                });
                inner = outer;
            }
        }
    }

    /// The algebraic name of the move of `ring` to which a leaf belongs.
    fn name(&self, ring: usize, leaf: u64) -> Option<String> {
        let mut line = self.map.line(ring, leaf);
        let mv = line.pop()?;
        let mut position = self.map.root.clone();
        for mv in line {
            let _ = position.make(mv);
        }
        position.san(mv)
    }
}

#[cfg(test)]
mod tests {
    use super::super::ColorBy;
    use super::*;
    use crate::board::Position;
    use crate::control::Token;

    fn start(rings: u32) -> Map {
        Map::new(&Position::start(), rings, &Token::never()).unwrap()
    }

    fn area(shape: &Shape) -> f64 {
        (shape.outer.powi(2) - shape.inner.powi(2)) * (shape.end - shape.start)
    }

    /// Nothing is dropped: the shapes of each ring stand for all of its arcs, and
    /// cover it.
    #[test]
    fn every_arc_is_part_of_a_shape() {
        let map = start(4);
        for by in [ColorBy::Piece, ColorBy::Move] {
            let view = View::square(800.0, by);
            let picture = map.picture(&view);
            for (ring, arcs) in [20, 400, 8_902, 197_281].into_iter().enumerate() {
                let ring = ring + 1;
                let shapes = || {
                    picture
                        .shapes
                        .iter()
                        .filter(move |shape| shape.ring == ring)
                };
                assert_eq!(shapes().map(|shape| shape.arcs).sum::<usize>(), arcs);
                let (inner, outer) = view.radii(ring, 4);
                let covered: f64 = shapes()
                    .map(|shape| (shape.end - shape.start) * (shape.outer - shape.inner))
                    .sum();
                assert!((covered - (outer - inner)).abs() < 1e-6, "ring {ring}");
                assert!(shapes().all(|shape| area(shape) > 0.0));
            }
            // Ring 4 has 2,513 pixels.
            assert!(picture.shapes.len() < 20_000, "{}", picture.shapes.len());
        }
    }

    #[test]
    fn what_is_under_the_pointer_is_what_is_painted() {
        let map = start(3);
        // Each arc has a shape of its own.
        let view = View {
            finest: 0.0,
            ..View::square(700.0, ColorBy::Piece)
        };
        for shape in map.picture(&view).shapes {
            let turn = (shape.start + shape.end) / 2.0;
            let radius = (shape.inner + shape.outer) / 2.0;
            let x = view.centre.0 + radius * (turn * TAU).sin();
            let y = view.centre.1 - radius * (turn * TAU).cos();
            let (ring, at) = view.ring_at(x, y, 3).unwrap();
            assert_eq!(ring, shape.ring);
            let arc = map.arc_at(ring, at).unwrap();
            assert!((arc.range.0 - shape.start).abs() < 1e-9);
            assert_eq!(arc.moves.len(), ring);
        }
        assert_eq!(view.ring_at(350.0, 350.0, 3).map(|(ring, _)| ring), Some(0));
        assert_eq!(view.ring_at(1.0, 1.0, 3), None);
    }

    #[test]
    fn only_what_is_seen_is_painted() {
        let map = start(4);
        let whole = View::square(500.0, ColorBy::Piece);
        // Fifty times as large, and the top of the outermost ring in the middle.
        let close = View {
            radius: 12_500.0,
            centre: (250.0, 12_600.0),
            ..whole
        };
        let picture = map.picture(&close);
        assert!(!picture.shapes.is_empty() && picture.shapes.len() < 500);
        for shape in &picture.shapes {
            assert_eq!(shape.ring, 4);
            assert!(shape.start < 0.01 || shape.end > 0.99);
        }
    }

    #[test]
    fn an_arc_grows_to_the_whole_turn() {
        let map = start(3);
        let arc = map.arc_at(1, 0.5).unwrap();
        let view = View {
            window: arc.range,
            inward: 1.0,
            ..View::square(500.0, ColorBy::Piece)
        };
        let picture = map.picture(&view);
        // The arc itself is the centre now, and its 20 replies are the first ring.
        assert!(picture.shapes.iter().all(|shape| shape.ring > 1));
        let replies = picture.shapes.iter().filter(|shape| shape.ring == 2);
        let width: f64 = replies.clone().map(|shape| shape.end - shape.start).sum();
        assert!((width - 1.0).abs() < 1e-9);
        assert!(replies.count() >= 20);
    }

    #[test]
    fn moves_that_end_the_game_are_marked() {
        // a8=Q and a8=R mate, and are the first moves of their list; a8=B and a8=N do not.
        let promotion = "6k1/P4ppp/8/8/8/8/8/6K1 w - - 0 1";
        for (fen, rings, ended, class) in [
            ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", 2, 1, "check"),
            (promotion, 2, 2, "promotion"),
        ] {
            let position: Position = fen.parse().unwrap();
            let map = Map::new(&position, rings, &Token::never()).unwrap();
            let picture = map.picture(&View::square(500.0, ColorBy::Move));
            let marks: Vec<&Shape> = picture.shapes.iter().filter(|shape| shape.is_end).collect();
            // Those at the same place are one mark.
            assert_eq!(marks.len(), 1);
            assert_eq!((marks[0].ring, marks[0].arcs), (1, ended));
            assert_eq!(ColorBy::Move.names()[marks[0].kind], class);
            assert_eq!(map.rings()[0].ended(), ended);
        }
    }

    /// The 8 mates at ply 4 of the start position are published.
    #[test]
    fn every_move_that_ends_the_game_is_part_of_a_mark() {
        let picture = start(5).picture(&View::square(500.0, ColorBy::Piece));
        let marks = picture.shapes.iter().filter(|shape| shape.is_end);
        assert_eq!(marks.map(|shape| shape.arcs).sum::<usize>(), 8);
    }
}
