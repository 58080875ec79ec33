//! A move generator with a fault, and its counts.

use super::board::Board;
use super::flaw::{Flaw, Step, Unmade};
use super::key;
use super::node::Node;
use super::{Fault, FaultKind};
use crate::board::{Move, Position};
use crate::random::Random;
use std::collections::HashMap;

/// A move generator with one fault, at a position of a game. It is a plain one:
/// an array of squares, pseudo-legal moves, and a test of each.
///
/// ```
/// use ox88::Position;
/// use ox88::tools::faults::{FaultyGenerator, find};
///
/// let position: Position = "8/8/8/r2Pp2K/8/8/8/4k3 w - e6 0 1".parse()?;
/// let fault = find("ep-opens-rank").unwrap();
/// let mut faulty = FaultyGenerator::new(&position, Some(fault));
/// assert_eq!(faulty.count(1), 7); // d5e6 uncovers the rook.
/// assert_eq!(FaultyGenerator::new(&position, None).count(1), 6);
/// # Ok::<(), ox88::board::fen::FenError>(())
/// ```
#[derive(Clone)]
pub struct FaultyGenerator {
    flaw: Option<Flaw>,
    /// The boards from the root to here.
    boards: Vec<Board>,
    board: Board,
    /// Names the stream of random numbers, together with the counts so far.
    seed: u64,
    counted: u64,
}

impl FaultyGenerator {
    /// A generator at this position. Without a fault it is right.
    #[must_use]
    pub fn new(position: &Position, fault: Option<&Fault>) -> FaultyGenerator {
        let mut board = Board::from(position);
        let flaw = fault.map(|fault| fault.flaw);
        if let Some(Flaw::Reads(read)) = flaw {
            read(&mut board);
        }
        FaultyGenerator {
            flaw,
            boards: Vec::new(),
            board,
            seed: 0,
            counted: 0,
        }
    }

    /// The same generator with another stream of random numbers. Only faults of
    /// [`FaultKind::Threads`] draw any; their counts differ from time to time, and
    /// are the same again with the same seed.
    #[must_use]
    pub fn with_seed(mut self, seed: u64) -> FaultyGenerator {
        self.seed = seed;
        self
    }

    /// The moves that it considers legal.
    #[must_use]
    pub fn moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        Node::new(&self.board).list(self.flaw, |mv| moves.push(mv));
        moves
    }

    /// Makes a move, of any kind.
    pub fn make(&mut self, mv: Move) {
        self.boards.push(self.board);
        self.board = made(&self.board, mv, self.flaw);
    }

    /// The leaves at this depth.
    #[must_use]
    pub fn count(&mut self, depth: u32) -> u128 {
        if depth == 0 {
            return 1;
        }
        self.divide(depth).into_iter().map(|(_, count)| count).sum()
    }

    /// The leaves below each move at this depth, which is at least 1.
    #[must_use]
    pub fn divide(&mut self, depth: u32) -> Vec<(Move, u128)> {
        let mut counter = Counter {
            flaw: self.flaw,
            boards: self.boards.clone(),
            table: HashMap::new(),
            random: Random::new(&[self.seed, self.counted]),
        };
        self.counted += 1;
        let mut divide = Vec::new();
        let mut board = self.board;
        let key = key::of(&board);
        // A table has the counts of smaller depths, for which people ask before.
        let first = match self.flaw {
            Some(Flaw::Keys(_) | Flaw::Entries(_)) => 1,
            _ => depth,
        };
        for depth in first..=depth {
            divide.clear();
            counter.each(&mut board, key, depth.max(1), &mut |mv, count| {
                divide.push((mv, count));
            });
        }
        divide
    }
}

impl Fault {
    /// Returns whether its counts depend on chance.
    #[must_use]
    pub fn is_random(&self) -> bool {
        self.kind == FaultKind::Threads
    }

    /// Returns whether the fault can show at this position or below it. It is false
    /// only if castling is at fault, and nobody may castle.
    #[must_use]
    pub fn may_show(&self, position: &Position) -> bool {
        let is_castling = matches!(self.kind, FaultKind::Castling | FaultKind::Chess960);
        let board = Board::from(position);
        let has_rights = board.rights.iter().flatten().any(Option::is_some);
        has_rights || !is_castling || matches!(self.flaw, Flaw::Reads(_))
    }
}

/// The board after a move.
fn made(before: &Board, mv: Move, flaw: Option<Flaw>) -> Board {
    let mut after = *before;
    after.make(mv);
    if let Some(Flaw::Makes(spoil)) = flaw {
        spoil(before, mv, &mut after);
    }
    after
}

/// One count.
struct Counter {
    flaw: Option<Flaw>,
    boards: Vec<Board>,
    table: HashMap<(u64, u32), u128>,
    random: Random,
}

impl Counter {
    fn leaves(&mut self, board: &mut Board, key: u64, depth: u32) -> u128 {
        match depth {
            0 => 1,
            _ => self.with_table(board, key, depth),
        }
    }

    /// The number of moves.
    fn moves(&mut self, board: &mut Board) -> u128 {
        if let Some(Flaw::Unmakes(_)) = self.flaw {
            return self.walk(board, 0, 1);
        }
        let mut moves = 0;
        let node = Node::new(board);
        node.list(self.flaw, |_| moves += 1);
        if let Some(Flaw::Ends(ends)) = self.flaw
            && ends(&self.boards, &node, moves)
        {
            return 1;
        }
        moves as u128
    }

    fn with_table(&mut self, board: &mut Board, key: u64, depth: u32) -> u128 {
        let Some(Flaw::Keys(_) | Flaw::Entries(_)) = self.flaw else {
            return self.without_table(board, key, depth);
        };
        let place = match self.flaw {
            Some(Flaw::Entries(stored)) => (key, stored(depth)),
            _ => (key, depth),
        };
        if let Some(&count) = self.table.get(&place) {
            return count;
        }
        let count = self.without_table(board, key, depth);
        self.table.insert(place, count);
        count
    }

    fn without_table(&mut self, board: &mut Board, key: u64, depth: u32) -> u128 {
        match depth {
            1 => self.moves(board),
            _ => self.walk(board, key, depth),
        }
    }

    fn walk(&mut self, board: &mut Board, key: u64, depth: u32) -> u128 {
        if let Some(Flaw::Ends(ends)) = self.flaw {
            let node = Node::new(board);
            let mut moves = 0;
            node.list(None, |_| moves += 1);
            if ends(&self.boards, &node, moves) {
                return 1;
            }
        }
        let mut total = 0;
        self.each(board, key, depth, &mut |_, count| total += count);
        total
    }

    /// Passes each move and the leaves below it to `take`.
    fn each(&mut self, board: &mut Board, key: u64, depth: u32, take: &mut dyn FnMut(Move, u128)) {
        let mut moves = Vec::with_capacity(64);
        Node::new(board).list(self.flaw, |mv| moves.push(mv));
        let mut last = 0;
        let has_history = matches!(self.flaw, Some(Flaw::Ends(_)));
        for mv in moves {
            let before = *board;
            *board = made(board, mv, self.flaw);
            let after = *board;
            let child_key = match self.flaw {
                Some(Flaw::Keys(key_after)) => key_after(&Step {
                    before: &before,
                    key,
                    mv,
                    after: &after,
                }),
                Some(Flaw::Entries(_)) if depth > 1 => key::of(&after),
                _ => 0,
            };
            if has_history {
                self.boards.push(before);
            }
            let mut count = self.leaves(board, child_key, depth - 1);
            if has_history {
                self.boards.pop();
            }
            match self.flaw {
                Some(Flaw::Unmakes(spoil)) => {
                    board.unmake(mv, &before);
                    let unmade = Unmade {
                        before: &before,
                        after: &after,
                        mv,
                    };
                    spoil(&unmade, board);
                }
                Some(Flaw::Threads(disturb)) if depth > 1 => {
                    let right = count;
                    count = disturb(&mut self.random, right, last);
                    last = right;
                    *board = before;
                }
                _ => *board = before,
            }
            take(mv, count);
        }
    }
}
