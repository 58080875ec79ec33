"""pretty-perft walks through the tree with ox88 on a terminal, in both of its
modes. The counts on each screen must match its own generator and python-chess."""

import os
import re
import shutil
import sys
import time

import chess
import pexpect
import pyte

LINES, COLUMNS = 60, 150
PATIENCE = 60  # seconds
DEPTH = 4

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
# Moves to follow; then every one is taken back.
WALKS = (
    (chess.STARTING_FEN, ["e2e4", "e7e5"]),
    (KIWIPETE, ["e1g1", "b4c3"]),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", ["d7c8q", "d8c8"]),
    (KIWIPETE, ["a2a4", "b4a3"]),
)


def program():
    """Returns the path of PRETTY_PERFT's program, or of the one on the PATH."""
    found = shutil.which(os.environ.get("PRETTY_PERFT", "pretty-perft"))
    if found is None:
        print("no pretty-perft on the PATH, and PRETTY_PERFT names none")
        sys.exit(77)
    return found


def perft(board, depth):
    if depth == 0:
        return 1
    if depth == 1:
        return board.legal_moves.count()
    total = 0
    for move in list(board.legal_moves):
        board.push(move)
        total += perft(board, depth - 1)
        board.pop()
    return total


class Screen:
    """A running pretty-perft and its screen."""

    def __init__(self, mode, fen):
        arguments = [mode, "ox88", "--depth", str(DEPTH), "--fen", fen]
        self.child = pexpect.spawn(program(), arguments, dimensions=(LINES, COLUMNS))
        self.screen = pyte.Screen(COLUMNS, LINES)
        self.stream = pyte.ByteStream(self.screen)

    def text(self):
        return "\n".join(line.rstrip() for line in self.screen.display)

    def read(self):
        try:
            self.stream.feed(self.child.read_nonblocking(65536, timeout=0.1))
        except pexpect.TIMEOUT:
            pass
        except pexpect.EOF:
            sys.exit(f"pretty-perft has ended:\n{self.text()}")

    def number(self, name):
        found = re.search(rf"{name}\s+(\d+)", self.text())
        return int(found[1]) if found else None

    def expect(self, board, depth):
        """Waits until the screen shows this position with the right totals. The two
        counts of every move must be equal."""
        total = perft(board.copy(), depth)
        deadline = time.monotonic() + PATIENCE
        while True:
            self.read()
            text = self.text()
            totals = self.number("Total found"), self.number("Total expected")
            at = re.search(r"Current position\s+(\S+)", text)
            if totals == (total, total) and at and at[1] == board.board_fen():
                break
            if time.monotonic() > deadline:
                sys.exit(f"{totals}, expected {total} for {board.fen()}:\n{text}")
        rows = re.findall(r"([a-h][1-8][a-h][1-8][qrbn]?)\s+(\d+)\s+(\d+)", text)
        if not rows or any(found != expected for _, found, expected in rows):
            sys.exit(f"the list differs:\n{text}")

    def select(self, board, move):
        """Selects a move of the list, which is sorted by name."""
        names = sorted(str(legal) for legal in board.legal_moves)
        for _ in range(names.index(move)):
            self.child.send("j")
            self.read()
        self.child.send("l")

    def back(self):
        self.child.send("h")

    def quit(self):
        self.child.send("q")
        self.child.expect(pexpect.EOF, timeout=PATIENCE)
        self.child.close()


screens = 0
for mode in ("--engine", "--command"):
    for fen, moves in WALKS:
        screen = Screen(mode, fen)
        board = chess.Board(fen)
        # pretty-perft counts one ply less than --depth.
        screen.expect(board, DEPTH - 1)
        for move in moves:
            screen.select(board, move)
            board.push_uci(move)
            screen.expect(board, DEPTH - 1 - len(board.move_stack))
        while board.move_stack:
            screen.back()
            board.pop()
            screen.expect(board, DEPTH - 1 - len(board.move_stack))
        screen.quit()
        screens += 1 + 2 * len(moves)
print(f"{screens} screens, every count found as expected")
