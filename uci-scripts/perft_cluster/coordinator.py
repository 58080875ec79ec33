"""Distributes the units in batches and collects the counts.

A batch is a run of neighbouring units, so similar positions share one table. It belongs
to one worker. If that worker vanishes or fails, the batch goes to another one, and
later results of the first are ignored. So each unit enters the ledger once. Each worker
has only a few batches at a time, which bounds the memory of the scheduler.
"""

from __future__ import annotations

import time
import uuid
from collections import Counter, deque
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from contextlib import suppress
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from typing import Any

from distributed import Client, Future
from distributed.client import ClosedClientError

from . import PerftError
from .cluster import CLOSE_TIMEOUT, ConnectionLost, within
from .ledger import Ledger
from .progress import Progress
from .units import Unit
from .worker import EnginePlugin, EngineSettings, by_value

IN_FLIGHT = 2
"""Batches per worker: one that it counts, and one that waits so it is never idle."""
SECONDS_PER_BATCH = 5.0
"""Seconds of work in a batch, unless its size is given."""
BATCHES_PER_SECOND = 50
"""The load of the scheduler. With many workers, batches get longer to stay below it."""
LARGEST_BATCH = 5000
FAULTS = 3
"""Workers that may fail on a batch before the run stops."""
LOSSES = 10
"""Workers that may vanish with a batch before the run stops."""
REFRESH = 1.0
"""Seconds between two updates of the list of workers."""
LONELY = 30.0
"""Seconds between two messages that there is no worker."""


@dataclass
class Batch:
    """Units that are counted together. In a recount, `origin` is the worker whose counts
    are verified. In a first count it is None."""

    units: list[Unit]
    origin: str | None = None
    faults: list[str] = field(default_factory=list)
    losses: int = 0


@dataclass
class Assignment:
    """A batch and its worker."""

    batch: Batch
    worker: str
    future: Future


class BatchSize:
    """The number of units in a batch: fixed, or computed from the speed so far."""

    def __init__(self, fixed: int | None) -> None:
        self._fixed = fixed
        self._units = 0
        self._seconds = 0.0

    def learn(self, units: int, seconds: float) -> None:
        self._units += units
        self._seconds += seconds

    def choose(self, workers: int, left: int) -> int:
        """The size of the next batch, with `left` units to share among the workers."""
        if self._fixed is not None:
            return self._fixed
        if self._units == 0:
            return 1
        wanted = max(SECONDS_PER_BATCH, workers * IN_FLIGHT / BATCHES_PER_SECOND)
        size = wanted * self._units / max(self._seconds, 1e-9)
        # Towards the end batches shrink, so that all workers end together.
        share = left / (IN_FLIGHT * workers)
        return max(1, min(int(min(size, share)), LARGEST_BATCH))


class Coordinator:
    """The state of a run. It survives the loss of a connection to the scheduler."""

    def __init__(
        self,
        ledger: Ledger,
        depth: int,
        engine: EngineSettings,
        batch: int | None,
        progress: Progress,
    ) -> None:
        """`depth` is the number of plies to count below a unit."""
        self._ledger = ledger
        self._depth = depth
        self._engine = engine
        self._progress = progress
        self._size = BatchSize(batch)
        self._recount_size = BatchSize(batch)
        self._stream: Iterator[Unit] = iter(ledger.units)
        self._is_stream_over = False
        self._returned: deque[Batch] = deque()
        self._recounts: dict[str, deque[Unit]] = {}
        self._name = f"dask_perft-{uuid.uuid4().hex}"
        self._task = by_value()
        self._submitted = 0
        self._in_flight: dict[Any, Assignment] = {}
        self._results: SimpleQueue[tuple[Any, Any]] = SimpleQueue()
        self._workers: list[str] = []
        self._shunned: dict[str, str] = {}

    def run(self, client: Client) -> None:
        """Counts until the ledger is complete.

        Raises `ConnectionLost`, after which you may call it with another client, and
        `PerftError`.
        """
        try:
            client.register_plugin(EnginePlugin(self._engine), name=self._name)
            self._serve(client)
        except (OSError, ClosedClientError, CancelledError) as error:
            raise ConnectionLost(str(error)) from error
        finally:
            for assignment in self._in_flight.values():
                self._returned.append(assignment.batch)
            self._in_flight.clear()
            if client.status == "running":
                # Ends the engines, including those that still count.
                within(
                    CLOSE_TIMEOUT, lambda: client.unregister_worker_plugin(self._name)
                )

    def _serve(self, client: Client) -> None:
        refreshed = -REFRESH
        last_company = time.monotonic()
        while not self._ledger.is_complete:
            now = time.monotonic()
            if now - refreshed >= REFRESH:
                refreshed = now
                self._refresh(client)
                for level in range(1, IN_FLIGHT + 1):
                    self._feed(client, self._workers, level)
                self._check_nothing_is_missing()
                self._progress.update(self._ledger.counted, self._ledger.total)
            if self._workers:
                last_company = now
            elif now - last_company >= LONELY:
                last_company = now
                self._progress.note("no workers; waiting for some")
            with suppress(Empty):
                key, report = self._results.get(timeout=REFRESH)
                if (assignment := self._in_flight.get(key)) is None:
                    continue
                if assignment.future.status != "error":
                    # The result of a broken connection is not the worker's fault.
                    self._check_connection(client)
                del self._in_flight[key]
                self._take(assignment, report)
                if assignment.worker in self._workers:
                    self._feed(client, [assignment.worker], IN_FLIGHT)
                self._progress.update(self._ledger.counted, self._ledger.total)

    def _refresh(self, client: Client) -> None:
        """Updates the list of workers, and takes back the batches of lost ones."""
        self._check_connection(client)
        present = client.nthreads()
        self._workers = [worker for worker in present if worker not in self._shunned]
        if present and not self._workers:
            faults = "; ".join(
                f"{key}: {value}" for key, value in self._shunned.items()
            )
            raise PerftError(f"every worker failed: {faults}")
        lost: dict[str, list[Assignment]] = {}
        for assignment in self._in_flight.values():
            if assignment.worker not in present:
                lost.setdefault(assignment.worker, []).append(assignment)
        for worker, assignments in lost.items():
            for assignment in assignments:
                del self._in_flight[assignment.future.key]
                assignment.future.cancel()
            self._lose(worker, [assignment.batch for assignment in assignments])

    def _feed(self, client: Client, workers: list[str], level: int) -> None:
        """Gives each of these workers batches until it has `level` of them."""
        loads = Counter(a.worker for a in self._in_flight.values())
        for worker in workers:
            while loads[worker] < level and (batch := self._next_batch(worker)):
                loads[worker] += 1
                try:
                    future = self._submit(client, batch, worker)
                except BaseException:
                    self._returned.append(batch)
                    raise
                self._in_flight[future.key] = Assignment(batch, worker, future)

    def _submit(self, client: Client, batch: Batch, worker: str) -> Future:
        self._submitted += 1
        future = client.submit(
            self._task,
            self._name,
            [unit.fen for unit in batch.units],
            self._depth,
            batch.origin is None,
            key=f"{self._name}-{self._submitted}",
            workers=[worker],
            pure=False,
        )
        assert client.loop is not None
        client.loop.add_callback(self._deliver, client, future)
        return future

    async def _deliver(self, client: Client, future: Future) -> None:
        """Waits for a result in Dask's thread, and queues it or the exception."""
        try:
            report = await client.gather(future, asynchronous=True)
        except Exception as error:  # noqa: BLE001 (a task may raise anything)
            report = error
        self._results.put((future.key, report))

    def _next_batch(self, worker: str) -> Batch | None:
        """The next batch for a worker: first returned batches, then recounts if there
        are enough for a batch, then new units."""

        def may_take(origin: str | None) -> bool:
            return origin != worker or len(self._workers) == 1

        for index, batch in enumerate(self._returned):
            if may_take(batch.origin):
                del self._returned[index]
                return batch
        if recount := self._next_recount(may_take):
            return recount
        left = self._ledger.units.number - self._ledger.counted
        size = self._size.choose(len(self._workers), left)
        units: list[Unit] = []
        while len(units) < size and (unit := next(self._stream, None)):
            if not self._ledger.is_counted(unit):
                units.append(unit)
            elif first := self._ledger.unverified.get(unit.index):
                self._recounts.setdefault(first.worker, deque()).append(unit)
        if len(units) < size:
            self._is_stream_over = True
        return Batch(units) if units else self._next_recount(may_take)

    def _next_recount(self, may_take: Callable[[str | None], bool]) -> Batch | None:
        left = sum(map(len, self._recounts.values()))
        size = self._recount_size.choose(max(len(self._workers), 1), left)
        for origin, waiting in self._recounts.items():
            is_enough = len(waiting) >= size or (waiting and self._is_stream_over)
            if is_enough and may_take(origin):
                number = min(size, len(waiting))
                return Batch([waiting.popleft() for _ in range(number)], origin)
        return None

    def _take(self, assignment: Assignment, report: Any) -> None:
        """Enters the counts of a batch, if the report is valid."""
        batch, worker = assignment.batch, assignment.worker
        if isinstance(report, Exception) and assignment.future.status != "error":
            self._lose(worker, [batch])
            return
        fault = _fault(report, len(batch.units))
        if fault is not None:
            self._fail(assignment, fault)
            return
        for note in report["notes"]:
            self._progress.note(f"{worker}: {note}")
        counts = report["counts"]
        if batch.origin is None:
            self._size.learn(len(counts), report["seconds"])
            self._ledger.enter(batch.units, counts, worker)
            for unit in batch.units:
                if unit.index in self._ledger.unverified:
                    self._recounts.setdefault(worker, deque()).append(unit)
        else:
            self._recount_size.learn(len(counts), report["seconds"])
            self._ledger.confirm(batch.units, counts, worker)

    def _check_nothing_is_missing(self) -> None:
        """Ends a run that would otherwise wait without end."""
        is_waiting = self._in_flight or self._returned or any(self._recounts.values())
        if self._is_stream_over and not is_waiting:
            raise PerftError("units are missing that no worker has; this is a bug")

    @staticmethod
    def _check_connection(client: Client) -> None:
        if client.status != "running":
            raise ConnectionLost("the connection broke")

    def _lose(self, worker: str, batches: list[Batch]) -> None:
        """Takes back the batches of a lost worker."""
        units = sum(len(batch.units) for batch in batches)
        self._progress.note(f"{worker} is gone; its {units} units go to another")
        for batch in batches:
            batch.losses += 1
            if batch.losses >= LOSSES:
                raise PerftError(
                    f"{LOSSES} workers vanished while they had units from "
                    f"{batch.units[0].index} on"
                )
        self._returned.extend(batches)

    def _fail(self, assignment: Assignment, fault: str) -> None:
        """Takes back the batch of a worker that failed, and gives it no more."""
        batch, worker = assignment.batch, assignment.worker
        if worker not in self._shunned:
            self._progress.note(f"{worker} gets no more units: {fault}")
        self._shunned[worker] = fault
        self._workers = [other for other in self._workers if other != worker]
        batch.faults.append(f"{worker}: {fault}")
        if len(batch.faults) >= FAULTS:
            raise PerftError(
                f"{FAULTS} workers failed on the same units: {'; '.join(batch.faults)}"
            )
        self._returned.append(batch)


def _fault(report: Any, units: int) -> str | None:
    """Describes the fault of a report on `units` units, or returns None."""
    if isinstance(report, Exception):
        return repr(report)
    try:
        if report["fault"] is not None:
            return str(report["fault"])
        counts = report["counts"]
        float(report["seconds"])
        are_numbers = all(type(count) is int and count >= 0 for count in counts)
        if are_numbers and len(counts) == units and isinstance(report["notes"], list):
            return None
    except (TypeError, KeyError, ValueError):
        pass
    return f"not a report on {units} units: {str(report)[:200]}"
