"""The state of the count: the counted units, their sum, and the units that are still to
be verified. Every count enters the journal before it enters the total."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import dataclass

from . import PerftError
from .journal import Entry, Journal
from .units import Unit, Units


@dataclass(frozen=True, slots=True)
class Counted:
    """A count that waits for its recount, and its worker."""

    count: int
    worker: str


class Ledger:
    """The state of a count. `total` counts paths, `counted` and `verified` units."""

    def __init__(self, units: Units, journal: Journal | None, verify: float) -> None:
        """Reads the journal; `verify` is in percent.

        Raises `PerftError` if the journal contradicts itself or the units.
        """
        self.units = units
        self._journal = journal
        self._verify = verify
        self._is_counted = bytearray(units.number)
        self._paths = 0
        self.total = 0
        self.counted = 0
        self.verified = 0
        self.unverified: dict[int, Counted] = {}
        if journal is None:
            return
        # The recount of a unit stands anywhere after its count.
        for entry in journal.entries():
            if entry.kind == "counted":
                self._check_new(entry)
                self._add(
                    Unit(entry.index, "", entry.multiplicity), entry.count, entry.worker
                )
            elif entry.kind == "verified":
                if self.unverified.pop(entry.index, None):
                    self.verified += 1
            else:
                raise PerftError(
                    f"journal {journal.path}: two workers differ on unit {entry.index}; "
                    "find out which one is wrong, then remove that line and all lines "
                    "of that worker"
                )

    @property
    def is_complete(self) -> bool:
        """Whether every unit is counted and verified. Checks the sum of the paths."""
        if self.counted < self.units.number or self.unverified:
            return False
        if self._paths != self.units.paths:
            raise PerftError(
                f"the counted units have {self._paths} paths, not {self.units.paths}"
            )
        return True

    def is_counted(self, unit: Unit) -> bool:
        return bool(self._is_counted[unit.index])

    def enter(self, units: Sequence[Unit], counts: Sequence[int], worker: str) -> None:
        """Adds counts of new units."""
        if any(map(self.is_counted, units)):
            raise PerftError("a unit was about to be counted twice")
        self._write("counted", units, counts, worker)
        for unit, count in zip(units, counts, strict=True):
            self._add(unit, count, worker)

    def confirm(
        self, units: Sequence[Unit], counts: Sequence[int], worker: str
    ) -> None:
        """Compares recounts with the first counts. Raises `PerftError` if they differ."""
        for unit, count in zip(units, counts, strict=True):
            first = self.unverified[unit.index]
            if count != first.count:
                self._write("differs", [unit], [count], worker)
                raise PerftError(
                    f"unit {unit.index}, {unit.fen}: {first.worker} counted "
                    f"{first.count}, {worker} {count} without a table"
                )
        self._write("verified", units, counts, worker)
        for unit in units:
            del self.unverified[unit.index]
        self.verified += len(units)

    def _check_new(self, entry: Entry) -> None:
        if not 0 <= entry.index < self.units.number or self._is_counted[entry.index]:
            raise PerftError(
                f"the journal counts unit {entry.index} twice, or it does not exist"
            )

    def _add(self, unit: Unit, count: int, worker: str) -> None:
        self._is_counted[unit.index] = True
        self.counted += 1
        self._paths += unit.multiplicity
        self.total += unit.multiplicity * count
        # The choice depends only on the unit, so every run chooses the same units.
        if zlib.crc32(b"%d" % unit.index) % 10_000 < self._verify * 100:
            self.unverified[unit.index] = Counted(count, worker)

    def _write(
        self, kind: str, units: Sequence[Unit], counts: Sequence[int], worker: str
    ) -> None:
        if self._journal is not None:
            self._journal.append(
                Entry(kind, unit.index, unit.multiplicity, count, worker)
                for unit, count in zip(units, counts, strict=True)
            )
