"""What runs on the machines that count.

A worker process has one engine for all that it counts, so that the table stays warm,
and a second one without a table while counts are verified. Workers get this module
and `engine` by value: they need Dask and ox88, but no copy of these files.
"""

from __future__ import annotations

import shutil
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypedDict

import cloudpickle
from distributed import Worker, WorkerPlugin, get_worker

from . import engine as engine_module
from .engine import Engine, EngineError, Options

ATTEMPTS = 3
"""How often a unit is tried, each time with a new engine, before it is given back."""


class Report(TypedDict):
    """What a worker says about a batch: all counts in order, or the fault."""

    worker: str
    counts: list[int]
    seconds: float
    notes: list[str]
    fault: str | None


@dataclass(frozen=True)
class EngineSettings:
    """Which engine a worker runs. `version` is what it has to be."""

    program: str
    options: Options
    version: str


class EnginePlugin(WorkerPlugin):
    """Keeps a worker's engines. Faults are reported with a batch, never raised, so
    that a machine without ox88 does not keep the cluster from starting."""

    def __init__(self, settings: EngineSettings) -> None:
        self._settings = settings

    def setup(self, worker: Worker) -> None:
        self._address = worker.address
        self._engines: dict[bool, Engine] = {}
        # A worker with several threads still has one engine.
        self._turn = threading.Lock()
        self._is_over = False

    def teardown(self, worker: Worker) -> None:
        """Ends the engines, in the middle of a count if need be."""
        self._is_over = True
        for engine in list(self._engines.values()):
            engine.kill()

    def count(self, fens: Sequence[str], depth: int, with_table: bool) -> Report:
        """Counts the positions to that depth."""
        report = Report(
            worker=self._address, counts=[], seconds=0.0, notes=[], fault=None
        )
        with self._turn:
            start = time.monotonic()
            for fen in fens:
                try:
                    report["counts"].append(
                        self._count(fen, depth, with_table, report["notes"])
                    )
                except EngineError as error:
                    report["fault"] = f"{error} (at {fen})"
                    break
            report["seconds"] = time.monotonic() - start
        return report

    def _count(self, fen: str, depth: int, with_table: bool, notes: list[str]) -> int:
        for attempt in range(1, ATTEMPTS + 1):
            try:
                return self._engine(with_table).count(fen, depth)
            except EngineError as error:
                if engine := self._engines.pop(with_table, None):
                    engine.kill()
                if self._is_over or attempt == ATTEMPTS:
                    raise
                notes.append(f"{error}; started it anew")
        raise AssertionError

    def _engine(self, with_table: bool) -> Engine:
        if self._is_over:
            raise EngineError("the run is over")
        if with_table not in self._engines:
            wanted = self._settings
            options = wanted.options
            if not with_table:
                options = replace(options, hash=0)
            # The same path on every machine is a convenience, no condition.
            program = wanted.program if shutil.which(wanted.program) else "ox88"
            engine = Engine(program, options)
            self._engines[with_table] = engine
            if engine.version != wanted.version:
                raise EngineError(
                    f"'{program}' is {engine.version}, not {wanted.version}"
                )
        return self._engines[with_table]


def count_batch(
    plugin: str, fens: Sequence[str], depth: int, with_table: bool
) -> Report:
    """The task: has the worker that runs it count the positions."""
    found: Any = get_worker().plugins[plugin]
    return found.count(fens, depth, with_table)


class ByValue:
    """A function that is sent to the workers as its code, not as the name of a module
    that they would have to import."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._code = cloudpickle.dumps(function)
        self._function = function

    def __call__(self, *arguments: Any) -> Any:
        return self._function(*arguments)

    def __reduce__(self) -> tuple[Callable[[bytes], Any], tuple[bytes]]:
        return cloudpickle.loads, (self._code,)


def by_value() -> ByValue:
    """Has this module and `engine` sent by value from now on, and gives the task."""
    import sys

    for module in (engine_module, sys.modules[__name__]):
        cloudpickle.register_pickle_by_value(module)
    return ByValue(count_batch)
