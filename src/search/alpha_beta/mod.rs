//! The placeholder engine: [`AlphaBeta`], its options, and what it remembers
//! from one move to the next. The search itself is in `tree.rs`, the evaluation
//! in `material.rs`. An engine of your own takes the place of this folder.

mod material;
mod tree;

use super::{BestMove, Clock, Info, Limits, OptionError, OptionInfo, OptionKind, Search};
use crate::control::Control;
use crate::game::Game;
use crate::movegen::Move;
use std::time::Duration;
use tree::Tree;

const MULTI_PV: OptionInfo = OptionInfo {
    name: "MultiPV",
    kind: OptionKind::Spin {
        default: 1,
        min: 1,
        max: 256,
    },
};
const MOVE_OVERHEAD: OptionInfo = OptionInfo {
    name: "Move Overhead",
    kind: OptionKind::Spin {
        default: 20,
        min: 0,
        max: 5000,
    },
};

/// The placeholder engine.
///
/// It remembers the line that it expects, and looks at that line first when it
/// is asked for its next move in the same game.
#[derive(Debug)]
pub struct AlphaBeta {
    /// How many root moves are reported.
    multi_pv: usize,
    /// How long an answer takes to reach the GUI.
    move_overhead: Duration,
    /// The last game, followed by the line that was expected.
    expected: Game,
}

impl Default for AlphaBeta {
    fn default() -> AlphaBeta {
        AlphaBeta {
            multi_pv: 1,
            move_overhead: Duration::from_millis(20),
            expected: Game::default(),
        }
    }
}

impl Search for AlphaBeta {
    fn options(&self) -> &[OptionInfo] {
        &[MULTI_PV, MOVE_OVERHEAD]
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        if name == MULTI_PV.name {
            self.multi_pv = MULTI_PV.number(value)?;
        } else if name == MOVE_OVERHEAD.name {
            self.move_overhead = Duration::from_millis(MOVE_OVERHEAD.number(value)?);
        } else {
            return Err(OptionError::Unknown);
        }
        Ok(())
    }

    fn new_game(&mut self) {
        self.expected = Game::default();
    }

    fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        control: &Control,
        report: &mut dyn FnMut(&Info),
    ) -> BestMove {
        let color = game.position().side_to_move();
        let clock = Clock::start(limits, control, color, self.move_overhead);
        let expected = self.expected_from(game);
        let line = Tree::new(game, limits, clock, self.multi_pv, expected).search(report);
        self.expected = game.clone();
        for &mv in &line {
            self.expected.make(mv);
        }
        BestMove::of_line(&line)
    }
}

impl AlphaBeta {
    /// How the game goes on if it does so as expected.
    fn expected_from(&self, game: &Game) -> Vec<Move> {
        let rest = self.expected.moves().strip_prefix(game.moves());
        match rest {
            Some(rest) if self.expected.start() == game.start() => rest.to_vec(),
            _ => Vec::new(),
        }
    }
}
