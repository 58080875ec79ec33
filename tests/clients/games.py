"""Positions from random games, and the replies of an engine to counts of them."""

import random
import re
import subprocess

import chess

# The share of a game's positions that are used: few ordinary ones, many that
# test a rule.
PLAIN = 0.1
SPECIAL = 0.8
LONGEST_GAME = 160  # plies


def is_special(board):
    """Returns whether there is a check, an en passant capture or castling."""
    return (
        board.is_check()
        or board.has_legal_en_passant()
        or any(board.generate_castling_moves())
    )


def positions(seed, number, chess960):
    """Returns `number` boards from random games. The same seed gives the same boards."""
    chance = random.Random(seed)
    taken = []
    while len(taken) < number:
        board = chess.Board()
        if chess960:
            board = chess.Board.from_chess960_pos(chance.randrange(960))
        for _ in range(LONGEST_GAME):
            moves = list(board.legal_moves)
            if not moves:
                taken.append(board.copy(stack=False))
                break
            board.push(chance.choice(moves))
            if chance.random() < (SPECIAL if is_special(board) else PLAIN):
                taken.append(board.copy(stack=False))
    return taken[:number]


def fen(board, number):
    """Returns a FEN of the board. The format depends on `number`: castling rights
    as X-FEN or Shredder-FEN, the en passant square after every double step or
    only where a capture is legal."""
    en_passant = ["fen", "legal"][number % 2]
    shredder = board.chess960 and number // 2 % 2 == 1
    return board.fen(shredder=shredder, en_passant=en_passant)


def converse(program, chess960, questions):
    """Returns the output of the program for these pairs of FEN and depth. The
    session gets its whole input at once."""
    lines = [f"setoption name UCI_Chess960 value {str(chess960).lower()}"]
    for fen_text, depth in questions:
        lines += [f"position fen {fen_text}", f"go perft {depth}"]
    lines += ["quit", ""]
    session = subprocess.run(
        [program], input="\n".join(lines), capture_output=True, text=True, timeout=300
    )
    if session.returncode != 0 or session.stderr:
        raise SystemExit(f"{program}: status {session.returncode}, {session.stderr}")
    return session.stdout


def replies(output):
    """Returns the text of each reply to a count: the sorted moves, then the total.
    The banner and the `info` lines are left out, because they differ from engine
    to engine and clients skip them."""
    lines = [line for line in output.splitlines()[1:] if not line.startswith("info ")]
    moves, found = [], []
    for line in lines:
        if re.fullmatch(r"[a-h][1-8][a-h][1-8][qrbn]?: \d+", line):
            moves.append(line)
        elif line.startswith("Nodes searched: "):
            found.append("\n".join([*sorted(moves), "", line, ""]))
            moves = []
        elif line:
            raise SystemExit(f"unexpected line '{line}'")
    return found


def first_difference(questions, right, found):
    """Describes the first difference between the replies, or returns None."""
    if len(found) != len(right):
        return f"{len(found)} replies, expected {len(right)}"
    for (fen_text, depth), expected, reply in zip(questions, right, found):
        if reply != expected:
            expected, reply = set(expected.splitlines()), set(reply.splitlines())
            return "\n".join(
                [f"{fen_text}, depth {depth}"]
                + [f"right is '{line}'" for line in sorted(expected - reply)]
                + [f"ox88 has '{line}'" for line in sorted(reply - expected)]
            )
    return None
