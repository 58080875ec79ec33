//! The worker: one thread that owns the position and does one job after
//! another. [`Job`] and [`Reply`] are its language; it knows neither lines of
//! text nor the streams that they come from.

mod client;
mod compare;
mod estimate;
mod job;
mod reply;
mod report;
mod room;
mod set_up;
mod split;
mod tools;

pub use client::{Client, Disconnected};
pub use compare::{CompareReply, CompareRequest, CompareResult, CompareSubject};
pub use estimate::EstimateReply;
pub use job::{Job, PositionRequest, SearchRequest, Setting, Task};
pub use reply::{BoardView, Reply};
pub use split::{SplitReply, SplitRequest};
pub use tools::{StatsFormat, SuiteRequest, ToolReply, ToolTask};

use crate::board::{CastlingNotation, Position};
use crate::control::Control;
use crate::game::Game;
use crate::movegen;
use crate::perft::{self, Bench, Divide, Method};
use crate::progress::CountProgress;
use crate::search::{AlphaBeta, Clock, Limits, Search};
use client::{Shared, Waiting};
use crossbeam_channel::{Receiver, Sender, bounded};
use report::{Report, Watch};
use std::time::{Duration, Instant};

/// Jobs that may wait; a sender of more has to wait itself.
const JOB_QUEUE: usize = 65_536;
/// Replies that may wait for a slow reader.
const REPLY_QUEUE: usize = 1_024;

/// The receiving end: the state of the engine, and the loop.
#[derive(Debug)]
pub struct Worker {
    /// Boxed, since a bounded queue takes the memory for all that may wait.
    jobs: Receiver<Box<Waiting>>,
    replies: Sender<Reply>,
    shared: Shared,
    /// The position, or why there is none: a refused `position` leaves nothing
    /// behind that could be counted by mistake.
    position: Result<Position, String>,
    castling: CastlingNotation,
    name_ponder_move: bool,
    /// How counts are done.
    counting: perft::Settings,
}

/// A worker on the start position, the client that feeds it, and its replies.
#[must_use]
pub fn new() -> (Client, Worker, Receiver<Reply>) {
    let (job_sender, jobs) = bounded(JOB_QUEUE);
    let (replies, reply_receiver) = bounded(REPLY_QUEUE);
    let shared = Shared::default();
    let worker = Worker {
        jobs,
        replies: replies.clone(),
        shared: shared.clone(),
        position: Ok(Position::start()),
        castling: CastlingNotation::Standard,
        name_ponder_move: false,
        counting: perft::Settings::default(),
    };
    (
        Client::new(job_sender, replies, shared),
        worker,
        reply_receiver,
    )
}

impl Worker {
    /// Does jobs until there are no more and the client is gone.
    pub fn run(mut self) {
        while let Ok(waiting) = self.jobs.recv() {
            let Waiting { job, _share } = *waiting;
            drop(_share);
            log::debug!("job: {job:?}");
            self.execute(job);
        }
    }

    fn execute(&mut self, job: Job) {
        match job {
            Job::NewGame => {
                self.position = Ok(Position::start());
                self.counting.clear_hash();
            }
            Job::SetPosition(request) => self.set_position(request),
            Job::Set(setting) => self.set(setting),
            Job::Go { number, task } => {
                let control = self.shared.control(number);
                let last_reply = match task {
                    Task::Perft(depth) => self.perft(depth, &control),
                    Task::Count(depth) => self.count(depth, &control),
                    Task::Bench(method) => self.bench(method, &control),
                    Task::Search(request) => self.search(request, &control),
                    Task::Tool(task) => self.run_tool(task, &control),
                };
                self.shared.finish(number);
                self.say(last_reply);
            }
            Job::Show => self.show(),
            Job::ListMoves => self.say(self.list_moves()),
            Job::Flip => self.flip(),
            Job::Say(reply) => self.say(reply),
        }
    }

    /// A writer that is gone ends the process by itself; until then there is
    /// nobody to tell.
    fn say(&self, reply: Reply) {
        say(&self.replies, reply);
    }

    fn set_position(&mut self, request: Result<PositionRequest, String>) {
        let set_up = request.and_then(|request| set_up::set_up(&request, self.castling));
        self.position = match set_up {
            Ok((position, warning)) => {
                if let Some(warning) = warning {
                    self.say(Reply::Warning(warning));
                }
                Ok(position)
            }
            Err(error) => {
                self.say(Reply::Error(error.clone()));
                Err(error)
            }
        };
    }

    fn set(&mut self, setting: Setting) {
        match setting {
            Setting::Castling(notation) => self.castling = notation,
            Setting::Ponder(on) => self.name_ponder_move = on,
            Setting::Method(method) => self.counting.method = method,
            Setting::Threads(threads) => self.counting.threads = threads,
            Setting::Hash(mebibytes) => {
                if let Err(error) = self.counting.set_hash(mebibytes) {
                    self.say(Reply::Error(format!(
                        "no memory for Hash {mebibytes} (in MiB; {error}), expected less"
                    )));
                }
            }
            Setting::ClearHash => self.counting.clear_hash(),
        }
    }

    fn show(&self) {
        self.say(match &self.position {
            Ok(position) => Reply::Board(Box::new(BoardView {
                position: position.clone(),
                moves: self.named_moves(position),
            })),
            Err(reason) => Reply::Error(no_position(reason)),
        });
    }

    /// Counts; returns the last reply, which is still to be sent.
    fn perft(&mut self, depth: u32, control: &Control) -> Reply {
        let position = match &self.position {
            Ok(position) => position,
            Err(reason) => return Reply::PerftRefused(no_position(reason)),
        };
        let started = Instant::now();
        let prepared = self.counting.prepare(position, depth);
        let warning = prepared.err().map(|error| error.to_string());
        let report = Report {
            replies: &self.replies,
            castling: self.castling,
            progress: CountProgress::begin(movegen::legal(position).len()),
        };
        let counting = &mut self.counting;
        match perft::divide(position, depth, counting, control.stop(), report) {
            Divide::Complete(total) => Reply::PerftComplete {
                depth,
                total,
                elapsed: started.elapsed(),
                warning,
            },
            Divide::Stopped {
                counted,
                root_moves,
            } => Reply::PerftStopped {
                counted,
                root_moves,
            },
        }
    }

    /// Counts, and tells nothing but the total; returns the last reply, which
    /// is still to be sent.
    fn count(&mut self, depth: u32, control: &Control) -> Reply {
        let position = match &self.position {
            Ok(position) => position,
            Err(reason) => return Reply::Error(no_position(reason)),
        };
        if let Err(error) = self.counting.prepare(position, depth) {
            log::warn!("{error}");
        }
        let watch = Watch(CountProgress::begin(movegen::legal(position).len()));
        let counting = &mut self.counting;
        match perft::divide(position, depth, counting, control.stop(), watch) {
            Divide::Complete(total) => Reply::Total(total),
            Divide::Stopped {
                counted,
                root_moves,
            } => Reply::TotalStopped {
                counted,
                root_moves,
            },
        }
    }

    /// Counts the fixed list of positions; returns the last reply, which is
    /// still to be sent.
    fn bench(&self, method: Option<Method>, control: &Control) -> Reply {
        let method = method.unwrap_or(self.counting.method);
        let plies_less = u32::from(method == Method::Reference);
        let threads = self.counting.threads;
        let started = Instant::now();
        let bench = perft::bench(method, plies_less, threads, control.stop(), |count| {
            self.say(Reply::BenchCount(count));
        });
        match bench {
            Bench::Complete(total) => Reply::BenchComplete {
                total,
                elapsed: started.elapsed(),
            },
            Bench::Stopped { counted, positions } => Reply::BenchStopped { counted, positions },
        }
    }

    /// Searches; returns the last reply, which is still to be sent.
    fn search(&self, request: SearchRequest, control: &Control) -> Reply {
        let position = match &self.position {
            Ok(position) => position,
            Err(reason) => return Reply::SearchRefused(no_position(reason)),
        };
        let search_moves = set_up::search_moves(position, &request.search_moves, self.castling);
        let limits = match search_moves {
            Ok(search_moves) => Limits {
                search_moves,
                ..request.limits
            },
            Err(error) => return Reply::SearchRefused(error),
        };
        let written = |mv: &movegen::Move| mv.written(self.castling);
        let game = Game::new(position.clone());
        let answer = AlphaBeta::default().search(&game, &limits, control, &mut |info| {
            self.say(Reply::SearchProgress {
                depth: info.depth,
                score: info.score,
                nodes: info.nodes,
                elapsed: info.elapsed,
                line: info.line.iter().map(written).collect(),
            });
        });
        Clock::start(&game, &limits, control, Duration::ZERO).wait_until_answer_is_due();
        Reply::BestMove {
            best: answer.best.as_ref().map(written),
            ponder: answer
                .ponder
                .as_ref()
                .filter(|_| self.name_ponder_move)
                .map(written),
        }
    }
}

fn say(replies: &Sender<Reply>, reply: Reply) {
    let _ = replies.send(reply);
}

fn no_position(reason: &str) -> String {
    format!("no position, the last 'position' was refused ({reason}), expected a valid one first")
}
