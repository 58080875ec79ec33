#!/usr/bin/env python3
"""Counts perft on the workers of a Dask cluster.

The total is exact: ox88 lists the unique positions some plies from the root, and the
workers count each of them once. The total is the sum of the counts, each multiplied by
the number of paths to its position. See `docs/distributed.md`.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path
from types import FrameType

if __name__ == "__mp_main__":
    # A worker of --local. It ignores Ctrl-C, which the coordinator handles.
    signal.signal(signal.SIGINT, signal.SIG_IGN)

try:
    from distributed import Client

    from perft_cluster import PerftError, cluster
    from perft_cluster.coordinator import Coordinator
    from perft_cluster.engine import Engine, EngineError, Options
    from perft_cluster.journal import Journal
    from perft_cluster.ledger import Ledger
    from perft_cluster.progress import Progress
    from perft_cluster.units import Units
    from perft_cluster.worker import EngineSettings
except ModuleNotFoundError as error:
    requirements = Path(__file__).with_name("requirements.txt")
    sys.exit(f"dask_perft.py: {error}; pip install -r {requirements}")

BUILT = Path(__file__).resolve().parent.parent / "target" / "release" / "ox88"
UNIT_DEPTH = 6
"""Plies below a unit with the default for --split, where the depth allows it."""


class Interrupted(Exception):
    """A signal that ends the run."""

    def __init__(self, number: int) -> None:
        super().__init__(f"interrupted by {signal.Signals(number).name}")
        self.number = number


def main() -> int:
    """Runs the command line, and returns the exit status."""
    arguments = parse_arguments()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, interrupt)
    try:
        total = count(arguments)
        print(f"Nodes searched: {total}", flush=True)
        return 0
    except Interrupted as interruption:
        message, status = str(interruption), 128 + interruption.number
    except (PerftError, EngineError) as error:
        message, status = str(error), 1
    except OSError as error:
        message, status = f"{error.filename or 'output'}: {error.strerror}", 1
    print(f"dask_perft.py: {message}", file=sys.stderr)
    return status


def interrupt(number: int, _: FrameType | None) -> None:
    """Handles a signal. A second signal of its kind ends the program at once."""
    signal.signal(number, signal.SIG_DFL)
    raise Interrupted(number)


def parse_arguments() -> argparse.Namespace:
    """Reads the command line. An invalid one ends the program with status 2."""

    def number(least: float, kind: type = int):
        def parse(text: str):
            value = kind(text)
            if not value >= least:
                raise ValueError
            return value

        parse.__name__ = f"number from {least}"
        return parse

    parser = argparse.ArgumentParser(
        description="Counts perft(DEPTH) of a position on the workers of a Dask "
        "cluster, and prints 'Nodes searched: TOTAL'. Progress goes to stderr.",
        epilog="The exit status is 0 with a total on stdout, 1 after an error, 2 if the "
        "arguments are wrong, and 128 plus its number after a signal. If there is no "
        "total, run the same command again to continue from its journal.",
    )
    add = parser.add_argument
    add("fen", metavar="FEN", help="the position, in quotes, or 'startpos'")
    add("depth", metavar="DEPTH", type=number(2), help="how deep to count, in plies")
    add(
        "--split",
        metavar="K",
        type=number(1),
        help="plies from the position to the units, less than DEPTH "
        f"(default: DEPTH - {UNIT_DEPTH}, but from 2 to 5)",
    )
    where = parser.add_mutually_exclusive_group()
    where.add_argument(
        "--scheduler", metavar="ADDRESS", help="the Dask scheduler, as HOST:PORT"
    )
    where.add_argument(
        "--local",
        metavar="N",
        type=number(1),
        help="run N workers on this machine instead (default: one for each processor)",
    )
    add(
        "--journal",
        metavar="FILE",
        type=Path,
        help="write every finished unit to FILE, and continue from its contents",
    )
    add(
        "--verify",
        metavar="P",
        type=number(0, float),
        default=0.0,
        help="count P %% of the units again, without a table, on other workers if "
        "there are any, and stop on any difference (default: 0)",
    )
    add(
        "--verify-counts",
        action="store_true",
        help="let each engine count some of the subtrees of each unit twice, the second "
        "time without a table and by another method; a worker with a difference gets no "
        "more units",
    )
    add(
        "--hash",
        metavar="MIB",
        type=number(0),
        default=64,
        help="size of each worker's table (default: 64)",
    )
    add(
        "--threads",
        metavar="N",
        type=number(1),
        default=1,
        help="threads of each worker's engine (default: 1)",
    )
    add(
        "--batch",
        metavar="UNITS",
        type=number(1),
        help="units that a worker gets at a time (default: about 5 seconds of work)",
    )
    add("--chess960", action="store_true", help="read and count it as Chess960")
    add(
        "--ox88",
        metavar="PATH",
        help="the engine, here and on workers with the same path; other workers use the "
        "ox88 on their PATH (default: target/release/ox88 beside this folder, or PATH)",
    )
    add(
        "--patience",
        metavar="SECONDS",
        type=number(0),
        default=300,
        help="how long to wait for a scheduler that does not answer (default: 300)",
    )
    arguments = parser.parse_args()
    if arguments.split is None:
        arguments.split = min(
            max(arguments.depth - UNIT_DEPTH, 2), 5, arguments.depth - 1
        )
    if arguments.split >= arguments.depth:
        parser.error(f"--split must be less than the depth, {arguments.depth}")
    if not 0 <= arguments.verify <= 100:
        parser.error("--verify is a percentage")
    if arguments.ox88 is None:
        arguments.ox88 = str(BUILT) if BUILT.exists() else "ox88"
    elif os.path.sep in arguments.ox88:
        arguments.ox88 = os.path.abspath(arguments.ox88)
    return arguments


def count(arguments: argparse.Namespace) -> int:
    """Counts on the workers and returns the total."""
    options = Options(arguments.hash, arguments.threads, arguments.chess960)
    # Only the workers need the table. This machine may have less memory.
    engine = Engine(arguments.ox88, replace(options, hash=0, threads=1))
    try:
        fen, warnings = engine.position(" ".join(arguments.fen.split()))
        for warning in warnings:
            print(warning, file=sys.stderr)
        folder = arguments.journal.parent if arguments.journal else None
        units = Units(engine, fen, arguments.split, folder)
        settings = EngineSettings(
            arguments.ox88, options, engine.version, arguments.verify_counts
        )
    finally:
        engine.kill()
    journal = None
    if arguments.journal:
        header = {
            "format": 1,
            "position": fen,
            "chess960": arguments.chess960,
            "depth": arguments.depth,
            "split": arguments.split,
            "engine": settings.version,
            "units": units.number,
            "digest": units.digest,
        }
        journal = Journal(arguments.journal, header)
    try:
        ledger = Ledger(units, journal, arguments.verify)
        if not ledger.is_complete:
            distribute(arguments, ledger, settings)
        if arguments.verify:
            print(f"{ledger.verified} units verified", file=sys.stderr)
        return ledger.total
    finally:
        if journal:
            journal.close()


def distribute(
    arguments: argparse.Namespace, ledger: Ledger, engine: EngineSettings
) -> None:
    """Counts the units that the ledger does not hold yet."""
    progress = Progress(ledger.units.number, ledger.counted, ledger.total)
    depth = arguments.depth - arguments.split
    progress.note(
        f"{ledger.units.number} units of depth {depth}, {ledger.counted} of them counted"
    )
    coordinator = Coordinator(ledger, depth, engine, arguments.batch, progress)
    try:
        while not ledger.is_complete:
            with connect(arguments, progress) as client:
                try:
                    coordinator.run(client)
                except cluster.ConnectionLost as loss:
                    if not arguments.scheduler:
                        raise PerftError(f"the local cluster broke: {loss}") from loss
                    progress.note(f"lost the scheduler: {loss}")
    except BaseException:
        kept = f"kept in {arguments.journal}" if arguments.journal else "not kept"
        progress.note(
            f"{ledger.counted} of {ledger.units.number} units are counted and {kept}"
        )
        raise
    finally:
        progress.close()


def connect(
    arguments: argparse.Namespace, progress: Progress
) -> AbstractContextManager[Client]:
    """Connects to the workers that the command line selects."""
    if arguments.scheduler:
        return cluster.remote(arguments.scheduler, arguments.patience, progress.note)
    return cluster.local(arguments.local or os.cpu_count() or 1)


if __name__ == "__main__":
    sys.exit(main())
