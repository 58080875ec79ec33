//! The law of a session: whatever the lines are, every one of them is answered
//! in its turn with the reply that is due for it, no reply is lost or doubled,
//! counts are right, and the session ends.
//!
//! The session runs as in the program, reader and worker on threads of their
//! own, but for what reaches outside of it (`compare` starts programs, `suite`
//! reads files) or takes long: a long count is followed by a `stop`.

use std::collections::VecDeque;
use std::io::Cursor;
use std::thread;

use ox88::uci::command::{self, Command, Refusal};
use ox88::uci::{session, wire};
use ox88::worker::{
    self, EstimateReply, Reply, SearchRequest, Setting, SplitReply, Task, ToolReply, ToolTask,
};

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
    for prompt in [is_ready as fn(&Reply) -> bool, is_identity] {
        let due = script
            .due
            .iter()
            .filter(|due| due.is_prompt(prompt))
            .count();
        let given = replies.iter().filter(|reply| prompt(reply)).count();
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
    matches!(reply, Reply::Ready)
}

fn is_identity(reply: &Reply) -> bool {
    matches!(reply, Reply::Identity)
}

/// Runs a session and gives back its replies.
fn run(lines: Vec<u8>) -> VecDeque<Reply> {
    let (client, worker, replies) = worker::new();
    let reader = thread::spawn(move || session::run(Cursor::new(lines), client));
    let worker = thread::spawn(move || worker.run());
    let replies: VecDeque<Reply> = replies
        .iter()
        .inspect(|reply| check_text(&wire::text(reply)))
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
            let command = command::read(text.trim_start_matches('\u{feff}'));
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
            if command == Ok(Command::Quit) {
                break;
            }
            script.due.extend(due(command, &mut state));
        }
        script
    }
}

fn is_tried(command: &Result<Command, Refusal>) -> bool {
    match command {
        Ok(Command::Run(Task::Tool(task))) => {
            // Of a position of its own, a split says what `position` says.
            match task {
                ToolTask::Split(request) => request.position.is_none(),
                ToolTask::Compare(_) | ToolTask::Suite(_) => false,
                ToolTask::Stats { .. } | ToolTask::Ladder(_) | ToolTask::Estimate(_) => true,
            }
        }
        Ok(Command::Set(Setting::Hash(size))) => *size <= SMALL_HASH || *size >= ABSURD_HASH,
        Ok(Command::Set(Setting::Threads(threads))) => *threads <= MOST_THREADS,
        // It would write to stderr, which is not looked at here.
        Ok(Command::Debug(_)) => false,
        _ => true,
    }
}

fn takes_long(command: &Result<Command, Refusal>, state: &State) -> bool {
    match command {
        Ok(Command::Perft(depth) | Command::Run(Task::Count(depth))) => !is_short(*depth, state),
        Ok(Command::Run(Task::Tool(ToolTask::Split(request)))) => !is_short(request.plies, state),
        Ok(Command::Run(Task::Tool(ToolTask::Estimate(_)))) => true,
        Ok(Command::Search(SearchRequest { limits, .. })) => {
            limits.infinite || limits.ponder || limits.depth.is_none_or(|depth| depth > 2)
        }
        Ok(Command::Run(Task::Tool(ToolTask::Stats { depth, .. } | ToolTask::Ladder(depth)))) => {
            *depth > 2
        }
        Ok(Command::Bench(_)) => true,
        _ => false,
    }
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
}

fn due(command: Result<Command, Refusal>, state: &mut State) -> Option<Due> {
    let verdict = |verdict| match verdict {
        Verdict::Silent => None,
        Verdict::Warning => Some(Due::Warning),
        Verdict::Error => Some(Due::Error),
    };
    let legal = state.moves().map(|moves| moves.len());
    match command {
        Err(Refusal::Line(_)) => Some(Due::Error),
        Err(Refusal::Position(_)) => {
            state.position = None;
            Some(Due::Error)
        }
        Err(Refusal::Perft(_)) => Some(Due::PerftRefused),
        Err(Refusal::Search(_)) => Some(Due::SearchRefused),
        Ok(command) => match command {
            Command::Identify => Some(Due::Identity),
            Command::IsReady => Some(Due::Ready),
            Command::NewGame => {
                state.new_game();
                None
            }
            Command::Set(Setting::Castling(notation)) => {
                state.castling = notation;
                None
            }
            Command::Set(Setting::Hash(ABSURD_HASH..)) => Some(Due::Error),
            Command::Position(request) => {
                verdict(state.set_position(request.fen.as_deref(), &request.moves))
            }
            Command::Perft(_) if legal.is_none() => Some(Due::PerftRefused),
            Command::Perft(depth) => {
                let divide = is_short(depth, state).then(|| state.divide(depth));
                Some(Due::Perft(depth, divide.flatten()))
            }
            Command::Search(request) => {
                let position = state.position.as_ref();
                let is_legal = |text: &String| {
                    position
                        .is_some_and(|position| position.parse_move(text, state.castling).is_some())
                };
                match legal {
                    Some(legal) if request.search_moves.iter().all(is_legal) => {
                        Some(Due::Search(legal))
                    }
                    _ => Some(Due::SearchRefused),
                }
            }
            Command::Bench(_) => Some(Due::Bench),
            Command::Show => Some(match &state.position {
                Some(position) => Due::Board {
                    fen: position.to_fen(),
                    moves: legal.unwrap_or_default(),
                },
                None => Due::Error,
            }),
            Command::ListMoves => Some(legal.map_or(Due::Error, Due::Moves)),
            Command::Flip => {
                state.flip();
                legal.is_none().then_some(Due::Error)
            }
            Command::Help => Some(Due::Help),
            Command::Version => Some(Due::Banner),
            Command::Run(_) if legal.is_none() => Some(Due::Error),
            Command::Run(Task::Count(depth)) => Some(Due::Total(known_leaves(depth, state))),
            Command::Run(Task::Tool(ToolTask::Split(request))) => {
                Some(Due::Split(known_leaves(request.plies, state)))
            }
            Command::Run(Task::Tool(ToolTask::Estimate(_))) => Some(Due::Estimate),
            Command::Run(Task::Tool(ToolTask::Stats { .. })) => Some(Due::Stats),
            Command::Run(Task::Tool(ToolTask::Ladder(_))) => Some(Due::Ladder),
            _ => None,
        },
    }
}

impl Due {
    fn is_prompt(&self, prompt: fn(&Reply) -> bool) -> bool {
        match self {
            Due::Ready => prompt(&Reply::Ready),
            Due::Identity => prompt(&Reply::Identity),
            _ => false,
        }
    }

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
            Due::Search(_) => matches!(reply, Reply::SearchProgress { .. }),
            Due::Bench => matches!(reply, Reply::BenchCount(_)),
            Due::Estimate => matches!(
                reply,
                Reply::Tool(ToolReply::Estimate(EstimateReply::Progress { .. }))
            ),
            Due::Stats => matches!(
                reply,
                Reply::Tool(ToolReply::StatsBegin(_) | ToolReply::StatsRow { .. })
            ),
            Due::Ladder => matches!(reply, Reply::Tool(ToolReply::Rung(_))),
            _ => false,
        };
        while replies.front().is_some_and(is_intermediate) {
            replies.pop_front();
        }
        let Some(last) = replies.pop_front() else {
            panic!("a reply is missing");
        };
        let fits = match (&self, &last) {
            (Due::Help, Reply::Help)
            | (Due::Banner, Reply::Banner)
            | (Due::Warning, Reply::Warning(_))
            | (Due::Error, Reply::Error(_))
            | (Due::PerftRefused, Reply::PerftRefused(_))
            | (Due::SearchRefused, Reply::SearchRefused(_))
            | (Due::Bench, Reply::BenchComplete { .. } | Reply::BenchStopped { .. })
            | (
                Due::Stats,
                Reply::Tool(ToolReply::StatsComplete { .. } | ToolReply::StatsStopped { .. }),
            )
            | (Due::Ladder, Reply::Tool(ToolReply::LadderEnd { .. })) => true,
            (Due::Total(_), Reply::TotalStopped { .. })
            | (Due::Estimate, Reply::Tool(ToolReply::Estimate(EstimateReply::End { .. }))) => true,
            (Due::Total(known), Reply::Total(total)) => known.is_none_or(|known| known == *total),
            (Due::Board { fen, moves }, Reply::Board(view)) => {
                view.position.to_fen() == *fen && view.moves.len() == *moves
            }
            (Due::Moves(count), Reply::Tool(ToolReply::Moves { moves, .. })) => {
                moves.len() == *count
            }
            (Due::Search(legal), Reply::BestMove { best, .. }) => best.is_some() == (*legal > 0),
            _ => false,
        };
        assert!(fits, "the wrong reply: {}", wire::text(&last));
    }
}

/// Takes a split from the front: complete, or stopped.
fn check_split(paths: Option<u128>, replies: &mut VecDeque<Reply>) {
    let (mut told, mut sum) = (0, 0);
    loop {
        match replies.pop_front() {
            Some(Reply::Tool(ToolReply::Split(SplitReply::Positions(batch)))) => {
                told += batch.len();
                sum += batch.iter().map(|(_, paths)| paths).sum::<u128>();
            }
            Some(Reply::Tool(ToolReply::Split(SplitReply::Complete {
                paths: all,
                positions,
            }))) => {
                assert_eq!((told, sum), (positions, all));
                assert!(paths.is_none_or(|paths| paths == all), "{all} paths");
                return;
            }
            Some(Reply::Tool(ToolReply::Split(_)) | Reply::Error(_)) => return,
            other => panic!("no part of a split: {other:?}"),
        }
    }
}

/// Takes a count from the front: complete, or stopped.
fn check_perft(depth: u32, divide: Option<Vec<(String, u128)>>, replies: &mut VecDeque<Reply>) {
    let mut listed = Vec::new();
    loop {
        match replies.pop_front() {
            Some(Reply::RootMove { mv, count }) => listed.push((mv.to_string(), count)),
            Some(Reply::PerftComplete {
                depth: d, total, ..
            }) => {
                let sum: u128 = listed.iter().map(|(_, count)| count).sum();
                assert_eq!((d, total), (depth, if depth == 0 { 1 } else { sum }));
                if let Some(divide) = divide {
                    assert_eq!(listed, divide, "depth {depth}");
                }
                return;
            }
            Some(Reply::PerftStopped {
                counted,
                root_moves,
            }) => {
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
