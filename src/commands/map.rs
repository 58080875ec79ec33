//! `map`: writes the map of a position as a picture.

use super::at_position::at;
use super::output_file::OutputFile;
use super::run::{Context, LastReply, Run};
use super::words::Words;
use super::{Command, Group, Printed, Row};
use crate::board::Position;
use crate::engine::Engine;
use crate::perft::known_name;
use crate::tools::map::{ColorBy, Cut, MAX_ARCS, MAX_RINGS, Map, SvgOptions};

/// The row of `map`.
pub static ROW: Row = Row {
    words: &["map"],
    usage: "map [DEPTH] FILE.svg [by (piece | move)] [POSITION]",
    purpose: "draw the moves DEPTH plies deep, as rings around the position",
    group: Group::Play,
    options: &[
        ("DEPTH", "the number of rings, 1 to 6 (4)"),
        ("FILE.svg", "the file to write"),
        ("by (piece | move)", "what the colours tell apart (piece)"),
    ],
    example: "map 3 kiwipete.svg by move kiwipete",
    section: "map",
    read,
    ..Row::OWN
};

/// The number of rings by default.
const RINGS: u32 = 4;

/// The width of the picture, in pixels.
const WIDTH: u32 = 900;

/// Draws the map of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DrawMap {
    /// The number of rings, 1 to [`MAX_RINGS`].
    pub rings: u32,
    /// The file for the picture.
    pub file: OutputFile,
    /// What the colours tell apart.
    pub color_by: ColorBy,
}

fn read(words: &mut Words) -> Result<Command, String> {
    let first = words.clone().item()?;
    let is_number = first
        .is_some_and(|item| !item.is_quoted && item.text.bytes().all(|byte| byte.is_ascii_digit()));
    let (rings, file) = match is_number {
        true => {
            let expected = format!("a depth from 1 to {MAX_RINGS}");
            (words.number(1..=MAX_RINGS, expected)?, String::new())
        }
        false => (RINGS, format!("a depth from 1 to {MAX_RINGS} or ")),
    };
    let file = OutputFile::read(words, "svg", &(file + "a file that ends in .svg"))?;
    let mut color_by = read_color_by(words)?;
    let position = words.position(&["by"])?;
    if color_by.is_none() {
        color_by = read_color_by(words)?;
    }
    if words.peek().is_some() {
        return words.refuse(match (color_by, &position) {
            (None, None) => "by, startpos, fen or nothing",
            (Some(_), None) => "startpos, fen or nothing",
            (_, Some(_)) => "nothing",
        });
    }
    let draw = DrawMap {
        rings,
        file,
        color_by: color_by.unwrap_or_default(),
    };
    Ok(Command::Go(at(position, draw)))
}

/// Reads what the colours tell apart, if it is given.
fn read_color_by(words: &mut Words) -> Result<Option<ColorBy>, String> {
    if !words.take("by") {
        return Ok(None);
    }
    if words.take("piece") {
        Ok(Some(ColorBy::Piece))
    } else if words.take("move") {
        Ok(Some(ColorBy::Move))
    } else {
        words.refuse("piece or move")
    }
}

impl Run for DrawMap {
    fn run(self, engine: &mut Engine, context: &Context) -> LastReply {
        let position = engine.position()?;
        let stopped = Ok(Some(Reply::Stopped.into()));
        let Some(map) = Map::new(position, self.rings, context.stop()) else {
            return stopped;
        };
        let picture = map.svg(&SvgOptions {
            width: WIDTH,
            title: title(position),
            color_by: self.color_by,
        });
        if context.stop().is_set() {
            return stopped;
        }
        self.file.write("map", picture.as_bytes())?;
        let drawn = Drawn {
            arcs: map.rings().iter().map(|ring| ring.arcs()).collect(),
            wanted: self.rings,
            cut: map.cut(),
            path: self.file.path,
        };
        Ok(Some(Reply::Drawn(drawn).into()))
    }
}

/// The name of the position or its mirror image if it has one, otherwise its FEN.
fn title(position: &Position) -> String {
    match (known_name(position), known_name(&position.flipped())) {
        (Some(name), _) => name.to_owned(),
        (None, Some(name)) => format!("{name}, mirrored"),
        (None, None) => position.to_fen(),
    }
}

/// A reply to `map`.
#[derive(Clone, Debug)]
pub enum Reply {
    /// The map was drawn.
    Drawn(Drawn),
    /// It was stopped before, and no file was written.
    Stopped,
}

/// What was drawn.
#[derive(Clone, Debug)]
pub struct Drawn {
    /// The number of arcs of each ring.
    pub arcs: Vec<usize>,
    /// The number of rings that were asked for.
    pub wanted: u32,
    /// Why there are fewer rings.
    pub cut: Option<Cut>,
    /// The file.
    pub path: String,
}

impl Printed for Reply {
    fn text(&self) -> String {
        let Reply::Drawn(drawn) = self else {
            return "\ninfo string map stopped: no file written\n".to_owned();
        };
        let rings = (1..).zip(&drawn.arcs);
        let mut text: String = rings
            .map(|(ring, arcs)| format!("ring {ring} arcs {arcs}\n"))
            .collect();
        // A name may hold any character, but a reply is whole lines.
        let path = drawn.path.replace(char::is_control, "\u{fffd}");
        text += &format!("\nMap: {path}\n");
        if let Some(cut) = drawn.cut {
            let (rings, wanted) = (drawn.arcs.len(), drawn.wanted);
            let next = rings + 1;
            text += &format!("info string map has {rings} of {wanted} rings: ");
            text += &match cut {
                Cut::GamesEnd => format!("no game reaches ring {next}\n"),
                Cut::TooManyArcs => format!("with ring {next}, it has more than {MAX_ARCS} arcs\n"),
            };
        }
        text
    }
}
