//! Text for stderr: errors of the program itself, warnings, and the log. A thread of its
//! own writes it, so that nobody who has something to say waits for a reader of
//! stderr. Nothing here panics if stderr is closed or full.

use crate::threads;
use crossbeam_channel::{Receiver, Sender, TrySendError, bounded};
use std::fmt::Display;
use std::io::{self, Write};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The most texts that wait for a reader. Further ones are lost, and counted.
const QUEUE: usize = 1_024;
/// The most bytes of a text that are kept.
const KEPT: usize = 8 << 10;
/// How long the end of the program waits for a reader.
const FAREWELL: Duration = Duration::from_millis(500);

/// What the thread has to do.
enum Order {
    Write(Vec<u8>),
    /// Tell that everything before was written.
    Tell(Sender<()>),
}

/// The way to the thread, or `None` if the system starts none.
static THREAD: OnceLock<Option<Sender<Order>>> = OnceLock::new();
/// The number of texts that were lost.
static LOST: AtomicU64 = AtomicU64::new(0);

/// Writes a line to stderr: the name of the program and a message.
pub fn report(name: &str, message: impl Display) {
    write(format!("{name}: {message}\n").into_bytes());
}

/// Writes a text to stderr, without waiting for it.
fn write(mut text: Vec<u8>) {
    if text.len() > KEPT {
        text.truncate(KEPT);
        text.extend_from_slice("…\n".as_bytes());
    }
    let Some(thread) = THREAD.get_or_init(start) else {
        let _ = io::stderr().write_all(&text);
        return;
    };
    if thread.try_send(Order::Write(text)).is_err() {
        LOST.fetch_add(1, Ordering::Relaxed);
    }
}

/// Waits until everything said so far is written, but not long: nobody may read it.
/// Call this before the process exits.
pub fn settle() {
    let Some(Some(thread)) = THREAD.get() else {
        return;
    };
    let (told, written) = bounded(1);
    if let Err(TrySendError::Full(order)) = thread.try_send(Order::Tell(told)) {
        let _ = thread.send_timeout(order, FAREWELL);
    }
    let _ = written.recv_timeout(FAREWELL);
}

fn start() -> Option<Sender<Order>> {
    let (sender, orders) = bounded(QUEUE);
    let thread = threads::builder().spawn(move || obey(&orders));
    thread.is_ok().then_some(sender)
}

fn obey(orders: &Receiver<Order>) {
    for order in orders {
        match order {
            Order::Write(text) => {
                let _ = io::stderr().write_all(&text);
            }
            Order::Tell(told) => {
                let _ = told.send(());
            }
        }
        let lost = LOST.swap(0, Ordering::Relaxed);
        if lost > 0 {
            let _ = writeln!(io::stderr(), "({lost} lines of diagnostics were lost here)");
        }
    }
}

/// A writer for a log. Each call of `write` is one text.
#[derive(Clone, Copy, Debug, Default)]
pub struct Log;

impl Write for Log {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        write(text.to_vec());
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
