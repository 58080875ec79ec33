//! `map`: the picture of a position's moves. The numbers of arcs are published ones. No other file
//! than the named one is touched, and that one only if the command succeeds.

use std::fs;
use std::path::{Path, PathBuf};

use quick_xml::Reader;
use quick_xml::events::Event;

use crate::common::{Engine, run_arguments};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// An empty folder for a test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    /// The path of a file, as a command line has it.
    fn path(&self, name: &str) -> String {
        self.0
            .join(name)
            .to_str()
            .expect("a path in UTF-8")
            .to_owned()
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// The names of all files.
    fn files(&self) -> Vec<String> {
        let files = fs::read_dir(&self.0).expect("the folder");
        let name = |file: std::io::Result<fs::DirEntry>| file.unwrap().file_name();
        let mut names: Vec<String> = files
            .map(|file| name(file).to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }
}

/// Checks that a picture is well-formed XML with one root, and returns the text of its title.
fn title_of(svg: &str) -> String {
    let mut reader = Reader::from_str(svg);
    let (mut open, mut title) = (Vec::new(), String::new());
    loop {
        match reader.read_event().expect("well-formed XML") {
            Event::Eof => break,
            Event::Start(start) => {
                let is_root = start.name().as_ref() == b"svg";
                assert_eq!(is_root, open.is_empty(), "{start:?}");
                for attribute in start.attributes() {
                    attribute.expect("attributes");
                }
                open.push(start.name().as_ref().to_vec());
            }
            Event::Empty(element) => {
                for attribute in element.attributes() {
                    attribute.expect("attributes");
                }
            }
            Event::End(_) => drop(open.pop()),
            Event::Text(text) if open.last().is_some_and(|name| name == b"title") => {
                title += &text.decode().expect("text");
            }
            _ => {}
        }
    }
    assert!(open.is_empty(), "{open:?} is not closed");
    title
}

/// The lines of a map with these arcs.
fn drawn(arcs: &[u64], path: &str) -> Vec<String> {
    let rings = (1..).zip(arcs);
    let mut lines: Vec<String> = rings
        .map(|(ring, arcs)| format!("ring {ring} arcs {arcs}"))
        .collect();
    lines.extend([String::new(), format!("Map: {path}")]);
    lines
}

#[test]
fn the_rings_of_the_six_positions_have_the_published_numbers_of_arcs() {
    let folder = Folder::new("map-six");
    let table = fs::read_to_string("tests/suites/known.csv").expect("the published counts");
    let titles = [
        ("startpos", "Start position"),
        ("kiwipete", "Kiwipete"),
        ("position3", "Position 3"),
        ("position4", "Position 4"),
        ("position5", "Position 5"),
        ("position6", "Position 6"),
    ];
    for (name, title) in titles {
        let rows = table.lines().map(|line| line.split(',').collect());
        let rows: Vec<Vec<&str>> = rows.filter(|row: &Vec<&str>| row[0] == name).collect();
        let arcs: Vec<u64> = rows[..4]
            .iter()
            .map(|row| row[3].parse().unwrap())
            .collect();
        for by in ["piece", "move"] {
            let path = folder.path("map.svg");
            let outcome = run_arguments(&["map", &path, "by", by, "fen", rows[0][1]]);
            outcome.check_success(name);
            assert_eq!(outcome.lines, drawn(&arcs, &path), "{name}");
            let svg = folder.read("map.svg");
            assert_eq!(title_of(&svg), title);
            let kind = ["pawn", "capture"][usize::from(by == "move")];
            assert!(svg.contains(&format!(">{kind}</text>")), "{name} by {by}");
        }
    }
    assert_eq!(folder.files(), ["map.svg"]);
}

#[test]
fn a_map_with_fewer_rings_says_why() {
    let folder = Folder::new("map-fewer");
    let path = folder.path("map.svg");
    let outcome = run_arguments(&["map", "6", &path, "fen", KIWIPETE]);
    outcome.check_success("Kiwipete");
    let mut expected = drawn(&[48, 2_039, 97_862, 4_085_603], &path);
    let why = "with ring 5, it has more than 8000000 arcs";
    expected.push(format!("info string map has 4 of 6 rings: {why}"));
    assert_eq!(outcome.lines, expected);

    for (position, summary) in [
        (
            "fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
            ">Black is stalemated<",
        ),
        (
            "startpos moves f2f3 e7e5 g2g4 d8h4",
            ">White is checkmated<",
        ),
    ] {
        let outcome = run_arguments(&[&format!("map 2 \"{path}\" {position}")]);
        outcome.check_success(position);
        let mut expected = drawn(&[], &path);
        expected.push("info string map has 0 of 2 rings: no game reaches ring 1".to_owned());
        assert_eq!(outcome.lines, expected);
        let svg = folder.read("map.svg");
        assert!(svg.contains(summary), "{position}");
        title_of(&svg);
    }
}

#[test]
fn the_title_is_the_name_of_the_position_or_its_fen() {
    let folder = Folder::new("map-title");
    let path = folder.path("a map.svg");
    let mut engine = Engine::start();
    engine.silent("position startpos moves g1f3 g8f6 f3g1 f6g8");
    for (words, title) in [
        // The clocks do not matter.
        ("", "Start position"),
        ("by move startpos", "Start position"),
        (
            "startpos moves e2e4",
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
        ),
        (
            "fen r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - by piece",
            "Position 4, mirrored",
        ),
    ] {
        engine.send(&format!("map 1 \"{path}\" {words}"));
        engine.lines_before(&format!("Map: {path}"));
        assert_eq!(title_of(&folder.read("a map.svg")), title);
    }
    // The current position stays.
    let count = engine.expect_total(1, 20);
    assert_eq!(count.of("e2e4"), Some(1));
    engine.finish_quietly();
}

#[test]
fn a_command_that_fails_touches_no_file() {
    let folder = Folder::new("map-fails");
    fs::write(folder.path("map.svg"), "old").unwrap();
    fs::write(folder.path("notes.txt"), "old").unwrap();
    fs::create_dir(folder.path("folder.svg")).unwrap();
    let (map, notes) = (folder.path("map.svg"), folder.path("notes.txt"));
    let either = "expected a depth from 1 to 6 or a file that ends in .svg";
    let mut engine = Engine::start();
    for (words, expected) in [
        (String::new(), either),
        (format!("\"{notes}\""), either),
        (format!("-1 \"{map}\""), either),
        (format!("depth 3 \"{map}\""), either),
        (format!("0 \"{map}\""), "expected a depth from 1 to 6"),
        (format!("7 \"{map}\""), "expected a depth from 1 to 6"),
        ("3".to_owned(), "expected a file that ends in .svg"),
        (
            format!("3 \"{notes}\""),
            "expected a file that ends in .svg",
        ),
        (format!("3 \"{map}"), "expected a closing double quote"),
        (format!("\"{map}\" by"), "expected piece or move"),
        (format!("\"{map}\" by colour"), "expected piece or move"),
        (
            format!("\"{map}\" 3"),
            "expected by, startpos, fen or nothing",
        ),
        (
            format!("\"{map}\" moves e2e4"),
            "expected by, startpos, fen or nothing",
        ),
        (
            format!("\"{map}\" by piece moves e2e4"),
            "expected startpos, fen or nothing",
        ),
        (
            format!("\"{map}\" by piece startpos by move"),
            "expected nothing",
        ),
        (format!("\"{map}\" startpos e2e4"), "expected moves"),
        (format!("\"{map}\" fen"), "expected a FEN"),
        (format!("\"{map}\" fen 8/8 w"), "in position fen '8/8 w'"),
        (
            format!("\"{map}\" startpos moves e2e5"),
            "expected a legal move such as e2e4 or Nf3",
        ),
    ] {
        engine.send(&format!("map {words}"));
        let error = engine.line();
        engine.check(
            error.starts_with("info string error: ") && error.ends_with(expected),
            format_args!("'{expected}' expected: {error}"),
        );
    }
    for (path, reason) in [
        (folder.path("folder.svg"), "not an ordinary file"),
        (folder.path("none/map.svg"), "No such file or directory"),
        (format!("{map}/map.svg"), "Not a directory"),
    ] {
        engine.send(&format!("map 1 \"{path}\""));
        let error = engine.line();
        let is_named = error.starts_with("info string error: map '")
            && error.contains(reason)
            && error.ends_with(", expected a file that can be written");
        engine.check(is_named || !cfg!(unix), format_args!("'{reason}' expected"));
    }
    engine.error("position fen 8/8 w");
    engine.send(&format!("map 1 \"{map}\""));
    let error = engine.line();
    engine.check(error.starts_with("info string error: no position"), &error);
    engine.finish_quietly();
    assert_eq!(folder.files(), ["folder.svg", "map.svg", "notes.txt"]);
    assert_eq!(
        (folder.read("map.svg"), folder.read("notes.txt")),
        ("old".into(), "old".into())
    );
}

#[test]
fn a_map_that_is_stopped_touches_no_file() {
    let folder = Folder::new("map-stopped");
    fs::write(folder.path("map.svg"), "old").unwrap();
    let map = folder.path("map.svg");
    let mut engine = Engine::start();
    engine.send(&format!("map 6 \"{map}\" fen {KIWIPETE}\nstop"));
    assert_eq!(
        [engine.line(), engine.line()],
        ["", "info string map stopped: no file written"]
    );
    engine.expect_total(2, 400);
    engine.finish_quietly();
    assert_eq!(
        (folder.read("map.svg"), folder.files()),
        ("old".into(), vec!["map.svg".into()])
    );
}

/// A link stays, and so do the permissions of the file that is replaced.
#[cfg(unix)]
#[test]
fn a_file_is_replaced_where_it_is() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = Folder::new("map-replaced");
    fs::write(folder.path("real.svg"), "old").unwrap();
    fs::set_permissions(folder.path("real.svg"), fs::Permissions::from_mode(0o640)).unwrap();
    symlink("real.svg", folder.path("link.svg")).unwrap();
    let path = folder.path("link.svg");
    run_arguments(&["map", "1", &path]).check_success("a link");
    let link = fs::symlink_metadata(&path).unwrap();
    let mode = fs::metadata(&path).unwrap().permissions().mode() & 0o777;
    assert_eq!((link.is_symlink(), mode), (true, 0o640));
    assert_eq!(title_of(&folder.read("real.svg")), "Start position");
    assert_eq!(folder.files(), ["link.svg", "real.svg"]);
}
