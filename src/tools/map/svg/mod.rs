//! A map as an SVG file: title, rings, the board in the centre, and a legend. It is
//! legible on white and on black, and in shades of grey.

mod board;
mod legend;
mod pen;
mod text;

use super::{ColorBy, Map, Picture, Shape, View};
use crate::board::Color;
use pen::{Band, Pen, Step};
use std::f64::consts::TAU;
use std::fmt::Write;
use text::escaped;

/// The least width of a picture, in pixels.
pub const MIN_WIDTH: u32 = 200;

/// The greatest width of a picture, in pixels.
pub const MAX_WIDTH: u32 = 4000;

/// The empty border on each side, in pixels.
const BORDER: f64 = 12.0;

/// The height of a line of the text below the title, and of the legend, in pixels.
const LINE: f64 = 20.0;

/// The width under which arcs are drawn together, in pixels.
const FINEST: f64 = 1.5;

/// The width from which an arc is drawn with lines around it, in pixels.
const BORDERED: f64 = 4.0;

/// How a map is drawn as a file.
#[derive(Clone, PartialEq, Debug)]
pub struct SvgOptions {
    /// The width, in pixels, [`MIN_WIDTH`] to [`MAX_WIDTH`].
    pub width: u32,
    /// The title.
    pub title: String,
    /// What the colours tell apart.
    pub color_by: ColorBy,
}

impl Map {
    /// The map as an SVG file. It has at most 1,000 bytes for each pixel of its width,
    /// and 20,000 more, besides the title, for arcs too narrow to be told apart are
    /// drawn together.
    ///
    /// ```
    /// use ox88::Position;
    /// use ox88::control::Token;
    /// use ox88::tools::map::{ColorBy, Map, SvgOptions};
    ///
    /// let map = Map::new(&Position::start(), 2, &Token::never()).unwrap();
    /// let svg = map.svg(&SvgOptions {
    ///     width: 600,
    ///     title: "The start position".to_owned(),
    ///     color_by: ColorBy::Piece,
    /// });
    /// assert!(svg.starts_with("<svg ") && svg.contains(">The start position</title>"));
    /// ```
    #[must_use]
    pub fn svg(&self, options: &SvgOptions) -> String {
        let width = f64::from(options.width.clamp(MIN_WIDTH, MAX_WIDTH));
        let inside = width - 2.0 * BORDER;
        let view = View {
            radius: inside / 2.0,
            finest: FINEST,
            ..View::square(width, options.color_by)
        };
        let picture = self.picture(&view);
        let summary = self.summary();
        let (title_size, title_lines) = text::title(&options.title, inside);
        let summary_lines = text::wrapped(&summary, 13.0, inside);
        let legend = legend::rows(self, &picture, options.color_by, inside);
        let title_height = title_lines.len() as f64 * (title_size + 7.0);
        let head = BORDER / 2.0 + title_height + summary_lines.len() as f64 * LINE;
        let height = head + width + legend.len() as f64 * LINE + BORDER / 2.0;

        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\" role=\"img\" aria-labelledby=\"title what\">\n\
             <title id=\"title\">{}</title>\n<desc id=\"what\">{summary}. {}</desc>\n\
             <style>\n{}</style>\n<rect class=\"back\" width=\"100%\" height=\"100%\"/>\n",
            escaped(&options.title),
            self.description(),
            style(options.color_by),
        );
        let middle = width / 2.0;
        let mut y = BORDER / 2.0;
        for line in title_lines {
            y += title_size + 7.0;
            let _ = writeln!(
                svg,
                "<text x=\"{middle}\" y=\"{:.1}\" font-size=\"{title_size}\" \
                 font-weight=\"600\">{}</text>",
                y - 5.0,
                escaped(&line)
            );
        }
        for line in summary_lines {
            y += LINE;
            let _ = writeln!(
                svg,
                "<text x=\"{middle}\" y=\"{:.1}\" font-size=\"13\">{line}</text>",
                y - 6.0
            );
        }
        let _ = writeln!(
            svg,
            "<g transform=\"translate({middle} {})\">",
            head + middle
        );
        self.write_rings(&mut svg, &picture, &view);
        write_labels(&mut svg, &picture, options.color_by);
        let disc = match self.rings().is_empty() {
            true => view.radius,
            false => view.centre_radius(),
        };
        board::write(&mut svg, self.root(), disc);
        svg += "</g>\n";
        for (row, items) in legend.iter().enumerate() {
            legend::write(&mut svg, items, middle, head + width + row as f64 * LINE);
        }
        svg += "</svg>\n";
        svg
    }

    /// The line below the title.
    fn summary(&self) -> String {
        let side = match self.root().side_to_move() {
            Color::White => "White",
            Color::Black => "Black",
        };
        let counts: Vec<String> = (self.rings().iter())
            .map(|ring| crate::text::grouped(ring.arcs() as u128))
            .collect();
        match &counts[..] {
            [] if self.root().is_in_check() => format!("{side} is checkmated"),
            [] => format!("{side} is stalemated"),
            [one] if one == "1" => format!("{side} to move: 1 move"),
            [one] => format!("{side} to move: {one} moves"),
            [inner @ .., last] => format!(
                "{side} to move: {} and {last} moves, from the inside out",
                inner.join(", ")
            ),
        }
    }

    /// What the picture shows, for those who cannot see it.
    fn description(&self) -> String {
        if self.rings().is_empty() {
            return "The game is over, so there are no rings.".to_owned();
        }
        "Each ring is one ply, and each arc one move, as wide as its share of the lines of play \
         to the outermost ring."
            .to_owned()
    }

    /// Writes the shapes, ring by ring.
    fn write_rings(&self, svg: &mut String, picture: &Picture, view: &View) {
        for ring in 1..=self.rings().len() {
            let shapes = || {
                picture
                    .shapes
                    .iter()
                    .filter(move |shape| shape.ring == ring)
            };
            for kind in 0..6 {
                let (mut bands, mut arcs) = (Pen::default(), Pen::default());
                let mut band = Band::default();
                for shape in shapes().filter(|shape| shape.kind == kind && !shape.is_end) {
                    match is_bordered(shape) {
                        true => arcs.outline(&[step_of(shape)]),
                        false => band.add(step_of(shape), &mut bands),
                    }
                }
                band.end(&mut bands);
                // Lines around bands would cover them.
                write_path(svg, &format!("k{kind} band"), &bands);
                write_path(svg, &format!("k{kind} line"), &arcs);
            }
        }
        let mut borders = Pen::default();
        for shape in picture.shapes.iter().filter(|shape| shape.ring == 1) {
            if is_bordered(shape) {
                borders.ray(shape.outer, view.radius, shape.start);
            }
        }
        write_path(svg, "border", &borders);
        for ring in 1..self.rings().len() {
            let shape = picture.shapes.iter().find(|shape| shape.ring == ring + 1);
            if let Some(shape) = shape {
                let _ = writeln!(svg, "<circle class=\"border\" r=\"{:.1}\"/>", shape.inner);
            }
        }
        let mut ends = Pen::default();
        for shape in picture.shapes.iter().filter(|shape| shape.is_end) {
            ends.outline(&[step_of(shape)]);
        }
        write_path(svg, "end", &ends);
    }
}

/// Writes the names of moves outward, but never upside down.
fn write_labels(svg: &mut String, picture: &Picture, by: ColorBy) {
    for (class, on_dark) in [("name", false), ("name on-dark", true)] {
        let _ = writeln!(svg, "<g class=\"{class}\">");
        let is_here = |kind: usize| by.are_dark()[kind] == on_dark;
        for label in picture.labels.iter().filter(|label| is_here(label.kind)) {
            let turned = label.turn * 360.0 - 90.0;
            let (turned, radius) = match label.turn <= 0.5 {
                true => (turned, label.radius),
                false => (turned - 180.0, -label.radius),
            };
            let _ = writeln!(
                svg,
                "<text x=\"{radius:.0}\" y=\"4\" transform=\"rotate({turned:.1})\">{}</text>",
                escaped(&label.text)
            );
        }
        *svg += "</g>\n";
    }
}

/// The style sheet.
fn style(by: ColorBy) -> String {
    let mut style = String::from(
        "text{font-family:system-ui,sans-serif;fill:#1b1f24;text-anchor:middle}\n\
         text.key{font-size:12px;text-anchor:start}rect.key{stroke:#888;stroke-width:.5}\n\
         .name text{fill:#1b1f24;font-size:11px}.on-dark text{fill:#fff}\n\
         .band{stroke:currentColor;stroke-width:.4}\n\
         .line{stroke-width:.8}.border{fill:none;stroke-width:1.2}\n\
         .end{stroke-width:.8;paint-order:stroke}\n\
         .white,.black{stroke:#1b1f24;stroke-width:.7}.white{fill:#fff}.black{fill:#1b1f24}\n\
         .back{fill:#fff}.line,.border,.end{stroke:#fff}.end{fill:#1b1f24}\n",
    );
    for (kind, [red, green, blue]) in by.palette().into_iter().enumerate() {
        let color = format!("#{red:02x}{green:02x}{blue:02x}");
        let _ = writeln!(style, ".k{kind}{{fill:{color};color:{color}}}");
    }
    style += "@media(prefers-color-scheme:dark){\
              text{fill:#e8eaed}.back{fill:#16181c}.line,.border{stroke:#16181c}}\n";
    style
}

fn step_of(shape: &Shape) -> Step {
    let tenths = |radius: f64| (radius * 10.0).round() / 10.0;
    Step {
        inner: tenths(shape.inner),
        outer: tenths(shape.outer),
        start: shape.start,
        end: shape.end,
    }
}

fn is_bordered(shape: &Shape) -> bool {
    let width = (shape.end - shape.start) * TAU * shape.outer;
    !shape.is_end && shape.arcs == 1 && width >= BORDERED
}

fn write_path(svg: &mut String, class: &str, pen: &Pen) {
    if !pen.path().is_empty() {
        let _ = writeln!(svg, "<path class=\"{class}\" d=\"{}\"/>", pen.path());
    }
}

#[cfg(test)]
mod tests;
