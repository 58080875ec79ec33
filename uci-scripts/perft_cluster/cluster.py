"""Connects to the workers of a remote scheduler, or starts local ones for this run."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from distributed import Client, LocalCluster

from . import PerftError

CONNECT_TIMEOUT = 10
"""Seconds for one attempt to reach the scheduler."""
CLOSE_TIMEOUT = 10.0
"""Seconds that closing a connection may take."""


class ConnectionLost(Exception):
    """The connection to the scheduler broke."""


@contextmanager
def local(workers: int) -> Iterator[Client]:
    """A cluster on this machine with one process per worker. It ends with the block."""
    _silence_dask()
    # No memory limit: Dask would measure its own small process, not the engine.
    with (
        LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            memory_limit=0,
            dashboard_address=None,
            silence_logs=logging.CRITICAL,
        ) as cluster,
        Client(cluster) as client,
    ):
        yield client


@contextmanager
def remote(
    address: str, patience: float, note: Callable[[str], None]
) -> Iterator[Client]:
    """A connection to a scheduler, which may take `patience` seconds to start.

    Raises `PerftError` if it does not answer within that time.
    """
    _silence_dask()
    deadline = time.monotonic() + patience
    waiting = False
    while True:
        try:
            client = Client(address, timeout=CONNECT_TIMEOUT)
            break
        except (OSError, ValueError) as error:
            if isinstance(error, ValueError) or time.monotonic() >= deadline:
                raise PerftError(f"no scheduler at {address}: {error}") from error
            if not waiting:
                waiting = True
                note(f"no scheduler at {address}; waiting up to {patience:.0f} seconds")
            time.sleep(1)
    try:
        yield client
    finally:
        within(CLOSE_TIMEOUT, client.close)


def _silence_dask() -> None:
    """Silences Dask's logs, since this program reports the same errors in one line."""
    for name in ("distributed", "distributed.client", "distributed.nanny"):
        logging.getLogger(name).setLevel(logging.CRITICAL)


def within(seconds: float, close: Callable[[], object]) -> None:
    """Calls `close`, which may hang or fail if the other side is gone, but waits only
    `seconds` for it."""

    def attempt() -> None:
        try:
            close()
        except Exception:
            logging.getLogger(__name__).debug("while closing", exc_info=True)

    thread = threading.Thread(target=attempt, daemon=True)
    thread.start()
    thread.join(seconds)
