//! The placeholder engine [`AlphaBeta`] and its options. The search itself is in
//! `tree.rs`, and the evaluation in `material.rs`. Your own engine replaces this
//! module.

mod material;
mod memory;
mod tree;

use super::{BestMove, Clock, Info, Limits, OptionError, OptionInfo, OptionKind, Search};
use crate::control::Control;
use crate::game::Game;
use memory::Memory;
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

/// The placeholder engine: an alpha-beta search that counts material.
///
/// It remembers the best moves of searched positions, and tries them first when
/// it reaches the same position again, also in a later search.
#[derive(Debug)]
pub struct AlphaBeta {
    /// The number of root moves to report.
    multi_pv: usize,
    /// The time that an answer takes to reach the GUI.
    move_overhead: Duration,
    memory: Memory,
}

impl Default for AlphaBeta {
    fn default() -> AlphaBeta {
        AlphaBeta {
            multi_pv: 1,
            move_overhead: Duration::from_millis(20),
            memory: Memory::default(),
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
        self.memory.forget();
    }

    fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        control: &Control,
        report: &mut dyn FnMut(&Info),
    ) -> BestMove {
        let clock = Clock::start(game, limits, control, self.move_overhead);
        let line = Tree::new(game, limits, clock, self.multi_pv, &mut self.memory).search(report);
        BestMove::of_line(&line)
    }
}
