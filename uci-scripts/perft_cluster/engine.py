"""A conversation with one ox88 process, strict enough to add up what it says.

Workers may get this module by value (see `worker`), so it imports nothing from its
neighbours.
"""

from __future__ import annotations

import os
import re
import select
import shutil
import signal
import subprocess
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

PATIENCE = 30.0
"""Seconds without a word in a count before the engine has to show that it lives,
and that it then has for it."""

TOTAL = re.compile(r"Nodes searched: ([0-9]+)")


class EngineError(Exception):
    """The engine gave no answer that may be counted. It is not to be asked again."""


@dataclass(frozen=True)
class Options:
    """UCI options of an engine: the table's size in MiB, threads, castling."""

    hash: int
    threads: int
    chess960: bool


class Engine:
    """One ox88 process. Raises `EngineError` if it dies or says anything unexpected."""

    def __init__(self, program: str, options: Options) -> None:
        path = shutil.which(program)
        if path is None:
            raise EngineError(f"no program '{program}'")
        try:
            # Out of the terminal's process group: Ctrl-C is for the coordinator,
            # which ends the engines in order.
            self._process = subprocess.Popen(
                [*_bound_to_parent(), path],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                start_new_session=True,
            )
        except OSError as error:
            raise EngineError(f"cannot run '{path}': {error.strerror}") from error
        assert self._process.stdin and self._process.stdout
        self._input = self._process.stdin.fileno()
        self._output = self._process.stdout.fileno()
        self._lines: deque[str] = deque()
        self._tail = b""
        try:
            self.version = self._exchange("version")[-1].strip()
            self._exchange(
                f"setoption name Hash value {options.hash}",
                f"setoption name Threads value {options.threads}",
                f"setoption name UCI_Chess960 value {str(options.chess960).lower()}",
            )
        except BaseException:
            self.kill()
            raise

    def position(self, position: str) -> tuple[str, list[str]]:
        """The FEN of `startpos …` or of a FEN, and the warnings about it."""
        given = position if position.startswith("startpos") else f"fen {position}"
        lines = self._exchange(f"position {given}", "d")
        fens = [line[5:] for line in lines if line.startswith("Fen: ")]
        if len(fens) != 1:
            raise EngineError("'d' shows no FEN")
        warnings = [line for line in lines if line.startswith("info string warning")]
        return fens[0], warnings

    def count(self, fen: str, depth: int) -> int:
        """The number of paths of `depth` plies from the position."""
        commands = (f"position fen {fen}", f"count {depth}")
        answer = list(self._ask(*commands, last="Nodes searched: ", patience=PATIENCE))
        total = TOTAL.fullmatch(answer[-1])
        if len(answer) != 1 or total is None:
            raise EngineError(f"answered {answer[0]!r} to 'count {depth}'")
        return int(total[1])

    def split(self, fen: str, plies: int) -> Iterator[str]:
        """The lines of `split`, with both sums at the end."""
        commands = (f"position fen {fen}", f"split {plies}")
        return self._ask(*commands, last="Positions: ", patience=None)

    def kill(self) -> None:
        """Ends the process at once; whoever reads from it gets an `EngineError`."""
        if self._process.poll() is None:
            # The whole session: the program may be a script that runs the engine.
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def _ask(self, *commands: str, last: str, patience: float | None) -> Iterator[str]:
        """Yields the lines up to the one that starts with `last`.

        An error line ends the answer, too. `isready` overtakes a running count, so
        it is asked first when that is over, to make sure that nothing follows.
        """
        self._send(*commands)
        pings = 0
        is_over = False
        while not (is_over and pings == 0):
            line = self._line(patience)
            if line is None:
                if pings:
                    raise EngineError(f"silent for {2 * PATIENCE:.0f} seconds")
                self._send("isready")
                pings += 1
            elif line == "readyok":
                pings -= 1
            elif line.startswith("info string error: "):
                raise EngineError(line.removeprefix("info string error: "))
            elif is_over:
                raise EngineError(f"said {line!r} after its answer")
            else:
                yield line
                if line.startswith(last):
                    is_over = True
                    self._send("isready")
                    pings += 1

    def _exchange(self, *commands: str) -> list[str]:
        """The answer to commands that do not count."""
        self._send(*commands, "isready")
        lines: list[str] = []
        while (line := self._line(PATIENCE)) != "readyok":
            if line is None:
                raise EngineError(f"silent for {PATIENCE:.0f} seconds")
            if line.startswith("info string error: "):
                raise EngineError(line.removeprefix("info string error: "))
            lines.append(line)
        return lines

    def _send(self, *commands: str) -> None:
        text = "".join(f"{command}\n" for command in commands).encode()
        try:
            while text:
                text = text[os.write(self._input, text) :]
        except OSError as error:
            raise EngineError(self._end()) from error

    def _line(self, patience: float | None) -> str | None:
        """The next line, or None if nothing comes for that many seconds."""
        while not self._lines:
            if patience is not None:
                poll = select.poll()
                poll.register(self._output, select.POLLIN)
                if not poll.poll(patience * 1000):
                    return None
            piece = os.read(self._output, 1 << 16)
            if not piece:
                raise EngineError(self._end())
            *lines, self._tail = (self._tail + piece).split(b"\n")
            self._lines.extend(line.decode(errors="replace") for line in lines)
        return self._lines.popleft()

    def _end(self) -> str:
        self.kill_if_alive_after(1.0)
        status = self._process.returncode
        how = f"by {signal.Signals(-status).name}" if status < 0 else f"status {status}"
        return f"the engine ended ({how})"

    def kill_if_alive_after(self, seconds: float) -> None:
        """Waits for the process to end by itself, but no longer than that."""
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.kill()


def _bound_to_parent() -> list[str]:
    """What to put before a command so that it does not outlive us, where there is it.

    Elsewhere an engine whose worker was killed finds its input closed, and ends
    after the unit that it is counting.
    """
    wrapper = shutil.which("setpriv")
    return [wrapper, "--pdeathsig", "KILL"] if wrapper else []
