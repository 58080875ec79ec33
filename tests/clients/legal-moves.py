"""ox88's divides of positions from random games are those of python-chess's
own move generator."""

import sys

import games

NUMBER = 4000  # of standard chess, and as many of Chess960
SEED = 20_240_202
DEPTH = 2

seen = dict.fromkeys(("castling", "en passant", "promotion", "check", "no move"), 0)


def divide(board):
    """Returns the expected reply to a count, computed by python-chess."""
    lines, total = [], 0
    kinds = set()
    for move in list(board.legal_moves):
        if board.is_castling(move):
            kinds.add("castling")
        if board.is_en_passant(move):
            kinds.add("en passant")
        if move.promotion:
            kinds.add("promotion")
        board.push(move)
        count = board.legal_moves.count()
        board.pop()
        lines.append(f"{move.uci()}: {count}")
        total += count
    if board.is_check():
        kinds.add("check")
    if not lines:
        kinds.add("no move")
    for kind in kinds:
        seen[kind] += 1
    return "\n".join([*sorted(lines), "", f"Nodes searched: {total}", ""])


leaves = 0
for chess960 in (False, True):
    boards = games.positions(SEED + chess960, NUMBER, chess960)
    questions = [(games.fen(board, i), DEPTH) for i, board in enumerate(boards)]
    found = games.replies(games.converse("ox88", chess960, questions))
    right = [divide(board) for board in boards]
    difference = games.first_difference(questions, right, found)
    if difference:
        sys.exit(difference)
    leaves += sum(int(reply.split()[-1]) for reply in right)
print(f"{2 * NUMBER} positions, {leaves:,} leaves, no difference; among them with")
print(", ".join(f"{kind} {number}" for kind, number in seen.items()))
if not all(seen.values()):
    sys.exit("no position with one of these kinds of moves")
