"""Shows the progress on stderr: a bar on a terminal, a line every few seconds elsewhere."""

from __future__ import annotations

import sys
import time

from tqdm import tqdm

INTERVAL = 10.0
"""Seconds between two lines without a terminal."""


class Progress:
    """Shows units and their rate, the time left, the total and its rate."""

    def __init__(self, units: int, counted: int, total: int) -> None:
        self._start = self._printed = time.monotonic()
        self._units = units
        self._counted_before = self._counted = counted
        self._total_before = total
        self._bar: tqdm | None = None
        if sys.stderr.isatty():
            self._bar = tqdm(
                total=units, initial=counted, unit=" units", dynamic_ncols=True
            )

    def update(self, counted: int, total: int) -> None:
        """Updates the state, and shows it if it is time."""
        now = time.monotonic()
        seconds = max(now - self._start, 1e-9)
        leaves = (total - self._total_before) / seconds
        if self._bar is not None:
            self._bar.set_postfix_str(
                f"{_short(total)} leaves, {_short(leaves)}/s", refresh=False
            )
            self._bar.update(counted - self._counted)
        elif now - self._printed >= INTERVAL:
            self._printed = now
            rate = (counted - self._counted_before) / seconds
            left = _clock((self._units - counted) / rate) if rate else "?"
            percent = 100 * counted // self._units
            self.note(
                f"{counted} of {self._units} units ({percent} %), {rate:.4g} units/s, "
                f"{left} left; {_short(total)} leaves, {_short(leaves)}/s"
            )
        self._counted = counted

    def note(self, text: str) -> None:
        """Prints a message without breaking the bar."""
        if self._bar is not None:
            self._bar.write(text, file=sys.stderr)
        else:
            print(text, file=sys.stderr, flush=True)

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()


def _short(number: float) -> str:
    """Formats 1234567 as 1.23M."""
    return tqdm.format_sizeof(number)


def _clock(seconds: float) -> str:
    return tqdm.format_interval(seconds)
