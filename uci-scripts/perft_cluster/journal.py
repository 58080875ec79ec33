"""The journal: a text file with a line for every finished unit, from which an
interrupted run continues.

The first line describes the count in JSON. The others are

    KIND INDEX MULTIPLICITY COUNT WORKER CHECKSUM

KIND is `counted`, or, for a recount, `verified` or `differs`. INDEX is the unit's
place in ox88's split, from 0. CHECKSUM is the CRC-32 of the first line and of the text
before it, which reveals changed lines and lines of other journals.
"""

from __future__ import annotations

import fcntl
import json
import os
import stat
import time
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import PerftError

KINDS = ("counted", "verified", "differs")
SYNC_INTERVAL = 1.0
"""Seconds between two calls of `fsync`. Every batch goes to the operating system at
once, so only a crash of the machine can lose it."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the journal."""

    kind: str
    index: int
    multiplicity: int
    count: int
    worker: str

    def __str__(self) -> str:
        numbers = f"{self.index} {self.multiplicity} {self.count}"
        return f"{self.kind} {numbers} {self.worker}"


class Journal:
    """An open and locked journal."""

    def __init__(self, path: Path, header: dict[str, Any]) -> None:
        """Opens or creates it. Raises `PerftError` if it is in use or of another count."""
        self.path = path
        self._header = json.dumps(header, separators=(", ", ": ")).encode() + b"\n"
        self._seed = zlib.crc32(self._header)
        self._synced = time.monotonic()
        try:
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
        except OSError as error:
            raise self._error(error) from error
        try:
            if not stat.S_ISREG(os.fstat(self._file).st_mode):
                raise PerftError(f"journal {path} is no regular file")
            self._lock()
            self._check_header(header)
        except BaseException:
            os.close(self._file)
            raise

    def entries(self) -> Iterator[Entry]:
        """Yields its entries. Removes an incomplete last line."""
        with open(self._file, "rb", closefd=False) as lines:
            lines.seek(len(self._header))
            size = len(self._header)
            for number, line in enumerate(lines, start=2):
                if not line.endswith(b"\n"):
                    break
                size += len(line)
                yield self._entry(number, line)
        self._cut(size)

    def append(self, entries: Iterable[Entry]) -> None:
        """Writes lines. Raises `PerftError` if that fails."""
        lines = []
        for entry in entries:
            text = str(entry).encode()
            lines.append(b"%s %08x\n" % (text, zlib.crc32(text, self._seed)))
        self._write(b"".join(lines))
        if time.monotonic() - self._synced >= SYNC_INTERVAL:
            self._sync()

    def close(self) -> None:
        try:
            self._sync()
        finally:
            os.close(self._file)

    def _lock(self) -> None:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise PerftError(f"journal {self.path} is in use by another run") from error

    def _check_header(self, header: dict[str, Any]) -> None:
        with open(self._file, "rb", closefd=False) as lines:
            found = lines.readline(1 << 20)
        if found == self._header:
            return
        if self._header.startswith(found):  # empty or incomplete
            self._cut(0)
            self._write(self._header)
            self._sync()
            return
        try:
            other = json.loads(found)
            key = next(key for key in header if other.get(key) != header[key])
        except (ValueError, AttributeError, StopIteration) as error:
            raise PerftError(f"{self.path} is no journal of this program") from error
        raise PerftError(
            f"journal {self.path} is of another count: "
            f"{key} {other.get(key)} there, {header[key]} here"
        )

    def _entry(self, number: int, line: bytes) -> Entry:
        text, _, checksum = line.rstrip(b"\n").rpartition(b" ")
        words = text.decode(errors="replace").split(" ")
        if checksum == b"%08x" % zlib.crc32(text, self._seed) and len(words) == 5:
            kind, index, multiplicity, count, worker = words
            if kind in KINDS:
                return Entry(kind, int(index), int(multiplicity), int(count), worker)
        raise PerftError(f"journal {self.path}, line {number}: damaged: {line!r}")

    def _write(self, text: bytes) -> None:
        try:
            os.lseek(self._file, 0, os.SEEK_END)
            while text:
                text = text[os.write(self._file, text) :]
        except OSError as error:
            raise self._error(error) from error

    def _cut(self, size: int) -> None:
        try:
            os.ftruncate(self._file, size)
        except OSError as error:
            raise self._error(error) from error

    def _sync(self) -> None:
        try:
            os.fsync(self._file)
        except OSError as error:
            raise self._error(error) from error
        self._synced = time.monotonic()

    def _error(self, error: OSError) -> PerftError:
        return PerftError(f"journal {self.path}: {error.strerror}")
