"""Positions from random games, and ox88's counts for them. Nothing here knows
what the parts make of it."""

import random
import re
import subprocess

import chess

# Share of the positions of a game that are taken: few that are like any other,
# many that test a rule.
PLAIN = 0.1
SPECIAL = 0.8
LONGEST_GAME = 160  # plies


def is_special(board):
    """Whether there is a check, an en passant capture or castling."""
    return (
        board.is_check()
        or board.has_legal_en_passant()
        or any(board.generate_castling_moves())
    )


def positions(seed, number, chess960):
    """That many boards from random games, the same for the same seed."""
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
    """One of the ways to write the position, by turns: the castling rights as
    X-FEN or Shredder-FEN, the en passant square after every double step or
    only if there is a pawn to capture."""
    en_passant = ["fen", "legal"][number % 2]
    shredder = board.chess960 and number // 2 % 2 == 1
    return board.fen(shredder=shredder, en_passant=en_passant)


def converse(program, chess960, questions):
    """All that the program prints for these pairs of FEN and depth, in one
    session that gets the whole of its input at once."""
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
    """The text of each reply to a count: its moves sorted, then what follows
    them, without the first line of the session and without `info` lines. Those
    are for a client to pass over, and no two engines print the same."""
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
    """What is wrong with these replies, or nothing."""
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
