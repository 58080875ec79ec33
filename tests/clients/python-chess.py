"""python-chess plays and analyses with ox88. It checks every move and logs every
line that it cannot read, and its log must stay empty."""

import contextlib
import io
import itertools
import logging
import random
import re
import sys
import time

import chess
import chess.engine
from chess.engine import Limit

GAMES = 10  # of standard chess, and as many of Chess960
SEED = 20_240_303
LONGEST_GAME = 200  # plies
LIMITS = (
    Limit(time=0.01),
    Limit(depth=3),
    Limit(nodes=2000),
    Limit(white_clock=2, black_clock=2, white_inc=0.01, black_inc=0.01),
    Limit(white_clock=2, black_clock=2, remaining_moves=20),
)
BACK_RANK_MATE = chess.Board("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1")
MATED = chess.Board("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3")

complaints = io.StringIO()
logging.basicConfig(stream=complaints, level=logging.WARNING)


def check(holds, what):
    """Ends the part unless it holds."""
    if not holds:
        sys.exit(f"{what}\n{complaints.getvalue()}".rstrip())


def start():
    return chess.engine.SimpleEngine.popen_uci("ox88", timeout=20)


def end(engine):
    engine.quit()
    status = engine.transport.get_returncode()
    check(status == 0, f"exit status {status} after quit, expected 0")


def handshake(engine):
    check(engine.id["name"].startswith("ox88 "), f"id {engine.id}")
    check(engine.id["author"] == "the ox88 developers", f"id {engine.id}")
    kinds = {name: option.type for name, option in engine.options.items()}
    expected = {
        "UCI_Chess960": "check",
        "Ponder": "check",
        "Perft Method": "combo",
        "Hash": "spin",
        "Clear Hash": "button",
        "Threads": "spin",
        "MultiPV": "spin",
        "Move Overhead": "spin",
    }
    check(kinds == expected, f"options {kinds}")
    engine.configure({"Perft Method": "bulk", "Hash": 32, "Threads": 2, "Clear Hash": None})
    engine.ping()
    print(f"{engine.id['name']}, {len(kinds)} options")


def play(players, board, ponder):
    """Plays one game of two engines, to its end or to LONGEST_GAME plies."""
    game = object()
    for player, limit in zip(itertools.cycle(players), itertools.cycle(LIMITS)):
        if board.is_game_over(claim_draw=True) or board.ply() >= LONGEST_GAME:
            return board.ply()
        # Raises an error for an illegal move, and for no move.
        reply = player.play(board, limit, game=game, ponder=ponder, info=chess.engine.INFO_ALL)
        check(reply.move in board.legal_moves, f"{reply.move} in {board.fen()}")
        # python-chess does not collect the info lines before `ponderhit`.
        check(ponder or "score" in reply.info, f"no score in {board.fen()}: {reply.info}")
        board.push(reply.move)


def games():
    chance = random.Random(SEED)
    plies = 0
    with start() as one, start() as two:
        for number in range(GAMES):
            ponder = number % 2 == 1
            plies += play((one, two), chess.Board(), ponder)
            board = chess.Board.from_chess960_pos(chance.randrange(960))
            plies += play((one, two), board, ponder)
        end(one)
        end(two)
    print(f"{2 * GAMES} games, {plies} moves, all legal")


def analysis(engine):
    """An analysis without limits ends soon after `stop`."""
    with engine.analysis(chess.Board()) as running:
        for info in running:
            if info.get("depth", 0) >= 3:
                break
        stopped = time.monotonic()
        running.stop()
        best = running.wait().move
        waited = time.monotonic() - stopped
    check(best in chess.Board().legal_moves, f"analysis ends with {best}")
    check(running.info["pv"][0] == best, f"{best} is not the first of {running.info['pv']}")
    print(f"analysis ended {waited:.3f} s after stop")


def several_lines(engine):
    lines = engine.analyse(chess.Board(), Limit(depth=3), multipv=3)
    first_moves = {info["pv"][0] for info in lines}
    check(len(lines) == len(first_moves) == 3, f"multipv 3: {lines}")
    scores = [info["score"].relative for info in lines]
    check(scores == sorted(scores, reverse=True), f"multipv 3: {scores}")
    print("three lines of analysis")


def quit_during_a_search():
    """python-chess raises TimeoutError if the engine does not end soon after `quit`."""
    engine = start()
    engine.analysis(chess.Board(), Limit(depth=40))
    end(engine)
    print("quit during a search")


def mates(engine):
    reply = engine.play(BACK_RANK_MATE, Limit(depth=4), info=chess.engine.INFO_ALL)
    check(reply.move == chess.Move.from_uci("a1a8"), f"mate in one: {reply.move}")
    check(reply.info["score"].relative == chess.engine.Mate(1), f"{reply.info}")
    found = engine.analyse(BACK_RANK_MATE, Limit(mate=1))
    check(found["score"].relative == chess.engine.Mate(1), f"go mate 1: {found}")
    only = [chess.Move.from_uci("a2a3")]
    reply = engine.play(chess.Board(), Limit(depth=2), root_moves=only)
    check(reply.move == only[0], f"searchmoves a2a3: {reply.move}")
    reply = engine.play(MATED, Limit(depth=2), info=chess.engine.INFO_ALL)
    check(reply.move is None, f"the mated side moves: {reply.move}")
    check(reply.info["score"].relative == chess.engine.Mate(0), f"{reply.info}")


def example_of_the_readme():
    """The README's example finds ox88 on the PATH, plays a move, and counts perft(5)."""
    with open("README.md", encoding="utf-8") as readme:
        (example,) = re.findall(r"^```python\n(.*?)^```", readme.read(), re.M | re.S)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(example, {})
    move, count = printed.getvalue().split()
    check(chess.Move.from_uci(move) in chess.Board().legal_moves, f"README: move {move}")
    check(count == "4865609", f"README: perft(5) is {count}")
    print("README's example")


with start() as session:
    handshake(session)
    analysis(session)
    several_lines(session)
    mates(session)
    end(session)
quit_during_a_search()
games()
example_of_the_readme()
check(not complaints.getvalue(), "python-chess complains:")
