//! An engine of your own, a whole UCI program: it captures what it can, looks
//! at the best capture that the opponent has in reply, and knows nothing else.
//!
//! ```sh
//! cargo run --example my_engine
//! ```
//!
//! Then type `position startpos moves e2e4 d7d5` and `go`, or add
//! `target/debug/examples/my_engine` to a GUI.

use ox88::board::PieceKind;
use ox88::control::Control;
use ox88::game::Game;
use ox88::movegen::Move;
use ox88::search::{BestMove, Clock, Info, Limits, Score, Search};
use ox88::search::{OptionError, OptionInfo, OptionKind};
use ox88::uci::{End, Program};
use std::time::Duration;

fn main() -> End {
    let engine = MyEngine::default();
    Program::new("my_engine 1.0", "its author", engine).run(std::env::args().skip(1))
}

/// What the engine keeps from one move to the next: its option.
#[derive(Default)]
pub struct MyEngine {
    is_peaceful: bool,
}

impl Search for MyEngine {
    fn options(&self) -> &[OptionInfo] {
        &[OptionInfo {
            name: "Peaceful",
            kind: OptionKind::Check { default: false },
        }]
    }

    fn set_option(&mut self, _name: &str, value: &str) -> Result<(), OptionError> {
        // There is only one option, and the session has checked its value.
        self.is_peaceful = value == "true";
        Ok(())
    }

    fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        control: &Control,
        report: &mut dyn FnMut(&Info),
    ) -> BestMove {
        let mut clock = Clock::start(game, limits, control, Duration::from_millis(20));
        let mut game = game.clone();
        let taste = if self.is_peaceful { -1 } else { 1 };
        // Of moves that come to the same, it prefers the capture.
        let mut best: Option<((i32, i32), Move)> = None;
        for (mv, nodes) in limits.root_moves(game.position()).into_iter().zip(1..) {
            let gain = taste * captured(&game, mv);
            game.make(mv);
            let replies = game.position().legal_moves();
            let loss = replies.iter().map(|&reply| captured(&game, reply)).max();
            game.unmake();
            let value = gain - loss.unwrap_or(0);
            if best.is_none_or(|(best_so_far, _)| (value, gain) > best_so_far) {
                best = Some(((value, gain), mv));
                report(&Info {
                    depth: 2,
                    multi_pv: None,
                    score: Score::Centipawns(value),
                    nodes,
                    elapsed: clock.elapsed(),
                    line: vec![mv],
                });
            }
            if clock.is_over(nodes) {
                break;
            }
        }
        if best.is_none() {
            report(&Info::without_moves(game.position()));
        }
        let best = best.map(|(_, mv)| mv);
        BestMove { best, ponder: None }
    }
}

/// The value of the piece that a move captures, in centipawns.
fn captured(game: &Game, mv: Move) -> i32 {
    match game.position().captured(mv) {
        Some(PieceKind::Pawn) => 100,
        Some(PieceKind::Knight | PieceKind::Bishop) => 300,
        Some(PieceKind::Rook) => 500,
        Some(PieceKind::Queen) => 900,
        _ => 0,
    }
}
