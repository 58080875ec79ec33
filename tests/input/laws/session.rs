//! The law of a session: whatever the lines are, every one of them is answered
//! in its turn with the reply that is due for it, no reply is lost or doubled,
//! counts are right, and the session ends.
//!
//! The session runs as in the program, reader and worker on threads of their
//! own, but for what reaches outside of it (`compare` and `check` start programs,
//! `suite` and `diff` read files, `map` writes one), takes other lines (`diff`), or takes long: a long
//! count is followed by a `stop`.

use std::collections::VecDeque;
use std::io::Cursor;
use std::thread;

use ox88::commands::at_position::AtPosition;
use ox88::commands::check::CheckProgram;
use ox88::commands::diff::DiffFile;
use ox88::commands::estimate::EstimateLeaves;
use ox88::commands::flip::Flip;
use ox88::commands::go::Go;
use ox88::commands::json::InJson;
use ox88::commands::ladder::Ladder;
use ox88::commands::make_moves::MakeMoves;
use ox88::commands::map::DrawMap;
use ox88::commands::moves::ListMoves;
use ox88::commands::perft::Perft;
use ox88::commands::position_request::PositionRequest;
use ox88::commands::root::Root;
use ox88::commands::setoption::SetOption;
use ox88::commands::show::Show;
use ox88::commands::split::Split;
use ox88::commands::stats::{CountStats, Part};
use ox88::commands::suite::CheckSuite;
use ox88::commands::uci::Identity;
use ox88::commands::ucinewgame::NewGame;
use ox88::commands::undo::Undo;
use ox88::commands::words::{Words, without_mark};
use ox88::commands::{
    Awaited, Command, Printed, Refusal, Reply, bench, compare, count, estimate, go, ladder, perft,
    read, split,
};
use ox88::engine::{self, Host};
use ox88::perft::Divide;
use ox88::search::AlphaBeta;
use ox88::uci::session::Session;

use super::job;
use super::state::{State, Verdict};

/// Lines of an input that are used; more of them find nothing new.
const MOST_LINES: usize = 64;
/// Sizes of `Hash` in MiB that are used: those that cost nothing, and those
/// that no machine has.
const SMALL_HASH: usize = 16;
const ABSURD_HASH: usize = 1 << 24;
/// More threads only take longer to start.
const MOST_THREADS: usize = 3;
/// The most leaves at depth 2 of a position that is counted to depth 3.
const FEW_LEAVES: u128 = 2_500;

pub fn check(input: &[u8]) {
    let script = Script::read(input);
    let mut replies = run(script.lines);
    type Prompt = (fn(&Due) -> bool, fn(&Reply) -> bool);
    let prompts: [Prompt; 2] = [
        (|due| matches!(due, Due::Ready), is_ready),
        (|due| matches!(due, Due::Identity), is_identity),
    ];
    for (is_due, is_given) in prompts {
        let due = script.due.iter().filter(|due| is_due(due)).count();
        let given = replies.iter().filter(|reply| is_given(reply)).count();
        assert_eq!(given, due, "prompt replies");
    }
    // These may overtake others, so that only their number is known.
    replies.retain(|reply| !is_ready(reply) && !is_identity(reply));
    for due in script.due {
        due.check(&mut replies);
    }
    assert!(replies.is_empty(), "nobody asked for {replies:?}");
}

fn is_ready(reply: &Reply) -> bool {
    matches!(reply, Reply::Ready(_))
}

fn is_identity(reply: &Reply) -> bool {
    matches!(reply, Reply::Identity(_))
}

/// Runs a session and gives back its replies.
fn run(lines: Vec<u8>) -> VecDeque<Reply> {
    let identity = Identity::new("ox88", "its authors", &AlphaBeta::default());
    let search = Box::new(AlphaBeta::default());
    let (client, worker, replies) = engine::new(search, Host::default());
    let session = Session::new(client, identity, |_| {});
    let reader = thread::spawn(move || session.run(Cursor::new(lines), |error| panic!("{error}")));
    let worker = thread::spawn(move || worker.run());
    let replies: VecDeque<Reply> = replies
        .iter()
        .inspect(|reply: &Reply| check_text(&reply.text()))
        .collect();
    reader.join().expect("the reader ends");
    worker.join().expect("the worker ends");
    replies
}

/// Whole lines, or none, and nothing in them that a terminal would obey.
fn check_text(text: &str) {
    assert!(text.is_empty() || text.ends_with('\n'), "torn: {text:?}");
    let is_odd = |c: char| c.is_control() && c != '\n';
    assert!(!text.contains(is_odd), "control characters in {text:?}");
}

/// What the session is given, and what it owes for it.
struct Script {
    lines: Vec<u8>,
    due: Vec<Due>,
}

impl Script {
    fn read(input: &[u8]) -> Script {
        let mut script = Script {
            lines: Vec::new(),
            due: Vec::new(),
        };
        let mut state = State::new();
        for bytes in input
            .split_inclusive(|byte| *byte == b'\n')
            .take(MOST_LINES)
        {
            let text = String::from_utf8_lossy(bytes);
            let command = read(Words::of_line(without_mark(&text)));
            if !is_tried(&command) {
                continue;
            }
            script.lines.extend(bytes);
            if takes_long(&command, &state) {
                if bytes.last() != Some(&b'\n') {
                    script.lines.push(b'\n');
                }
                script.lines.extend(b"stop\n");
            }
            if matches!(command, Ok(Command::Quit)) {
                break;
            }
            script.due.extend(due(command, &mut state));
        }
        script
    }
}

fn is_tried(command: &Result<Command, Refusal>) -> bool {
    let Ok(command) = command else {
        return true;
    };
    if job::<InJson>(command).is_some() {
        return false;
    }
    if job::<AtPosition>(command).is_some() {
        // It says what `position` says, and then what the command says there.
        return false;
    }
    if let Some(option) = job::<SetOption>(command) {
        return match (
            option.name.to_lowercase().as_str(),
            option.value.parse::<usize>(),
        ) {
            ("hash", Ok(size)) => size <= SMALL_HASH || size >= ABSURD_HASH,
            ("threads", Ok(threads)) => threads <= MOST_THREADS,
            _ => true,
        };
    }
    let reaches_outside = job::<compare::Compare>(command).is_some()
        || job::<CheckSuite>(command).is_some()
        || job::<CheckProgram>(command).is_some()
        || job::<DrawMap>(command).is_some()
        || job::<DiffFile>(command).is_some();
    !reaches_outside && !matches!(command, Command::TakeLines(_))
}

fn takes_long(command: &Result<Command, Refusal>, state: &State) -> bool {
    let Ok(command) = command else {
        return false;
    };
    let plies = job(command)
        .map(|perft: &Perft| perft.depth)
        .or_else(|| job(command).map(|count: &count::Count| count.depth))
        .or_else(|| job(command).map(|split: &Split| split.plies));
    if let Some(plies) = plies {
        return !is_short(plies, state);
    }
    let depths = job(command)
        .map(|stats: &CountStats| stats.depth)
        .or_else(|| job(command).map(|&Ladder(depth)| depth));
    if let Some(depths) = depths {
        return depths > 2;
    }
    if let Some(Go { limits, .. }) = job(command) {
        return limits.infinite || limits.ponder || limits.depth.is_none_or(|depth| depth > 2);
    }
    job::<EstimateLeaves>(command).is_some() || job::<bench::Bench>(command).is_some()
}

/// Whether a count is short enough to be done by the reference method, too.
fn is_short(depth: u32, state: &State) -> bool {
    let leaves = |depth| {
        let divide = state.divide(depth).unwrap_or_default();
        divide.iter().map(|(_, count)| count).sum::<u128>()
    };
    depth <= 2 || depth == 3 && leaves(2) <= FEW_LEAVES
}

/// Perft of this depth, if it is short enough.
fn known_leaves(depth: u32, state: &State) -> Option<u128> {
    let divide = is_short(depth, state).then(|| state.divide(depth))??;
    match depth {
        0 => Some(1),
        _ => Some(divide.iter().map(|(_, count)| count).sum()),
    }
}

/// What a line must be answered with.
enum Due {
    Ready,
    Identity,
    Help,
    Banner,
    Warning,
    Error,
    Board {
        fen: String,
        moves: usize,
    },
    Moves(usize),
    /// A count to this depth; its divide, if that is known.
    Perft(u32, Option<Vec<(String, u128)>>),
    PerftRefused,
    /// A total, if it is known.
    Total(Option<u128>),
    /// A split, and the paths to its positions, if that is known.
    Split(Option<u128>),
    Estimate,
    /// A search among this many legal moves.
    Search(usize),
    SearchRefused,
    Bench,
    Stats,
    Ladder,
    /// One reply of a command that has no law of its own.
    AnyReply,
}

fn due(command: Result<Command, Refusal>, state: &mut State) -> Option<Due> {
    let command = match command {
        Ok(command) => command,
        Err(refusal) => {
            return Some(match refusal.awaited {
                Awaited::Nothing => Due::Error,
                Awaited::Position => {
                    state.position = None;
                    Due::Error
                }
                Awaited::Total => Due::PerftRefused,
                Awaited::BestMove => Due::SearchRefused,
            });
        }
    };
    match &command {
        Command::Identify => return Some(Due::Identity),
        Command::IsReady => return Some(Due::Ready),
        Command::ShowVersion => return Some(Due::Banner),
        Command::Say(Reply::Help(_)) => return Some(Due::Help),
        Command::Do(_) | Command::Go(_) => {}
        _ => return None,
    }
    let legal = state.moves().map(|moves| moves.len());
    if job::<NewGame>(&command).is_some() {
        state.new_game();
        None
    } else if let Some(option) = job::<SetOption>(&command) {
        due_option(option, state)
    } else if let Some(request) = job::<PositionRequest>(&command) {
        let fen = request.fen.as_deref();
        let verdict = match request.is_chess960 {
            true => state.set_numbered(fen, request.moves.iter()),
            false => state.set_position(fen, request.moves.iter()),
        };
        match verdict {
            Verdict::Silent => None,
            Verdict::Warning => Some(Due::Warning),
            Verdict::Error => Some(Due::Error),
        }
    } else if let Some(&Perft { depth, .. }) = job(&command) {
        if legal.is_none() {
            return Some(Due::PerftRefused);
        }
        let divide = is_short(depth, state).then(|| state.divide(depth));
        Some(Due::Perft(depth, divide.flatten()))
    } else if let Some(go) = job::<Go>(&command) {
        let position = state.position.as_ref();
        let is_legal = |text: &String| {
            position.is_some_and(|position| position.parse_move(text, state.notation()).is_some())
        };
        match legal {
            Some(legal) if go.search_moves.iter().all(is_legal) => Some(Due::Search(legal)),
            _ => Some(Due::SearchRefused),
        }
    } else if job::<bench::Bench>(&command).is_some() {
        Some(Due::Bench)
    } else if job::<Show>(&command).is_some() {
        Some(match &state.position {
            Some(position) => Due::Board {
                fen: position.to_fen(),
                moves: legal.unwrap_or_default(),
            },
            None => Due::Error,
        })
    } else if job::<ListMoves>(&command).is_some() {
        Some(legal.map_or(Due::Error, Due::Moves))
    } else if let Some(MakeMoves(words)) = job(&command) {
        Some(match state.play(words) {
            true => Due::AnyReply,
            false => Due::Error,
        })
    } else if let Some(&Undo(count)) = job(&command) {
        Some(match state.undo(count as usize) {
            true => Due::AnyReply,
            false => Due::Error,
        })
    } else if job::<Root>(&command).is_some() {
        Some(match state.undo(state.before.len()) {
            true => Due::AnyReply,
            false => Due::Error,
        })
    } else if job::<Flip>(&command).is_some() {
        state.flip();
        legal.is_none().then_some(Due::Error)
    } else if legal.is_none() {
        Some(Due::Error)
    } else if let Some(&count::Count { depth, .. }) = job(&command) {
        Some(Due::Total(known_leaves(depth, state)))
    } else if let Some(split) = job::<Split>(&command) {
        Some(Due::Split(known_leaves(split.plies, state)))
    } else if job::<EstimateLeaves>(&command).is_some() {
        Some(Due::Estimate)
    } else if job::<CountStats>(&command).is_some() {
        Some(Due::Stats)
    } else if job::<Ladder>(&command).is_some() {
        Some(Due::Ladder)
    } else {
        Some(Due::AnyReply)
    }
}

/// What a `setoption` is answered with, read once more in the plainest way.
fn due_option(option: &SetOption, state: &mut State) -> Option<Due> {
    let number = |range: std::ops::RangeInclusive<u64>| {
        let value = option.value.as_str();
        let is_number = value.bytes().all(|byte| byte.is_ascii_digit());
        let number = is_number.then(|| value.parse().ok()).flatten();
        number.is_some_and(|number| range.contains(&number))
    };
    let value = option.value.to_lowercase();
    let is_good = match option.name.to_lowercase().as_str() {
        "uci_chess960" => match value.as_str() {
            "true" => {
                state.castling = ox88::board::CastlingNotation::Chess960;
                true
            }
            "false" => {
                state.castling = ox88::board::CastlingNotation::Standard;
                true
            }
            _ => false,
        },
        "ponder" => matches!(value.as_str(), "true" | "false"),
        "perft method" => matches!(value.as_str(), "reference" | "bulk" | "leaf-parent"),
        "hash" => number(0..=SMALL_HASH as u64),
        "clear hash" => value.is_empty(),
        "threads" => number(1..=512),
        "multipv" => number(1..=256),
        "move overhead" => number(0..=5000),
        _ => false,
    };
    (!is_good).then_some(Due::Error)
}

impl Due {
    /// Takes the replies that are due from the front.
    fn check(self, replies: &mut VecDeque<Reply>) {
        if matches!(self, Due::Ready | Due::Identity) {
            return;
        }
        if let Due::Perft(depth, divide) = self {
            return check_perft(depth, divide, replies);
        }
        if let Due::Split(paths) = self {
            return check_split(paths, replies);
        }
        let is_intermediate = |reply: &Reply| match self {
            Due::Search(_) => matches!(reply, Reply::Go(go::Reply::Info { .. })),
            Due::Bench => matches!(reply, Reply::Bench(bench::Reply::Count(_))),
            Due::Estimate => {
                matches!(reply, Reply::Estimate(estimate::Reply::Progress { .. }))
            }
            Due::Stats => matches!(
                reply,
                Reply::Stats(stats) if matches!(stats.part, Part::Header | Part::Depth(..))
            ),
            Due::Ladder => matches!(reply, Reply::Ladder(ladder::Reply::Rung(_))),
            _ => false,
        };
        while replies.front().is_some_and(is_intermediate) {
            replies.pop_front();
        }
        let Some(last) = replies.pop_front() else {
            panic!("a reply is missing");
        };
        let fits = match (&self, &last) {
            (Due::Help, Reply::Help(_))
            | (Due::Banner, Reply::Banner(_))
            | (Due::Warning, Reply::Warning(_))
            | (Due::Error, Reply::Error(_))
            | (Due::PerftRefused, Reply::Perft(perft::Reply::Refused(_)))
            | (Due::SearchRefused, Reply::Go(go::Reply::Refused(_)))
            | (Due::Bench, Reply::Bench(_))
            | (Due::Stats, Reply::Stats(_))
            | (Due::Ladder, Reply::Ladder(_))
            | (
                Due::Total(_),
                Reply::Count(count::Reply {
                    outcome: Divide::Stopped { .. },
                    ..
                }),
            )
            | (Due::Estimate, Reply::Estimate(_)) => true,
            (Due::AnyReply, reply) => !reply.is_failure(),
            (
                Due::Total(known),
                Reply::Count(count::Reply {
                    outcome: Divide::Complete(total),
                    ..
                }),
            ) => known.is_none_or(|known| known == *total),
            (Due::Board { fen, moves }, Reply::Show(view)) => {
                view.position.to_fen() == *fen && view.moves.len() == *moves
            }
            (Due::Moves(count), Reply::Moves(list)) => list.moves.len() == *count,
            (Due::Search(legal), Reply::Go(go::Reply::BestMove { best, .. })) => {
                best.is_some() == (*legal > 0)
            }
            _ => false,
        };
        assert!(fits, "the wrong reply: {}", last.text());
    }
}

/// Takes a split from the front: complete, or stopped.
fn check_split(paths: Option<u128>, replies: &mut VecDeque<Reply>) {
    let (mut told, mut sum) = (0, 0);
    loop {
        match replies.pop_front() {
            Some(Reply::Split(split::Reply::Positions(batch))) => {
                told += batch.len();
                sum += batch.iter().map(|(_, paths)| paths).sum::<u128>();
            }
            Some(Reply::Split(split::Reply::Complete {
                paths: all,
                positions,
            })) => {
                assert_eq!((told, sum), (positions, all));
                assert!(paths.is_none_or(|paths| paths == all), "{all} paths");
                return;
            }
            Some(Reply::Split(_) | Reply::Error(_)) => return,
            other => panic!("no part of a split: {other:?}"),
        }
    }
}

/// Takes a count from the front: complete, or stopped.
fn check_perft(depth: u32, divide: Option<Vec<(String, u128)>>, replies: &mut VecDeque<Reply>) {
    let mut listed = Vec::new();
    loop {
        match replies.pop_front() {
            Some(Reply::Perft(perft::Reply::RootMove { mv, count, .. })) => {
                listed.push((mv.to_string(), count));
            }
            Some(Reply::Perft(perft::Reply::End {
                depth: d,
                outcome: Divide::Complete(total),
                ..
            })) => {
                let sum: u128 = listed.iter().map(|(_, count)| count).sum();
                assert_eq!((d, total), (depth, if depth == 0 { 1 } else { sum }));
                if let Some(divide) = divide {
                    assert_eq!(listed, divide, "depth {depth}");
                }
                return;
            }
            Some(Reply::Perft(perft::Reply::End {
                outcome:
                    Divide::Stopped {
                        counted,
                        root_moves,
                    },
                ..
            })) => {
                assert!(counted == listed.len() && counted <= root_moves);
                if let Some(divide) = divide {
                    assert_eq!(listed, divide[..counted], "depth {depth}");
                }
                return;
            }
            other => panic!("no part of a count: {other:?}"),
        }
    }
}
