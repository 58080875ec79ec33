//! The standard streams of this process, and pipes. A stream may be non-blocking, as
//! some event loops leave it: then reading and writing wait until it is ready. Nothing
//! here panics if a stream is closed.
//!
//! Text for stderr, which must not block anybody, is in
//! [`diagnostics`](crate::diagnostics).

use crate::control::Token;
use std::fs::File;
use std::io::{self, ErrorKind, Read, Write};
use std::sync::{Arc, Mutex, PoisonError, TryLockError};
use std::thread;
use std::time::{Duration, Instant};

/// How long a signal waits for the line that is being written.
const LAST_LINE: Duration = Duration::from_millis(500);
/// The time between two looks at a lock.
const TICK: Duration = Duration::from_millis(1);

/// Standard input.
#[derive(Debug)]
pub struct Input(io::Stdin);

impl Default for Input {
    fn default() -> Input {
        Input(io::stdin())
    }
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.0.read(buffer) {
                Err(error) if error.kind() == ErrorKind::WouldBlock => ready::to_read(&self.0)?,
                other => return other,
            }
        }
    }
}

/// Standard output, which one thread at a time writes. Copies share it.
#[derive(Clone, Debug, Default)]
pub struct Output {
    turn: Arc<Mutex<()>>,
    is_missing: bool,
}

impl Output {
    /// A standard output that was closed when this process started. All that is written
    /// is lost, which is an error.
    #[must_use]
    pub fn missing() -> Output {
        Output {
            is_missing: true,
            ..Output::default()
        }
    }

    /// Writes a whole text and flushes it. If the output is closed for good, this waits
    /// for the end of the process.
    ///
    /// # Errors
    ///
    /// If the text cannot be written.
    pub fn write(&self, text: &str) -> io::Result<()> {
        if self.is_missing {
            return Err(io::Error::other("stdout is closed"));
        }
        let _turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
        let mut stdout = io::stdout().lock();
        let mut rest = text.as_bytes();
        while !rest.is_empty() {
            match stdout.write(rest) {
                Ok(0) => return Err(ErrorKind::WriteZero.into()),
                Ok(written) => rest = rest.get(written..).unwrap_or_default(),
                Err(error) => wait_to_write(error, &stdout)?,
            }
        }
        while let Err(error) = stdout.flush() {
            wait_to_write(error, &stdout)?;
        }
        Ok(())
    }

    /// Lets nothing be written any more, from the end of the text on that is being
    /// written now. If nobody reads that, this gives up. Call it before the process
    /// exits early, so that its last line is whole.
    pub fn close(&self) {
        let deadline = Instant::now() + LAST_LINE;
        loop {
            match self.turn.try_lock() {
                Ok(turn) => return std::mem::forget(turn),
                Err(TryLockError::Poisoned(turn)) => return std::mem::forget(turn),
                Err(TryLockError::WouldBlock) if Instant::now() >= deadline => return,
                Err(TryLockError::WouldBlock) => thread::sleep(TICK),
            }
        }
    }
}

/// Waits for a stream after an error that says no more than that.
fn wait_to_write(error: io::Error, stream: &impl ready::Stream) -> io::Result<()> {
    match error.kind() {
        ErrorKind::Interrupted => Ok(()),
        ErrorKind::WouldBlock => ready::to_write(stream),
        _ => Err(error),
    }
}

/// Waits until nobody can read standard output any more. That is never the case for
/// a file.
pub fn wait_until_output_is_closed() {
    ready::until_closed(&io::stdout());
}

/// Opens a file or a pipe for reading. This does not wait for a writer of the pipe.
///
/// # Errors
///
/// If it cannot be opened, or is a device, which may have any effect when it is opened or
/// read.
pub fn open(path: &str) -> io::Result<File> {
    ready::open(path)
}

/// Standard input as a file, which this process may have used before.
///
/// # Errors
///
/// If it is closed.
pub fn stdin_as_file() -> io::Result<File> {
    ready::stdin_as_file()
}

/// A file or a pipe whose reads wait only as long as `may_wait` returns `true`. After
/// `false`, it has ended.
#[derive(Debug)]
pub struct Patient<F> {
    file: File,
    may_wait: F,
}

impl<F: FnMut() -> io::Result<bool>> Patient<F> {
    /// Reads this file.
    pub fn new(file: File, may_wait: F) -> Patient<F> {
        Patient { file, may_wait }
    }
}

impl<F: FnMut() -> io::Result<bool>> Read for Patient<F> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if ready::soon_to_read(&self.file) {
                match self.file.read(buffer) {
                    Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                    other => return other,
                }
            }
            if !(self.may_wait)()? {
                return Ok(0);
            }
        }
    }
}

/// A pipe from or to a child process, until `end` is set. What the child has started may
/// keep the other end open for ever.
#[derive(Debug)]
pub(crate) struct Pipe<S> {
    stream: S,
    end: Token,
}

impl<S: ready::Stream> Pipe<S> {
    pub(crate) fn new(stream: S, end: Token) -> Pipe<S> {
        Pipe { stream, end }
    }
}

impl<S: ready::Stream + Read> Pipe<S> {
    /// Reads some bytes, or none at the end.
    pub(crate) fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if self.end.is_set() {
                return Ok(0);
            }
            if !ready::soon_to_read(&self.stream) {
                continue;
            }
            match self.stream.read(buffer) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                other => return other,
            }
        }
    }
}

impl<S: ready::Stream + Write> Pipe<S> {
    /// The same pipe, whose writes do not block.
    pub(crate) fn to_write(stream: S, end: Token) -> Pipe<S> {
        ready::make_non_blocking(&stream);
        Pipe { stream, end }
    }

    /// Writes all bytes.
    pub(crate) fn write_all(&mut self, mut bytes: &[u8]) -> io::Result<()> {
        while !bytes.is_empty() {
            if self.end.is_set() {
                return Err(ErrorKind::BrokenPipe.into());
            }
            match self.stream.write(bytes) {
                Ok(0) => return Err(ErrorKind::WriteZero.into()),
                Ok(written) => bytes = bytes.get(written..).unwrap_or_default(),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    ready::soon_to_write(&self.stream);
                }
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

/// Waits for streams.
#[cfg(unix)]
mod ready {
    use nix::errno::Errno;
    use nix::fcntl::{FcntlArg, OFlag, fcntl};
    use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
    use std::fs::{File, OpenOptions};
    use std::io;
    use std::os::fd::AsFd;
    use std::os::unix::fs::{FileTypeExt, OpenOptionsExt};

    pub(crate) use std::os::fd::AsFd as Stream;

    /// How long a wait takes that looks at something else from time to time, in ms.
    const SOON: u8 = 100;

    pub(super) fn open(path: &str) -> io::Result<File> {
        let kind = std::fs::metadata(path)?.file_type();
        if kind.is_char_device() || kind.is_block_device() {
            return Err(io::Error::other("it is a device"));
        }
        let flags = OFlag::O_NONBLOCK | OFlag::O_NOCTTY;
        let mut options = OpenOptions::new();
        options.read(true).custom_flags(flags.bits()).open(path)
    }

    pub(super) fn stdin_as_file() -> io::Result<File> {
        Ok(File::from(io::stdin().as_fd().try_clone_to_owned()?))
    }

    pub(super) fn to_read(stream: &impl AsFd) -> io::Result<()> {
        wait(stream, PollFlags::POLLIN, PollTimeout::NONE).map(drop)
    }

    pub(super) fn to_write(stream: &impl AsFd) -> io::Result<()> {
        wait(stream, PollFlags::POLLOUT, PollTimeout::NONE).map(drop)
    }

    /// Returns whether the stream can be read before long.
    pub(super) fn soon_to_read(stream: &impl AsFd) -> bool {
        wait(stream, PollFlags::POLLIN, SOON).unwrap_or(true)
    }

    pub(super) fn soon_to_write(stream: &impl AsFd) {
        let _ = wait(stream, PollFlags::POLLOUT, SOON);
    }

    /// Without anything to wait for, `poll` waits for errors: of a pipe that it is
    /// broken, of a terminal or a socket that the other side is gone.
    pub(super) fn until_closed(stream: &impl AsFd) {
        while matches!(
            wait(stream, PollFlags::empty(), PollTimeout::NONE),
            Ok(false)
        ) {}
    }

    /// If that fails, writes block, as usual.
    pub(super) fn make_non_blocking(stream: &impl AsFd) {
        if let Ok(flags) = fcntl(stream, FcntlArg::F_GETFL) {
            let flags = OFlag::from_bits_retain(flags) | OFlag::O_NONBLOCK;
            let _ = fcntl(stream, FcntlArg::F_SETFL(flags));
        }
    }

    /// Returns whether the stream is ready. It is not after a time-out or a signal.
    fn wait(
        stream: &impl AsFd,
        events: PollFlags,
        limit: impl Into<PollTimeout>,
    ) -> io::Result<bool> {
        match poll(&mut [PollFd::new(stream.as_fd(), events)], limit) {
            Ok(ready) => Ok(ready > 0),
            Err(Errno::EINTR) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }
}

/// Elsewhere, streams block.
#[cfg(not(unix))]
mod ready {
    use std::fs::File;
    use std::io;

    pub(crate) trait Stream {}

    pub(super) fn open(path: &str) -> io::Result<File> {
        File::open(path)
    }

    pub(super) fn stdin_as_file() -> io::Result<File> {
        Err(io::ErrorKind::Unsupported.into())
    }

    impl<S> Stream for S {}

    pub(super) fn to_read(_: &impl Stream) -> io::Result<()> {
        Err(io::ErrorKind::WouldBlock.into())
    }

    pub(super) fn to_write(_: &impl Stream) -> io::Result<()> {
        Err(io::ErrorKind::WouldBlock.into())
    }

    pub(super) fn soon_to_read(_: &impl Stream) -> bool {
        true
    }

    pub(super) fn soon_to_write(_: &impl Stream) {}

    pub(super) fn until_closed(_: &impl Stream) {
        loop {
            std::thread::park();
        }
    }

    pub(super) fn make_non_blocking(_: &impl Stream) {}
}
