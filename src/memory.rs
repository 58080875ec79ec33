//! Whether there is memory for one more thread: asked before it is started,
//! since one that takes the last memory ends the process with the next small
//! allocation of any other.

use memmap2::MmapMut;

/// Address space, in bytes, that has to be left: for the stack of the thread,
/// for the heap of its own that the C library makes with its first allocation
/// (64 MiB), and some for everybody else. No page of it is used to find out.
const NEEDED: usize = 80 << 20;

/// Whether one more thread can be started without taking the last memory.
pub(crate) fn is_left_for_a_thread() -> bool {
    MmapMut::map_anon(NEEDED).is_ok()
}
