//! A map as an SVG file, with a title and a legend.

use super::{ColorBy, Map, Shape, View};
use std::f64::consts::TAU;
use std::fmt::Write;

/// The height of the title above the map, in pixels.
pub const TITLE_HEIGHT: f64 = 56.0;

/// The height of the legend below the map, in pixels.
const LEGEND_HEIGHT: f64 = 40.0;

/// The empty border on each side, in pixels.
const BORDER: f64 = 12.0;

/// An arc longer than this, in turns, is drawn as a curve. The error of a straight line
/// is less than a tenth of a pixel below it.
const STRAIGHT: f64 = 0.006;

/// How a map is drawn as a file.
#[derive(Clone, PartialEq, Debug)]
pub struct SvgOptions {
    /// The width, in pixels, 200 to 4000.
    pub width: u32,
    /// The title.
    pub title: String,
    /// What the colours tell apart.
    pub color_by: ColorBy,
}

impl Map {
    /// The map as an SVG file. Its size is bounded by its width, for arcs narrower than
    /// three pixels are drawn together.
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
        let width = f64::from(options.width.clamp(200, 4000));
        let height = width + TITLE_HEIGHT + LEGEND_HEIGHT;
        let middle = width / 2.0;
        let view = View {
            radius: middle - BORDER,
            finest: 3.0,
            ..View::square(width, options.color_by)
        };
        let title = escaped(&options.title);
        let (what, description) = (self.what(), self.description());
        let palette = options.color_by.palette();
        let names = options.color_by.names();
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\" role=\"img\" aria-labelledby=\"title what\">\n\
             <title id=\"title\">{title}</title>\n<desc id=\"what\">{description}</desc>\n\
             <style>\n\
             text{{font-family:system-ui,sans-serif;fill:#1b1f24;text-anchor:middle}}\n\
             .back{{fill:#fff}}.line{{stroke:#fff;stroke-width:.7}}.end{{fill:#1b1f24}}\n\
             .quiet,.name text{{fill:#1b1f24;font-size:11px}}\n\
             @media(prefers-color-scheme:dark){{\
             text{{fill:#e8eaed}}.back{{fill:#16181c}}.line{{stroke:#16181c}}.end{{fill:#fff}}}}\n\
             </style>\n\
             <rect class=\"back\" width=\"100%\" height=\"100%\"/>\n\
             <text x=\"{middle}\" y=\"24\" font-size=\"17\" font-weight=\"600\">{title}</text>\n\
             <text x=\"{middle}\" y=\"44\" font-size=\"13\">{what}</text>\n"
        );
        let top = TITLE_HEIGHT + middle;
        let _ = writeln!(svg, "<g transform=\"translate({middle} {top})\">");
        let picture = self.picture(&view);
        for ring in 1..=self.rings().len() {
            let shapes = picture.shapes.iter().filter(|shape| shape.ring == ring);
            // Lines between arcs would cover those that are drawn together.
            for (class, is_alone) in [("", false), (" class=\"line\"", true)] {
                for (kind, [red, green, blue]) in palette.iter().enumerate() {
                    let mut path = String::new();
                    let is_drawn = |shape: &&Shape| {
                        let is_wide = shape.arcs == 1 && width_of(shape) >= 4.0;
                        !shape.is_end && shape.kind == kind && is_wide == is_alone
                    };
                    shapes
                        .clone()
                        .filter(is_drawn)
                        .for_each(|shape| outline(&mut path, shape));
                    if !path.is_empty() {
                        let _ = writeln!(
                            svg,
                            "<path{class} fill=\"#{red:02x}{green:02x}{blue:02x}\" d=\"{path}\"/>"
                        );
                    }
                }
            }
            let mut ends = String::new();
            shapes
                .filter(|shape| shape.is_end)
                .for_each(|shape| outline(&mut ends, shape));
            if !ends.is_empty() {
                let _ = writeln!(svg, "<path class=\"end\" d=\"{ends}\"/>");
            }
        }
        svg += "<g class=\"name\">\n";
        for label in &picture.labels {
            // Outward, but never upside down.
            let turned = label.turn * 360.0 - 90.0;
            let (turned, radius) = match label.turn < 0.5 {
                true => (turned, label.radius),
                false => (turned - 180.0, -label.radius),
            };
            let _ = writeln!(
                svg,
                "<text x=\"{radius:.0}\" y=\"4\" transform=\"rotate({turned:.1})\">{}</text>",
                escaped(&label.text)
            );
        }
        svg += "</g>\n</g>\n";
        self.legend(&mut svg, &names, &palette, (width, height));
        svg += "</svg>\n";
        svg
    }

    /// The line below the title.
    fn what(&self) -> String {
        let counts = self
            .rings()
            .iter()
            .map(|ring| crate::text::grouped(ring.arcs() as u128));
        match self.rings().len() {
            0 => "no legal move".to_owned(),
            1 => format!("{} moves", counts.collect::<String>()),
            _ => format!(
                "{} moves, from the inside out",
                counts.collect::<Vec<_>>().join(", ")
            ),
        }
    }

    /// What the picture shows, for those who cannot see it.
    fn description(&self) -> String {
        let rings = self.rings().iter().zip(1..);
        let rings = rings.map(|(ring, ply)| format!(" Ring {ply} has {} moves.", ring.arcs()));
        format!(
            "Each ring is one ply, and each arc one move, as wide as its share of the leaves \
             below.{}",
            rings.collect::<String>()
        )
    }

    fn legend(
        &self,
        svg: &mut String,
        names: &[&str; 6],
        palette: &[[u8; 3]; 6],
        (width, height): (f64, f64),
    ) {
        let step = (width - 2.0 * BORDER) / 6.0;
        for (index, (name, [red, green, blue])) in names.iter().zip(palette).enumerate() {
            let x = BORDER + step * index as f64 + step / 2.0 - 34.0;
            let y = height - LEGEND_HEIGHT / 2.0;
            let _ = writeln!(
                svg,
                "<rect x=\"{x:.1}\" y=\"{:.1}\" width=\"12\" height=\"12\" \
                 fill=\"#{red:02x}{green:02x}{blue:02x}\"/>\
                 <text x=\"{:.1}\" y=\"{:.1}\" font-size=\"12\" \
                 style=\"text-anchor:start\">{name}</text>",
                y - 10.0,
                x + 17.0,
                y
            );
        }
    }
}

/// The width of a shape along its outer border, in pixels.
fn width_of(shape: &Shape) -> f64 {
    (shape.end - shape.start) * TAU * shape.outer
}

/// Adds the outline of a shape to a path. All but its first point are relative to the
/// one before, in tenths of a pixel, which keeps the file small.
fn outline(path: &mut String, shape: &Shape) {
    let tenths = |radius: f64, turn: f64| {
        let (sine, cosine) = (turn * TAU).sin_cos();
        (
            (radius * sine * 10.0).round() as i64,
            (-radius * cosine * 10.0).round() as i64,
        )
    };
    let Shape {
        inner,
        outer,
        start,
        ..
    } = *shape;
    // A whole turn starts and ends in the same point, where no curve would be drawn.
    let end = shape.end.min(start + 0.9999);
    let points = [
        tenths(inner, start),
        tenths(outer, start),
        tenths(outer, end),
        tenths(inner, end),
    ];
    let number = |tenths: i64| {
        let sign = if tenths < 0 { "-" } else { "" };
        let (whole, tenth) = (tenths.abs() / 10, tenths.abs() % 10);
        match (whole, tenth) {
            (_, 0) => format!("{sign}{whole}"),
            (0, _) => format!("{sign}.{tenth}"),
            _ => format!("{sign}{whole}.{tenth}"),
        }
    };
    let step = |from: (i64, i64), to: (i64, i64)| {
        format!("{} {}", number(to.0 - from.0), number(to.1 - from.1))
    };
    let [a, b, c, d] = points;
    let _ = write!(path, "M{} {}", number(a.0), number(a.1));
    if end - start <= STRAIGHT {
        let _ = write!(path, "l{} {} {}z", step(a, b), step(b, c), step(c, d));
    } else {
        let large = u8::from(end - start > 0.5);
        let _ = write!(
            path,
            "l{}a{outer:.1} {outer:.1} 0 {large} 1 {}l{}a{inner:.1} {inner:.1} 0 {large} 0 {}z",
            step(a, b),
            step(b, c),
            step(c, d),
            step(d, a)
        );
    }
}

/// The text as it is written in XML.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            // XML has no other control characters.
            _ if character.is_control() => escaped.push('\u{fffd}'),
            _ => escaped.push(character),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;
    use crate::control::Token;

    fn svg(rings: u32, title: &str) -> String {
        let map = Map::new(&Position::start(), rings, &Token::never()).unwrap();
        map.svg(&SvgOptions {
            width: 900,
            title: title.to_owned(),
            color_by: ColorBy::Piece,
        })
    }

    #[test]
    fn the_size_of_a_file_is_bounded() {
        let (small, large) = (svg(3, ""), svg(5, ""));
        assert!(large.len() < 600_000, "{}", large.len());
        assert!(small.len() < large.len());
    }

    #[test]
    fn a_title_cannot_break_the_file() {
        let svg = svg(1, "<b>&\"\u{1}");
        assert!(svg.contains("<title id=\"title\">&lt;b&gt;&amp;&quot;\u{fffd}</title>"));
    }
}
