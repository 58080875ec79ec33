//! The map of a position: rings around it, one for each ply, in which every move has
//! an arc as wide as its share of the leaves below. This file builds the tree of arcs
//! and finds arcs in it. `picture.rs` turns it into shapes, as a `View` sees it, and
//! `svg.rs` those into a file.

mod kinds;
mod picture;
mod ring;
mod svg;
mod view;

pub use kinds::{ColorBy, MoveClass, PALETTE};
pub use picture::{Label, Picture, Shape};
pub use ring::Ring;
pub use svg::{MAX_WIDTH, MIN_WIDTH, SvgOptions};
pub use view::View;

use crate::board::{PieceKind, Position};
use crate::control::Token;
use crate::movegen::Move;
use crate::perft::Method;
use kinds::Kinds;

/// The most rings of a map.
pub const MAX_RINGS: u32 = 6;

/// The most arcs of a map, in all its rings. They take 13 bytes each.
pub const MAX_ARCS: u64 = 8_000_000;

/// The tree of moves around a position, as rings of arcs.
///
/// An arc is as wide as its share of the leaves of the last ring. So a move that ends
/// the game before that ring has no width; [`Ring::ended`] counts these.
///
/// ```
/// use ox88::Position;
/// use ox88::control::Token;
/// use ox88::tools::map::Map;
///
/// let map = Map::new(&Position::start(), 3, &Token::never()).unwrap();
/// let arcs: Vec<usize> = map.rings().iter().map(|ring| ring.arcs()).collect();
/// assert_eq!(arcs, [20, 400, 8902]);
/// ```
#[derive(Clone, Debug)]
pub struct Map {
    root: Position,
    rings: Vec<Ring>,
    leaves: u64,
    cut: Option<Cut>,
}

/// Why a map has fewer rings than were asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cut {
    /// Every game ends before the next ring.
    GamesEnd,
    /// With the next ring, the map would have more than [`MAX_ARCS`] arcs.
    TooManyArcs,
}

/// What a map says of one arc.
#[derive(Clone, PartialEq, Debug)]
pub struct ArcInfo {
    /// The moves from the centre to the arc. There are as many as its ring's number.
    pub moves: Vec<Move>,
    /// The number of leaves below the last of them.
    pub leaves: u64,
    /// The range of the arc, in turns of the ring: its width is the share of the leaves.
    pub range: (f64, f64),
    /// The piece that moves.
    pub piece: PieceKind,
    /// What the move does.
    pub class: MoveClass,
}

impl Map {
    /// The map of `position` with this number of rings, 1 to [`MAX_RINGS`]. It has fewer
    /// of them if no game goes on so long, or if they would have more arcs than
    /// [`MAX_ARCS`]; see [`Map::cut`]. Returns `None` if `stop` was set.
    ///
    /// # Panics
    ///
    /// If there are more rings than that, or none.
    #[must_use]
    pub fn new(position: &Position, rings: u32, stop: &Token) -> Option<Map> {
        assert!((1..=MAX_RINGS).contains(&rings), "{rings} rings");
        let (lengths, cut) = lengths_that_fit(position, rings, stop)?;
        let mut map = Map {
            root: position.clone(),
            rings: lengths.into_iter().map(Ring::with_room).collect(),
            leaves: 0,
            cut,
        };
        if !map.rings.is_empty() {
            map.grow(&mut position.clone(), 0, stop)?;
        }
        Some(map)
    }

    /// Adds the arcs of the moves of `position`, which lies on ring number `ply`.
    fn grow(&mut self, position: &mut Position, ply: usize, stop: &Token) -> Option<()> {
        if stop.is_set() {
            return None;
        }
        for mv in position.legal_moves() {
            let kinds = Kinds::of(position, mv);
            let undo = position.make(mv);
            let kinds = kinds.with_check(position.is_in_check());
            let arc = self.rings[ply].moves.len();
            self.rings[ply].moves.push(mv);
            self.rings[ply].kinds.push(kinds);
            self.rings[ply].ends.push(0);
            let leaves = self.leaves;
            match ply + 1 < self.rings.len() {
                true => self.grow(position, ply + 1, stop)?,
                false => self.leaves += 1,
            }
            self.rings[ply].ends[arc] = self.leaves;
            self.rings[ply].ended += usize::from(self.leaves == leaves);
            position.unmake(mv, &undo);
        }
        Some(())
    }

    /// The position in the centre.
    #[must_use]
    pub fn root(&self) -> &Position {
        &self.root
    }

    /// The rings, the innermost first.
    #[must_use]
    pub fn rings(&self) -> &[Ring] {
        &self.rings
    }

    /// The number of leaves of the last ring. That is perft of the number of rings.
    #[must_use]
    pub fn leaves(&self) -> u64 {
        self.leaves
    }

    /// Returns whether the map has fewer rings than were asked for.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        self.cut.is_some()
    }

    /// Why the map has fewer rings than were asked for, or `None` if it has all.
    #[must_use]
    pub fn cut(&self) -> Option<Cut> {
        self.cut
    }

    /// The arc of ring number `ring`, counted from 1, at `turn`: 0 at its start, below 1
    /// at its end. Returns `None` beside the ring.
    ///
    /// ```
    /// use ox88::Position;
    /// use ox88::control::Token;
    /// use ox88::tools::map::Map;
    ///
    /// let map = Map::new(&Position::start(), 2, &Token::never()).unwrap();
    /// let arc = map.arc_at(2, 0.999).unwrap();
    /// assert_eq!((arc.moves.len(), arc.leaves), (2, 1));
    /// assert_eq!(map.arc_at(3, 0.5), None);
    /// ```
    #[must_use]
    pub fn arc_at(&self, ring: usize, turn: f64) -> Option<ArcInfo> {
        let last = self.rings.get(ring.checked_sub(1)?)?;
        if !(0.0..1.0).contains(&turn) || self.leaves == 0 {
            return None;
        }
        let leaf = ((turn * self.leaves as f64) as u64).min(self.leaves - 1);
        let arc = last.arc_of(leaf);
        let turns = |leaf: u64| leaf as f64 / self.leaves as f64;
        Some(ArcInfo {
            moves: self.line(ring, leaf),
            leaves: last.leaves(arc),
            range: (turns(last.start(arc)), turns(last.ends[arc])),
            piece: last.kinds[arc].piece(),
            class: last.kinds[arc].class(),
        })
    }

    /// The moves from the centre to the arc of a leaf on ring number `ring`.
    fn line(&self, ring: usize, leaf: u64) -> Vec<Move> {
        let rings = self.rings.iter().take(ring);
        rings.map(|ring| ring.moves[ring.arc_of(leaf)]).collect()
    }
}

/// The numbers of arcs of the rings that fit and have arcs, at most `rings`, and why there
/// are no more. Returns `None` if `stop` was set.
fn lengths_that_fit(
    position: &Position,
    rings: u32,
    stop: &Token,
) -> Option<(Vec<usize>, Option<Cut>)> {
    let mut position = position.clone();
    let mut method = Method::LeafParent.build(None);
    let mut lengths = Vec::new();
    let mut arcs = 0;
    for depth in 1..=rings {
        let leaves = method.count(&mut position, depth, stop)?;
        arcs += leaves;
        if leaves == 0 {
            return Some((lengths, Some(Cut::GamesEnd)));
        }
        if arcs > u128::from(MAX_ARCS) {
            return Some((lengths, Some(Cut::TooManyArcs)));
        }
        lengths.push(leaves as usize);
    }
    Some((lengths, None))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(fen: &str, rings: u32) -> Map {
        let position: Position = fen.parse().unwrap();
        Map::new(&position, rings, &Token::never()).unwrap()
    }

    const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

    fn arcs(map: &Map) -> Vec<usize> {
        map.rings().iter().map(Ring::arcs).collect()
    }

    /// The published counts of the Chess Programming Wiki.
    #[test]
    fn each_ring_has_an_arc_for_each_move() {
        let start = Map::new(&Position::start(), 4, &Token::never()).unwrap();
        assert_eq!(arcs(&start), [20, 400, 8_902, 197_281]);
        assert_eq!(arcs(&map(KIWIPETE, 4)), [48, 2_039, 97_862, 4_085_603]);
    }

    #[test]
    fn the_arcs_of_a_ring_add_up_to_the_leaves() {
        let start = Map::new(&Position::start(), 4, &Token::never()).unwrap();
        for ring in start.rings() {
            let leaves: u64 = (0..ring.arcs()).map(|arc| ring.leaves(arc)).sum();
            assert_eq!(leaves, 197_281);
        }
        // The published divide of depth 4: a3 is the first move, and has 8,457 leaves.
        let first = start.arc_at(1, 0.0).unwrap();
        assert_eq!(
            (first.moves[0].to_string().as_str(), first.leaves),
            ("a2a3", 8_457)
        );
        assert!((first.range.1 - 8_457.0 / 197_281.0).abs() < 1e-12);
    }

    /// The numbers of mates are those of the published tables: 8 at ply 4 of the start
    /// position, so none of them ends a game before ring 4.
    #[test]
    fn moves_that_end_the_game_have_no_width_but_are_counted() {
        let start = Map::new(&Position::start(), 5, &Token::never()).unwrap();
        let ended: Vec<usize> = start.rings().iter().map(Ring::ended).collect();
        assert_eq!(ended, [0, 0, 0, 8, 0]);
        // Ra8 mates, and every other move goes on.
        let mate = map("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", 2);
        assert_eq!((mate.rings()[0].ended(), mate.rings()[1].ended()), (1, 0));
    }

    #[test]
    fn a_finished_game_has_no_rings_and_a_dense_one_fewer() {
        let stalemate = map("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 4);
        assert_eq!(
            (stalemate.rings().len(), stalemate.cut()),
            (0, Some(Cut::GamesEnd))
        );
        assert_eq!(stalemate.arc_at(1, 0.5), None);
        let dense = map("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", 4);
        // The published counts of the position with the most moves: 218, 99, 19,073, 85,043.
        assert_eq!(arcs(&dense)[..2], [218, 99]);
        let cut = map(KIWIPETE, 5);
        assert_eq!((cut.rings().len(), cut.cut()), (4, Some(Cut::TooManyArcs)));
        assert!(cut.is_cut() && !map(KIWIPETE, 3).is_cut());
    }

    #[test]
    fn a_map_can_be_stopped() {
        let signal = crate::control::Signal::default();
        signal.raise_for_all();
        assert!(Map::new(&Position::start(), 4, &signal.token(1)).is_none());
    }
}
