//! Which part of a map is seen, how large, and which ring is at a place of the picture.
//!
//! Angles are in turns, clockwise from the top; lengths are in pixels.

use super::ColorBy;
use std::f64::consts::TAU;

/// The radius of the disc in the centre, as a part of the whole radius.
const CENTRE: f64 = 0.2;

/// Which part of a map is seen, and how large.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct View {
    /// The width of the picture.
    pub width: f64,
    /// The height of the picture.
    pub height: f64,
    /// The centre of the map in the picture.
    pub centre: (f64, f64),
    /// The radius of the outermost ring.
    pub radius: f64,
    /// The width under which arcs are drawn together.
    pub finest: f64,
    /// What the colours tell apart.
    pub color_by: ColorBy,
    /// The part of the turn that is spread over the whole turn: from 0 to 1, except
    /// while an arc grows to become the centre.
    pub window: (f64, f64),
    /// The number of rings, whole or not, that have shrunk into the centre.
    pub inward: f64,
}

impl View {
    /// The view of a whole map that fills a square of this size.
    #[must_use]
    pub fn square(size: f64, color_by: ColorBy) -> View {
        View {
            width: size,
            height: size,
            centre: (size / 2.0, size / 2.0),
            radius: size / 2.0,
            finest: 2.0,
            color_by,
            window: (0.0, 1.0),
            inward: 0.0,
        }
    }

    /// The radius of the disc in the centre.
    #[must_use]
    pub fn centre_radius(&self) -> f64 {
        self.radius * CENTRE
    }

    /// The inner and outer radius of a ring, counted from 1, of a map of `rings` rings.
    pub(super) fn radii(&self, ring: usize, rings: usize) -> (f64, f64) {
        let thickness = self.radius * (1.0 - CENTRE) / rings as f64;
        let at = |border: f64| self.centre_radius() + thickness * border.max(0.0);
        let outer = ring as f64 - self.inward;
        (at(outer - 1.0), at(outer))
    }

    /// Which ring, counted from 1, of a map of `rings` rings is at a place of the
    /// picture, and at which turn of the map. Ring 0 is the disc in the centre. Returns
    /// `None` outside the map.
    #[must_use]
    pub fn ring_at(&self, x: f64, y: f64, rings: usize) -> Option<(usize, f64)> {
        let (x, y) = (x - self.centre.0, y - self.centre.1);
        let distance = x.hypot(y);
        let seen = x.atan2(-y).rem_euclid(TAU) / TAU;
        let (from, to) = self.window;
        let turn = from + seen * (to - from);
        if distance < self.centre_radius() {
            return Some((0, turn));
        }
        let is_at = |&ring: &usize| {
            let (inner, outer) = self.radii(ring, rings);
            (inner..outer).contains(&distance)
        };
        Some(((1..=rings).find(is_at)?, turn))
    }

    /// The least and greatest distance of the picture's points from the centre.
    pub(super) fn distances(&self) -> (f64, f64) {
        let (x, y) = self.centre;
        let outside = |at: f64, size: f64| (-at).max(at - size).max(0.0);
        let farthest = |at: f64, size: f64| at.abs().max((size - at).abs());
        (
            outside(x, self.width).hypot(outside(y, self.height)),
            farthest(x, self.width).hypot(farthest(y, self.height)),
        )
    }

    /// The ranges of the whole turn that are seen.
    pub(super) fn seen(&self) -> Vec<(f64, f64)> {
        let (x, y) = self.centre;
        let is_inside = (0.0..=self.width).contains(&x) && (0.0..=self.height).contains(&y);
        if is_inside {
            return vec![(0.0, 1.0)];
        }
        // The picture is seen from the centre under less than half a turn, from its
        // middle to both sides.
        let angle = |to: (f64, f64)| (to.0 - x).atan2(-(to.1 - y)) / TAU;
        let middle = angle((self.width / 2.0, self.height / 2.0));
        let corners = [
            (0.0, 0.0),
            (self.width, 0.0),
            (0.0, self.height),
            (self.width, self.height),
        ];
        let sides = corners.map(|corner| (angle(corner) - middle + 0.5).rem_euclid(1.0) - 0.5);
        let low = (middle + sides.iter().copied().fold(0.0, f64::min)).rem_euclid(1.0);
        let high = (middle + sides.iter().copied().fold(0.0, f64::max)).rem_euclid(1.0);
        match low <= high {
            true => vec![(low, high)],
            false => vec![(0.0, high), (low, 1.0)],
        }
    }
}
