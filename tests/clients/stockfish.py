"""ox88 prints the same counts of positions from random games as Stockfish, except
for the order of the moves and the `info` lines."""

import shutil
import sys

import games

NUMBER = 150  # of standard chess, and as many of Chess960
SEED = 20_240_101

if shutil.which("stockfish") is None:
    print("no stockfish on the PATH")
    sys.exit(77)

leaves = 0
for chess960 in (False, True):
    boards = games.positions(SEED + chess960, NUMBER, chess960)
    questions = [(games.fen(board, i), 3 + i % 2) for i, board in enumerate(boards)]
    right, found = (
        games.replies(games.converse(program, chess960, questions))
        for program in ("stockfish", "ox88")
    )
    if len(right) != NUMBER:
        sys.exit(f"Stockfish answered {len(right)} of {NUMBER} questions")
    difference = games.first_difference(questions, right, found)
    if difference:
        sys.exit(difference)
    leaves += sum(int(reply.split()[-1]) for reply in right)
print(f"{2 * NUMBER} positions, {leaves:,} leaves, the same text")
