"""The code that runs on the machines that count.

A worker process keeps one engine for all its counts, so the table stays filled. It has
a second engine without a table for recounts. Workers get this module and `engine` by
value: they need Dask and ox88, but no copy of these files.
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
from .engine import Engine, EngineError, Options, WrongCount

ATTEMPTS = 3
"""How often a worker tries a unit, each time with a new engine."""


class Report(TypedDict):
    """A worker's report on a batch: all counts in order, or the fault."""

    worker: str
    counts: list[int]
    seconds: float
    notes: list[str]
    fault: str | None


@dataclass(frozen=True)
class EngineSettings:
    """The engine of a worker. `version` is the required version. With `is_verified`, it
    verifies its own counts."""

    program: str
    options: Options
    version: str
    is_verified: bool


class EnginePlugin(WorkerPlugin):
    """Keeps a worker's engines. It reports faults with a batch and never raises them, so
    the cluster also starts if a machine has no ox88."""

    def __init__(self, settings: EngineSettings) -> None:
        self._settings = settings

    def setup(self, worker: Worker) -> None:
        self._address = worker.address
        self._engines: dict[bool, Engine] = {}
        # The threads of a worker share one engine.
        self._turn = threading.Lock()
        self._is_over = False

    def teardown(self, worker: Worker) -> None:
        """Ends the engines, even during a count."""
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
                engine = self._engine(with_table)
                return engine.count(fen, depth, self._settings.is_verified)
            except EngineError as error:
                if engine := self._engines.pop(with_table, None):
                    engine.kill()
                # A machine that counts wrong may count right the next time.
                is_wrong = isinstance(error, WrongCount)
                if self._is_over or is_wrong or attempt == ATTEMPTS:
                    raise
                notes.append(f"{error}; started it again")
        raise AssertionError

    def _engine(self, with_table: bool) -> Engine:
        if self._is_over:
            raise EngineError("the run is over")
        if with_table not in self._engines:
            wanted = self._settings
            options = wanted.options
            if not with_table:
                options = replace(options, hash=0)
            # The engine need not have the same path on every machine.
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
    """The task: counts the positions on the worker that runs it."""
    found: Any = get_worker().plugins[plugin]
    return found.count(fens, depth, with_table)


class ByValue:
    """A function that is sent to the workers as code, so they need not import its
    module."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._code = cloudpickle.dumps(function)
        self._function = function

    def __call__(self, *arguments: Any) -> Any:
        return self._function(*arguments)

    def __reduce__(self) -> tuple[Callable[[bytes], Any], tuple[bytes]]:
        return cloudpickle.loads, (self._code,)


def by_value() -> ByValue:
    """Registers this module and `engine` to be sent by value, and returns the task."""
    import sys

    for module in (engine_module, sys.modules[__name__]):
        cloudpickle.register_pickle_by_value(module)
    return ByValue(count_batch)
