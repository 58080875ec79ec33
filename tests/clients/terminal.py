"""ox88 on a pseudo-terminal without its line editor: it prints no prompt, leaves editing
and echo to the terminal, and ends on Ctrl-D and Ctrl-C. `tests/keyboard.rs` tries the
editor."""

import os
import signal
import sys

import pexpect

PATIENCE = 30  # seconds
TOTAL_OF_DEPTH_1 = "\r\nNodes searched: 20\r\n"
DELETE = "\x7f"
HIDES_CURSOR = "\x1b[?25l"


def check(holds, what):
    """Ends the part with this message unless the condition holds."""
    if not holds:
        sys.exit(what)


def start():
    """Starts ox88 on a new terminal and reads its banner."""
    environment = {**os.environ, "OX88_PLAIN": "1"}
    terminal = pexpect.spawn("ox88", timeout=PATIENCE, encoding="utf-8", env=environment)
    terminal.expect(r"^ox88 [^\r]*\r\n")
    return terminal


def after(terminal, shown):
    """Waits for a text. Returns everything from the last typed line to that text."""
    try:
        terminal.expect_exact(shown)
    except (pexpect.TIMEOUT, pexpect.EOF):
        sys.exit(f"{shown!r} was not shown, but {terminal.before!r}")
    return terminal.before + shown


def wait(terminal):
    """Waits for the end. Returns the exit status, the signal (one of the two is None)
    and the remaining text."""
    terminal.expect(pexpect.EOF)
    text = terminal.before
    terminal.close()
    return terminal.exitstatus, terminal.signalstatus, text


def typing():
    terminal = start()
    terminal.sendline("perft 1")
    shown = after(terminal, TOTAL_OF_DEPTH_1)
    check(shown.startswith("perft 1\r\na2a3: 1\r\n"), f"a prompt or a second echo: {shown!r}")
    check(shown.count("perft") == 1, f"the typed text is shown twice: {shown!r}")
    for typed, total in (
        (f"perft 22{DELETE}", 400),
        (f"nonsense{chr(0x15)}perft 3", 8902),  # Ctrl-U clears the line.
        (f"perft quickly{chr(0x17)}2", 400),  # Ctrl-W clears the last word.
    ):
        terminal.sendline(typed)
        shown = after(terminal, f"Nodes searched: {total}\r\n")
        check("error" not in shown, f"{typed!r} was not edited: {shown!r}")
    terminal.sendline("quit")
    status = wait(terminal)
    check(status[:2] == (0, None), f"quit: {status}")
    print("typing and editing")


def end_of_input():
    terminal = start()
    terminal.sendeof()
    status = wait(terminal)
    check(status[:2] == (0, None), f"Ctrl-D: {status}")
    terminal = start()
    terminal.sendline("go perft 6")
    terminal.sendeof()
    status = wait(terminal)
    check(status[:2] == (0, None), f"Ctrl-D during a count: {status}")
    check("Nodes searched: 119060324" in status[2], f"Ctrl-D lost the count: {status}")
    print("Ctrl-D")


def interrupt():
    for typed, shown in (("isready", "readyok"), ("go perft 20", "0/20 moves")):
        terminal = start()
        terminal.sendline(typed)
        seen = after(terminal, shown)
        terminal.sendintr()
        status = wait(terminal)
        check(status[:2] == (None, signal.SIGINT), f"Ctrl-C after {typed!r}: {status}")
        check(HIDES_CURSOR not in seen + status[2], "the cursor stays hidden after Ctrl-C")
    print("Ctrl-C")


typing()
end_of_input()
interrupt()
