"""Talks to one ox88 process and accepts only exact replies.

Workers may get this module by value (see `worker`), so it imports nothing from the
other modules here.
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
"""Seconds without output before the engine is asked whether it is ready, and seconds
that it then has to answer."""

TOTAL = re.compile(r"Nodes searched: ([0-9]+)")


VERIFIED = "info string verified "
"""The start of the line that a verified count has before its total."""

DIFFERS = "verification failed"
"""The start of the error of a count that is wrong."""


class EngineError(Exception):
    """The engine gave no valid answer. Do not use it again."""


class WrongCount(EngineError):
    """The engine has counted a subtree twice, with different results. Its machine may
    be faulty."""


@dataclass(frozen=True)
class Options:
    """UCI options of an engine: the table's size in MiB, threads, and Chess960."""

    hash: int
    threads: int
    chess960: bool


class Engine:
    """One ox88 process. Raises `EngineError` if it ends or prints anything unexpected."""

    def __init__(self, program: str, options: Options) -> None:
        path = shutil.which(program)
        if path is None:
            raise EngineError(f"no program '{program}'")
        try:
            # Not in the terminal's process group: the coordinator handles Ctrl-C and
            # ends the engines.
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
        """Sets `startpos …` or a FEN. Returns its FEN and the warnings about it."""
        given = position if position.startswith("startpos") else f"fen {position}"
        lines = self._exchange(f"position {given}", "d")
        fens = [line[5:] for line in lines if line.startswith("Fen: ")]
        if len(fens) != 1:
            raise EngineError("'d' shows no FEN")
        warnings = [line for line in lines if line.startswith("info string warning")]
        return fens[0], warnings

    def count(self, fen: str, depth: int, is_verified: bool = False) -> int:
        """Returns the number of paths of `depth` plies from the position. If it is
        verified, the engine counts some of the subtrees twice."""
        count = f"count {depth} verify" if is_verified else f"count {depth}"
        commands = (f"position fen {fen}", count)
        answer = list(self._ask(*commands, last="Nodes searched: ", patience=PATIENCE))
        total = TOTAL.fullmatch(answer[-1])
        notes = answer[:-1]
        is_as_asked = [note.startswith(VERIFIED) for note in notes] == [True] * is_verified
        if not is_as_asked or total is None:
            raise EngineError(f"answered {answer[0]!r} to '{count}'")
        return int(total[1])

    def split(self, fen: str, plies: int) -> Iterator[str]:
        """Yields the lines of `split`, with the two sums at the end."""
        commands = (f"position fen {fen}", f"split {plies}")
        return self._ask(*commands, last="Positions: ", patience=None)

    def kill(self) -> None:
        """Ends the process at once. A call that waits for it raises `EngineError`."""
        if self._process.poll() is None:
            # The whole process group, because the program may be a script.
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def _ask(self, *commands: str, last: str, patience: float | None) -> Iterator[str]:
        """Yields the lines up to the one that starts with `last`.

        An error line ends the answer, too. `isready` is answered at once during a
        count, so it is sent after the last line, to make sure that nothing follows.
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
                error = line.removeprefix("info string error: ")
                raise (WrongCount if error.startswith(DIFFERS) else EngineError)(error)
            elif is_over:
                raise EngineError(f"printed {line!r} after its answer")
            else:
                yield line
                if line.startswith(last):
                    is_over = True
                    self._send("isready")
                    pings += 1

    def _exchange(self, *commands: str) -> list[str]:
        """Returns the answer to commands that do not count."""
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
        """Returns the next line, or None if there is none for that many seconds."""
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
        """Waits some seconds for the process to end by itself, then kills it."""
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.kill()


def _bound_to_parent() -> list[str]:
    """The prefix of a command that ends it with this process, where the system has it.

    Without it, an engine whose worker was killed ends after the current unit, because
    its input is closed.
    """
    wrapper = shutil.which("setpriv")
    return [wrapper, "--pdeathsig", "KILL"] if wrapper else []
