//! The divide of a root on one thread: one root move after the other.

use super::method::PerftMethod;
use super::root::{Divide, Listener, Root};
use crate::board::Position;
use crate::control::Token;

/// Counts one root move after the other. From depth `min_parted` on, each is
/// counted in parts, one for each reply: a long count shows how far it is.
pub(super) fn count_alone(
    root: Root,
    min_parted: u32,
    method: &mut dyn PerftMethod,
    stop: &Token,
    listener: &mut (impl Listener + ?Sized),
) -> Divide {
    let mut position = root.position.clone();
    let depth = root.depth - 1;
    let mut total = 0;
    for (counted, &mv) in root.moves.iter().enumerate() {
        let undo = position.make(mv);
        let count = if root.depth < min_parted {
            let count = method.count(&mut position, depth, stop);
            count.inspect(|&leaves| listener.part(leaves))
        } else {
            count_in_parts(&mut position, depth, method, stop, listener)
        };
        position.unmake(mv, &undo);
        let Some(count) = count else {
            return root.stopped(counted);
        };
        listener.root_move(mv, count);
        total += count;
    }
    Divide::Complete(total)
}

/// The number of leaves `depth` plies (at least 1) below; `None` if the count
/// was stopped.
fn count_in_parts(
    position: &mut Position,
    depth: u32,
    method: &mut dyn PerftMethod,
    stop: &Token,
    listener: &mut (impl Listener + ?Sized),
) -> Option<u128> {
    let mut total = 0;
    for mv in position.legal_moves() {
        let undo = position.make(mv);
        let count = method.count(position, depth - 1, stop);
        position.unmake(mv, &undo);
        let count = count?;
        listener.part(count);
        total += count;
    }
    Some(total)
}
