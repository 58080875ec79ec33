//! The outlines of shapes as paths of SVG. Steps are relative to the point before, in
//! tenths of a pixel, which keeps the file small.

use std::f64::consts::{PI, TAU};

/// The most that a straight line may deviate from the curve that it stands for, in
/// pixels.
const DEVIATION: f64 = 0.1;

/// A pen that writes a path around the centre.
#[derive(Debug, Default)]
pub(super) struct Pen {
    text: String,
    /// Where it is, in tenths of a pixel.
    at: (i64, i64),
    /// Whether the last command was a line, whose letter need not be repeated.
    is_line: bool,
}

/// A part of a ring: the radii and turns between which it lies.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Step {
    pub(super) inner: f64,
    pub(super) outer: f64,
    pub(super) start: f64,
    pub(super) end: f64,
}

impl Pen {
    /// What was drawn, as the value of `d`.
    pub(super) fn path(&self) -> &str {
        &self.text
    }

    /// Draws the outline of steps that follow each other without gaps.
    pub(super) fn outline(&mut self, steps: &[Step]) {
        let Some(first) = steps.first() else {
            return;
        };
        self.move_to(first.inner, first.start);
        for step in steps {
            self.line_to(step.outer, step.start);
            self.curve(step.outer, step.start, step.end);
        }
        for step in steps.iter().rev() {
            self.line_to(step.inner, step.end);
            self.curve(step.inner, step.end, step.start);
        }
        self.text.push('z');
        self.is_line = false;
    }

    /// Draws a line outward.
    pub(super) fn ray(&mut self, inner: f64, outer: f64, turn: f64) {
        self.move_to(inner, turn);
        self.line_to(outer, turn);
    }

    fn move_to(&mut self, radius: f64, turn: f64) {
        self.at = point(radius, turn);
        self.text.push('M');
        self.number(self.at.0);
        self.number(self.at.1);
        self.is_line = false;
    }

    fn line_to(&mut self, radius: f64, turn: f64) {
        let to = point(radius, turn);
        if to != self.at {
            if !self.is_line {
                self.text.push('l');
            }
            self.is_line = true;
            self.step_to(to);
        }
    }

    /// Draws along a circle from one turn to the other, in either direction.
    fn curve(&mut self, radius: f64, from: f64, to: f64) {
        let angle = (to - from).abs() * TAU;
        if radius * (angle / 2.0).powi(2) / 2.0 < DEVIATION {
            self.line_to(radius, to);
        } else if angle > 0.9 * PI {
            // A whole turn ends where it starts, and would not be drawn.
            let middle = (from + to) / 2.0;
            self.curve(radius, from, middle);
            self.curve(radius, middle, to);
        } else {
            let radius_in_tenths = (radius * 10.0).round() as i64;
            self.text.push('a');
            self.number(radius_in_tenths);
            self.number(radius_in_tenths);
            self.text += if to > from { " 0 0 1" } else { " 0 0 0" };
            self.is_line = false;
            self.step_to(point(radius, to));
        }
    }

    fn step_to(&mut self, to: (i64, i64)) {
        self.number(to.0 - self.at.0);
        self.number(to.1 - self.at.1);
        self.at = to;
    }

    /// Writes a number, with a space before it only where the one before would run on.
    fn number(&mut self, tenths: i64) {
        if tenths < 0 {
            self.text.push('-');
        } else if self.text.ends_with(|last: char| last.is_ascii_digit()) {
            self.text.push(' ');
        }
        let (whole, tenth) = (tenths.abs() / 10, tenths.abs() % 10);
        if whole > 0 || tenth == 0 {
            self.text += &whole.to_string();
        }
        if tenth > 0 {
            self.text += &format!(".{tenth}");
        }
    }
}

/// Neighbouring shapes of one colour, which get one outline.
#[derive(Default)]
pub(super) struct Band(Vec<Step>);

impl Band {
    /// Adds a shape. If it does not touch the one before, a new band begins.
    pub(super) fn add(&mut self, step: Step, pen: &mut Pen) {
        match self.0.last_mut() {
            Some(last) if (step.start - last.end).abs() > 1e-9 => self.end(pen),
            Some(last) if (last.inner, last.outer) == (step.inner, step.outer) => {
                last.end = step.end;
                return;
            }
            _ => {}
        }
        self.0.push(step);
    }

    /// Draws the band, and begins another.
    pub(super) fn end(&mut self, pen: &mut Pen) {
        pen.outline(&self.0);
        self.0.clear();
    }
}

/// A point, in tenths of a pixel from the centre.
fn point(radius: f64, turn: f64) -> (i64, i64) {
    let (sine, cosine) = (turn * TAU).sin_cos();
    (
        (radius * sine * 10.0).round() as i64,
        (-radius * cosine * 10.0).round() as i64,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outline(steps: &[[f64; 4]]) -> String {
        let step = |&[inner, outer, start, end]: &[f64; 4]| Step {
            inner,
            outer,
            start,
            end,
        };
        let mut pen = Pen::default();
        pen.outline(&steps.iter().map(step).collect::<Vec<_>>());
        pen.path().to_owned()
    }

    #[test]
    fn an_outline_goes_out_and_back() {
        // A quarter, from the top to the right.
        assert_eq!(
            outline(&[[10.0, 20.0, 0.0, 0.25]]),
            "M0-10l0-10a20 20 0 0 1 20 20l-10 0a10 10 0 0 0-10-10z"
        );
        // Narrow steps have straight lines, and share one outline.
        assert_eq!(
            outline(&[[100.0, 110.0, 0.0, 0.001], [100.0, 105.5, 0.001, 0.002]]),
            "M0-100l0-10 .7 0 0 4.5 .6 0 0 5.5-.7 0-.6 0z"
        );
    }

    #[test]
    fn a_whole_turn_is_drawn_in_parts() {
        let whole = outline(&[[10.0, 20.0, 0.0, 1.0]]);
        assert_eq!(whole.matches("a20 20 0 0 1").count(), 4);
        assert_eq!(whole.matches("a10 10 0 0 0").count(), 4);
        assert!(whole.starts_with("M0-10l0-10a20 20 0 0 1 20 20a"));
    }
}
