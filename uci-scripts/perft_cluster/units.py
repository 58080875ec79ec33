"""The work units: the unique positions some plies from the root, with the number of
paths to each. They are stored in an unnamed file in ox88's order, because there may be
too many for the memory."""

from __future__ import annotations

import hashlib
import re
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from . import PerftError
from .engine import Engine

LINE = re.compile(r"([^;]+) ;c ([1-9][0-9]*)")


@dataclass(frozen=True, slots=True)
class Unit:
    """A position to count, and the number of paths to it."""

    index: int
    fen: str
    multiplicity: int


class Units:
    """All units of a count, in order."""

    def __init__(
        self, engine: Engine, fen: str, plies: int, folder: Path | None
    ) -> None:
        """Splits the position with the engine, and checks the sums.

        Raises `PerftError`. The file is in `folder`, or in the folder for temporary
        files, and is deleted with this object.
        """
        digest = hashlib.sha256()
        self.number = 0
        self.paths = 0
        sums: list[str] = []
        try:
            self._file: IO[bytes] = tempfile.TemporaryFile(dir=folder)  # noqa: SIM115
            for line in engine.split(fen, plies):
                unit = LINE.fullmatch(line)
                if unit is None or sums:
                    sums.append(line)
                    continue
                text = f"{line}\n".encode()
                digest.update(text)
                self._file.write(text)
                self.number += 1
                self.paths += int(unit[2])
            self._file.flush()
        except OSError as error:
            where = folder or tempfile.gettempdir()
            raise PerftError(
                f"cannot keep the units in {where}: {error.strerror}"
            ) from error
        self.digest = digest.hexdigest()
        counted = engine.count(fen, plies)
        if sums != ["", f"Paths: {counted}", f"Positions: {self.number}"]:
            raise PerftError(
                f"'split {plies}' listed {self.number} positions and ended with {sums}; "
                f"'count {plies}' is {counted}"
            )
        if self.paths != counted:
            raise PerftError(
                f"'split {plies}' listed {self.paths} paths; 'count {plies}' is {counted}"
            )

    def __iter__(self) -> Iterator[Unit]:
        self._file.seek(0)
        for index, line in enumerate(self._file):
            unit = LINE.fullmatch(line.decode().rstrip("\n"))
            if unit is None:
                raise PerftError("the file of units was changed while in use")
            yield Unit(index, unit[1], int(unit[2]))
