//! Long random sessions of valid and refused commands, compared with a model. The model knows the
//! position and counts it with the reference method. The commands depend on a seed, so every run
//! sends the same ones. Set `OX88_MODEL_SECONDS` to test further seeds for that many seconds.

mod rest;
#[path = "../input/laws/state.rs"]
mod state;

use std::time::{Duration, Instant};

use ox88::board::{CastlingNotation, Position, chess960_start};
use ox88::movegen;

use crate::common::{Engine, PATIENCE, parse_number};
use rest::Sent;
use state::{State, Verdict};

/// Commands of one session.
const SESSION: usize = 2_500;
/// The most leaves that a count in a session has.
const MOST_LEAVES: u128 = 60_000;

const SUITES: [&str; 3] = [
    include_str!("../suites/tricky.epd"),
    include_str!("../suites/irregular.epd"),
    include_str!("../suites/chess960-extra.epd"),
];

/// Pseudo-random numbers from a seed: SplitMix64 by Steele, Lea and Flood.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut number = self.0;
        number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((number ^ (number >> 31)) % limit as u64) as usize
    }

    fn of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }
}

/// The expected reply to a command.
enum Due {
    Nothing,
    /// One line that starts with this text.
    Line(&'static str),
    /// These lines.
    Lines(Vec<String>),
    Count {
        depth: u32,
        divide: Vec<(String, u128)>,
    },
    CountRefused,
    /// Only a total.
    Total(u128),
    /// The positions one ply below, with this sum of paths.
    Split(u128),
    /// A stopped count, with this number of root moves.
    Stopped(usize),
    /// A search whose bestmove is one of these moves.
    Search(Vec<String>),
    SearchRefused,
    /// The board of `d`, with this FEN and these moves, and perhaps the line that led there.
    Board {
        fen: String,
        moves: Vec<String>,
        has_line: bool,
    },
    /// The list of `moves`, which names each move in both notations.
    Moves(Vec<String>),
    /// The lines of `map` with these numbers of arcs, and whether it has fewer rings.
    Map(Vec<u128>, bool),
    /// The lines of `ladder` with these counts.
    Ladder(Vec<u128>),
    /// The lines of `stats … csv` with these counts.
    Stats(Vec<u128>),
    /// Lines up to one that starts with this text.
    Until(&'static str),
    /// Objects in JSON, the last with these nodes, or one with an error, and an error line.
    Objects {
        nodes: Option<u128>,
        is_error: bool,
    },
    /// One reply and another.
    Both(Box<[Due; 2]>),
}

const ERROR: Due = Due::Line("info string error: ");

/// The expected state of a session.
struct Model {
    state: State,
    numbers: Numbers,
    fens: Vec<&'static str>,
    /// Whether the engine has started another program.
    starts_programs: bool,
}

impl Model {
    fn new(seed: u64) -> Model {
        let fens = SUITES.iter().flat_map(|suite| suite.lines());
        let fens = fens.filter(|line| !line.starts_with('#'));
        Model {
            state: State::new(),
            numbers: Numbers(seed),
            starts_programs: false,
            fens: fens.filter_map(|line| line.split(';').next()).collect(),
        }
    }

    /// The legal moves as the engine prints them, or `None` without a position.
    fn moves(&self) -> Option<Vec<String>> {
        let written = |mv: movegen::Move| mv.uci(self.state.notation()).to_string();
        Some(self.state.moves()?.into_iter().map(written).collect())
    }

    fn leaves(&self, depth: u32) -> u128 {
        let divide = self.state.divide(depth).unwrap_or_default();
        divide.iter().map(|(_, count)| count).sum()
    }

    /// The greatest depth that a session counts from this position.
    fn greatest_depth(&self) -> u32 {
        match self.leaves(2) {
            0..1_000 if self.leaves(3) <= MOST_LEAVES => 3,
            0..=MOST_LEAVES => 2,
            _ => 1,
        }
    }

    /// The next command and the reply to expect.
    fn next(&mut self) -> (String, Due) {
        match self.numbers.below(40) {
            0..=5 => self.position(),
            6..=11 => self.count(),
            12 => self.show(),
            13 => self.list(),
            14 => {
                let due = match self.state.position {
                    Some(_) => Due::Nothing,
                    None => ERROR,
                };
                self.state.flip();
                ("flip".to_owned(), due)
            }
            15 => {
                self.state.new_game();
                ("ucinewgame".to_owned(), Due::Nothing)
            }
            16..=20 => self.option(),
            21 => self.refused(),
            22 => {
                let silent = ["", "# comment", "stop", "ponderhit", "register later", "\t"];
                (self.numbers.of(&silent).to_owned(), Due::Nothing)
            }
            23 | 24 => self.search(),
            25 => self.ladder(),
            26 => self.stats(),
            27 => self.total(),
            28 => self.split(),
            29 => self.walk(),
            30 => self.back(),
            31 => self.map(),
            32 | 33 => self.other(),
            34 | 35 => self.in_json(),
            36 => self.verified(),
            _ => self.refused_count(),
        }
    }

    fn position(&mut self) -> (String, Due) {
        let mut number = None;
        let fen = match self.numbers.below(8) {
            0 | 1 => None,
            2 => {
                number = Some(self.numbers.below(960) as u16);
                number.and_then(chess960_start)
            }
            _ => Some(self.fens[self.numbers.below(self.fens.len())].to_owned()),
        };
        let fen = fen.as_deref();
        let set = |state: &mut State, moves: &[String]| match number {
            Some(_) => state.set_numbered(fen, moves),
            None => state.set_position(fen, moves),
        };
        let mut moves = Vec::new();
        let mut trial = self.state.clone();
        set(&mut trial, &[]);
        let notation = trial.notation();
        let plies = self.numbers.below(24);
        while let Some(position) = &mut trial.position
            && moves.len() < plies
        {
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            let mv = legal[self.numbers.below(legal.len())];
            // The engine reads king takes own rook with every option.
            let either = [notation, CastlingNotation::Chess960];
            moves.push(mv.uci(self.numbers.of(&either)).to_string());
            let _ = position.make(mv);
        }
        if self.numbers.below(8) == 0 {
            moves.push(self.numbers.of(&["e1e1", "0000", "e2", "h1a8q"]).to_owned());
        }
        let base = match (number, fen) {
            (Some(number), _) => format!("frc {number}"),
            (None, Some(fen)) => format!("fen {fen}"),
            (None, None) => "startpos".to_owned(),
        };
        let due = match set(&mut self.state, &moves) {
            Verdict::Silent => Due::Nothing,
            Verdict::Warning => Due::Line("info string warning: "),
            Verdict::Error => ERROR,
        };
        (format!("position {base} moves {}", moves.join(" ")), due)
    }

    fn count(&mut self) -> (String, Due) {
        let depth = self.numbers.below(self.greatest_depth() as usize + 1) as u32;
        let word = self.numbers.of(&["go perft", "perft", "divide"]);
        let due = match self.state.divide(depth) {
            Some(divide) => Due::Count { depth, divide },
            None => Due::CountRefused,
        };
        (format!("{word} {depth}"), due)
    }

    /// Plays some moves, by number or in a notation.
    fn walk(&mut self) -> (String, Due) {
        let mut words = Vec::new();
        let mut trial = self.state.clone();
        for _ in 0..1 + self.numbers.below(4) {
            let moves = trial.position.as_ref().map(Position::legal_moves_with_san);
            let moves = moves.unwrap_or_default();
            if moves.is_empty() {
                break;
            }
            let index = self.numbers.below(moves.len());
            let (mv, san) = &moves[index];
            let word = match self.numbers.below(3) {
                0 => (index + 1).to_string(),
                1 => mv.uci(trial.notation()).to_string(),
                _ => san.clone(),
            };
            trial.play(std::slice::from_ref(&word));
            words.push(word);
        }
        if words.is_empty() || self.numbers.below(8) == 0 {
            words.push(self.numbers.of(&["0", "999", "Nf9", "e1e1"]).to_owned());
        }
        let due = match self.state.play(&words) {
            true => Due::Line("Line: "),
            false => ERROR,
        };
        (format!("move {}", words.join(" ")), due)
    }

    /// Takes some moves back.
    fn back(&mut self) -> (String, Due) {
        let count = self.numbers.below(4);
        let all = self.state.before.len();
        let (command, is_done) = match count {
            0 => ("root".to_owned(), self.state.undo(all)),
            1 => ("undo".to_owned(), self.state.undo(1)),
            count => (format!("undo {count}"), self.state.undo(count)),
        };
        let due = match is_done {
            true => Due::Line("Line:"),
            false => ERROR,
        };
        (command, due)
    }

    fn refused_count(&mut self) -> (String, Due) {
        let depths = ["", " -1", " 128", " x", " 2 3", " 18446744073709551615"];
        (
            format!("go perft{}", self.numbers.of(&depths)),
            Due::CountRefused,
        )
    }

    fn show(&self) -> (String, Due) {
        let due = match (&self.state.position, self.moves()) {
            (Some(position), Some(moves)) => Due::Board {
                fen: position.to_fen(),
                moves,
                has_line: self.state.is_walked && !self.state.before.is_empty(),
            },
            _ => ERROR,
        };
        ("d".to_owned(), due)
    }

    fn list(&self) -> (String, Due) {
        let due = match (&self.state.position, self.moves()) {
            (Some(position), Some(moves)) if moves.is_empty() => {
                let end = if position.is_in_check() {
                    "checkmate"
                } else {
                    "stalemate"
                };
                Due::Lines(vec![format!("info string no legal moves, {end}")])
            }
            (Some(_), Some(moves)) => Due::Moves(moves),
            _ => ERROR,
        };
        ("moves".to_owned(), due)
    }

    fn option(&mut self) -> (String, Due) {
        let chess960 = self.numbers.below(3) == 0;
        let setting = match self.numbers.below(5) {
            0 => {
                self.state.castling = match chess960 {
                    true => CastlingNotation::Chess960,
                    false => CastlingNotation::Standard,
                };
                format!("UCI_Chess960 value {chess960}")
            }
            1 => {
                let methods = ["reference", "bulk", "leaf-parent"];
                format!("Perft Method value {}", self.numbers.of(&methods))
            }
            2 => format!("Hash value {}", self.numbers.of(&[0, 1, 3, 16])),
            3 => "Clear Hash".to_owned(),
            _ => format!("Threads value {}", 1 + self.numbers.below(4)),
        };
        (format!("setoption name {setting}"), Due::Nothing)
    }

    fn refused(&mut self) -> (String, Due) {
        let lines = [
            "flurb",
            "setoption name Hash value 33554432",
            "setoption name Threads value 0",
            "setoption name Nonsense value 1",
            "debug perhaps",
            "stats",
            "ladder 0",
            "suite",
            "suite /nowhere/at/all.epd",
            "compare",
            "count x",
            "split",
            "map",
            "map 7 map.svg",
            "map /nowhere/at/all.svg",
            "estimate",
        ];
        (self.numbers.of(&lines).to_owned(), ERROR)
    }

    fn search(&mut self) -> (String, Due) {
        let command = self.numbers.of(&[
            "go depth 1",
            "go depth 2",
            "go nodes 500",
            "go depth 1 ponderhit",
        ]);
        let due = match self.moves() {
            Some(moves) if !command.ends_with("ponderhit") => Due::Search(moves),
            _ => Due::SearchRefused,
        };
        (command.to_owned(), due)
    }

    fn ladder(&self) -> (String, Due) {
        let depth = self.greatest_depth();
        let due = match self.state.position {
            Some(_) => Due::Ladder((1..=depth).map(|depth| self.leaves(depth)).collect()),
            None => ERROR,
        };
        (format!("ladder {depth}"), due)
    }

    fn total(&mut self) -> (String, Due) {
        if self.numbers.below(2) == 0 {
            // Published counts, at a position that does not stay.
            let elsewhere = [
                ("count 2 kiwipete", 2_039),
                ("count 3 position3", 2_812),
                ("count 2 frc 518 moves e2e4", 600),
                ("count 3 startpos", 8_902),
            ];
            let (line, total) = self.numbers.of(&elsewhere);
            return (line.to_owned(), Due::Total(total));
        }
        self.total_here()
    }

    fn total_here(&self) -> (String, Due) {
        let depth = self.greatest_depth();
        let due = match self.state.position {
            Some(_) => Due::Total(self.leaves(depth)),
            None => ERROR,
        };
        (format!("count {depth}"), due)
    }

    fn split(&self) -> (String, Due) {
        let due = match self.state.position {
            Some(_) => Due::Split(self.leaves(1)),
            None => ERROR,
        };
        ("split 1".to_owned(), due)
    }

    fn map(&mut self) -> (String, Due) {
        let depth = self.greatest_depth();
        let counts = (1..=depth).map(|depth| self.leaves(depth));
        let arcs: Vec<u128> = counts.take_while(|&leaves| leaves > 0).collect();
        let is_cut = arcs.len() < depth as usize;
        let due = match self.state.position {
            Some(_) => Due::Map(arcs, is_cut),
            None => ERROR,
        };
        let by = self.numbers.of(&["piece", "move"]);
        let folder = env!("CARGO_TARGET_TMPDIR");
        (format!("map {depth} \"{folder}/model.svg\" by {by}"), due)
    }

    fn stats(&self) -> (String, Due) {
        let depth = self.greatest_depth();
        let due = match self.state.position {
            Some(_) => Due::Stats((1..=depth).map(|depth| self.leaves(depth)).collect()),
            None => ERROR,
        };
        (format!("stats {depth} csv"), due)
    }

    /// A command that does not end by itself, followed by `stop`.
    fn endless(&mut self) -> (String, Due) {
        let Some(moves) = self.moves().filter(|moves| !moves.is_empty()) else {
            return self.next();
        };
        match self.numbers.below(3) {
            0 => self.bench(),
            1 => ("go perft 40\nstop".to_owned(), Due::Stopped(moves.len())),
            _ => ("go infinite\nstop".to_owned(), Due::Search(moves)),
        }
    }
}

/// Reads a reply and compares it with the expected one.
fn check(engine: &mut Engine, due: Due) {
    match due {
        Due::Nothing => {}
        Due::Line(start) => {
            let line = engine.line();
            engine.check(line.starts_with(start), format_args!("'{start}…' expected"));
        }
        Due::Lines(lines) => {
            for expected in lines {
                let line = engine.line();
                engine.check(line == expected, format_args!("'{expected}' expected"));
            }
        }
        Due::Count { depth, divide } => {
            let count = engine.read_count();
            let total = match depth {
                0 => 1,
                _ => divide.iter().map(|(_, count)| count).sum(),
            };
            let expected = format!("info depth {depth} nodes {total} ");
            let is_right = count.moves == divide && count.total == total;
            engine.check(is_right, format_args!("{divide:?} expected"));
            engine.check(count.last.starts_with(&expected), expected);
        }
        Due::CountRefused => {
            let count = engine.read_count();
            let is_refused = count.moves.is_empty() && count.total == 0;
            engine.check(
                is_refused && count.last.starts_with("info string error: "),
                "a refusal",
            );
        }
        Due::Stopped(moves) => {
            let (_, root_moves) = engine.read_stopped();
            engine.check(
                root_moves == moves,
                format_args!("{moves} root moves expected"),
            );
        }
        Due::Search(moves) => {
            let (_, best) = engine.read_search();
            let is_legal = moves.contains(&best) || moves.is_empty() && best == "(none)";
            engine.check(is_legal, format_args!("one of {moves:?} expected"));
        }
        Due::SearchRefused => {
            check(engine, ERROR);
            check(engine, Due::Lines(vec!["bestmove (none)".to_owned()]));
        }
        Due::Board {
            fen,
            moves,
            has_line,
        } => {
            let shown: Vec<String> = (0..26).map(|_| engine.line()).collect();
            let listed = |name: &str, items: &[String]| {
                let items: String = items.iter().map(|item| format!(" {item}")).collect();
                shown.contains(&format!("{name}:{items}"))
            };
            let is_shown = listed("Fen", &[fen])
                && listed("Moves", &moves)
                && listed("Legal moves", &[moves.len().to_string()]);
            engine.check(is_shown, format_args!("the board is {shown:?}"));
            if has_line {
                check(engine, Due::Line("Line: "));
            }
        }
        Due::Moves(moves) => {
            for mv in moves {
                let line = engine.line();
                engine.check(
                    line.starts_with(&format!("{mv} ")),
                    format_args!("{mv} expected"),
                );
            }
        }
        Due::Ladder(counts) => {
            for (index, count) in counts.iter().enumerate() {
                let line = engine.line();
                let start = format!("depth {} nodes {count} ", index + 1);
                let is_right = line.starts_with(&start) && !line.contains("WRONG");
                engine.check(is_right, format_args!("'{start}…' expected"));
            }
            check(engine, Due::Lines(vec![String::new()]));
            let last = engine.line();
            let start = format!("{} counted", counts.len());
            engine.check(
                last.starts_with(&start),
                format_args!("'{start}…' expected"),
            );
        }
        Due::Total(total) => check(engine, Due::Lines(vec![format!("Nodes searched: {total}")])),
        Due::Split(paths) => {
            let mut sum = 0;
            let positions = engine.lines_before("");
            for line in &positions {
                let paths = line
                    .split_once(" ;c ")
                    .and_then(|(_, paths)| parse_number(paths));
                sum += paths.unwrap_or_else(|| engine.fail(format_args!("'{line}'")));
            }
            engine.check(sum == paths, format_args!("{sum} paths, not {paths}"));
            let sums = [
                format!("Paths: {paths}"),
                format!("Positions: {}", positions.len()),
            ];
            check(engine, Due::Lines(sums.to_vec()));
        }
        Due::Map(arcs, is_cut) => {
            let rings = (1..).zip(arcs);
            let mut lines: Vec<String> = rings
                .map(|(ring, arcs)| format!("ring {ring} arcs {arcs}"))
                .collect();
            lines.push(String::new());
            check(engine, Due::Lines(lines));
            check(engine, Due::Line("Map: "));
            if is_cut {
                check(engine, Due::Line("info string map has "));
            }
        }
        Due::Until(end) => rest::check_until(engine, end),
        Due::Objects { nodes, is_error } => rest::check_objects(engine, nodes, is_error),
        Due::Both(both) => {
            let [first, second] = *both;
            check(engine, first);
            check(engine, second);
        }
        Due::Stats(counts) => {
            check(engine, Due::Line("depth,nodes,captures"));
            for (index, count) in counts.iter().enumerate() {
                let line = engine.line();
                let start = format!("{},{count},", index + 1);
                engine.check(
                    line.starts_with(&start),
                    format_args!("'{start}…' expected"),
                );
            }
        }
    }
}

/// Runs one session. Each batch of commands is one write, and the replies come in the same order.
/// `isready` after each batch shows that the engine printed nothing else.
fn session(seed: u64, sent_commands: &mut Sent) {
    let mut model = Model::new(seed);
    let mut engine = Engine::start();
    engine.subject(&format!("seed {seed}"));
    let mut sent = 0;
    while sent < SESSION {
        let size = 1 + model.numbers.below(12);
        let mut batch = Vec::new();
        // A stop ends every earlier count, so it may only come first in a batch.
        if model.numbers.below(8) == 0 {
            batch.push(model.endless());
        }
        while batch.len() < size {
            let next = model.next();
            let is_stop = next.0 == "stop" && !batch.is_empty();
            if !is_stop {
                batch.push(next);
            }
        }
        sent += batch.len();
        let lines: Vec<&str> = batch.iter().map(|(line, _)| line.as_str()).collect();
        lines.iter().for_each(|line| sent_commands.add(line));
        engine.send(&lines.join("\n"));
        for (_, due) in batch {
            check(&mut engine, due);
        }
        engine.silent("");
    }
    rest::identify(&mut engine);
    check_threads(&engine, model.starts_programs);
    engine.send("quit");
    engine.finish_quietly();
    sent_commands.add("uci\nisready\nquit");
}

/// Checks that only the four threads of the engine's start are left, and the one that starts
/// programs.
#[cfg(target_os = "linux")]
fn check_threads(engine: &Engine, starts_programs: bool) {
    let expected = 4 + usize::from(starts_programs);
    let begin = Instant::now();
    loop {
        let threads = std::fs::read_dir(format!("/proc/{}/task", engine.id()));
        let threads = threads.expect("the engine runs").count();
        if threads == expected {
            return;
        }
        engine.check(
            begin.elapsed() < PATIENCE,
            format_args!("{threads} threads"),
        );
        std::thread::sleep(Duration::from_millis(2));
    }
}

#[cfg(not(target_os = "linux"))]
fn check_threads(_: &Engine, _: bool) {}

#[test]
fn sessions_match_the_model() {
    let seconds = std::env::var("OX88_MODEL_SECONDS").ok();
    let seconds: u64 = seconds.map_or(0, |text| text.parse().expect("a number of seconds"));
    rest::write_files();
    let begin = Instant::now();
    let mut sent = Sent::default();
    let mut sessions = 0;
    while sessions < 3 || begin.elapsed() < Duration::from_secs(seconds) {
        session(88 + sessions, &mut sent);
        sessions += 1;
    }
    sent.check_complete();
    // It runs for as long as was asked, and what it did is worth a line.
    #[allow(clippy::print_stdout)]
    {
        println!("at least {} commands", sessions * SESSION as u64);
    }
}
