//! Room for the input that waits: the job queue bounds how many jobs wait, and
//! this how much text they were made of, so that a client that floods a running
//! count with long lines does not fill the memory.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// Bytes of input that may wait as jobs. In memory they take up to fifteen
/// times as much, since each move of a line is a text of its own there.
const ROOM: usize = 8 << 20;

/// The room, shared by those who take of it.
#[derive(Clone, Debug, Default)]
pub(super) struct Room {
    taken: Arc<Taken>,
}

#[derive(Debug, Default)]
struct Taken {
    bytes: Mutex<usize>,
    fewer: Condvar,
}

impl Room {
    /// Takes room for so many bytes; waits until there is. More than all of the
    /// room is had when nothing else waits.
    pub(super) fn take(&self, bytes: usize) -> Share {
        let taken = self.taken.clone();
        let mut sum = taken.lock();
        while *sum > 0 && sum.saturating_add(bytes) > ROOM {
            sum = taken
                .fewer
                .wait(sum)
                .unwrap_or_else(PoisonError::into_inner);
        }
        *sum = sum.saturating_add(bytes);
        drop(sum);
        Share { taken, bytes }
    }
}

impl Taken {
    fn lock(&self) -> MutexGuard<'_, usize> {
        self.bytes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A part of the room, given back when it is dropped.
#[derive(Debug)]
pub(super) struct Share {
    taken: Arc<Taken>,
    bytes: usize,
}

impl Drop for Share {
    fn drop(&mut self) {
        let mut sum = self.taken.lock();
        *sum = sum.saturating_sub(self.bytes);
        self.taken.fewer.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::thread;

    #[test]
    fn whoever_finds_no_room_waits_until_there_is() {
        let room = Room::default();
        let first = room.take(ROOM);
        let given_back = AtomicBool::new(false);
        thread::scope(|scope| {
            scope.spawn(|| {
                let share = room.take(1);
                assert!(given_back.load(Ordering::SeqCst));
                drop(share);
            });
            given_back.store(true, Ordering::SeqCst);
            drop(first);
        });
        assert_eq!(*room.taken.lock(), 0);
    }

    #[test]
    fn more_than_all_is_had_alone() {
        let room = Room::default();
        let share = room.take(usize::MAX);
        assert_eq!(*room.taken.lock(), usize::MAX);
        drop(share);
        assert_eq!(*room.taken.lock(), 0);
    }
}
