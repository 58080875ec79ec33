//! The legend: the colours and their names, in rows that fit the picture.

use super::super::{ColorBy, Map, Picture};
use super::text;
use std::fmt::Write;

/// What the legend says of the marks of moves that end the game.
const END: &str = "ends the game";

/// The items of the legend, in rows that fit.
pub(super) fn rows(map: &Map, picture: &Picture, by: ColorBy, width: f64) -> Vec<Vec<Item>> {
    let mut rows = Vec::new();
    if map.rings().is_empty() {
        return rows;
    }
    let names = by.names().into_iter().enumerate();
    let mut items: Vec<Item> = names
        .map(|(kind, name)| Item::new(format!("k{kind}"), name))
        .collect();
    if picture.shapes.iter().any(|shape| shape.is_end) {
        items.push(Item::new("end".to_owned(), END));
    }
    let mut row: Vec<Item> = Vec::new();
    for item in items {
        let taken: f64 = row.iter().map(|item| item.width).sum();
        if !row.is_empty() && taken + item.width > width {
            rows.push(std::mem::take(&mut row));
        }
        row.push(item);
    }
    rows.push(row);
    rows
}

/// One colour of the legend with its name.
pub(super) struct Item {
    class: String,
    name: &'static str,
    width: f64,
}

impl Item {
    fn new(class: String, name: &'static str) -> Item {
        Item {
            class,
            name,
            width: 34.0 + text::width_of(name, 12.0),
        }
    }
}

/// Writes a row, centred.
pub(super) fn write(svg: &mut String, items: &[Item], middle: f64, top: f64) {
    let width: f64 = items.iter().map(|item| item.width).sum();
    // The last one needs no space behind it.
    let mut x = middle - (width - 16.0) / 2.0;
    for item in items {
        let (left, wide) = match item.class.as_str() {
            "end" => (x + 5.0, 2.0),
            _ => (x, 12.0),
        };
        let _ = writeln!(
            svg,
            "<rect class=\"{} key\" x=\"{left:.1}\" y=\"{:.1}\" width=\"{wide}\" height=\"12\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" class=\"key\">{}</text>",
            item.class,
            top + 3.0,
            x + 18.0,
            top + 13.0,
            item.name
        );
        x += item.width;
    }
}
